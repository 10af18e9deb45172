//! Ground truth: leapfrog extrapolated to a step of zero, with error control.

use glam::DVec3;

use starshell::physics::Body;
use starshell::physics::reference::accelerations;

/// One step extrapolates leapfrog runs of 1 to this many substeps; its order is twice this.
const RUNS: usize = 8;

/// The error cannot be kept within the tolerance: two bodies collide, a number is not finite, or
/// the tolerance is below rounding.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "the integration stopped at time {time}: no step is short enough for a tolerance of {tolerance} (do two bodies collide?)"
)]
pub struct StepVanished {
    /// Time reached since the start.
    pub time: f64,
    /// Tolerance asked for.
    pub tolerance: f64,
}

/// The bodies after `time` (backward if negative). Each step is accurate to `tolerance` relative to
/// the largest distance and speed.
///
/// Extrapolation after Gragg, Bulirsch and Stoer (Hairer, Nørsett & Wanner, Solving ODEs I, section
/// II.9) with leapfrog as the basic method: kick-drift-kick is symmetric, so its error is a series
/// in the square of its step. A tolerance of 1e-12 to 1e-14 serves as ground truth. For few bodies:
/// every step costs 36 force evaluations.
///
/// # Errors
/// [`StepVanished`] if the step that the tolerance requires is too short to change the time.
pub fn integrate(
    bodies: &[Body],
    softening: f64,
    time: f64,
    tolerance: f64,
) -> Result<Vec<Body>, StepVanished> {
    let mut bodies = bodies.to_vec();
    let mut reached = 0.0;
    let mut step = time / 1000.0;
    while reached != time {
        let remaining = time - reached;
        let last = step.abs() >= remaining.abs();
        let trial = if last { remaining } else { step };
        if !trial.is_finite() || reached + trial == reached {
            return Err(StepVanished { time: reached, tolerance });
        }
        let (changes, error) = extrapolated_step(&bodies, softening, trial);
        let excess = error / tolerance;
        if excess <= 1.0 {
            let (positions, velocities) = changes.split_at(bodies.len());
            for ((body, &position), &velocity) in bodies.iter_mut().zip(positions).zip(velocities) {
                body.position += position;
                body.velocity += velocity;
            }
            reached = if last { time } else { reached + trial };
        }
        // The estimate is the error of the last column but one, whose order is twice RUNS less 2.
        // NaN shrinks the step too.
        let factor = 0.9 * excess.powf(-1.0 / (2 * RUNS - 1) as f64);
        step = trial * if factor.is_nan() { 0.1 } else { factor.clamp(0.1, 3.0) };
    }
    Ok(bodies)
}

/// Changes of positions, then of velocities, over one `step`, and the error relative to the largest
/// distance or speed.
fn extrapolated_step(bodies: &[Body], softening: f64, step: f64) -> (Vec<DVec3>, f64) {
    let start = accelerations(bodies, softening);
    // Neville's scheme in the square of the substep, row by row: each entry from its left neighbour
    // and the entry above that.
    let mut row: Vec<Vec<DVec3>> = Vec::new();
    for run in 1..=RUNS {
        let above =
            std::mem::replace(&mut row, vec![leapfrog(bodies, softening, &start, step, run)]);
        for (column, above) in above.iter().enumerate() {
            let ratio = run as f64 / (run - column - 1) as f64;
            let refine =
                |(&left, &above): (&DVec3, &DVec3)| left + (left - above) / (ratio * ratio - 1.0);
            row.push(row[column].iter().zip(above).map(refine).collect());
        }
    }
    let (best, second) = (&row[RUNS - 1], &row[RUNS - 2]);
    let end = |index: usize, value: DVec3| (value + best[index]).length();
    let count = bodies.len();
    let distance = bodies
        .iter()
        .enumerate()
        .map(|(i, body)| body.position.length().max(end(i, body.position)))
        .fold(0.0, f64::max);
    let speed = bodies
        .iter()
        .enumerate()
        .map(|(i, body)| body.velocity.length().max(end(count + i, body.velocity)))
        .fold(0.0, f64::max);
    let mut error = 0.0;
    for (index, (best, second)) in best.iter().zip(second).enumerate() {
        let difference = (*best - *second).length();
        let relative = if difference == 0.0 {
            0.0
        } else {
            difference / if index < count { distance } else { speed }
        };
        // Not f64::max, which would lose a NaN.
        error = if relative > error || relative.is_nan() { relative } else { error };
        if error.is_nan() {
            break;
        }
    }
    (row.swap_remove(RUNS - 1), error)
}

/// Changes of positions, then of velocities, by `count` kick-drift-kick substeps; `start` holds the
/// accelerations at the start.
fn leapfrog(
    bodies: &[Body],
    softening: f64,
    start: &[DVec3],
    step: f64,
    count: usize,
) -> Vec<DVec3> {
    let substep = step / count as f64;
    let mut moved = bodies.to_vec();
    // Extrapolates changes instead of states: they are smaller, and so is their rounding error.
    let mut positions = vec![DVec3::ZERO; bodies.len()];
    let mut velocities = positions.clone();
    let mut forces = start.to_vec();
    for _ in 0..count {
        for (index, body) in bodies.iter().enumerate() {
            velocities[index] += forces[index] * (substep / 2.0);
            positions[index] += (body.velocity + velocities[index]) * substep;
            moved[index].position = body.position + positions[index];
        }
        forces = accelerations(&moved, softening);
        for (velocity, &acceleration) in velocities.iter_mut().zip(&forces) {
            *velocity += acceleration * (substep / 2.0);
        }
    }
    positions.append(&mut velocities);
    positions
}
