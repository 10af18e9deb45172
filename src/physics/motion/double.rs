//! The double of the bodies on which a step works that is spread over several submissions. Everybody else, the picture and the
//! measurements, sees the bodies themselves: always at a whole step.

use super::{Act, Acts, Scheme, Update};
use crate::gpu::{Gpu, GpuError, KernelSource};
use crate::physics::{Bodies, Gravity};
use crate::wgsl;

/// Copies the state of all bodies.
pub const COPY: KernelSource = KernelSource::trusted("motion/copy", &[wgsl!("motion/copy.wgsl"), wgsl!("grid.wgsl")], &[&[]]);

/// The acts for a double of `bodies`. Behind the integrator's own updates there are two more: to the double and back.
pub(super) fn acts(gpu: &Gpu, bodies: &Bodies, gravity: &Gravity, scheme: &dyn Scheme) -> Result<Acts, GpuError> {
    let buffer = |label: &str| gpu.storage(label, bodies.count() as usize);
    let double = Bodies {
        position: buffer("double/position")?,
        velocity: buffer("double/velocity")?,
        acceleration: buffer("double/acceleration")?,
        mass: bodies.mass,
    };
    let gravity = gravity.of(&double)?;
    let mut updates = scheme.bind(gpu, &double, &gravity)?;
    updates.extend([copy(gpu, bodies, &double)?, copy(gpu, &double, bodies)?]);
    Ok(Acts { gravity, updates, leaps: None })
}

/// A step of these acts on the double. `original` is what they are bound to for the bodies themselves.
pub(super) fn step(original: &Acts, mut acts: Vec<Act>) -> Vec<Act> {
    let updates = original.updates.len();
    acts.insert(0, Act::Update(updates));
    acts.push(Act::Update(updates + 1));
    acts
}

fn copy(gpu: &Gpu, from: &Bodies, to: &Bodies) -> Result<Update, GpuError> {
    let buffers = [
        ("position", from.position.raw()),
        ("velocity", from.velocity.raw()),
        ("acceleration", from.acceleration.raw()),
        ("position_copy", to.position.raw()),
        ("velocity_copy", to.velocity.raw()),
        ("acceleration_copy", to.acceleration.raw()),
    ];
    Ok(Update::each(gpu.kernel(&COPY, &[])?.bind(gpu.device(), &buffers), from))
}
