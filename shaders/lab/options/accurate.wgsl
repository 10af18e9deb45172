// uses: logarithm
/// e^x by a power of two, with what rounding takes from the exponent.
fn exponential(x: f32) -> f32 {
    let exponent = x * 1.44269502;
    let rest = fma(x, 1.44269502, -exponent) + x * 1.925963e-8;
    let power = exp2(exponent);
    return fma(power, rest * 0.693147181, power);
}

fn natural(x: f32) -> f32 {
    return logarithm(x);
}
