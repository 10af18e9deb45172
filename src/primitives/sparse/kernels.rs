//! The kernels of the product, in both precisions.

use crate::gpu::{KernelSource, Part, Tuning};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of a product.
    pub struct SpmvParams {
        /// Number of rows.
        pub rows: u32,
        /// Number of nonzeros.
        pub nonzeros: u32,
        /// Number of tiles of the kernels that divide rows and nonzeros among them.
        pub tiles: u32,
    }
}

mirrored! {
    /// Parameters of the sum of carries.
    pub struct CarryParams {
        /// Number of rows that begin in an earlier tile than they end.
        pub spans: u32,
    }
}

mirrored! {
    /// A row that begins in an earlier tile than it ends.
    pub struct Span {
        /// The row.
        pub row: u32,
        /// The tile in which it begins.
        pub first: u32,
        /// The tile in which it ends.
        pub end: u32,
    }
}

mirrored! {
    /// Parameters of a solver.
    pub struct SolverParams {
        /// Number of unknowns.
        pub unknowns: u32,
    }
}

/// The kernels of a solver in one precision.
#[derive(Clone, Copy, Debug)]
pub struct SolverKernels {
    /// Starts from the solution 0.
    pub start: KernelSource,
    /// The products whose sum is the curvature.
    pub curvature: KernelSource,
    /// Moves the solution.
    pub advance: KernelSource,
    /// Compares the residual with the limit.
    pub turn: KernelSource,
    /// The next direction.
    pub direct: KernelSource,
}

/// The kernels of products in one precision.
#[derive(Clone, Copy, Debug)]
pub struct SpmvKernels {
    /// One thread per row.
    pub rows: KernelSource,
    /// Several threads per row, summed through workgroup memory.
    pub lanes: KernelSource,
    /// Several threads per row, summed within subgroups.
    pub lanes_of_subgroups: KernelSource,
    /// Products of a workgroup's rows in workgroup memory.
    pub stream: KernelSource,
    /// Equally many rows and nonzeros in all for every workgroup.
    pub merge: KernelSource,
    /// Equally many rows and nonzeros in all for every thread.
    pub merge_alone: KernelSource,
    /// Adds up rows of several tiles.
    pub carries: KernelSource,
}

/// From two threads per row to a whole subgroup.
const LANES: &[Tuning] =
    &[&[("LANES", 2)], &[("LANES", 4)], &[("LANES", 8)], &[("LANES", 16)], &[("LANES", 32)]];
/// As many as fit into 8 KiB.
const TILES_F32: &[Tuning] = &[&[("WORKGROUP", 256), ("QUADS", 2)]];
const TILES_F64: &[Tuning] = &[&[("WORKGROUP", 128), ("QUADS", 2)]];
/// The usual workgroup, and one for tests; within 16 KiB.
const ITEMS: &[Tuning] = &[
    &[("WORKGROUP", 256), ("ITEMS", 5), ("SHORT", 16), ("LANES", 16)],
    &[("WORKGROUP", 8), ("ITEMS", 3), ("SHORT", 2), ("LANES", 4)],
];
const ITEMS_ALONE: &[Tuning] = &[&[("ITEMS", 256)], &[("ITEMS", 5)]];
/// For GPUs, and for software adapters.
const CARRIES: &[Tuning] =
    &[&[("WORKGROUP", 256), ("LANES", 32)], &[("WORKGROUP", 8), ("LANES", 1)]];

const BY_BARRIERS: Part = wgsl!("spmv/by_barriers.wgsl");
const BY_SUBGROUPS: Part = wgsl!("spmv/by_subgroups.wgsl");

macro_rules! kernels {
    ($real:literal, $tiles:expr) => {
        SpmvKernels {
            rows: KernelSource::trusted(
                "spmv/rows",
                &[wgsl!("spmv/rows.wgsl"), wgsl!($real)],
                &[&[]],
            ),
            lanes: KernelSource::trusted(
                "spmv/lanes",
                &[wgsl!("spmv/lanes.wgsl"), BY_BARRIERS, wgsl!($real)],
                LANES,
            ),
            lanes_of_subgroups: KernelSource::trusted(
                "spmv/lanes",
                &[wgsl!("spmv/lanes.wgsl"), BY_SUBGROUPS, wgsl!($real)],
                LANES,
            ),
            stream: KernelSource::trusted(
                "spmv/stream",
                &[wgsl!("spmv/stream.wgsl"), wgsl!($real)],
                $tiles,
            ),
            merge: KernelSource::trusted(
                "spmv/merge",
                &[wgsl!("spmv/merge.wgsl"), BY_BARRIERS, wgsl!($real)],
                ITEMS,
            ),
            merge_alone: KernelSource::trusted(
                "spmv/merge_alone",
                &[wgsl!("spmv/merge_alone.wgsl"), wgsl!($real)],
                ITEMS_ALONE,
            ),
            carries: KernelSource::trusted(
                "spmv/carries",
                &[wgsl!("spmv/carries.wgsl"), BY_BARRIERS, wgsl!($real)],
                CARRIES,
            ),
        }
    };
}

/// In single precision.
pub const F32: SpmvKernels = kernels!("real_f32.wgsl", TILES_F32);
/// In double precision.
pub const F64: SpmvKernels = kernels!("real_f64.wgsl", TILES_F64);

macro_rules! solver {
    ($real:literal) => {
        SolverKernels {
            start: KernelSource::trusted(
                "conjugate_gradient/start",
                &[wgsl!("conjugate_gradient/start.wgsl"), wgsl!($real)],
                &[&[]],
            ),
            curvature: KernelSource::trusted(
                "conjugate_gradient/curvature",
                &[wgsl!("conjugate_gradient/curvature.wgsl"), wgsl!($real)],
                &[&[]],
            ),
            advance: KernelSource::trusted(
                "conjugate_gradient/advance",
                &[wgsl!("conjugate_gradient/advance.wgsl"), wgsl!($real)],
                &[&[]],
            ),
            turn: KernelSource::trusted(
                "conjugate_gradient/turn",
                &[wgsl!("conjugate_gradient/turn.wgsl"), wgsl!($real)],
                &[&[]],
            ),
            direct: KernelSource::trusted(
                "conjugate_gradient/direct",
                &[wgsl!("conjugate_gradient/direct.wgsl"), wgsl!($real)],
                &[&[]],
            ),
        }
    };
}

/// Of a solver in single precision.
pub const SOLVER_F32: SolverKernels = solver!("real_f32.wgsl");
/// Of a solver in double precision.
pub const SOLVER_F64: SolverKernels = solver!("real_f64.wgsl");

/// Every kernel of sparse matrices.
pub const KERNELS: &[&KernelSource] = &[
    &F32.rows,
    &F32.lanes,
    &F32.lanes_of_subgroups,
    &F32.stream,
    &F32.merge,
    &F32.merge_alone,
    &F32.carries,
    &F64.rows,
    &F64.lanes,
    &F64.lanes_of_subgroups,
    &F64.stream,
    &F64.merge,
    &F64.merge_alone,
    &F64.carries,
    &SOLVER_F32.start,
    &SOLVER_F32.curvature,
    &SOLVER_F32.advance,
    &SOLVER_F32.turn,
    &SOLVER_F32.direct,
    &SOLVER_F64.start,
    &SOLVER_F64.curvature,
    &SOLVER_F64.advance,
    &SOLVER_F64.turn,
    &SOLVER_F64.direct,
];
