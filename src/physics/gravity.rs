//! Gravity by direct summation on the GPU: which kernel, which tuning, how many shares.

use std::ops::Range;
use std::sync::Arc;

use crate::gpu::{Bound, Buffer, Gpu, GpuError, Kernel, KernelSource, Tuning};
use crate::{mirrored, named, wgsl};

use super::Bodies;

mirrored! {
    /// Parameters of a force pass.
    pub struct AllPairs {
        /// Bodies.
        pub count: u32,
        /// Tiles that one share passes over.
        pub tiles_a_share: u32,
        /// Square of the softening length.
        pub softening_squared: f32,
        /// Blocks of bodies.
        pub blocks: u32,
        /// The first unit to be computed.
        pub first_unit: u32,
        /// The unit before which to end.
        pub end_unit: u32,
        /// Unused.
        pub padding: [u32; 2],
    }
}

/// The force pass: register-blocked tiles, any number of bodies.
pub const ALL_PAIRS: KernelSource = KernelSource::trusted(
    "gravity/all_pairs",
    &[wgsl!("gravity/all_pairs.wgsl"), wgsl!("gravity/inverse_distance.wgsl"), wgsl!("gravity/share.wgsl")],
    &[&[], FEW, MANY, SOFTWARE_FEW, SOFTWARE_MANY],
);

/// One thread a body, every source from global memory: what the tiles are compared with.
pub const NAIVE: KernelSource = KernelSource::trusted(
    "gravity/naive",
    &[wgsl!("gravity/naive.wgsl"), wgsl!("gravity/inverse_distance.wgsl"), wgsl!("gravity/share.wgsl")],
    &[&[], &[("WORKGROUP", 32)]],
);

/// Acceleration and jerk, for Hermite.
pub const ALL_PAIRS_JERK: KernelSource = KernelSource::trusted(
    "gravity/all_pairs_jerk",
    &[wgsl!("gravity/all_pairs_jerk.wgsl"), wgsl!("gravity/inverse_distance.wgsl"), wgsl!("gravity/share.wgsl")],
    &[&[], &[("SOFTENED", 0)]],
);

// Tunings of ALL_PAIRS, measured on an H200 and on lavapipe (benches/RESULTS.md).
/// For up to [`FEW_COUNT`] bodies: many threads share the few bodies' sums.
const FEW: Tuning = &[("LANES", 32), ("SEGMENTS", 8), ("BODIES", 1)];
const FEW_COUNT: u32 = 8_191;
const FEW_SHARES: u32 = 4;
/// For more: eight bodies in a thread's registers take eight interactions from each source that it reads.
const MANY: Tuning = &[("LANES", 256), ("SEGMENTS", 1), ("BODIES", 8)];
/// Bodies times shares that keep the largest of today's GPUs (132 multiprocessors) evenly busy to the end of a pass.
const MANY_ROWS: u32 = 1 << 19;
const MANY_SHARES: u32 = 8;
/// For software rendering, where reading a source costs eight interactions: as many bodies a thread as there are registers for.
const SOFTWARE_FEW: Tuning = &[("LANES", 32), ("SEGMENTS", 1), ("BODIES", 16)];
const SOFTWARE_FEW_COUNT: u32 = 2_047;
const SOFTWARE_MANY: Tuning = &[("LANES", 32), ("SEGMENTS", 1), ("BODIES", 32)];
/// Bodies times shares that keep sixteen cores busy.
const SOFTWARE_ROWS: u32 = 1 << 14;
/// Past this, memory has no room for enough shares: smaller blocks then keep a unit short.
const SOFTWARE_MANY_COUNT: u32 = 450_000;

/// Interactions in one unit of a slow adapter at most, where memory allows: 20 ms on one core, or on one of the few workgroups
/// that a small GPU runs at a time. A unit is the least that a submission can hold.
const SLOW_UNIT: u64 = 25_000_000;

/// Bytes that the partial sums of one force pass take at most.
const SCRATCH: u64 = 256 << 20;
/// Softening lengths below this are taken for none: the cube of their inverse, times a mass, would leave single precision,
/// and a body's pull on itself would be infinity times zero.
const LEAST_SOFTENING: f64 = 1e-10;

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

/// What a force pass leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Accelerations.
    Acceleration,
    /// Accelerations, and the potential in w.
    Potential,
    /// Accelerations and jerks.
    Jerk,
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

    /// The plain kernel, for comparison.
    pub fn naive() -> Self {
        Self { kernel: &NAIVE, tuning: &[], shares: 1 }
    }

    /// Bodies that one workgroup owns.
    fn block(&self, workgroup: u32) -> u32 {
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
    fn fitted(self, count: u32, tile: u32, scratch: u64) -> (u32, u32) {
        let tiles = count.div_ceil(tile).max(1);
        let row = u64::from(count.max(1)) * size_of::<[f32; 4]>() as u64;
        let most = (scratch / row).clamp(1, u64::from(tiles)) as u32;
        let tiles_a_share = tiles.div_ceil(self.shares.clamp(1, most));
        (tiles.div_ceil(tiles_a_share), tiles_a_share)
    }
}

/// A force pass, prepared for a set of bodies. It leaves `shares` rows of partial sums. The pass is a run of units, each the work
/// of one workgroup; it may be recorded whole, or in slices of neighbouring units with the same result.
#[derive(Debug)]
pub struct Gravity {
    gpu: Gpu,
    kernel: Arc<Kernel>,
    /// Of the whole pass.
    parameters: AllPairs,
    whole: Bound,
    bodies: Bodies,
    shares: u32,
    partial: Buffer<[f32; 4]>,
    partial_jerk: Option<Buffer<[f32; 4]>>,
}

impl Gravity {
    /// Prepares the pass with the plan that suits the adapter and the number of bodies.
    ///
    /// # Errors
    /// [`GpuError`] where a kernel does not compile or memory is short.
    pub fn new(gpu: &Gpu, bodies: &Bodies, softening: f64, output: Output) -> Result<Self, GpuError> {
        Self::with_plan(gpu, bodies, softening, output, Plan::for_count(gpu, bodies.count()))
    }

    /// Prepares the pass with a plan of the caller's.
    ///
    /// # Errors
    /// [`GpuError`] where a kernel does not compile or memory is short.
    pub fn with_plan(gpu: &Gpu, bodies: &Bodies, softening: f64, output: Output, plan: Plan) -> Result<Self, GpuError> {
        let count = bodies.count();
        let is_softened = softening >= LEAST_SOFTENING;
        let softening_squared = if is_softened { (softening * softening) as f32 } else { 0.0 };
        let softened = u32::from(is_softened);
        let is_jerk = output == Output::Jerk;
        let (kernel, tile, block) = if is_jerk {
            let kernel = gpu.kernel(&ALL_PAIRS_JERK, &[("SOFTENED", softened)])?;
            let tile = kernel.workgroup();
            (kernel, tile, tile)
        } else {
            let variant = [("SOFTENED", softened), ("POTENTIAL", u32::from(output == Output::Potential))];
            let kernel = gpu.kernel(plan.kernel, &[plan.tuning, &variant].concat())?;
            let tile = kernel.workgroup();
            (kernel, tile, plan.block(tile))
        };
        let (shares, tiles_a_share) = plan.fitted(count, tile, SCRATCH.min(gpu.storage_limit()));
        let blocks = count.div_ceil(block);
        let end_unit = blocks * shares;
        let parameters = AllPairs { count, tiles_a_share, softening_squared, blocks, first_unit: 0, end_unit, padding: [0; 2] };
        let rows = count as usize * shares as usize;
        let partial = gpu.storage("gravity/partial", rows)?;
        let partial_jerk = if is_jerk { Some(gpu.storage("gravity/partial_jerk", rows)?) } else { None };
        let whole = bind(gpu, &kernel, &parameters, bodies, &partial, partial_jerk.as_ref())?;
        Ok(Self { gpu: gpu.clone(), kernel, parameters, whole, bodies: bodies.clone(), shares, partial, partial_jerk })
    }

    /// The same pass for as many other bodies. Its sums go to the same place.
    ///
    /// # Errors
    /// [`GpuError`] where memory is short.
    pub fn of(&self, bodies: &Bodies) -> Result<Self, GpuError> {
        let (gpu, kernel, parameters) = (self.gpu.clone(), Arc::clone(&self.kernel), self.parameters);
        let (partial, partial_jerk) = (self.partial.clone(), self.partial_jerk.clone());
        let whole = bind(&gpu, &kernel, &parameters, bodies, &partial, partial_jerk.as_ref())?;
        Ok(Self { gpu, kernel, parameters, whole, bodies: bodies.clone(), shares: self.shares, partial, partial_jerk })
    }

    /// Records the pass.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        self.dispatch(pass, &self.whole, self.units());
    }

    /// Records some units of the pass, which is done when all of them have run. A slice brings its own parameters, so that a
    /// submission may hold any number of them.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn record_slice(&self, pass: &mut wgpu::ComputePass, units: Range<u32>) -> Result<(), GpuError> {
        if units.start == 0 && units.end >= self.units() {
            self.record(pass);
            return Ok(());
        }
        let (first_unit, end_unit) = (units.start, units.end.min(self.units()));
        let parameters = AllPairs { first_unit, end_unit, ..self.parameters };
        let slice = bind(&self.gpu, &self.kernel, &parameters, &self.bodies, &self.partial, self.partial_jerk.as_ref())?;
        self.dispatch(pass, &slice, end_unit.saturating_sub(first_unit));
        Ok(())
    }

    fn dispatch(&self, pass: &mut wgpu::ComputePass, bound: &Bound, units: u32) {
        let [columns, rows] = self.kernel.grid(units);
        bound.dispatch(pass, [columns, rows, 1]);
    }

    /// Units of the pass. All take about the same time.
    pub fn units(&self) -> u32 {
        self.parameters.end_unit
    }

    /// Interactions that the pass computes: each body with every body.
    pub fn interactions(&self) -> f64 {
        f64::from(self.parameters.count).powi(2)
    }

    /// The units whose interactions come nearest to `interactions`.
    pub(super) fn units_of(&self, interactions: f64) -> u32 {
        (interactions / self.interactions_of(1)).round() as u32
    }

    /// Interactions of so many units.
    pub(super) fn interactions_of(&self, units: u32) -> f64 {
        self.interactions() / f64::from(self.units()) * f64::from(units)
    }

    /// Rows of partial sums.
    pub fn shares(&self) -> u32 {
        self.shares
    }

    /// The partial sums: `shares` rows of one vector a body.
    pub fn partial(&self) -> &Buffer<[f32; 4]> {
        &self.partial
    }

    /// The partial sums of the jerk, where it was asked for.
    pub fn partial_jerk(&self) -> Option<&Buffer<[f32; 4]>> {
        self.partial_jerk.as_ref()
    }
}

fn bind(
    gpu: &Gpu,
    kernel: &Arc<Kernel>,
    parameters: &AllPairs,
    bodies: &Bodies,
    partial: &Buffer<[f32; 4]>,
    partial_jerk: Option<&Buffer<[f32; 4]>>,
) -> Result<Bound, GpuError> {
    let parameters = gpu.uniform("gravity/parameters", parameters)?;
    let mut buffers = vec![("all_pairs_of", parameters.raw()), ("position", bodies.position.raw()), ("partial", partial.raw())];
    if let Some(jerk) = partial_jerk {
        buffers.extend([("velocity", bodies.velocity.raw()), ("partial_jerk", jerk.raw())]);
    }
    Ok(kernel.bind(gpu.device(), &buffers))
}
