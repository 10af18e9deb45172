/// Largest of numbers, none of which is a NaN.
alias Element = f32;

fn identity() -> f32 {
    return -3.40282347e38;
}

fn combine(a: f32, b: f32) -> f32 {
    return max(a, b);
}
