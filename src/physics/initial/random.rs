//! Random numbers that are the same on every machine: ChaCha8, without the platform's mathematics
//! library.

use glam::DVec3;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A stream of random numbers. Logarithms and sines come from the `libm` crate, because the
/// standard library's differ between platforms; square roots are exactly rounded everywhere.
#[derive(Clone)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// The stream of `seed`, whose eight bytes start ChaCha's 32-byte key. (How `seed_from_u64`
    /// expands a seed is up to a dependency and may change with it.)
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    /// How many numbers of 64 bits have been taken from the stream.
    pub(super) fn position(&self) -> u64 {
        (self.0.get_word_pos() / 2) as u64
    }

    /// Returns the stream as it is after this many numbers of 64 bits.
    pub(crate) fn at(&self, position: u64) -> Self {
        let mut other = self.clone();
        other.0.set_word_pos(2 * u128::from(position));
        other
    }

    /// Uniform in [0, 1): a multiple of 2^-53.
    pub fn uniform(&mut self) -> f64 {
        const UNIT: f64 = 1.0 / (1_u64 << 53) as f64;
        (self.0.next_u64() >> 11) as f64 * UNIT
    }

    /// Uniform from `low` to `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.uniform()
    }

    /// Uniform in the unit ball, without the origin, so that the result has a direction.
    pub fn in_ball(&mut self) -> DVec3 {
        loop {
            let point = DVec3::new(
                self.between(-1.0, 1.0),
                self.between(-1.0, 1.0),
                self.between(-1.0, 1.0),
            );
            if point.length_squared() <= 1.0 && point.length_squared() > 1e-12 {
                return point;
            }
        }
    }

    /// A unit vector, uniform over all directions.
    pub fn direction(&mut self) -> DVec3 {
        self.in_ball().normalize()
    }

    /// Normal with mean 0 and variance 1: Marsaglia's polar method, without the second number of
    /// each pair.
    pub fn normal(&mut self) -> f64 {
        loop {
            let (x, y) = (self.between(-1.0, 1.0), self.between(-1.0, 1.0));
            let square = x * x + y * y;
            if square < 1.0 && square > 0.0 {
                return x * (-2.0 * libm::log(square) / square).sqrt();
            }
        }
    }

    /// Three independent normal numbers.
    pub fn normal_vector(&mut self) -> DVec3 {
        DVec3::new(self.normal(), self.normal(), self.normal())
    }
}
