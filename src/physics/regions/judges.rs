//! What judges a sample of the accelerations of a run in regions.

use crate::gpu::{Buffer, Gpu, GpuError};
use crate::physics::comparison::{FORCE_SUMS, images, is_possible, with_sample};
use crate::physics::{Parameters, TreeSettings};

/// Most bodies judged at once.
const MOST: usize = 8192;

/// What judges a sample of the accelerations.
#[derive(Debug)]
pub(super) struct Judges {
    /// Of each sampled body its place, and its acceleration.
    pub(super) chosen: Buffer<[f32; 4]>,
    /// Of each the direct sum.
    pub(super) sums: Buffer<[f32; 4]>,
    pub(super) errors: Buffer<[u32; 2]>,
    /// Of a space that is not periodic.
    pub(super) images: Buffer<[f32; 4]>,
    /// Force passes judged before the first step.
    pub(super) passes: usize,
    /// Whether the errors adjust the accuracy.
    pub(super) is_adjusting: bool,
}

impl Judges {
    /// What judges `count` bodies in regions of this capacity. `None` if there are too many in one.
    pub(super) fn new(
        gpu: &Gpu,
        parameters: &Parameters,
        settings: &TreeSettings,
        capacity: u32,
        count: usize,
    ) -> Result<Option<Self>, GpuError> {
        if !is_possible(gpu, capacity) {
            return Ok(None);
        }
        let most = count.min(MOST);
        // Compiled here, so that no step waits for it.
        with_sample(gpu, &FORCE_SUMS, parameters.softened(), false, most as u32)?;
        Ok(Some(Self {
            chosen: gpu.storage("regions/chosen", 2 * most)?,
            sums: gpu.storage("regions/sums", most)?,
            errors: gpu.storage("regions/errors", most + 1)?,
            images: images(gpu, false)?,
            passes: 0,
            is_adjusting: settings.error().is_some_and(|error| error > 0.0),
        }))
    }

    pub(super) fn bytes(&self) -> u64 {
        self.chosen.bytes() + self.sums.bytes() + self.errors.bytes()
    }
}
