//! The variants of reduction, scan and sort that the literature compares, for comparison with the
//! fastest kernels. Each keeps the character of its original, and is correct on every adapter and
//! for any length. They run only on request.
//!
//! All are prepared for given buffers and recorded into the caller's pass. None writes to its
//! source, so a run can be repeated. No workgroup waits for another, so no forward progress
//! guarantee is needed.

pub(in crate::lab) mod products;
pub(in crate::lab) mod reductions;
pub(in crate::lab) mod scans;
pub(in crate::lab) mod sorts;

use std::sync::Arc;

pub use products::WindowedSpmv;
pub use reductions::{HistoricalReduce, ReduceLadder};
pub use scans::{HistoricalScan, MAX_FOR_SERIAL_SCAN, ScanLadder};
pub use sorts::{HistoricalSort, SortLadder};

use crate::gpu::{Bound, Buffer, Gpu, GpuError, Kernel, KernelSource};
use crate::mirrored;
use crate::words::Text;

mirrored! {
    /// How elements are divided among workgroups: one block each.
    pub struct BlocksParams {
        /// Number of elements.
        pub count: u32,
        /// Number of blocks.
        pub blocks: u32,
        /// Threads per workgroup, for kernels that learn it only at run time.
        pub threads: u32,
    }
}

/// One kernel per element type.
#[derive(Clone, Copy, Debug)]
pub struct ElementKernels {
    /// For unsigned integers.
    pub u32: KernelSource,
    /// For single precision.
    pub f32: KernelSource,
}

/// What the ladders add up: `u32`, whose sums wrap around, or `f32`.
pub trait Element: bytemuck::Pod {
    /// The kernel for elements of this type.
    fn kernel(kernels: &'static ElementKernels) -> &'static KernelSource;

    /// Whether the adapter can add these elements atomically.
    fn is_atomic(gpu: &Gpu) -> bool;
}

impl Element for u32 {
    fn kernel(kernels: &'static ElementKernels) -> &'static KernelSource {
        &kernels.u32
    }

    fn is_atomic(_: &Gpu) -> bool {
        true
    }
}

impl Element for f32 {
    fn kernel(kernels: &'static ElementKernels) -> &'static KernelSource {
        &kernels.f32
    }

    fn is_atomic(gpu: &Gpu) -> bool {
        gpu.features().contains(wgpu::Features::SHADER_FLOAT32_ATOMIC)
    }
}

/// Declares a kernel of `shaders/lab/historical` for both element types.
macro_rules! element_kernels {
    ($label:literal, $tunings:expr, $($part:literal),+) => {
        $crate::lab::primitives::historical::ElementKernels {
            u32: $crate::gpu::KernelSource::trusted($label, &[$($crate::wgsl!($part)),+, $crate::wgsl!("monoid/u32.wgsl")], $tunings),
            f32: $crate::gpu::KernelSource::trusted($label, &[$($crate::wgsl!($part)),+, $crate::wgsl!("monoid/f32.wgsl")], $tunings),
        }
    };
}
use element_kernels;

/// One dispatch: a kernel with its buffers, and the minimum number of workgroups.
#[derive(Debug)]
struct Dispatch {
    bound: Bound,
    groups: u32,
}

impl Dispatch {
    fn new(
        gpu: &Gpu,
        kernel: &Arc<Kernel>,
        groups: usize,
        buffers: &[(&str, &wgpu::Buffer)],
    ) -> Result<Self, GpuError> {
        Ok(Self { bound: kernel.bind(gpu.device(), buffers)?, groups: groups as u32 })
    }

    fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.bound.dispatch_groups(pass, self.groups);
    }
}

/// The uniform buffer with a division into blocks for this kernel.
fn blocks_of(
    gpu: &Gpu,
    kernel: &Kernel,
    count: usize,
    blocks: usize,
) -> Result<Buffer<BlocksParams>, GpuError> {
    gpu.uniform(
        "historical/blocks",
        &BlocksParams { count: count as u32, blocks: blocks as u32, threads: kernel.workgroup() },
    )
}

/// The error for a variant that cannot run here.
fn unsupported(gpu: &Gpu, kernel: &str, missing: Text, remedy: Text) -> GpuError {
    GpuError::unsupported(kernel.to_owned(), gpu.adapter_name(), missing, remedy)
}
