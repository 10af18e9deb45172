//! The bodies as a structure of arrays, and the scalar loops over them.

use super::simd::{self, Sources};
use super::{InstructionSet, Softening, sse, structs};
use crate::physics::Body;

/// One array per component of a body, all of the same length; vectors have one array per axis.
#[derive(Clone, Debug)]
pub(super) struct Arrays {
    pub position: [Vec<f32>; 3],
    pub mass: Vec<f32>,
    pub velocity: [Vec<f32>; 3],
    pub acceleration: [Vec<f32>; 3],
    pub component: Vec<u32>,
}

impl Arrays {
    pub fn new(bodies: &[Body]) -> Self {
        let axis = |vector: fn(&Body) -> [f64; 3], axis: usize| bodies.iter().map(|body| vector(body)[axis] as f32).collect();
        let axes = |vector| [axis(vector, 0), axis(vector, 1), axis(vector, 2)];
        Self {
            position: axes(|body| body.position.to_array()),
            mass: bodies.iter().map(|body| body.mass as f32).collect(),
            velocity: axes(|body| body.velocity.to_array()),
            acceleration: std::array::from_fn(|_| vec![0.0; bodies.len()]),
            component: bodies.iter().map(|body| body.component).collect(),
        }
    }

    pub fn body(&self, index: usize) -> Body {
        let [position, velocity] = [&self.position, &self.velocity].map(|vectors| structs::double(row(vectors, index)));
        Body { position, velocity, mass: f64::from(self.mass[index]), component: self.component[index] }
    }

    /// What a force pass reads and writes, as slices of equal length, so that the loops need no bounds checks.
    #[inline(always)]
    fn split(&mut self) -> (Sources<'_>, [&mut [f32]; 3]) {
        let count = self.mass.len();
        let position = self.position.each_ref().map(|axis| &axis[..count]);
        (Sources { position, mass: &self.mass }, self.acceleration.each_mut().map(|axis| &mut axis[..count]))
    }

    /// Accelerations of all bodies, by a scalar loop: n² interactions.
    pub fn accelerate(&mut self, softening: Softening) {
        let (Sources { position: [xs, ys, zs], mass }, [ax, ay, az]) = self.split();
        let count = mass.len();
        for i in 0..count {
            let (here_x, here_y, here_z) = (xs[i], ys[i], zs[i]);
            let (mut sum_x, mut sum_y, mut sum_z) = (0.0, 0.0, 0.0);
            for j in 0..count {
                let (x, y, z) = (xs[j] - here_x, ys[j] - here_y, zs[j] - here_z);
                let factor = mass[j] * softening.inverse_cube(x * x + y * y + z * z + softening.squared);
                sum_x += x * factor;
                sum_y += y * factor;
                sum_z += z * factor;
            }
            (ax[i], ay[i], az[i]) = (sum_x, sum_y, sum_z);
        }
    }

    /// The same over an array of structs of 16 bytes.
    pub fn accelerate_packed(&mut self, softening: Softening) {
        let (Sources { position: [xs, ys, zs], mass }, [ax, ay, az]) = self.split();
        let packed: Vec<[f32; 4]> = (0..mass.len()).map(|i| [xs[i], ys[i], zs[i], mass[i]]).collect();
        for (i, [here_x, here_y, here_z, _]) in packed.iter().enumerate() {
            let (mut sum_x, mut sum_y, mut sum_z) = (0.0, 0.0, 0.0);
            for body in &packed {
                let (x, y, z) = (body[0] - here_x, body[1] - here_y, body[2] - here_z);
                let factor = body[3] * softening.inverse_cube(x * x + y * y + z * z + softening.squared);
                sum_x += x * factor;
                sum_y += y * factor;
                sum_z += z * factor;
            }
            (ax[i], ay[i], az[i]) = (sum_x, sum_y, sum_z);
        }
    }

    /// The same, with each pair evaluated once: n (n - 1) / 2 evaluations for n² interactions.
    pub fn accelerate_pairs(&mut self, softening: Softening) {
        let (Sources { position: [xs, ys, zs], mass }, [ax, ay, az]) = self.split();
        let count = mass.len();
        for axis in [&mut *ax, ay, az] {
            axis.fill(0.0);
        }
        for i in 0..count {
            let (here_x, here_y, here_z) = (xs[i], ys[i], zs[i]);
            let (mut sum_x, mut sum_y, mut sum_z) = (0.0, 0.0, 0.0);
            for j in i + 1..count {
                let (x, y, z) = (xs[j] - here_x, ys[j] - here_y, zs[j] - here_z);
                let inverse_cube = softening.inverse_cube(x * x + y * y + z * z + softening.squared);
                let (pull, counter_pull) = (mass[j] * inverse_cube, mass[i] * inverse_cube);
                sum_x += x * pull;
                sum_y += y * pull;
                sum_z += z * pull;
                ax[j] -= x * counter_pull;
                ay[j] -= y * counter_pull;
                az[j] -= z * counter_pull;
            }
            ax[i] += sum_x;
            ay[i] += sum_y;
            az[i] += sum_z;
        }
    }

    /// The same with SIMD, on the threads of `pool` if there is one.
    pub fn accelerate_in_vectors(&mut self, softening: Softening, set: InstructionSet, pool: Option<&rayon::ThreadPool>) {
        let (sources, accelerations) = self.split();
        simd::accelerate(set, pool, sources, softening, accelerations);
    }

    /// The same with SSE, on the threads of `pool` if there is one.
    pub fn accelerate_by_fours(&mut self, softening: Softening, pool: Option<&rayon::ThreadPool>) {
        let (sources, accelerations) = self.split();
        sse::accelerate(pool, sources, softening, accelerations);
    }
}

/// One body's vector.
pub(super) fn row(vectors: &[Vec<f32>; 3], index: usize) -> [f32; 3] {
    vectors.each_ref().map(|axis| axis[index])
}
