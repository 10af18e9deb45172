//! Force passes of one dispatch, in which each unit sums one share of the sources for one block of bodies.

use std::ops::Range;
use std::sync::Arc;

use super::{Leap, Method, Output, Plan, Request, historical, plan};
use crate::gpu::{Bound, GpuError, Kernel, KernelSource};
use crate::physics::{Bodies, Precision, Rows};
use crate::{mirrored, wgsl};

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
        /// What single precision leaves of the square of the softening length.
        pub softening_squared_low: f32,
        /// The mass of each body, where all have the same.
        pub mass: f32,
    }
}

/// The files of a force kernel whose numbers `$real` declares.
macro_rules! parts {
    ($file:literal, $real:literal $(, $more:literal)*) => {
        &[wgsl!($file), $(wgsl!($more),)* wgsl!("gravity/inverse_distance.wgsl"), wgsl!("gravity/share.wgsl"), wgsl!($real)]
    };
}

/// The force pass: register-blocked tiles, any number of bodies.
pub const ALL_PAIRS: KernelSource = KernelSource::trusted(
    "gravity/all_pairs",
    parts!("gravity/all_pairs.wgsl", "real_f32.wgsl", "gravity/to_rows.wgsl", "gravity/equal_mass.wgsl"),
    &[&[], plan::FEW, plan::FEW_4, plan::FEW_8, plan::FEW_16, plan::FEW_32, plan::MANY, plan::SOFTWARE_FEW, plan::SOFTWARE_MANY],
);

/// The same in double precision.
pub const ALL_PAIRS_F64: KernelSource = KernelSource::trusted(
    "gravity/all_pairs",
    parts!("gravity/all_pairs.wgsl", "real_f64.wgsl", "gravity/to_rows.wgsl", "gravity/equal_mass.wgsl"),
    &[&[], plan::DOUBLE_FEW, plan::DOUBLE_MANY, plan::SOFTWARE_DOUBLE],
);

/// One thread a body, every source from global memory: what the tiles are compared with.
pub const NAIVE: KernelSource =
    KernelSource::trusted("gravity/naive", parts!("gravity/naive.wgsl", "real_f32.wgsl"), &[&[], &[("WORKGROUP", 32)]]);

/// The same in double precision.
pub const NAIVE_F64: KernelSource = KernelSource::trusted("gravity/naive", parts!("gravity/naive.wgsl", "real_f64.wgsl"), &[&[]]);

/// Acceleration and jerk, for Hermite.
pub const ALL_PAIRS_JERK: KernelSource = KernelSource::trusted(
    "gravity/all_pairs_jerk",
    parts!("gravity/all_pairs_jerk.wgsl", "real_f32.wgsl"),
    &[&[], &[("SOFTENED", 0)]],
);

/// The same in double precision.
pub const ALL_PAIRS_JERK_F64: KernelSource = KernelSource::trusted(
    "gravity/all_pairs_jerk",
    parts!("gravity/all_pairs_jerk.wgsl", "real_f64.wgsl"),
    &[&[], &[("SOFTENED", 0)]],
);

/// The force pass with another ending: the bodies move at once. For plans of one share, in single precision.
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

/// Such a pass for a set of bodies.
#[derive(Debug)]
pub(super) struct Tiles {
    request: Request,
    plan: Plan,
    kernel: Arc<Kernel>,
    /// Of the whole pass.
    parameters: AllPairs,
    whole: Bound,
    shares: u32,
    partial: Rows,
    partial_jerk: Option<Rows>,
}

impl Tiles {
    pub(super) fn new(request: Request, plan: Plan) -> Result<Self, GpuError> {
        let (gpu, count) = (&request.gpu, request.count());
        let is_jerk = request.output == Output::Jerk;
        let [softened, potential] = request.switches();
        let kernel = if is_jerk {
            let is_double = request.precision() == Precision::Double;
            gpu.kernel(if is_double { &ALL_PAIRS_JERK_F64 } else { &ALL_PAIRS_JERK }, &[softened])?
        } else {
            // The naive kernel is what it is for comparison.
            let equal = (plan.kernel.label == ALL_PAIRS.label).then(|| request.equal());
            gpu.kernel(plan.kernel, &[plan.tuning, &[softened, potential], equal.as_slice()].concat())?
        };
        let tile = kernel.workgroup();
        let block = if is_jerk { tile } else { plan.block(tile) };
        let (shares, tiles_a_share) = plan.fitted(count, tile, request.scratch(), request.row_bytes());
        historical::check_loops(&request, &plan, tiles_a_share.saturating_mul(plan.iterations(tile)))?;
        let blocks = count.div_ceil(block);
        let [softening_squared, softening_squared_low] = request.softening_squared();
        let end_unit = blocks * shares;
        let parameters = AllPairs {
            count,
            tiles_a_share,
            softening_squared,
            blocks,
            first_unit: 0,
            end_unit,
            softening_squared_low,
            mass: request.mass(),
        };
        let rows = count as usize * shares as usize;
        let partial = Rows::new(gpu, "gravity/partial", rows, request.precision())?;
        let partial_jerk = match is_jerk {
            true => Some(Rows::new(gpu, "gravity/partial_jerk", rows, request.precision())?),
            false => None,
        };
        let whole = bind(&request, &kernel, &parameters, &partial, partial_jerk.as_ref())?;
        Ok(Self { request, plan, kernel, parameters, whole, shares, partial, partial_jerk })
    }
}

impl Method for Tiles {
    fn units(&self) -> u32 {
        self.parameters.end_unit
    }

    fn record(&self, pass: &mut wgpu::ComputePass) {
        let [columns, rows] = self.kernel.grid(self.units());
        self.whole.dispatch(pass, [columns, rows, 1]);
    }

    fn record_slice(&self, pass: &mut wgpu::ComputePass, units: Range<u32>) -> Result<(), GpuError> {
        let [columns, rows] = self.kernel.grid(units.end.saturating_sub(units.start));
        let parameters = AllPairs { first_unit: units.start, end_unit: units.end, ..self.parameters };
        let slice = bind(&self.request, &self.kernel, &parameters, &self.partial, self.partial_jerk.as_ref())?;
        slice.dispatch(pass, [columns, rows, 1]);
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

    fn leap(&self, position: &wgpu::Buffer, ending: &[(&str, &wgpu::Buffer)]) -> Result<Option<Leap>, GpuError> {
        let Request { gpu, output, .. } = &self.request;
        let is_single = self.request.precision() == Precision::Single && self.plan.kernel.label == ALL_PAIRS.label;
        if self.shares > 1 || *output != Output::Acceleration || !is_single {
            return Ok(None);
        }
        let variant = [self.request.switches()[0], self.request.equal()];
        let kernel = gpu.kernel(&LEAP, &[self.plan.tuning, &variant].concat())?;
        let parameters = gpu.uniform("gravity/parameters", &self.parameters)?;
        let own = [("all_pairs_of", parameters.raw()), ("position", position), ("partial", self.partial.raw())];
        let [columns, rows] = kernel.grid(self.units());
        Ok(Some(Leap { bound: kernel.bind(gpu.device(), &[&own[..], ending].concat()), groups: [columns, rows, 1] }))
    }

    fn of(&self, bodies: &Bodies) -> Result<Box<dyn Method>, GpuError> {
        let request = Request { bodies: bodies.clone(), ..self.request.clone() };
        let (kernel, parameters, shares) = (Arc::clone(&self.kernel), self.parameters, self.shares);
        let (partial, partial_jerk) = (self.partial.clone(), self.partial_jerk.clone());
        let whole = bind(&request, &kernel, &parameters, &partial, partial_jerk.as_ref())?;
        Ok(Box::new(Self { request, plan: self.plan, kernel, parameters, whole, shares, partial, partial_jerk }))
    }
}

fn bind(
    request: &Request,
    kernel: &Arc<Kernel>,
    parameters: &AllPairs,
    partial: &Rows,
    partial_jerk: Option<&Rows>,
) -> Result<Bound, GpuError> {
    let Request { gpu, bodies, .. } = request;
    let parameters = gpu.uniform("gravity/parameters", parameters)?;
    let [position, velocity] = bodies.pulled();
    let mut buffers = vec![("all_pairs_of", parameters.raw()), ("position", position), ("partial", partial.raw())];
    if let Some(jerk) = partial_jerk {
        buffers.extend([("velocity", velocity), ("partial_jerk", jerk.raw())]);
    }
    Ok(kernel.bind(gpu.device(), &buffers))
}
