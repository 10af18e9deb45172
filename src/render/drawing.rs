//! Draws the light of bodies and trails, with its own parameters.

use bytemuck::Zeroable;

use super::color_map::Palette;
use super::diffuse::{Grid, Shading, measures_crowds};
use super::framing::Framing;
use super::lines::Lines;
use super::orbits::{self, Orbits};
use super::parameters::{Parameters, PictureParams, ToneMapParams};
use super::part::{AfterPart, PicturePart};
use super::sky::Sky;
use super::spikes::Spikes;
use super::splat::{self, Splat};
use super::spots::{self, SpotPath, SpotSums};
use super::spread::SpreadPass;
use super::trails::Trails;
use super::wide::SpotSources;
use super::{Camera, ColorBy, Look, Projection};
use crate::gpu::{Gpu, GpuError};
use crate::physics::Bodies;

/// How spots are added up.
#[derive(Debug, Default)]
struct Spots {
    /// As the caller wants it.
    path: SpotPath,
    /// Whether the last picture that was prepared sums them.
    is_summed: bool,
    sums: Option<SpotSums>,
}

/// Everything that turns bodies into light.
#[derive(Debug)]
pub(super) struct Drawing {
    gpu: Gpu,
    bodies: Bodies,
    parameters: Parameters,
    /// Parameters of the last picture.
    values: Box<PictureParams>,
    palette: Palette,
    spread: SpreadPass,
    splat: Splat,
    spots: Spots,
    grid: Grid,
    shading: Shading,
    spikes: Spikes,
    orbits: Option<Orbits>,
    sky: Sky,
    lines: Lines,
    /// Whether the trail of the one body is drawn.
    has_body_trail: bool,
}

impl Drawing {
    /// For pictures of `size` pixels.
    pub(super) fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        size: [u32; 2],
        projection: Projection,
    ) -> Result<Self, GpuError> {
        let parameters = Parameters::new(gpu)?;
        let spread = SpreadPass::new(gpu, bodies, &parameters)?;
        let splat = Splat::new(gpu, bodies, &parameters, projection)?;
        let grid = Grid::new(gpu, size, bodies.count())?;
        let shading = Shading::new(gpu, bodies, &grid, &parameters, &spread, projection)?;
        let spikes = Spikes::new(gpu, bodies, &parameters, &shading, (projection, false))?;
        let orbits = Orbits::new(gpu, bodies, &parameters, &shading, projection)?;
        let sky = Sky::new(gpu, &parameters, projection)?;
        let values = Box::new(PictureParams::zeroed());
        Ok(Self {
            gpu: gpu.clone(),
            bodies: bodies.clone(),
            parameters,
            values,
            palette: Palette::default(),
            spread,
            splat,
            spots: Spots::default(),
            grid,
            shading,
            spikes,
            orbits,
            sky,
            lines: Lines::new(projection),
            has_body_trail: true,
        })
    }

    /// Draws these bodies from now on.
    pub(super) fn set_bodies(&mut self, bodies: &Bodies) -> Result<(), GpuError> {
        if self.bodies.is_same(bodies) {
            return Ok(());
        }
        let spread = SpreadPass::new(&self.gpu, bodies, &self.parameters)?;
        (self.spread, self.bodies) = (spread, bodies.clone());
        if !self.grid.suits(bodies.count()) {
            self.grid = Grid::new(&self.gpu, self.grid.size(), bodies.count())?;
        }
        self.set_projection(self.lines.projection)
    }

    /// Draws pictures of this projection from now on.
    pub(super) fn set_projection(&mut self, projection: Projection) -> Result<(), GpuError> {
        let Self { gpu, bodies, parameters, grid, spread, .. } = self;
        let shading = Shading::new(gpu, bodies, grid, parameters, spread, projection)?;
        self.splat = Splat::new(gpu, bodies, parameters, projection)?;
        self.spikes =
            Spikes::new(gpu, bodies, parameters, &shading, (projection, self.spikes.of_stars()))?;
        self.orbits = Orbits::new(gpu, bodies, parameters, &shading, projection)?;
        self.sky = Sky::new(gpu, parameters, projection)?;
        (self.shading, self.lines, self.spots.sums) = (shading, Lines::new(projection), None);
        Ok(())
    }

    /// How pictures show directions.
    pub(super) fn projection(&self) -> Projection {
        self.lines.projection
    }

    /// Draws pictures of `size` pixels from now on.
    pub(super) fn set_size(&mut self, size: [u32; 2]) -> Result<(), GpuError> {
        self.grid = Grid::new(&self.gpu, size, self.bodies.count())?;
        self.set_projection(self.lines.projection)
    }

    /// Adds up spots in this way from now on.
    pub(super) fn set_spot_path(&mut self, path: SpotPath) {
        self.spots.path = path;
    }

    /// Draws the trail of the one body from now on, or leaves it out.
    pub(super) fn set_body_trail(&mut self, is_drawn: bool) {
        self.has_body_trail = is_drawn;
    }

    /// The map of diffuse light.
    pub(super) fn light_map(&self) -> &wgpu::TextureView {
        self.grid.light_map()
    }

    /// The parameters, for developing the light.
    pub(super) fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The measurement of the quantity that colours show.
    pub(super) fn spread(&self) -> &SpreadPass {
        &self.spread
    }

    pub(super) fn spread_mut(&mut self) -> &mut SpreadPass {
        &mut self.spread
    }

    /// Records this picture's parameters and, if `measures`, all that depends on the whole picture:
    /// the measurement of the quantity that colours show, what bodies shine, and the diffuse light.
    #[allow(
        clippy::too_many_arguments,
        reason = "what the picture shows, and what becomes of its parts"
    )]
    pub(super) fn prepare(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        camera: &Camera,
        look: &Look,
        trails: &Trails,
        framing: &Framing,
        measures: bool,
        after: AfterPart,
    ) -> Result<(), GpuError> {
        let count = self.bodies.count();
        let (flux, scale) = splat::flux(framing.height(), count);
        let (cells_per_pixel, diffuse) = self.grid.per_pixel(framing, flux, count);
        self.palette.of(look, &mut self.values.palette);
        self.values.view = splat::view_params(camera, look, framing, &self.grid, &self.bodies);
        self.values.spread = self.spread.params(look, camera.target);
        self.values.tone_map = ToneMapParams {
            background: look.background,
            bloom: look.bloom,
            negative: u32::from(look.negative),
            diffuse: if measures_crowds(look, count) { diffuse } else { 0.0 },
            cells_per_pixel,
            gain: look.exposure.exp2(),
            metered: u32::from(look.metered),
            radius: 0.5 * framing.whole[1] as f32,
            middle: framing.whole.map(|side| 0.5 * side as f32),
        };
        let whole = framing.whole.map(|side| side * framing.samples);
        let size = framing.size.map(|side| side * framing.samples);
        // Sums hold spots that are round in the picture and equally wide.
        let are_alike =
            self.lines.projection == Projection::Perspective && look.component_sizes.is_empty();
        let path = if are_alike { self.spots.path } else { SpotPath::Quads };
        let spots = spots::params(&self.gpu, path, count, whole, size, self.values.view.min_radius);
        self.spots.is_summed = spots.is_some();
        self.values.spots = spots.unwrap_or(Zeroable::zeroed());
        [self.values.trails, self.values.body_trail] = trails.params(look, flux, scale);
        self.values.orbits = orbits::params(look, count);
        let has_stars = look.color_by == ColorBy::Stars;
        if self.spikes.of_stars() != has_stars {
            self.spikes = Spikes::new(
                &self.gpu,
                &self.bodies,
                &self.parameters,
                &self.shading,
                (self.lines.projection, has_stars),
            )?;
        }
        trails.encode_moments(&self.gpu, encoder, look)?;
        self.parameters.encode(&self.gpu, encoder, &self.values)?;
        if measures {
            self.spread.encode(encoder, look)?;
            after(encoder, PicturePart::Spread);
            self.shading.encode(encoder, &self.grid, look, after);
        }
        Ok(())
    }

    /// Encodes the light of bodies and trails into `light`, replacing its contents.
    pub(super) fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        look: &Look,
        trails: &Trails,
        light: &wgpu::TextureView,
        after: AfterPart,
    ) -> Result<(), GpuError> {
        let mut pass = if self.spots.is_summed {
            self.sum_spots(encoder, look, light)?;
            (look.spikes > 0.0 || look.sky > 0.0 || look.orbits)
                .then(|| spots::over(encoder, light))
        } else {
            Some(self.splat.encode(encoder, self.shading.shine(), light))
        };
        if let Some(pass) = &mut pass {
            if look.spikes > 0.0 {
                self.spikes.encode(pass);
            }
            if look.sky > 0.0 {
                self.sky.encode(pass);
            }
            if let Some(orbits) = self.orbits.as_ref().filter(|_| look.orbits) {
                orbits.encode(pass);
            }
        }
        drop(pass);
        after(encoder, PicturePart::Spots);
        let one = trails.one.as_ref().filter(|_| self.has_body_trail);
        self.lines.encode(
            &self.gpu,
            encoder,
            trails,
            one,
            look,
            light,
            &self.parameters,
            &self.spread,
        )?;
        after(encoder, PicturePart::Trails);
        Ok(())
    }

    /// Records the spots as sums.
    fn sum_spots(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        look: &Look,
        light: &wgpu::TextureView,
    ) -> Result<(), GpuError> {
        let params = self.values.spots;
        let sums = match self.spots.sums.take().filter(|sums| sums.suit(light, look, params.size)) {
            Some(sums) => sums,
            None => {
                let Self { bodies, shading, parameters, .. } = self;
                SpotSums::new(
                    &self.gpu,
                    &SpotSources { bodies, shading, parameters, light },
                    look,
                    params.size,
                )?
            }
        };
        self.spots.sums.insert(sums).encode(encoder, &params, look);
        Ok(())
    }
}
