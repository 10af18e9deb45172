// uses: lab/options/accurate
// The standard normal distribution by the complementary error function, whose tails keep their digits: erfc(x) e^(x^2) (1 + 2 x) is a
// polynomial in (x - 2) / (x + 2), an interpolation at Chebyshev nodes with an error below 8e-8.

struct Normal {
    /// The part of all numbers below d.
    below: f32,
    /// The part above d.
    above: f32,
}

fn normal(d: f32) -> Normal {
    let x = abs(d) * 0.707106781;
    let t = (x - 2.0) / (x + 2.0);
    var tail = 0.000165867579;
    tail = fma(tail, t, -0.000182478015);
    tail = fma(tail, t, -0.00140835775);
    tail = fma(tail, t, 0.0010404808);
    tail = fma(tail, t, 0.00870021721);
    tail = fma(tail, t, -0.00794070691);
    tail = fma(tail, t, -0.0542159009);
    tail = fma(tail, t, 0.164035273);
    tail = fma(tail, t, -0.166030604);
    tail = fma(tail, t, -0.0927630388);
    tail = fma(tail, t, 1.27697838);
    // Half of d^2 with what rounding takes from it.
    let square = d * d;
    let rest = fma(d, d, -square);
    let density = exponential(-0.5 * square) * fma(-0.5, rest, 1.0);
    tail = 0.5 * density * tail / fma(2.0, x, 1.0);
    if (d < 0.0) {
        return Normal(tail, 1.0 - tail);
    }
    return Normal(1.0 - tail, tail);
}
