//! The Fourier transform of a periodic cube, with the same bits on every machine: fixed order,
//! libm's sines, no fused operations. (Libraries choose their instructions, hence their rounding,
//! by the machine, and so does [`crate::primitives::Fft`]: a piece of a universe keeps this
//! transform, because a seed must make the same bodies everywhere.)

use rayon::prelude::*;
use std::f64::consts::PI;
use std::ops::{Add, Mul, Sub};

/// A complex number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Complex {
    pub re: f64,
    pub im: f64,
}

impl Complex {
    /// The number of this length at this angle.
    pub fn polar(length: f64, angle: f64) -> Self {
        Self { re: length * libm::cos(angle), im: length * libm::sin(angle) }
    }

    pub fn conjugate(self) -> Self {
        Self { im: -self.im, ..self }
    }

    /// The product with the imaginary unit.
    pub fn turned(self) -> Self {
        Self { re: -self.im, im: self.re }
    }
}

impl Add for Complex {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }
}

impl Sub for Complex {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { re: self.re - other.re, im: self.im - other.im }
    }
}

impl Mul for Complex {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }
}

impl Mul<f64> for Complex {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self { re: self.re * factor, im: self.im * factor }
    }
}

/// Sums waves in place: the value at each place x of a cube of `side`³ cells becomes Σ c(k) exp(2πi
/// k·x / side), over all k. Both are in rows along z, in planes along y; `side` is a power of two.
pub(super) fn sum_waves(cube: &mut Vec<Complex>, side: usize) {
    assert!(side.is_power_of_two() && cube.len() == side * side * side);
    let roots: Vec<Complex> =
        (0..side / 2).map(|j| Complex::polar(1.0, 2.0 * PI * j as f64 / side as f64)).collect();
    for _ in 0..3 {
        cube.par_chunks_mut(side).for_each(|row| sum_row(row, &roots));
        *cube = turned(cube, side);
    }
}

/// The cube with its axes exchanged: x, y, z become z, x, y. Three times, and each is in its place
/// again.
fn turned(cube: &[Complex], side: usize) -> Vec<Complex> {
    let mut turned = vec![Complex::default(); cube.len()];
    // Several planes at once, whose values are neighbours in memory.
    let planes = side.min(4);
    turned.par_chunks_mut(planes * side * side).enumerate().for_each(|(group, chunk)| {
        for (place, values) in cube.chunks_exact(side).enumerate() {
            for z in 0..planes {
                chunk[z * side * side + place] = values[group * planes + z];
            }
        }
    });
    turned
}

/// The transform of one row: radix 2, decimation in time (Cooley & Tukey, Math. Comput. 19 (1965)
/// 297).
fn sum_row(row: &mut [Complex], roots: &[Complex]) {
    let side = row.len();
    let mut mirror = 0;
    for place in 1..side {
        // Counts with the bits in reverse order.
        let mut bit = side / 2;
        while mirror & bit != 0 {
            mirror ^= bit;
            bit /= 2;
        }
        mirror |= bit;
        if place < mirror {
            row.swap(place, mirror);
        }
    }
    let mut half = 1;
    while half < side {
        let stride = side / (2 * half);
        for group in row.chunks_exact_mut(2 * half) {
            let (even, odd) = group.split_at_mut(half);
            for ((even, odd), root) in even.iter_mut().zip(odd).zip(roots.iter().step_by(stride)) {
                let turned = *odd * *root;
                (*even, *odd) = (*even + turned, *even - turned);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::initial::Random;

    #[test]
    fn the_fast_transform_is_the_plain_sum() {
        for side in [1, 2, 4, 8, 16] {
            let mut random = Random::new(side as u64);
            let waves: Vec<Complex> = (0..side * side * side)
                .map(|_| Complex { re: random.normal(), im: random.normal() })
                .collect();
            let mut cube = waves.clone();
            sum_waves(&mut cube, side);
            for place in [0, 1, side + 1, side * side - 1, side * side * side - 1]
                .map(|place| place % cube.len())
            {
                let split = |index: usize| [index / side / side, index / side % side, index % side];
                let at = split(place);
                let term = |(index, wave): (usize, &Complex)| {
                    let turns: usize = split(index).iter().zip(at).map(|(k, x)| k * x).sum();
                    *wave * Complex::polar(1.0, 2.0 * PI * (turns % side) as f64 / side as f64)
                };
                let expected =
                    waves.iter().enumerate().map(term).fold(Complex::default(), Add::add);
                let error = cube[place] - expected;
                assert!(
                    error.re.hypot(error.im) < 1e-11,
                    "side {side} at {at:?}: {:?}, not {expected:?}",
                    cube[place]
                );
            }
        }
    }
}
