//! Runs that are saved.

use std::path::PathBuf;

use starshell::render::TrailCopy;
use starshell::snapshot::Checkpoint;

/// A run being copied from the GPU, to be saved.
pub struct Saving {
    pub path: PathBuf,
    /// The run without its trails, once it has arrived.
    pub run: Option<Checkpoint>,
    pub trails: Option<TrailCopy>,
}
