//! Kernels of the laboratory and the structs that they share with the host. For tests; not part of the public interface.

pub use super::machine::{
    ATOMICS, ATOMICS_OF_SUBGROUPS, AtomicsParams, BANK_CONFLICTS, BLOCK, BankParams, BlockParams, COALESCING, COPY,
    CoalescingParams, CopyParams, DIVERGENCE, DivergenceParams, MULTIPLY_ADD, MultiplyAddParams, OCCUPANCY, OccupancyParams,
    TICK,
};
use crate::gpu::KernelSource;

/// Every kernel.
pub const KERNELS: &[&KernelSource] = super::machine::KERNELS;
