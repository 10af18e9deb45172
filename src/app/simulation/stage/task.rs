//! What a stage is to do in a frame.

use crate::app::simulation::transport::Transport;

/// What a stage is to do in a frame.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    pub transport: Transport,
    /// Seconds since the last frame, and by how many tools move bodies.
    pub elapsed: f32,
    pub moving: f32,
    /// Whether the bodies must stay as they are, for a search.
    pub is_held: bool,
    /// Whether a video is recorded, whose frames keep their steps.
    pub is_filmed: bool,
    /// In a comparison, the simulated time to advance to, if known.
    pub goal: Option<Option<f64>>,
}
