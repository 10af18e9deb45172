//! The random number generator of all tests, including those of the window.

use glam::DVec3;

/// A generator that gives the same numbers in every run (PCG without its output permutation).
pub struct Random(u64);

impl Random {
    /// A separate sequence for each seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D)
    }

    /// The next number in 0 .. 1.
    pub fn number(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A whole number in 0 .. `end`.
    pub fn below(&mut self, end: u32) -> u32 {
        (self.number() * f64::from(end)) as u32
    }

    /// A point in the cube from -1 to 1.
    pub fn point(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number()) * 2.0 - 1.0
    }
}
