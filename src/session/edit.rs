//! What is done to a run by hand, done again.

use std::time::Duration;

use super::clock::Pace;
use super::course::{Edit, Edited};
use super::{Session, SessionError};
use crate::physics::{SimulationError, Snapshot};

/// Target duration of a submission of steps.
const BATCH: Duration = Duration::from_millis(100);

/// Makes the steps of a run up to the number `steps`, and the edits on the way. Waits for them.
/// `proceed` is called regularly, and returns whether to go on. Returns whether all was done.
///
/// # Errors
/// [`SessionError`] if an edit is not possible, or if the GPU fails.
pub fn replay(
    session: &mut Session,
    edits: &[Edited],
    steps: u64,
    proceed: &dyn Fn() -> bool,
) -> Result<bool, SessionError> {
    let mut edits = edits.iter().peekable();
    loop {
        let done = session.simulation().steps();
        if session.simulation().engine().progress().is_none() {
            while let Some(edited) = edits.next_if(|edited| edited.steps <= done) {
                edited.edit.make(session)?;
            }
        }
        if done >= steps {
            return Ok(true);
        }
        if !proceed() {
            return Ok(false);
        }
        let next = edits.peek().map_or(steps, |edited| edited.steps.min(steps));
        let most = (next - done).min(1000) as u32;
        session.set_pace(Pace::StepsPerFrame(most));
        let mut encoder = session.gpu().encoder("steps");
        session.encode_within(&mut encoder, most, BATCH)?;
        let submission = session.submit(encoder);
        session.wait_for(submission)?;
    }
}

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
