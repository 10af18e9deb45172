//! What can be done on the workbench.

use std::path::PathBuf;

/// A request to the workbench.
#[derive(Clone, Debug)]
pub enum Action {
    /// Run the kernel that is shown, in a process of its own.
    Run,
    /// End that process.
    Stop,
    /// Write the kernel that is shown to a file.
    Save,
    /// Put the text of a file in its place.
    Open(PathBuf),
}
