//! A case that is to be measured, or still is.

use super::experiment::Case;

/// What is known of a case under way.
#[derive(Clone, Debug, PartialEq)]
pub struct SoFar {
    /// What is measured.
    pub variant: String,
    /// Number of bodies or elements.
    pub count: usize,
    /// Its place on the experiment's axis, if that is not the count.
    pub at: Option<f64>,
    /// Median of the samples so far, in milliseconds, once there are any.
    pub median_ms: Option<f64>,
}

impl SoFar {
    /// A case without samples.
    pub fn new(case: &Case) -> Self {
        Self { variant: case.variant.clone(), count: case.count, at: case.at, median_ms: None }
    }
}
