//! A structure of arrays: positions and masses are split before each pass.

use std::ops::Range;
use std::sync::Arc;

use super::{Bindings, Method, Plan, Request, Summation, rows};
use crate::gpu::{Bound, Buffer, GpuError, KernelSource};
use crate::physics::{Bodies, Rows};
use crate::wgsl;

/// One thread per body, one array per coordinate.
pub const SOA: KernelSource = KernelSource::trusted(
    "gravity/soa",
    &[wgsl!("gravity/soa.wgsl"), wgsl!("gravity/pull.wgsl"), wgsl!("gravity/share.wgsl")],
    &[&[], &[("TEST", 1), ("RECIPROCAL", 1), ("FUSED", 0)], &[("TEST", 2)]],
);

/// Splits positions and masses into arrays.
pub const SPLIT: KernelSource =
    KernelSource::trusted("gravity/split", &[wgsl!("gravity/split.wgsl"), wgsl!("grid.wgsl")], &[&[]]);

/// Names of the arrays, in both kernels.
const ARRAYS: [&str; 4] = ["x", "y", "z", "mass"];

/// A pass over arrays.
#[derive(Debug)]
pub(in super::super) struct Soa {
    request: Request,
    summation: Summation,
    /// Runs before every slice: it costs next to nothing, and the arrays never go stale.
    split: Bound,
    whole: Bound,
    arrays: [Buffer<f32>; 4],
    partial: Rows,
}

impl Soa {
    pub(in super::super) fn new(request: &Request, plan: Plan) -> Result<Self, GpuError> {
        let summation = Summation::new(request, &plan)?;
        let (shares, tiles_per_share) =
            plan.fitted(request.count(), summation.kernel.workgroup(), request.scratch(), request.row_bytes());
        request.check_loops(&plan, tiles_per_share.saturating_mul(plan.iterations(summation.kernel.workgroup())))?;
        let summation = summation.in_shares(shares, tiles_per_share);
        let array = |name: &str| request.gpu.storage(&format!("gravity/{name}"), request.count() as usize);
        let arrays = [array("x")?, array("y")?, array("z")?, array("mass")?];
        Self::with(request.clone(), summation, arrays, rows(request, shares)?)
    }

    fn with(request: Request, summation: Summation, arrays: [Buffer<f32>; 4], partial: Rows) -> Result<Self, GpuError> {
        let gpu = &request.gpu;
        let mut buffers = vec![("position", request.bodies.position.raw().as_entire_binding())];
        buffers.extend(bindings(&arrays));
        let split = gpu.kernel(&SPLIT, &[])?.bind_resources(gpu.device(), &buffers);
        let whole = summation.bind(summation.units(), &sum_bindings(&arrays, &partial))?;
        Ok(Self { request, summation, split, whole, arrays, partial })
    }
}

fn bindings(arrays: &[Buffer<f32>; 4]) -> impl Iterator<Item = (&'static str, wgpu::BindingResource<'_>)> {
    ARRAYS.into_iter().zip(arrays).map(|(name, array)| (name, array.raw().as_entire_binding()))
}

fn sum_bindings<'a>(arrays: &'a [Buffer<f32>; 4], partial: &'a Rows) -> Box<Bindings<'a>> {
    bindings(arrays).chain([("partial", partial.raw().as_entire_binding())]).collect()
}

impl Method for Soa {
    fn units(&self) -> u32 {
        self.summation.units().end
    }

    fn record(&self, pass: &mut wgpu::ComputePass) {
        self.split.dispatch_threads(pass, self.request.count());
        self.summation.dispatch(pass, &self.whole, self.summation.units());
    }

    fn record_slice(&self, pass: &mut wgpu::ComputePass, units: Range<u32>) -> Result<(), GpuError> {
        let slice = self.summation.bind(units.clone(), &sum_bindings(&self.arrays, &self.partial))?;
        self.split.dispatch_threads(pass, self.request.count());
        self.summation.dispatch(pass, &slice, units);
        Ok(())
    }

    fn partial(&self) -> &Rows {
        &self.partial
    }

    fn shares(&self) -> u32 {
        self.summation.shares()
    }

    fn of(&self, bodies: &Bodies) -> Result<Arc<dyn Method>, GpuError> {
        let request = Request { bodies: bodies.clone(), ..self.request.clone() };
        Ok(Arc::new(Self::with(request, self.summation.clone(), self.arrays.clone(), self.partial.clone())?))
    }
}
