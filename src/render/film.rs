//! Film: accumulates light, adds glow, and develops the result into a target.

use super::bloom::{Bloom, TILE, WHOLE};
use super::parameters::Parameters;
use super::part::{AfterPart, PicturePart};
use super::target::{compute, light_texture, tiles};
use super::{Format, Projection, Target};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Part, Tuning};
use crate::wgsl;

/// Tone maps to 8 bits per channel, to 16 bits, and to half floats, which store the light
/// unchanged; first for whole pictures, then for tiles.
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
    KernelSource::trusted(
        "draw/tone_map",
        &[wgsl!("draw/tone_map.wgsl")],
        &[&[], OF_ALPHA, PLAIN, OF_DOME, OF_DOME_WITH_ALPHA],
    )
    .with(format)
    .with(place)
}

const OF_ALPHA: Tuning = &[("ALPHA", 1)];
const OF_DOME: Tuning = &[("CIRCLE", 1)];
const OF_DOME_WITH_ALPHA: Tuning = &[("ALPHA", 1), ("CIRCLE", 1)];
/// For pictures without diffuse light.
const PLAIN: Tuning = &[("DIFFUSE", 0)];

/// The tone map that develops light into a target, or into tiles there.
pub(super) fn tone_map(
    target: &Target,
    is_tile: bool,
    projection: Projection,
) -> (&'static KernelSource, Tuning) {
    static KERNELS: [[KernelSource; 3]; 2] = TONE_MAPS;
    let format = match target.format() {
        Format::Rgba8 => 0,
        Format::Rgba16 => 1,
        Format::HalfFloat => 2,
    };
    let tuning = match (target.has_alpha(), projection) {
        (false, Projection::Fisheye) => OF_DOME,
        (true, Projection::Fisheye) => OF_DOME_WITH_ALPHA,
        (false, _) => &[],
        (true, _) => OF_ALPHA,
    };
    (&KERNELS[usize::from(is_tile)][format], tuning)
}

/// Meters the light.
pub const METER: KernelSource =
    KernelSource::trusted("draw/meter", &[wgsl!("draw/meter.wgsl")], &[&[]]);

/// The meter of a picture: it finds the factor on all light.
#[derive(Debug)]
pub(super) struct Meter {
    bound: Bound,
    exposed: Buffer<f32>,
}

impl Meter {
    /// Meters `light`, a coarse level of the glow.
    pub(super) fn new(
        gpu: &Gpu,
        light: &wgpu::TextureView,
        parameters: &Parameters,
    ) -> Result<Self, GpuError> {
        let exposed = gpu.storage("draw/exposed", 1)?;
        let resources = [
            ("tone_map_of", parameters.tone_map()),
            ("light", wgpu::BindingResource::TextureView(light)),
            ("exposed", exposed.raw().as_entire_binding()),
        ];
        Ok(Self {
            bound: gpu.kernel(&METER, &[])?.bind_resources(gpu.device(), &resources)?,
            exposed,
        })
    }

    /// The factor.
    pub(super) fn exposed(&self) -> wgpu::BindingResource<'_> {
        self.exposed.raw().as_entire_binding()
    }

    pub(super) fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.bound.dispatch(pass, [1, 1, 1]);
    }
}

/// Everything that a tone map reads, except where the tile lies.
pub(super) fn developing<'a>(
    target: &'a Target,
    [light, light_map, glow]: [&'a wgpu::TextureView; 3],
    sampler: &'a wgpu::Sampler,
    meter: &'a Meter,
    parameters: &'a Parameters,
) -> Vec<(&'static str, wgpu::BindingResource<'a>)> {
    let mut resources = vec![
        ("tone_map_of", parameters.tone_map()),
        ("light", wgpu::BindingResource::TextureView(light)),
        ("glow", wgpu::BindingResource::TextureView(glow)),
        ("linear", wgpu::BindingResource::Sampler(sampler)),
        ("picture", wgpu::BindingResource::TextureView(target.view())),
        ("light_map", wgpu::BindingResource::TextureView(light_map)),
        ("exposed", meter.exposed()),
    ];
    if target.format() == Format::Rgba8 {
        resources.push(("noise", parameters.noise()));
    }
    resources
}

/// Interpolates between pixels; clamps to the edge of a texture, or goes on at the other edge if
/// that is the same direction.
pub(super) fn linear_sampler(gpu: &Gpu, projection: Projection) -> wgpu::Sampler {
    let is_round = projection == Projection::Equirectangular;
    gpu.device().create_sampler(&wgpu::SamplerDescriptor {
        label: Some("draw/linear"),
        address_mode_u: if is_round {
            wgpu::AddressMode::Repeat
        } else {
            wgpu::AddressMode::ClampToEdge
        },
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
    meter: Meter,
    tone_map: Bound,
    plain_tone_map: Option<Bound>,
    /// Whether pictures have no diffuse light, and a simpler glow.
    is_plain: bool,
}

impl Film {
    /// A film that develops into `target`, with the diffuse light of `light_map`.
    pub(super) fn new(
        gpu: &Gpu,
        target: &Target,
        light_map: &wgpu::TextureView,
        parameters: &Parameters,
        projection: Projection,
    ) -> Result<Self, GpuError> {
        let sampler = linear_sampler(gpu, projection);
        let light = light_texture(gpu, "draw/light", target.size())?;
        let bloom = Bloom::new(gpu, &light, light_map, target.size(), parameters, &sampler)?;
        let meter = Meter::new(gpu, bloom.metered(), parameters)?;
        let resources =
            developing(target, [&light, light_map, bloom.glow()], &sampler, &meter, parameters);
        let (kernel, tuning) = tone_map(target, false, projection);
        let bind =
            |tuning: Tuning| gpu.kernel(kernel, tuning)?.bind_resources(gpu.device(), &resources);
        let has_plain = gpu.is_software() && tuning.is_empty();
        let (tone_map, plain_tone_map) =
            (bind(tuning)?, has_plain.then(|| bind(PLAIN)).transpose()?);
        Ok(Self {
            target: target.clone(),
            light,
            bloom,
            meter,
            tone_map,
            plain_tone_map,
            is_plain: false,
        })
    }

    /// Makes pictures without diffuse light, whose glow has few samples, from now on, or in full.
    pub(super) fn set_plain(&mut self, is_plain: bool) {
        self.is_plain = is_plain;
    }

    /// The target that it develops into.
    pub(super) fn target(&self) -> &Target {
        &self.target
    }

    /// Where light is accumulated.
    pub(super) fn light(&self) -> &wgpu::TextureView {
        &self.light
    }

    /// Encodes the glow and the tone map: light becomes a picture.
    pub(super) fn encode(&self, encoder: &mut wgpu::CommandEncoder, after: AfterPart) {
        self.bloom.encode(&mut encoder.begin_compute_pass(&compute("draw/glow")), self.is_plain);
        after(encoder, PicturePart::Glow);
        let mut pass = encoder.begin_compute_pass(&compute("draw/film"));
        self.meter.encode(&mut pass);
        let tone_map =
            self.plain_tone_map.as_ref().filter(|_| self.is_plain).unwrap_or(&self.tone_map);
        tone_map.dispatch(&mut pass, tiles(self.target.size()));
        drop(pass);
        after(encoder, PicturePart::ToneMap);
    }
}
