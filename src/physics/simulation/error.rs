//! Why a simulation cannot be created.

use crate::gpu::GpuError;
use crate::name::Named;
use crate::physics::{Integrator, InvalidBody, MAX_HOSTED, NoSuchPrecision, ParameterError};
use crate::words::t;

/// Why a simulation cannot be created.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SimulationError {
    /// A parameter is out of range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// The adapter does not support this precision.
    #[error(transparent)]
    Precision(#[from] NoSuchPrecision),
    /// A body is not valid.
    #[error(transparent)]
    Body(#[from] InvalidBody),
    /// No bodies.
    #[error("{}", t!("error-no-bodies"))]
    NoBodies,
    /// More bodies than the integrator moves.
    #[error("{}", t!("error-hosted-count", integrator = integrator.name(), count = count, most = MAX_HOSTED))]
    TooMany {
        /// The integrator.
        integrator: Integrator,
        /// Number of bodies.
        count: usize,
    },
    /// The integrator does not work with an external force.
    #[error("{}", t!("error-external", integrator = .0))]
    External(&'static str),
    /// The GPU failed, or cannot hold the simulation.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}
