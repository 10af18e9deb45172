//! Saving a run, and continuing a saved one.

use super::{Clock, Session, SessionError};
use crate::gpu::{Gpu, GpuError};
use crate::physics::{Carried, Snapshot};
use crate::snapshot::Checkpoint;

impl Session {
    /// Continues a saved run, with its trails. `clock` says when the next frame is.
    ///
    /// # Errors
    /// As [`Session::resume`].
    pub fn reopen(gpu: &Gpu, run: &Checkpoint, clock: Clock) -> Result<Self, SessionError> {
        let mut session = Self::resume(gpu, run.scene.clone(), &run.snapshot, clock.pace())?;
        session.clock = clock;
        if let Some(carried) = &run.carried {
            session.simulation.carry_on(carried);
        }
        if let Some(trails) = &run.trails {
            session.restore_trails(trails)?;
        }
        Ok(session)
    }

    /// Goes on with what a saved run carried, after a change of what computes the forces. Returns
    /// whether it fits; nothing changes otherwise.
    pub fn carry_on(&mut self, carried: &Carried) -> bool {
        self.simulation.carry_on(carried)
    }

    /// What the run carries from step to step; `None` within a step. Waits for the GPU.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out or the device is lost.
    pub fn carried(&mut self) -> Result<Option<Carried>, GpuError> {
        self.simulation.carried()
    }

    /// The run as it is now, to be saved. Waits for the GPU; a window records copies instead.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out or the device is lost.
    pub fn checkpoint(&mut self) -> Result<Checkpoint, GpuError> {
        self.wait_for_time()?;
        let (time, steps) = (self.simulation.time(), self.simulation.steps());
        let snapshot = Snapshot { time, steps, state: self.simulation.state()? };
        let mut encoder = self.gpu.encoder("trails");
        let copy = self.encode_trail_copy(&mut encoder)?;
        let submission = self.submit(encoder);
        let trails = match copy {
            None => None,
            Some(copy) => {
                self.wait_for(submission)?;
                Some(copy.wait()?)
            }
        };
        let carried = self.simulation.carried()?;
        Ok(Checkpoint { carried, trails, ..Checkpoint::new(self.scene.clone(), snapshot) })
    }
}
