//! Sums of all elements: the seven variants of 2007, what modern GPUs add to them, and atomic adds.

use super::{Dispatch, Element, ElementKernels, blocks_of, element_kernels, unsupported};
use crate::gpu::{Buffer, Gpu, GpuError, Tuning, tuned};
use crate::name::Named;
use crate::named;
use crate::words::say;

const DIVERGENT: Tuning = &[("ADDRESSING", 0), ("LOADS", 1)];
const STRIDED: Tuning = &[("ADDRESSING", 1), ("LOADS", 1)];
const SEQUENTIAL: Tuning = &[("ADDRESSING", 2), ("LOADS", 1)];
const FIRST_ADD: Tuning = &[("ADDRESSING", 2), ("LOADS", 2)];
const LAST_WARP: Tuning = &[("UNROLLED", 32), ("CASCADED", 0)];
const UNROLLED: Tuning = &[("UNROLLED", 64), ("CASCADED", 0)];
const CASCADED: Tuning = &[("UNROLLED", 64), ("CASCADED", 1)];

/// The tunings of [`REDUCE_IN_STEP`] for subgroups of each size: the last warp unrolled, all
/// unrolled, many elements.
macro_rules! in_step {
    ($($lanes:literal)+) => {
        &[$(
            &[("LANES", $lanes), ("UNROLLED", 0), ("CASCADED", 0)],
            &[("LANES", $lanes), ("UNROLLED", 1), ("CASCADED", 0)],
            &[("LANES", $lanes), ("UNROLLED", 1), ("CASCADED", 1)],
        )+]
    };
}
const IN_STEP: &[Tuning] = in_step!(4 8 16 32 64);

/// One tree per block, one or two elements per thread.
pub const REDUCE_TREE: ElementKernels = element_kernels!(
    "historical/reduce_tree",
    &[DIVERGENT, STRIDED, SEQUENTIAL, FIRST_ADD],
    "lab/historical/reduce_tree.wgsl",
    "lab/historical/blocks.wgsl"
);

/// One tree per block, with levels of the tree unrolled.
pub const REDUCE_UNROLLED: ElementKernels = element_kernels!(
    "historical/reduce_unrolled",
    &[LAST_WARP, UNROLLED, CASCADED],
    "lab/historical/reduce_unrolled.wgsl",
    "lab/historical/blocks.wgsl"
);

/// One tree per block, with the levels of the last subgroup in step, as in the text.
pub const REDUCE_IN_STEP: ElementKernels = element_kernels!(
    "historical/reduce_in_step",
    IN_STEP,
    "lab/historical/reduce_in_step.wgsl",
    "lab/historical/blocks.wgsl"
);

/// Many elements per thread, four per load.
pub const REDUCE_VECTORS: ElementKernels = element_kernels!(
    "historical/reduce_vectors",
    &[&[]],
    "lab/historical/reduce_vectors.wgsl",
    "lab/historical/quads.wgsl",
    "lab/historical/blocks.wgsl"
);

/// Many elements per thread, four per load, with subgroup sums in place of a tree.
pub const REDUCE_SUBGROUPS: ElementKernels = element_kernels!(
    "historical/reduce_subgroups",
    &[&[]],
    "lab/historical/reduce_subgroups.wgsl",
    "lab/historical/quads.wgsl",
    "lab/historical/blocks.wgsl"
);

/// One tree per block; block totals are added atomically.
pub const REDUCE_ATOMIC: ElementKernels = element_kernels!(
    "historical/reduce_atomic",
    &[&[]],
    "lab/historical/reduce_atomic.wgsl",
    "lab/historical/blocks.wgsl"
);

named! {
    /// A variant of the sum of all elements. The first seven are those of M. Harris, "Optimizing
    /// Parallel Reduction in CUDA" (NVIDIA, 2007), with blocks of 128 threads as in its figures;
    /// the last three of them once for any adapter and once to the letter, in step. Atomic adds are
    /// those of Patterson & Hennessy, Computer Organization and Design, appendix B.
    pub enum ReduceLadder: "reduction" {
        /// Interleaved addressing: neighbours are added first, by threads that are far apart and so
        /// diverge.
        InterleavedDivergent = "interleaved-divergent",
        /// Interleaved addressing by consecutive threads, whose strides cause bank conflicts.
        InterleavedStrided = "interleaved-strided",
        /// Sequential addressing: adds the upper half of a block to the lower.
        Sequential = "sequential",
        /// Sequential addressing, with a first addition during loading.
        FirstAdd = "first-add",
        /// A first addition during loading, and the steps of the last 32 threads unrolled.
        LastWarpUnrolled = "last-warp-unrolled",
        /// A first addition during loading, and all steps unrolled.
        CompletelyUnrolled = "completely-unrolled",
        /// Many elements per thread (algorithm cascading), with all steps unrolled.
        ManyElements = "many-elements",
        /// To the letter: the steps of the last subgroup unrolled, without workgroup barriers and
        /// tests.
        LastWarpInStep = "last-warp-in-step",
        /// To the letter: all steps unrolled, those of the last subgroup without workgroup barriers
        /// and tests.
        UnrolledInStep = "unrolled-in-step",
        /// To the letter: all steps unrolled in step, with many elements per thread, in 256 blocks
        /// at most.
        ManyElementsInStep = "many-elements-in-step",
        /// Many elements per thread, loaded four at a time.
        Vectors = "vectors",
        /// Many elements per thread, loaded four at a time, with subgroup sums instead of the tree
        /// in memory.
        Subgroups = "subgroups",
        /// One tree per block, and an atomic add of its total: floats are added in no fixed order.
        Atomic = "atomic",
    }
}

/// Most blocks, if threads loop over many elements: this many blocks of 128 threads fill the
/// largest of today's GPUs (132 multiprocessors of 2,048 threads).
const MAX_BLOCKS: usize = 2048;
/// Most blocks if threads loop over many elements, as in 2007, when the number was 64 to 256.
const MAX_BLOCKS_IN_2007: usize = 256;

/// Elements that a thread of [`REDUCE_VECTORS`] and [`REDUCE_SUBGROUPS`] adds per iteration: four
/// loads of four.
const IN_A_TURN: usize = 16;

impl ReduceLadder {
    /// Whether float sums have the same bits in every run.
    pub fn is_ordered(self) -> bool {
        self != Self::Atomic
    }

    /// Its kernel, with the tuning for subgroups of this size if it runs in step.
    fn kernel(self, lanes: Option<u32>) -> (&'static ElementKernels, Tuning) {
        let in_step = |unrolled: u32, cascaded: u32| {
            let is_it = |tuning: &&Tuning| {
                lanes == tuned(tuning, "LANES")
                    && tuned(tuning, "UNROLLED") == Some(unrolled)
                    && tuned(tuning, "CASCADED") == Some(cascaded)
            };
            // Any tuning where there are no such subgroups: the check refuses it.
            (&REDUCE_IN_STEP, *IN_STEP.iter().find(is_it).unwrap_or(&IN_STEP[0]))
        };
        match self {
            Self::InterleavedDivergent => (&REDUCE_TREE, DIVERGENT),
            Self::InterleavedStrided => (&REDUCE_TREE, STRIDED),
            Self::Sequential => (&REDUCE_TREE, SEQUENTIAL),
            Self::FirstAdd => (&REDUCE_TREE, FIRST_ADD),
            Self::LastWarpUnrolled => (&REDUCE_UNROLLED, LAST_WARP),
            Self::CompletelyUnrolled => (&REDUCE_UNROLLED, UNROLLED),
            Self::ManyElements => (&REDUCE_UNROLLED, CASCADED),
            Self::LastWarpInStep => in_step(0, 0),
            Self::UnrolledInStep => in_step(1, 0),
            Self::ManyElementsInStep => in_step(1, 1),
            Self::Vectors => (&REDUCE_VECTORS, &[]),
            Self::Subgroups => (&REDUCE_SUBGROUPS, &[]),
            Self::Atomic => (&REDUCE_ATOMIC, &[]),
        }
    }

    /// Number of blocks for `count` elements at this workgroup size: at least one, because the sum
    /// of nothing is zero.
    fn blocks(self, count: usize, workgroup: usize) -> usize {
        let (block, most) = match self {
            Self::InterleavedDivergent
            | Self::InterleavedStrided
            | Self::Sequential
            | Self::Atomic => (workgroup, usize::MAX),
            Self::FirstAdd => (2 * workgroup, usize::MAX),
            Self::LastWarpUnrolled | Self::CompletelyUnrolled => (2 * workgroup, usize::MAX),
            Self::LastWarpInStep | Self::UnrolledInStep => (2 * workgroup, usize::MAX),
            Self::ManyElements => (2 * workgroup, MAX_BLOCKS),
            Self::ManyElementsInStep => (2 * workgroup, MAX_BLOCKS_IN_2007),
            Self::Vectors | Self::Subgroups => (IN_A_TURN * workgroup, MAX_BLOCKS),
        };
        count.div_ceil(block).clamp(1, most)
    }

    fn needs_subgroups(self) -> bool {
        matches!(
            self,
            Self::LastWarpInStep
                | Self::UnrolledInStep
                | Self::ManyElementsInStep
                | Self::Subgroups
        )
    }

    /// Rejects an adapter that lacks what this variant needs for these elements.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`].
    pub fn check<T: Element>(self, gpu: &Gpu) -> Result<(), GpuError> {
        let missing = match self {
            Self::Subgroups if gpu.subgroup_size().is_none() => {
                say!("missing-subgroups-of-one-size")
            }
            _ if self.needs_subgroups()
                && gpu.subgroup_size().is_none_or(|lanes| !(4..=64).contains(&lanes)) =>
            {
                say!("missing-subgroups-of-sizes", least = 4_u32, most = 64_u32)
            }
            Self::Atomic if !T::is_atomic(gpu) => say!("missing-atomic-floats"),
            _ => return Ok(()),
        };
        Err(unsupported(gpu, self.name(), missing, say!("remedy-adapter-or-auto")))
    }

    /// Rejects workgroups of a size that this variant or this adapter cannot have.
    fn check_workgroup(self, gpu: &Gpu, threads: u32) -> Result<(), GpuError> {
        let limits = gpu.limits();
        let most =
            limits.max_compute_invocations_per_workgroup.min(limits.max_compute_workgroup_size_x);
        let missing = match self {
            Self::LastWarpUnrolled | Self::CompletelyUnrolled | Self::ManyElements
                if threads != 128 =>
            {
                say!("missing-unrolled")
            }
            _ if !threads.is_power_of_two() || !(32..=1024).contains(&threads) => {
                say!("missing-power-of-two", threads = threads)
            }
            _ if threads > most => say!("missing-workgroup-size", most = most),
            _ if self.needs_subgroups()
                && gpu.subgroup_size().is_some_and(|lanes| threads < lanes) =>
            {
                say!("missing-whole-subgroup", threads = threads)
            }
            _ => return Ok(()),
        };
        Err(unsupported(gpu, self.name(), missing, say!("remedy-workgroups")))
    }
}

/// A sum by one of the ladder's variants, prepared for one buffer of `u32` (the sum wraps around)
/// or `f32`.
///
/// Work is O(n). The same kernel then sums the block totals until one is left, in log n dispatches;
/// [`ReduceLadder::Atomic`] takes one dispatch to clear its result and one to sum. Scratch holds
/// the totals: n / 128 elements, or fewer if a thread adds several. The order of additions depends
/// only on the length (see [`ReduceLadder::is_ordered`]).
#[derive(Debug)]
pub struct HistoricalReduce<T> {
    dispatches: Vec<Dispatch>,
    result: Buffer<T>,
}

impl<T: Element> HistoricalReduce<T> {
    /// Prepares the sum of all of `source`. The sum of no elements is zero.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] if the adapter lacks what the variant needs; otherwise if a kernel
    /// does not compile or memory runs out.
    pub fn new(gpu: &Gpu, formulation: ReduceLadder, source: &Buffer<T>) -> Result<Self, GpuError> {
        Self::with_tuning(gpu, formulation, source, &[])
    }

    /// Prepares the sum in workgroups of this many threads, a power of two from 32 to 1,024, in
    /// place of the kernel's own.
    ///
    /// # Errors
    /// As [`HistoricalReduce::new`]; [`GpuError::Unsupported`] if the adapter has no such
    /// workgroups, or the levels of the variant's tree are written out for blocks of 128.
    pub fn with_workgroup(
        gpu: &Gpu,
        formulation: ReduceLadder,
        source: &Buffer<T>,
        threads: u32,
    ) -> Result<Self, GpuError> {
        formulation.check_workgroup(gpu, threads)?;
        Self::with_tuning(gpu, formulation, source, &[("WORKGROUP", threads)])
    }

    fn with_tuning(
        gpu: &Gpu,
        formulation: ReduceLadder,
        source: &Buffer<T>,
        more: &[(&'static str, u32)],
    ) -> Result<Self, GpuError> {
        formulation.check::<T>(gpu)?;
        source.check_own(gpu, "the elements to reduce")?;
        let (kernels, tuning) = formulation.kernel(gpu.subgroup_size());
        let kernel = gpu.kernel(T::kernel(kernels), &[tuning, more].concat())?;
        let workgroup = kernel.workgroup() as usize;
        let mut dispatches = Vec::new();
        if formulation == ReduceLadder::Atomic {
            let result = gpu.storage("historical/total", 1)?;
            // The sum of no elements clears the result.
            let clear = gpu.kernel(T::kernel(&REDUCE_TREE), SEQUENTIAL)?;
            let (none, all) =
                (blocks_of(gpu, &clear, 0, 1)?, formulation.blocks(source.len(), workgroup));
            let buffers =
                [("blocks_of", none.raw()), ("source", source.raw()), ("totals", result.raw())];
            dispatches.push(Dispatch::new(gpu, &clear, 1, &buffers)?);
            let parameters = blocks_of(gpu, &kernel, source.len(), all)?;
            let buffers = [
                ("blocks_of", parameters.raw()),
                ("source", source.raw()),
                ("total", result.raw()),
            ];
            dispatches.push(Dispatch::new(gpu, &kernel, all, &buffers)?);
            return Ok(Self { dispatches, result });
        }
        let mut last = source.clone();
        loop {
            let blocks = formulation.blocks(last.len(), workgroup);
            let totals = gpu.storage("historical/totals", blocks)?;
            let parameters = blocks_of(gpu, &kernel, last.len(), blocks)?;
            let mut buffers = vec![
                ("blocks_of", parameters.raw()),
                ("source", last.raw()),
                ("totals", totals.raw()),
            ];
            if matches!(formulation, ReduceLadder::Vectors | ReduceLadder::Subgroups) {
                buffers.push(("quads", last.raw()));
            }
            dispatches.push(Dispatch::new(gpu, &kernel, blocks, &buffers)?);
            if blocks == 1 {
                return Ok(Self { dispatches, result: totals });
            }
            last = totals;
        }
    }

    /// Encodes the sum.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.dispatches.iter().for_each(|dispatch| dispatch.encode(pass));
    }

    /// The buffer that holds the single result.
    pub fn result(&self) -> &Buffer<T> {
        &self.result
    }
}
