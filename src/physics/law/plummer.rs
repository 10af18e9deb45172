//! Plummer's softening; with length 0, Newton's law.

pub(super) fn strength(mass: f64, squared: f64, length: f64) -> f64 {
    let squared = squared + length * length;
    // Two bodies at the same place do not pull each other: no direction is preferred.
    if squared == 0.0 { 0.0 } else { mass / (squared * squared.sqrt()) }
}

pub(super) fn depth(mass: f64, squared: f64, length: f64) -> f64 {
    let squared = squared + length * length;
    if squared == 0.0 { 0.0 } else { mass / squared.sqrt() }
}

pub(super) fn fall(along: f64, squared: f64, length: f64) -> f64 {
    let squared = squared + length * length;
    if squared == 0.0 { 0.0 } else { 3.0 * along / squared }
}
