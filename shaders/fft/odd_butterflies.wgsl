// uses: fft/butterflies, fft/complex, real_f32 | real_f64
// Transforms of three, five and seven numbers: sums and differences of those that are conjugate partners.

fn three(a: complex, b: complex, c: complex) -> array<complex, 3> {
    let sum = b + c;
    let middle = a - real(0.5) * sum;
    let turn = real(0.8660254037844386) * turned(b - c);
    return array<complex, 3>(a + sum, middle + turn, middle - turn);
}

fn five(a: complex, b: complex, c: complex, d: complex, e: complex) -> array<complex, 5> {
    let cos_1 = real(0.30901699437494745);
    let cos_2 = real(-0.8090169943749475);
    let sin_1 = real(0.9510565162951535);
    let sin_2 = real(0.5877852522924731);
    let outer = two(b, e);
    let inner = two(c, d);
    let first = a + cos_1 * outer[0] + cos_2 * inner[0];
    let second = a + cos_2 * outer[0] + cos_1 * inner[0];
    let turn_1 = turned(sin_1 * outer[1] + sin_2 * inner[1]);
    let turn_2 = turned(sin_2 * outer[1] - sin_1 * inner[1]);
    return array<complex, 5>(a + outer[0] + inner[0], first + turn_1, second + turn_2, second - turn_2, first - turn_1);
}

fn seven(a: complex, b: complex, c: complex, d: complex, e: complex, f: complex, g: complex) -> array<complex, 7> {
    let cos_1 = real(0.6234898018587336);
    let cos_2 = real(-0.2225209339563144);
    let cos_3 = real(-0.9009688679024191);
    let sin_1 = real(0.7818314824680298);
    let sin_2 = real(0.9749279121818236);
    let sin_3 = real(0.4338837391175581);
    let outer = two(b, g);
    let middle = two(c, f);
    let inner = two(d, e);
    let first = a + cos_1 * outer[0] + cos_2 * middle[0] + cos_3 * inner[0];
    let second = a + cos_2 * outer[0] + cos_3 * middle[0] + cos_1 * inner[0];
    let third = a + cos_3 * outer[0] + cos_1 * middle[0] + cos_2 * inner[0];
    let turn_1 = turned(sin_1 * outer[1] + sin_2 * middle[1] + sin_3 * inner[1]);
    let turn_2 = turned(sin_2 * outer[1] - sin_3 * middle[1] - sin_1 * inner[1]);
    let turn_3 = turned(sin_3 * outer[1] - sin_1 * middle[1] + sin_2 * inner[1]);
    return array<complex, 7>(
        a + outer[0] + middle[0] + inner[0],
        first + turn_1, second + turn_2, third + turn_3, third - turn_3, second - turn_2, first - turn_1,
    );
}
