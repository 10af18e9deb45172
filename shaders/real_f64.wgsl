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

/// The natural logarithm of x within the range of single precision, beyond which it stays that of its ends. WGSL has none in double
/// precision: the exponent is taken out, and the rest, from 0.7 to 1.4, is a series in its distance from 1.
fn log_of(x: real) -> real {
    let near = clamp(f32(x), 1.17549435e-38, 3.4028235e38);
    let exponent = i32(bitcast<u32>(near * 1.4142135) >> 23u) - 127;
    // A product of two powers, because one may be outside of single precision.
    let half = exponent / 2;
    let rest = clamp(x, real(1.17549435e-38), real(3.4028235e38)) * power_of_two(-half) * power_of_two(half - exponent);
    let t = (rest - real(1.0)) / (rest + real(1.0));
    let squared = t * t;
    var sum = real();
    for (var k = 21; k > 0; k -= 2) {
        sum = fma(sum, squared, real(1.0) / real(k));
    }
    return fma(real(exponent), real(0.6931471805599453), real(2.0) * t * sum);
}

/// 2 to this power, from -126 to 127.
fn power_of_two(exponent: i32) -> real {
    return real(bitcast<f32>(u32(exponent + 127) << 23u));
}
