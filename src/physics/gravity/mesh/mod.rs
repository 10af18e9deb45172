//! Gravity on a grid, alone or with the pairs of near bodies.

mod frame;
mod grid;
mod kernels;
mod method;
mod near;
mod settings;
mod unit;

pub use grid::{Mesh, MeshRequest};
pub use kernels::{
    ARRANGE, BLOCKS, CONVOLVE, DEPOSIT, DEPOSIT_CUBIC, FIELD, FRAME, MASSES, MERGE, MULTIPLY, NEAR,
    PULL,
};
#[cfg(test)]
pub use kernels::{FrameParams, MeshParams, MeshPlace, NearParams};
pub(super) use method::MeshMethod;
pub use settings::MeshSettings;
#[cfg(feature = "lab")]
pub(crate) use unit::periodic_spectrum;
