//! What is done to a run by hand, done again.

use super::course::{Edit, Setup};
use super::{Session, SessionError};
use crate::physics::{SimulationError, Snapshot};

impl Session {
    /// What computes the run now, and how: for [`Course::add`](super::Course::add), before an edit.
    pub fn setup(&self) -> Setup {
        Setup {
            physics: self.scene.physics,
            plan: self.simulation().plan().into(),
            members: self.computing.present(),
        }
    }

    /// Makes an edit at the present step. Pace and next frame stay. Waits for the bodies, if it changes
    /// single ones.
    ///
    /// # Errors
    /// [`SessionError`] if the edit is not possible, or if the GPU fails.
    pub fn edit(&mut self, edit: &Edit) -> Result<(), SessionError> {
        let clock = self.clock;
        match edit {
            Edit::Physics(parameters) => self.set_parameters(**parameters)?,
            Edit::Reverse {} => {
                let mut encoder = self.gpu().encoder("reverse");
                self.encode_reverse(&mut encoder)?;
                self.submit(encoder);
            }
            Edit::Attract(attraction) => {
                let mut encoder = self.gpu().encoder("attract");
                self.encode_attraction(&mut encoder, *attraction)?;
                self.submit(encoder);
            }
            _ => {
                self.computing.wait_for_time()?;
                let simulation = self.simulation();
                let (time, steps) = (simulation.time(), simulation.steps());
                let mut state = simulation.state()?;
                edit.apply(&mut state).map_err(SimulationError::from)?;
                self.restore(&Snapshot { time, steps, state })?;
            }
        }
        self.clock = clock;
        Ok(())
    }
}
