//! A rotating spherical shell: the default scene. It collapses, flattens and breaks into clusters
//! that merge.

use super::draws::draw_many;
use super::{Generator, InitialError, Random, check_positive, check_within};
use crate::named;
use crate::physics::{Body, move_to_center_of_mass};
use crate::words::say;
use glam::DVec3;

named! {
    /// How the speed of rotation depends on the distance from the axis.
    #[derive(Default)]
    pub enum Rotation: "rotation law" {
        /// As a solid body turns: the speed is proportional to the distance from the axis.
        #[default]
        Solid = "solid",
        /// Every body has the same speed, no matter how near the axis.
        ConstantSpeed = "constant-speed",
    }
}

/// A spherical shell of mass 1, uniform in volume and direction between two radii, that rotates
/// about the z axis, counter-clockwise seen from +z. The centre of mass is moved to the origin and
/// to rest.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Shell {
    /// Inner radius: from 0 to the outer radius.
    pub inner_radius: f64,
    /// Outer radius, greater than 0.
    pub outer_radius: f64,
    /// How the speed depends on the distance from the axis.
    pub rotation: Rotation,
    /// Kinetic energy of the rotation over the absolute potential energy of the smooth shell, from
    /// 0 to 10. The system is bound if this plus `dispersion` is below 1.
    pub rotation_energy: f64,
    /// Kinetic energy of isotropic random motion over the absolute potential energy of the smooth
    /// shell, from 0 to 10.
    pub dispersion: f64,
}

impl Default for Shell {
    fn default() -> Self {
        Self {
            inner_radius: 0.8,
            outer_radius: 1.0,
            rotation: Rotation::Solid,
            rotation_energy: 0.12,
            dispersion: 0.0,
        }
    }
}

impl Shell {
    /// The absolute potential energy of the smooth shell of mass 1, and the mean square of its
    /// radius.
    ///
    /// With the mass within r, m = (r³ - a³) / (b³ - a³), the energy is the integral of m/r dm, in
    /// closed form 3 [(b⁵ - a⁵)/5 - a³ (b² - a²)/2] / (b³ - a³)²; the mean square is 3/5 (b⁵ - a⁵)
    /// / (b³ - a³).
    fn energy_and_square_radius(&self) -> (f64, f64) {
        let (a, b) = (self.inner_radius, self.outer_radius);
        let thickness = b - a;
        // The differences of powers cancel in a thin shell. Two terms of the series in the
        // thickness suffice there.
        if thickness < 1e-3 * b {
            return ((1.0 - 2.0 / 3.0 * thickness / a) / (2.0 * a), a * (a + thickness));
        }
        let (a2, b2) = (a * a, b * b);
        let (a3, b3) = (a2 * a, b2 * b);
        let (a5, b5) = (a3 * a2, b3 * b2);
        let energy = 3.0 * ((b5 - a5) / 5.0 - a3 * (b2 - a2) / 2.0) / ((b3 - a3) * (b3 - a3));
        (energy, 0.6 * (b5 - a5) / (b3 - a3))
    }
}

impl Generator for Shell {
    fn check(&self) -> Result<(), InitialError> {
        check_positive("outer_radius", self.outer_radius)?;
        if !(0.0..=self.outer_radius).contains(&self.inner_radius) {
            let range = say!("range-up-to", most = "outer_radius", value = self.outer_radius);
            return Err(InitialError::Parameter {
                key: "inner_radius",
                value: self.inner_radius,
                range,
            });
        }
        check_within("rotation_energy", self.rotation_energy, 0.0, 10.0)?;
        check_within("dispersion", self.dispersion, 0.0, 10.0)
    }

    fn draw(&self, count: usize, random: &mut Random) -> Vec<Body> {
        let (energy, square_radius) = self.energy_and_square_radius();
        // K = I Ω²/2 with the moment of inertia about an axis I = 2/3 <r²>; K = v²/2; K = 3 σ²/2.
        let angular_speed =
            (2.0 * self.rotation_energy * energy / (2.0 / 3.0 * square_radius)).sqrt();
        let speed = (2.0 * self.rotation_energy * energy).sqrt();
        let sigma = (2.0 / 3.0 * self.dispersion * energy).sqrt();
        let cube = |x: f64| x * x * x;
        let (inner, outer) = (cube(self.inner_radius), cube(self.outer_radius));

        let body = |random: &mut Random| {
            let position = random.direction() * libm::cbrt(random.between(inner, outer));
            let ahead = DVec3::Z.cross(position);
            let rotation = match self.rotation {
                Rotation::Solid => ahead * angular_speed,
                Rotation::ConstantSpeed => ahead.normalize_or_zero() * speed,
            };
            let velocity = rotation + random.normal_vector() * sigma;
            Body { position, velocity, mass: 1.0 / count as f64, component: 0 }
        };
        let mut bodies = draw_many(count, random, body);
        move_to_center_of_mass(&mut bodies);
        bodies
    }
}
