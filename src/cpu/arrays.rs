//! The bodies as a structure of arrays.

use std::sync::atomic::AtomicBool;

use glam::DVec3;

use super::simd::{self, Sources};
use super::{InstructionSet, Softened, pairs};
use crate::physics::Body;

/// One array per component of a body, all of the same length; vectors have one array per axis.
#[derive(Clone, Debug)]
pub(crate) struct Arrays {
    pub position: [Vec<f32>; 3],
    pub mass: Vec<f32>,
    pub velocity: [Vec<f32>; 3],
    pub acceleration: [Vec<f32>; 3],
    pub component: Vec<u32>,
}

impl Arrays {
    pub fn new(bodies: &[Body]) -> Self {
        let axis = |vector: fn(&Body) -> [f64; 3], axis: usize| {
            bodies.iter().map(|body| vector(body)[axis] as f32).collect()
        };
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
        let [position, velocity] =
            [&self.position, &self.velocity].map(|vectors| row(vectors, index));
        Body {
            position,
            velocity,
            mass: f64::from(self.mass[index]),
            component: self.component[index],
        }
    }

    /// What a force pass reads and writes, as slices of equal length, so that the loops need no
    /// bounds checks.
    #[inline(always)]
    pub fn split(&mut self) -> (Sources<'_>, [&mut [f32]; 3]) {
        let count = self.mass.len();
        let position = self.position.each_ref().map(|axis| &axis[..count]);
        (
            Sources { position, mass: &self.mass },
            self.acceleration.each_mut().map(|axis| &mut axis[..count]),
        )
    }

    /// Accelerations of all bodies with SIMD, on the threads of `pool` if there is one: n²
    /// interactions.
    pub fn accelerate_in_vectors(
        &mut self,
        softening: Softened,
        set: InstructionSet,
        pool: Option<&rayon::ThreadPool>,
    ) {
        let (sources, accelerations) = self.split();
        let all = 0..sources.mass.len();
        simd::accelerate(
            set,
            pool,
            sources,
            softening,
            (0, &|_| vec![all.clone()]),
            accelerations,
            &AtomicBool::new(false),
        );
    }

    /// Computes accelerations of all bodies with SIMD on the threads of `pool`, each pair once.
    pub fn accelerate_in_pairs(
        &mut self,
        softening: Softened,
        set: InstructionSet,
        pool: &rayon::ThreadPool,
    ) {
        let (sources, accelerations) = self.split();
        pairs::accelerate_in_pairs(
            set,
            pool,
            sources,
            softening,
            accelerations,
            &AtomicBool::new(false),
        );
    }

    /// Applies `change` to position, velocity and acceleration along each axis, for every body.
    pub fn each(&mut self, change: impl Fn(&mut f32, &mut f32, f32)) {
        for axis in 0..3 {
            let moving = self.position[axis].iter_mut().zip(&mut self.velocity[axis]);
            moving.zip(&self.acceleration[axis]).for_each(|((x, v), &a)| change(x, v, a));
        }
    }

    /// The acceleration of a body.
    pub fn acceleration(&self, index: usize) -> DVec3 {
        row(&self.acceleration, index)
    }
}

/// One body's vector, in double precision.
fn row(vectors: &[Vec<f32>; 3], index: usize) -> DVec3 {
    DVec3::from(vectors.each_ref().map(|axis| f64::from(axis[index])))
}
