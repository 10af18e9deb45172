//! Where some of the bodies are, copied to the host without stalling: enough of them to know the
//! extent of the whole.

use glam::Vec3;

use super::Bodies;
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Readbacks};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of `diagnostics/sample`.
    pub struct SampleParams {
        /// Distance from one body of the sample to the next.
        pub stride: u32,
        /// Number of bodies in the sample.
        pub count: u32,
        /// Unused.
        pub padding_0: u32,
        /// Unused.
        pub padding_1: u32,
    }
}

/// Gathers the sample.
pub const SAMPLE: KernelSource =
    KernelSource::trusted("diagnostics/sample", &[wgsl!("diagnostics/sample.wgsl")], &[&[]]);

/// Most bodies in a sample. A radius that holds 90 % of them is within a percent or so of the one
/// that holds 90 % of all, and always the same bodies take part, so that it moves as smoothly as
/// they do.
const MAX: u32 = 4096;
/// Most copies in flight. If the caller does not collect them, no more are made.
const UNDER_WAY: usize = 4;

/// Up to 4,096 bodies, evenly spaced by index: record, submit, and later collect.
#[derive(Debug)]
pub struct Sample {
    bound: Bound,
    count: u32,
    sampled: Buffer<[f32; 4]>,
    /// Positions and components, with the number of steps.
    copies: Readbacks<[f32; 4], u64>,
    /// Steps at the last copy.
    steps: Option<u64>,
}

/// The position of a body, and the component that it belongs to.
pub type Sampled = (Vec3, u32);

impl Sample {
    /// Prepares to sample `bodies`.
    ///
    /// # Errors
    /// [`GpuError`] if the kernel does not compile or memory runs out.
    pub fn new(gpu: &Gpu, bodies: &Bodies) -> Result<Self, GpuError> {
        let stride = bodies.count().div_ceil(MAX).max(1);
        let count = bodies.count().div_ceil(stride);
        let values = SampleParams { stride, count, padding_0: 0, padding_1: 0 };
        let uniform = gpu.uniform("diagnostics/sample", &values)?;
        let sampled = gpu.storage("diagnostics/sampled", count as usize)?;
        let buffers = [
            ("sample_of", uniform.raw()),
            ("position", bodies.position().raw()),
            ("velocity", bodies.velocity().raw()),
            ("sampled", sampled.raw()),
        ];
        let bound = gpu.kernel(&SAMPLE, &[])?.bind(gpu.device(), &buffers)?;
        let copies = Readbacks::new(gpu, "diagnostics/sample", count as usize);
        Ok(Self { bound, count, sampled, copies, steps: None })
    }

    /// Encodes a copy of the sample at this point in `encoder`, unless the last one was of the same
    /// number of steps.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        steps: u64,
    ) -> Result<(), GpuError> {
        if self.has(steps) || self.copies.pending() >= UNDER_WAY {
            return Ok(());
        }
        self.steps = Some(steps);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some(SAMPLE.label),
            timestamp_writes: None,
        });
        self.bound.dispatch_threads(&mut pass, self.count);
        drop(pass);
        self.copies.encode(encoder, &self.sampled, steps)
    }

    /// Called when the bodies have been replaced: they are sampled again after as many steps.
    pub fn renew(&mut self) {
        self.steps = None;
    }

    /// Whether a copy is in flight.
    pub fn is_pending(&self) -> bool {
        self.copies.pending() > 0
    }

    /// Whether the last copy was of this number of steps.
    pub fn has(&self, steps: u64) -> bool {
        self.steps == Some(steps)
    }

    /// The newest copy that has arrived since the last call; older ones are dropped. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<Option<Vec<Sampled>>, GpuError> {
        let mut newest = None;
        while let Some((_, rows)) = self.copies.collect()? {
            newest = Some(rows);
        }
        Ok(newest.map(|rows| sampled(&rows)))
    }

    /// Waits for the newest copy; `None` if none is in flight.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn wait(&mut self) -> Result<Option<Vec<Sampled>>, GpuError> {
        let mut newest = None;
        while let Some((_, rows)) = self.copies.wait()? {
            newest = Some(rows);
        }
        Ok(newest.map(|rows| sampled(&rows)))
    }
}

fn sampled(rows: &[[f32; 4]]) -> Vec<Sampled> {
    rows.iter().map(|[x, y, z, component]| (Vec3::new(*x, *y, *z), *component as u32)).collect()
}
