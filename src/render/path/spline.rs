//! Curves through values at given times, twice continuously differentiable.
//!
//! Each segment is the quintic polynomial with the keys' values and slopes whose second derivative
//! vanishes at both ends; from rest to rest, that is the minimum-jerk curve. The slope at a key is
//! the harmonic mean of the mean slopes on either side, so that a curve never overshoots a key, and
//! rests where it reverses or where two keys are equal.

use std::ops::{Add, Mul, Sub};

use glam::{DQuat, DVec3};

/// A quantity that changes along a path.
pub(super) trait Blend:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<f64, Output = Self>
{
    /// Zero for no change.
    fn magnitude(self) -> f64;
}

impl Blend for f64 {
    fn magnitude(self) -> f64 {
        self.abs()
    }
}

impl Blend for DVec3 {
    fn magnitude(self) -> f64 {
        self.length()
    }
}

/// The slope at a key between two segments of these mean slopes. For numbers it is their harmonic
/// mean, or 0 if the signs differ; for vectors of equal length it is their mean.
pub(super) fn slope<V: Blend>(before: V, after: V) -> V {
    let (a, b) = (before.magnitude(), after.magnitude());
    let sum = a + b;
    if sum > 0.0 { before * (b / sum) + after * (a / sum) } else { before * 0.0 }
}

/// The fraction of the change from rest to rest after the fraction `x` of the time.
pub(super) fn eased(x: f64) -> f64 {
    x * x * x * (10.0 + x * (6.0 * x - 15.0))
}

/// The value at the fraction `x` of a segment. Slopes at its ends are changes per segment.
pub(super) fn between<V: Blend>(x: f64, [from, to]: [V; 2], [begin, end]: [V; 2]) -> V {
    let start = x * (1.0 + x * x * (-6.0 + x * (8.0 - 3.0 * x)));
    let finish = x * x * x * (-4.0 + x * (7.0 - 3.0 * x));
    from + (to - from) * eased(x) + begin * start + end * finish
}

/// The rotation vector of the shorter rotation from one orientation to another, in the axes of the
/// first.
pub(super) fn turn(from: DQuat, to: DQuat) -> DVec3 {
    let relative = from.inverse() * to;
    let relative = if relative.w < 0.0 { -relative } else { relative };
    let sine = relative.xyz().length();
    let angle = 2.0 * sine.atan2(relative.w);
    // The quotient tends to 2 for small angles.
    relative.xyz() * if sine > 1e-12 { angle / sine } else { 2.0 }
}

/// The orientation at the fraction `x` of a segment. Angular velocities at its ends are rotation
/// vectors per segment, in body axes. It is a Bézier curve on the rotation group: a product of
/// partial rotations (Kim, Kim and Shin 1995).
pub(super) fn orientation(x: f64, [from, to]: [DQuat; 2], [begin, end]: [DVec3; 2]) -> DQuat {
    let (first, last) = (begin * 0.2, end * 0.2);
    let [leaving, arriving] = [first, last].map(|step| DQuat::from_scaled_axis(2.0 * step));
    let middle = turn(from * leaving, to * arriving.inverse());
    // Cumulative sums of the last 1, 2, ... 5 Bernstein polynomials of degree 5.
    let y = 1.0 - x;
    let terms = [
        5.0 * x * y.powi(4),
        10.0 * x.powi(2) * y.powi(3),
        10.0 * x.powi(3) * y.powi(2),
        5.0 * x.powi(4) * y,
        x.powi(5),
    ];
    let mut share = 1.0 - y.powi(5);
    let mut result = from;
    for (step, term) in [first, first, middle, last, last].into_iter().zip(terms) {
        result *= DQuat::from_scaled_axis(step * share);
        share -= term;
    }
    result.normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_stays_between_its_keys_if_slopes_are_at_most_twice_the_mean() {
        for (begin, end) in [(0.0, 0.0), (2.0, 0.0), (0.0, 2.0), (2.0, 2.0), (1.0, 1.5)] {
            let mut last = 0.0;
            for step in 1..=1000 {
                let value = between(f64::from(step) / 1000.0, [0.0, 1.0], [begin, end]);
                assert!(value >= last, "{begin} to {end}: {value} after {last}");
                last = value;
            }
            assert!((last - 1.0).abs() < 1e-15);
        }
        assert!(
            (between(0.3, [0.0, 1.0], [1.0, 1.0]) - 0.3_f64).abs() < 1e-15,
            "even speed is kept"
        );
    }

    #[test]
    fn slopes_are_harmonic_means_that_vanish_at_rests_and_returns() {
        assert_eq!((slope(2.0, 2.0), slope(1.0, 3.0), slope(-1.0, -3.0)), (2.0, 1.5, -1.5));
        assert_eq!((slope(1.0, 0.0), slope(0.0, 0.0), slope(1.0, -3.0)), (0.0, 0.0, 0.0));
        assert!((slope(DVec3::X, DVec3::Y) - DVec3::new(0.5, 0.5, 0.0)).length() < 1e-15);
    }

    #[test]
    fn orientations_keep_their_ends_their_velocities_and_an_even_speed() {
        let [from, to] = [
            DQuat::from_rotation_x(0.3),
            DQuat::from_rotation_x(0.3) * DQuat::from_scaled_axis(DVec3::ONE),
        ];
        let [begin, end] = [DVec3::new(0.4, -0.2, 0.9), DVec3::new(-0.3, 0.5, 0.1)];
        let at = |x: f64| orientation(x, [from, to], [begin, end]);
        assert!(turn(at(0.0), from).length() < 1e-12 && turn(at(1.0), to).length() < 1e-12);
        let h = 1e-4;
        assert!((turn(at(0.0), at(h)) / h - begin).length() < 1e-3);
        assert!((turn(at(1.0 - h), at(1.0)) / h - end).length() < 1e-3);
        let even = |x: f64| orientation(x, [from, to], [DVec3::ONE; 2]);
        assert!(
            turn(even(0.25), from * DQuat::from_scaled_axis(DVec3::splat(0.25))).length() < 1e-12
        );
    }
}
