//! Sources from a uniform buffer, in batches: constant memory.

use std::ops::Range;
use std::sync::Arc;

use super::{Method, Plan, Request, Summation, rows};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Tuning};
use crate::physics::{Bodies, Rows};
use crate::{mirrored, wgsl};

mirrored! {
    /// A batch of sources.
    pub struct BatchParams {
        /// Index of its first source.
        pub begin: u32,
        /// Number of sources in it.
        pub len: u32,
        /// 1 for the first batch.
        pub is_first: u32,
        /// 1 for the last batch.
        pub is_last: u32,
    }
}

/// One thread per body, one dispatch per batch of sources. The largest batch comes first; every desktop GPU can bind it. The
/// second is for adapters that bind no more than Vulkan's minimum. The third makes several batches of few bodies, for tests.
pub const UNIFORM_BATCHES: KernelSource = KernelSource::trusted(
    "gravity/uniform_batches",
    &[wgsl!("gravity/uniform_batches.wgsl"), wgsl!("gravity/pull.wgsl"), wgsl!("gravity/share.wgsl")],
    &[&[], &[("BATCH", 1024)], &[("BATCH", 128)]],
);

/// Copies the sources into buffers that can be bound as batches.
pub const STAGE: KernelSource =
    KernelSource::trusted("gravity/stage", &[wgsl!("gravity/stage.wgsl"), wgsl!("grid.wgsl")], &[&[]]);

/// The batch size as the WGSL states it.
const BATCH: u32 = 4096;

fn batch(tuning: Tuning) -> u32 {
    tuning.iter().find(|(name, _)| *name == "BATCH").map_or(BATCH, |(_, value)| *value)
}

/// Whether the adapter can bind batches of this tuning.
pub(in super::super) fn fits(gpu: &Gpu, tuning: Tuning) -> bool {
    u64::from(batch(tuning)) * size_of::<[f32; 4]>() as u64 <= gpu.limits().max_uniform_buffer_binding_size
}

/// A unit is a block of bodies against one batch, number `batch * blocks + block`.
#[derive(Debug)]
pub(in super::super) struct UniformBatches {
    request: Request,
    summation: Summation,
    /// Runs before every slice, because it costs next to nothing.
    stage: Bound,
    /// The units of each batch.
    whole: Vec<Bound>,
    memory: Memory,
}

#[derive(Clone, Debug)]
struct Memory {
    /// All sources, padded to whole batches.
    staged: Buffer<[f32; 4]>,
    batches: Vec<Buffer<BatchParams>>,
    /// Sources per batch.
    len: u32,
    /// Sums over the preceding batches. The last batch writes the total to `partial`, so an incomplete pass leaves nothing
    /// there.
    sums: Buffer<[f32; 4]>,
    partial: Rows,
}

impl UniformBatches {
    pub(in super::super) fn new(request: &Request, plan: Plan) -> Result<Self, GpuError> {
        let (gpu, count, len) = (&request.gpu, request.count(), batch(plan.tuning));
        let number = count.div_ceil(len).max(1);
        let batches = (0..number).map(|index| {
            let begin = index * len;
            let (is_first, is_last) = (u32::from(index == 0), u32::from(index + 1 == number));
            gpu.uniform("gravity/batch", &BatchParams { begin, len: len.min(count - begin), is_first, is_last })
        });
        let memory = Memory {
            staged: gpu.storage_of_uniforms("gravity/staged", (number * len) as usize)?,
            batches: batches.collect::<Result<_, _>>()?,
            len,
            sums: gpu.storage("gravity/sums", count as usize)?,
            partial: rows(request, 1)?,
        };
        Self::with(request.clone(), Summation::new(request, &plan)?, memory)
    }

    fn with(request: Request, summation: Summation, memory: Memory) -> Result<Self, GpuError> {
        let (gpu, position) = (&request.gpu, request.bodies.position.raw());
        let buffers = [("position", position), ("staged", memory.staged.raw())];
        let stage = gpu.kernel(&STAGE, &[])?.bind(gpu.device(), &buffers);
        let blocks = summation.units();
        let whole = (0..memory.batches.len()).map(|batch| bind(&request.bodies, &summation, &memory, batch, blocks.clone()));
        let whole = whole.collect::<Result<_, _>>()?;
        Ok(Self { request, summation, stage, whole, memory })
    }

    fn stage(&self, pass: &mut wgpu::ComputePass) {
        self.stage.dispatch_threads(pass, self.request.count());
    }
}

/// Binds one batch for a range of blocks.
fn bind(bodies: &Bodies, summation: &Summation, memory: &Memory, batch: usize, blocks: Range<u32>) -> Result<Bound, GpuError> {
    let bytes = u64::from(memory.len) * size_of::<[f32; 4]>() as u64;
    let sources =
        wgpu::BufferBinding { buffer: memory.staged.raw(), offset: batch as u64 * bytes, size: wgpu::BufferSize::new(bytes) };
    let buffers = [
        ("batch_of", memory.batches[batch].raw().as_entire_binding()),
        ("sources", wgpu::BindingResource::Buffer(sources)),
        ("position", bodies.position.raw().as_entire_binding()),
        ("sums", memory.sums.raw().as_entire_binding()),
        ("partial", memory.partial.raw().as_entire_binding()),
    ];
    summation.bind(blocks, &buffers)
}

impl Method for UniformBatches {
    fn units(&self) -> u32 {
        self.summation.units().end * self.whole.len() as u32
    }

    fn record(&self, pass: &mut wgpu::ComputePass) {
        self.stage(pass);
        for batch in &self.whole {
            self.summation.dispatch(pass, batch, self.summation.units());
        }
    }

    fn record_slice(&self, pass: &mut wgpu::ComputePass, units: Range<u32>) -> Result<(), GpuError> {
        self.stage(pass);
        let blocks = self.summation.units().end;
        for batch in 0..self.whole.len() as u32 {
            let within = |unit: u32| unit.clamp(batch * blocks, (batch + 1) * blocks) - batch * blocks;
            let slice = within(units.start)..within(units.end);
            if !slice.is_empty() {
                let bound = bind(&self.request.bodies, &self.summation, &self.memory, batch as usize, slice.clone())?;
                self.summation.dispatch(pass, &bound, slice);
            }
        }
        Ok(())
    }

    fn partial(&self) -> &Rows {
        &self.memory.partial
    }

    fn shares(&self) -> u32 {
        1
    }

    fn of(&self, bodies: &Bodies) -> Result<Arc<dyn Method>, GpuError> {
        let request = Request { bodies: bodies.clone(), ..self.request.clone() };
        Ok(Arc::new(Self::with(request, self.summation.clone(), self.memory.clone())?))
    }
}
