//! The glow that a lens makes around bright places: a pyramid of successively smaller pictures,
//! blended on the way back up.
//!
//! The glow and the tone map are compute passes, because data-centre GPUs rasterise with few of
//! their cores but compute with all of them: on an H200, fragment shaders take three times as long.

use wgpu::BindingResource::{Sampler, TextureView};

use super::parameters::Parameters;
use super::target::{light_texture, tiles};
use crate::gpu::{Bound, Gpu, GpuError, KernelSource, Part, Tuning};
use crate::wgsl;

const DOWN: KernelSource =
    KernelSource::trusted("draw/bloom_down", &[wgsl!("draw/bloom_down.wgsl")], &[&[], PLAIN])
        .with(&[wgsl!("draw/from_spots.wgsl")]);
const DOWN_FIRST: KernelSource =
    KernelSource::trusted("draw/bloom_down", &[wgsl!("draw/bloom_down.wgsl")], &[&[], PLAIN_FIRST])
        .with(&[wgsl!("draw/from_all.wgsl")]);
const UP: KernelSource =
    KernelSource::trusted("draw/bloom_up", &[wgsl!("draw/bloom_up.wgsl")], &[&[], PLAIN]);
/// With few samples, for slow machines.
const PLAIN: Tuning = &[("TAPS", 4)];
/// With few samples of a picture without diffuse light, for slow machines.
const PLAIN_FIRST: Tuning = &[("TAPS", 4), ("DIFFUSE", 0)];

/// Halves the size.
pub const BLOOM_DOWN: KernelSource = DOWN.with(WHOLE);
/// Doubles the size.
pub const BLOOM_UP: KernelSource = UP.with(WHOLE);
/// Halves the size of the picture itself, and adds diffuse light.
pub const BLOOM_FIRST: KernelSource = DOWN_FIRST.with(WHOLE);
/// Halves the size of a tile of the picture itself, and adds diffuse light.
pub const BLOOM_FIRST_TILE: KernelSource = DOWN_FIRST.with(TILE);
/// Halves the size of a tile.
pub const BLOOM_DOWN_TILE: KernelSource = DOWN.with(TILE);
/// Doubles the size of a tile.
pub const BLOOM_UP_TILE: KernelSource = UP.with(TILE);

/// Completes a kernel for textures that hold a whole picture.
pub(super) const WHOLE: &[Part] = &[wgsl!("draw/from_whole.wgsl")];
/// Completes a kernel for textures that hold a tile of one.
pub(super) const TILE: &[Part] = &[wgsl!("draw/from_tile.wgsl")];

/// Approximate height in pixels of the coarsest level. With it, the glow spans the same share of
/// every picture.
const COARSEST: u32 = 8;

/// Number of coarser levels over a picture of this size.
pub(super) fn levels([_, height]: [u32; 2]) -> u32 {
    (height / COARSEST).max(2).ilog2()
}

/// The level that is metered: 16 to 32 pixels high, so that single stars are blurred alike in
/// pictures of any size. Tiles have the levels from 3 on for the whole picture.
fn metered(size: [u32; 2]) -> u32 {
    let count = levels(size);
    (count - 1).max(count.min(3))
}

/// Size of a level; level 0 is the picture itself.
pub(super) fn level(size: [u32; 2], level: u32) -> [u32; 2] {
    size.map(|side| (side >> level).max(1))
}

/// A pass with its workgroups: in full and, on software adapters, plain.
#[derive(Debug)]
struct Pass {
    full: Bound,
    plain: Option<Bound>,
    groups: [u32; 3],
}

impl Pass {
    fn new(
        gpu: &Gpu,
        source: &KernelSource,
        plain: Tuning,
        resources: &[(&str, wgpu::BindingResource<'_>)],
        size: [u32; 2],
    ) -> Result<Self, GpuError> {
        let bind = |tuning| gpu.kernel(source, tuning)?.bind_resources(gpu.device(), resources);
        let plain = gpu.is_software().then(|| bind(plain)).transpose()?;
        Ok(Self { full: bind(&[])?, plain, groups: tiles(size) })
    }
}

/// The pyramid over pictures of one size.
#[derive(Debug)]
pub(super) struct Bloom {
    passes: Vec<Pass>,
    /// The level that is metered.
    metered: wgpu::TextureView,
    glow: wgpu::TextureView,
}

impl Bloom {
    /// The pyramid over `light`, a picture of `size` pixels.
    pub(super) fn new(
        gpu: &Gpu,
        light: &wgpu::TextureView,
        light_map: &wgpu::TextureView,
        size: [u32; 2],
        parameters: &Parameters,
        sampler: &wgpu::Sampler,
    ) -> Result<Self, GpuError> {
        let half = light_texture(gpu, "draw/bloom_down", level(size, 1))?;
        let resources = [
            ("source", TextureView(light)),
            ("linear", Sampler(sampler)),
            ("result", TextureView(&half)),
            ("light_map", TextureView(light_map)),
            ("tone_map_of", parameters.tone_map()),
        ];
        let first = Pass::new(gpu, &BLOOM_FIRST, PLAIN_FIRST, &resources, level(size, 1))?;
        let mut rest = Self::from_level(gpu, &half, size, 1, sampler)?;
        rest.passes.insert(0, first);
        Ok(rest)
    }

    /// The pyramid over level `first` of a picture of `size` pixels, which is at most the last
    /// level.
    pub(super) fn from_level(
        gpu: &Gpu,
        light: &wgpu::TextureView,
        size: [u32; 2],
        first: u32,
        sampler: &wgpu::Sampler,
    ) -> Result<Self, GpuError> {
        let count = levels(size);
        let metered = metered(size).max(first);
        let size = |number| level(size, number);
        let mut passes = Vec::new();

        let mut views = vec![light.clone()];
        for level in first + 1..=count {
            let result = light_texture(gpu, "draw/bloom_down", size(level))?;
            let source = &views[(level - first) as usize - 1];
            let resources = [
                ("source", TextureView(source)),
                ("linear", Sampler(sampler)),
                ("result", TextureView(&result)),
            ];
            passes.push(Pass::new(gpu, &BLOOM_DOWN, PLAIN, &resources, size(level))?);
            views.push(result);
        }

        let mut glow = views[(count - first) as usize].clone();
        for level in (first.max(1)..count).rev() {
            let result = light_texture(gpu, "draw/bloom_up", size(level))?;
            let fine = &views[(level - first) as usize];
            let resources = [
                ("coarse", TextureView(&glow)),
                ("fine", TextureView(fine)),
                ("linear", Sampler(sampler)),
                ("result", TextureView(&result)),
            ];
            passes.push(Pass::new(gpu, &BLOOM_UP, PLAIN, &resources, size(level))?);
            glow = result;
        }
        let metered = views[(metered - first) as usize].clone();
        Ok(Self { passes, metered, glow })
    }

    /// Encodes the pyramid, down and up; on software adapters with few samples if `is_plain`.
    pub(super) fn encode(&self, pass: &mut wgpu::ComputePass, is_plain: bool) {
        for Pass { full, plain, groups } in &self.passes {
            plain.as_ref().filter(|_| is_plain).unwrap_or(full).dispatch(pass, *groups);
        }
    }

    /// The level that is metered, the same for pictures in one piece and in tiles.
    pub(super) fn metered(&self) -> &wgpu::TextureView {
        &self.metered
    }

    /// The glow, at half the picture's size, or at the first level.
    pub(super) fn glow(&self) -> &wgpu::TextureView {
        &self.glow
    }
}
