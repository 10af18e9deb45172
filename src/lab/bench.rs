//! Benches: rows that can be measured.

use super::flag::Flag;
use super::measurement::{Entry, LabError, Measurement};
use crate::gpu::Gpu;

/// A row that can be measured: what is computed, by which kernel, how much of it. It knows how the
/// result is checked, and what counts as work.
pub trait Bench: Clone + Send + Sync + 'static {
    /// What it is called on the command line, if it is a subject there.
    const NAME: &'static str = "";
    /// What is measured, and what the result is checked against.
    const ABOUT: &'static str = "";
    /// Whether it runs on an adapter, and not on the processor alone.
    const NEEDS_ADAPTER: bool = true;
    /// What can be chosen, in the order of rows: the values of the last flag vary first.
    const FLAGS: &'static [Flag<Self>] = &[];

    /// What is known without a measurement.
    fn entry(&self) -> Entry;

    /// Checks what can be checked before anything costs time or memory.
    ///
    /// # Errors
    /// [`LabError`] if this cannot be measured here.
    fn check(&self, gpu: &Gpu) -> Result<(), LabError>;

    /// Measures it, once it is checked.
    ///
    /// # Errors
    /// [`LabError::Wrong`] if the result is wrong; otherwise if the adapter cannot run the kernel,
    /// or is lost.
    fn measure(&self, gpu: &Gpu) -> Result<Measurement, LabError>;
}
