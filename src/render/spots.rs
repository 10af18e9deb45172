//! Spots of many bodies, summed as integers in compute passes: the same bits in any order, and
//! without the rounding of half floats, in which a crowd's light stops growing.
//!
//! A spot is deposited in 3 x 3 pixels, whatever its size: 27 atomic additions at most. All of them
//! are then widened together. So the cost of a body does not depend on the picture's resolution,
//! nor on where bodies crowd. Spots that are wider than the narrowest, of bodies near the lens in a
//! look with sizes, are drawn as quads on top ([`WideSpots`]).

use super::Look;
use super::gaussian::{MAX_REACH, weights};
use super::parameters::SpotParams;
use super::target::{LIGHT, compute};
use super::wide::{SpotSources, WideSpots};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Tuning};
use crate::{named, wgsl};

named! {
    /// How spots of light are added up.
    #[derive(Default)]
    pub enum SpotPath: "way of adding up spots" {
        /// Sums if there are many bodies, otherwise quads.
        #[default]
        Auto = "auto",
        /// Quads, blended into half floats.
        Quads = "quads",
        /// Integer sums in compute passes, wherever they are possible.
        Sums = "sums",
    }
}

/// Counts spots by their brightness.
pub const BRIGHTNESS: KernelSource =
    KernelSource::trusted("draw/brightness", &[wgsl!("draw/brightness.wgsl")], &[&[]]);
/// Chooses the unit of light.
pub const UNIT: KernelSource =
    KernelSource::trusted("draw/unit", &[wgsl!("draw/unit.wgsl")], &[&[]]);
/// Adds spots to the sums; then the same if some spots are wide.
pub const DEPOSITS: [KernelSource; 2] =
    [DEPOSIT.with(&[wgsl!("draw/to_none.wgsl")]), DEPOSIT.with(&[wgsl!("draw/to_wide.wgsl")])];
/// Turns sums into light.
pub const SOFTEN: KernelSource =
    KernelSource::trusted("draw/soften", &[wgsl!("draw/soften.wgsl")], &[&[], FAR]);

const DEPOSIT: KernelSource =
    KernelSource::trusted("draw/deposit", &[wgsl!("draw/deposit.wgsl")], &[&[]]);
/// For spots that spread over more pixels than six to each side.
const FAR: Tuning = &[("SIDE", 8), ("MAX", MAX_REACH as u32)];

const MARGIN: u32 = wgsl!("draw/spots.wgsl").constant("MARGIN");
/// Fewer bodies are drawn as quads: on GPUs, where sums are at least twice as fast but a frame
/// takes half a millisecond either way, and in software, where widening takes as long as many
/// quads.
const MIN_BODIES: [u32; 2] = [1024, 131_072];
/// Smallest side in pixels of a picture whose spots are summed: far outside a picture
/// (`draw/spots.wgsl`) is relative to it.
const MIN_SIDE: u32 = 64;

/// Parameters of the sums over a part of a picture with `size` samples, for spots of at least
/// `radius` samples; `None` if the spots of `count` bodies are drawn as quads. `whole` is the size
/// of the whole picture in samples.
pub(super) fn params(
    gpu: &Gpu,
    path: SpotPath,
    count: u32,
    whole: [u32; 2],
    size: [u32; 2],
    radius: f32,
) -> Option<SpotParams> {
    let is_wanted = match path {
        SpotPath::Auto => count >= MIN_BODIES[usize::from(gpu.is_software())],
        SpotPath::Quads => false,
        SpotPath::Sums => true,
    };
    let (weights, reach) = weights(radius)?;
    let size = size.map(|side| side + 2 * MARGIN);
    let fits = gpu
        .check_storage::<[u32; 3]>(
            "the sums of spots",
            size.map(|side| side as usize).iter().product(),
        )
        .is_ok();
    let is_possible = fits && whole.iter().all(|side| *side >= MIN_SIDE);
    let weights = bytemuck::cast(weights);
    (is_wanted && is_possible).then_some(SpotParams { size, reach, padding: 0, weights })
}

/// Adds up the spots of a set of bodies.
#[derive(Debug)]
pub(super) struct SpotSums {
    brightness: Bound,
    unit: Bound,
    exponents: Buffer<u32>,
    /// Everything that depends on the texture of light.
    film: SumsFilm,
    wide: Option<WideSpots>,
    count: u32,
}

/// The sums over one texture of light.
#[derive(Debug)]
struct SumsFilm {
    light: wgpu::TextureView,
    sums: Buffer<u32>,
    deposit: Bound,
    /// For light that spreads over few pixels, and over many; each with the side of its workgroups.
    soften: [(Bound, u32); 2],
    size: [u32; 2],
}

impl SpotSums {
    /// Sums of this size, margin included.
    pub(super) fn new(
        gpu: &Gpu,
        of: &SpotSources,
        look: &Look,
        size: [u32; 2],
    ) -> Result<Self, GpuError> {
        let exponents = gpu.storage::<u32>("draw/exponents", 256)?;
        let unit_of = gpu.storage::<f32>("draw/unit_of", 2)?;
        let sums = gpu.storage::<u32>("draw/sums", 3 * (size[0] * size[1]) as usize)?;
        let wide = if look.size > 0.0 { Some(WideSpots::new(gpu, of)?) } else { None };

        let (view, spots) = (("view", of.parameters.view()), ("spots", of.parameters.spots()));
        let position = ("position", of.bodies.position().raw().as_entire_binding());
        let shine = ("shine", of.shading.shine().raw().as_entire_binding());
        let unit = ("unit_of", unit_of.raw().as_entire_binding());
        let of_exponents = ("exponents", exponents.raw().as_entire_binding());
        let of_sums = ("sums", sums.raw().as_entire_binding());

        let rows = [view.clone(), position, shine];
        let counted = [&rows[..], std::slice::from_ref(&of_exponents)].concat();
        let mut deposited = [&rows[..], &[spots.clone(), unit.clone(), of_sums.clone()]].concat();
        deposited.extend(wide.iter().flat_map(WideSpots::resources));
        let softened = [
            view,
            spots,
            unit.clone(),
            of_sums,
            ("light", wgpu::BindingResource::TextureView(of.light)),
        ];
        let bind = |kernel: &KernelSource, tuning, resources: &[_]| {
            gpu.kernel(kernel, tuning)?.bind_resources(gpu.device(), resources)
        };
        let film = SumsFilm {
            light: of.light.clone(),
            deposit: bind(&DEPOSITS[usize::from(wide.is_some())], &[], &deposited)?,
            soften: [(bind(&SOFTEN, &[], &softened)?, 16), (bind(&SOFTEN, FAR, &softened)?, 8)],
            sums: sums.clone(),
            size,
        };
        Ok(Self {
            brightness: bind(&BRIGHTNESS, &[], &counted)?,
            unit: bind(&UNIT, &[], &[of_exponents, unit])?,
            exponents,
            film,
            wide,
            count: of.bodies.count(),
        })
    }

    /// Whether these are the sums for a texture of light, a size and a look.
    pub(super) fn suit(&self, light: &wgpu::TextureView, look: &Look, size: [u32; 2]) -> bool {
        self.film.light == *light
            && self.film.size == size
            && (look.size == 0.0 || self.wide.is_some())
    }

    /// Encodes the spots into the texture of light, replacing its contents.
    pub(super) fn encode(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        params: &SpotParams,
        look: &Look,
    ) {
        encoder.clear_buffer(self.exponents.raw(), 0, None);
        encoder.clear_buffer(self.film.sums.raw(), 0, None);
        let wide = self.wide.as_ref().filter(|_| look.size > 0.0);
        if let Some(wide) = wide {
            wide.clear(encoder);
        }
        let mut pass = encoder.begin_compute_pass(&compute("draw/spots"));
        self.brightness.dispatch_threads(&mut pass, self.count);
        self.unit.dispatch(&mut pass, [1, 1, 1]);
        self.film.deposit.dispatch_threads(&mut pass, self.count);
        let (soften, side) = &self.film.soften[usize::from(params.reach > 6)];
        let groups = self.film.size.map(|all| (all - 2 * MARGIN).div_ceil(*side));
        soften.dispatch(&mut pass, [groups[0], groups[1], 1]);
        if let Some(wide) = wide {
            wide.gather(&mut pass);
            drop(pass);
            wide.draw(encoder, &self.film.light);
        }
    }
}

/// Begins a pass that draws over the light.
pub(super) fn over<'encoder>(
    encoder: &'encoder mut wgpu::CommandEncoder,
    light: &wgpu::TextureView,
) -> wgpu::RenderPass<'encoder> {
    debug_assert_eq!(light.texture().format(), LIGHT);
    let ops = wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store };
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("draw/over"),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: light,
            depth_slice: None,
            resolve_target: None,
            ops,
        })],
        depth_stencil_attachment: None,
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    })
}
