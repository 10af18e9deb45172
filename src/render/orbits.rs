//! Dots on the orbits to come of few bodies.

use std::ops::Range;
use std::sync::Arc;

use super::diffuse::Shading;
use super::parameters::{OrbitParams, Parameters};
use super::splat::{ADD, SPLATS};
use super::target::LIGHT;
use super::{Look, Projection};
use crate::gpu::{Draw, DrawTarget, Gpu, GpuError};
use crate::physics::Bodies;

/// Most bodies with dots: the line of an orbit means something if one can follow it.
const MAX_BODIES: u32 = 64;
/// Dots per orbit.
const DOTS: u32 = 90;
/// Size of a dot relative to a spot of size 1, and its light per area relative to a body's.
const SIZE: f32 = 0.36;
const LIGHT_OF_DOT: f32 = 0.012;

/// Parameters for `count` bodies.
pub(super) fn params(look: &Look, count: u32) -> OrbitParams {
    OrbitParams {
        count,
        dots: DOTS,
        trails: look.trails,
        size: SIZE,
        light: LIGHT_OF_DOT,
        padding_0: 0,
        padding_1: 0,
        padding_2: 0,
    }
}

/// Draws the dots of a set of bodies.
#[derive(Debug)]
pub(super) struct Orbits {
    draw: Arc<Draw>,
    group: wgpu::BindGroup,
    corners: Range<u32>,
    count: u32,
}

impl Orbits {
    /// `None` if the bodies are too many.
    pub(super) fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        parameters: &Parameters,
        shading: &Shading,
        projection: Projection,
    ) -> Result<Option<Self>, GpuError> {
        let count = bodies.count();
        if count > MAX_BODIES {
            return Ok(None);
        }
        let draw = gpu.draw(
            &SPLATS[2],
            projection.tuning(),
            &DrawTarget { format: LIGHT, blend: Some(ADD), vertices: &[] },
        )?;
        let resources = [
            ("view", parameters.view()),
            ("orbits", parameters.orbits()),
            ("position", bodies.position().raw().as_entire_binding()),
            ("velocity", bodies.velocity().raw().as_entire_binding()),
            ("shine", shading.shine().raw().as_entire_binding()),
        ];
        let group = draw.bind(gpu.device(), &resources)?;
        Ok(Some(Self { draw, group, corners: projection.corners(), count }))
    }

    pub(super) fn encode(&self, pass: &mut wgpu::RenderPass) {
        self.draw.set(pass, &self.group);
        pass.draw(self.corners.clone(), 0..DOTS * self.count);
    }
}
