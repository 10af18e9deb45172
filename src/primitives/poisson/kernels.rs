//! The kernels of Poisson's equation.

use crate::gpu::{KernelSource, Part, Tuning};
use crate::primitives::fft::kernels::{COLUMNS, IN_REGISTERS};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of a division.
    pub struct DivideParams {
        /// Elements of a row of the spectrum.
        pub columns: u32,
        /// Elements of all rows.
        pub count: u32,
    }
}

mirrored! {
    /// A level of the grids.
    pub struct LevelParams {
        /// Rows.
        pub rows: u32,
        /// Columns.
        pub columns: u32,
        /// The inverse square of the distance between neighbours in a row.
        pub along_rows: f32,
        /// The same in a column.
        pub along_columns: f32,
        /// 0 or 1: which points of the checkerboard are relaxed.
        pub color: u32,
        /// Rounds the size up.
        pub padding: u32,
    }
}

const GRID: Part = wgsl!("grid.wgsl");
const LEVEL: Part = wgsl!("poisson/level.wgsl");
const COMPLEX: Part = wgsl!("fft/complex.wgsl");

/// Solves for columns that fit into registers.
pub const SOLVE: KernelSource =
    KernelSource::trusted("poisson/solve", &[wgsl!("poisson/solve.wgsl")], COLUMNS).with(IN_REGISTERS);
/// Divides a spectrum, in single and in double precision.
pub const DIVIDE: [KernelSource; 2] = [
    KernelSource::trusted("poisson/divide", &[wgsl!("poisson/divide.wgsl"), COMPLEX, GRID, wgsl!("real_f32.wgsl")], WORKGROUPS),
    KernelSource::trusted("poisson/divide", &[wgsl!("poisson/divide.wgsl"), COMPLEX, GRID, wgsl!("real_f64.wgsl")], WORKGROUPS),
];
/// Relaxes half of the points of a level.
pub const RELAX: KernelSource = KernelSource::trusted("poisson/relax", &[wgsl!("poisson/relax.wgsl"), LEVEL, GRID], WORKGROUPS);
/// The residual on the next coarser level.
pub const COARSEN: KernelSource =
    KernelSource::trusted("poisson/coarsen", &[wgsl!("poisson/coarsen.wgsl"), LEVEL, GRID], WORKGROUPS);
/// The correction from the next coarser level.
pub const PROLONG: KernelSource =
    KernelSource::trusted("poisson/prolong", &[wgsl!("poisson/prolong.wgsl"), LEVEL, GRID], WORKGROUPS);

const WORKGROUPS: &[Tuning] = &[&[]];

/// Every kernel of Poisson's equation.
pub const KERNELS: &[&KernelSource] = &[&SOLVE, &DIVIDE[0], &DIVIDE[1], &RELAX, &COARSEN, &PROLONG];
