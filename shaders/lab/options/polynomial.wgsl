// uses: lab/options/double | lab/options/native, real_f32 | real_f64
// The standard normal distribution by Abramowitz and Stegun's polynomial 26.2.17 (after Hastings), whose error is below 7.5e-8.

struct Normal {
    /// The part of all numbers below d.
    below: real,
    /// The part above d.
    above: real,
}

fn normal(d: real) -> Normal {
    let k = real(1.0) / (real(1.0) + real(0.2316419) * abs(d));
    var sum = real(1.330274429);
    sum = real(-1.821255978) + k * sum;
    sum = real(1.781477937) + k * sum;
    sum = real(-0.356563782) + k * sum;
    sum = real(0.319381530) + k * sum;
    let tail = real(0.39894228040143267794) * exponential(real(-0.5) * d * d) * k * sum;
    let below = select(real(1.0) - tail, tail, d < real(0.0));
    return Normal(below, real(1.0) - below);
}
