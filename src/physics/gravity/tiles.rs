//! Force passes of one dispatch, in which each unit sums one share of the sources for one block of
//! bodies.

use std::ops::Range;
use std::sync::Arc;

use super::method::{Leap, Method, Output, Request};
use super::plan::{Plan, Shape};
use super::tunings::{
    DOUBLE_FEW, DOUBLE_MANY, FEW, FEW_4, FEW_8, FEW_16, FEW_32, MANY, SOFTWARE_DOUBLE,
    SOFTWARE_FEW, SOFTWARE_MANY,
};
use crate::gpu::{Bound, GpuError, Kernel, KernelSource};
use crate::physics::{Bodies, Portion, Precision, Rows};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of a force pass.
    pub struct AllPairsParams {
        /// Number of bodies.
        pub count: u32,
        /// Tiles per share.
        pub tiles_per_share: u32,
        /// Square of the softening length.
        pub softening_squared: f32,
        /// Number of blocks of bodies.
        pub blocks: u32,
        /// The first unit to compute.
        pub first_unit: u32,
        /// The end of the units (exclusive).
        pub end_unit: u32,
        /// Remainder of the square of the softening length beyond single precision.
        pub softening_squared_low: f32,
        /// The mass of each body, if all have the same.
        pub mass: f32,
        /// The block of the first unit.
        pub first_block: u32,
        /// Unused.
        pub padding_0: u32,
        /// Unused.
        pub padding_1: u32,
        /// Unused.
        pub padding_2: u32,
    }
}

impl AllPairsParams {
    /// All units of a pass: one per block of bodies and share of the sum.
    pub(crate) fn new(request: &Request, blocks: u32, shares: u32, tiles_per_share: u32) -> Self {
        let [softening_squared, softening_squared_low] = request.softening_squared();
        let (count, mass) = (request.count(), request.mass());
        let (first_unit, end_unit) = (0, blocks * shares);
        Self {
            count,
            tiles_per_share,
            softening_squared,
            blocks,
            first_unit,
            end_unit,
            softening_squared_low,
            mass,
            first_block: 0,
            padding_0: 0,
            padding_1: 0,
            padding_2: 0,
        }
    }
}

/// The files of a force kernel, with the number type that `$real` declares.
macro_rules! parts {
    ($file:literal, $real:literal $(, $more:literal)*) => {
        &[wgsl!($file), $(wgsl!($more),)* wgsl!($real)]
    };
}

/// The force pass: register-blocked tiles, any number of bodies.
pub const ALL_PAIRS: KernelSource = KernelSource::trusted(
    "gravity/all_pairs",
    parts!(
        "gravity/all_pairs.wgsl",
        "real_f32.wgsl",
        "gravity/to_rows.wgsl",
        "gravity/equal_mass.wgsl"
    ),
    &[&[], FEW, FEW_4, FEW_8, FEW_16, FEW_32, MANY, SOFTWARE_FEW, SOFTWARE_MANY],
);

/// The force pass in double precision.
pub const ALL_PAIRS_F64: KernelSource = KernelSource::trusted(
    "gravity/all_pairs",
    parts!(
        "gravity/all_pairs.wgsl",
        "real_f64.wgsl",
        "gravity/to_rows.wgsl",
        "gravity/equal_mass.wgsl"
    ),
    &[&[], DOUBLE_FEW, DOUBLE_MANY, SOFTWARE_DOUBLE],
);

/// One thread per body, every source from global memory: the baseline for the tiles.
pub const NAIVE: KernelSource = KernelSource::trusted(
    "gravity/naive",
    parts!("gravity/naive.wgsl", "real_f32.wgsl"),
    &[&[], &[("WORKGROUP", 32)]],
);

/// One thread per body in double precision, every source from global memory.
pub const NAIVE_F64: KernelSource =
    KernelSource::trusted("gravity/naive", parts!("gravity/naive.wgsl", "real_f64.wgsl"), &[&[]]);

/// Acceleration and jerk, for Hermite.
pub const ALL_PAIRS_JERK: KernelSource = KernelSource::trusted(
    "gravity/all_pairs_jerk",
    parts!("gravity/all_pairs_jerk.wgsl", "real_f32.wgsl"),
    &[&[], &[("SOFTENED", 0)]],
);

/// Acceleration and jerk in double precision, for Hermite.
pub const ALL_PAIRS_JERK_F64: KernelSource = KernelSource::trusted(
    "gravity/all_pairs_jerk",
    parts!("gravity/all_pairs_jerk.wgsl", "real_f64.wgsl"),
    &[&[], &[("SOFTENED", 0)]],
);

/// The force pass with another ending that moves the bodies at once. For plans with one share, in
/// single precision.
pub const LEAP: KernelSource = KernelSource::trusted(
    "leap/all_pairs",
    parts!(
        "gravity/all_pairs.wgsl",
        "real_f32.wgsl",
        "motion/to_motion.wgsl",
        "motion/kick_drift.wgsl",
        "motion/state_real.wgsl",
        "gravity/equal_mass.wgsl"
    ),
    ALL_PAIRS.tunings,
);

/// The force pass with shares that run one after another and produce one row: for more bodies than
/// memory has rows for.
pub const SUMMED: KernelSource = KernelSource::trusted(
    "summed/all_pairs",
    parts!(
        "gravity/all_pairs.wgsl",
        "real_f32.wgsl",
        "gravity/to_sums.wgsl",
        "gravity/equal_mass.wgsl"
    ),
    ALL_PAIRS.tunings,
);

/// The force pass in double precision, with shares that run one after another and produce one row.
pub const SUMMED_F64: KernelSource = KernelSource::trusted(
    "summed/all_pairs",
    parts!(
        "gravity/all_pairs.wgsl",
        "real_f64.wgsl",
        "gravity/to_sums.wgsl",
        "gravity/equal_mass.wgsl"
    ),
    ALL_PAIRS_F64.tunings,
);

/// A pass over tiles for a set of bodies.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    request: Request,
    plan: Plan,
    kernel: Arc<Kernel>,
    /// Parameters of the whole pass.
    parameters: AllPairsParams,
    /// The whole pass: one dispatch, or one per share; each with its units.
    whole: Vec<(Range<u32>, Bound)>,
    /// Number of rows that it produces.
    shares: u32,
    partial: Rows,
    partial_jerk: Option<Rows>,
    /// The running sums, if shares run one after another.
    sums: Option<Rows>,
}

impl Tiles {
    pub(super) fn new(request: Request, plan: Plan) -> Result<Self, GpuError> {
        let (gpu, count, precision) = (&request.gpu, request.count(), request.precision());
        let is_jerk = request.output == Output::Jerk;
        let [softened, law, potential] = request.switches();
        let mut kernel = if is_jerk {
            let is_double = precision == Precision::Double;
            gpu.kernel(
                if is_double { &ALL_PAIRS_JERK_F64 } else { &ALL_PAIRS_JERK },
                &[softened, law],
            )?
        } else {
            // The naive kernel is a baseline and has no such switch.
            let equal = (plan.shape == Shape::Tiles).then(|| request.equal());
            gpu.kernel(
                request.kernel(&plan)?,
                &[plan.tuning, &[softened, law, potential], equal.as_slice()].concat(),
            )?
        };
        let tile = kernel.workgroup();
        let block = if is_jerk { tile } else { plan.block(tile) };
        let (mut shares, mut tiles_per_share) = request.fitted(plan.shares, tile);
        let longest = gpu.adapter().loop_limit() / plan.iterations(tile);
        let is_summed = tiles_per_share > longest && !is_jerk && plan.shape == Shape::Tiles;
        if is_summed {
            let source = if precision == Precision::Double { &SUMMED_F64 } else { &SUMMED };
            kernel = gpu
                .kernel(source, &[plan.tuning, &[softened, potential, request.equal()]].concat())?;
            (shares, tiles_per_share) = plan.divided(count, tile, longest);
        }
        request.check_loops(plan.shape, tiles_per_share.saturating_mul(plan.iterations(tile)))?;
        let blocks = count.div_ceil(block);
        let parameters = AllPairsParams::new(&request, blocks, shares, tiles_per_share);
        let shares = if is_summed { 1 } else { shares };
        let rows = |label: &str| Rows::new(gpu, label, count as usize * shares as usize, precision);
        let partial = rows("gravity/partial")?;
        let partial_jerk = if is_jerk { Some(rows("gravity/partial_jerk")?) } else { None };
        let sums = if is_summed { Some(rows("gravity/sums")?) } else { None };
        Self {
            request,
            plan,
            kernel,
            parameters,
            whole: Vec::new(),
            shares,
            partial,
            partial_jerk,
            sums,
        }
        .bound()
    }

    /// The pass for a part of the bodies.
    pub(super) fn of_portion(self, portion: Portion) -> Result<Self, GpuError> {
        let (bodies, block) = (portion.of(self.request.count() as usize), self.block());
        let first_block = (bodies.start / block) as u32;
        let blocks =
            if bodies.is_empty() { 0 } else { bodies.end.div_ceil(block) as u32 - first_block };
        let end_unit = self.units() / self.parameters.blocks.max(1) * blocks;
        let parameters = AllPairsParams { first_block, blocks, end_unit, ..self.parameters };
        Self { parameters, ..self }.bound()
    }

    /// Number of bodies in a block.
    fn block(&self) -> usize {
        let tile = self.kernel.workgroup();
        (if self.partial_jerk.is_some() { tile } else { self.plan.block(tile) }) as usize
    }

    /// Binds the whole pass.
    fn bound(mut self) -> Result<Self, GpuError> {
        let bind = |units: Range<u32>| Ok((units.clone(), self.bind(units)?));
        self.whole = self.dispatches(0..self.units()).map(bind).collect::<Result<_, GpuError>>()?;
        Ok(self)
    }

    /// The dispatches for some units: one, or one per share if shares run one after another.
    fn dispatches(&self, units: Range<u32>) -> impl Iterator<Item = Range<u32>> + use<> {
        let most = if self.sums.is_some() { self.parameters.blocks.max(1) } else { u32::MAX };
        let mut start = units.start;
        std::iter::from_fn(move || {
            let begin = start;
            start = units.end.min((begin / most + 1).saturating_mul(most));
            (begin < units.end).then_some(begin..start)
        })
    }

    /// Binds the kernel for some units.
    fn bind(&self, units: Range<u32>) -> Result<Bound, GpuError> {
        let Request { gpu, bodies, .. } = &self.request;
        let parameters =
            AllPairsParams { first_unit: units.start, end_unit: units.end, ..self.parameters };
        let parameters = gpu.uniform("gravity/parameters", &parameters)?;
        let [position, velocity] = bodies.pulled();
        let mut buffers = vec![
            ("all_pairs_of", parameters.raw()),
            ("position", position),
            ("partial", self.partial.raw()),
        ];
        if let Some(jerk) = &self.partial_jerk {
            buffers.extend([("velocity", velocity), ("partial_jerk", jerk.raw())]);
        }
        buffers.extend(self.sums.as_ref().map(|sums| ("sums", sums.raw())));
        self.kernel.bind(gpu.device(), &buffers)
    }
}

impl Method for Tiles {
    fn units(&self) -> u32 {
        self.parameters.end_unit
    }

    fn encode(&self, pass: &mut wgpu::ComputePass) {
        for (units, bound) in &self.whole {
            bound.dispatch_groups(pass, units.end - units.start);
        }
    }

    fn encode_slice(
        &self,
        pass: &mut wgpu::ComputePass,
        units: Range<u32>,
    ) -> Result<(), GpuError> {
        for units in self.dispatches(units) {
            self.bind(units.clone())?.dispatch_groups(pass, units.end - units.start);
        }
        Ok(())
    }

    fn partial(&self) -> &Rows {
        &self.partial
    }

    fn shares(&self) -> u32 {
        self.shares
    }

    fn partial_jerk(&self) -> Option<&Rows> {
        self.partial_jerk.as_ref()
    }

    fn leap(
        &self,
        position: &wgpu::Buffer,
        ending: &[(&str, &wgpu::Buffer)],
    ) -> Result<Option<Leap>, GpuError> {
        let Request { gpu, output, .. } = &self.request;
        let is_single =
            self.request.precision() == Precision::Single && self.plan.shape == Shape::Tiles;
        if self.shares > 1 || self.sums.is_some() || *output != Output::Acceleration || !is_single {
            return Ok(None);
        }
        let [softened, law, _] = self.request.switches();
        let variant = [softened, law, self.request.equal()];
        let kernel = gpu.kernel(&LEAP, &[self.plan.tuning, &variant].concat())?;
        let parameters = gpu.uniform("gravity/parameters", &self.parameters)?;
        let own = [
            ("all_pairs_of", parameters.raw()),
            ("position", position),
            ("partial", self.partial.raw()),
        ];
        let [columns, rows] = kernel.grid(self.units());
        Ok(Some(Leap {
            bound: kernel.bind(gpu.device(), &[&own[..], ending].concat())?,
            groups: [columns, rows, 1],
        }))
    }

    fn for_bodies(&self, bodies: &Bodies) -> Result<Arc<dyn Method>, GpuError> {
        let request = Request { bodies: bodies.clone(), ..self.request.clone() };
        let whole = Vec::new();
        Ok(Arc::new(Self { request, whole, ..self.clone() }.bound()?))
    }
}
