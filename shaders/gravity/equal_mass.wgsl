// Bodies of the same mass: the sums leave it out, and it is multiplied in at their end.

/// What takes the place of a body past the end: one without mass or, where masses are left out, one so far away that its pull
/// is less than the smallest number.
fn nobody(body: vec4f, equal: bool) -> vec4f {
    return select(vec4f(body.xyz, 0.0), vec4f(1e18, 1e18, 1e18, 0.0), equal);
}

/// A source's mass times `strength`, or what stands for it until the end.
fn weighed(mass: f32, strength: f32, equal: bool) -> f32 {
    if (equal) {
        return strength;
    }
    return mass * strength;
}
