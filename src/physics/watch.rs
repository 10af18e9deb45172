//! One body, copied to the host frame by frame without stalling anything.

use glam::DVec3;

use super::{Bodies, Body, bodies};
use crate::gpu::{Gpu, GpuError, Readbacks};

/// One body at one moment of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Watched {
    /// Simulated time.
    pub time: f64,
    /// Steps since the begin of the run.
    pub steps: u64,
    /// The body's number, from 0.
    pub index: u32,
    /// Position, velocity, mass.
    pub body: Body,
    /// Acceleration at the last force evaluation: of this very moment with `leapfrog-kdk`, of the last stage of the step with
    /// the others; zero before the first step.
    pub acceleration: DVec3,
}

/// Copies under way at most. Where a caller forgets to collect them, later ones are not made.
const UNDER_WAY: usize = 8;

/// Watches a body: record, submit, request; later, collect.
#[derive(Debug)]
pub struct Watch {
    bodies: Bodies,
    index: u32,
    /// Position, velocity, acceleration, with time and steps.
    copies: Readbacks<[f32; 4], (f64, u64)>,
}

impl Watch {
    /// Prepares to watch number `index` of `bodies`, from 0; `None` where there is no such body.
    pub fn new(gpu: &Gpu, bodies: &Bodies, index: u32) -> Option<Self> {
        let is_there = index < bodies.count();
        is_there.then(|| Self { bodies: bodies.clone(), index, copies: Readbacks::new(gpu, "watch", 3) })
    }

    /// Records a copy of the body as it is at this place in `encoder`: `time` and `steps` go with it.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn record(&mut self, encoder: &mut wgpu::CommandEncoder, time: f64, steps: u64) -> Result<(), GpuError> {
        if self.copies.pending() >= UNDER_WAY {
            return Ok(());
        }
        let index = self.index as usize;
        let copy = self.copies.begin((time, steps))?;
        for (at, rows) in [&self.bodies.position, &self.bodies.velocity, &self.bodies.acceleration].into_iter().enumerate() {
            copy.record_range(encoder, rows, index..index + 1, at);
        }
        Ok(())
    }

    /// Asks for what was recorded, once the commands are submitted.
    pub fn request(&mut self) {
        self.copies.request();
    }

    /// The newest copy that has arrived since the last call; older ones are passed over. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<Option<Watched>, GpuError> {
        let mut newest = None;
        while let Some(((time, steps), rows)) = self.copies.collect()? {
            let body = bodies::body(&rows[0], &rows[1]);
            newest = Some(Watched { time, steps, index: self.index, body, acceleration: bodies::vector(&rows[2]) });
        }
        Ok(newest)
    }
}
