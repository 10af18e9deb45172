//! Data-parallel building blocks: prepared once for given buffers, recorded into the caller's encoder. They never submit
//! and never wait.

mod reduce;
pub mod reference;

pub use reduce::{MAX_F32, Monoid, REDUCE, Reduce, ReduceParameters, SUM_F32};

/// Every kernel of this layer.
pub const KERNELS: &[&crate::gpu::KernelSource] = &[SUM_F32.kernel(), MAX_F32.kernel()];
