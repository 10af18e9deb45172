//! The kernel that compares accelerations with direct sums, and the errors that it finds.

use std::sync::Arc;

use super::{Softening, images};
use crate::gpu::{Buffer, Gpu, GpuError, Kernel, KernelSource};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of `diagnostics/force_errors`.
    pub struct ForceErrorParams {
        /// Number of bodies.
        pub count: u32,
        /// Bodies to compare.
        pub sampled: u32,
        /// The first of them.
        pub first: u32,
        /// The distance from one to the next.
        pub stride: u32,
        /// Square of the softening length.
        pub softening_squared: f32,
        /// The length of a periodic cube, if space is periodic.
        pub period: f32,
    }
}

/// Bodies per workgroup if at least [`MANY`] are sampled. With fewer, there would be too few
/// workgroups.
const TOGETHER: u32 = 4;
const MANY: u32 = 512;
/// Threads of a workgroup, if the adapter allows as many.
const MAX_WORKGROUP: u32 = 1024;

/// Direct sums over a sample, which this file chooses and whose sums it takes.
macro_rules! sums {
    ($sample:literal) => {
        KernelSource::trusted(
            "diagnostics/force_errors",
            &[wgsl!("diagnostics/force_errors.wgsl"), wgsl!($sample), wgsl!("real_f32.wgsl")],
            &[
                &[("WORKGROUP", MAX_WORKGROUP)],
                &[("WORKGROUP", MAX_WORKGROUP), ("BODIES", TOGETHER)],
                &[("PERIODIC", 1), ("WORKGROUP", MAX_WORKGROUP)],
                &[("PERIODIC", 1), ("BODIES", TOGETHER)],
            ],
        )
    };
}

/// Compares accelerations with direct sums.
pub const FORCE_ERRORS: KernelSource = sums!("diagnostics/from_all.wgsl");

/// Adds up the pulls on bodies that may be elsewhere.
pub const FORCE_SUMS: KernelSource = sums!("diagnostics/from_chosen.wgsl");

/// The table of the pull of images if space is periodic; otherwise a single row, because the
/// binding must exist.
pub(super) fn images(gpu: &Gpu, is_periodic: bool) -> Result<Buffer<[f32; 4]>, GpuError> {
    gpu.storage_from("diagnostics/images", if is_periodic { images::table() } else { &[[0.0; 4]] })
}

/// The kernel that compares `sampled` bodies, and its number of workgroups.
pub(super) fn compare(
    gpu: &Gpu,
    softening: Softening,
    is_periodic: bool,
    sampled: u32,
) -> Result<(Arc<Kernel>, u32), GpuError> {
    with_sample(gpu, &FORCE_ERRORS, softening, is_periodic, sampled)
}

/// A kernel that sums the pulls on `sampled` bodies, and its number of workgroups.
pub(super) fn with_sample(
    gpu: &Gpu,
    kernel: &KernelSource,
    softening: Softening,
    is_periodic: bool,
    sampled: u32,
) -> Result<(Arc<Kernel>, u32), GpuError> {
    // A GPU hides the latency of memory behind many threads. Software needs none of that, and
    // compiles one kernel for any sample.
    let limit = gpu.limits().max_compute_invocations_per_workgroup;
    let workgroup = if gpu.is_software() { 128 } else { (1 << limit.ilog2()).min(MAX_WORKGROUP) };
    let together = if sampled >= MANY || gpu.is_software() { TOGETHER } else { 1 };
    let [softened, law] = softening.switches();
    let tuning = [
        softened,
        law,
        ("PERIODIC", is_periodic.into()),
        ("BODIES", together),
        ("WORKGROUP", workgroup),
    ];
    Ok((gpu.kernel(kernel, &tuning)?, sampled.div_ceil(together)))
}

/// Most bodies of one comparison.
pub const MAX_COMPARED: u32 = 1024;

/// Whether this adapter can compare with the sums over so many bodies: llvmpipe ends long loops,
/// each over a 128th of them.
pub(super) fn is_possible(gpu: &Gpu, count: u32) -> bool {
    count.div_ceil(128) < gpu.adapter().loop_limit().min(u32::MAX / 128)
}
