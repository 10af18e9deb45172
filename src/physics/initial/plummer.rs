//! The Plummer model: a star cluster in equilibrium, in closed form.

use super::draws::draw_many;
use super::{Generator, InitialError, Random, check_within};
use crate::physics::{Body, move_to_center_of_mass};
use std::f64::consts::PI;

/// A Plummer sphere in Hénon units: G = 1, mass 1 and energy -1/4; hence the scale length 3π/16 =
/// 0.589, the virial radius 1 and the half-mass radius 0.769. The centre of mass is moved to
/// `offset` on the x axis, and has the velocity `drift` along y: the start of an orbit in an
/// [external field](crate::physics::ExternalField).
///
/// Sampled as in Aarseth, Hénon & Wielen, A&A 37 (1974) 183, appendix: the radius by inverting the
/// mass within it, the speed by rejection.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Plummer {
    /// Share of the infinite model's mass from which radii are drawn, from 0.5 to 0.99999; 0.999
    /// leaves out everything beyond the radius 22.8. The total mass of the bodies is 1 in any case.
    pub mass_cut: f64,
    /// Distance of the centre of mass from the origin, along x.
    pub offset: f64,
    /// Speed of the centre of mass, along y.
    pub drift: f64,
}

/// The scale length in Hénon units.
pub const SCALE_LENGTH: f64 = 3.0 * PI / 16.0;

impl Default for Plummer {
    fn default() -> Self {
        Self { mass_cut: 0.999, offset: 0.0, drift: 0.0 }
    }
}

impl Generator for Plummer {
    fn check(&self) -> Result<(), InitialError> {
        check_within("mass_cut", self.mass_cut, 0.5, 0.99999)?;
        check_within("offset", self.offset, -1e6, 1e6)?;
        check_within("drift", self.drift, -1e6, 1e6)
    }

    fn draw(&self, count: usize, random: &mut Random) -> Vec<Body> {
        let body = |random: &mut Random| {
            // Mass within r, of a Plummer sphere of scale length 1: m = r³ / (1 + r²)^(3/2).
            let mass_within = self.mass_cut * random.uniform();
            let root = libm::cbrt(mass_within);
            let radius = root / (1.0 - root * root).sqrt();
            let escape_speed = std::f64::consts::SQRT_2 / (1.0 + radius * radius).sqrt().sqrt();
            Body {
                position: random.direction() * (radius * SCALE_LENGTH),
                velocity: random.direction()
                    * (share_of_escape_speed(random) * escape_speed / SCALE_LENGTH.sqrt()),
                mass: 1.0 / count as f64,
                component: 0,
            }
        };
        let mut bodies = draw_many(count, random, body);
        move_to_center_of_mass(&mut bodies);
        for body in &mut bodies {
            body.position.x += self.offset;
            body.velocity.y += self.drift;
        }
        bodies
    }
}

/// Mass per volume at `radius` in the infinite model of this mass and scale length: 3 M / 4π a³ ·
/// (1 + r²/a²)^(-5/2).
pub fn density(mass: f64, scale: f64, radius: f64) -> f64 {
    let x = radius / scale;
    3.0 * mass / (4.0 * PI * scale.powi(3)) * (1.0 + x * x).powf(-2.5)
}

/// Share of the bodies of the infinite model that have this speed, anywhere, per unit of speed; G
/// = 1. Its integral from 0 to the escape speed of the centre, √(2 M / a), is 1.
pub fn speed_density(mass: f64, scale: f64, speed: f64) -> f64 {
    // Units: speeds of the centre's escape speed, lengths of a, and a potential of 1 at the centre.
    // Then u = (1 + r²)^(-1/2) is the potential, and the share of bodies at (r, v) is proportional
    // to r² v² (u - v²)^(7/2), up to the normalisation of `share_of_escape_speed` and of the
    // density.
    let escape = (2.0 * mass / scale).sqrt();
    let v = speed / escape;
    if !(v > 0.0 && v < 1.0) {
        return 0.0;
    }
    // dr = -du / (u³ r). With u = v² + t², the integrand is smooth where bodies of that speed are
    // farthest out.
    let integrand = |t: f64| {
        let u = v * v + t * t;
        let r = (1.0 / (u * u) - 1.0).max(0.0).sqrt();
        r * t.powi(8) / u.powi(3)
    };
    // With t = T sin s, the root at the upper end, where r is 0, becomes smooth as well. Midpoint
    // rule.
    let most = (1.0 - v * v).sqrt();
    let width = PI / 2.0 / SPEED_INTERVALS as f64;
    let term = |index: usize| {
        let s = (index as f64 + 0.5) * width;
        integrand(most * s.sin()) * most * s.cos()
    };
    let integral = (0..SPEED_INTERVALS).map(term).sum::<f64>() * width;
    // ∫ 3 r² (1 + r²)^(-5/2) dr = 1, ∫ q² (1 - q²)^(7/2) dq = 7π / 512; q = v / √u. The
    // substitution contributes 2 t dt.
    3.0 * 512.0 / (7.0 * PI) * 2.0 * v * v * integral / escape
}

/// Intervals of the quadrature: enough for twelve digits, except at the slowest speeds.
const SPEED_INTERVALS: usize = 256;

/// Speed over escape speed, q, with the density q² (1 - q²)^(7/2), whose maximum is 0.0922 at q =
/// √2/3.
fn share_of_escape_speed(random: &mut Random) -> f64 {
    loop {
        let (q, height) = (random.uniform(), random.between(0.0, 0.1));
        let rest = 1.0 - q * q;
        if height < q * q * rest * rest * rest * rest.sqrt() {
            return q;
        }
    }
}
