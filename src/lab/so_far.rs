//! A case that is still being measured.

/// What is known of a case under way.
#[derive(Clone, Debug, PartialEq)]
pub struct SoFar {
    /// What is measured.
    pub variant: String,
    /// Number of bodies or elements.
    pub count: usize,
    /// Its place on the experiment's axis, if that is not the count.
    pub at: Option<f64>,
    /// Median of the samples so far, in milliseconds.
    pub median_ms: f64,
}
