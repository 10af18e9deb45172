//! Sums of all elements: the seven steps of 2007, what modern GPUs add to them, and atomic additions.

use super::{Dispatch, Element, ElementKernels, blocks_of, element_kernels, unsupported};
use crate::gpu::{Buffer, Gpu, GpuError, Tuning, tuned};
use crate::name::Named;
use crate::named;

const DIVERGENT: Tuning = &[("ADDRESSING", 0), ("LOADS", 1)];
const STRIDED: Tuning = &[("ADDRESSING", 1), ("LOADS", 1)];
const SEQUENTIAL: Tuning = &[("ADDRESSING", 2), ("LOADS", 1)];
const FIRST_ADD: Tuning = &[("ADDRESSING", 2), ("LOADS", 2)];
const LAST_WARP: Tuning = &[("UNROLLED", 32), ("CASCADED", 0)];
const UNROLLED: Tuning = &[("UNROLLED", 64), ("CASCADED", 0)];
const CASCADED: Tuning = &[("UNROLLED", 64), ("CASCADED", 1)];

/// A tree a block, one or two elements a thread.
pub const REDUCE_TREE: ElementKernels = element_kernels!(
    "historical/reduce_tree",
    &[DIVERGENT, STRIDED, SEQUENTIAL, FIRST_ADD],
    "historical/reduce_tree.wgsl",
    "historical/blocks.wgsl"
);

/// The same with levels of the tree written out.
pub const REDUCE_UNROLLED: ElementKernels = element_kernels!(
    "historical/reduce_unrolled",
    &[LAST_WARP, UNROLLED, CASCADED],
    "historical/reduce_unrolled.wgsl",
    "historical/blocks.wgsl"
);

/// Many elements a thread, four a load.
pub const REDUCE_VECTORS: ElementKernels = element_kernels!(
    "historical/reduce_vectors",
    &[&[]],
    "historical/reduce_vectors.wgsl",
    "historical/quads.wgsl",
    "historical/blocks.wgsl"
);

/// The same with sums of subgroups.
pub const REDUCE_SUBGROUPS: ElementKernels = element_kernels!(
    "historical/reduce_subgroups",
    &[&[]],
    "historical/reduce_subgroups.wgsl",
    "historical/quads.wgsl",
    "historical/blocks.wgsl"
);

/// A tree a block, whose totals are added by atomic operations.
pub const REDUCE_ATOMIC: ElementKernels =
    element_kernels!("historical/reduce_atomic", &[&[]], "historical/reduce_atomic.wgsl", "historical/blocks.wgsl");

named! {
    /// A formulation of the sum of all elements. The first seven are those of M. Harris, "Optimizing Parallel Reduction in CUDA"
    /// (NVIDIA, 2007), with blocks of 128 threads as in its figures; atomic additions are those of Patterson & Hennessy, Computer
    /// Organization and Design, appendix B.
    pub enum ReduceLadder: "reduction" {
        /// Interleaved addressing: neighbours first, by threads far apart, whose branches diverge.
        InterleavedDivergent = "interleaved-divergent",
        /// Interleaved addressing by threads in a row, whose strides meet in few banks of memory.
        InterleavedStrided = "interleaved-strided",
        /// Sequential addressing: the lower half of a block and the upper.
        Sequential = "sequential",
        /// The same, with a first addition while elements are loaded.
        FirstAdd = "first-add",
        /// The same, with the last 32 threads' steps written out.
        LastWarpUnrolled = "last-warp-unrolled",
        /// The same, with all steps written out.
        CompletelyUnrolled = "completely-unrolled",
        /// The same, with many elements a thread (algorithm cascading).
        ManyElements = "many-elements",
        /// Many elements a thread, in loads of four.
        Vectors = "vectors",
        /// The same, with sums of subgroups in place of the tree in memory.
        Subgroups = "subgroups",
        /// A tree a block, and an atomic addition of its total: floats in no fixed order.
        Atomic = "atomic",
    }
}

/// Blocks at most, where a thread goes on over many elements: so many of 128 threads keep the largest of today's GPUs full (132
/// multiprocessors of 2,048 threads). In 2007 it was 64 to 256.
const MOST_BLOCKS: usize = 2048;

/// Elements that a thread of [`REDUCE_VECTORS`] and [`REDUCE_SUBGROUPS`] adds in a turn: four loads of four.
const IN_A_TURN: usize = 16;

impl ReduceLadder {
    /// Whether sums of floats are the same bits in every run.
    pub fn is_ordered(self) -> bool {
        self != Self::Atomic
    }

    fn kernel(self) -> (&'static ElementKernels, Tuning) {
        match self {
            Self::InterleavedDivergent => (&REDUCE_TREE, DIVERGENT),
            Self::InterleavedStrided => (&REDUCE_TREE, STRIDED),
            Self::Sequential => (&REDUCE_TREE, SEQUENTIAL),
            Self::FirstAdd => (&REDUCE_TREE, FIRST_ADD),
            Self::LastWarpUnrolled => (&REDUCE_UNROLLED, LAST_WARP),
            Self::CompletelyUnrolled => (&REDUCE_UNROLLED, UNROLLED),
            Self::ManyElements => (&REDUCE_UNROLLED, CASCADED),
            Self::Vectors => (&REDUCE_VECTORS, &[]),
            Self::Subgroups => (&REDUCE_SUBGROUPS, &[]),
            Self::Atomic => (&REDUCE_ATOMIC, &[]),
        }
    }

    /// Blocks of `count` elements, where a workgroup has so many threads. One at least, whose sum of nothing is zero.
    fn blocks(self, count: usize, workgroup: usize) -> usize {
        let (_, tuning) = self.kernel();
        let (block, most) = match self {
            Self::LastWarpUnrolled | Self::CompletelyUnrolled => (2 * workgroup, usize::MAX),
            Self::ManyElements => (2 * workgroup, MOST_BLOCKS),
            Self::Vectors | Self::Subgroups => (IN_A_TURN * workgroup, MOST_BLOCKS),
            _ => (tuned(tuning, "LOADS").unwrap_or(1) as usize * workgroup, usize::MAX),
        };
        count.div_ceil(block).clamp(1, most)
    }

    /// Refuses an adapter that lacks what this formulation needs for such elements.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`].
    pub fn check<T: Element>(self, gpu: &Gpu) -> Result<(), GpuError> {
        let missing = match self {
            Self::Subgroups if gpu.subgroup_size().is_none() => "it needs subgroups of one size",
            Self::Atomic if !T::is_atomic(gpu) => "it needs atomic sums of floats",
            _ => return Ok(()),
        };
        Err(unsupported(gpu, self.name(), missing.to_owned(), "another adapter"))
    }
}

/// A sum in one of the formulations of the ladder, prepared for one buffer of `u32` (the sum wraps around) or `f32`.
///
/// Work is O(n). The totals of blocks are summed by the same kernel again, until there is one: log n dispatches, but for
/// [`ReduceLadder::Atomic`], which takes one to clear its result and one for all. Scratch is the totals: n / 128 elements, or
/// fewer where a thread adds several. The order of additions depends on the length alone (see [`ReduceLadder::is_ordered`]).
#[derive(Debug)]
pub struct HistoricalReduce<T> {
    dispatches: Vec<Dispatch>,
    result: Buffer<T>,
}

impl<T: Element> HistoricalReduce<T> {
    /// Prepares the sum of all of `source`. That of no elements is zero.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] where the adapter lacks what the formulation needs; otherwise where a kernel does not compile or
    /// memory is short.
    pub fn new(gpu: &Gpu, formulation: ReduceLadder, source: &Buffer<T>) -> Result<Self, GpuError> {
        formulation.check::<T>(gpu)?;
        let (kernels, tuning) = formulation.kernel();
        let kernel = gpu.kernel(T::kernel(kernels), tuning)?;
        let workgroup = kernel.workgroup() as usize;
        let mut dispatches = Vec::new();
        if formulation == ReduceLadder::Atomic {
            let result = gpu.storage("historical/total", 1)?;
            // The sum of no elements clears it.
            let clear = gpu.kernel(T::kernel(&REDUCE_TREE), SEQUENTIAL)?;
            let (none, all) = (blocks_of(gpu, 0, 1)?, formulation.blocks(source.len(), workgroup));
            let buffers = [("blocks_of", none.raw()), ("source", source.raw()), ("totals", result.raw())];
            dispatches.push(Dispatch::new(gpu, &clear, 1, &buffers));
            let parameters = blocks_of(gpu, source.len(), all)?;
            let buffers = [("blocks_of", parameters.raw()), ("source", source.raw()), ("total", result.raw())];
            dispatches.push(Dispatch::new(gpu, &kernel, all, &buffers));
            return Ok(Self { dispatches, result });
        }
        let mut last = source.clone();
        loop {
            let blocks = formulation.blocks(last.len(), workgroup);
            let totals = gpu.storage("historical/totals", blocks)?;
            let parameters = blocks_of(gpu, last.len(), blocks)?;
            let mut buffers = vec![("blocks_of", parameters.raw()), ("source", last.raw()), ("totals", totals.raw())];
            if matches!(formulation, ReduceLadder::Vectors | ReduceLadder::Subgroups) {
                buffers.push(("quads", last.raw()));
            }
            dispatches.push(Dispatch::new(gpu, &kernel, blocks, &buffers));
            if blocks == 1 {
                return Ok(Self { dispatches, result: totals });
            }
            last = totals;
        }
    }

    /// Records the sum.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        self.dispatches.iter().for_each(|dispatch| dispatch.record(pass));
    }

    /// The buffer that holds the one result.
    pub fn result(&self) -> &Buffer<T> {
        &self.result
    }
}
