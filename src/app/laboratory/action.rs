//! What can be done in the laboratory.

use std::path::PathBuf;

use crate::app::laboratory::export::Export;

/// A request to the laboratory.
#[derive(Clone, Debug)]
pub enum Action {
    /// Measure the experiments with these names or, without names, the one that is shown.
    Measure(Vec<&'static str>),
    /// End the measurements after the present case.
    Stop,
    /// Write the results of the experiment that is shown.
    Export(Export),
    /// Put another machine's results beside, or put them away.
    Compare(Option<PathBuf>),
}
