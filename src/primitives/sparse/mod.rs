//! Sparse matrices in CSR format, and their product with a vector.
//!
//! A [`Csr`] is checked when it is made, so kernels need no checks of their own. [`Spmv`] measures
//! the lengths of its rows and chooses a plan by them.

mod csr;
mod error;
mod grids;
mod kernels;
mod market;
mod plan;
mod power_law;
mod product;
mod real;
mod solver;
mod surface;
mod tiles;

pub use csr::{Csr, RowLengths};
pub use error::SparseError;
pub use kernels::KERNELS;
#[cfg(test)]
pub use kernels::{CarryParams, SolverParams, Span, SpmvParams};
pub use market::matrix_market_size;
pub use plan::{SpmvPath, SpmvPlan};
pub use product::Spmv;
pub use real::Real;
pub use solver::{ConjugateGradient, SolverLimits, SolverState};
pub use surface::Surface;
