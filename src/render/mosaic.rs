//! Pictures drawn in seamless tiles: of any size on any adapter, with several samples per pixel.
//!
//! The glow spreads light across tiles. So each tile is drawn twice: first to accumulate a coarse level of the glow for the
//! whole picture, then to develop the tile with it.

use super::drawing::Drawing;
use super::framing::Region;
use super::tile::{GRAIN, MARGIN, TileFilm};
use super::trails::Trails;
use super::{Camera, Format, Look, SpotPath, Target, TargetError};
use crate::gpu::{Gpu, GpuError};
use crate::physics::Bodies;

/// Largest side of a picture in pixels.
pub const MAX_SIDE: u32 = 16_384;
/// Most samples per pixel along each axis.
pub const MAX_SAMPLES: u32 = 4;
/// Largest side in pixels of a picture that is drawn in one piece.
const MAX_WHOLE: u32 = 4096;
/// Largest side of a tile in pixels.
const MAX_TILE: u32 = 2048;
/// Largest side of a tile in samples, margin included: 143 MB of light.
const MAX_DRAWN: u32 = 4224;

/// Size, format and sampling of a [`Mosaic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Print {
    /// Width and height in pixels, up to 16,384.
    pub size: [u32; 2],
    /// How pixels are stored.
    pub format: Format,
    /// Whether it has alpha instead of a sky.
    pub has_alpha: bool,
    /// Samples per pixel along each axis, 1 to 4: they are averaged in linear light, before the glow and the tone map.
    pub samples: u32,
}

impl Print {
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
        let most = MAX_WHOLE.min(gpu.limits().max_texture_dimension_2d);
        self.samples > 1 || self.size.iter().any(|side| *side > most)
    }

    /// A target for a picture in one piece.
    ///
    /// # Errors
    /// As [`Target::new`].
    pub fn target(&self, gpu: &Gpu) -> Result<Target, TargetError> {
        let target = Target::new(gpu, self.size, self.format)?;
        Ok(if self.has_alpha { target.with_alpha() } else { target })
    }
}

/// A picture of a [`Renderer`](super::Renderer)'s bodies, drawn tile by tile. All tiles must show the same state.
#[derive(Debug)]
pub struct Mosaic {
    drawing: Drawing,
    film: TileFilm,
    print: Print,
    /// Tiles across and down.
    grid: [u32; 2],
    /// Number of the next pass. There are equally many passes for the glow and for the picture.
    next: u32,
}

impl Mosaic {
    /// `tile` is the largest side of a tile in pixels.
    pub(super) fn new(gpu: &Gpu, bodies: &Bodies, print: Print, tile: Option<u32>) -> Result<Self, TargetError> {
        print.validate()?;
        let Print { format, has_alpha, samples, .. } = print;
        let tile = Self::tile(gpu, &print).map(|side| side.min(tile.unwrap_or(side)));
        let grid = [0, 1].map(|axis| print.size[axis].div_ceil(tile[axis]));
        let target = Target::new(gpu, tile, format)?;
        let target = if has_alpha { target.with_alpha() } else { target };
        let drawing = Drawing::new(gpu, bodies, print.size)?;
        let film = TileFilm::new(gpu, &target, print.size, samples, drawing.light_map(), drawing.parameters())?;
        Ok(Self { drawing, film, print, grid, next: 0 })
    }

    /// Width and height of its tiles in pixels. `print` must be valid ([`Print::validate`]).
    pub fn tile(gpu: &Gpu, print: &Print) -> [u32; 2] {
        let drawn = MAX_DRAWN.min(gpu.limits().max_texture_dimension_2d) / print.samples.max(1) / GRAIN * GRAIN;
        let most = MAX_TILE.min(drawn.saturating_sub(2 * MARGIN)).max(GRAIN);
        print.size.map(|side| side.max(1).next_multiple_of(GRAIN).min(most))
    }

    /// Size, format and sampling of the picture.
    pub fn print(&self) -> Print {
        self.print
    }

    /// The target of each tile; tiles at the right and lower edges fill only part of it.
    pub fn target(&self) -> &Target {
        self.film.target()
    }

    /// Number of passes recorded, and of all passes.
    pub fn progress(&self) -> [u32; 2] {
        [self.next, 2 * self.tiles()]
    }

    /// Whether every tile has been recorded.
    pub fn is_complete(&self) -> bool {
        self.next == 2 * self.tiles()
    }

    /// Draws the [trail of one body](super::Renderer::set_body_trail) from now on, or leaves it out.
    pub fn set_body_trail(&mut self, is_drawn: bool) {
        self.drawing.set_body_trail(is_drawn);
    }

    /// Adds up spots in this way from the next picture on. Pictures look the same.
    pub fn set_spot_path(&mut self, path: SpotPath) {
        self.drawing.set_spot_path(path);
    }

    /// Begins again, for a picture of another state.
    pub fn restart(&mut self) {
        self.next = 0;
    }

    fn tiles(&self) -> u32 {
        self.grid[0] * self.grid[1]
    }

    /// The part of the picture in tile number `index`, row by row from the upper left.
    fn region(&self, index: u32) -> Region {
        let (tile, place) = (self.target().size(), [index % self.grid[0], index / self.grid[0]]);
        let origin = [0, 1].map(|axis| place[axis] * tile[axis]);
        Region { origin, size: [0, 1].map(|axis| tile[axis].min(self.print.size[axis] - origin[axis])) }
    }

    pub(super) fn record(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        camera: &Camera,
        look: &Look,
        trails: &Trails,
    ) -> Result<Option<Region>, GpuError> {
        if self.is_complete() {
            return Ok(None);
        }
        let (tiles, glows, is_first) = (self.tiles(), look.bloom > 0.0, self.next == 0);
        // The meter needs the coarse levels of the glow.
        let is_direct = is_first && !glows && !look.metered;
        if is_direct {
            self.next = tiles;
        }
        let gathers = self.next < tiles;
        let region = self.region(self.next % tiles);
        let framing = self.film.framing(region.origin);
        self.drawing.prepare(encoder, camera, look, trails, &framing, is_first, &mut |_, _| ())?;
        self.film.aim(encoder, region.origin)?;
        if is_direct {
            self.film.record_exposure(encoder);
        }
        self.drawing.record(encoder, look, trails, self.film.light(), &mut |_, _| ())?;
        self.next += 1;
        if gathers {
            self.film.record_glow(encoder, region);
            if self.next < tiles {
                return Ok(None);
            }
            self.film.record_whole_glow(encoder);
            if tiles > 1 {
                return Ok(None);
            }
            // A single tile's light is still there.
            self.next += 1;
        }
        self.film.develop(encoder, glows);
        Ok(Some(region))
    }
}
