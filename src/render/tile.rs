//! The film of a tile: like that of a whole picture, but with a margin, and with coarse levels of
//! the glow taken from the whole picture.

use wgpu::BindingResource::{Sampler, TextureView};

use super::bloom::{self, BLOOM_DOWN_TILE, BLOOM_FIRST_TILE, BLOOM_UP_TILE, Bloom};
use super::film::{Meter, developing, linear_sampler, tone_map};
use super::framing::{Framing, Region};
use super::parameters::Parameters;
use super::target::{LIGHT, compute, light_texture, texture, tiles};
use super::{Print, Projection, Target};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource};
use crate::{mirrored, wgsl};

/// Averages the samples of pixels.
pub const AVERAGE: KernelSource = KernelSource::trusted(
    "draw/average",
    &[wgsl!("draw/average.wgsl")],
    &[&[], &[("SAMPLES", 2)], &[("SAMPLES", 3)], &[("SAMPLES", 4)]],
);

mirrored! {
    /// Parameters of kernels that work on a tile (`draw/from_tile`).
    pub struct TileParams {
        /// First pixel of the result in the whole picture at the result's scale.
        pub result_origin: [i32; 2],
        /// Size of the whole picture at the result's scale.
        pub result_whole: [i32; 2],
        /// First pixel of the source in the whole picture at the source's scale.
        pub source_origin: [i32; 2],
        /// Size of the whole picture at the source's scale.
        pub source_whole: [i32; 2],
        /// Margin of the light around the picture.
        pub margin: u32,
        /// Unused.
        pub padding_0: u32,
        /// Unused.
        pub padding_1: u32,
        /// Unused.
        pub padding_2: u32,
    }
}

/// Levels of the glow that are computed per tile. The next level is assembled for the whole
/// picture: it has an eighth of its width, so that even the largest fits in every adapter's memory.
const LEVELS: u32 = 2;
/// Tiles begin at multiples of this, so that the pixels of every level coincide with those of the
/// whole picture.
pub(super) const GRAIN: u32 = 1 << (LEVELS + 1);
/// Pixels around a tile from which light reaches it through its own levels: 27, rounded up to a
/// multiple of `GRAIN`.
pub(super) const MARGIN: u32 = 32;

/// One kernel's parameters, at an offset that every adapter can bind.
#[repr(C)]
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
struct Slot {
    params: TileParams,
    padding: [[f32; 4]; 13],
}

/// A part of the whole picture at one level of the glow; level 0 is the picture itself.
#[derive(Clone, Copy)]
struct Place {
    origin: [i32; 2],
    whole: [i32; 2],
}

/// Everything that depends on the size of the tiles.
#[derive(Debug)]
pub(super) struct TileFilm {
    gpu: Gpu,
    target: Target,
    whole: [u32; 2],
    samples: u32,
    slots: Buffer<Slot>,
    /// Where light is accumulated, and how several samples are averaged into pixels.
    drawn: wgpu::TextureView,
    average: Option<Bound>,
    /// Levels 1 to `down.len()`, each half as large as the last.
    down: Vec<Bound>,
    /// The levels of `down` with the glow of coarser levels mixed in, coarsest first.
    up: Vec<Bound>,
    /// The last level of `down`, and the same level of the whole picture.
    part: wgpu::Texture,
    coarse: wgpu::Texture,
    glow: Bloom,
    meter: Meter,
    tone_map: Bound,
}

/// What is drawn into so that each pixel of `light` is the mean of several samples, and the kernel
/// that computes it.
fn averaged(
    gpu: &Gpu,
    film: [u32; 2],
    samples: u32,
    light: &wgpu::TextureView,
) -> Result<(wgpu::TextureView, Option<Bound>), GpuError> {
    if samples == 1 {
        return Ok((light.clone(), None));
    }
    let drawn = light_texture(gpu, "draw/samples", film.map(|side| samples * side))?;
    let resources = [("source", TextureView(&drawn)), ("result", TextureView(light))];
    let average =
        gpu.kernel(&AVERAGE, &[("SAMPLES", samples)])?.bind_resources(gpu.device(), &resources)?;
    Ok((drawn, Some(average)))
}

impl TileFilm {
    /// A film that develops tiles of a print, or of one of its two pictures, into `target`.
    pub(super) fn new(
        gpu: &Gpu,
        target: &Target,
        print: &Print,
        light_map: &wgpu::TextureView,
        parameters: &Parameters,
        projection: Projection,
    ) -> Result<Self, GpuError> {
        let (whole, samples) = (print.size_of_eye(), print.samples);
        // Tiles end before the whole picture does: their glow does not go on at its other edge.
        let sampler = linear_sampler(gpu, Projection::Perspective);
        let film = target.size().map(|side| side + 2 * MARGIN);
        let local = LEVELS.min(bloom::levels(whole) - 1);
        let slots: Buffer<Slot> = Buffer::parameters(gpu, "draw/tile", 2 * (local + 1) as usize)?;
        let mut used = 0;
        let mut slot = || {
            let offset = used * size_of::<Slot>() as u64;
            used += 1;
            let size = wgpu::BufferSize::new(size_of::<TileParams>() as u64);
            wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer: slots.raw(), offset, size })
        };

        let light = light_texture(gpu, "draw/light", film)?;
        let (drawn, average) = averaged(gpu, film, samples, &light)?;
        let usage = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::STORAGE_BINDING;
        let view =
            |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        let part_usage = usage | wgpu::TextureUsages::COPY_SRC;
        let part = texture(
            gpu,
            "draw/tile_part",
            film.map(|side| side >> (local + 1)),
            LIGHT,
            part_usage,
        )?;
        let coarse_usage = usage | wgpu::TextureUsages::COPY_DST;
        let coarse =
            texture(gpu, "draw/coarse", bloom::level(whole, local + 1), LIGHT, coarse_usage)?;

        let [first_kernel, down_kernel] =
            [gpu.kernel(&BLOOM_FIRST_TILE, &[])?, gpu.kernel(&BLOOM_DOWN_TILE, &[])?];
        let (mut levels, mut down) = (vec![light.clone()], Vec::new());
        for level in 1..=local + 1 {
            let result = match level {
                last if last == local + 1 => view(&part),
                _ => light_texture(gpu, "draw/bloom_down", film.map(|side| side >> level))?,
            };
            let source = TextureView(&levels[level as usize - 1]);
            let mut resources = vec![
                ("source", source),
                ("linear", Sampler(&sampler)),
                ("result", TextureView(&result)),
                ("tile", slot()),
            ];
            let kernel = if level == 1 {
                resources.extend([
                    ("light_map", TextureView(light_map)),
                    ("tone_map_of", parameters.tone_map()),
                ]);
                &first_kernel
            } else {
                &down_kernel
            };
            down.push(kernel.bind_resources(gpu.device(), &resources)?);
            levels.push(result);
        }
        let glow = Bloom::from_level(gpu, &view(&coarse), whole, local + 1, &sampler)?;

        let up_kernel = gpu.kernel(&BLOOM_UP_TILE, &[])?;
        let (mut soft, mut up) = (glow.glow().clone(), Vec::new());
        for level in (1..=local).rev() {
            let result = light_texture(gpu, "draw/bloom_up", film.map(|side| side >> level))?;
            let resources = [
                ("coarse", TextureView(&soft)),
                ("fine", TextureView(&levels[level as usize])),
                ("linear", Sampler(&sampler)),
                ("result", TextureView(&result)),
                ("tile", slot()),
            ];
            up.push(up_kernel.bind_resources(gpu.device(), &resources)?);
            soft = result;
        }
        let meter = Meter::new(gpu, glow.metered(), parameters)?;
        let mut resources =
            developing(target, [&light, light_map, &soft], &sampler, &meter, parameters);
        resources.push(("tile", slot()));
        let (kernel, tuning) = tone_map(target, true, projection);
        let tone_map = gpu.kernel(kernel, tuning)?.bind_resources(gpu.device(), &resources)?;
        let (gpu, target) = (gpu.clone(), target.clone());
        Ok(Self {
            gpu,
            target,
            whole,
            samples,
            slots,
            drawn,
            average,
            down,
            up,
            part,
            coarse,
            glow,
            meter,
            tone_map,
        })
    }

    pub(super) fn target(&self) -> &Target {
        &self.target
    }

    /// Where light is accumulated.
    pub(super) fn light(&self) -> &wgpu::TextureView {
        &self.drawn
    }

    /// The part of the picture that the tile at `origin` covers, with its margin, as an eye sees
    /// it.
    pub(super) fn framing(&self, origin: [u32; 2], eye: f32) -> Framing {
        let size = self.target.size().map(|side| side + 2 * MARGIN);
        Framing {
            whole: self.whole,
            origin: origin.map(film_origin),
            size,
            samples: self.samples,
            eye,
        }
    }

    /// Records the parameters of the tile at `origin`.
    pub(super) fn aim(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        origin: [u32; 2],
    ) -> Result<(), GpuError> {
        let local = self.up.len() as u32;
        let part = |level: u32| Place {
            origin: origin.map(|side| film_origin(side) >> level),
            whole: bloom::level(self.whole, level).map(|side| side as i32),
        };
        // The coarser levels exist for the whole picture.
        let source = |level: u32| {
            if level > local { Place { origin: [0, 0], ..part(level) } } else { part(level) }
        };
        let slot = |result: Place, source: Place| Slot {
            params: TileParams {
                result_origin: result.origin,
                result_whole: result.whole,
                source_origin: source.origin,
                source_whole: source.whole,
                margin: MARGIN,
                padding_0: 0,
                padding_1: 0,
                padding_2: 0,
            },
            padding: [[0.0; 4]; 13],
        };
        let down = (1..=local + 1).map(|level| slot(part(level), part(level - 1)));
        let up = (1..=local).rev().map(|level| slot(part(level), source(level + 1)));
        let picture = Place { origin: origin.map(|side| side as i32), ..part(0) };
        let slots: Vec<Slot> = down.chain(up).chain([slot(picture, source(1))]).collect();
        self.slots.encode_write(&self.gpu, encoder, 0, &slots)
    }

    /// Encodes adding the light of this tile, already drawn, to the glow of the whole picture.
    pub(super) fn encode_glow(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        Region { origin, .. }: Region,
    ) {
        let mut pass = encoder.begin_compute_pass(&compute("draw/tile_glow"));
        self.encode_levels(&mut pass, self.down.len());
        drop(pass);
        let level = self.down.len() as u32;
        let [from, to] = [[MARGIN; 2], origin].map(|place| place.map(|side| side >> level));
        let whole = bloom::level(self.whole, level);
        let size = [0, 1].map(|axis| {
            (self.target.size()[axis] >> level).min(whole[axis].saturating_sub(to[axis]))
        });
        if size[0] == 0 || size[1] == 0 {
            return;
        }
        let place = |texture, [x, y]: [u32; 2]| wgpu::TexelCopyTextureInfo {
            texture,
            mip_level: 0,
            origin: wgpu::Origin3d { x, y, z: 0 },
            aspect: wgpu::TextureAspect::All,
        };
        let extent = wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 };
        encoder.copy_texture_to_texture(place(&self.part, from), place(&self.coarse, to), extent);
    }

    /// Encodes the glow of the whole picture, once every tile has added its light.
    pub(super) fn encode_whole_glow(&self, encoder: &mut wgpu::CommandEncoder) {
        let mut pass = encoder.begin_compute_pass(&compute("draw/glow"));
        self.glow.encode(&mut pass, false);
        self.meter.encode(&mut pass);
    }

    /// Encodes the exposure of a picture that is not metered.
    pub(super) fn encode_exposure(&self, encoder: &mut wgpu::CommandEncoder) {
        self.meter.encode(&mut encoder.begin_compute_pass(&compute("draw/exposure")));
    }

    /// Records developing the light, already drawn, into the target.
    pub(super) fn develop(&self, encoder: &mut wgpu::CommandEncoder, glows: bool) {
        let mut pass = encoder.begin_compute_pass(&compute("draw/film"));
        self.encode_levels(&mut pass, if glows { self.up.len() } else { 0 });
        for (bound, level) in self.up.iter().zip((1..=self.up.len()).rev()).filter(|_| glows) {
            bound.dispatch(&mut pass, self.groups(level));
        }
        self.tone_map.dispatch(&mut pass, tiles(self.target.size()));
    }

    /// Encodes the pixels of the light, and its first `count` coarser levels.
    fn encode_levels(&self, pass: &mut wgpu::ComputePass, count: usize) {
        if let Some(average) = &self.average {
            average.dispatch(pass, self.groups(0));
        }
        for (bound, level) in self.down.iter().zip(1..=count) {
            bound.dispatch(pass, self.groups(level));
        }
    }

    /// Workgroups that cover a level of the film.
    fn groups(&self, level: usize) -> [u32; 3] {
        tiles(self.target.size().map(|side| (side + 2 * MARGIN) >> level))
    }
}

/// Where the film of a tile begins.
fn film_origin(origin: u32) -> i32 {
    origin as i32 - MARGIN as i32
}
