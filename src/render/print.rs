//! What a picture as a file is like.

use super::{Format, Target, TargetError};
use crate::gpu::Gpu;

/// Largest side of a picture in pixels.
pub const MAX_SIDE: u32 = 16_384;
/// Most samples per pixel along each axis.
pub const MAX_SAMPLES: u32 = 4;
/// Largest side in pixels of a picture that is drawn in one piece.
const MAX_WHOLE: u32 = 4096;

/// Size, format and sampling of a [`Mosaic`](super::Mosaic).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Print {
    /// Width and height in pixels, up to 16,384.
    pub size: [u32; 2],
    /// How pixels are stored.
    pub format: Format,
    /// Whether it has alpha instead of a sky.
    pub has_alpha: bool,
    /// Samples per pixel along each axis, 1 to 4: they are averaged in linear light, before the
    /// glow and the tone map.
    pub samples: u32,
    /// For two pictures side by side, as a left and a right eye see them: how far these are apart,
    /// in world units; 0 for one picture. The width must then be even.
    pub eyes: f32,
}

impl Print {
    /// How far eyes usually are apart, in distances of the camera: a thirtieth is comfortable on
    /// most screens.
    pub const EYES: f32 = 0.03;

    /// Width and height of one eye's picture.
    pub fn size_of_eye(&self) -> [u32; 2] {
        let [width, height] = self.size;
        [width / self.pictures(), height]
    }

    /// Pictures side by side: 1 or 2.
    pub(super) fn pictures(&self) -> u32 {
        if self.eyes == 0.0 { 1 } else { 2 }
    }

    /// Checks size and samples.
    ///
    /// # Errors
    /// [`TargetError::Picture`] and [`TargetError::Samples`].
    pub fn validate(&self) -> Result<(), TargetError> {
        let Self { size: [width, height], samples, .. } = *self;
        if self.size.iter().any(|side| !(1..=MAX_SIDE).contains(side)) {
            return Err(TargetError::Picture { width, height });
        }
        if !(1..=MAX_SAMPLES).contains(&samples) {
            return Err(TargetError::Samples { samples });
        }
        Ok(())
    }

    /// Whether it needs tiles: it has several samples per pixel, or is larger than most screens.
    pub fn needs_tiles(&self, gpu: &Gpu) -> bool {
        let most = gpu.limits().max_texture_dimension_2d;
        let is_large = |side: &u32| *side > MAX_WHOLE.min(most);
        self.samples > 1 || self.size_of_eye().iter().any(is_large) || self.size[0] > most
    }

    /// A target for a picture in one piece.
    ///
    /// # Errors
    /// As [`Target::new`].
    pub fn target(&self, gpu: &Gpu) -> Result<Target, TargetError> {
        let target = Target::new(gpu, self.size, self.format)?;
        let target = target.with_eyes(self.eyes);
        Ok(if self.has_alpha { target.with_alpha() } else { target })
    }
}
