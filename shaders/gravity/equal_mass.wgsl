// Bodies of the same mass: the sums leave it out, and it is multiplied in at their end.

/// What takes the place of a body past the end: one without mass or, where masses are left out, one so far away that its pull
/// is less than the smallest number.
fn nobody(body: real4, equal: bool) -> real4 {
    return select(real4(body.xyz, real()), real4(real3(real(1e18)), real()), equal);
}

/// A source's mass times `strength`, or what stands for it until the end.
fn weighed(mass: real, strength: real, equal: bool) -> real {
    if (equal) {
        return strength;
    }
    return mass * strength;
}
