//! How the user's tools change the velocities of a running simulation, between two steps.

use glam::Vec3;

use super::Bodies;
use super::precision::{Variants, variants};
use crate::gpu::{Gpu, GpuError};
use crate::mirrored;

/// A kick of every body towards a point (or away from it): the momentary pull of a Plummer sphere
/// of scale length `radius` at that point,
///
/// Δv = impulse · (√27 / 2) · d / (1 + |d|²)^(3/2), with d = (at - x) / radius.
///
/// It grows with the distance from the point up to radius / √2, where it equals `impulse`, and
/// falls off with the square of the distance outside.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Attraction {
    /// The point, in world units.
    pub at: Vec3,
    /// Range of the pull, in world units; greater than 0.
    pub radius: f32,
    /// The largest change of a velocity, in the scene's units of speed; negative pushes away.
    pub impulse: f32,
}

impl Attraction {
    /// Whether the kick is defined: finite numbers and a radius above 0.
    pub fn is_valid(&self) -> bool {
        self.at.is_finite()
            && self.impulse.is_finite()
            && self.radius.is_finite()
            && self.radius > 0.0
    }
}

mirrored! {
    /// Parameters of `motion/attract`.
    pub struct AttractParams {
        /// The point.
        pub at: [f32; 3],
        /// Scale length of the pull.
        pub radius: f32,
        /// The largest change of a velocity.
        pub impulse: f32,
        /// Always 0, which no compiler can know.
        pub zero: u32,
        /// Unused.
        pub padding_1: u32,
        /// Unused.
        pub padding_2: u32,
    }
}

/// Reverses every velocity.
pub const REVERSE: Variants = variants!("motion/reverse", "motion/reverse.wgsl", "grid.wgsl");

/// Kicks every body towards a point.
pub const ATTRACT: Variants = variants!("motion/attract", "motion/attract.wgsl", "grid.wgsl");

pub(super) fn encode_reverse(
    gpu: &Gpu,
    bodies: &Bodies,
    pass: &mut wgpu::ComputePass,
) -> Result<(), GpuError> {
    let [_, velocity] = bodies.moved();
    let bound = gpu
        .kernel(REVERSE.of(bodies.precision()), &[])?
        .bind(gpu.device(), &[("velocity", velocity)])?;
    bound.dispatch_threads(pass, bodies.count());
    encode_rounding(gpu, bodies, pass)
}

/// The parameters have a buffer per call, so that a submission may hold any number of attractions.
pub(super) fn encode_attraction(
    gpu: &Gpu,
    bodies: &Bodies,
    pass: &mut wgpu::ComputePass,
    attraction: &Attraction,
) -> Result<(), GpuError> {
    let Attraction { at, radius, impulse } = *attraction;
    let values =
        AttractParams { at: at.to_array(), radius, impulse, ..bytemuck::Zeroable::zeroed() };
    let uniform = gpu.uniform("motion/attract", &values)?;
    let [position, velocity] = bodies.moved();
    let buffers = [("attract_of", uniform.raw()), ("position", position), ("velocity", velocity)];
    gpu.kernel(ATTRACT.of(bodies.precision()), &[])?
        .bind(gpu.device(), &buffers)?
        .dispatch_threads(pass, bodies.count());
    encode_rounding(gpu, bodies, pass)
}

/// Shows the change to everything that reads single precision.
fn encode_rounding(
    gpu: &Gpu,
    bodies: &Bodies,
    pass: &mut wgpu::ComputePass,
) -> Result<(), GpuError> {
    bodies
        .bind_rounding(gpu)?
        .iter()
        .for_each(|rounding| rounding.dispatch_threads(pass, bodies.count()));
    Ok(())
}
