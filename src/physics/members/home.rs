//! A member on the device of the run: it reads the bodies and leaves its sums where they are.

use std::ops::Range;

use crate::gpu::{Buffer, Gpu};
use crate::physics::gravity::TreeLevels;
use crate::physics::{Bodies, ForcePass, Rows};

/// The bodies of a run, and where the sums of a member on the same device go.
#[derive(Debug)]
pub(in crate::physics) struct Home {
    gpu: Gpu,
    bodies: Bodies,
    /// The rows of accelerations, and those of jerks if they are wanted: for each body one that the
    /// host writes, then one for the member here.
    rows: Vec<Rows>,
    /// What is known about the tree of the run, if it has one.
    levels: Option<Buffer<TreeLevels>>,
}

impl Home {
    /// For `bodies`, whose forces `pass` takes from a member. `None` if it has no rows for a member
    /// on the same device.
    pub fn new(gpu: &Gpu, bodies: &Bodies, pass: &ForcePass) -> Option<Self> {
        let rows = std::iter::once(pass.partial()).chain(pass.partial_jerk()).cloned().collect();
        let levels = pass.levels().cloned();
        (pass.shares() == 2).then(|| Self {
            gpu: gpu.clone(),
            bodies: bodies.clone(),
            rows,
            levels,
        })
    }

    /// Whether `gpu` is the device of the run.
    pub fn is_of(&self, gpu: &Gpu) -> bool {
        self.gpu.is_same_device(gpu)
    }

    pub fn bodies(&self) -> &Bodies {
        &self.bodies
    }

    /// Encodes that all sums become zero, those from the host as well.
    pub fn encode_clear(&self, encoder: &mut wgpu::CommandEncoder) {
        self.rows.iter().for_each(|rows| encoder.clear_buffer(rows.raw(), 0, None));
    }

    /// Clears all sums.
    pub fn clear(&self) {
        let mut encoder = self.gpu.encoder("members/clear");
        self.encode_clear(&mut encoder);
        self.gpu.submit(encoder);
    }

    /// Encodes the copy of the accuracy by which a tree opens its cells to what is known about the
    /// tree of a member.
    pub fn encode_accuracy(&self, encoder: &mut wgpu::CommandEncoder, to: &Buffer<TreeLevels>) {
        if let Some(levels) = &self.levels {
            let (at, size) = (TreeLevels::ACCURACY, size_of::<f32>() as u64);
            encoder.copy_buffer_to_buffer(levels.raw(), at, to.raw(), at, size);
        }
    }

    /// Encodes the copy of a portion's sums for the bodies in `range`, which are rows of type `R`.
    pub fn encode_sums<R>(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        pass: &ForcePass,
        range: &Range<usize>,
    ) {
        let count = self.bodies.count() as usize;
        let bytes = |rows: usize| (rows * size_of::<R>()) as u64;
        for (from, to) in std::iter::once(pass.partial()).chain(pass.partial_jerk()).zip(&self.rows)
        {
            let (first, length) = (bytes(range.start), bytes(range.len()));
            encoder.copy_buffer_to_buffer(
                from.raw(),
                first,
                to.raw(),
                bytes(count) + first,
                length,
            );
        }
    }
}
