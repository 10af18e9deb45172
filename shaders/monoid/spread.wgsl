/// Sums from which mean and standard deviation follow.
struct Spread {
    count: f32,
    sum: f32,
    sum_of_squares: f32,
    /// Largest component number.
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
