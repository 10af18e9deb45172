//! The double of the bodies on which a step works that is spread over several submissions. Everybody else, the picture and the
//! measurements, sees the bodies themselves: always at a whole step.

use super::{Act, Acts, Scheme, Update};
use crate::gpu::{Gpu, GpuError};
use crate::physics::precision::variants;
use crate::physics::{Bodies, Gravity, Variants};

/// Copies the state of all bodies.
pub const COPY: Variants = variants!("motion/copy", "motion/copy.wgsl", "grid.wgsl");

/// The acts for a double of `bodies`. Behind the integrator's own updates there are two more: to the double and back.
pub(super) fn acts(gpu: &Gpu, bodies: &Bodies, gravity: &Gravity, scheme: &dyn Scheme) -> Result<Acts, GpuError> {
    let double = bodies.alike(gpu)?;
    let gravity = gravity.of(&double)?;
    let mut updates = scheme.bind(gpu, &double, &gravity)?;
    updates.extend([copy(gpu, bodies, &double)?, copy(gpu, &double, bodies)?]);
    Acts::new(gpu, &double, bodies, gravity, updates)
}

/// A step of these acts on the double. `original` is what they are bound to for the bodies themselves.
pub(super) fn step(original: &Acts, mut acts: Vec<Act>) -> Vec<Act> {
    let updates = original.updates.len();
    acts.insert(0, Act::Update(updates));
    acts.extend([Act::Update(updates + 1), Act::Round]);
    acts
}

fn copy(gpu: &Gpu, from: &Bodies, to: &Bodies) -> Result<Update, GpuError> {
    let ([position, velocity], [position_copy, velocity_copy]) = (from.moved(), to.moved());
    let buffers = [
        ("position", position),
        ("velocity", velocity),
        ("acceleration", from.forces()),
        ("position_copy", position_copy),
        ("velocity_copy", velocity_copy),
        ("acceleration_copy", to.forces()),
    ];
    Ok(Update::each(gpu.kernel(COPY.of(from.precision()), &[])?.bind(gpu.device(), &buffers), from))
}
