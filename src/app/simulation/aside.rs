//! The run that waits while a lesson shows its scenes.

use crate::app::simulation::run::Run;

/// What becomes of the user's run while a lesson shows scenes.
#[derive(Default)]
pub enum Aside {
    /// Nothing waits: another scene replaces the run on stage.
    #[default]
    Nothing,
    /// The run on stage will wait for the end of the lesson once another scene has come.
    Due,
    /// This run waits, as it was left.
    Run(Box<Run>),
}

impl Aside {
    /// Whether the end of the lesson gives a run back.
    pub fn is_run(&self) -> bool {
        !matches!(self, Self::Nothing)
    }
}
