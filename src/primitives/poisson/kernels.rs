//! The kernels of Poisson's equation.

use crate::gpu::{KernelSource, Tuning};
use crate::primitives::fft::kernels::{filter, multiply};
use crate::{mirrored, wgsl};

mirrored! {
    /// A level of the grids.
    pub struct LevelParams {
        /// Rows.
        pub rows: u32,
        /// Columns.
        pub columns: u32,
        /// The inverse square of the distance between neighbours in a row.
        pub along_rows: f32,
        /// The inverse square of the distance between neighbours in a column.
        pub along_columns: f32,
        /// 0 or 1: which points of the checkerboard are relaxed.
        pub color: u32,
        /// Rounds the size up.
        pub padding: u32,
    }
}

/// Solves for columns that fit into registers, and for the second halves of split ones.
pub const SOLVE: [KernelSource; 2] = filter!("poisson/filter_lines", "poisson/from_operator.wgsl");
/// Divides a spectrum, in single and in double precision.
pub const DIVIDE: [KernelSource; 2] = [
    multiply!("poisson/multiply", "poisson/from_operator.wgsl", "real_f32.wgsl"),
    multiply!("poisson/multiply", "poisson/from_operator.wgsl", "real_f64.wgsl"),
];
/// Relaxes half of the points of a level.
pub const RELAX: KernelSource =
    KernelSource::trusted("poisson/relax", &[wgsl!("poisson/relax.wgsl")], WORKGROUPS);
/// The residual on the next coarser level.
pub const COARSEN: KernelSource =
    KernelSource::trusted("poisson/coarsen", &[wgsl!("poisson/coarsen.wgsl")], WORKGROUPS);
/// The correction from the next coarser level.
pub const PROLONG: KernelSource =
    KernelSource::trusted("poisson/prolong", &[wgsl!("poisson/prolong.wgsl")], WORKGROUPS);

const WORKGROUPS: &[Tuning] = &[&[]];

/// Every kernel of Poisson's equation.
pub const KERNELS: &[&KernelSource] =
    &[&SOLVE[0], &SOLVE[1], &DIVIDE[0], &DIVIDE[1], &RELAX, &COARSEN, &PROLONG];
