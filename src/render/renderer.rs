//! The whole picture: spots of light, glow, tone map.

use super::bloom::Bloom;
use super::splat::SplatPass;
use super::target::{light_texture, tiles};
use super::trails::Trails;
use super::{Camera, Look, Target};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource};
use crate::physics::Bodies;
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of `draw/tone_map`.
    pub struct ToneMap {
        /// Light of the empty sky.
        pub background: [f32; 3],
        /// Share of the light that glows.
        pub bloom: f32,
        /// Whether light and dark change places.
        pub negative: u32,
        /// Unused.
        pub padding_0: u32,
        /// Unused.
        pub padding_1: u32,
        /// Unused.
        pub padding_2: u32,
    }
}

/// Light onto film.
pub const TONE_MAP: KernelSource = KernelSource::trusted("draw/tone_map", &[wgsl!("draw/tone_map.wgsl")], &[&[]]);

/// Draws a set of bodies. What depends on the target is made anew when another target comes.
#[derive(Debug)]
pub struct Renderer {
    gpu: Gpu,
    splat: SplatPass,
    trails: Trails,
    parameters: Buffer<ToneMap>,
    sampler: wgpu::Sampler,
    film: Option<Film>,
}

/// What the pictures of one target need.
#[derive(Debug)]
struct Film {
    target: Target,
    light: wgpu::TextureView,
    bloom: Bloom,
    tone_map: Bound,
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
            trails: Trails::new(bodies),
            parameters: gpu.uniform("draw/tone_map", &bytemuck::Zeroable::zeroed())?,
            sampler,
            film: None,
        })
    }

    /// Records the picture of the bodies' state at this place in `encoder` into `target`. Camera and look travel through the
    /// queue: one submission holds one picture.
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
            Some(film) if film.target == *target => film,
            _ => self.film_of(target)?,
        };
        self.gpu.write(
            &self.parameters,
            &[ToneMap {
                background: look.background,
                bloom: look.bloom,
                negative: u32::from(look.negative),
                ..bytemuck::Zeroable::zeroed()
            }],
        );
        self.splat.record(&self.gpu, encoder, camera, look, &film.light, target.size());
        let (flux, scale) = self.splat.flux(look, target.size()[1] as f32);
        self.trails.draw(&self.gpu, encoder, look, &film.light, flux, scale);
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("draw/film"), timestamp_writes: None });
        film.bloom.record(&mut pass);
        film.tone_map.dispatch(&mut pass, tiles(target.size()));
        drop(pass);
        self.film = Some(film);
        Ok(())
    }

    /// Records where the bodies are, at this place in `encoder`, as the newest point of their trails, if the look has trails
    /// and `steps` is not that of the last point. Nothing else changes.
    ///
    /// # Errors
    /// [`GpuError`] where a shader does not compile or memory is short.
    pub fn record_trails(&mut self, encoder: &mut wgpu::CommandEncoder, look: &Look, steps: u64) -> Result<(), GpuError> {
        self.trails.record(&self.gpu, encoder, &self.splat, look, steps)
    }

    /// Gives one body a trail of up to 1,024 points in a colour of its own, from the next point on, whatever the look;
    /// `None`, or a number that no body has, ends it.
    pub fn set_body_trail(&mut self, body: Option<u32>) {
        self.trails.set_body(body);
    }

    fn film_of(&self, target: &Target) -> Result<Film, GpuError> {
        let light = light_texture(&self.gpu, "draw/light", target.size())?;
        let bloom = Bloom::new(&self.gpu, &light, target.size(), &self.sampler)?;
        let resources = [
            ("tone_map_of", self.parameters.raw().as_entire_binding()),
            ("light", wgpu::BindingResource::TextureView(&light)),
            ("glow", wgpu::BindingResource::TextureView(bloom.glow())),
            ("linear", wgpu::BindingResource::Sampler(&self.sampler)),
            ("picture", wgpu::BindingResource::TextureView(target.view())),
        ];
        let tone_map = self.gpu.kernel(&TONE_MAP, &[])?.bind_resources(self.gpu.device(), &resources);
        Ok(Film { target: target.clone(), light, bloom, tone_map })
    }
}
