//! One body, copied to the host in every frame without stalling.

use glam::DVec3;

use super::{Bodies, Body, Snapshot, State, bodies};
use crate::gpu::{Gpu, GpuError, Readbacks};

/// One body at one moment of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Watched {
    /// Simulated time.
    pub time: f64,
    /// Steps since the start of the run.
    pub steps: u64,
    /// The body's index, from 0.
    pub index: u32,
    /// Position, velocity, mass.
    pub body: Body,
    /// Acceleration at the last force evaluation: that of this very moment with `leapfrog-kdk`, of
    /// the step's last stage with other integrators. Zero before there was one.
    pub acceleration: DVec3,
}

impl Watched {
    /// A body of a state, whose acceleration is not known.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn of(snapshot: &Snapshot, index: u32) -> Self {
        let Snapshot { time, steps, ref state } = *snapshot;
        Self { time, steps, index, body: state.body(index as usize), acceleration: DVec3::ZERO }
    }
}

/// Most copies in flight. If the caller does not collect them, no more are made.
const UNDER_WAY: usize = 8;

/// Watches a body: record, submit, and later collect.
#[derive(Debug)]
pub struct Watch {
    bodies: Bodies,
    index: u32,
    /// Position, velocity, acceleration, with time and steps.
    copies: Readbacks<[f32; 4], (f64, u64)>,
}

impl Watch {
    /// Prepares to watch the body at `index`, from 0; `None` if there is no such body.
    pub fn new(gpu: &Gpu, bodies: &Bodies, index: u32) -> Option<Self> {
        let is_there = index < bodies.count();
        is_there.then(|| Self {
            bodies: bodies.clone(),
            index,
            copies: Readbacks::new(gpu, "watch", 3),
        })
    }

    /// The index of the body, from 0.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// Encodes a copy of the body at this point in `encoder`, labelled with `time` and `steps`.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        time: f64,
        steps: u64,
    ) -> Result<(), GpuError> {
        if self.copies.pending() >= UNDER_WAY {
            return Ok(());
        }
        let index = self.index as usize;
        let rows = [&self.bodies.position, &self.bodies.velocity, &self.bodies.acceleration];
        self.copies.encode_ranges(
            encoder,
            &rows.map(|rows| (rows, index..index + 1)),
            (time, steps),
        )
    }

    /// The newest copy that has arrived since the last call; older ones are dropped. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<Option<Watched>, GpuError> {
        let mut newest = None;
        while let Some(copy) = self.copies.collect()? {
            newest = Some(self.watched(copy));
        }
        Ok(newest)
    }

    /// Waits for the oldest copy in flight; `None` if there is none.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn wait(&mut self) -> Result<Option<Watched>, GpuError> {
        Ok(self.copies.wait()?.map(|copy| self.watched(copy)))
    }

    fn watched(&self, ((time, steps), rows): ((f64, u64), Vec<[f32; 4]>)) -> Watched {
        let body = State::of_single(rows[..2].to_vec()).body(0);
        Watched { time, steps, index: self.index, body, acceleration: bodies::vector(&rows[2]) }
    }
}
