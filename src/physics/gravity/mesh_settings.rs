//! How a run puts its bodies on a grid.

use crate::gpu::{Gpu, GpuError};

/// The grid of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshSettings {
    /// Nodes per side: one of [`MeshSettings::SIDES`].
    pub side: u32,
    /// The length of the sides of a cube about the origin that repeats in all directions, with a uniform background that makes the mean
    /// density zero. `None`: the grid is around all bodies, which are isolated.
    pub period: Option<f64>,
}

impl Default for MeshSettings {
    fn default() -> Self {
        Self { side: 32, period: None }
    }
}

impl MeshSettings {
    /// The nodes per side that a grid may have.
    pub const SIDES: [u32; 5] = [16, 32, 64, 128, 256];

    /// Nodes per side that are transformed.
    pub(super) fn transformed(self) -> u32 {
        if self.period.is_some() { self.side } else { 2 * self.side }
    }

    /// The pairs of bodies whose direct sum takes about as long as a pass over `count` bodies.
    pub(super) fn work(self, gpu: &Gpu, count: u32) -> f64 {
        // As measured on an H200 and on lavapipe (docs/results.md): per node that is transformed, and per body.
        let each = if gpu.is_software() { [1000.0, 2000.0] } else { [90.0, 1200.0] };
        each[0] * f64::from(self.transformed()).powi(3) + each[1] * f64::from(count)
    }

    /// Checks that a grid of this size can be stored.
    pub(in crate::physics) fn check_storage(self, gpu: &Gpu) -> Result<(), GpuError> {
        let whole = self.transformed() as usize;
        gpu.check_storage::<[f32; 2]>(&format!("a grid of {} nodes per side", self.side), whole * whole * (whole / 2 + 1))
    }
}
