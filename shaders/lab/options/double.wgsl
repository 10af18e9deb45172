// WGSL's own functions are of single precision.

/// e^x, from the powers of two that single precision holds: 0 below, and the largest above.
fn exponential(x: f64) -> f64 {
    let exponent = i32(round(clamp(f32(x) * 1.44269504, -126.0, 127.0)));
    let power = f64(exponent);
    // The logarithm of 2 in two parts, so that the product with the first is exact.
    let rest = fma(-power, 1.9082149292705878161e-10lf, fma(-power, 0.69314718036912381649lf, x));
    var sum = 1.60590438368216146e-10lf;
    sum = fma(sum, rest, 0.0000000020876756987868099lf);
    sum = fma(sum, rest, 0.0000000250521083854417188lf);
    sum = fma(sum, rest, 0.000000275573192239858907lf);
    sum = fma(sum, rest, 0.00000275573192239858907lf);
    sum = fma(sum, rest, 0.0000248015873015873016lf);
    sum = fma(sum, rest, 0.000198412698412698413lf);
    sum = fma(sum, rest, 0.00138888888888888889lf);
    sum = fma(sum, rest, 0.00833333333333333333lf);
    sum = fma(sum, rest, 0.0416666666666666667lf);
    sum = fma(sum, rest, 0.166666666666666667lf);
    sum = fma(sum, rest, 0.5lf);
    sum = fma(sum, rest, 1.0lf);
    sum = fma(sum, rest, 1.0lf);
    return select(sum * f64(bitcast<f32>((exponent + 127) << 23u)), 0.0lf, x < -87.0lf);
}

/// The natural logarithm of a positive number: that of single precision, and a step of Halley's method, which cubes its error.
fn natural(x: f64) -> f64 {
    let first = f64(log(f32(x)));
    let found = exponential(first);
    return first + 2.0lf * (x - found) / (x + found);
}
