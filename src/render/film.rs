//! Film: accumulates light, adds glow, and develops the result into a target.

use super::bloom::{Bloom, TILE, WHOLE};
use super::parameters::Parameters;
use super::target::{light_texture, tiles};
use super::{Format, Target};
use crate::gpu::{Bound, Gpu, GpuError, KernelSource, Part, Tuning};
use crate::wgsl;

/// Tone maps to 8 bits per channel, to 16 bits, and to half floats, which store the light unchanged; first for whole pictures,
/// then for tiles.
pub const TONE_MAPS: [[KernelSource; 3]; 2] = {
    const TO_RGBA8: &[Part] = &[wgsl!("draw/to_rgba8.wgsl")];
    const TO_RGBA16: &[Part] = &[wgsl!("draw/to_rgba16.wgsl")];
    const TO_HALF_FLOAT: &[Part] = &[wgsl!("draw/to_half_float.wgsl")];
    [
        [to(TO_RGBA8, WHOLE), to(TO_RGBA16, WHOLE), to(TO_HALF_FLOAT, WHOLE)],
        [to(TO_RGBA8, TILE), to(TO_RGBA16, TILE), to(TO_HALF_FLOAT, TILE)],
    ]
};

/// The tone map, completed for a format and for whole pictures or tiles.
const fn to(format: &'static [Part], place: &'static [Part]) -> KernelSource {
    KernelSource::trusted("draw/tone_map", &[wgsl!("draw/tone_map.wgsl")], &[&[], OF_ALPHA]).with(format).with(place)
}

const OF_ALPHA: Tuning = &[("ALPHA", 1)];

/// The tone map that develops light into a target, or into tiles there.
pub(super) fn tone_map(target: &Target, is_tile: bool) -> (&'static KernelSource, Tuning) {
    static KERNELS: [[KernelSource; 3]; 2] = TONE_MAPS;
    let format = match target.format() {
        Format::Rgba8 => 0,
        Format::Rgba16 => 1,
        Format::HalfFloat => 2,
    };
    (&KERNELS[usize::from(is_tile)][format], if target.has_alpha() { OF_ALPHA } else { &[] })
}

/// Interpolates between pixels; clamps to the edge of a texture.
pub(super) fn linear_sampler(gpu: &Gpu) -> wgpu::Sampler {
    gpu.device().create_sampler(&wgpu::SamplerDescriptor {
        label: Some("draw/linear"),
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        ..Default::default()
    })
}

/// Everything that depends on the size of a target.
#[derive(Debug)]
pub(super) struct Film {
    target: Target,
    light: wgpu::TextureView,
    bloom: Bloom,
    tone_map: Bound,
}

impl Film {
    pub(super) fn new(gpu: &Gpu, target: &Target, parameters: &Parameters) -> Result<Self, GpuError> {
        let sampler = linear_sampler(gpu);
        let light = light_texture(gpu, "draw/light", target.size())?;
        let bloom = Bloom::new(gpu, &light, target.size(), &sampler)?;
        let resources = [
            ("tone_map_of", parameters.tone_map()),
            ("light", wgpu::BindingResource::TextureView(&light)),
            ("glow", wgpu::BindingResource::TextureView(bloom.glow())),
            ("linear", wgpu::BindingResource::Sampler(&sampler)),
            ("picture", wgpu::BindingResource::TextureView(target.view())),
        ];
        let (kernel, tuning) = tone_map(target, false);
        let tone_map = gpu.kernel(kernel, tuning)?.bind_resources(gpu.device(), &resources);
        Ok(Self { target: target.clone(), light, bloom, tone_map })
    }

    /// The target that it develops into.
    pub(super) fn target(&self) -> &Target {
        &self.target
    }

    /// Where light is accumulated.
    pub(super) fn light(&self) -> &wgpu::TextureView {
        &self.light
    }

    /// Records the glow and the tone map: light becomes a picture.
    pub(super) fn record(&self, encoder: &mut wgpu::CommandEncoder) {
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("draw/film"), timestamp_writes: None });
        self.bloom.record(&mut pass);
        self.tone_map.dispatch(&mut pass, tiles(self.target.size()));
    }
}
