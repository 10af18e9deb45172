//! The glow that a lens makes around bright places: a pyramid of ever smaller pictures, mixed on the way back up.
//!
//! Compute passes, as is the tone map: data-centre GPUs draw with few of their cores and compute with all (an H200 takes
//! three times as long for the same passes as fragment shaders).

use wgpu::BindingResource::{Sampler, TextureView};

use super::target::{light_texture, tiles};
use crate::gpu::{Bound, Gpu, GpuError, KernelSource};
use crate::wgsl;

/// To half the size.
pub const BLOOM_DOWN: KernelSource = KernelSource::trusted("draw/bloom_down", &[wgsl!("draw/bloom_down.wgsl")], &[&[]]);

/// To twice the size.
pub const BLOOM_UP: KernelSource = KernelSource::trusted("draw/bloom_up", &[wgsl!("draw/bloom_up.wgsl")], &[&[]]);

/// Height in pixels of the coarsest level, about: the glow then spans the same part of every picture.
const COARSEST: u32 = 8;

/// The pyramid over pictures of one size.
#[derive(Debug)]
pub(super) struct Bloom {
    passes: Vec<(Bound, [u32; 3])>,
    glow: wgpu::TextureView,
}

impl Bloom {
    /// The pyramid over `light`, a picture of `size` pixels.
    pub(super) fn new(
        gpu: &Gpu,
        light: &wgpu::TextureView,
        [width, height]: [u32; 2],
        sampler: &wgpu::Sampler,
    ) -> Result<Self, GpuError> {
        let count = (height / COARSEST).max(2).ilog2();
        let size = |level: u32| [(width >> level).max(1), (height >> level).max(1)];
        let mut passes = Vec::new();

        let down = gpu.kernel(&BLOOM_DOWN, &[])?;
        let mut levels = vec![light.clone()];
        for level in 1..=count {
            let result = light_texture(gpu, "draw/bloom_down", size(level))?;
            let source = &levels[level as usize - 1];
            let resources = [("source", TextureView(source)), ("linear", Sampler(sampler)), ("result", TextureView(&result))];
            passes.push((down.bind_resources(gpu.device(), &resources), tiles(size(level))));
            levels.push(result);
        }

        let up = gpu.kernel(&BLOOM_UP, &[])?;
        let mut glow = levels[count as usize].clone();
        for level in (1..count).rev() {
            let result = light_texture(gpu, "draw/bloom_up", size(level))?;
            let fine = &levels[level as usize];
            let resources = [
                ("coarse", TextureView(&glow)),
                ("fine", TextureView(fine)),
                ("linear", Sampler(sampler)),
                ("result", TextureView(&result)),
            ];
            passes.push((up.bind_resources(gpu.device(), &resources), tiles(size(level))));
            glow = result;
        }
        Ok(Self { passes, glow })
    }

    /// Records the pyramid, down and up again.
    pub(super) fn record(&self, pass: &mut wgpu::ComputePass) {
        for (bound, groups) in &self.passes {
            bound.dispatch(pass, *groups);
        }
    }

    /// The picture with the glow, of half the size.
    pub(super) fn glow(&self) -> &wgpu::TextureView {
        &self.glow
    }
}
