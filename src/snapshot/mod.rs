//! Files that hold the state of a run.
//!
//! A [`Checkpoint`] is Starshell's own: everything that a run needs to be continued, bit for bit.

mod checkpoint;
mod curves;
mod sections;

pub use checkpoint::{Checkpoint, CheckpointError, ENDING, WindowState};
pub use curves::Curves;
