//! The glow that a lens makes around bright places: a pyramid of ever smaller pictures, mixed on the way back up.

use super::splat::LIGHT;
use crate::gpu::{Draw, DrawTarget, Gpu, GpuError, KernelSource};
use crate::wgsl;

/// To half the size.
pub const BLOOM_DOWN: KernelSource =
    KernelSource { label: "draw/bloom_down", parts: &[wgsl!("draw/bloom_down.wgsl"), wgsl!("draw/screen.wgsl")], tunings: &[&[]] };

/// To twice the size.
pub const BLOOM_UP: KernelSource =
    KernelSource { label: "draw/bloom_up", parts: &[wgsl!("draw/bloom_up.wgsl"), wgsl!("draw/screen.wgsl")], tunings: &[&[]] };

/// Share of the coarser level in each level on the way up: the larger, the wider the glow.
const WIDTH: f64 = 0.7;
/// Height in pixels of the coarsest level, about: the glow then spans the same part of every picture.
const COARSEST: u32 = 8;

/// The two passes, compiled.
#[derive(Debug)]
pub(super) struct Bloom {
    down: Draw,
    up: Draw,
}

/// The pyramid for pictures of one size.
#[derive(Debug)]
pub(super) struct Pyramid {
    levels: Vec<wgpu::TextureView>,
    down: Vec<wgpu::BindGroup>,
    up: Vec<wgpu::BindGroup>,
}

impl Bloom {
    pub(super) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let mix = wgpu::BlendComponent {
            src_factor: wgpu::BlendFactor::Constant,
            dst_factor: wgpu::BlendFactor::OneMinusConstant,
            operation: wgpu::BlendOperation::Add,
        };
        let blend = Some(wgpu::BlendState { color: mix, alpha: mix });
        Ok(Self {
            down: Draw::new(gpu, &BLOOM_DOWN, &DrawTarget { format: LIGHT, blend: None, vertices: &[] })?,
            up: Draw::new(gpu, &BLOOM_UP, &DrawTarget { format: LIGHT, blend, vertices: &[] })?,
        })
    }

    /// The pyramid over `light`, a picture of `size` pixels.
    pub(super) fn pyramid(
        &self,
        gpu: &Gpu,
        light: &wgpu::TextureView,
        [width, height]: [u32; 2],
        sampler: &wgpu::Sampler,
    ) -> Result<Pyramid, GpuError> {
        let count = (height.max(1) / COARSEST).max(2).ilog2().clamp(1, 10);
        let mut levels = Vec::new();
        for level in 1..=count {
            let size = [(width >> level).max(1), (height >> level).max(1)];
            levels.push(super::target::light_texture(gpu, "draw/bloom", size)?);
        }
        let bind = |draw: &Draw, source: &wgpu::TextureView| {
            let resources =
                [("source", wgpu::BindingResource::TextureView(source)), ("linear", wgpu::BindingResource::Sampler(sampler))];
            draw.bind(gpu, &resources)
        };
        let sources = std::iter::once(light).chain(&levels);
        let down = sources.take(levels.len()).map(|source| bind(&self.down, source)).collect();
        let up = levels.iter().skip(1).map(|source| bind(&self.up, source)).collect();
        Ok(Pyramid { levels, down, up })
    }

    /// Records the pyramid, down and up again. The glow is then in its finest level.
    pub(super) fn record(&self, encoder: &mut wgpu::CommandEncoder, pyramid: &Pyramid) {
        for (level, group) in pyramid.levels.iter().zip(&pyramid.down) {
            self.down.begin(encoder, level, Some(wgpu::Color::TRANSPARENT), group).draw(0..4, 0..1);
        }
        for (level, group) in pyramid.levels.iter().zip(&pyramid.up).rev() {
            let mut pass = self.up.begin(encoder, level, None, group);
            pass.set_blend_constant(wgpu::Color { r: WIDTH, g: WIDTH, b: WIDTH, a: WIDTH });
            pass.draw(0..4, 0..1);
        }
    }
}

impl Pyramid {
    /// The level with the glow.
    pub(super) fn glow(&self) -> &wgpu::TextureView {
        &self.levels[0]
    }
}
