// uses: gravity/inverse_distance
// Newton's law outside of the length, and no pull within it, where the potential stays -1 / length: the field of a unit mass that is
// spread over a shell.

fn cut_off(offset: real3, length_squared: real) -> Pull {
    let squared = dot(offset, offset);
    let scale = inverse_root(max(squared, length_squared));
    return Pull(select(real(), scale * scale * scale, squared > length_squared), scale);
}

fn cut_off_tide(mass: real, offset: real3, approach: real3, length_squared: real) -> Tide {
    let squared = dot(offset, offset);
    let scale = inverse_root(max(squared, length_squared));
    let strength = select(real(), mass * scale * scale * scale, squared > length_squared);
    return Tide(strength, real(-3.0) * dot(offset, approach) * scale * scale);
}
