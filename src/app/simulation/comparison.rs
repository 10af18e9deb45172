//! A comparison of two runs, side by side.

use crate::app::simulation::stage::Stage;

/// The half of a comparison without the focus.
pub struct OtherView {
    pub stage: Stage,
    /// Whether it is the left half.
    pub is_left: bool,
    /// Simulated time that both halves advance to.
    pub goal: Option<f64>,
}
