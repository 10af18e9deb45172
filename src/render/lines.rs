//! Draws trails, in one view.

use std::sync::Arc;

use super::parameters::Parameters;
use super::projection::PROJECTIONS;
use super::splat::{ADD, light_resources};
use super::spread::SpreadPass;
use super::target::LIGHT;
use super::trails::{Ring, Trails};
use super::{Look, Projection};
use crate::gpu::{Draw, DrawTarget, Gpu, GpuError, KernelSource};
use crate::physics::Bodies;
use crate::wgsl;

/// Draws trails as lines of light.
pub const TRAIL: KernelSource = KernelSource::trusted(
    "draw/trail",
    &[wgsl!("draw/trail.wgsl"), wgsl!("monoid/spread.wgsl")],
    PROJECTIONS,
);

/// Draws trails in one view.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// How the view shows directions.
    pub(super) projection: Projection,
    all: Option<Line>,
    one: Option<Line>,
}

/// Draws one ring.
#[derive(Debug)]
struct Line {
    draw: Arc<Draw>,
    group: wgpu::BindGroup,
    /// The ring's points, which identify it.
    points: wgpu::Buffer,
}

impl Lines {
    pub(super) fn new(projection: Projection) -> Self {
        Self { projection, ..Self::default() }
    }

    /// Records the lines of all bodies, and that of `one`, into `light`, on top of the spots.
    #[allow(
        clippy::too_many_arguments,
        reason = "what the pass draws, its bindings and its destination"
    )]
    pub(super) fn encode(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        trails: &Trails,
        one: Option<&Ring>,
        look: &Look,
        light: &wgpu::TextureView,
        parameters: &Parameters,
        spread: &SpreadPass,
    ) -> Result<(), GpuError> {
        let projection = self.projection;
        let rings = [
            (&mut self.all, trails.all.as_ref(), parameters.trails(), Some(look)),
            (&mut self.one, one, parameters.body_trail(), None),
        ];
        for (line, ring, params, look) in rings {
            let Some(ring) = ring else {
                *line = None;
                continue;
            };
            let pieces = ring.drawn(look);
            if pieces == 0 {
                continue;
            }
            if line.as_ref().is_none_or(|line| line.points != *ring.points.raw()) {
                let mut resources = light_resources(parameters, spread).to_vec();
                resources.push(("trail", params));
                *line = Some(Line::new(gpu, trails.bodies(), ring, resources, projection)?);
            }
            if let Some(Line { draw, group, .. }) = line {
                draw.begin(encoder, light, None, group).draw(projection.corners(), 0..pieces);
            }
        }
        Ok(())
    }
}

impl Line {
    fn new<'a>(
        gpu: &Gpu,
        bodies: &'a Bodies,
        ring: &'a Ring,
        mut resources: Vec<(&'a str, wgpu::BindingResource<'a>)>,
        projection: Projection,
    ) -> Result<Self, GpuError> {
        let draw = gpu.draw(
            &TRAIL,
            projection.tuning(),
            &DrawTarget { format: LIGHT, blend: Some(ADD), vertices: &[] },
        )?;
        let buffers = [
            ("ring", &ring.points),
            ("position", bodies.position()),
            ("velocity", bodies.velocity()),
            ("acceleration", bodies.acceleration()),
        ];
        resources.extend(buffers.map(|(name, buffer)| (name, buffer.raw().as_entire_binding())));
        resources.push(("moments", ring.moments.raw().as_entire_binding()));
        let group = draw.bind(gpu.device(), &resources)?;
        Ok(Self { draw, group, points: ring.points.raw().clone() })
    }
}
