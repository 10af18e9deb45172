//! The bodies as an array of structs of 16 bytes, position and mass, and what else moves them
//! beside it.

use glam::Vec3;

use crate::cpu::Softened;
use crate::physics::Body;

#[derive(Debug)]
pub(super) struct Packed {
    position_and_mass: Vec<[f32; 4]>,
    velocity: Vec<[f32; 3]>,
    pub acceleration: Vec<[f32; 3]>,
    component: Vec<u32>,
}

impl Packed {
    pub fn new(bodies: &[Body]) -> Self {
        let packed = |body: &Body| {
            let [x, y, z] = body.position.as_vec3().to_array();
            [x, y, z, body.mass as f32]
        };
        Self {
            position_and_mass: bodies.iter().map(packed).collect(),
            velocity: bodies.iter().map(|body| body.velocity.as_vec3().to_array()).collect(),
            acceleration: vec![[0.0; 3]; bodies.len()],
            component: bodies.iter().map(|body| body.component).collect(),
        }
    }

    /// Accelerations of all bodies: n² interactions.
    pub fn accelerate(&mut self, softening: Softened) {
        let bodies = &self.position_and_mass;
        for ([here_x, here_y, here_z, _], acceleration) in bodies.iter().zip(&mut self.acceleration)
        {
            let (mut sum_x, mut sum_y, mut sum_z) = (0.0, 0.0, 0.0);
            for body in bodies {
                let (x, y, z) = (body[0] - here_x, body[1] - here_y, body[2] - here_z);
                let factor = body[3]
                    * softening
                        .inverse_cube_by_double_root(x * x + y * y + z * z + softening.squared);
                sum_x += x * factor;
                sum_y += y * factor;
                sum_z += z * factor;
            }
            *acceleration = [sum_x, sum_y, sum_z];
        }
    }

    /// Applies `change` to position, velocity and acceleration along each axis, for every body.
    pub fn each(&mut self, change: impl Fn(&mut f32, &mut f32, f32)) {
        for ((body, velocity), acceleration) in
            self.position_and_mass.iter_mut().zip(&mut self.velocity).zip(&self.acceleration)
        {
            for axis in 0..3 {
                change(&mut body[axis], &mut velocity[axis], acceleration[axis]);
            }
        }
    }

    pub fn bodies(&self) -> Vec<Body> {
        let rows = self.position_and_mass.iter().zip(&self.velocity).zip(&self.component);
        let body =
            |((&[x, y, z, mass], &velocity), &component): ((&[f32; 4], &[f32; 3]), &u32)| Body {
                position: Vec3::from([x, y, z]).as_dvec3(),
                velocity: Vec3::from(velocity).as_dvec3(),
                mass: f64::from(mass),
                component,
            };
        rows.map(body).collect()
    }
}
