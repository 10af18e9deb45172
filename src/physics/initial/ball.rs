//! Homogeneous balls of bodies: with random velocities, expanding, or cold.

use super::draws::draw_many;
use super::{Generator, InitialError, Random, check_positive, check_within};
use crate::physics::{Body, move_to_center_of_mass};
use glam::DVec3;

/// Absolute potential energy of a homogeneous ball of mass 1 and the given radius (G = 1): 3/5 of
/// 1/radius.
fn ball_energy(radius: f64) -> f64 {
    0.6 / radius
}

/// `count` bodies of total mass 1, uniform in a ball, with velocities given by `velocity` as a
/// function of position. The centre of mass is moved to the origin and to rest.
fn ball(
    count: usize,
    radius: f64,
    random: &mut Random,
    velocity: impl Fn(DVec3, &mut Random) -> DVec3 + Sync,
) -> Vec<Body> {
    let body = |random: &mut Random| {
        let position = random.in_ball() * radius;
        Body {
            position,
            velocity: velocity(position, random),
            mass: 1.0 / count as f64,
            component: 0,
        }
    };
    let mut bodies = draw_many(count, random, body);
    move_to_center_of_mass(&mut bodies);
    bodies
}

/// A ball of mass 1, uniform by volume, with velocities uniform in a ball of their own: any
/// direction, up to a limiting speed. The centre of mass is moved to the origin and to rest.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RandomBall {
    /// Radius, greater than 0.
    pub radius: f64,
    /// Kinetic energy over the absolute potential energy of the smooth ball, from 0 to 10: 0.5 is
    /// equilibrium, above 1 is unbound.
    pub virial_ratio: f64,
}

impl Default for RandomBall {
    fn default() -> Self {
        Self { radius: 1.0, virial_ratio: 0.2 }
    }
}

impl Generator for RandomBall {
    fn check(&self) -> Result<(), InitialError> {
        check_positive("radius", self.radius)?;
        check_within("virial_ratio", self.virial_ratio, 0.0, 10.0)
    }

    fn draw(&self, count: usize, random: &mut Random) -> Vec<Body> {
        // The mean square in a ball of radius s is 3/5 s², so K = 3/10 s².
        let speed_limit = (self.virial_ratio * ball_energy(self.radius) / 0.3).sqrt();
        ball(count, self.radius, random, |_, random| random.in_ball() * speed_limit)
    }
}

/// A ball of mass 1, uniform by volume, that expands: velocity = H · position, as in the universe
/// at large. In a bound ball, each layer turns round and falls back; meanwhile random overdensities
/// grow into clusters. The centre of mass is moved to the origin and to rest.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ExpandingBall {
    /// Radius at the start, greater than 0.
    pub radius: f64,
    /// Kinetic energy of the expansion over the absolute potential energy of the smooth ball, q,
    /// from 0 to 10. Below 1, the ball turns round at radius / (1 - q); at 1, it expands for ever,
    /// more and more slowly, like a universe of critical density.
    pub expansion_energy: f64,
}

impl Default for ExpandingBall {
    fn default() -> Self {
        Self { radius: 1.0, expansion_energy: 0.75 }
    }
}

impl Generator for ExpandingBall {
    fn check(&self) -> Result<(), InitialError> {
        check_positive("radius", self.radius)?;
        check_within("expansion_energy", self.expansion_energy, 0.0, 10.0)
    }

    fn draw(&self, count: usize, random: &mut Random) -> Vec<Body> {
        // K = 3/10 H² R².
        let rate = (self.expansion_energy * ball_energy(self.radius) / 0.3).sqrt() / self.radius;
        ball(count, self.radius, random, |position, _| position * rate)
    }
}

/// A homogeneous sphere of mass 1, by default at rest: the problem of cold collapse. The smooth
/// sphere would collapse to a point after π/2 · √(radius³/2) (1.11 for radius 1); random
/// overdensities prevent it. The centre of mass is moved to the origin and to rest.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct UniformSphere {
    /// Radius, greater than 0.
    pub radius: f64,
    /// Kinetic energy over the absolute potential energy of the smooth sphere, from 0 (at rest)
    /// to 10. Velocities are isotropic and normally distributed, the same everywhere.
    pub virial_ratio: f64,
}

impl Default for UniformSphere {
    fn default() -> Self {
        Self { radius: 1.0, virial_ratio: 0.0 }
    }
}

impl Generator for UniformSphere {
    fn check(&self) -> Result<(), InitialError> {
        check_positive("radius", self.radius)?;
        check_within("virial_ratio", self.virial_ratio, 0.0, 10.0)
    }

    fn draw(&self, count: usize, random: &mut Random) -> Vec<Body> {
        // K = 3/2 σ².
        let sigma = (self.virial_ratio * ball_energy(self.radius) * 2.0 / 3.0).sqrt();
        ball(count, self.radius, random, |_, random| random.normal_vector() * sigma)
    }
}
