//! One thread for all bodies: a single GPU thread does the work of a CPU.

use std::ops::Range;
use std::sync::Arc;

use super::{Method, Plan, Request, Summation, rows};
use crate::gpu::{Bound, GpuError, KernelSource};
use crate::physics::{Bodies, Rows};
use crate::wgsl;

/// The loops of a CPU program, unchanged.
pub const ONE_THREAD: KernelSource = KernelSource::trusted(
    "gravity/one_thread",
    &[wgsl!("gravity/one_thread.wgsl"), wgsl!("gravity/pull.wgsl"), wgsl!("gravity/share.wgsl")],
    &[&[], &[("TEST", 1), ("RECIPROCAL", 1), ("FUSED", 0)], &[("TEST", 2)]],
);

/// Most bodies that this kernel accepts. In benchmarks, a whole pass is one submission, which takes minutes with more bodies.
pub const MOST_FOR_ONE_THREAD: u32 = 16_384;

/// A unit is one body, so the pass can be recorded in slices even though only one thread does the work.
#[derive(Debug)]
pub(in super::super) struct OneThread {
    request: Request,
    summation: Summation,
    whole: Vec<Bound>,
    partial: Rows,
}

impl OneThread {
    pub(in super::super) fn new(request: &Request, plan: Plan) -> Result<Self, GpuError> {
        Self::with(request.clone(), Summation::new(request, &plan)?.for_each_body(), rows(request, 1)?)
    }

    fn with(request: Request, summation: Summation, partial: Rows) -> Result<Self, GpuError> {
        let whole = bind(&request.bodies, &summation, &partial, summation.units())?;
        Ok(Self { request, summation, whole, partial })
    }
}

/// Iterations per body beyond one per source: those of the outer loop, and those in which loops end.
const BESIDES: u32 = 4;

/// Binds the kernel for some bodies: in one dispatch or, if the driver ends long loops, in as many as needed.
fn bind(bodies: &Bodies, summation: &Summation, partial: &Rows, units: Range<u32>) -> Result<Vec<Bound>, GpuError> {
    let buffers = [("position", bodies.position.raw().as_entire_binding()), ("partial", partial.raw().as_entire_binding())];
    let at_once = (summation.gpu.loop_limit() / (bodies.count() + BESIDES)).max(1) as usize;
    let starts = units.clone().step_by(at_once);
    starts.map(|start| summation.bind(start..units.end.min(start + at_once as u32), &buffers)).collect()
}

fn dispatch(pass: &mut wgpu::ComputePass, dispatches: &[Bound]) {
    dispatches.iter().for_each(|bound| bound.dispatch(pass, [1, 1, 1]));
}

impl Method for OneThread {
    fn units(&self) -> u32 {
        self.summation.units().end
    }

    fn record(&self, pass: &mut wgpu::ComputePass) {
        dispatch(pass, &self.whole);
    }

    fn record_slice(&self, pass: &mut wgpu::ComputePass, units: Range<u32>) -> Result<(), GpuError> {
        dispatch(pass, &bind(&self.request.bodies, &self.summation, &self.partial, units)?);
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
        Ok(Arc::new(Self::with(request, self.summation.clone(), self.partial.clone())?))
    }
}
