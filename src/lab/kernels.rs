//! Kernels of the laboratory and the structs that they share with the host. For tests; not part of the public interface.

pub use super::floating_point::{
    EXCHANGE_SUM, ExchangeSumParams, FUSED, FusedParams, SERIAL_SUM, SerialSumParams, TWO_FLOAT_SUM, TwoFloatSumParams,
};
pub use super::machine::{
    ATOMICS, ATOMICS_OF_SUBGROUPS, AtomicsParams, BANK_CONFLICTS, BLOCK, BankParams, BlockParams, COALESCING, COPY,
    CoalescingParams, CopyParams, DIVERGENCE, DivergenceParams, MULTIPLY_ADD, MultiplyAddParams, OCCUPANCY, OccupancyParams,
    TICK,
};
use crate::gpu::KernelSource;

/// Every kernel.
pub const KERNELS: &[&KernelSource] = &{
    let (machine, floating_point) = (super::machine::KERNELS, super::floating_point::KERNELS);
    let mut all = [machine[0]; super::machine::KERNELS.len() + super::floating_point::KERNELS.len()];
    let (first, last) = all.split_at_mut(machine.len());
    first.copy_from_slice(machine);
    last.copy_from_slice(floating_point);
    all
};
