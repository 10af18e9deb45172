//! The kernels of a sort, and which of them suit an adapter.

use super::SortKey;
use crate::gpu::{Gpu, KernelSource, Part, Tuning, tuned};
use crate::{named, wgsl};

/// The parts for keys alone and for pairs.
pub const PAYLOADS: [&[Part]; 2] = [&[wgsl!("sort/to_keys.wgsl")], &[wgsl!("sort/to_pairs.wgsl")]];
const RANK_BY_MASKS: Part = wgsl!("sort/by_masks.wgsl");
const RANK_BY_BALLOTS: Part = wgsl!("sort/by_ballots.wgsl");
const FROM_TABLE: Part = wgsl!("sort/from_table.wgsl");
const FROM_TILES: Part = wgsl!("sort/from_tiles.wgsl");
const GRID: &[Tuning] = &[&[]];

pub const HISTOGRAM: KernelSource =
    KernelSource::trusted("sort/histogram", &[wgsl!("sort/histogram.wgsl")], HISTOGRAMS);
pub const BITS: KernelSource = KernelSource::trusted("sort/bits", &[wgsl!("sort/bits.wgsl")], GRID);
pub const SCHEDULE_BY_HISTOGRAMS: KernelSource = KernelSource::trusted(
    "sort/schedule",
    &[wgsl!("sort/schedule.wgsl"), wgsl!("sort/from_histograms.wgsl")],
    GRID,
);
pub const SCHEDULE_BY_BITS: KernelSource = KernelSource::trusted(
    "sort/schedule",
    &[wgsl!("sort/schedule.wgsl"), wgsl!("sort/from_bits.wgsl")],
    GRID,
);
pub const TILE_COUNTS: KernelSource =
    KernelSource::trusted("sort/tile_counts", &[wgsl!("sort/tile_counts.wgsl")], SHAPES);
pub const RUN_COUNTS: KernelSource =
    KernelSource::trusted("sort/run_counts", &[wgsl!("sort/run_counts.wgsl")], RUNS);
pub const FINISH: KernelSource =
    KernelSource::trusted("sort/finish", &[wgsl!("sort/finish.wgsl")], GRID);
const BY_RUNS: KernelSource =
    KernelSource::trusted("sort/by_runs", &[wgsl!("sort/by_runs.wgsl")], RUNS);
const BY_MASKS: KernelSource =
    KernelSource::trusted("sort/by_masks", &[RANK_BY_MASKS, FROM_TABLE], MASKS);
const BY_BALLOTS: KernelSource =
    KernelSource::trusted("sort/by_ballots", &[RANK_BY_BALLOTS, FROM_TABLE], BALLOTS);
const IN_ONE_SWEEP_BY_MASKS: KernelSource =
    KernelSource::trusted("sort/by_masks", &[RANK_BY_MASKS, FROM_TILES], SWEEP_MASKS);
const IN_ONE_SWEEP_BY_BALLOTS: KernelSource =
    KernelSource::trusted("sort/by_ballots", &[RANK_BY_BALLOTS, FROM_TILES], SWEEP_BALLOTS);
const BY_BLOCKS: KernelSource =
    KernelSource::trusted("sort/blocks", &[wgsl!("sort/blocks.wgsl")], BLOCKS);
pub const MERGE: KernelSource =
    KernelSource::trusted("sort/merge", &[wgsl!("sort/merge.wgsl")], MERGES);

/// Blocks of four keys per thread: 6 KiB with their places.
const BLOCKS: &[Tuning] = &[&[("WORKGROUP", 128), ("ITEMS", 4)]];
const MERGES: &[Tuning] = &[&[("BLOCK", 512)]];
/// Keys per workgroup of the merge, as in its WGSL.
pub const MERGED: usize = 32;
/// Histograms that fit in 16 KiB: of the four digits of one word, of the eight digits of two.
pub const HISTOGRAMS: &[Tuning] = &[&[("COPIES", 4), ("TURNS", 4)], &[("COPIES", 2), ("TURNS", 8)]];
/// Short runs for few keys, so that every core gets some, and long runs for many keys, so that the
/// counts stay small beside them.
const RUNS: &[Tuning] =
    &[&[("WORKGROUP", 8), ("ITEMS", 1024)], &[("WORKGROUP", 8), ("ITEMS", 4096)]];
const FEW_KEYS_OF_RUNS: usize = 1 << 18;
/// Tiles for one-word keys, alone and with values, then for two-word keys: in 24 KiB, then in 16
/// KiB. A GPU hides the latency of one workgroup behind the work of others, and workgroup memory
/// limits how many there are (48 KiB per multiprocessor of an H200 under Vulkan). So tiles have as
/// many keys as registers allow, in little memory.
const MASKS: &[Tuning] = &[
    &[("WORKGROUP", 256), ("ITEMS", 28), ("LANES", 32), ("PARTS", 4)],
    &[("WORKGROUP", 256), ("ITEMS", 16), ("LANES", 32), ("PARTS", 4)],
    &[("WORKGROUP", 256), ("ITEMS", 16), ("LANES", 32), ("PARTS", 4)],
    &[("WORKGROUP", 256), ("ITEMS", 16), ("LANES", 32), ("PARTS", 4)],
    &[("WORKGROUP", 128), ("ITEMS", 28), ("LANES", 32), ("PARTS", 4)],
    &[("WORKGROUP", 128), ("ITEMS", 24), ("LANES", 32), ("PARTS", 4)],
    &[("WORKGROUP", 128), ("ITEMS", 16), ("LANES", 32), ("PARTS", 4)],
    &[("WORKGROUP", 128), ("ITEMS", 16), ("LANES", 32), ("PARTS", 4)],
];
/// Tiles for one-word keys, alone and with values, then for two-word keys: for subgroups of 32, 16
/// and 8 threads, in 16 KiB; the last ones for few keys.
const BALLOTS: &[Tuning] = &[
    &[("WORKGROUP", 256), ("ITEMS", 28), ("LANES", 32), ("PARTS", 2)],
    &[("WORKGROUP", 256), ("ITEMS", 28), ("LANES", 32), ("PARTS", 4)],
    &[("WORKGROUP", 256), ("ITEMS", 16), ("LANES", 32), ("PARTS", 4)],
    &[("WORKGROUP", 256), ("ITEMS", 16), ("LANES", 32), ("PARTS", 4)],
    &[("WORKGROUP", 128), ("ITEMS", 28), ("LANES", 16), ("PARTS", 2)],
    &[("WORKGROUP", 128), ("ITEMS", 28), ("LANES", 16), ("PARTS", 4)],
    &[("WORKGROUP", 128), ("ITEMS", 16), ("LANES", 16), ("PARTS", 4)],
    &[("WORKGROUP", 128), ("ITEMS", 16), ("LANES", 16), ("PARTS", 4)],
    &[("WORKGROUP", 64), ("ITEMS", 16), ("LANES", 8), ("PARTS", 2)],
    &[("WORKGROUP", 64), ("ITEMS", 16), ("LANES", 8), ("PARTS", 4)],
    &[("WORKGROUP", 64), ("ITEMS", 8), ("LANES", 8), ("PARTS", 4)],
    &[("WORKGROUP", 64), ("ITEMS", 8), ("LANES", 8), ("PARTS", 4)],
    FEW,
    FEWER,
];
/// In 19 KiB; two-word keys with values take 25 and 19.
const FEW: Tuning = &[("WORKGROUP", 512), ("ITEMS", 8), ("LANES", 32), ("PARTS", 2)];
const FEWER: Tuning = &[("WORKGROUP", 512), ("ITEMS", 4), ("LANES", 32), ("PARTS", 2)];
/// The most keys that are so few that larger tiles would leave much of a large GPU idle.
const SMALL_TILES: [(usize, Tuning); 2] = [(1 << 18, FEWER), (1 << 21, FEW)];
/// For tests of one sweep with stalled workgroups: ranked by masks, by ballots of 8 threads, and
/// of 32.
const STALLED: &[Tuning] = &[
    &[("WORKGROUP", 32), ("ITEMS", 4), ("LANES", 32), ("STALLED", 3), ("PATIENCE", 2)],
    &[("WORKGROUP", 32), ("ITEMS", 4), ("LANES", 8), ("STALLED", 3), ("PATIENCE", 2)],
    &[("WORKGROUP", 64), ("ITEMS", 4), ("LANES", 32), ("STALLED", 3), ("PATIENCE", 2)],
];
const SWEEP_MASKS: &[Tuning] = &joined::<{ MASKS.len() + 1 }>(MASKS, STALLED.split_at(1).0);
const SWEEP_BALLOTS: &[Tuning] = &joined::<{ BALLOTS.len() + 2 }>(BALLOTS, STALLED.split_at(1).1);

/// Concatenates two lists.
const fn joined<const COUNT: usize>(first: &[Tuning], second: &[Tuning]) -> [Tuning; COUNT] {
    let mut all = [GRID[0]; COUNT];
    let mut i = 0;
    while i < COUNT {
        all[i] = if i < first.len() { first[i] } else { second[i - first.len()] };
        i += 1;
    }
    all
}

/// Threads and keys of all of these, for the kernel that counts the tiles.
const SHAPES: &[Tuning] = &{
    let mut all = joined::<{ MASKS.len() + BALLOTS.len() }>(MASKS, BALLOTS);
    let mut i = 0;
    while i < all.len() {
        all[i] = all[i].split_at(2).0;
        i += 1;
    }
    all
};

/// The kernels of these keys, alone and with words.
macro_rules! kernels_of {
    ($($key:ty)*) => {
        &[$(
            &const { HISTOGRAM.with(<$key>::PARTS) },
            &const { BITS.with(<$key>::PARTS) },
            &const { SCHEDULE_BY_HISTOGRAMS.with(<$key>::PARTS) },
            &const { SCHEDULE_BY_BITS.with(<$key>::PARTS) },
            &const { TILE_COUNTS.with(<$key>::PARTS) },
            &const { RUN_COUNTS.with(<$key>::PARTS) },
            &const { BY_RUNS.with(<$key>::PARTS).with(PAYLOADS[0]) },
            &const { BY_RUNS.with(<$key>::PARTS).with(PAYLOADS[1]) },
            &const { BY_BLOCKS.with(<$key>::PARTS).with(PAYLOADS[0]) },
            &const { BY_BLOCKS.with(<$key>::PARTS).with(PAYLOADS[1]) },
            &const { MERGE.with(<$key>::PARTS).with(PAYLOADS[0]) },
            &const { MERGE.with(<$key>::PARTS).with(PAYLOADS[1]) },
            &const { BY_MASKS.with(<$key>::PARTS).with(PAYLOADS[0]) },
            &const { BY_MASKS.with(<$key>::PARTS).with(PAYLOADS[1]) },
            &const { BY_BALLOTS.with(<$key>::PARTS).with(PAYLOADS[0]) },
            &const { BY_BALLOTS.with(<$key>::PARTS).with(PAYLOADS[1]) },
            &const { IN_ONE_SWEEP_BY_MASKS.with(<$key>::PARTS).with(PAYLOADS[0]) },
            &const { IN_ONE_SWEEP_BY_MASKS.with(<$key>::PARTS).with(PAYLOADS[1]) },
            &const { IN_ONE_SWEEP_BY_BALLOTS.with(<$key>::PARTS).with(PAYLOADS[0]) },
            &const { IN_ONE_SWEEP_BY_BALLOTS.with(<$key>::PARTS).with(PAYLOADS[1]) },
            &const { FINISH.with(<$key>::PARTS).with(PAYLOADS[0]) },
            &const { FINISH.with(<$key>::PARTS).with(PAYLOADS[1]) },
        )*]
    };
}

/// Every kernel of a sort.
pub const KERNELS: &[&KernelSource] = kernels_of!(u32 i32 f32 u64);

named! {
    /// How keys find their places.
    #[non_exhaustive]
    pub enum SortPath: "path of a sort" {
        /// Counts all runs first; each thread moves a run of its own (for software adapters).
        Runs = "runs",
        /// Sorts blocks in workgroup memory, and merges all of them at once (for few keys).
        Blocks = "blocks",
        /// Counts all tiles first; ranks keys by masks in workgroup memory.
        TableMasks = "table-masks",
        /// Counts all tiles first; ranks keys by subgroup ballots.
        TableBallots = "table-ballots",
        /// One sweep per digit: tiles learn from earlier ones; ranks keys by masks in workgroup
        /// memory.
        SweepMasks = "sweep-masks",
        /// One sweep per digit; ranks keys by subgroup ballots.
        SweepBallots = "sweep-ballots",
    }
}

impl SortPath {
    /// Whether tiles learn from earlier ones of the same pass.
    pub const fn is_one_sweep(self) -> bool {
        matches!(self, Self::SweepMasks | Self::SweepBallots)
    }

    /// Whether subgroups rank keys.
    pub const fn is_by_ballots(self) -> bool {
        matches!(self, Self::TableBallots | Self::SweepBallots)
    }
}

/// Which of four tunings applies: one-word keys, alone and with values, then two-word keys.
const fn row<K: SortKey>(has_values: bool) -> usize {
    2 * (K::WORDS as usize - 1) + has_values as usize
}

/// How a sort is computed.
#[derive(Clone, Copy, Debug)]
pub struct SortPlan {
    /// How keys find their places.
    pub path: SortPath,
    /// The kernel that moves keys, to be completed for the keys and their words.
    pub kernel: KernelSource,
    /// Its tuning.
    pub tuning: Tuning,
}

impl SortPlan {
    /// Most keys of a one-sweep sort: two bits of a word say how far a tile has come.
    pub const MAX_IN_ONE_SWEEP: usize = (1 << 30) - 1;
    /// Maximum number of keys of a sort in blocks: beyond it, a dispatch could exceed a driver's
    /// time limit.
    pub const MAX_IN_BLOCKS: usize = 1 << 18;

    /// Returns this plan in smaller tiles, if there are such, each with the most keys that it
    /// suits.
    pub fn in_small_tiles<K: SortKey>(&self, gpu: &Gpu, has_values: bool) -> Vec<(usize, Self)> {
        let has_ballots =
            self.path.is_by_ballots() && tuned(self.tuning, "LANES") == tuned(FEW, "LANES");
        let tiles = SMALL_TILES.into_iter().map(|(most, tuning)| (most, Self { tuning, ..*self }));
        tiles
            .filter(|(_, small)| {
                has_ballots && small.tile() < self.tile() && small.fits::<K>(gpu, has_values)
            })
            .collect()
    }

    /// By runs suited to `capacity` keys, one run per thread.
    pub const fn runs(capacity: usize) -> Self {
        let is_long = capacity > FEW_KEYS_OF_RUNS;
        Self { path: SortPath::Runs, kernel: BY_RUNS, tuning: RUNS[is_long as usize] }
    }

    /// In blocks that are merged at once, for at most [`SortPlan::MAX_IN_BLOCKS`] keys: the work
    /// per key grows with the number of blocks.
    pub const fn blocks() -> Self {
        Self { path: SortPath::Blocks, kernel: BY_BLOCKS, tuning: BLOCKS[0] }
    }

    /// Ranked by masks in `memory` bytes of workgroup memory, at least 16 KiB.
    pub const fn masks<K: SortKey>(memory: u32, has_values: bool) -> Self {
        let first = if memory >= 24 << 10 { 0 } else { 4 };
        Self {
            path: SortPath::TableMasks,
            kernel: BY_MASKS,
            tuning: MASKS[first + row::<K>(has_values)],
        }
    }

    /// Ranked by ballots, if the adapter has a single subgroup size of 32, 16 or 8 threads, and
    /// room for a tile.
    pub fn ballots<K: SortKey>(gpu: &Gpu, has_values: bool) -> Option<Self> {
        let size = [32, 16, 8].into_iter().position(|lanes| Some(lanes) == gpu.subgroup_size())?;
        let tuning = BALLOTS[4 * size + row::<K>(has_values)];
        let plan = Self { path: SortPath::TableBallots, kernel: BY_BALLOTS, tuning };
        plan.fits::<K>(gpu, has_values).then_some(plan)
    }

    /// Keeps the ranks, but tiles learn from earlier ones what comes before them, instead of from a
    /// table. For at most [`SortPlan::MAX_IN_ONE_SWEEP`] keys, on adapters where workgroups may
    /// wait for others. Runs and blocks have no such path.
    #[must_use]
    pub const fn in_one_sweep(self) -> Self {
        match self.path {
            SortPath::TableMasks => {
                Self { path: SortPath::SweepMasks, kernel: IN_ONE_SWEEP_BY_MASKS, ..self }
            }
            SortPath::TableBallots => {
                Self { path: SortPath::SweepBallots, kernel: IN_ONE_SWEEP_BY_BALLOTS, ..self }
            }
            SortPath::Runs | SortPath::Blocks | SortPath::SweepMasks | SortPath::SweepBallots => {
                self
            }
        }
    }

    /// Bytes of workgroup memory per tile ranked by masks or ballots: counts and sums of digits or
    /// a part of its keys, bases, the tile's number, and masks.
    pub fn bytes<K: SortKey>(&self, has_values: bool) -> u32 {
        let value = |name| tuned(self.tuning, name);
        let threads = value("WORKGROUP").unwrap_or(1);
        let counts = 256 * (threads / value("LANES").unwrap_or(1));
        let part = threads * value("ITEMS").unwrap_or(1) / value("PARTS").unwrap_or(2);
        let words = K::WORDS + u32::from(has_values);
        let masks = if matches!(self.path, SortPath::TableMasks | SortPath::SweepMasks) {
            counts
        } else {
            0
        };
        4 * (masks + (counts + 2 * 256).max(part * words) + 256) + 16
    }

    /// Whether the adapter allows workgroups this large, and has memory for their tile.
    fn fits<K: SortKey>(&self, gpu: &Gpu, has_values: bool) -> bool {
        let limits = gpu.limits();
        tuned(self.tuning, "WORKGROUP")
            .is_some_and(|threads| threads <= limits.max_compute_invocations_per_workgroup)
            && self.bytes::<K>(has_values) <= limits.max_compute_workgroup_storage_size
    }

    /// Keys per tile.
    pub fn tile(&self) -> usize {
        let value = |name| tuned(self.tuning, name).unwrap_or(1) as usize;
        if self.path == SortPath::Runs {
            value("ITEMS")
        } else {
            value("ITEMS") * value("WORKGROUP")
        }
    }
}
