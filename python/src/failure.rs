//! What goes wrong, as Python's exceptions with the library's sentences.

use std::fmt::Display;

use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use starshell::capture::CaptureError;
use starshell::gpu::GpuError;
use starshell::physics::SimulationError;
use starshell::session::SessionError;

pyo3::create_exception!(
    starshell,
    StarshellError,
    PyRuntimeError,
    "What Starshell cannot do, in one sentence with a remedy: a file that is not read, a run that fails, an adapter that is missing."
);

/// What goes wrong.
pub enum Failure {
    /// A value or an array that does not suit: `ValueError`.
    Value(String),
    /// A name that is none of a setting: `TypeError`, as Python itself has it for unknown keywords.
    Keyword(String),
    /// Anything else: `StarshellError`.
    Run(String),
    /// An exception of Python's own.
    Python(PyErr),
}

/// A value does not suit.
pub fn value(error: impl Display) -> Failure {
    Failure::Value(error.to_string())
}

/// Something fails.
pub fn run(error: impl Display) -> Failure {
    Failure::Run(error.to_string())
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Value(sentence) => PyValueError::new_err(sentence),
            Failure::Keyword(sentence) => PyTypeError::new_err(sentence),
            Failure::Run(sentence) => StarshellError::new_err(sentence),
            Failure::Python(error) => error,
        }
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<GpuError> for Failure {
    fn from(error: GpuError) -> Self {
        run(error)
    }
}

impl From<CaptureError> for Failure {
    fn from(error: CaptureError) -> Self {
        run(error)
    }
}

impl From<SimulationError> for Failure {
    fn from(error: SimulationError) -> Self {
        match error {
            SimulationError::Gpu(error) => error.into(),
            error => value(error),
        }
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Simulation(error) => error.into(),
            SessionError::Initial(error) => value(error),
            error => run(error),
        }
    }
}
