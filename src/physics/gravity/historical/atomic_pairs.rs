//! Newton's third law by global atomics: half the evaluations, sums in no fixed order.

use std::ops::Range;
use std::sync::Arc;

use super::{Method, Plan, Request, Summation, rows};
use crate::gpu::{Bound, Buffer, GpuError, KernelSource};
use crate::physics::gravity::Shape;
use crate::physics::{Bodies, Rows};
use crate::wgsl;

/// Each pair of bodies once, both sums by atomic adds. Two runs differ by rounding.
pub const ATOMIC_PAIRS: KernelSource = KernelSource::trusted(
    "gravity/atomic_pairs",
    &[wgsl!("gravity/atomic_pairs.wgsl"), wgsl!("gravity/pull.wgsl"), wgsl!("gravity/share.wgsl")],
    &[&[]],
);

/// The same to the letter: a triangle of pairs.
pub const ATOMIC_TRIANGLE: KernelSource = KernelSource::trusted(
    "gravity/atomic_triangle",
    &[wgsl!("gravity/atomic_triangle.wgsl"), wgsl!("gravity/pull.wgsl"), wgsl!("gravity/share.wgsl")],
    &[&[]],
);

/// Clears the atomic sums.
pub const ATOMIC_CLEAR: KernelSource =
    KernelSource::trusted("gravity/atomic_clear", &[wgsl!("gravity/atomic_clear.wgsl"), wgsl!("grid.wgsl")], &[&[]]);

/// Copies them out.
pub const ATOMIC_COLLECT: KernelSource =
    KernelSource::trusted("gravity/atomic_collect", &[wgsl!("gravity/atomic_collect.wgsl"), wgsl!("grid.wgsl")], &[&[]]);

/// A pass that clears the sums before its first unit and copies them out after its last.
#[derive(Debug)]
pub(in super::super) struct AtomicPairs {
    request: Request,
    summation: Summation,
    clear: Bound,
    whole: Bound,
    collect: Bound,
    sums: Buffer<[f32; 4]>,
    partial: Rows,
}

impl AtomicPairs {
    pub(in super::super) fn new(request: &Request, plan: Plan) -> Result<Self, GpuError> {
        // Shares of the half circle, or of the triangle's longest row. They need no rows, because all add to the same sums.
        let meetings = if plan.shape == Shape::AtomicTriangle { request.count() } else { request.count() / 2 }.max(1);
        let per_share = meetings.div_ceil(plan.shares.clamp(1, meetings));
        let summation = Summation::new(request, &plan)?.in_shares(meetings.div_ceil(per_share), per_share);
        let sums = request.gpu.storage("gravity/sums", request.count() as usize)?;
        Self::with(request.clone(), summation, sums, rows(request, 1)?)
    }

    fn with(request: Request, summation: Summation, sums: Buffer<[f32; 4]>, partial: Rows) -> Result<Self, GpuError> {
        let gpu = &request.gpu;
        let clear = gpu.kernel(&ATOMIC_CLEAR, &[])?.bind(gpu.device(), &[("sums", sums.raw())]);
        let both = [("sums", sums.raw()), ("partial", partial.raw())];
        let collect = gpu.kernel(&ATOMIC_COLLECT, &[])?.bind(gpu.device(), &both);
        let whole = bind(&request.bodies, &summation, &sums, summation.units())?;
        Ok(Self { request, summation, clear, whole, collect, sums, partial })
    }

    /// Records some units, bound earlier, with what the start and the end of a pass need.
    fn record_bound(&self, pass: &mut wgpu::ComputePass, bound: &Bound, units: Range<u32>) {
        if units.start == 0 {
            self.clear.dispatch_threads(pass, self.request.count());
        }
        let is_last = units.end == self.units();
        self.summation.dispatch(pass, bound, units);
        if is_last {
            self.collect.dispatch_threads(pass, self.request.count());
        }
    }
}

fn bind(bodies: &Bodies, summation: &Summation, sums: &Buffer<[f32; 4]>, units: Range<u32>) -> Result<Bound, GpuError> {
    let buffers = [("position", bodies.position.raw().as_entire_binding()), ("sums", sums.raw().as_entire_binding())];
    summation.bind(units, &buffers)
}

impl Method for AtomicPairs {
    fn units(&self) -> u32 {
        self.summation.units().end
    }

    fn record(&self, pass: &mut wgpu::ComputePass) {
        self.record_bound(pass, &self.whole, self.summation.units());
    }

    fn record_slice(&self, pass: &mut wgpu::ComputePass, units: Range<u32>) -> Result<(), GpuError> {
        let slice = bind(&self.request.bodies, &self.summation, &self.sums, units.clone())?;
        self.record_bound(pass, &slice, units);
        Ok(())
    }

    fn partial(&self) -> &Rows {
        &self.partial
    }

    fn shares(&self) -> u32 {
        1
    }

    fn of(&self, bodies: &Bodies) -> Result<Arc<dyn Method>, GpuError> {
        let request = Request { bodies: bodies.clone(), ..self.request.clone() };
        Ok(Arc::new(Self::with(request, self.summation.clone(), self.sums.clone(), self.partial.clone())?))
    }
}
