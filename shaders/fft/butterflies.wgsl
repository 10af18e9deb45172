// uses: fft/complex, real_f32 | real_f64
// Transforms of two, four and eight numbers.

fn two(a: complex, b: complex) -> array<complex, 2> {
    return array<complex, 2>(a + b, a - b);
}

fn four(a: complex, b: complex, c: complex, d: complex) -> array<complex, 4> {
    let even = two(a, c);
    let odd = two(b, d);
    let turn = turned(odd[1]);
    return array<complex, 4>(even[0] + odd[0], even[1] + turn, even[0] - odd[0], even[1] - turn);
}

/// a times the eighth root of unity, exp(-pi i / 4).
fn by_eighth(a: complex) -> complex {
    return real(0.7071067811865476) * complex(a.x + a.y, a.y - a.x);
}

fn eight(
    a: complex, b: complex, c: complex, d: complex, e: complex, f: complex, g: complex, h: complex
) -> array<complex, 8> {
    let even = four(a, c, e, g);
    let odd = four(b, d, f, h);
    let first = by_eighth(odd[1]);
    let second = turned(odd[2]);
    let third = turned(by_eighth(odd[3]));
    return array<complex, 8>(
        even[0] + odd[0], even[1] + first, even[2] + second, even[3] + third,
        even[0] - odd[0], even[1] - first, even[2] - second, even[3] - third,
    );
}
