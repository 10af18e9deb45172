//! Motion about one centre, exact but for rounding: Kepler's problem in universal variables.

use std::f64::consts::TAU;

use glam::DVec3;

/// Most steps of Newton's method. Bisection halves the bracket in each that would leave it.
const MAX_ITERATIONS: usize = 128;
/// A step of Newton's method, relative to the variable, after which there is no other.
const CONVERGED: f64 = 1e-12;

/// Moves a body for `time` about a fixed centre at the origin with `G m = mu`: a conic section of
/// any eccentricity, in either direction of time.
///
/// Universal variables need no case per kind of orbit (Stumpff 1962; Wisdom and Hernandez, Mon.
/// Not. R. Astron. Soc. 453 (2015) 3015). The new place is written as a change of the old one, so
/// that rounding has no direction.
pub(super) fn drift(position: &mut DVec3, velocity: &mut DVec3, mu: f64, time: f64) {
    let (x, v) = (*position, *velocity);
    let distance = x.length();
    if mu <= 0.0 || distance == 0.0 {
        *position += v * time;
        return;
    }
    let beta = 2.0 * mu / distance - v.length_squared();
    let orbit = Orbit { distance, radial: x.dot(v), beta, zeta: mu - beta * distance };
    // Whole periods change nothing.
    let period = if beta > 0.0 { TAU * mu / (beta * beta.sqrt()) } else { f64::INFINITY };
    let time = if time.abs() > period { time % period } else { time };
    let [g1, g2, g3] = orbit.solve(time, period);
    let later = distance + orbit.radial * g1 + orbit.zeta * g2;
    *position += v * (time - mu * g3) - x * (mu * g2 / distance);
    *velocity -= x * (mu * g1 / (distance * later)) + v * (mu * g2 / later);
}

/// An orbit as it is now.
struct Orbit {
    distance: f64,
    /// Position times velocity.
    radial: f64,
    /// Twice the binding energy per mass.
    beta: f64,
    zeta: f64,
}

impl Orbit {
    /// The time until the universal variable is `s`, with the distance there and the functions G1,
    /// G2 and G3.
    fn time(&self, s: f64) -> (f64, f64, [f64; 3]) {
        let [c1, c2, c3] = stumpff(self.beta * s * s);
        let g = [s * c1, s * s * c2, s * s * s * c3];
        let time = self.distance * s + self.radial * g[1] + self.zeta * g[2];
        (time, self.distance + self.radial * g[0] + self.zeta * g[1], g)
    }

    /// The functions G1, G2 and G3 after `time`: of the one root of a function that grows
    /// everywhere.
    fn solve(&self, time: f64, period: f64) -> [f64; 3] {
        let mut s = time / self.distance;
        // With a bound orbit, the root is within one turn; otherwise, a bracket is looked for.
        let mut end =
            if period.is_finite() { TAU / self.beta.sqrt() * time.signum() } else { 2.0 * s };
        if !period.is_finite() {
            for _ in 0..MAX_ITERATIONS {
                if self.time(end).0.abs() >= time.abs() {
                    break;
                }
                end *= 2.0;
            }
        }
        let (mut low, mut high) = (end.min(0.0), end.max(0.0));
        let mut g = [0.0; 3];
        for _ in 0..MAX_ITERATIONS {
            let (reached, slope, found) = self.time(s);
            g = found;
            let error = reached - time;
            if error > 0.0 {
                high = high.min(s)
            } else {
                low = low.max(s)
            }
            let newton = s - error / slope;
            // A step of Newton's method squares the error, so after this one only rounding is left.
            // It may end outside of the bracket, which ends here, too.
            if (newton - s).abs() <= CONVERGED * s.abs() {
                return self.time(newton).2;
            }
            s = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        }
        g
    }
}

/// Stumpff's functions c1, c2 and c3 of `z`: by series where `z` is small, and by doubling the
/// angle from there.
fn stumpff(z: f64) -> [f64; 3] {
    let mut small = z;
    let mut doublings = 0;
    // Beyond this, the orbit has long been at the edge of what numbers hold.
    while small.abs() > 0.1 && doublings < 64 {
        small *= 0.25;
        doublings += 1;
    }
    // c_n(z) = sum over k of (-z)^k / (n + 2k)!
    let series = |n: u32, terms: u32| {
        (1..=terms).rev().fold(1.0, |sum, k| {
            let above = f64::from(n + 2 * k);
            1.0 - small / (above * (above - 1.0)) * sum
        })
    };
    let (mut c2, mut c3) = (series(2, 8) / 2.0, series(3, 8) / 6.0);
    let (mut c1, mut c0) = (1.0 - small * c3, 1.0 - small * c2);
    for _ in 0..doublings {
        c3 = 0.25 * (c2 + c0 * c3);
        c2 = 0.5 * c1 * c1;
        c1 *= c0;
        c0 = 2.0 * c0 * c0 - 1.0;
    }
    [c1, c2, c3]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distance between two vectors relative to their lengths.
    fn apart(a: DVec3, b: DVec3) -> f64 {
        a.distance(b) / a.length().max(b.length())
    }

    #[test]
    fn a_body_is_back_after_a_period_and_opposite_after_half_of_one() {
        for e in [0.0, 0.3, 0.9, 0.999] {
            let (mu, a) = (1.3, 2.0);
            let (x, v) =
                (DVec3::X * (a * (1.0 - e)), DVec3::Y * (mu / a * (1.0 + e) / (1.0 - e)).sqrt());
            let period = TAU * (a * a * a / mu).sqrt();
            for (turns, place) in [(0.5, DVec3::X * (-a * (1.0 + e))), (1.0, x), (-7.0, x)] {
                let (mut position, mut velocity) = (x, v);
                drift(&mut position, &mut velocity, mu, turns * period);
                assert!(
                    apart(position, place) < 1e-12 / (1.0 - e).powi(2),
                    "{e} {turns}: {position}"
                );
            }
        }
    }

    #[test]
    fn many_short_drifts_are_one_long_one_on_every_kind_of_orbit() {
        for speed in [0.1, 1.0, 2.0_f64.sqrt(), 3.0] {
            let (x, v) = (DVec3::new(1.0, 0.2, -0.1), DVec3::new(0.1, speed, 0.3));
            let [mut one, mut many] = [(x, v); 2];
            drift(&mut one.0, &mut one.1, 1.0, 5.0);
            for _ in 0..1000 {
                drift(&mut many.0, &mut many.1, 1.0, 0.005);
            }
            assert!(
                apart(one.0, many.0) < 1e-11 && apart(one.1, many.1) < 1e-11,
                "{speed}: {one:?} {many:?}"
            );
            drift(&mut one.0, &mut one.1, 1.0, -5.0);
            assert!(apart(one.0, x) < 1e-12 && apart(one.1, v) < 1e-12, "{speed}: {one:?}");
        }
    }

    #[test]
    fn stumpffs_functions_are_those_of_circle_and_hyperbola() {
        for z in [1e-3_f64, 0.09, 0.5, 4.0, 30.0] {
            let (root, [c1, c2, c3]) = (z.sqrt(), stumpff(z));
            assert!((c1 - root.sin() / root).abs() < 1e-13, "{z}");
            assert!((c2 - (1.0 - root.cos()) / z).abs() < 2e-13, "{z}");
            assert!((c3 - (root - root.sin()) / (z * root)).abs() < 2e-11, "{z}");
            let [c1, c2, _] = stumpff(-z);
            assert!((c1 / (root.sinh() / root) - 1.0).abs() < 1e-13, "{z}");
            assert!((c2 / ((root.cosh() - 1.0) / z) - 1.0).abs() < 2e-13, "{z}");
        }
    }
}
