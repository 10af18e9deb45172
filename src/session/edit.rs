//! What is done to a run by hand, done again.

use super::course::Edit;
use super::{Session, SessionError};
use crate::physics::{SimulationError, Snapshot};

impl Edit {
    /// Makes the edit in `session`, at its present step. Pace and next frame stay. Waits for the bodies,
    /// if it changes single ones.
    ///
    /// # Errors
    /// [`SessionError`] if the edit is not possible, or if the GPU fails.
    pub fn make(&self, session: &mut Session) -> Result<(), SessionError> {
        let clock = session.clock();
        match self {
            Self::Physics(parameters) => session.set_parameters(**parameters)?,
            Self::Reverse {} => {
                let mut encoder = session.gpu().encoder("reverse");
                session.encode_reverse(&mut encoder)?;
                session.submit(encoder);
            }
            Self::Attract(attraction) => {
                let mut encoder = session.gpu().encoder("attract");
                session.encode_attraction(&mut encoder, *attraction)?;
                session.submit(encoder);
            }
            _ => {
                session.computing_mut().wait_for_time()?;
                let simulation = session.simulation();
                let (time, steps) = (simulation.time(), simulation.steps());
                let mut state = simulation.state()?;
                self.apply(&mut state).map_err(SimulationError::from)?;
                session.restore(&Snapshot { time, steps, state })?;
            }
        }
        session.set_clock(clock);
        Ok(())
    }
}
