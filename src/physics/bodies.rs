//! Bodies in the GPU's memory.

use glam::DVec3;

use super::Body;
use crate::gpu::{Buffer, Gpu, GpuError};

/// The bodies of a simulation on the GPU, in single precision.
#[derive(Clone, Debug)]
pub struct Bodies {
    /// Position (x, y, z) and mass (w).
    pub position: Buffer<[f32; 4]>,
    /// Velocity (x, y, z) and component (w, a whole number).
    pub velocity: Buffer<[f32; 4]>,
    /// Acceleration (x, y, z) at the last force evaluation, for the picture and for what is measured.
    pub acceleration: Buffer<[f32; 4]>,
    /// The mass of each body, where all have the same: force kernels then leave it out of their inner loops.
    pub mass: Option<f32>,
}

impl Bodies {
    /// Uploads `bodies`.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`] and [`GpuError::OutOfMemory`] where the adapter cannot hold so many.
    pub fn new(gpu: &Gpu, bodies: &[Body]) -> Result<Self, GpuError> {
        let all = Self {
            position: gpu.storage("bodies/position", bodies.len())?,
            velocity: gpu.storage("bodies/velocity", bodies.len())?,
            acceleration: gpu.storage("bodies/acceleration", bodies.len())?,
            mass: equal_mass(bodies),
        };
        let row = |v: DVec3, w: f32| [v.x as f32, v.y as f32, v.z as f32, w];
        let positions: Vec<_> = bodies.iter().map(|body| row(body.position, body.mass as f32)).collect();
        let velocities: Vec<_> = bodies.iter().map(|body| row(body.velocity, body.component as f32)).collect();
        gpu.write(&all.position, &positions);
        gpu.write(&all.velocity, &velocities);
        Ok(all)
    }

    /// Reads every body back; waits for the GPU.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn download(&self, gpu: &Gpu) -> Result<Vec<Body>, GpuError> {
        let (positions, velocities) = (gpu.read(&self.position)?, gpu.read(&self.velocity)?);
        Ok(positions.iter().zip(&velocities).map(|(x, v)| body(x, v)).collect())
    }

    /// Number of bodies.
    pub fn count(&self) -> u32 {
        self.position.len() as u32
    }
}

/// The mass that all bodies have, as single precision holds it.
fn equal_mass(bodies: &[Body]) -> Option<f32> {
    let mass = bodies.first()?.mass as f32;
    bodies.iter().all(|body| body.mass as f32 == mass).then_some(mass)
}

/// A body from its rows of [`Bodies::position`] and [`Bodies::velocity`]. Exact: uploaded again, it is the same bits.
pub(super) fn body(x: &[f32; 4], v: &[f32; 4]) -> Body {
    Body { position: vector(x), velocity: vector(v), mass: f64::from(x[3]), component: v[3] as u32 }
}

/// The vector of a row.
pub(super) fn vector(row: &[f32; 4]) -> DVec3 {
    DVec3::new(f64::from(row[0]), f64::from(row[1]), f64::from(row[2]))
}
