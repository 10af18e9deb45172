//! The bodies that benchmarks of gravity measure.

use glam::DVec3;

use crate::named;
use crate::physics::initial::{InitialState, Random};
use crate::physics::{Body, Integrator, Parameters};

/// Softening of the measured system, the same as in the published figures of other programs.
pub(super) const SOFTENING: f64 = 0.05;
/// A step so short that the cube stays a cube.
pub(super) const PARAMETERS: Parameters = Parameters::new(Integrator::LeapfrogKdk, 1e-6, SOFTENING);

named! {
    /// The bodies to measure.
    #[derive(Default)]
    pub enum Model: "model" {
        /// A uniform cube at rest.
        #[default]
        Cube = "cube",
        /// Plummer's model of a star cluster, dense in the middle.
        Plummer = "plummer",
        /// The cube with masses that differ by up to a factor of ten.
        Unequal = "unequal",
    }
}

impl Model {
    /// `count` bodies of this model, the same in every run.
    pub(super) fn bodies(self, count: usize) -> Vec<Body> {
        match self {
            Self::Cube => uniform_cube(count, 1),
            Self::Plummer => plummer(count),
            Self::Unequal => unequal_cube(count),
        }
    }
}

pub(super) fn plummer(count: usize) -> Vec<Body> {
    let state = InitialState::named("plummer").unwrap_or_else(|error| unreachable!("{error}"));
    state
        .bodies(count, 1)
        .unwrap_or_else(|error| unreachable!("a Plummer model takes any number of bodies: {error}"))
}

/// The uniform cube, with masses from 2/11 to 20/11 of their mean.
fn unequal_cube(count: usize) -> Vec<Body> {
    let mut random = Random::new(2);
    let mut bodies = uniform_cube(count, 1);
    bodies.iter_mut().for_each(|body| body.mass *= random.between(2.0, 20.0) / 11.0);
    bodies
}

/// `count` bodies of mass 1/count at rest, uniform in the cube from -1 to 1.
pub fn uniform_cube(count: usize, seed: u64) -> Vec<Body> {
    let mut random = Random::new(seed);
    let mass = 1.0 / count as f64;
    let mut coordinate = || random.between(-1.0, 1.0);
    let bodies = (0..count).map(|_| DVec3::new(coordinate(), coordinate(), coordinate()));
    bodies.map(|position| Body { position, velocity: DVec3::ZERO, mass, component: 0 }).collect()
}
