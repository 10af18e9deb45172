//! Poisson's equation on a periodic plane, by Fourier transforms and by grids of several sizes.

pub mod kernels;
mod multigrid;
mod spectral;

pub use kernels::KERNELS;
pub use multigrid::Multigrid;
pub use spectral::{Poisson, PoissonOperator, PoissonPath, PoissonRequest};
