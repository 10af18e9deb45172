/// Forces in double precision.
alias real = f64;
alias real3 = vec3<f64>;
alias real4 = vec4<f64>;

/// A vector that is finite in single precision if and only if this one is finite.
fn shrunk(v: real3) -> vec3f {
    return vec3f(v * real(1e-270));
}

/// A number passed in two parts.
fn joined(high: f32, low: f32) -> real {
    return real(high) + real(low);
}

/// 1 / sqrt(x): an estimate in single precision, refined by one third-order step. A GPU's own double-precision root takes far
/// longer. Where x is below the range of single precision the result is finite but too small; above that range it is 0.
fn inverse_root(x: real) -> real {
    let y = real(inverseSqrt(max(f32(x), 1.17549435e-38)));
    let excess = fma(-(x * y), y, real(1.0));
    return fma(y * excess, fma(excess, real(0.375), real(0.5)), y);
}
