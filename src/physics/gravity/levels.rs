//! What a tree says about itself.

use crate::gpu::{Buffer, Gpu};
use crate::mirrored;

mirrored! {
    /// What is known about a tree once it is built.
    pub struct TreeLevels {
        /// Number of finite bodies. The others pull on nobody, and get an acceleration of zero.
        pub bodies: u32,
        /// Number of nodes.
        pub nodes: u32,
        /// The deepest level at which nodes start; the root starts at level 0.
        pub depth: u32,
        /// The deepest level with more than 512 nodes.
        pub wide: u32,
        /// Groups whose walk the driver has cut short, so that their accelerations are wrong: see
        /// [`Adapter::loop_limit`](crate::gpu::Adapter::loop_limit).
        pub unfinished: u32,
        /// The first node that starts at each level. Nodes are ordered by level, then by their
        /// first body.
        pub begins: [u32; 36],
        /// Largest error of a cell's pull, relative to the last acceleration, if an accuracy
        /// decides which cells open. A [`Simulation`](crate::physics::Simulation) adjusts it.
        pub accuracy: f32,
        /// Bodies whose errors have adjusted it, up to 16,384.
        pub judged: f32,
    }
}

impl TreeLevels {
    /// Where the accuracy is, in bytes.
    pub(in crate::physics) const ACCURACY: u64 = std::mem::offset_of!(Self, accuracy) as u64;

    /// Writes the accuracy alone.
    pub(in crate::physics) fn write_accuracy(gpu: &Gpu, levels: &Buffer<Self>, accuracy: f32) {
        gpu.queue().write_buffer(levels.raw(), Self::ACCURACY, bytemuck::bytes_of(&accuracy));
    }

    /// Writes the number of bodies alone, which comes first.
    pub(in crate::physics) fn write_bodies(gpu: &Gpu, levels: &Buffer<Self>, bodies: u32) {
        gpu.queue().write_buffer(levels.raw(), 0, bytemuck::bytes_of(&bodies));
    }
}
