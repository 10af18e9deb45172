//! Which kernel sums up the forces, and how the work is divided: by what the adapter can do, and by the number of bodies.

use std::collections::BTreeMap;

use super::historical::{self, ATOMIC_PAIRS, ONE_THREAD, SHUFFLE, SOA, THREADS, TILE, UNIFORM_BATCHES};
use super::symmetric::{self, SYMMETRIC, UNORDERED};
use super::tiles::{ALL_PAIRS, ALL_PAIRS_F64, NAIVE, NAIVE_F64};
use crate::gpu::{Gpu, GpuError, KernelSource, Tuning, tuned};
use crate::named;
use crate::physics::Precision;
use crate::physics::motion::RESIDENT;

// Measured on an H200 and on lavapipe (benches/RESULTS.md).

/// Few bodies in one workgroup, for whole steps.
pub(in crate::physics) const RESIDENT_64: Tuning = &[("LANES", 64), ("SEGMENTS", 4)];
/// The same for more of them.
pub(in crate::physics) const RESIDENT_128: Tuning = &[("LANES", 128), ("SEGMENTS", 2)];
/// For some hundreds of bodies: each in a workgroup of a few, whose sums many threads share. Plans of one share need no second
/// dispatch to move the bodies.
pub(super) const FEW_4: Tuning = &[("LANES", 4), ("SEGMENTS", 64), ("BODIES", 1)];
/// For about a thousand.
pub(super) const FEW_8: Tuning = &[("LANES", 8), ("SEGMENTS", 64), ("BODIES", 1)];
/// For about two thousand.
pub(super) const FEW_16: Tuning = &[("LANES", 16), ("SEGMENTS", 32), ("BODIES", 1)];
/// For about four thousand.
pub(super) const FEW_32: Tuning = &[("LANES", 32), ("SEGMENTS", 16), ("BODIES", 1)];
/// The same for adapters with workgroups of 256 threads.
pub(super) const FEW: Tuning = &[("LANES", 32), ("SEGMENTS", 8), ("BODIES", 1)];
/// Without subgroups of one size, for many: eight bodies in a thread's registers take eight interactions from each source.
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

/// For each number of bodies up to which it is the fastest, a tuning of the tiles whose one share is enough.
const SMALL: &[(u32, Tuning)] = &[(512, FEW_4), (1_400, FEW_8), (2_800, FEW_16), (5_000, FEW_32)];
/// For each number of bodies up to which they are the fastest, threads a workgroup and bodies a thread of the symmetric kernel.
const LARGE: &[(u32, [u32; 2])] =
    &[(10_000, [32, 4]), (14_000, [64, 4]), (18_000, [64, 8]), (28_000, [32, 8]), (45_000, [64, 8]), (u32::MAX, [128, 8])];
/// From here on a unit of the symmetric kernel meets two blocks: fewer sums have to be kept.
const LONG_RUNS_COUNT: u32 = 131_072;
/// The same in double precision, where a body takes twice the registers.
pub(super) const DOUBLE_FEW: Tuning = &[("LANES", 32), ("SEGMENTS", 4), ("BODIES", 1)];
pub(super) const DOUBLE_MANY: Tuning = &[("LANES", 128), ("SEGMENTS", 1), ("BODIES", 4)];
pub(super) const SOFTWARE_DOUBLE: Tuning = &[("LANES", 32), ("SEGMENTS", 1), ("BODIES", 16)];

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
        /// Each pair once, sums in fixed order.
        Symmetric = "symmetric",
        /// Each pair once, sums by atomic adds: in no fixed order.
        SymmetricUnordered = "symmetric-unordered",
        /// Each body with every other, several bodies a thread, tiles in workgroup memory.
        Tiles = "tiles",
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
            Self::Tiles => return Ok(Plan::tiles(gpu, count)),
            Self::Symmetric | Self::SymmetricUnordered => {
                let kernel = if self == Self::Symmetric { &SYMMETRIC } else { &UNORDERED };
                let plan = Plan::symmetric(gpu, count).unwrap_or(Plan { kernel, tuning: SYMMETRIC.tunings[0], shares: 1 });
                let plan = Plan { kernel, ..plan };
                historical::check(gpu, &plan, count, Precision::Single)?;
                return Ok(plan);
            }
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
        historical::check(gpu, &plan, count, Precision::Single)?;
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
    /// The plan that suits `count` bodies on this adapter: what was measured here ([`Tuned`]), or else what suits its kind.
    pub fn for_count(gpu: &Gpu, count: u32) -> Self {
        Tuned::plan(gpu, count).unwrap_or_else(|| Self::for_kind(gpu, count))
    }

    /// The plans that may be the fastest for `count` bodies, to be measured.
    pub fn candidates(gpu: &Gpu, count: u32) -> Vec<Self> {
        let threads =
            |tuning: &Tuning| tuning.iter().filter(|(name, _)| *name != "BODIES").map(|(_, value)| value).product::<u32>();
        let fits = |tuning: &&Tuning| threads(tuning) <= gpu.limits().max_compute_invocations_per_workgroup;
        let mut all = vec![Self::for_kind(gpu, count)];
        // llvmpipe ends the loops of many steps before their time.
        if !gpu.is_software() {
            let holds = |tuning: &&&Tuning| count <= tuning[0].1;
            let resident = [RESIDENT_64, RESIDENT_128].iter().filter(|tuning| holds(&tuning)).map(|tuning| (&RESIDENT, *tuning));
            all.extend(resident.map(|(kernel, tuning)| Self { kernel, tuning, shares: 1 }));
        }
        if count <= 20_000 {
            let few = [FEW_4, FEW_8, FEW_16, FEW_32, FEW, SOFTWARE_FEW, SOFTWARE_MANY];
            all.extend(few.iter().filter(fits).map(|tuning| Self { kernel: &ALL_PAIRS, tuning, shares: 1 }));
        }
        if count > 256 {
            all.push(Self::tiles(gpu, count));
            let many = [SOFTWARE_FEW, SOFTWARE_MANY].map(|tuning| Self { kernel: &ALL_PAIRS, tuning, shares: 1 });
            all.extend(many.map(|plan| plan.with_short_units(count)));
            let symmetric = SYMMETRIC.tunings.iter().filter_map(|tuning| Self::symmetric_with(gpu, count, tuning));
            all.extend(symmetric);
        }
        let mut different: Vec<Self> = Vec::new();
        for plan in all {
            if !different.iter().any(|known| known.is_like(&plan) && known.shares == plan.shares) {
                different.push(plan);
            }
        }
        different
    }

    /// Whether both are of the same kernel and tuning.
    fn is_like(&self, other: &Self) -> bool {
        self.kernel.label == other.kernel.label && self.tuning == other.tuning
    }

    /// The plan that suits `count` bodies on an adapter of this kind.
    fn for_kind(gpu: &Gpu, count: u32) -> Self {
        let kernel = &ALL_PAIRS;
        if gpu.is_software() {
            if count <= SOFTWARE_FEW_COUNT {
                return Self { kernel, tuning: SOFTWARE_FEW, shares: 1 };
            }
            // Where the loops of tiles would grow longer than drivers let them: those of pairs do not depend on the count.
            if count > SOFTWARE_MANY_COUNT
                && let Some(plan) = Self::symmetric(gpu, count)
            {
                return plan;
            }
            let tuning = if count <= SOFTWARE_MANY_COUNT { SOFTWARE_MANY } else { SOFTWARE_FEW };
            return Self { kernel, tuning, shares: (SOFTWARE_ROWS / count).max(1) }.with_short_units(count);
        }
        Self::small(gpu, count).or_else(|| Self::symmetric(gpu, count)).unwrap_or_else(|| Self::tiles(gpu, count))
    }

    /// Few bodies: whole steps in one workgroup, or one dispatch a step.
    fn small(gpu: &Gpu, count: u32) -> Option<Self> {
        if count <= 128 {
            let tuning = if count <= 64 { RESIDENT_64 } else { RESIDENT_128 };
            return Some(Self { kernel: &RESIDENT, tuning, shares: 1 });
        }
        let &(_, tuning) = SMALL.iter().find(|(most, _)| count <= *most)?;
        let threads: u32 = tuning.iter().map(|(_, value)| *value).product();
        let tuning = if threads <= gpu.limits().max_compute_invocations_per_workgroup { tuning } else { FEW };
        Some(Self { kernel: &ALL_PAIRS, tuning, shares: 1 })
    }

    /// Each pair once, where the adapter has subgroups of one size that the kernel knows, and room for the sums.
    pub fn symmetric(gpu: &Gpu, count: u32) -> Option<Self> {
        let lanes = gpu.subgroup_size()?;
        let &(_, [threads, bodies]) = LARGE.iter().find(|(most, _)| count <= *most)?;
        let subgroups = (threads / lanes).max(1);
        let wanted = [("LANES", lanes), ("SUBGROUPS", subgroups), ("BODIES", bodies)];
        let is_it = |tuning: &&Tuning| wanted.iter().all(|constant| tuning.contains(constant));
        Self::symmetric_with(gpu, count, SYMMETRIC.tunings.iter().find(is_it)?)
    }

    fn symmetric_with(gpu: &Gpu, count: u32, tuning: Tuning) -> Option<Self> {
        let plan = Self { kernel: &SYMMETRIC, tuning, shares: u32::MAX };
        if gpu.subgroup_size() != Some(plan.constant("LANES", 32)) {
            return None;
        }
        let distances = (count.div_ceil(plan.block(0)) - 1) / 2;
        let shares = if count < LONG_RUNS_COUNT { distances } else { distances.div_ceil(2) };
        symmetric::has_room(gpu, count).then_some(Self { shares, ..plan })
    }

    /// Tiles in workgroup memory: any adapter, any number of bodies.
    pub fn tiles(gpu: &Gpu, count: u32) -> Self {
        if count <= 8_191 {
            return Self { kernel: &ALL_PAIRS, tuning: FEW, shares: 4 };
        }
        let plan = Self { kernel: &ALL_PAIRS, tuning: MANY, shares: (MANY_ROWS / count).max(MANY_SHARES) };
        let is_slow = gpu.info().device_type == wgpu::DeviceType::IntegratedGpu;
        if is_slow { plan.with_short_units(count) } else { plan }
    }

    /// As many shares as keep a unit within [`SLOW_UNIT`].
    fn with_short_units(self, count: u32) -> Self {
        let shares = (u64::from(count) * u64::from(self.block(0))).div_ceil(SLOW_UNIT);
        Self { shares: self.shares.max(shares as u32), ..self }
    }

    /// The plan for a force pass of few bodies.
    pub(super) fn few() -> Self {
        Self { kernel: &ALL_PAIRS, tuning: FEW, shares: 1 }
    }

    /// The plan in its place for as many bodies of this precision: in double precision kernels and tunings are others. A kernel
    /// that has no such other stays, and is refused.
    #[must_use]
    pub fn in_precision(self, gpu: &Gpu, count: u32, precision: Precision) -> Self {
        if precision != Precision::Double || self.is_double() {
            return self;
        }
        if self.kernel.label == NAIVE.label {
            return Self { kernel: &NAIVE_F64, tuning: &[], ..self };
        }
        let kernel = &ALL_PAIRS_F64;
        if !(self.is_resident() || self.kernel.label == SYMMETRIC.label || self.kernel.label == ALL_PAIRS.label) {
            return self;
        }
        if gpu.is_software() {
            return Self { kernel, tuning: SOFTWARE_DOUBLE, shares: self.shares }.with_short_units(count);
        }
        let tiles = Self::tiles(gpu, count);
        if count <= 8_191 {
            return Self { kernel, tuning: DOUBLE_FEW, ..tiles };
        }
        Self { kernel, tuning: DOUBLE_MANY, ..tiles }
    }

    /// Whether the kernel computes in double precision.
    pub(super) fn is_double(&self) -> bool {
        self.kernel.parts().any(|part| part.path.starts_with("shaders/real_f64.wgsl"))
    }

    /// The plain kernel, for comparison.
    pub fn naive() -> Self {
        Self { kernel: &NAIVE, tuning: &[], shares: 1 }
    }

    /// Whether whole steps are made within one workgroup.
    pub(in crate::physics) fn is_resident(&self) -> bool {
        self.kernel.label == RESIDENT.label
    }

    /// Whether each pair is evaluated once, for both of its bodies.
    pub(super) fn is_symmetric(&self) -> bool {
        self.kernel.label == SYMMETRIC.label || self.kernel.label == UNORDERED.label
    }

    /// Bodies that one workgroup owns.
    pub(super) fn block(&self, workgroup: u32) -> u32 {
        match self.kernel.label {
            label if label == ALL_PAIRS.label => self.constant("LANES", 32) * self.constant("BODIES", 4),
            _ if self.is_symmetric() => self.constant("LANES", 32) * self.constant("SUBGROUPS", 4) * self.constant("BODIES", 8),
            _ => workgroup / self.constant("THREADS", 1),
        }
    }

    /// The value of a constant in this tuning; `default` is what the WGSL says.
    pub(super) fn constant(&self, name: &str, default: u32) -> u32 {
        tuned(self.tuning, name).unwrap_or(default)
    }

    /// Iterations of a thread's loops for one tile at most: one a source, and those in which loops find their end.
    pub(super) fn iterations(&self, tile: u32) -> u32 {
        tile + 3 * tile.div_ceil(self.constant("LANES", tile))
    }

    /// As many shares as there are tiles to divide and memory to hold them, and none without a tile.
    pub(super) fn fitted(self, count: u32, tile: u32, scratch: u64, row_bytes: u64) -> (u32, u32) {
        let tiles = count.div_ceil(tile).max(1);
        let row = u64::from(count.max(1)) * row_bytes;
        let most = (scratch / row).clamp(1, u64::from(tiles)) as u32;
        let tiles_a_share = tiles.div_ceil(self.shares.clamp(1, most));
        (tiles.div_ceil(tiles_a_share), tiles_a_share)
    }
}

/// What was found the fastest for a number of bodies: a row of the table that `starshell tune` measures.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Tuned {
    /// Bodies.
    pub count: u32,
    /// Label of the kernel.
    pub kernel: String,
    /// Its tuning.
    pub tuning: BTreeMap<String, u32>,
    /// Parts of the sum.
    pub shares: u32,
    /// Milliseconds of a step.
    pub milliseconds: f64,
}

impl Tuned {
    /// The name under which the GPU remembers the table, a list of rows.
    pub const NAME: &'static str = "gravity";

    /// The row of a plan.
    pub fn new(plan: &Plan, count: u32, milliseconds: f64) -> Self {
        let tuning = plan.tuning.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        Self { count, kernel: plan.kernel.label.to_owned(), tuning, shares: plan.shares, milliseconds }
    }

    /// The plan of the row whose count is nearest; `None` where there is no table, none near, or no such plan any more.
    fn plan(gpu: &Gpu, count: u32) -> Option<Plan> {
        let rows: Vec<Self> = gpu.recall(Self::NAME)?;
        let ratio = |row: &Self| (f64::from(row.count.max(1)) / f64::from(count.max(1))).ln().abs();
        let nearest = rows.iter().min_by(|left, right| ratio(left).total_cmp(&ratio(right)))?;
        // One octave and a half: halfway to where no measurement lies any more.
        let is_near = ratio(nearest) <= 1.5 * 2.0_f64.ln();
        let is_it = |plan: &Plan| Self::new(plan, 0, 0.0).is_of(nearest);
        let candidates = || Plan::candidates(gpu, count).into_iter().filter(is_it);
        // Parts of the sum are for the count that was measured: here there may be as many, or what suits this count.
        let same = || candidates().find(|plan| plan.shares == nearest.shares);
        is_near.then(|| same().or_else(|| candidates().next())).flatten()
    }

    /// Whether both are of the same kernel and tuning.
    fn is_of(&self, other: &Self) -> bool {
        self.kernel == other.kernel && self.tuning == other.tuning
    }
}
