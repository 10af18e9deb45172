//! Draws the light of bodies and trails, with its own parameters.

use bytemuck::Zeroable;

use super::diffuse::{Grid, Shading, measures_crowds};
use super::framing::Framing;
use super::lines::Lines;
use super::parameters::{Parameters, PictureParams, ToneMapParams};
use super::sky::Sky;
use super::spikes::Spikes;
use super::splat::{self, Splat};
use super::spread::SpreadPass;
use super::trails::Trails;
use super::{Camera, ColorMap, Look};
use crate::gpu::{Gpu, GpuError};
use crate::physics::Bodies;

/// Everything that turns bodies into light.
#[derive(Debug)]
pub(super) struct Drawing {
    gpu: Gpu,
    bodies: Bodies,
    parameters: Parameters,
    /// Parameters of the last picture.
    values: Box<PictureParams>,
    color_map: Option<ColorMap>,
    spread: SpreadPass,
    splat: Splat,
    grid: Grid,
    shading: Shading,
    spikes: Spikes,
    sky: Sky,
    lines: Lines,
}

impl Drawing {
    /// For pictures of `size` pixels.
    pub(super) fn new(gpu: &Gpu, bodies: &Bodies, size: [u32; 2]) -> Result<Self, GpuError> {
        let parameters = Parameters::new(gpu)?;
        let spread = SpreadPass::new(gpu, bodies, &parameters)?;
        let splat = Splat::new(gpu, bodies, &parameters)?;
        let grid = Grid::new(gpu, size)?;
        let shading = Shading::new(gpu, bodies, &grid, &parameters, &spread)?;
        let spikes = Spikes::new(gpu, bodies, &parameters, &shading)?;
        let sky = Sky::new(gpu, &parameters)?;
        let values = Box::new(PictureParams::zeroed());
        Ok(Self {
            gpu: gpu.clone(),
            bodies: bodies.clone(),
            parameters,
            values,
            color_map: None,
            spread,
            splat,
            grid,
            shading,
            spikes,
            sky,
            lines: Lines::default(),
        })
    }

    /// Draws these bodies from now on.
    pub(super) fn set_bodies(&mut self, bodies: &Bodies) -> Result<(), GpuError> {
        if self.bodies.position().raw() == bodies.position().raw() {
            return Ok(());
        }
        let spread = SpreadPass::new(&self.gpu, bodies, &self.parameters)?;
        let shading = Shading::new(&self.gpu, bodies, &self.grid, &self.parameters, &spread)?;
        self.splat = Splat::new(&self.gpu, bodies, &self.parameters)?;
        self.spikes = Spikes::new(&self.gpu, bodies, &self.parameters, &shading)?;
        (self.spread, self.shading, self.lines) = (spread, shading, Lines::default());
        self.bodies = bodies.clone();
        Ok(())
    }

    /// Draws pictures of `size` pixels from now on.
    pub(super) fn set_size(&mut self, size: [u32; 2]) -> Result<(), GpuError> {
        let grid = Grid::new(&self.gpu, size)?;
        let shading = Shading::new(&self.gpu, &self.bodies, &grid, &self.parameters, &self.spread)?;
        self.spikes = Spikes::new(&self.gpu, &self.bodies, &self.parameters, &shading)?;
        (self.grid, self.shading) = (grid, shading);
        Ok(())
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

    /// Records this picture's parameters and, if `measures`, all that depends on the whole picture: the measurement of the
    /// quantity that colours show, what bodies shine, and the diffuse light.
    pub(super) fn prepare(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        camera: &Camera,
        look: &Look,
        trails: &Trails,
        framing: &Framing,
        measures: bool,
    ) -> Result<(), GpuError> {
        let count = self.bodies.count();
        let (flux, scale) = splat::flux(framing.height(), count);
        let (cells_per_pixel, diffuse) = self.grid.per_pixel(framing, flux, count);
        if self.color_map != Some(look.color_map) {
            self.values.palette.copy_from_slice(&look.color_map.colors());
            self.color_map = Some(look.color_map);
        }
        self.values.view = splat::view_params(camera, look, framing, &self.grid, count);
        self.values.spread = self.spread.params(look, camera.target);
        self.values.tone_map = ToneMapParams {
            background: look.background,
            bloom: look.bloom,
            negative: u32::from(look.negative),
            diffuse: if measures_crowds(look, count) { diffuse } else { 0.0 },
            cells_per_pixel,
            gain: look.exposure.exp2(),
            metered: u32::from(look.metered),
            ..Zeroable::zeroed()
        };
        [self.values.trails, self.values.body_trail] = trails.params(look, flux, scale);
        trails.record_moments(&self.gpu, encoder, look)?;
        self.parameters.record(&self.gpu, encoder, &self.values)?;
        if measures {
            self.spread.record(encoder, look)?;
            self.shading.record(encoder, &self.grid, look);
        }
        Ok(())
    }

    /// Records the light of bodies and trails into `light`, replacing its contents.
    pub(super) fn record(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        look: &Look,
        trails: &Trails,
        light: &wgpu::TextureView,
    ) -> Result<(), GpuError> {
        let mut pass = self.splat.record(encoder, self.shading.shine(), light);
        if look.spikes > 0.0 {
            self.spikes.record(&mut pass);
        }
        if look.sky > 0.0 {
            self.sky.record(&mut pass);
        }
        drop(pass);
        self.lines.record(&self.gpu, encoder, trails, look, light, &self.parameters, &self.spread)
    }
}
