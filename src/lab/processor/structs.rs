//! The bodies as an array of structs.

use glam::Vec3;

use crate::cpu::Softened;
use crate::physics::Body;

/// One body: its state and its acceleration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Particle {
    pub position: [f32; 3],
    pub mass: f32,
    pub velocity: [f32; 3],
    pub acceleration: [f32; 3],
    pub component: u32,
}

impl Particle {
    pub fn new(body: &Body) -> Self {
        Self {
            position: body.position.as_vec3().to_array(),
            mass: body.mass as f32,
            velocity: body.velocity.as_vec3().to_array(),
            acceleration: [0.0; 3],
            component: body.component,
        }
    }

    pub fn body(&self) -> Body {
        let [position, velocity] =
            [self.position, self.velocity].map(|vector| Vec3::from(vector).as_dvec3());
        Body { position, velocity, mass: f64::from(self.mass), component: self.component }
    }
}

/// Accelerations of all `particles`: n² interactions, without those of bodies with themselves, as
/// in the text's C.
pub(super) fn accelerate(particles: &mut [Particle], softening: Softened) {
    for i in 0..particles.len() {
        let here = particles[i].position;
        let mut acceleration = [0.0; 3];
        for (j, source) in particles.iter().enumerate() {
            if j == i {
                continue;
            }
            let x = source.position[0] - here[0];
            let y = source.position[1] - here[1];
            let z = source.position[2] - here[2];
            let factor =
                source.mass * softening.inverse_cube(x * x + y * y + z * z + softening.squared);
            acceleration[0] += x * factor;
            acceleration[1] += y * factor;
            acceleration[2] += z * factor;
        }
        particles[i].acceleration = acceleration;
    }
}
