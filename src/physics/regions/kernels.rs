//! The kernels of regions.

use crate::gpu::{KernelSource, Tuning};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of `regions/begin`.
    pub struct RegionParams {
        /// Rows of the region.
        pub count: u32,
    }
}

mirrored! {
    /// Parameters of `regions/search`.
    pub struct SearchParams {
        /// Number of cuts.
        pub cuts: u32,
        /// Number of keys.
        pub keys: u32,
    }
}

mirrored! {
    /// Parameters of `regions/exchange`.
    pub struct ExchangeParams {
        /// The bodies in sorted places from this one on stay.
        pub low: u32,
        /// The end of those places.
        pub high: u32,
        /// The first place among those that leave, and behind them those without a body.
        pub place: u32,
        /// Number of bodies.
        pub count: u32,
    }
}

mirrored! {
    /// Parameters of `regions/choose`.
    pub struct ChooseParams {
        /// Bodies that are sampled.
        pub sampled: u32,
        /// Number of all bodies.
        pub all: u32,
        /// The first that is sampled.
        pub first: u32,
        /// The distance from one to the next.
        pub stride: u32,
        /// The first body of the region.
        pub begin: u32,
        /// Its number of bodies.
        pub count: u32,
    }
}

mirrored! {
    /// Parameters of `regions/judge`.
    pub struct JudgeParams {
        /// Bodies that are sampled.
        pub sampled: u32,
    }
}

/// A kernel of regions.
macro_rules! kernel {
    ($label:literal, $file:literal) => {
        KernelSource::trusted($label, &[wgsl!($file)], &[&[]])
    };
}

/// Prepares the rows of a region for the walks.
pub const REGION_BEGIN: KernelSource = kernel!("regions/begin", "regions/begin.wgsl");
/// Finds the cuts among the keys of a region.
pub const REGION_SEARCH: KernelSource = kernel!("regions/search", "regions/search.wgsl");
/// Puts bodies into a region, or takes them out of it.
pub const REGION_EXCHANGE: KernelSource =
    KernelSource::trusted("regions/exchange", &[wgsl!("regions/exchange.wgsl")], &[&[], TAKES]);
/// It takes bodies out.
pub const TAKES: Tuning = &[("TAKES", 1)];
/// Moves the bodies of a region.
pub const REGION_ADVANCE: KernelSource = KernelSource::trusted(
    "regions/advance",
    &[wgsl!("regions/advance.wgsl"), wgsl!("motion/state_real.wgsl"), wgsl!("real_f32.wgsl")],
    &[&[]],
);
/// The bodies of a sample that a region has.
pub const REGION_CHOOSE: KernelSource = kernel!("regions/choose", "regions/choose.wgsl");
/// The errors of the accelerations of a sample.
pub const REGION_JUDGE: KernelSource = kernel!("regions/judge", "regions/judge.wgsl");
