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
use super::options::{BLACK_SCHOLES, COMBINE, GREEKS, MONTE_CARLO, STRIDED, TO_NORMALS};
pub use super::poisson::{DIVISIONS, NARROW, PlaneParams, WIDEN};
use super::primitives::historical::products::SPMV_WINDOW_F64;
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
use super::workbench;
use crate::gpu::KernelSource;

/// Every kernel. Those of the workbench that are rungs of the ladder are listed twice.
pub fn kernels() -> impl Iterator<Item = &'static KernelSource> {
    const SINGLE: &[KernelSource] = &[
        ATOMICS,
        ATOMICS_OF_SUBGROUPS,
        BANK_CONFLICTS,
        BLOCK,
        COALESCING,
        COPY,
        DIVERGENCE,
        MULTIPLY_ADD,
        OCCUPANCY,
        TICK,
        EXCHANGE_SUM,
        FUSED,
        SERIAL_SUM,
        TWO_FLOAT_SUM,
        SORT_FLAGS,
        SORT_HISTOGRAM,
        SPMV_WINDOW,
        SPMV_WINDOW_F64,
        WIDEN,
        ATOMIC_COLLECT,
        ATOMIC_PAIRS,
        ATOMIC_TRIANGLE,
        SHUFFLE,
        STAGE,
        SUBGROUP_TILES,
        THREADS,
        TILE,
        UNIFORM_BATCHES,
        RUNG_10_F64,
        STRIDED,
        COMBINE,
        TO_NORMALS,
    ];
    const OF_ELEMENTS: &[ElementKernels] = &[
        REDUCE_ATOMIC,
        REDUCE_IN_STEP,
        REDUCE_SUBGROUPS,
        REDUCE_TREE,
        REDUCE_UNROLLED,
        REDUCE_VECTORS,
        SCAN_ADD,
        SCAN_HILLIS_STEELE,
        SCAN_IN_PLACE,
        SCAN_SERIAL,
        SCAN_WORK_EFFICIENT,
    ];
    const OF_SORTS: &[SortKernels] =
        &[SORT_IN_PLACE, SORT_ONE_BLOCK, SORT_PARTITION, SORT_PARTITION_BY_ONES, SORT_SCATTER];
    let lists = [SINGLE, RUNGS, &NARROW, &DIVISIONS, &BLACK_SCHOLES, &GREEKS, &MONTE_CARLO];
    let of_elements = OF_ELEMENTS.iter().flat_map(|kernels| [&kernels.u32, &kernels.f32]);
    let of_sorts = OF_SORTS.iter().flat_map(|kernels| [&kernels.keys, &kernels.pairs]);
    lists.into_iter().flatten().chain(of_elements).chain(of_sorts).chain(workbench::kernels())
}
