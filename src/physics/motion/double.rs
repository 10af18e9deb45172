//! The double of the bodies on which a step works that is spread over several submissions. Everybody else, the picture and the
//! measurements, sees the bodies themselves: always at a whole step.

use super::{Act, Acts, Scheme, Update, adaptive};
use crate::gpu::{Gpu, GpuError};
use crate::physics::precision::variants;
use crate::physics::{Bodies, Variants};

/// Copies the state of all bodies.
pub const COPY: Variants = variants!("motion/copy", "motion/copy.wgsl", "grid.wgsl");

/// The acts for a double of `bodies`. Behind the integrator's own updates there are two more, to the double and back, and two for
/// where adaptive steps stand.
pub(super) fn acts(gpu: &Gpu, bodies: &Bodies, original: &Acts, scheme: &dyn Scheme) -> Result<Acts, GpuError> {
    let double = bodies.alike(gpu)?;
    let mut acts = original.of(gpu, &double, bodies, scheme)?;
    acts.updates.extend([copy(gpu, bodies, &double)?, copy(gpu, &double, bodies)?]);
    if let (Some(state), Some(state_of_double)) = (&original.state, &acts.state) {
        let copies = [adaptive::copy(gpu, state, state_of_double)?, adaptive::copy(gpu, state_of_double, state)?];
        acts.updates.extend(copies.map(|bound| Update { bound, threads: 1 }));
    }
    Ok(acts)
}

/// A step of these acts on the double. `original` is what they are bound to for the bodies themselves.
pub(super) fn step(original: &Acts, acts: Vec<Act>) -> Vec<Act> {
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
    Ok(Update::each(gpu.kernel(COPY.of(from.precision()), &[])?.bind(gpu.device(), &buffers), from))
}
