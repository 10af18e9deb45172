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
    let lists = [super::machine::KERNELS, super::floating_point::KERNELS, super::workbench::KERNELS];
    let mut all =
        [lists[0][0]; super::machine::KERNELS.len() + super::floating_point::KERNELS.len() + super::workbench::KERNELS.len()];
    let (mut list, mut begin) = (0, 0);
    while list < lists.len() {
        let (_, rest) = all.split_at_mut(begin);
        let (own, _) = rest.split_at_mut(lists[list].len());
        own.copy_from_slice(lists[list]);
        (list, begin) = (list + 1, begin + lists[list].len());
    }
    all
};
