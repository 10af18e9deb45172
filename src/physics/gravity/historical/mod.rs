//! The formulations of direct summation that the literature compares, as kernels beside the one that is fastest here.
//! Those of one dispatch are tiles like the others; the rest have a method of their own.

mod atomic_pairs;
mod one_thread;
mod soa;
mod uniform_batches;

use std::ops::Range;
use std::sync::Arc;

pub use atomic_pairs::{ATOMIC_CLEAR, ATOMIC_COLLECT, ATOMIC_PAIRS};
pub use one_thread::{MOST_FOR_ONE_THREAD, ONE_THREAD};
pub use soa::{SOA, SPLIT};
pub use uniform_batches::{Batch, STAGE, UNIFORM_BATCHES};

use super::{AllPairs, Method, Output, Plan, Request, SYMMETRIC, UNORDERED, symmetric};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, Kernel, KernelSource, Tuning};
use crate::wgsl;

/// The classical tile in workgroup memory, with the rungs of the tuning ladder as its constants.
pub const TILE: KernelSource = KernelSource::trusted(
    "gravity/tile",
    &[wgsl!("gravity/tile.wgsl"), wgsl!("gravity/unroll.wgsl"), wgsl!("gravity/pull.wgsl"), wgsl!("gravity/share.wgsl")],
    &[
        &[],
        &[("UNROLL", 4)],
        &[("UNROLL", 8)],
        &[("UNROLL", 16)],
        &[("UNROLL", 32)],
        &[("UNROLL", 128)],
        &[("TEST", 1)],
        &[("TEST", 2)],
        &[("RECIPROCAL", 1)],
        &[("FUSED", 0)],
        // As the ladder begins: all rungs below at once.
        &[("TEST", 1), ("UNROLL", 8), ("RECIPROCAL", 1), ("FUSED", 0)],
    ],
);

/// Several threads a body.
pub const THREADS: KernelSource = KernelSource::trusted(
    "gravity/threads",
    &[wgsl!("gravity/threads.wgsl"), wgsl!("gravity/pull.wgsl"), wgsl!("gravity/share.wgsl")],
    &[&[("THREADS", 1)], &[("THREADS", 2)], &[("THREADS", 4)], &[("THREADS", 8)], &[("THREADS", 16)]],
);

/// Subgroup shuffle in place of workgroup memory, a tuning for each size of subgroups: the adapter must have one size only.
pub const SHUFFLE: KernelSource = KernelSource::trusted(
    "gravity/shuffle",
    &[wgsl!("gravity/shuffle.wgsl"), wgsl!("gravity/pull.wgsl"), wgsl!("gravity/share.wgsl")],
    &[&[("LANES", 4)], &[("LANES", 8)], &[("LANES", 16)], &[("LANES", 32)], &[("LANES", 64)], &[("LANES", 128)]],
);

/// The tuning of [`SHUFFLE`] for this adapter; any one where it has none, which [`check`] then refuses.
pub(super) fn shuffle_tuning(gpu: &Gpu) -> Tuning {
    let fits = |tuning: &&Tuning| Some(tuning[0].1) == gpu.subgroup_size();
    SHUFFLE.tunings.iter().find(fits).unwrap_or(&SHUFFLE.tunings[0])
}

/// The tuning of [`UNIFORM_BATCHES`] for this adapter: the largest batches that it binds.
pub(super) fn batch_tuning(gpu: &Gpu) -> Tuning {
    UNIFORM_BATCHES.tunings.iter().find(|tuning| uniform_batches::fits(gpu, tuning)).unwrap_or(&UNIFORM_BATCHES.tunings[0])
}

/// Whether this adapter can compute the forces of `count` bodies by `plan`.
///
/// # Errors
/// [`GpuError::Unsupported`] with what is missing, and what to do about it.
pub(super) fn check(gpu: &Gpu, plan: &Plan, count: u32) -> Result<(), GpuError> {
    let missing = if plan.kernel.label == ONE_THREAD.label && count > MOST_FOR_ONE_THREAD {
        format!("more than {MOST_FOR_ONE_THREAD} bodies would keep one thread busy until the driver's watchdog ends it")
    } else if plan.kernel.label == SHUFFLE.label && gpu.subgroup_size() != Some(plan.constant("LANES", 32)) {
        "it needs subgroups of one size from 4 to 128".to_owned()
    } else if plan.is_symmetric() && gpu.subgroup_size() != Some(plan.constant("LANES", 32)) {
        "it needs subgroups of one size from 8 to 64".to_owned()
    } else if plan.kernel.label == SYMMETRIC.label && !symmetric::has_room(gpu, count) {
        "its memory is short of room for the sums".to_owned()
    } else if [ATOMIC_PAIRS.label, UNORDERED.label].contains(&plan.kernel.label)
        && !gpu.features().contains(wgpu::Features::SHADER_FLOAT32_ATOMIC)
    {
        "it needs atomic sums of floats".to_owned()
    } else if plan.kernel.label == UNIFORM_BATCHES.label && !uniform_batches::fits(gpu, plan.tuning) {
        "it needs larger uniform buffers".to_owned()
    } else {
        return Ok(());
    };
    let remedy = if plan.kernel.label == ONE_THREAD.label { "fewer bodies" } else { "another adapter" };
    Err(unsupported(gpu, plan, missing, remedy))
}

/// Refuses loops that the driver would end before their time, so that no sum is silently short.
///
/// # Errors
/// [`GpuError::Unsupported`].
pub(super) fn check_loops(request: &Request, plan: &Plan, iterations: u32) -> Result<(), GpuError> {
    let limit = request.gpu.loop_limit();
    if iterations <= limit {
        return Ok(());
    }
    let missing = format!("its driver ends loops after {limit} iterations, and memory is short of room for more partial sums");
    Err(unsupported(&request.gpu, plan, missing, "fewer bodies"))
}

fn unsupported(gpu: &Gpu, plan: &Plan, missing: String, remedy: &'static str) -> GpuError {
    let (kernel, adapter) = (plan.kernel.entry().replace('_', "-"), gpu.adapter_name().to_owned());
    GpuError::Unsupported { kernel, adapter, missing, remedy }
}

/// The method of a plan whose kernel is no tile; `None` for the others, and for jerks, which have a kernel of their own.
pub(super) fn method(request: &Request, plan: Plan) -> Result<Option<Box<dyn Method>>, GpuError> {
    if request.output == Output::Jerk {
        return Ok(None);
    }
    check(&request.gpu, &plan, request.count())?;
    let label = plan.kernel.label;
    Ok(if label == ONE_THREAD.label {
        Some(Box::new(one_thread::OneThread::new(request, plan)?))
    } else if label == SOA.label {
        Some(Box::new(soa::Soa::new(request, plan)?))
    } else if label == UNIFORM_BATCHES.label {
        Some(Box::new(uniform_batches::UniformBatches::new(request, plan)?))
    } else if label == ATOMIC_PAIRS.label {
        Some(Box::new(atomic_pairs::AtomicPairs::new(request, plan)?))
    } else {
        None
    })
}

/// Buffers by the names of their bindings.
type Bindings<'a> = [(&'a str, wgpu::BindingResource<'a>)];

/// The kernel that sums, and the parameters of its whole pass.
#[derive(Clone, Debug)]
struct Summation {
    gpu: Gpu,
    kernel: Arc<Kernel>,
    parameters: AllPairs,
}

impl Summation {
    /// A unit for each block of as many bodies as a workgroup has threads.
    fn new(request: &Request, plan: &Plan) -> Result<Self, GpuError> {
        let (gpu, count) = (&request.gpu, request.count());
        let kernel = gpu.kernel(plan.kernel, &[plan.tuning, &request.switches()].concat())?;
        let blocks = count.div_ceil(kernel.workgroup());
        let softening_squared = request.softening_squared();
        let parameters = AllPairs {
            count,
            tiles_a_share: blocks,
            softening_squared,
            blocks,
            first_unit: 0,
            end_unit: blocks,
            mass: 0.0,
            padding: 0,
        };
        Ok(Self { gpu: gpu.clone(), kernel, parameters })
    }

    /// The same with a unit for each block and each share of the sum.
    fn in_shares(mut self, shares: u32, tiles_a_share: u32) -> Self {
        self.parameters.tiles_a_share = tiles_a_share;
        self.parameters.end_unit = self.parameters.blocks * shares;
        self
    }

    /// The same with a unit for each body.
    fn for_each_body(mut self) -> Self {
        (self.parameters.blocks, self.parameters.end_unit) = (self.parameters.count, self.parameters.count);
        self
    }

    /// Parts of the sum.
    fn shares(&self) -> u32 {
        self.parameters.end_unit.checked_div(self.parameters.blocks).unwrap_or(1)
    }

    fn units(&self) -> Range<u32> {
        0..self.parameters.end_unit
    }

    /// Binds the kernel for some of the units.
    fn bind(&self, units: Range<u32>, buffers: &Bindings) -> Result<Bound, GpuError> {
        let parameters = AllPairs { first_unit: units.start, end_unit: units.end, ..self.parameters };
        let parameters = self.gpu.uniform("gravity/parameters", &parameters)?;
        let mut all = vec![("all_pairs_of", parameters.raw().as_entire_binding())];
        all.extend_from_slice(buffers);
        Ok(self.kernel.bind_resources(self.gpu.device(), &all))
    }

    /// Records what was bound: a workgroup for each of so many units.
    fn dispatch(&self, pass: &mut wgpu::ComputePass, bound: &Bound, units: Range<u32>) {
        let [columns, rows] = self.kernel.grid(units.end.saturating_sub(units.start));
        bound.dispatch(pass, [columns, rows, 1]);
    }
}

/// Rows of sums.
fn rows(request: &Request, shares: u32) -> Result<Buffer<[f32; 4]>, GpuError> {
    request.gpu.storage("gravity/partial", request.count() as usize * shares as usize)
}
