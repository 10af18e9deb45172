/// Forces in double precision.
alias real = f64;
alias real3 = vec3<f64>;
alias real4 = vec4<f64>;

/// A number that comes in two parts.
fn joined(high: f32, low: f32) -> real {
    return real(high) + real(low);
}

/// 1 / sqrt(x), by one step of third order from an estimate in single precision: a GPU's own root in double precision takes
/// far longer. Below what single precision can hold it stays finite and is too small; above, it is 0.
fn inverse_root(x: real) -> real {
    let y = real(inverseSqrt(max(f32(x), 1.17549435e-38)));
    let excess = fma(-(x * y), y, real(1.0));
    return fma(y * excess, fma(excess, real(0.375), real(0.5)), y);
}
