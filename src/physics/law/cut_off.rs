//! Newton's law outside of a length, and no pull within.

use super::plummer;

pub(super) fn strength(mass: f64, squared: f64, length: f64) -> f64 {
    if squared > length * length { plummer::strength(mass, squared, 0.0) } else { 0.0 }
}

pub(super) fn depth(mass: f64, squared: f64, length: f64) -> f64 {
    plummer::depth(mass, squared.max(length * length), 0.0)
}
