//! The state of all bodies, copied to the host without stalling anything.

use super::{Bodies, Body, bodies};
use crate::gpu::{Gpu, GpuError, Readbacks};

/// All bodies at one moment of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Simulated time.
    pub time: f64,
    /// Steps since the begin of the run.
    pub steps: u64,
    /// The bodies, in their order on the GPU, exactly as single precision holds them.
    pub bodies: Vec<Body>,
}

/// Takes snapshots of a set of bodies: record, submit, request; later, collect. Any number may be under way; each takes 32
/// bytes of staging memory a body.
#[derive(Debug)]
pub struct Snapshots {
    bodies: Bodies,
    /// Positions, then velocities, with time and steps.
    copies: Readbacks<[f32; 4], (f64, u64)>,
}

impl Snapshots {
    /// Prepares to copy `bodies`. No memory is taken yet.
    pub fn new(gpu: &Gpu, bodies: &Bodies) -> Self {
        Self { bodies: bodies.clone(), copies: Readbacks::new(gpu, "snapshot", 2 * bodies.count() as usize) }
    }

    /// Records a copy of the bodies as they are at this place in `encoder`: `time` and `steps` go with it.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`] and [`GpuError::OutOfMemory`].
    pub fn record(&mut self, encoder: &mut wgpu::CommandEncoder, time: f64, steps: u64) -> Result<(), GpuError> {
        let count = self.bodies.count() as usize;
        let copy = self.copies.begin((time, steps))?;
        copy.record_range(encoder, &self.bodies.position, 0..count, 0);
        copy.record_range(encoder, &self.bodies.velocity, 0..count, count);
        Ok(())
    }

    /// Asks for what was recorded, once the commands are submitted.
    pub fn request(&mut self) {
        self.copies.request();
    }

    /// The oldest snapshot under way, if it has arrived. Never waits for the GPU.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<Option<Snapshot>, GpuError> {
        let Some(((time, steps), rows)) = self.copies.collect()? else { return Ok(None) };
        let (positions, velocities) = rows.split_at(rows.len() / 2);
        let bodies = positions.iter().zip(velocities).map(|(x, v)| bodies::body(x, v)).collect();
        Ok(Some(Snapshot { time, steps, bodies }))
    }
}
