//! The kernels of the formulations.

use crate::gpu::{KernelSource, Tuning, tuned};
use crate::{mirrored, wgsl};

/// A kernel that sums pulls: its own file, and the parts that all share.
macro_rules! sum {
    ($label:literal, $file:literal, $tunings:expr) => {
        KernelSource::trusted($label, &[wgsl!($file)], $tunings)
    };
}

/// A kernel with one thread per body, before or after a sum.
macro_rules! each {
    ($label:literal, $file:literal) => {
        KernelSource::trusted($label, &[wgsl!($file)], &[&[]])
    };
}

/// The classical tile in workgroup memory.
pub const TILE: KernelSource = sum!("gravity/tile", "lab/gravity/tile.wgsl", &[&[]]);

/// Several threads per body.
pub const THREADS: KernelSource = sum!(
    "gravity/threads",
    "lab/gravity/threads.wgsl",
    &[
        &[("THREADS", 1)],
        &[("THREADS", 2)],
        &[("THREADS", 4)],
        &[("THREADS", 8)],
        &[("THREADS", 16)]
    ]
);

/// Subgroup shuffles instead of workgroup memory, with a tuning for each subgroup size: the adapter
/// must have only one.
pub const SHUFFLE: KernelSource = sum!(
    "gravity/shuffle",
    "lab/gravity/shuffle.wgsl",
    &[
        &[("LANES", 4)],
        &[("LANES", 8)],
        &[("LANES", 16)],
        &[("LANES", 32)],
        &[("LANES", 64)],
        &[("LANES", 128)]
    ]
);

/// One thread per body, one dispatch per batch of sources. The largest batch comes first; every
/// desktop GPU can bind it. The second is for adapters that bind no more than Vulkan's minimum. The
/// third makes several batches of few bodies, for tests.
pub const UNIFORM_BATCHES: KernelSource = sum!(
    "gravity/uniform_batches",
    "lab/gravity/uniform_batches.wgsl",
    &[&[], &[("BATCH", 1024)], &[("BATCH", 128)]]
);

/// Copies the sources into buffers that can be bound as batches.
pub const STAGE: KernelSource = each!("gravity/stage", "lab/gravity/stage.wgsl");

/// Each pair of bodies once, both sums by atomic adds. Two runs differ by rounding.
pub const ATOMIC_PAIRS: KernelSource =
    sum!("gravity/atomic_pairs", "lab/gravity/atomic_pairs.wgsl", &[&[]]);

/// Each pair of bodies once, in a triangle of pairs, both sums by atomic adds: to the letter of the
/// text.
pub const ATOMIC_TRIANGLE: KernelSource =
    sum!("gravity/atomic_triangle", "lab/gravity/atomic_triangle.wgsl", &[&[]]);

/// Each pair once in square tiles of a subgroup's bodies, with a tuning for each subgroup size: the
/// adapter must have only one.
pub const SUBGROUP_TILES: KernelSource = sum!(
    "gravity/subgroup_tiles",
    "lab/gravity/subgroup_tiles.wgsl",
    &[
        &[("LANES", 4)],
        &[("LANES", 8)],
        &[("LANES", 16)],
        &[("LANES", 32)],
        &[("LANES", 64)],
        &[("LANES", 128)]
    ]
);

/// Copies them out.
pub const ATOMIC_COLLECT: KernelSource =
    each!("gravity/atomic_collect", "lab/gravity/atomic_collect.wgsl");

mirrored! {
    /// A batch of sources.
    pub struct BatchParams {
        /// Index of its first source.
        pub begin: u32,
        /// Number of sources in it.
        pub len: u32,
        /// 1 for the first batch.
        pub is_first: u32,
        /// 1 for the last batch.
        pub is_last: u32,
    }
}

/// Sources per batch with this tuning.
pub(super) fn batch(tuning: Tuning) -> u32 {
    let stated = const { wgsl!("lab/gravity/uniform_batches.wgsl").constant("BATCH") };
    tuned(tuning, "BATCH").unwrap_or(stated)
}
