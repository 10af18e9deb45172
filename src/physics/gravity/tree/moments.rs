//! Masses, centres and second moments of all nodes: leaves from their bodies, other nodes from their children.

use super::build::{GRID, LEVELS, OPAQUE, PREFIX, TREE};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Part};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of `tree/cells`.
    pub struct CellsParams {
        /// The first level whose nodes are summed.
        pub deepest: u32,
        /// The last level.
        pub highest: u32,
    }
}

const MOMENTS: Part = wgsl!("tree/moments.wgsl");

/// The children of nodes, and the sums of leaves.
pub const TREE_LEAVES: KernelSource =
    KernelSource::trusted("tree/leaves", &[wgsl!("tree/leaves.wgsl"), TREE, PREFIX, MOMENTS, GRID], &[&[]]);
/// The sums of nodes with children.
pub const TREE_CELLS: KernelSource =
    KernelSource::trusted("tree/cells", &[wgsl!("tree/cells.wgsl"), TREE, MOMENTS, OPAQUE, GRID], &[&[]]);

/// Most threads for the nodes of a level. Further nodes are left to the same threads.
const THREADS: u32 = 1 << 16;
/// Levels of cells that Morton keys tell apart; those below divide the indices of bodies in one cell.
const CELLS: u32 = 22;
/// Levels that have at most 512 nodes each.
const FEW: u32 = 4;
/// Far from everything, and without mass: fills up lists of cells.
const NOBODY: [f32; 4] = [1e18, 1e18, 1e18, 0.0];

/// Nodes and their sums.
#[derive(Debug)]
pub(super) struct Moments {
    /// First child or body; number of children with [`INNER`], or of bodies; as bits, 3/2 of the trace of the second moment, and
    /// the square of the radius.
    pub(super) nodes: Buffer<[u32; 4]>,
    /// Three vectors per node: see `tree/moments.wgsl`. One more node, without mass.
    pub(super) sums: Buffer<[f32; 4]>,
    leaves: Bound,
    /// From the deepest level to the root, each with its number of threads.
    cells: Vec<(Bound, u32)>,
    threads: u32,
}

/// Marks a node with children.
pub const INNER: u32 = 1 << 31;

impl Moments {
    /// Prepares the sums of up to `capacity` nodes; `tree` holds the buffers that say what the nodes are.
    pub(super) fn new(gpu: &Gpu, capacity: usize, tree: &[(&'static str, &wgpu::Buffer)]) -> Result<Self, GpuError> {
        let nodes = gpu.storage("tree/nodes", capacity)?;
        let sums = gpu.storage("tree/moments", 3 * (capacity + 1))?;
        let nobody = 3 * capacity * size_of::<[f32; 4]>();
        gpu.queue().write_buffer(sums.raw(), nobody as u64, bytemuck::bytes_of(&NOBODY));
        let own = [("nodes", nodes.raw()), ("moments", sums.raw())];
        let kernel = gpu.kernel(&TREE_CELLS, &[])?;
        let levels: Vec<_> = tree.iter().copied().filter(|(name, _)| *name == "levels").collect();
        // Levels that divide bodies in one cell are all but empty, and the highest have few nodes: one workgroup for several.
        let each = (FEW..CELLS).rev().map(|level| {
            let most = 8_u32.checked_pow(level).unwrap_or(THREADS);
            (level, level, most.min(THREADS).min(capacity as u32))
        });
        let cells = std::iter::once((LEVELS as u32 - 3, CELLS, 1)).chain(each).chain([(FEW - 1, 0, 1)]);
        let cells = cells.map(|(deepest, highest, threads)| {
            let of = gpu.uniform("tree/cells_of", &CellsParams { deepest, highest })?;
            Ok((kernel.bind(gpu.device(), &[&[("cells_of", of.raw())], &levels[..], &own].concat()), threads))
        });
        let cells = cells.collect::<Result<_, GpuError>>()?;
        let leaves = gpu.kernel(&TREE_LEAVES, &[])?.bind(gpu.device(), &[tree, &own].concat());
        Ok(Self { nodes, sums, leaves, cells, threads: (capacity as u32).div_ceil(2) })
    }

    /// Bytes of the largest buffer for this many nodes, which is the largest of the whole tree.
    pub(super) fn largest_bytes(capacity: usize) -> u64 {
        3 * (capacity as u64 + 1) * size_of::<[f32; 4]>() as u64
    }

    /// Records the sums of all nodes.
    pub(super) fn record(&self, pass: &mut wgpu::ComputePass) {
        self.leaves.dispatch_threads(pass, self.threads);
        for (cells, threads) in &self.cells {
            cells.dispatch_threads(pass, *threads);
        }
    }

    /// Bytes allocated.
    pub(super) fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.sums.bytes()
    }
}
