//! The sky behind the bodies: distant stars and galaxies.

use std::ops::Range;
use std::sync::Arc;

use super::Projection;
use super::parameters::Parameters;
use super::projection::PROJECTIONS;
use super::splat::ADD;
use super::target::LIGHT;
use crate::gpu::{Draw, DrawTarget, Gpu, GpuError, KernelSource};
use crate::wgsl;

/// Draws the sky.
pub const SKY: KernelSource =
    KernelSource::trusted("draw/sky", &[wgsl!("draw/sky.wgsl")], PROJECTIONS);

/// Stars and galaxies over the whole sphere.
const STARS: u32 = wgsl!("draw/sky.wgsl").constant("STARS");
const GALAXIES: u32 = 1200;

/// Draws the sky of one view.
#[derive(Debug)]
pub(super) struct Sky {
    draw: Arc<Draw>,
    group: wgpu::BindGroup,
    corners: Range<u32>,
}

impl Sky {
    pub(super) fn new(
        gpu: &Gpu,
        parameters: &Parameters,
        projection: Projection,
    ) -> Result<Self, GpuError> {
        let draw = gpu.draw(
            &SKY,
            projection.tuning(),
            &DrawTarget { format: LIGHT, blend: Some(ADD), vertices: &[] },
        )?;
        let group = draw.bind(gpu.device(), &[("view", parameters.view())])?;
        Ok(Self { draw, group, corners: projection.corners() })
    }

    pub(super) fn encode(&self, pass: &mut wgpu::RenderPass) {
        self.draw.set(pass, &self.group);
        pass.draw(self.corners.clone(), 0..STARS + GALAXIES);
    }
}
