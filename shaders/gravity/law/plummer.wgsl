// uses: gravity/inverse_distance
// Plummer's softening: the potential of a unit mass at distance r is -1 / sqrt(r^2 + length^2).

fn plummer(offset: real3, length_squared: real, softened: bool) -> Pull {
    let scale = inverse_distance(offset, length_squared, softened);
    return Pull(scale * scale * scale, scale);
}

fn plummer_tide(mass: real, offset: real3, approach: real3, length_squared: real, softened: bool) -> Tide {
    let scale = inverse_distance(offset, length_squared, softened);
    return Tide(mass * scale * scale * scale, real(-3.0) * dot(offset, approach) * scale * scale);
}
