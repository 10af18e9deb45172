//! The three configurations of the classic CUDA N-body demo, for its presets.

use super::draws::draw_many;
use super::{Generator, InitialError, Random, check_positive, check_within};
use crate::named;
use crate::physics::Body;
use glam::DVec3;

named! {
    /// A configuration of the classic demo.
    #[derive(Default)]
    pub enum Configuration: "configuration" {
        /// A thick shell that turns about the z axis as a solid body, clockwise seen from +z. All
        /// seven presets use it.
        #[default]
        Shell = "shell",
        /// A ball with random velocities; its size grows with the number of bodies.
        Random = "random",
        /// A ball that expands; its size grows with the number of bodies.
        Expand = "expand",
    }
}

/// The demo's initial state. In the demo every body has mass 1 (G = 1), so that the number of
/// bodies is the total mass, and more bodies are bound more strongly. As in the demo, the centre of
/// mass is not corrected: it is off the origin and moves.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Classic {
    /// The configuration.
    pub configuration: Configuration,
    /// The demo's "cluster scale", greater than 0: the shell reaches from 2.5 to 4 times this.
    pub cluster_scale: f64,
    /// The demo's "velocity scale", from 0 to 1e6: the shell's angular speed is this times the
    /// cluster scale.
    pub velocity_scale: f64,
    /// Mass of a body, greater than 0; 1 in the demo.
    pub mass: f64,
}

impl Default for Classic {
    /// The demo's first preset.
    fn default() -> Self {
        Self {
            configuration: Configuration::Shell,
            cluster_scale: 1.54,
            velocity_scale: 8.0,
            mass: 1.0,
        }
    }
}

impl Generator for Classic {
    fn check(&self) -> Result<(), InitialError> {
        check_positive("cluster_scale", self.cluster_scale)?;
        check_within("velocity_scale", self.velocity_scale, 0.0, 1e6)?;
        check_within("mass", self.mass, 1e-9, 1e9)
    }

    fn draw(&self, count: usize, random: &mut Random) -> Vec<Body> {
        let thousands = count as f64 / 1024.0;
        let body = |random: &mut Random| {
            let (position, velocity) = match self.configuration {
                Configuration::Shell => self.shell(random),
                Configuration::Random => {
                    let size = self.cluster_scale * thousands.max(1.0);
                    (random.in_ball() * size, random.in_ball() * (self.velocity_scale * size))
                }
                Configuration::Expand => {
                    // The demo compares the product, not the number of thousands, with 1.
                    let size = self.cluster_scale * thousands;
                    let size = if size < 1.0 { self.cluster_scale } else { size };
                    let position = random.in_ball() * size;
                    (position, position * self.velocity_scale)
                }
            };
            Body { position, velocity, mass: self.mass, component: 0 }
        };
        draw_many(count, random, body)
    }
}

impl Classic {
    /// One body of the shell. Each coordinate has its own scale factor, which biases the directions
    /// slightly. This flaw of the demo is kept, because it is part of the demo's look.
    fn shell(&self, random: &mut Random) -> (DVec3, DVec3) {
        let (inner, outer) = (2.5 * self.cluster_scale, 4.0 * self.cluster_scale);
        let direction = random.direction();
        let factors = DVec3::new(
            random.between(inner, outer),
            random.between(inner, outer),
            random.between(inner, outer),
        );
        let position = direction * factors;
        // At the pole, the cross product with z would nearly vanish, so the demo takes another axis
        // there.
        let axis = if 1.0 - direction.z < 1e-6 {
            DVec3::new(direction.y, direction.x, 1.0).normalize()
        } else {
            DVec3::Z
        };
        (position, position.cross(axis) * (self.cluster_scale * self.velocity_scale))
    }
}
