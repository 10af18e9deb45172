//! The whole picture: spots of light, glow, tone map.

use super::bloom::{Bloom, Pyramid};
use super::splat::SplatPass;
use super::target::{PICTURE, light_texture};
use super::{Camera, Look, Target};
use crate::gpu::{Buffer, Draw, DrawTarget, Gpu, GpuError, KernelSource};
use crate::physics::Bodies;
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of `draw/tone_map`.
    pub struct ToneMap {
        /// Light of the empty sky.
        pub background: [f32; 3],
        /// Share of the light that glows.
        pub bloom: f32,
    }
}

/// Light onto film.
pub const TONE_MAP: KernelSource =
    KernelSource { label: "draw/tone_map", parts: &[wgsl!("draw/tone_map.wgsl"), wgsl!("draw/screen.wgsl")], tunings: &[&[]] };

/// Draws a set of bodies. Everything that depends on the size of the picture is made anew when the size changes.
#[derive(Debug)]
pub struct Renderer {
    gpu: Gpu,
    splat: SplatPass,
    bloom: Bloom,
    tone_map: Draw,
    parameters: Buffer<ToneMap>,
    sampler: wgpu::Sampler,
    film: Option<Film>,
}

/// What a picture of one size needs.
#[derive(Debug)]
struct Film {
    size: [u32; 2],
    light: wgpu::TextureView,
    pyramid: Pyramid,
    group: wgpu::BindGroup,
}

impl Renderer {
    /// Prepares to draw `bodies`.
    ///
    /// # Errors
    /// [`GpuError`] where a shader does not compile or memory is short.
    pub fn new(gpu: &Gpu, bodies: &Bodies) -> Result<Self, GpuError> {
        let sampler = gpu.device().create_sampler(&wgpu::SamplerDescriptor {
            label: Some("draw/linear"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..Default::default()
        });
        Ok(Self {
            gpu: gpu.clone(),
            splat: SplatPass::new(gpu, bodies)?,
            bloom: Bloom::new(gpu)?,
            tone_map: Draw::new(gpu, &TONE_MAP, &DrawTarget { format: PICTURE, blend: None, vertices: &[] })?,
            parameters: gpu.uniform("draw/tone_map", &bytemuck::Zeroable::zeroed())?,
            sampler,
            film: None,
        })
    }

    /// Records the picture of the bodies' state at this place in `encoder` into `target`.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`], where the size has changed.
    pub fn record(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        camera: &Camera,
        look: &Look,
        target: &Target,
    ) -> Result<(), GpuError> {
        let film = match self.film.take() {
            Some(film) if film.size == target.size() => film,
            _ => self.film_of(target.size())?,
        };
        self.gpu.write(&self.parameters, &[ToneMap { background: look.background, bloom: look.bloom }]);
        self.splat.record(&self.gpu, encoder, camera, look, &film.light, film.size);
        self.bloom.record(encoder, &film.pyramid);
        self.tone_map.begin(encoder, target.view(), Some(wgpu::Color::BLACK), &film.group).draw(0..4, 0..1);
        self.film = Some(film);
        Ok(())
    }

    fn film_of(&self, size: [u32; 2]) -> Result<Film, GpuError> {
        let light = light_texture(&self.gpu, "draw/light", size)?;
        let pyramid = self.bloom.pyramid(&self.gpu, &light, size, &self.sampler)?;
        let resources = [
            ("tone_map_of", self.parameters.raw().as_entire_binding()),
            ("light", wgpu::BindingResource::TextureView(&light)),
            ("glow", wgpu::BindingResource::TextureView(pyramid.glow())),
            ("linear", wgpu::BindingResource::Sampler(&self.sampler)),
        ];
        let group = self.tone_map.bind(&self.gpu, &resources);
        Ok(Film { size, light, pyramid, group })
    }
}
