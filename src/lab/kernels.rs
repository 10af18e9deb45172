//! Kernels of the laboratory and the structs that they share with the host. For tests; not part of
//! the public interface.

pub use super::floating_point::{
    EXCHANGE_SUM, ExchangeSumParams, FUSED, FusedParams, SERIAL_SUM, SerialSumParams,
    TWO_FLOAT_SUM, TwoFloatSumParams,
};
pub use super::ladder::{RUNG_10_F64, RUNGS, RungBody, RungParams, RungParamsF64, RungRange};
pub use super::machine::{
    ATOMICS, ATOMICS_OF_SUBGROUPS, AtomicsParams, BANK_CONFLICTS, BLOCK, BankParams, BlockParams,
    COALESCING, COPY, CoalescingParams, CopyParams, DIVERGENCE, DivergenceParams, MULTIPLY_ADD,
    MultiplyAddParams, OCCUPANCY, OccupancyParams, TICK,
};
pub use super::poisson::{DIVISIONS, NARROW, PlaneParams, WIDEN};
pub use super::primitives::historical::products::{SPMV_WINDOW, WindowParams};
pub use super::primitives::historical::reductions::{
    REDUCE_ATOMIC, REDUCE_IN_STEP, REDUCE_SUBGROUPS, REDUCE_TREE, REDUCE_UNROLLED, REDUCE_VECTORS,
};
pub use super::primitives::historical::scans::{
    SCAN_ADD, SCAN_HILLIS_STEELE, SCAN_IN_PLACE, SCAN_SERIAL, SCAN_WORK_EFFICIENT, ScanAddParams,
    ScanSerialParams,
};
pub use super::primitives::historical::sorts::{
    DigitParams, SORT_FLAGS, SORT_HISTOGRAM, SORT_IN_PLACE, SORT_ONE_BLOCK, SORT_PARTITION,
    SORT_PARTITION_BY_ONES, SORT_SCATTER, SortKernels,
};
pub use super::primitives::historical::{BlocksParams, ElementKernels};
pub use super::textbook::{
    ATOMIC_COLLECT, ATOMIC_PAIRS, ATOMIC_TRIANGLE, BatchParams, SHUFFLE, STAGE, SUBGROUP_TILES,
    THREADS, TILE, UNIFORM_BATCHES,
};
use super::{floating_point, ladder, machine, options, poisson, primitives, textbook, workbench};
use crate::gpu::KernelSource;

/// Every kernel, by the part of the laboratory that it belongs to.
pub const KERNELS: &[&[&KernelSource]] = &[
    machine::KERNELS,
    floating_point::KERNELS,
    workbench::KERNELS,
    primitives::historical::KERNELS,
    poisson::KERNELS,
    textbook::KERNELS,
    ladder::KERNELS,
    options::KERNELS,
];
