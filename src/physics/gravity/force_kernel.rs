//! The kernels that can be selected by name.

use super::plan::{Plan, Shape};
use super::{check, historical, tunings};
use crate::gpu::{Gpu, GpuError, Tuning};
use crate::named;

named! {
    /// The kernel that sums the forces.
    #[derive(Default)]
    pub enum ForceKernel: "kernel" {
        /// Whichever of symmetric and tiles is fastest here.
        #[default]
        Auto = "auto",
        /// Each pair once, sums in fixed order.
        Symmetric = "symmetric",
        /// Each pair once, sums by atomic adds: in no fixed order.
        SymmetricUnordered = "symmetric-unordered",
        /// Each body with every other, several bodies per thread, tiles in workgroup memory.
        Tiles = "tiles",
        /// One thread per body, sources from global memory.
        Naive = "naive",
        /// One GPU thread for all bodies.
        OneThread = "one-thread",
        /// One thread per body, one array per coordinate.
        Soa = "soa",
        /// One thread per body, sources from constant memory (a uniform buffer).
        UniformBatches = "uniform-batches",
        /// One thread per body, sources in tiles of 256 in workgroup memory.
        Tile = "tile",
        /// The tile with its loop unrolled by 4.
        TileUnroll4 = "tile-unroll-4",
        /// The tile with its loop unrolled by 8.
        TileUnroll8 = "tile-unroll-8",
        /// The tile with its loop unrolled by 16.
        TileUnroll16 = "tile-unroll-16",
        /// The tile with its loop unrolled by 32.
        TileUnroll32 = "tile-unroll-32",
        /// The tile with its loop unrolled by 128.
        TileUnroll128 = "tile-unroll-128",
        /// The tile with a test for i != j in the loop.
        TileTest = "tile-test",
        /// The tile with two loops that skip i = j, instead of the test.
        TileTwoLoops = "tile-two-loops",
        /// The tile with 1 / sqrt instead of the reciprocal square root.
        TileSqrt = "tile-sqrt",
        /// The tile without fused multiply-adds.
        TileUnfused = "tile-unfused",
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
        /// The same to the letter of its text: each body meets those before it.
        AtomicTriangle = "atomic-triangle",
    }
}

impl ForceKernel {
    /// The plan by which this kernel sums the forces of `count` bodies on this adapter.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] if the adapter lacks something that the kernel needs, or there are too many bodies for it.
    pub fn plan(self, gpu: &Gpu, count: u32) -> Result<Plan, GpuError> {
        let (shape, tuning): (Shape, Tuning) = match self {
            Self::Auto => return Ok(Plan::for_count(gpu, count)),
            Self::Tiles => return Ok(Plan::tiles(gpu, count)),
            Self::Symmetric | Self::SymmetricUnordered => {
                let shape = if self == Self::Symmetric { Shape::Symmetric } else { Shape::SymmetricUnordered };
                let plan = Plan::symmetric(gpu, count).unwrap_or(Plan::new(shape, tunings::SYMMETRIC[0], 1));
                let plan = Plan { shape, ..plan };
                check::check(gpu, &plan, count)?;
                return Ok(plan);
            }
            Self::Naive => (Shape::Naive, &[]),
            Self::OneThread => (Shape::OneThread, &[]),
            Self::Soa => (Shape::Soa, &[]),
            Self::UniformBatches => (Shape::UniformBatches, historical::batch_tuning(gpu)),
            Self::Tile => (Shape::Tile, &[]),
            Self::TileUnroll4 => (Shape::Tile, &[("UNROLL", 4)]),
            Self::TileUnroll8 => (Shape::Tile, &[("UNROLL", 8)]),
            Self::TileUnroll16 => (Shape::Tile, &[("UNROLL", 16)]),
            Self::TileUnroll32 => (Shape::Tile, &[("UNROLL", 32)]),
            Self::TileUnroll128 => (Shape::Tile, &[("UNROLL", 128)]),
            Self::TileTest => (Shape::Tile, &[("TEST", 1)]),
            Self::TileTwoLoops => (Shape::Tile, &[("TEST", 2)]),
            Self::TileSqrt => (Shape::Tile, &[("RECIPROCAL", 1)]),
            Self::TileUnfused => (Shape::Tile, &[("FUSED", 0)]),
            Self::Threads1 => (Shape::Threads, &[("THREADS", 1)]),
            Self::Threads2 => (Shape::Threads, &[("THREADS", 2)]),
            Self::Threads4 => (Shape::Threads, &[("THREADS", 4)]),
            Self::Threads8 => (Shape::Threads, &[("THREADS", 8)]),
            Self::Threads16 => (Shape::Threads, &[("THREADS", 16)]),
            Self::Shuffle => (Shape::Shuffle, historical::shuffle_tuning(gpu)),
            Self::AtomicPairs => (Shape::AtomicPairs, &[]),
            Self::AtomicTriangle => (Shape::AtomicTriangle, &[]),
        };
        // One share, as published; more if a driver would end the loop over all sources.
        let plan = Plan::new(shape, tuning, count.div_ceil(gpu.loop_limit() / 2));
        check::check(gpu, &plan, count)?;
        Ok(plan)
    }
}
