/// Forces in single precision.
alias real = f32;
alias real3 = vec3<f32>;
alias real4 = vec4<f32>;

/// A number passed in two parts. In single precision the first part holds all of it.
fn joined(high: f32, low: f32) -> real {
    return high;
}

/// 1 / sqrt(x).
fn inverse_root(x: real) -> real {
    return inverseSqrt(x);
}
