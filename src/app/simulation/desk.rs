//! The desk: a stage, all that a user does with it, and the shell around both. It depends on
//! neither window nor surface, so tests and benchmarks run the same code.

use crate::app::shell::state::Shell;
use crate::app::simulation::{
    aside::Aside, drafts::Drafts, preview::Incoming, rescue::Rescue, run::Run, tuning::Tuning,
    viewer::Viewer,
};

/// A run, how it is looked at, and the shell around both.
pub struct Desk {
    pub shell: Shell,
    pub viewer: Viewer,
    pub run: Run,
    /// What becomes of the user's run while a lesson shows scenes.
    pub aside: Aside,
    pub tuning: Tuning,
    pub drafts: Drafts,
    /// Bodies from a file.
    pub incoming: Option<Incoming>,
    /// Recovery from a crash, if the window has it.
    pub rescue: Option<Rescue>,
}

impl Desk {
    /// Whether the next frame will differ from the last without any input.
    pub fn is_moving(&self) -> bool {
        let is_reading =
            matches!(self.incoming, Some(Incoming::Read(..) | Incoming::ReadAgain(..)));
        is_reading || self.viewer.is_moving(&self.run.stage) || self.run.is_moving()
    }

    /// Whether nothing moves until the processor has computed the next steps.
    pub fn is_computing(&mut self) -> bool {
        self.viewer.is_still() && self.run.is_computing()
    }
}
