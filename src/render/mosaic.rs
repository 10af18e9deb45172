//! Pictures drawn in seamless tiles: of any size on any adapter, with several samples per pixel.
//!
//! The glow spreads light across tiles. So each tile is drawn twice: first to accumulate a coarse
//! level of the glow for the whole picture, then to develop the tile with it.

use super::drawing::Drawing;
use super::framing::Region;
use super::tile::{GRAIN, MARGIN, TileFilm};
use super::trails::Trails;
use super::{Camera, Look, Print, Projection, SpotPath, Target, TargetError};
use crate::gpu::{Gpu, GpuError};
use crate::physics::Bodies;

/// Largest side of a tile in pixels.
const MAX_TILE: u32 = 2048;
/// Largest side of a tile in samples, margin included: 143 MB of light.
const MAX_DRAWN: u32 = 4224;

/// A picture of a [`Renderer`](super::Renderer)'s bodies, drawn tile by tile. All tiles must show
/// the same state.
#[derive(Debug)]
pub struct Mosaic {
    gpu: Gpu,
    drawing: Drawing,
    /// One for each eye.
    films: Vec<TileFilm>,
    print: Print,
    /// Tiles across and down, of one eye's picture.
    grid: [u32; 2],
    /// Number of the next pass. There are equally many passes for the glow and for the picture.
    next: u32,
    /// The eye of the last pass.
    last: usize,
}

impl Mosaic {
    /// `tile` is the largest side of a tile in pixels.
    pub(super) fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        print: Print,
        tile: Option<u32>,
    ) -> Result<Self, TargetError> {
        print.validate()?;
        let tile = Self::tile(gpu, &print).map(|side| side.min(tile.unwrap_or(side)));
        let grid = [0, 1].map(|axis| print.size_of_eye()[axis].div_ceil(tile[axis]));
        let target = Target::new(gpu, tile, print.format)?;
        let target = if print.has_alpha { target.with_alpha() } else { target };
        let drawing = Drawing::new(gpu, bodies, print.size_of_eye(), Projection::default())?;
        let films = Self::films(gpu, &target, &print, &drawing)?;
        Ok(Self { gpu: gpu.clone(), drawing, films, print, grid, next: 0, last: 0 })
    }

    fn films(
        gpu: &Gpu,
        target: &Target,
        print: &Print,
        drawing: &Drawing,
    ) -> Result<Vec<TileFilm>, GpuError> {
        let film = |_| {
            TileFilm::new(
                gpu,
                target,
                print,
                drawing.light_map(),
                drawing.parameters(),
                drawing.projection(),
            )
        };
        (0..print.pictures()).map(film).collect()
    }

    /// Width and height of its tiles in pixels. `print` must be valid ([`Print::validate`]).
    pub fn tile(gpu: &Gpu, print: &Print) -> [u32; 2] {
        let drawn =
            MAX_DRAWN.min(gpu.limits().max_texture_dimension_2d) / print.samples.max(1) / GRAIN
                * GRAIN;
        let most = MAX_TILE.min(drawn.saturating_sub(2 * MARGIN)).max(GRAIN);
        print.size_of_eye().map(|side| side.max(1).next_multiple_of(GRAIN).min(most))
    }

    /// Size, format and sampling of the picture.
    pub fn print(&self) -> Print {
        self.print
    }

    /// The target of each tile; tiles at the right and lower edges fill only part of it.
    pub fn target(&self) -> &Target {
        self.films[0].target()
    }

    /// Number of passes recorded, and of all passes.
    pub fn progress(&self) -> [u32; 2] {
        [self.next, 2 * self.tiles()]
    }

    /// Whether every tile has been recorded.
    pub fn is_complete(&self) -> bool {
        self.next == 2 * self.tiles()
    }

    /// Draws the [trail of one body](super::Renderer::set_body_trail) from now on, or leaves it
    /// out.
    pub fn set_body_trail(&mut self, is_drawn: bool) {
        self.drawing.set_body_trail(is_drawn);
    }

    /// Adds up spots in this way from the next picture on. Pictures look the same.
    #[doc(hidden)]
    pub fn set_spot_path(&mut self, path: SpotPath) {
        self.drawing.set_spot_path(path);
    }

    /// Begins again, for a picture of another state.
    pub fn restart(&mut self) {
        self.next = 0;
    }

    /// Tiles of all pictures.
    fn tiles(&self) -> u32 {
        self.print.pictures() * self.grid[0] * self.grid[1]
    }

    /// The eye of tile number `index`, and the part of its picture. While the glow is gathered, eye
    /// by eye; then row by row from the upper left of the print.
    fn region(&self, index: u32, gathers: bool) -> (usize, Region) {
        let [columns, rows] = self.grid;
        let [eye, row] = if gathers {
            [index / (columns * rows), index / columns % rows]
        } else {
            [index / columns % self.print.pictures(), index / columns / self.print.pictures()]
        };
        let (tile, place) = (self.target().size(), [index % columns, row]);
        let origin = [0, 1].map(|axis| place[axis] * tile[axis]);
        let size = [0, 1].map(|axis| tile[axis].min(self.print.size_of_eye()[axis] - origin[axis]));
        (eye as usize, Region { origin, size })
    }

    pub(super) fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        camera: &Camera,
        look: &Look,
        trails: &Trails,
    ) -> Result<Option<Region>, GpuError> {
        if self.is_complete() {
            return Ok(None);
        }
        if self.drawing.projection() != camera.projection {
            self.drawing.set_projection(camera.projection)?;
            self.films = Self::films(&self.gpu, self.target(), &self.print, &self.drawing)?;
        }
        let (tiles, glows, is_first) = (self.tiles(), look.bloom > 0.0, self.next == 0);
        // The meter needs the coarse levels of the glow.
        let is_direct = is_first && !glows && !look.metered;
        if is_direct {
            self.next = tiles;
        }
        let gathers = self.next < tiles;
        let (eye, region) = self.region(self.next % tiles, gathers);
        let Self { drawing, films, print, .. } = self;
        let film = &films[eye];
        let apart = if films.len() == 1 { 0.0 } else { print.eyes * (eye as f32 - 0.5) };
        let framing = film.framing(region.origin, apart);
        let measures = is_first || self.last != eye;
        self.last = eye;
        drawing.prepare(encoder, camera, look, trails, &framing, measures, &mut |_, _| ())?;
        film.aim(encoder, region.origin)?;
        if is_direct {
            films.iter().for_each(|film| film.encode_exposure(encoder));
        }
        drawing.encode(encoder, look, trails, film.light(), &mut |_, _| ())?;
        self.next += 1;
        if gathers {
            film.encode_glow(encoder, region);
            if !self.next.is_multiple_of(self.grid[0] * self.grid[1]) {
                return Ok(None);
            }
            film.encode_whole_glow(encoder);
            if tiles > 1 {
                return Ok(None);
            }
            // A single tile's light is still there.
            self.next += 1;
        }
        film.develop(encoder, glows);
        let [column, row] = region.origin;
        Ok(Some(Region {
            origin: [column + eye as u32 * self.print.size_of_eye()[0], row],
            ..region
        }))
    }
}
