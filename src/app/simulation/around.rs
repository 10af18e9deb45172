//! What a stage uses of the desk that it shares with another stage.

use crate::app::shell::state::Shell;
use crate::app::simulation::history::History;
use crate::app::simulation::saving::Saving;

/// The part of the desk around its stages.
pub struct Around<'a> {
    pub shell: &'a mut Shell,
    pub history: &'a mut History,
    pub saving: &'a mut Vec<Saving>,
}
