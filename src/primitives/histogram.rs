//! Histogram: how often each number occurs.

use super::kernels::CLEAR;
use super::{check_target, length_or_all};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Tuning, tuned};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of a histogram.
    pub struct HistogramParams {
        /// Values that the buffer holds.
        pub capacity: u32,
        /// Number of bins; values from 0 up to this are counted.
        pub bins: u32,
        /// Copies of the bins in the memory of a workgroup, a power of two; 0 if not even one fits.
        pub copies: u32,
    }
}

/// Counts the values.
pub const HISTOGRAM: KernelSource =
    KernelSource::trusted("histogram/histogram", &[wgsl!("histogram/histogram.wgsl")], TUNINGS);

/// Counts in 32 KiB of workgroup memory, and in the 16 KiB that every adapter has; then for
/// software adapters.
const TUNINGS: &[Tuning] = &[
    &[("WORKGROUP", 1024), ("OWN", 8192)],
    &[("WORKGROUP", 256), ("OWN", 4096)],
    &[("WORKGROUP", 256), ("OWN", 4096)],
];

/// Values per thread, if there are many.
const SHARE: usize = 16;
/// Most workgroups: each adds its counts to the total at the end.
const GROUPS: usize = 1024;
/// Most copies of the bins: one per bank of the memory.
const MAX_COPIES: usize = 32;

/// How a histogram is counted.
#[derive(Clone, Copy, Debug)]
pub struct HistogramPlan {
    /// The tuning of the kernel.
    pub tuning: Tuning,
    /// Most workgroups.
    pub groups: usize,
}

impl HistogramPlan {
    /// The plan for this adapter.
    pub fn new(gpu: &Gpu) -> Self {
        let limits = gpu.limits();
        let fits = limits.max_compute_workgroup_storage_size >= 32 << 10
            && limits.max_compute_invocations_per_workgroup >= 1024;
        let which = if gpu.is_software() { 2 } else { usize::from(!fits) };
        Self { tuning: TUNINGS[which], groups: GROUPS }
    }

    /// Copies of this many bins in the memory of a workgroup.
    fn copies(&self, bins: usize) -> usize {
        let fit = tuned(self.tuning, "OWN").map_or(0, |own| own as usize) / bins.max(1);
        fit.min(MAX_COPIES).checked_ilog2().map_or(0, |power| 1 << power)
    }
}

/// A histogram, prepared for given buffers: element i of `counts` becomes the number of values
/// equal to i. Values past the last bin are not counted.
///
/// Work is O(n + bins) in two dispatches; no scratch. Up to 4,096 bins (8,192 on large GPUs) are
/// counted in workgroup memory first, in up to 32 copies of which each thread uses one. Counts are
/// the same in every run.
///
/// ```
/// use starshell::gpu::Gpu;
/// use starshell::primitives::Histogram;
///
/// let gpu = Gpu::open(None)?;
/// let values = gpu.storage_from("values", &[3_u32, 0, 3, 3, 9])?;
/// let counts = gpu.storage("counts", 4)?;
/// let histogram = Histogram::new(&gpu, &values, &counts, None)?;
/// let mut encoder = gpu.encoder("example");
/// histogram.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
/// gpu.submit(encoder);
/// assert_eq!(gpu.read(&counts)?, [1, 0, 0, 3]);
/// # Ok::<(), starshell::gpu::GpuError>(())
/// ```
#[derive(Debug)]
pub struct Histogram {
    clear: Bound,
    count: Bound,
    bins: u32,
    groups: u32,
}

impl Histogram {
    /// Prepares the histogram of as many values as `length` holds when it runs, or of all.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if `counts` is the buffer of the values, or a buffer belongs to
    /// another device; [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn new(
        gpu: &Gpu,
        values: &Buffer<u32>,
        counts: &Buffer<u32>,
        length: Option<&Buffer<u32>>,
    ) -> Result<Self, GpuError> {
        Self::with_plan(gpu, HistogramPlan::new(gpu), values, counts, length)
    }

    /// Prepares the histogram by the caller's plan.
    ///
    /// # Errors
    /// As [`Histogram::new`].
    #[doc(hidden)]
    pub fn with_plan(
        gpu: &Gpu,
        plan: HistogramPlan,
        values: &Buffer<u32>,
        counts: &Buffer<u32>,
        length: Option<&Buffer<u32>>,
    ) -> Result<Self, GpuError> {
        values.check_own(gpu, "the values")?;
        counts.check_own(gpu, "the counts")?;
        check_target("a histogram", values, counts, 0)?;
        let length = length_or_all(gpu, length, values.len())?;
        let of = HistogramParams {
            capacity: values.len() as u32,
            bins: counts.len() as u32,
            copies: plan.copies(counts.len()) as u32,
        };
        let uniform = gpu.uniform("histogram/parameters", &of)?;
        let buffers = [
            ("histogram_of", uniform.raw()),
            ("length", length.raw()),
            ("values", values.raw()),
            ("counts", counts.raw()),
        ];
        let kernel = gpu.kernel(&HISTOGRAM, plan.tuning)?;
        Ok(Self {
            clear: gpu.kernel(&CLEAR, &[])?.bind(gpu.device(), &[("words", counts.raw())])?,
            groups: values.len().div_ceil(SHARE * kernel.workgroup() as usize).clamp(1, plan.groups)
                as u32,
            count: kernel.bind(gpu.device(), &buffers)?,
            bins: of.bins,
        })
    }

    /// Encodes the histogram.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.clear.dispatch_threads(pass, self.bins);
        self.count.dispatch_groups(pass, self.groups);
    }
}
