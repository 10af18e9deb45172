//! Chooses a plan for a number of bodies, from measurements or by the kind of adapter.

use super::plan::{Plan, Shape};
use super::symmetric;
use super::tree::{self, TreeSettings};
use super::tuned::Tuned;
use super::tunings::{
    self, DOUBLE_FEW, DOUBLE_MANY, FEW, FEW_4, FEW_8, FEW_16, FEW_32, MANY, RESIDENT_64,
    RESIDENT_128, SOFTWARE_DOUBLE, SOFTWARE_FEW, SOFTWARE_MANY,
};
use crate::gpu::{Gpu, Tuning};
use crate::physics::Precision;

// Measured on an H200 and on lavapipe (docs/tries).

/// Up to this many bodies, blocks of few bodies keep a GPU busier than blocks of many.
const FEW_COUNT: u32 = 8_191;
/// Bodies times shares that keep the largest current GPUs (132 multiprocessors) evenly busy until
/// the end of a pass.
const MANY_ROWS: u32 = 1 << 19;
const MANY_SHARES: u32 = 8;
/// Bodies for which [`SOFTWARE_FEW`] is the fastest.
const SOFTWARE_FEW_COUNT: u32 = 2_047;
/// Bodies times shares that keep sixteen cores busy.
const SOFTWARE_ROWS: u32 = 1 << 14;
/// Above this many bodies, memory has no room for enough shares; smaller blocks then keep units
/// short.
const SOFTWARE_MANY_COUNT: u32 = 450_000;

/// Tunings of the tiles with a single share, each with the number of bodies up to which it is the
/// fastest.
const SMALL: &[(u32, Tuning)] = &[(512, FEW_4), (1_400, FEW_8), (2_800, FEW_16), (5_000, FEW_32)];
/// Threads per workgroup and bodies per thread of the symmetric kernel, each with the number of
/// bodies up to which they are the fastest.
const LARGE: &[(u32, [u32; 2])] = &[
    (10_000, [32, 4]),
    (14_000, [64, 4]),
    (18_000, [64, 8]),
    (28_000, [32, 8]),
    (45_000, [64, 8]),
    (u32::MAX, [128, 8]),
];
/// Threads per workgroup and bodies per thread of the symmetric kernel in double precision, each
/// with the number of bodies up to which they are the fastest.
const LARGE_DOUBLE: &[(u32, [u32; 2])] =
    &[(12_000, [32, 4]), (45_000, [64, 4]), (u32::MAX, [128, 4])];
/// From this many bodies on, a unit of the symmetric kernel meets two blocks, so that fewer sums
/// are stored.
const LONG_RUNS_COUNT: u32 = 131_072;
/// Most interactions per unit on a slow adapter, if memory allows: 20 ms on one core, or on one of
/// the few workgroups that a small GPU runs at a time. A unit is the smallest amount of work that a
/// submission can hold.
const SLOW_UNIT: u64 = 25_000_000;

/// Bodies from which on a tree of the default accuracy overtakes the direct sum, if that has not
/// been measured: on an H200, and on lavapipe.
const TREE_PAYS: [u32; 2] = [36_000, 14_000];

/// The number of bodies from which on a tree of this accuracy is faster than the direct sum.
pub(super) fn tree_pays_from(gpu: &Gpu, accuracy: f64) -> u32 {
    let usual = TREE_PAYS[usize::from(gpu.is_software())];
    let finer = tree::work(gpu, usual, &TreeSettings::with_accuracy(accuracy))
        / tree::work(gpu, usual, &TreeSettings::default());
    Tuned::tree_pays_from(gpu, finer).unwrap_or((f64::from(usual) * finer) as u32)
}

impl Plan {
    /// The best known plan for `count` bodies on this adapter: the one measured here ([`Tuned`]),
    /// or else a default for this kind of adapter.
    pub fn for_count(gpu: &Gpu, count: u32) -> Self {
        Tuned::plan(gpu, count).unwrap_or_else(|| Self::for_kind(gpu, count))
    }

    /// The plans that may be the fastest for `count` bodies, for measuring.
    pub fn candidates(gpu: &Gpu, count: u32) -> Vec<Self> {
        let threads = |tuning: &Tuning| {
            tuning
                .iter()
                .filter(|(name, _)| *name != "BODIES")
                .map(|(_, value)| value)
                .product::<u32>()
        };
        let fits = |tuning: &&Tuning| {
            threads(tuning) <= gpu.limits().max_compute_invocations_per_workgroup
        };
        let mut all = vec![Self::for_kind(gpu, count)];
        // llvmpipe ends long loops early.
        if !gpu.is_software() {
            let holds = |tuning: &Tuning| count <= tuning[0].1;
            let resident = [RESIDENT_64, RESIDENT_128].into_iter().filter(holds);
            all.extend(resident.map(|tuning| Self::new(Shape::Resident, tuning, 1)));
        }
        if count <= 20_000 {
            let few = [FEW_4, FEW_8, FEW_16, FEW_32, FEW, SOFTWARE_FEW, SOFTWARE_MANY];
            all.extend(few.iter().filter(fits).map(|tuning| Self::new(Shape::Tiles, tuning, 1)));
        }
        if count > 256 {
            all.push(Self::tiles(gpu, count));
            let many =
                [SOFTWARE_FEW, SOFTWARE_MANY].map(|tuning| Self::new(Shape::Tiles, tuning, 1));
            all.extend(many.map(|plan| plan.with_short_units(count)));
            let symmetric = tunings::SYMMETRIC
                .iter()
                .filter_map(|tuning| Self::symmetric_with(Precision::Single, gpu, count, tuning));
            all.extend(symmetric);
        }
        let mut different: Vec<Self> = Vec::new();
        for plan in all {
            if !different.contains(&plan) {
                different.push(plan);
            }
        }
        different
    }

    /// The default plan for `count` bodies on an adapter of this kind.
    fn for_kind(gpu: &Gpu, count: u32) -> Self {
        if gpu.is_software() {
            if count <= SOFTWARE_FEW_COUNT {
                return Self::new(Shape::Tiles, SOFTWARE_FEW, 1);
            }
            // Here the loops of tiles would exceed the driver's limit. The symmetric kernel's loops
            // do not depend on the count.
            if count > SOFTWARE_MANY_COUNT
                && let Some(plan) = Self::symmetric(gpu, count)
            {
                return plan;
            }
            let tuning = if count <= SOFTWARE_MANY_COUNT { SOFTWARE_MANY } else { SOFTWARE_FEW };
            return Self::new(Shape::Tiles, tuning, (SOFTWARE_ROWS / count).max(1))
                .with_short_units(count);
        }
        Self::small(gpu, count)
            .or_else(|| Self::symmetric(gpu, count))
            .unwrap_or_else(|| Self::tiles(gpu, count))
    }

    /// Few bodies: whole steps in one workgroup, or one dispatch per step.
    fn small(gpu: &Gpu, count: u32) -> Option<Self> {
        if count <= 128 {
            let tuning = if count <= 64 { RESIDENT_64 } else { RESIDENT_128 };
            return Some(Self::new(Shape::Resident, tuning, 1));
        }
        let &(_, tuning) = SMALL.iter().find(|(most, _)| count <= *most)?;
        let threads: u32 = tuning.iter().map(|(_, value)| *value).product();
        let tuning = if threads <= gpu.limits().max_compute_invocations_per_workgroup {
            tuning
        } else {
            FEW
        };
        Some(Self::new(Shape::Tiles, tuning, 1))
    }

    /// Each pair once, if the adapter has subgroups of one size that the kernel supports, and room
    /// for the sums.
    pub fn symmetric(gpu: &Gpu, count: u32) -> Option<Self> {
        Self::symmetric_in(Precision::Single, gpu, count)
    }

    fn symmetric_in(precision: Precision, gpu: &Gpu, count: u32) -> Option<Self> {
        let (sizes, tunings) = match precision {
            Precision::Double => (LARGE_DOUBLE, tunings::SYMMETRIC_DOUBLE),
            Precision::Single | Precision::Pair => (LARGE, tunings::SYMMETRIC),
        };
        let lanes = gpu.subgroup_size()?;
        let &(_, [threads, bodies]) = sizes.iter().find(|(most, _)| count <= *most)?;
        let subgroups = (threads / lanes).max(1);
        let wanted = [("LANES", lanes), ("SUBGROUPS", subgroups), ("BODIES", bodies)];
        let is_it = |tuning: &&Tuning| wanted.iter().all(|constant| tuning.contains(constant));
        Self::symmetric_with(precision, gpu, count, tunings.iter().find(is_it)?)
    }

    fn symmetric_with(precision: Precision, gpu: &Gpu, count: u32, tuning: Tuning) -> Option<Self> {
        let plan = Self { precision, ..Self::new(Shape::Symmetric, tuning, u32::MAX) };
        if gpu.subgroup_size() != Some(plan.constant("LANES")) {
            return None;
        }
        let distances = (count.div_ceil(plan.block(0)) - 1) / 2;
        let shares = if count < LONG_RUNS_COUNT { distances } else { distances.div_ceil(2) };
        symmetric::has_room(gpu, count, precision).then_some(Self { shares, ..plan })
    }

    /// Tiles in workgroup memory: any adapter, any number of bodies.
    pub fn tiles(gpu: &Gpu, count: u32) -> Self {
        if count <= FEW_COUNT {
            return Self::new(Shape::Tiles, FEW, 4);
        }
        let plan = Self::new(Shape::Tiles, MANY, (MANY_ROWS / count).max(MANY_SHARES));
        let is_slow = gpu.adapter().info().device_type == wgpu::DeviceType::IntegratedGpu;
        if is_slow { plan.with_short_units(count) } else { plan }
    }

    /// As many shares as needed to keep a unit within [`SLOW_UNIT`].
    fn with_short_units(self, count: u32) -> Self {
        let shares = (u64::from(count) * u64::from(self.block(0))).div_ceil(SLOW_UNIT);
        Self { shares: self.shares.max(shares as u32), ..self }
    }

    /// The plan for a force pass of few bodies.
    pub(super) fn few() -> Self {
        Self::new(Shape::Tiles, FEW, 1)
    }

    /// The counterpart of this plan for as many bodies in this precision: double precision has
    /// other shapes and tunings. A shape without a counterpart is returned unchanged, and rejected
    /// later.
    #[must_use]
    pub fn in_precision(self, gpu: &Gpu, count: u32, precision: Precision) -> Self {
        if precision != Precision::Double || self.precision == Precision::Double {
            return self;
        }
        match self.shape {
            Shape::Naive => Self { precision, tuning: &[], ..self },
            Shape::Tiles | Shape::Symmetric | Shape::Resident if gpu.is_software() => {
                Self { shape: Shape::Tiles, precision, tuning: SOFTWARE_DOUBLE, ..self }
                    .with_short_units(count)
            }
            Shape::Tiles | Shape::Symmetric | Shape::Resident => {
                if self.shape == Shape::Symmetric
                    && let Some(plan) = Self::symmetric_in(precision, gpu, count)
                {
                    return plan;
                }
                let tuning = if count <= FEW_COUNT { DOUBLE_FEW } else { DOUBLE_MANY };
                Self { precision, tuning, ..Self::tiles(gpu, count) }
            }
            _ => self,
        }
    }
}
