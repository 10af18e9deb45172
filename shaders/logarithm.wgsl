/// The natural logarithm of a positive normal number, with a relative error below 2e-7 near 1, too, where WGSL's `log` may be off by
/// 5e-7 in absolute terms. The polynomial is an interpolation at Chebyshev nodes.
fn logarithm(x: f32) -> f32 {
    let bits = bitcast<i32>(x);
    // x is 2^exponent times a number from the root of 1/2 to that of 2, which is 1 + f.
    let exponent = (bits - 0x3f3504f3) >> 23u;
    let f = bitcast<f32>(bits - (exponent << 23u)) - 1.0;
    var rest = fma(f, -0.0790274377, 0.126223198);
    rest = fma(f, rest, -0.129981838);
    rest = fma(f, rest, 0.142144959);
    rest = fma(f, rest, -0.166412815);
    rest = fma(f, rest, 0.200010451);
    rest = fma(f, rest, -0.250003064);
    rest = fma(f, rest, 0.333333307);
    return fma(f32(exponent), 0.693147181, fma(f * f, fma(f, rest, -0.5), f));
}
