//! Formulations of direct summation from the literature, for comparison with the fastest kernels. Those that need a single
//! dispatch run as tiles; those that need several have their own `Method`.

mod atomic_pairs;
mod one_thread;
mod soa;
mod uniform_batches;

use std::ops::Range;
use std::sync::Arc;

pub(super) use atomic_pairs::AtomicPairs;
pub use atomic_pairs::{ATOMIC_CLEAR, ATOMIC_COLLECT, ATOMIC_PAIRS, ATOMIC_TRIANGLE};
pub(super) use one_thread::OneThread;
pub use one_thread::{MOST_FOR_ONE_THREAD, ONE_THREAD};
pub(super) use soa::Soa;
pub use soa::{SOA, SPLIT};
pub use uniform_batches::{BatchParams, STAGE, UNIFORM_BATCHES};
pub(super) use uniform_batches::{UniformBatches, fits as fits_batches};

use super::method::{Method, Request};
use super::plan::Plan;
use super::tiles::AllPairsParams;
use crate::gpu::{Bound, Gpu, GpuError, Kernel, KernelSource, Tuning};
use crate::physics::{Precision, Rows};
use crate::wgsl;

/// The classical tile in workgroup memory, with the rungs of the tuning ladder as constants.
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
        // The start of the ladder: all rungs below at once.
        &[("TEST", 1), ("UNROLL", 8), ("RECIPROCAL", 1), ("FUSED", 0)],
    ],
);

/// Several threads per body.
pub const THREADS: KernelSource = KernelSource::trusted(
    "gravity/threads",
    &[wgsl!("gravity/threads.wgsl"), wgsl!("gravity/pull.wgsl"), wgsl!("gravity/share.wgsl")],
    &[&[("THREADS", 1)], &[("THREADS", 2)], &[("THREADS", 4)], &[("THREADS", 8)], &[("THREADS", 16)]],
);

/// Subgroup shuffles instead of workgroup memory, with a tuning for each subgroup size: the adapter must have only one.
pub const SHUFFLE: KernelSource = KernelSource::trusted(
    "gravity/shuffle",
    &[wgsl!("gravity/shuffle.wgsl"), wgsl!("gravity/pull.wgsl"), wgsl!("gravity/share.wgsl")],
    &[&[("LANES", 4)], &[("LANES", 8)], &[("LANES", 16)], &[("LANES", 32)], &[("LANES", 64)], &[("LANES", 128)]],
);

/// The tuning of [`SHUFFLE`] for this adapter; an arbitrary one if it has none, which the check of the plan then rejects.
pub(super) fn shuffle_tuning(gpu: &Gpu) -> Tuning {
    let fits = |tuning: &&Tuning| Some(tuning[0].1) == gpu.subgroup_size();
    SHUFFLE.tunings.iter().find(fits).unwrap_or(&SHUFFLE.tunings[0])
}

/// The tuning of [`UNIFORM_BATCHES`] for this adapter: the largest batches that it can bind.
pub(super) fn batch_tuning(gpu: &Gpu) -> Tuning {
    UNIFORM_BATCHES.tunings.iter().find(|tuning| uniform_batches::fits(gpu, tuning)).unwrap_or(&UNIFORM_BATCHES.tunings[0])
}

/// Buffers by the names of their bindings.
type Bindings<'a> = [(&'a str, wgpu::BindingResource<'a>)];

/// The kernel that sums, and the parameters of its whole pass.
#[derive(Clone, Debug)]
struct Summation {
    gpu: Gpu,
    kernel: Arc<Kernel>,
    parameters: AllPairsParams,
}

impl Summation {
    /// One unit per block of as many bodies as a workgroup has threads.
    fn new(request: &Request, plan: &Plan) -> Result<Self, GpuError> {
        let (gpu, count) = (&request.gpu, request.count());
        let kernel = gpu.kernel(request.kernel(plan)?, &[plan.tuning, &request.switches()].concat())?;
        let blocks = count.div_ceil(kernel.workgroup());
        let [softening_squared, softening_squared_low] = request.softening_squared();
        let parameters = AllPairsParams {
            count,
            tiles_per_share: blocks,
            softening_squared,
            blocks,
            first_unit: 0,
            end_unit: blocks,
            softening_squared_low,
            mass: 0.0,
        };
        Ok(Self { gpu: gpu.clone(), kernel, parameters })
    }

    /// The same with one unit per block and share of the sum.
    fn in_shares(mut self, shares: u32, tiles_per_share: u32) -> Self {
        self.parameters.tiles_per_share = tiles_per_share;
        self.parameters.end_unit = self.parameters.blocks * shares;
        self
    }

    /// The same with one unit per body.
    fn for_each_body(mut self) -> Self {
        (self.parameters.blocks, self.parameters.end_unit) = (self.parameters.count, self.parameters.count);
        self
    }

    /// Number of shares of the sum.
    fn shares(&self) -> u32 {
        self.parameters.end_unit.checked_div(self.parameters.blocks).unwrap_or(1)
    }

    fn units(&self) -> Range<u32> {
        0..self.parameters.end_unit
    }

    /// Binds the kernel for some of the units.
    fn bind(&self, units: Range<u32>, buffers: &Bindings) -> Result<Bound, GpuError> {
        let parameters = AllPairsParams { first_unit: units.start, end_unit: units.end, ..self.parameters };
        let parameters = self.gpu.uniform("gravity/parameters", &parameters)?;
        let mut all = vec![("all_pairs_of", parameters.raw().as_entire_binding())];
        all.extend_from_slice(buffers);
        Ok(self.kernel.bind_resources(self.gpu.device(), &all))
    }

    /// Records what was bound: one workgroup per unit.
    fn dispatch(&self, pass: &mut wgpu::ComputePass, bound: &Bound, units: Range<u32>) {
        let [columns, rows] = self.kernel.grid(units.end.saturating_sub(units.start));
        bound.dispatch(pass, [columns, rows, 1]);
    }
}

/// Rows of sums.
fn rows(request: &Request, shares: u32) -> Result<Rows, GpuError> {
    Rows::new(&request.gpu, "gravity/partial", request.count() as usize * shares as usize, Precision::Single)
}
