/// The adapter's own exponential function and natural logarithm.
fn exponential(x: f32) -> f32 {
    return exp(x);
}

fn natural(x: f32) -> f32 {
    return log(x);
}
