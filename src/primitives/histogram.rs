//! Histogram: how often each number occurs.

use super::kernels::CLEAR;
use super::{check_target, length_or_all};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of a histogram.
    pub struct HistogramParams {
        /// Values that the buffer holds.
        pub capacity: u32,
        /// Number of bins; values from 0 up to this are counted.
        pub bins: u32,
    }
}

/// Counts the values.
pub const HISTOGRAM: KernelSource =
    KernelSource::trusted("histogram/histogram", &[wgsl!("histogram/histogram.wgsl"), wgsl!("grid.wgsl")], &[&[]]);

/// Values per thread, if there are many.
const SHARE: usize = 16;
/// Most workgroups: each adds its counts to the total at the end.
const GROUPS: usize = 1024;

/// A histogram, prepared for given buffers: element i of `counts` becomes the number of values equal to i. Values past the last
/// bin are not counted.
///
/// Work is O(n + bins) in two dispatches; no scratch. Up to 4,096 bins are counted in workgroup memory first. Counts are the
/// same in every run.
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
/// histogram.record(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
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
    /// [`GpuError::Mismatch`] if `counts` is the buffer of the values, or a buffer belongs to another device; [`GpuError`] if a
    /// kernel does not compile or memory runs out.
    pub fn new(gpu: &Gpu, values: &Buffer<u32>, counts: &Buffer<u32>, length: Option<&Buffer<u32>>) -> Result<Self, GpuError> {
        gpu.check_own("the values", values)?;
        gpu.check_own("the counts", counts)?;
        check_target("a histogram", values, counts, 0)?;
        let length = length_or_all(gpu, length, values.len())?;
        let of = HistogramParams { capacity: values.len() as u32, bins: counts.len() as u32 };
        let uniform = gpu.uniform("histogram/parameters", &of)?;
        let buffers =
            [("histogram_of", uniform.raw()), ("length", length.raw()), ("values", values.raw()), ("counts", counts.raw())];
        let kernel = gpu.kernel(&HISTOGRAM, &[])?;
        Ok(Self {
            clear: gpu.kernel(&CLEAR, &[])?.bind(gpu.device(), &[("words", counts.raw())])?,
            groups: values.len().div_ceil(SHARE * kernel.workgroup() as usize).clamp(1, GROUPS) as u32,
            count: kernel.bind(gpu.device(), &buffers)?,
            bins: of.bins,
        })
    }

    /// Records the histogram.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        self.clear.dispatch_threads(pass, self.bins);
        self.count.dispatch_groups(pass, self.groups);
    }
}
