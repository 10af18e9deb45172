//! Why a simulation cannot be created.

use crate::gpu::GpuError;
use crate::name::Named;
use crate::physics::{Integrator, InvalidBody, MAX_HOSTED, ParameterError};
use crate::words::{Text, say};

/// Why a simulation cannot be created.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum SimulationError {
    /// A parameter is out of range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// A body is not valid.
    #[error(transparent)]
    Body(#[from] InvalidBody),
    /// No bodies.
    NoBodies,
    /// More bodies than the integrator moves.
    TooMany {
        /// The integrator.
        integrator: Integrator,
        /// Number of bodies.
        count: usize,
    },
    /// The integrator does not work with an external force.
    External(&'static str),
    /// Several regions cannot do what this run has.
    Regions(Text),
    /// The GPU failed, or cannot hold the simulation.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

impl SimulationError {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        match self {
            Self::Parameter(error) => error.text(),
            Self::Body(error) => error.text(),
            Self::NoBodies => say!("error-no-bodies"),
            Self::TooMany { integrator, count } => {
                say!("error-hosted-count", integrator = integrator.name(), count, most = MAX_HOSTED)
            }
            Self::Regions(what) => say!("error-regions", what = what.clone()),
            Self::External(integrator) => say!("error-external", integrator),
            Self::Gpu(error) => error.text(),
        }
    }
}
