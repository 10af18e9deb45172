//! Two and three bodies: orbits known to many digits, for judging integrators.

use super::orbit::{Conic, Orbit};
use super::{Generator, InitialError, Random, check_positive, check_within};
use crate::named;
use crate::physics::Body;
use glam::{DMat3, DVec3};

named! {
    /// An end of an orbit's long axis.
    #[derive(Default)]
    pub enum Apsis: "apsis" {
        /// The bodies start farthest apart, where they are slowest.
        #[default]
        Apocenter = "apocenter",
        /// The bodies start nearest, where they are fastest.
        Pericenter = "pericenter",
    }
}

/// Two bodies of total mass 1 on a Kepler orbit in the xy plane, counter-clockwise seen from +z,
/// with the centre of mass at rest at the origin. The period is 2π · semi_major_axis^(3/2). The
/// heavier body is component 0, the lighter 1. At the start, the second body is on the +x side of
/// the first at the apocentre, on the -x side at the pericentre.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Kepler {
    /// Half of the long axis of the relative orbit, greater than 0.
    pub semi_major_axis: f64,
    /// Eccentricity, from 0 (a circle) to 0.999.
    pub eccentricity: f64,
    /// Mass of the second body over that of the first, greater than 0 and at most 1.
    pub mass_ratio: f64,
    /// Where on the orbit the bodies start.
    pub start: Apsis,
}

impl Default for Kepler {
    fn default() -> Self {
        Self { semi_major_axis: 1.0, eccentricity: 0.5, mass_ratio: 1.0, start: Apsis::Apocenter }
    }
}

impl Kepler {
    /// The orbit of the two.
    pub(super) fn conics(&self) -> Orbit {
        let Self { semi_major_axis, eccentricity, mass_ratio, start } = *self;
        let side = if start == Apsis::Apocenter { 1.0 + eccentricity } else { eccentricity - 1.0 };
        let conic = Conic {
            pericenter: semi_major_axis * (1.0 - eccentricity),
            eccentricity,
            mass_ratio,
            start: side * semi_major_axis * DVec3::X,
        };
        // The pericentre is on the -x side.
        conic.orbit(DMat3::from_diagonal(DVec3::new(-1.0, -1.0, 1.0)))
    }
}

impl Generator for Kepler {
    fn fixed_count(&self) -> Option<usize> {
        Some(2)
    }

    fn components(&self) -> &'static [&'static str] {
        &["first", "second"]
    }

    fn check(&self) -> Result<(), InitialError> {
        check_positive("semi_major_axis", self.semi_major_axis)?;
        check_within("eccentricity", self.eccentricity, 0.0, 0.999)?;
        check_within("mass_ratio", self.mass_ratio, 1e-6, 1.0)
    }

    fn draw(&self, _: usize, _: &mut Random) -> Vec<Body> {
        // At an apsis the separation is a (1 ± e), and by the vis-viva equation v² = (1 ∓ e) / (a
        // (1 ± e)) for mass 1.
        let (signed, side) = match self.start {
            Apsis::Apocenter => (self.eccentricity, 1.0),
            Apsis::Pericenter => (-self.eccentricity, -1.0),
        };
        let separation = DVec3::X * (side * self.semi_major_axis * (1.0 + signed));
        let velocity =
            DVec3::Y * (side * ((1.0 - signed) / (self.semi_major_axis * (1.0 + signed))).sqrt());
        let second = self.mass_ratio / (1.0 + self.mass_ratio);
        let first = 1.0 - second;
        vec![
            Body {
                position: -separation * second,
                velocity: -velocity * second,
                mass: first,
                component: 0,
            },
            Body {
                position: separation * first,
                velocity: velocity * first,
                mass: second,
                component: 1,
            },
        ]
    }
}

/// Three bodies of mass 1 on the figure of eight of Moore (Phys. Rev. Lett. 70 (1993) 3675) and
/// Chenciner & Montgomery (Ann. Math. 152 (2000) 881), with the initial values found by Simó.
/// Period 6.32591398, energy -1.2871419918, no angular momentum, centre of mass at rest at the
/// origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Figure8 {}

impl Generator for Figure8 {
    fn fixed_count(&self) -> Option<usize> {
        Some(3)
    }

    fn components(&self) -> &'static [&'static str] {
        &["first", "second", "third"]
    }

    fn check(&self) -> Result<(), InitialError> {
        Ok(())
    }

    fn draw(&self, _: usize, _: &mut Random) -> Vec<Body> {
        let end = DVec3::new(0.970_004_36, -0.243_087_53, 0.0);
        let middle_velocity = DVec3::new(-0.932_407_37, -0.864_731_46, 0.0);
        [
            (end, -0.5 * middle_velocity),
            (-end, -0.5 * middle_velocity),
            (DVec3::ZERO, middle_velocity),
        ]
        .into_iter()
        .zip(0..)
        .map(|((position, velocity), component)| Body { position, velocity, mass: 1.0, component })
        .collect()
    }
}

/// Burrau's problem: bodies of masses 3, 4 and 5 at rest at the corners of a triangle, each
/// opposite the side as long as its mass. The energy is -769/60 = -12.8166667; the centre of mass
/// is at rest at the origin. After about 60 units of time and many close encounters, the body of
/// mass 3 is ejected (Szebehely & Peters, Astron. J. 72 (1967) 876).
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Pythagorean {}

impl Generator for Pythagorean {
    fn fixed_count(&self) -> Option<usize> {
        Some(3)
    }

    fn components(&self) -> &'static [&'static str] {
        &["mass-3", "mass-4", "mass-5"]
    }

    fn check(&self) -> Result<(), InitialError> {
        Ok(())
    }

    fn draw(&self, _: usize, _: &mut Random) -> Vec<Body> {
        let corners = [(3.0, 1.0, 3.0), (4.0, -2.0, -1.0), (5.0, 1.0, -1.0)];
        corners
            .into_iter()
            .zip(0..)
            .map(|((mass, x, y), component)| Body {
                position: DVec3::new(x, y, 0.0),
                velocity: DVec3::ZERO,
                mass,
                component,
            })
            .collect()
    }
}
