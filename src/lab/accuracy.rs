//! The errors of accelerations that were timed.

use glam::DVec3;
use rayon::prelude::*;

use super::LabError;
use super::bodies::SOFTENING;
use crate::gpu::{Gpu, GpuError};
use crate::physics::{Body, Precision, Simulation, reference};
use crate::words::say;

/// Bodies whose acceleration is compared with an f64 sum.
pub(super) const SAMPLE: usize = 512;
/// Median relative error above which a kernel is wrong: far more than rounding causes for any
/// number of bodies.
const WRONG: f64 = 1e-2;
const WRONG_DOUBLE: f64 = 1e-8;

/// Refuses to report the time of wrong forces.
pub(super) fn check(
    gpu: &Gpu,
    kernel: &str,
    precision: Precision,
    errors: &reference::ErrorQuantiles,
) -> Result<(), LabError> {
    let most = if precision == Precision::Double { WRONG_DOUBLE } else { WRONG };
    if errors.median <= most {
        return Ok(());
    }
    let what = say!("wrong-accelerations", error = format!("{:.1e}", errors.median));
    Err(LabError::Wrong {
        bench: "gravity",
        kernel: kernel.to_owned(),
        adapter: gpu.adapter_name().to_owned(),
        what,
    })
}

/// The error of the accelerations of the last timed step, for about `sample` of the bodies. The
/// reference is the sum over the bodies in the precision of the state, so with `f32+` it includes
/// the rounding of positions before the force pass.
pub(super) fn errors(
    gpu: &Gpu,
    simulation: &Simulation,
    sample: usize,
) -> Result<reference::ErrorQuantiles, GpuError> {
    let bodies = simulation.bodies().download(gpu)?;
    let accelerations = simulation.bodies().accelerations(gpu)?;
    Ok(sampled_errors(&bodies, SOFTENING, sample, |index| accelerations[index]))
}

/// The error of `acceleration`, a function of a body's index, for about `sample` of `bodies`.
pub(super) fn sampled_errors(
    bodies: &[Body],
    softening: f64,
    sample: usize,
    acceleration: impl Fn(usize) -> DVec3,
) -> reference::ErrorQuantiles {
    let stride = bodies.len().div_ceil(sample).max(1);
    let indices: Vec<usize> = (0..bodies.len()).step_by(stride).collect();
    let expected: Vec<DVec3> = indices
        .par_iter()
        .map(|&index| reference::acceleration_of(bodies, softening, index))
        .collect();
    reference::relative_errors(
        &indices.into_iter().map(acceleration).collect::<Vec<_>>(),
        &expected,
    )
}
