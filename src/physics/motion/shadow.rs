//! The shadow of the bodies: a copy that a step works on while it is spread over several
//! submissions. Pictures and measurements use the bodies themselves, which are always at a whole
//! step.

use super::acts::Acts;
use super::adaptive;
use super::scheme::{Act, Scheme, Update};
use crate::gpu::{Gpu, GpuError};
use crate::physics::Bodies;
use crate::physics::precision::{Variants, variants};

/// Copies the state of all bodies.
pub const COPY: Variants = variants!("motion/copy", "motion/copy.wgsl", "grid.wgsl");

/// The acts for a shadow of `bodies`. After the integrator's own updates there are two more, to the
/// shadow and back, and two that copy the state of adaptive steps.
pub(super) fn acts(
    gpu: &Gpu,
    bodies: &Bodies,
    original: &Acts,
    scheme: &dyn Scheme,
) -> Result<Acts, GpuError> {
    let shadow = bodies.alike(gpu)?;
    let mut acts = original.of(gpu, &shadow, bodies, scheme)?;
    acts.updates.extend([copy(gpu, bodies, &shadow)?, copy(gpu, &shadow, bodies)?]);
    if let (Some(state), Some(state_of_shadow)) = (&original.state, &acts.state) {
        let copies = [
            adaptive::copy(gpu, state, state_of_shadow)?,
            adaptive::copy(gpu, state_of_shadow, state)?,
        ];
        acts.updates.extend(copies.map(|bound| Update { bound, threads: 1 }));
    }
    Ok(acts)
}

/// The acts of steps on the shadow. `original` are the acts bound to the bodies themselves.
pub(super) fn steps(original: &Acts, acts: Vec<Act>) -> Vec<Act> {
    let updates = original.updates.len();
    let is_adaptive = original.state.is_some();
    let copies = |back: usize| {
        let of_state = is_adaptive.then_some(Act::Update(updates + 2 + back));
        std::iter::once(Act::Update(updates + back)).chain(of_state)
    };
    copies(0).chain(acts).chain(copies(1)).chain([Act::Round]).collect()
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
    Ok(Update::each(
        gpu.kernel(COPY.of(from.precision()), &[])?.bind(gpu.device(), &buffers)?,
        from,
    ))
}
