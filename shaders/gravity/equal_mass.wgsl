// uses: real_f32 | real_f64
// Bodies of equal mass: the inner loop leaves the mass out, and the final sum is multiplied by it.

/// Stands in for a body past the end: a body without mass or, where masses are left out, one so far away that its pull
/// underflows to zero.
fn nobody(body: real4, equal: bool) -> real4 {
    return select(real4(body.xyz, real()), real4(real3(real(1e18)), real()), equal);
}

/// `strength` times the source's mass, unless equal masses are multiplied in at the end.
fn weighed(mass: real, strength: real, equal: bool) -> real {
    if (equal) {
        return strength;
    }
    return mass * strength;
}
