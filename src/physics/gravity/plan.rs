//! Which kernel sums up the forces, and how the work is divided: by what the adapter can do, and by the number of bodies.

use super::tiles::{ALL_PAIRS, ALL_PAIRS_F64, NAIVE, NAIVE_F64};
use crate::gpu::{Gpu, KernelSource, Tuning};
use crate::named;
use crate::physics::Precision;

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
        /// One thread a body, sources from global memory.
        Naive = "naive",
    }
}

impl ForceKernel {
    /// How this kernel sums up the forces of `count` bodies on this adapter.
    pub fn plan(self, gpu: &Gpu, count: u32) -> Plan {
        match self {
            Self::Auto => Plan::for_count(gpu, count),
            Self::Naive => Plan::naive(),
        }
    }
}

/// How the sum over all bodies is computed: by which kernel, and how it is divided among threads.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The kernel: [`ALL_PAIRS`] or [`NAIVE`].
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

    /// The plan in its place for as many bodies of this precision: in double precision kernels and tunings are others.
    #[must_use]
    pub fn in_precision(self, gpu: &Gpu, count: u32, precision: Precision) -> Self {
        if precision != Precision::Double {
            return self;
        }
        if self.kernel.parts.iter().any(|part| part.path.starts_with("shaders/real_f64.wgsl")) {
            return self;
        }
        if self.kernel.label == NAIVE.label {
            return Self { kernel: &NAIVE_F64, tuning: &[], ..self };
        }
        let kernel = &ALL_PAIRS_F64;
        if gpu.is_software() {
            return Self { kernel, tuning: SOFTWARE_DOUBLE, shares: self.shares }.with_short_units(count);
        }
        if count <= FEW_COUNT {
            return Self { kernel, tuning: DOUBLE_FEW, shares: FEW_SHARES };
        }
        Self { kernel, tuning: DOUBLE_MANY, ..self }
    }

    /// The plain kernel, for comparison.
    pub fn naive() -> Self {
        Self { kernel: &NAIVE, tuning: &[], shares: 1 }
    }

    /// Bodies that one workgroup owns.
    pub(super) fn block(&self, workgroup: u32) -> u32 {
        if self.kernel.label != ALL_PAIRS.label {
            return workgroup;
        }
        self.constant("LANES", 32) * self.constant("BODIES", 4)
    }

    /// The value of a constant in this tuning; `default` is what the WGSL says.
    fn constant(&self, name: &str, default: u32) -> u32 {
        self.tuning.iter().find(|(constant, _)| *constant == name).map_or(default, |(_, value)| *value)
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
