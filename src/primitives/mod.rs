//! Data-parallel building blocks: prepared once for given buffers, recorded into the caller's encoder. They never submit
//! and never wait.

pub mod historical;
mod reduce;
pub mod reference;
pub mod threaded;

pub use reduce::{MAX_F32, Monoid, REDUCE, Reduce, ReduceParameters, SUM_F32};

use crate::gpu::KernelSource;

/// Kernels of what is fastest here.
const FASTEST: &[&KernelSource] = &[SUM_F32.kernel(), MAX_F32.kernel()];

/// Every kernel of this layer.
pub const KERNELS: &[&KernelSource] = &{
    let mut all = [FASTEST[0]; FASTEST.len() + historical::KERNELS.len()];
    let (fastest, historical) = all.split_at_mut(FASTEST.len());
    fastest.copy_from_slice(FASTEST);
    historical.copy_from_slice(historical::KERNELS);
    all
};
