//! An asteroid that passes the Earth inside the Moon's orbit.

use glam::DVec3;

use super::{Generator, InitialError, Random, check_positive, check_within};
use crate::physics::{Body, move_to_center_of_mass};

/// Mass of the Moon over that of the Earth (IAU 2009), and the eccentricity of its orbit.
const MOON: f64 = 0.012_300_037_1;
const MOON_ECCENTRICITY: f64 = 0.0549;
/// Mass of the asteroid over that of the Earth: some 6e10 kg.
const ASTEROID: f64 = 1e-14;

/// Earth, Moon and an asteroid that passes the Earth on a hyperbola, all in the plane z = 0:
/// components 0 to 2. The unit of length is the semi-major axis of the Moon's orbit and that of
/// mass the Earth's, so a month is 2π / √1.0123. The Moon starts at the perigee on the +x side. The
/// asteroid comes from -y, passes the Earth on the +x side and is deflected towards -x.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Flyby {
    /// Smallest distance of the asteroid from the Earth's centre, if the Moon did not pull; greater
    /// than 0.
    pub pericenter: f64,
    /// Speed of the asteroid far from the Earth, greater than 0.
    pub excess_speed: f64,
    /// Distance of the asteroid from the Earth at the start, at least the pericentre.
    pub separation: f64,
}

impl Default for Flyby {
    fn default() -> Self {
        // (99942) Apophis on 13 April 2029: 38,000 km from the Earth's centre; 5.84 km/s far from
        // the Earth.
        Self { pericenter: 0.0989, excess_speed: 5.735, separation: 2.0 }
    }
}

impl Generator for Flyby {
    fn fixed_count(&self) -> Option<usize> {
        Some(3)
    }

    fn components(&self) -> &'static [&'static str] {
        &["earth", "moon", "asteroid"]
    }

    fn check(&self) -> Result<(), InitialError> {
        check_positive("pericenter", self.pericenter)?;
        check_positive("excess_speed", self.excess_speed)?;
        check_within("separation", self.separation, self.pericenter, 1e6)
    }

    fn draw(&self, _: usize, _: &mut Random) -> Vec<Body> {
        let near = 1.0 - MOON_ECCENTRICITY;
        let moon_speed = ((1.0 + MOON) * (1.0 + MOON_ECCENTRICITY) / near).sqrt();
        // The hyperbola about the Earth, with the pericentre on the +x axis: r = p / (1 + e cos f).
        let e = 1.0 + self.pericenter * self.excess_speed * self.excess_speed;
        let parameter = self.pericenter * (1.0 + e);
        let cos = ((parameter / self.separation - 1.0) / e).clamp(-1.0, 1.0);
        // On the way in.
        let sin = -(1.0 - cos * cos).sqrt();
        let body =
            |position, velocity, mass, component| Body { position, velocity, mass, component };
        let mut bodies = vec![
            body(DVec3::ZERO, DVec3::ZERO, 1.0, 0),
            body(DVec3::X * near, DVec3::Y * moon_speed, MOON, 1),
            body(
                self.separation * DVec3::new(cos, sin, 0.0),
                DVec3::new(-sin, e + cos, 0.0) / parameter.sqrt(),
                ASTEROID,
                2,
            ),
        ];
        move_to_center_of_mass(&mut bodies);
        bodies
    }
}
