//! Draws the light of bodies and trails, with its own parameters.

use bytemuck::Zeroable;

use super::framing::Framing;
use super::parameters::{Parameters, PictureParams, ToneMapParams};
use super::splat::{self, Splat};
use super::spread::SpreadPass;
use super::trails::{Lines, Trails};
use super::{Camera, ColorMap, Look};
use crate::gpu::{Gpu, GpuError};
use crate::physics::Bodies;

/// Everything that turns bodies into light.
#[derive(Debug)]
pub(super) struct Drawing {
    gpu: Gpu,
    count: u32,
    /// The bodies' position buffer, which identifies them.
    position: wgpu::Buffer,
    parameters: Parameters,
    /// Parameters of the last picture.
    values: Box<PictureParams>,
    color_map: Option<ColorMap>,
    spread: SpreadPass,
    splat: Splat,
    lines: Lines,
}

impl Drawing {
    pub(super) fn new(gpu: &Gpu, bodies: &Bodies) -> Result<Self, GpuError> {
        let parameters = Parameters::new(gpu)?;
        let spread = SpreadPass::new(gpu, bodies, &parameters)?;
        let splat = Splat::new(gpu, bodies, &parameters, &spread)?;
        let (count, position) = (bodies.count(), bodies.position().raw().clone());
        let values = Box::new(PictureParams::zeroed());
        Ok(Self {
            gpu: gpu.clone(),
            count,
            position,
            parameters,
            values,
            color_map: None,
            spread,
            splat,
            lines: Lines::default(),
        })
    }

    /// Draws these bodies from now on.
    pub(super) fn set_bodies(&mut self, bodies: &Bodies) -> Result<(), GpuError> {
        if self.position == *bodies.position().raw() {
            return Ok(());
        }
        let spread = SpreadPass::new(&self.gpu, bodies, &self.parameters)?;
        self.splat = Splat::new(&self.gpu, bodies, &self.parameters, &spread)?;
        (self.count, self.spread, self.lines) = (bodies.count(), spread, Lines::default());
        self.position = bodies.position().raw().clone();
        Ok(())
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

    /// Records this picture's parameters and, if `measures`, the measurement of the quantity that colours show.
    pub(super) fn prepare(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        camera: &Camera,
        look: &Look,
        trails: &Trails,
        framing: &Framing,
        measures: bool,
    ) -> Result<(), GpuError> {
        let (flux, scale) = splat::flux(look, framing.height(), self.count);
        if self.color_map != Some(look.color_map) {
            self.values.palette.copy_from_slice(&look.color_map.colors());
            self.color_map = Some(look.color_map);
        }
        self.values.view = splat::view_params(camera, look, framing, flux, scale);
        self.values.spread = self.spread.params(look, camera.target);
        self.values.tone_map = ToneMapParams {
            background: look.background,
            bloom: look.bloom,
            negative: u32::from(look.negative),
            ..Zeroable::zeroed()
        };
        [self.values.trails, self.values.body_trail] = trails.params(look, flux, scale);
        self.parameters.record(&self.gpu, encoder, &self.values)?;
        if measures { self.spread.record(encoder, look) } else { Ok(()) }
    }

    /// Records the light of bodies and trails into `light`, replacing its contents.
    pub(super) fn record(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        look: &Look,
        trails: &Trails,
        light: &wgpu::TextureView,
    ) -> Result<(), GpuError> {
        self.splat.record(encoder, light);
        self.lines.record(&self.gpu, encoder, trails, look, light, &self.parameters, &self.spread)
    }
}
