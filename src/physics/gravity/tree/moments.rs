//! Masses, centres and second moments of all nodes: leaves from their bodies, other nodes from
//! their children.

use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Tuning};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of `tree/cells`.
    pub struct CellsParams {
        /// Number of this dispatch.
        pub dispatch: u32,
        /// Number of the last one.
        pub last: u32,
    }
}

/// The children of nodes, and the sums of leaves.
pub const TREE_LEAVES: KernelSource =
    KernelSource::trusted("tree/leaves", &[wgsl!("tree/leaves.wgsl")], SIZES);
/// The sums of nodes with children.
pub const TREE_CELLS: KernelSource =
    KernelSource::trusted("tree/cells", &[wgsl!("tree/cells.wgsl")], SIZES);

/// On software adapters, where barriers are expensive, a workgroup is a vector of 8 threads.
const SIZES: &[Tuning] = &[&[], &[("WORKGROUP", 8)]];
/// Threads per node.
const LANES: u32 = wgsl!("tree/cells.wgsl").constant("LANES");
/// Maximum threads per dispatch, on GPUs and on software adapters. They loop over the nodes.
const THREADS: [u32; 2] = [1 << 19, 1 << 11];
/// Number of the last dispatch that sums cells, for up to so many nodes. The dispatches between the
/// first and the last take a level each, of more than 64 nodes (`tree/ladder.wgsl`): level 3 or
/// deeper, so small trees have few of them.
const LAST: [(usize, u32); 3] = [(24_000, 6), (200_000, 8), (usize::MAX, 11)];
/// Far from everything, and without mass: fills up lists of cells.
const NOBODY: [f32; 4] = [1e18, 1e18, 1e18, 0.0];

/// Nodes and their sums.
#[derive(Debug)]
pub(super) struct Moments {
    /// First child or body; number of children with [`INNER`], or of bodies; as bits, 3/2 of the
    /// trace of the second moment, and the square of the radius.
    pub(super) nodes: Buffer<[u32; 4]>,
    /// Three vectors per node: see `tree/moments.wgsl`. One more node, without mass.
    pub(super) sums: Buffer<[f32; 4]>,
    leaves: Bound,
    /// In their order, each with its number of threads.
    cells: Vec<(Bound, u32)>,
    threads: u32,
}

/// Marks a node with children.
pub const INNER: u32 = 1 << 31;

impl Moments {
    /// Prepares the sums of up to `capacity` nodes; `tree` holds the buffers that say what the
    /// nodes are.
    pub(super) fn new(
        gpu: &Gpu,
        capacity: usize,
        tree: &[(&'static str, &wgpu::Buffer)],
    ) -> Result<Self, GpuError> {
        let nodes = gpu.storage("tree/nodes", capacity)?;
        let sums = gpu.storage("tree/moments", 3 * (capacity + 1))?;
        let nobody = 3 * capacity * size_of::<[f32; 4]>();
        gpu.queue().write_buffer(sums.raw(), nobody as u64, bytemuck::bytes_of(&NOBODY));
        let own = [("nodes", nodes.raw()), ("moments", sums.raw())];
        let adapter = usize::from(gpu.is_software());
        let (size, threads) = (SIZES[adapter], THREADS[adapter].min(LANES * capacity as u32));
        let kernel = gpu.kernel(&TREE_CELLS, size)?;
        let levels: Vec<_> = tree.iter().copied().filter(|(name, _)| *name == "levels").collect();
        let last = LAST.into_iter().find(|(most, _)| capacity <= *most).map_or(1, |(_, last)| last);
        let cells = (0..=last).map(|dispatch| {
            let of = gpu.uniform("tree/cells_of", &CellsParams { dispatch, last })?;
            let threads = if dispatch % last == 0 { 1 } else { threads };
            Ok((
                kernel
                    .bind(gpu.device(), &[&[("cells_of", of.raw())], &levels[..], &own].concat())?,
                threads,
            ))
        });
        let cells = cells.collect::<Result<_, GpuError>>()?;
        let leaves = gpu.kernel(&TREE_LEAVES, size)?.bind(gpu.device(), &[tree, &own].concat())?;
        Ok(Self { nodes, sums, leaves, cells, threads })
    }

    /// Bytes of the largest buffer for this many nodes, which is the largest of the whole tree.
    pub(super) fn largest_bytes(capacity: usize) -> u64 {
        3 * (capacity as u64 + 1) * size_of::<[f32; 4]>() as u64
    }

    /// Encodes the sums of all nodes.
    pub(super) fn encode(&self, pass: &mut wgpu::ComputePass) {
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
