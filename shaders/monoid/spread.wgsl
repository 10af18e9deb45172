/// Sums that give the mean and the standard deviation.
struct Spread {
    count: f32,
    sum: f32,
    sum_of_squares: f32,
    /// Highest component number.
    components: f32,
}

alias Element = Spread;

fn identity() -> Spread {
    return Spread();
}

fn combine(a: Spread, b: Spread) -> Spread {
    return Spread(
        a.count + b.count,
        a.sum + b.sum,
        a.sum_of_squares + b.sum_of_squares,
        max(a.components, b.components),
    );
}
