//! Formulations of the direct sum from the literature, to compare with the kernels that programs
//! use. Each keeps the character of its original and runs in single precision.

mod kernels;
mod pass;

pub use kernels::{
    ATOMIC_COLLECT, ATOMIC_PAIRS, ATOMIC_TRIANGLE, BatchParams, SHUFFLE, STAGE, SUBGROUP_TILES,
    THREADS, TILE, UNIFORM_BATCHES,
};

use crate::gpu::{Gpu, GpuError, KernelSource, Tuning, tuned};
use crate::name::Named;
use crate::named;
use crate::words::{Text, say};

named! {
    /// A kernel of the sum over all pairs.
    pub enum TextbookKernel: "kernel" {
        /// One thread per body, sources from constant memory (a uniform buffer).
        UniformBatches = "uniform-batches",
        /// One thread per body, sources in tiles of 256 in workgroup memory.
        Tile = "tile",
        /// One thread per body, written like the kernels with several.
        Threads1 = "threads-1",
        /// Two threads per body.
        Threads2 = "threads-2",
        /// Four threads per body.
        Threads4 = "threads-4",
        /// Eight threads per body.
        Threads8 = "threads-8",
        /// Sixteen threads per body.
        Threads16 = "threads-16",
        /// Sources from the registers of a subgroup, by shuffles.
        Shuffle = "shuffle",
        /// Newton's third law by atomic adds: sums in no fixed order.
        AtomicPairs = "atomic-pairs",
        /// Newton's third law by atomic adds, to the letter of the text: each body meets those
        /// before it.
        AtomicTriangle = "atomic-triangle",
        /// Newton's third law in square tiles, one per subgroup, whose sums are added atomically.
        SubgroupTiles = "subgroup-tiles",
    }
}

impl TextbookKernel {
    /// Its kernel.
    pub fn kernel(self) -> &'static KernelSource {
        match self {
            Self::UniformBatches => &UNIFORM_BATCHES,
            Self::Tile => &TILE,
            Self::Threads1 | Self::Threads2 | Self::Threads4 | Self::Threads8 | Self::Threads16 => {
                &THREADS
            }
            Self::Shuffle => &SHUFFLE,
            Self::AtomicPairs => &ATOMIC_PAIRS,
            Self::AtomicTriangle => &ATOMIC_TRIANGLE,
            Self::SubgroupTiles => &SUBGROUP_TILES,
        }
    }

    /// The tuning of its kernel on this adapter: the width of its subgroups, the largest batches
    /// that it can bind.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] if the adapter lacks what the kernel needs.
    pub fn tuning(self, gpu: &Gpu) -> Result<Tuning, GpuError> {
        let has_atomics = gpu.features().contains(wgpu::Features::SHADER_FLOAT32_ATOMIC);
        let found = self.kernel().tunings.iter().copied().find(|tuning| match self {
            Self::UniformBatches => fits(gpu, tuning),
            Self::Shuffle => gpu.subgroup_size() == tuned(tuning, "LANES"),
            Self::Threads1 => tuned(tuning, "THREADS") == Some(1),
            Self::Threads2 => tuned(tuning, "THREADS") == Some(2),
            Self::Threads4 => tuned(tuning, "THREADS") == Some(4),
            Self::Threads8 => tuned(tuning, "THREADS") == Some(8),
            Self::Threads16 => tuned(tuning, "THREADS") == Some(16),
            Self::AtomicPairs | Self::AtomicTriangle => has_atomics,
            Self::SubgroupTiles => has_atomics && gpu.subgroup_size() == tuned(tuning, "LANES"),
            Self::Tile => true,
        });
        let missing = match self {
            Self::Shuffle | Self::SubgroupTiles if gpu.subgroup_size().is_none() => {
                say!("missing-subgroups-of-sizes", least = 4_u32, most = 128_u32)
            }
            Self::UniformBatches => say!("missing-uniform-buffers"),
            _ => say!("missing-atomic-floats"),
        };
        found.ok_or_else(|| self.unsupported(gpu, missing, say!("remedy-adapter-or-auto")))
    }

    fn unsupported(self, gpu: &Gpu, missing: Text, remedy: Text) -> GpuError {
        let (kernel, adapter) = (self.name().to_owned(), gpu.adapter_name().to_owned());
        GpuError::unsupported(kernel, adapter, missing, remedy)
    }
}

/// Whether the adapter can bind batches of this tuning.
fn fits(gpu: &Gpu, tuning: Tuning) -> bool {
    u64::from(kernels::batch(tuning)) * size_of::<[f32; 4]>() as u64
        <= gpu.limits().max_uniform_buffer_binding_size
}
