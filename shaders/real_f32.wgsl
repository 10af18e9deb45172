/// Forces in single precision.
alias real = f32;
alias real3 = vec3<f32>;
alias real4 = vec4<f32>;

/// A vector that is finite in single precision if and only if this one is finite.
fn shrunk(v: real3) -> vec3f {
    return v;
}

/// A number passed in two parts. In single precision the first part holds all of it.
fn joined(high: f32, low: f32) -> real {
    return high;
}

/// 1 / sqrt(x).
fn inverse_root(x: real) -> real {
    return inverseSqrt(x);
}

/// The natural logarithm of x; that of the least normal number where x is below it.
fn log_of(x: real) -> real {
    return log(max(x, 1.17549435e-38));
}
