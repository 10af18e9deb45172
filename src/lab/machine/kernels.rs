//! The kernels of the experiments about how a GPU works.

use super::{
    ATOMICS, ATOMICS_OF_SUBGROUPS, BANK_CONFLICTS, BLOCK, COALESCING, COPY, DIVERGENCE,
    MULTIPLY_ADD, OCCUPANCY, TICK,
};
use crate::gpu::KernelSource;

/// The kernels.
pub const KERNELS: &[&KernelSource] = &[
    &DIVERGENCE,
    &COALESCING,
    &BANK_CONFLICTS,
    &BLOCK,
    &OCCUPANCY,
    &ATOMICS,
    &ATOMICS_OF_SUBGROUPS,
    &TICK,
    &COPY,
    &MULTIPLY_ADD,
];
