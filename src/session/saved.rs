//! Saving a run, and continuing a saved one.

use super::{Clock, Session, SessionError};
use crate::gpu::{Gpu, GpuError};
use crate::physics::Snapshot;
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
            session.computing.simulation.carry_on(carried);
        }
        if let Some(trails) = &run.trails {
            session.pictures.restore_trails(trails, session.computing.simulation.steps())?;
        }
        Ok(session)
    }

    /// The run as it is now, to be saved. Waits for the GPU; a window records copies instead.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out or the device is lost.
    pub fn checkpoint(&mut self) -> Result<Checkpoint, GpuError> {
        self.computing.wait_for_time()?;
        let simulation = self.simulation();
        let (time, steps) = (simulation.time(), simulation.steps());
        let snapshot = Snapshot { time, steps, state: simulation.state()? };
        let mut encoder = self.gpu().encoder("trails");
        let copy = self.pictures.encode_trail_copy(&mut encoder)?;
        let submission = self.submit(encoder);
        let trails = match copy {
            None => None,
            Some(copy) => {
                self.wait_for(submission)?;
                Some(copy.wait()?)
            }
        };
        let carried = self.computing.simulation.carried()?;
        Ok(Checkpoint { carried, trails, ..Checkpoint::new(self.scene.clone(), snapshot) })
    }
}
