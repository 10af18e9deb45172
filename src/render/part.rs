//! The parts of a picture, for measuring them one by one.

use crate::named;

named! {
    /// A part of a picture, in the order in which they are recorded.
    pub enum PicturePart: "part of a picture" {
        /// The spread of the quantity that colours show.
        Spread = "spread",
        /// Counting bodies in the grid, and dust.
        Crowds = "crowds",
        /// What bodies shine, and depositing the diffuse part of it.
        Shade = "shade",
        /// The map of diffuse light.
        Diffuse = "diffuse",
        /// Spots of light, spikes, and the sky.
        Spots = "spots",
        /// Trails.
        Trails = "trails",
        /// Glow.
        Glow = "glow",
        /// Meter and tone map.
        ToneMap = "tone-map",
    }
}

/// Called after each part of a whole picture has been recorded.
pub(super) type AfterPart<'a> = &'a mut dyn FnMut(&mut wgpu::CommandEncoder, PicturePart);
