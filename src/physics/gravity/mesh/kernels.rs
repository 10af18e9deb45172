//! The kernels of gravity on a grid, and their parameters.

use crate::gpu::{KernelSource, Part};
use crate::primitives::fft::kernels as fft;
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of a grid.
    pub struct MeshParams {
        /// Bodies.
        pub count: u32,
        /// Nodes per side that may have mass.
        pub side: u32,
        /// Nodes per side that are transformed.
        pub whole: u32,
        /// Blocks per side by which bodies are sorted.
        pub blocks: u32,
        /// The first place, in nodes, at which bodies take part, if the grid is not periodic.
        pub least: f32,
        /// The end of these places.
        pub end: f32,
        /// 1: the potential of a body is without its own part.
        pub is_without_own: u32,
    }
}

mirrored! {
    /// Where a grid lies, and the units of its masses.
    pub struct MeshPlace {
        /// The first node.
        pub low: [f32; 3],
        /// Nodes per unit of length.
        pub scale: f32,
        /// The inverse of the mass of one unit of the integers in which masses are summed.
        pub units: f32,
        /// That mass.
        pub unit: f32,
        /// The square of the softening, in nodes, where pairs are corrected.
        pub softness: f32,
        /// Rounds the size up.
        pub padding: u32,
    }
}

mirrored! {
    /// Parameters of putting a grid around bodies.
    pub struct FrameParams {
        /// Nodes per side.
        pub side: u32,
        /// Bodies.
        pub count: u32,
        /// The length of a periodic cube; 0: the grid is around all bodies.
        pub period: f32,
        /// Nodes before the first body.
        pub before: f32,
        /// Distances of nodes across all bodies.
        pub across: f32,
        /// The softening of corrected pairs; 0 if there is none.
        pub softening: f32,
        /// The least distance of nodes, in softening lengths.
        pub least: f32,
    }
}

mirrored! {
    /// Parameters of the pairs of near bodies.
    pub struct NearParams {
        /// The first sorted body of this dispatch.
        pub first: u32,
        /// One past the last.
        pub end: u32,
        /// The first of each body's sources that this dispatch sums. With 0 it begins with the
        /// grid's part.
        pub source: u32,
        /// How many.
        pub most: u32,
        /// The square of the softening.
        pub softening_squared: f32,
        /// The square of the softening if the grid has it to any order; 0 if to first order in its
        /// square.
        pub on_grid_squared: f32,
        /// The length of a periodic cube.
        pub period: f32,
    }
}

const LINEAR: Part = wgsl!("mesh/linear.wgsl");
const CUBIC: Part = wgsl!("mesh/cubic.wgsl");
/// Puts the grid around the bodies.
pub const FRAME: KernelSource = KernelSource::trusted(
    "mesh/frame",
    &[wgsl!("mesh/frame.wgsl"), wgsl!("monoid/bounds.wgsl")],
    &[&[]],
);
/// The block in which each body is.
pub const BLOCKS: KernelSource =
    KernelSource::trusted("mesh/blocks", &[wgsl!("mesh/blocks.wgsl")], &[&[]]);
/// The bodies in the order of their blocks, and where each block begins.
pub const ARRANGE: KernelSource =
    KernelSource::trusted("mesh/arrange", &[wgsl!("mesh/arrange.wgsl")], &[&[]]);
/// Divides masses among the eight nodes around each body.
pub const DEPOSIT: KernelSource =
    KernelSource::trusted("mesh/deposit", &[wgsl!("mesh/deposit.wgsl"), LINEAR], &[&[]]);
/// Divides masses among the 64 nodes around each body.
pub const DEPOSIT_CUBIC: KernelSource =
    KernelSource::trusted("mesh/deposit", &[wgsl!("mesh/deposit.wgsl"), CUBIC], &[&[]]);
/// Masses as floats.
pub const MASSES: KernelSource =
    KernelSource::trusted("mesh/masses", &[wgsl!("mesh/masses.wgsl")], &[&[]]);
/// Two spectra, which are real, as one.
pub const MERGE: KernelSource =
    KernelSource::trusted("mesh/merge", &[wgsl!("mesh/merge.wgsl")], &[&[]]);
/// Masses to potentials, in the spectrum, along lines that fit into registers.
pub const CONVOLVE: [KernelSource; 2] = fft::filter!("mesh/filter_lines", "mesh/from_unit.wgsl");
/// Masses to potentials, in the spectrum, for all elements.
pub const MULTIPLY: KernelSource =
    fft::multiply!("mesh/multiply", "mesh/from_unit.wgsl", "real_f32.wgsl");
/// Accelerations of bodies by the grid alone.
pub const PULL: KernelSource =
    KernelSource::trusted("mesh/pull", &[wgsl!("mesh/pull.wgsl"), LINEAR], &[&[]]);
/// Accelerations and potentials of nodes.
pub const FIELD: KernelSource =
    KernelSource::trusted("mesh/field", &[wgsl!("mesh/field.wgsl")], &[&[]]);
/// Accelerations of bodies by the grid and by near bodies.
pub const NEAR: KernelSource = KernelSource::trusted(
    "mesh/near",
    &[wgsl!("mesh/near.wgsl"), CUBIC, wgsl!("real_f32.wgsl")],
    &[
        &[("SOFTENED", 0), ("POTENTIAL", 0)],
        &[("SOFTENED", 0), ("POTENTIAL", 1)],
        &[("SOFTENED", 1), ("POTENTIAL", 0)],
        &[("SOFTENED", 1), ("POTENTIAL", 1)],
    ],
);
