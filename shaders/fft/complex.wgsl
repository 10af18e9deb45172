// uses: real_f32 | real_f64
/// A complex number: its real and imaginary part.
alias complex = vec2<real>;

fn times(a: complex, b: complex) -> complex {
    return complex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/// -i a.
fn turned(a: complex) -> complex {
    return complex(a.y, -a.x);
}

fn conjugate(a: complex) -> complex {
    return complex(a.x, -a.y);
}
