/// Sums over bodies; `largest` are maxima of distance from the origin and of speed.
struct Moments {
    mass_position: vec4f,
    momentum_kinetic: vec4f,
    angular_potential: vec4f,
    largest: vec2f,
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
