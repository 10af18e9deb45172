/// Sum of numbers.
alias Element = f32;

fn identity() -> f32 {
    return 0.0;
}

fn combine(a: f32, b: f32) -> f32 {
    return a + b;
}
