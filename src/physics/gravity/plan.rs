//! Which kernel sums up the forces, and how the work is divided: by what the adapter can do, and by the number of bodies.

use super::historical::{self, ATOMIC_PAIRS, ONE_THREAD, SHUFFLE, SOA, THREADS, TILE, UNIFORM_BATCHES};
use super::tiles::{ALL_PAIRS, NAIVE};
use crate::gpu::{Gpu, GpuError, KernelSource, Tuning};
use crate::named;

// Tunings of ALL_PAIRS, measured on an H200 and on lavapipe (benches/RESULTS.md).
/// For up to [`FEW_COUNT`] bodies: many threads share the few bodies' sums.
pub(super) const FEW: Tuning = &[("LANES", 32), ("SEGMENTS", 8), ("BODIES", 1)];
const FEW_COUNT: u32 = 8_191;
const FEW_SHARES: u32 = 4;
/// For more: eight bodies in a thread's registers take eight interactions from each source that it reads.
pub(super) const MANY: Tuning = &[("LANES", 256), ("SEGMENTS", 1), ("BODIES", 8)];
/// Bodies times shares that keep the largest of today's GPUs (132 multiprocessors) evenly busy to the end of a pass.
const MANY_ROWS: u32 = 1 << 19;
const MANY_SHARES: u32 = 8;
/// For software rendering, where reading a source costs eight interactions: as many bodies a thread as there are registers for.
pub(super) const SOFTWARE_FEW: Tuning = &[("LANES", 32), ("SEGMENTS", 1), ("BODIES", 16)];
const SOFTWARE_FEW_COUNT: u32 = 2_047;
pub(super) const SOFTWARE_MANY: Tuning = &[("LANES", 32), ("SEGMENTS", 1), ("BODIES", 32)];
/// Bodies times shares that keep sixteen cores busy.
const SOFTWARE_ROWS: u32 = 1 << 14;
/// Past this, memory has no room for enough shares: smaller blocks then keep a unit short.
const SOFTWARE_MANY_COUNT: u32 = 450_000;

/// Interactions in one unit of a slow adapter at most, where memory allows: 20 ms on one core, or on one of the few workgroups
/// that a small GPU runs at a time. A unit is the least that a submission can hold.
const SLOW_UNIT: u64 = 25_000_000;

named! {
    /// The kernel that sums up the forces.
    #[derive(Default)]
    pub enum ForceKernel: "kernel" {
        /// What is fastest on this adapter.
        #[default]
        Auto = "auto",
        /// One thread a body, sources from global memory.
        Naive = "naive",
        /// One thread of the GPU for all bodies.
        OneThread = "one-thread",
        /// As naive, with an array for each coordinate.
        Soa = "soa",
        /// As naive, with sources from a uniform buffer (constant memory).
        UniformBatches = "uniform-batches",
        /// One thread a body, sources in tiles of 256 in workgroup memory.
        Tile = "tile",
        /// The tile, its loop unrolled by 4.
        TileUnroll4 = "tile-unroll-4",
        /// The tile, its loop unrolled by 8.
        TileUnroll8 = "tile-unroll-8",
        /// The tile, its loop unrolled by 16.
        TileUnroll16 = "tile-unroll-16",
        /// The tile, its loop unrolled by 32.
        TileUnroll32 = "tile-unroll-32",
        /// The tile, its loop unrolled by 128.
        TileUnroll128 = "tile-unroll-128",
        /// The tile with a test in the loop that keeps a body from itself.
        TileTest = "tile-test",
        /// The tile with two loops, up to the body and from it on, in place of the test.
        TileTwoLoops = "tile-two-loops",
        /// The tile with 1 / sqrt in place of the reciprocal square root.
        TileSqrt = "tile-sqrt",
        /// The tile with products and sums apart, in place of fused ones.
        TileUnfused = "tile-unfused",
        /// One thread a body, in the form of those that have several.
        Threads1 = "threads-1",
        /// Two threads a body.
        Threads2 = "threads-2",
        /// Four threads a body.
        Threads4 = "threads-4",
        /// Eight threads a body.
        Threads8 = "threads-8",
        /// Sixteen threads a body.
        Threads16 = "threads-16",
        /// Sources from the registers of a subgroup, by shuffles.
        Shuffle = "shuffle",
        /// Each pair once, both pulls by atomic adds: sums in no fixed order.
        AtomicPairs = "atomic-pairs",
    }
}

impl ForceKernel {
    /// How this kernel sums up the forces of `count` bodies on this adapter.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] where the adapter lacks what the kernel needs, or there are too many bodies for it.
    pub fn plan(self, gpu: &Gpu, count: u32) -> Result<Plan, GpuError> {
        let (kernel, tuning): (&'static KernelSource, Tuning) = match self {
            Self::Auto => return Ok(Plan::for_count(gpu, count)),
            Self::Naive => (&NAIVE, &[]),
            Self::OneThread => (&ONE_THREAD, &[]),
            Self::Soa => (&SOA, &[]),
            Self::UniformBatches => (&UNIFORM_BATCHES, historical::batch_tuning(gpu)),
            Self::Tile => (&TILE, &[]),
            Self::TileUnroll4 => (&TILE, &[("UNROLL", 4)]),
            Self::TileUnroll8 => (&TILE, &[("UNROLL", 8)]),
            Self::TileUnroll16 => (&TILE, &[("UNROLL", 16)]),
            Self::TileUnroll32 => (&TILE, &[("UNROLL", 32)]),
            Self::TileUnroll128 => (&TILE, &[("UNROLL", 128)]),
            Self::TileTest => (&TILE, &[("TEST", 1)]),
            Self::TileTwoLoops => (&TILE, &[("TEST", 2)]),
            Self::TileSqrt => (&TILE, &[("RECIPROCAL", 1)]),
            Self::TileUnfused => (&TILE, &[("FUSED", 0)]),
            Self::Threads1 => (&THREADS, &[("THREADS", 1)]),
            Self::Threads2 => (&THREADS, &[("THREADS", 2)]),
            Self::Threads4 => (&THREADS, &[("THREADS", 4)]),
            Self::Threads8 => (&THREADS, &[("THREADS", 8)]),
            Self::Threads16 => (&THREADS, &[("THREADS", 16)]),
            Self::Shuffle => (&SHUFFLE, historical::shuffle_tuning(gpu)),
            Self::AtomicPairs => (&ATOMIC_PAIRS, &[]),
        };
        // One share, as published; more where a driver would end the loop over all sources.
        let plan = Plan { kernel, tuning, shares: count.div_ceil(gpu.loop_limit() / 2) };
        historical::check(gpu, &plan, count)?;
        Ok(plan)
    }
}

/// How the sum over all bodies is computed: by which kernel, and how it is divided among threads.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The kernel: [`ALL_PAIRS`], [`NAIVE`] or another formulation.
    pub kernel: &'static KernelSource,
    /// Tuning of the kernel.
    pub tuning: Tuning,
    /// Parts of the sum, each by workgroups of its own; the integrator adds them up.
    pub shares: u32,
}

impl Plan {
    /// The plan that suits `count` bodies on this adapter.
    pub fn for_count(gpu: &Gpu, count: u32) -> Self {
        let kernel = &ALL_PAIRS;
        if gpu.is_software() {
            if count <= SOFTWARE_FEW_COUNT {
                return Self { kernel, tuning: SOFTWARE_FEW, shares: 1 };
            }
            let tuning = if count <= SOFTWARE_MANY_COUNT { SOFTWARE_MANY } else { SOFTWARE_FEW };
            return Self { kernel, tuning, shares: (SOFTWARE_ROWS / count).max(1) }.with_short_units(count);
        }
        if count <= FEW_COUNT {
            return Self { kernel, tuning: FEW, shares: FEW_SHARES };
        }
        let plan = Self { kernel, tuning: MANY, shares: (MANY_ROWS / count).max(MANY_SHARES) };
        let is_slow = gpu.info().device_type == wgpu::DeviceType::IntegratedGpu;
        if is_slow { plan.with_short_units(count) } else { plan }
    }

    /// As many shares as keep a unit within [`SLOW_UNIT`].
    fn with_short_units(self, count: u32) -> Self {
        let shares = (u64::from(count) * u64::from(self.block(0))).div_ceil(SLOW_UNIT);
        Self { shares: self.shares.max(shares as u32), ..self }
    }

    /// The plain kernel, for comparison.
    pub fn naive() -> Self {
        Self { kernel: &NAIVE, tuning: &[], shares: 1 }
    }

    /// Bodies that one workgroup owns.
    pub(super) fn block(&self, workgroup: u32) -> u32 {
        if self.kernel.label != ALL_PAIRS.label {
            return workgroup / self.constant("THREADS", 1);
        }
        self.constant("LANES", 32) * self.constant("BODIES", 4)
    }

    /// The value of a constant in this tuning; `default` is what the WGSL says.
    pub(super) fn constant(&self, name: &str, default: u32) -> u32 {
        self.tuning.iter().find(|(constant, _)| *constant == name).map_or(default, |(_, value)| *value)
    }

    /// Iterations of a thread's loops for one tile at most: one a source, and those in which loops find their end.
    pub(super) fn iterations(&self, tile: u32) -> u32 {
        tile + 3 * tile.div_ceil(self.constant("LANES", tile))
    }

    /// As many shares as there are tiles to divide and memory to hold them, and none without a tile.
    pub(super) fn fitted(self, count: u32, tile: u32, scratch: u64) -> (u32, u32) {
        let tiles = count.div_ceil(tile).max(1);
        let row = u64::from(count.max(1)) * size_of::<[f32; 4]>() as u64;
        let most = (scratch / row).clamp(1, u64::from(tiles)) as u32;
        let tiles_a_share = tiles.div_ceil(self.shares.clamp(1, most));
        (tiles.div_ceil(tiles_a_share), tiles_a_share)
    }
}
