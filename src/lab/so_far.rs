//! A case that is to be measured, or still is.

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
