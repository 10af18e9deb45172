// uses: real_f32 | real_f64
/// Sums over bodies. `largest` holds the largest distance from the origin and the largest speed.
struct Moments {
    mass_position: real4,
    momentum_kinetic: real4,
    angular_potential: real4,
    largest: vec2<real>,
    invalid: u32,
    padding: u32,
}

alias Element = Moments;

fn identity() -> Moments {
    return Moments();
}

fn combine(a: Moments, b: Moments) -> Moments {
    return Moments(
        a.mass_position + b.mass_position,
        a.momentum_kinetic + b.momentum_kinetic,
        a.angular_potential + b.angular_potential,
        max(a.largest, b.largest),
        a.invalid + b.invalid,
        0u,
    );
}
