//! Why a session cannot start.

use crate::cpu::CpuError;
use crate::gpu::GpuError;
use crate::physics::SimulationError;
use crate::physics::initial::InitialError;
use crate::ranks::RanksError;
use crate::words::Text;

/// Why a session cannot start.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The initial state cannot be created.
    #[error(transparent)]
    Initial(#[from] InitialError),
    /// The simulation cannot be created.
    #[error(transparent)]
    Simulation(#[from] SimulationError),
    /// The processor cannot compute.
    #[error(transparent)]
    Processor(#[from] CpuError),
    /// A further process of the run cannot compute.
    #[error(transparent)]
    Ranks(#[from] RanksError),
    /// The GPU failed, or cannot hold the session.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

impl SessionError {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        match self {
            Self::Initial(error) => error.text(),
            Self::Simulation(error) => error.text(),
            Self::Processor(error) => error.text(),
            Self::Ranks(error) => error.to_string().into(),
            Self::Gpu(error) => error.text(),
        }
    }
}
