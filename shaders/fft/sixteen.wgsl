// uses: fft/butterflies, fft/complex
// Transforms of sixteen numbers that a thread holds in registers: of all, or of those that are 16 / radix apart.

fn sixteen(x: ptr<function, array<complex, 16>>) {
    let root_1 = complex(0.9238795325112867, -0.3826834323650898);
    let root_3 = complex(0.3826834323650898, -0.9238795325112867);
    let a = four((*x)[0], (*x)[4], (*x)[8], (*x)[12]);
    let b = four((*x)[1], (*x)[5], (*x)[9], (*x)[13]);
    let c = four((*x)[2], (*x)[6], (*x)[10], (*x)[14]);
    let d = four((*x)[3], (*x)[7], (*x)[11], (*x)[15]);
    let e = four(a[0], b[0], c[0], d[0]);
    let f = four(a[1], times(b[1], root_1), by_eighth(c[1]), times(d[1], root_3));
    let g = four(a[2], by_eighth(b[2]), turned(c[2]), turned(by_eighth(d[2])));
    let h = four(a[3], times(b[3], root_3), turned(by_eighth(c[3])), -times(d[3], root_1));
    *x = array<complex, 16>(
        e[0], f[0], g[0], h[0], e[1], f[1], g[1], h[1], e[2], f[2], g[2], h[2], e[3], f[3], g[3], h[3],
    );
}

fn twice_eight(x: ptr<function, array<complex, 16>>) {
    let a = eight((*x)[0], (*x)[2], (*x)[4], (*x)[6], (*x)[8], (*x)[10], (*x)[12], (*x)[14]);
    let b = eight((*x)[1], (*x)[3], (*x)[5], (*x)[7], (*x)[9], (*x)[11], (*x)[13], (*x)[15]);
    *x = array<complex, 16>(
        a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3], a[4], b[4], a[5], b[5], a[6], b[6], a[7], b[7],
    );
}

fn four_times_four(x: ptr<function, array<complex, 16>>) {
    let a = four((*x)[0], (*x)[4], (*x)[8], (*x)[12]);
    let b = four((*x)[1], (*x)[5], (*x)[9], (*x)[13]);
    let c = four((*x)[2], (*x)[6], (*x)[10], (*x)[14]);
    let d = four((*x)[3], (*x)[7], (*x)[11], (*x)[15]);
    *x = array<complex, 16>(
        a[0], b[0], c[0], d[0], a[1], b[1], c[1], d[1], a[2], b[2], c[2], d[2], a[3], b[3], c[3], d[3],
    );
}

fn eight_times_two(x: ptr<function, array<complex, 16>>) {
    // unrolled
    for (var i = 0u; i < 8u; i++) {
        let both = two((*x)[i], (*x)[i + 8u]);
        (*x)[i] = both[0];
        (*x)[i + 8u] = both[1];
    }
}
