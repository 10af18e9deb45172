//! The formulations of reduction, scan and sort that the literature compares, as kernels beside those that are fastest here: each
//! keeps the character of its original, and is right on every adapter and for any length. Chosen by name, never by themselves.
//!
//! All are prepared for given buffers and recorded into the caller's pass. None writes to its source, so that a run can be
//! repeated; none waits for another workgroup, so that no adapter has to promise that both make progress.

mod reductions;
mod scans;
mod sorts;

use std::sync::Arc;

pub use reductions::{
    HistoricalReduce, REDUCE_ATOMIC, REDUCE_SUBGROUPS, REDUCE_TREE, REDUCE_UNROLLED, REDUCE_VECTORS, ReduceLadder,
};
pub use scans::{
    HistoricalScan, MOST_FOR_SERIAL_SCAN, Run, SCAN_ADD, SCAN_HILLIS_STEELE, SCAN_SERIAL, SCAN_WORK_EFFICIENT, ScanAdd,
    ScanLadder,
};
pub use sorts::{
    Digit, HistoricalSort, SORT_FLAGS, SORT_HISTOGRAM, SORT_ONE_BLOCK, SORT_PARTITION, SORT_SCATTER, SortKernels, SortLadder,
};

use crate::gpu::{Bound, Buffer, Gpu, GpuError, Kernel, KernelSource};
use crate::mirrored;

/// Every kernel of the ladders.
pub(super) const KERNELS: &[&KernelSource] = &[
    &REDUCE_TREE.u32,
    &REDUCE_TREE.f32,
    &REDUCE_UNROLLED.u32,
    &REDUCE_UNROLLED.f32,
    &REDUCE_VECTORS.u32,
    &REDUCE_VECTORS.f32,
    &REDUCE_SUBGROUPS.u32,
    &REDUCE_SUBGROUPS.f32,
    &REDUCE_ATOMIC.u32,
    &REDUCE_ATOMIC.f32,
    &SCAN_SERIAL.u32,
    &SCAN_SERIAL.f32,
    &SCAN_HILLIS_STEELE.u32,
    &SCAN_HILLIS_STEELE.f32,
    &SCAN_WORK_EFFICIENT.u32,
    &SCAN_WORK_EFFICIENT.f32,
    &SCAN_ADD.u32,
    &SCAN_ADD.f32,
    &SORT_ONE_BLOCK.keys,
    &SORT_ONE_BLOCK.pairs,
    &SORT_FLAGS,
    &SORT_PARTITION.keys,
    &SORT_PARTITION.pairs,
    &SORT_HISTOGRAM,
    &SORT_SCATTER.keys,
    &SORT_SCATTER.pairs,
];

mirrored! {
    /// How elements are divided among workgroups, a block each.
    pub struct Blocks {
        /// Elements in all.
        pub count: u32,
        /// Blocks in all.
        pub blocks: u32,
    }
}

/// One kernel for each type of elements.
#[derive(Clone, Copy, Debug)]
pub struct ElementKernels {
    /// For whole numbers.
    pub u32: KernelSource,
    /// For single precision.
    pub f32: KernelSource,
}

/// What the ladders add up: `u32`, whose sums wrap around, or `f32`.
pub trait Element: bytemuck::Pod {
    /// The kernel for elements of this type.
    fn kernel(kernels: &'static ElementKernels) -> &'static KernelSource;

    /// Whether the adapter can add such elements by atomic operations.
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

/// Declares a kernel of `shaders/historical` for both types of elements.
macro_rules! element_kernels {
    ($label:literal, $tunings:expr, $($part:literal),+) => {
        $crate::primitives::historical::ElementKernels {
            u32: $crate::gpu::KernelSource::trusted($label, &[$($crate::wgsl!($part)),+, $crate::wgsl!("monoid/u32.wgsl")], $tunings),
            f32: $crate::gpu::KernelSource::trusted($label, &[$($crate::wgsl!($part)),+, $crate::wgsl!("monoid/f32.wgsl")], $tunings),
        }
    };
}
use element_kernels;

/// One dispatch: a kernel with its buffers, and at least so many workgroups.
#[derive(Debug)]
struct Dispatch {
    bound: Bound,
    groups: u32,
}

impl Dispatch {
    fn new(gpu: &Gpu, kernel: &Arc<Kernel>, groups: usize, buffers: &[(&str, &wgpu::Buffer)]) -> Self {
        Self { bound: kernel.bind(gpu.device(), buffers), groups: groups as u32 }
    }

    fn record(&self, pass: &mut wgpu::ComputePass) {
        self.bound.dispatch_groups(pass, self.groups);
    }
}

/// The uniform buffer of a division into blocks.
fn blocks_of(gpu: &Gpu, count: usize, blocks: usize) -> Result<Buffer<Blocks>, GpuError> {
    gpu.uniform("historical/blocks", &Blocks { count: count as u32, blocks: blocks as u32 })
}

/// The error for a formulation that cannot run here.
fn unsupported(gpu: &Gpu, kernel: &str, missing: String, remedy: &'static str) -> GpuError {
    GpuError::Unsupported { kernel: kernel.to_owned(), adapter: gpu.adapter_name().to_owned(), missing, remedy }
}
