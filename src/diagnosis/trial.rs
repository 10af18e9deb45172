//! Runs of a few bodies on the processor, to compare their errors.

use std::f64::consts::TAU;

use glam::DVec3;
use starshell::physics::reference::{
    Reference, accelerations, accelerations_and_jerks, diagnostics,
};
use starshell::physics::{Body, Integrator, Parameters, Softening};

use super::scales::at_rest;

/// How far an adaptive step may be from the length that accelerations ask for, as in
/// `motion/choose_step.wgsl`.
const LEEWAY: f64 = 0.125;
/// How often the energy is measured in a test.
const SAMPLES: f64 = 16.0;
/// A run with divided steps may take this many times the force passes of the others.
const DIVIDED: f64 = 4.0;
/// Force passes with divided steps, per shortest time in which an acceleration changes. A circular
/// orbit lasts 2π such times and takes 36 steps of 25 passes each.
const DIVIDED_PASSES: f64 = 36.0 * 25.0 / TAU;

/// The length of an adaptive step where the acceleration asks for `wanted` and the step on the
/// other side of it in time was `other` long: so that running backward makes the same steps.
fn symmetric(wanted: f64, other: Option<f64>) -> f64 {
    let other = other.filter(|other| (1.0 - wanted / other).abs() <= LEEWAY);
    other.map_or(wanted, |other| wanted / (2.0 - wanted / other))
}

/// The bodies that are finite, and of more than `most` those in the densest place.
pub fn densest(bodies: &[Body], most: usize) -> Vec<Body> {
    let is_finite = |body: &&Body| body.position.is_finite() && body.velocity.is_finite();
    let mut chosen: Vec<Body> = bodies.iter().filter(is_finite).copied().collect();
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for body in &chosen {
        (low, high) = (low.min(body.position), high.max(body.position));
    }
    // Into the fullest octant, until few enough are left or they are all in one place.
    while chosen.len() > most
        && (high - low).max_element() > 1e-12 * low.abs().max(high.abs()).max_element()
    {
        let middle = 0.5 * (low + high);
        let octant = |body: &Body| body.position.cmpge(middle).bitmask() as usize;
        let mut counts = [0; 8];
        chosen.iter().for_each(|body| counts[octant(body)] += 1);
        let fullest = (0..8).max_by_key(|octant| counts[*octant]).unwrap_or_default();
        // A place that is divided evenly is dense enough: its middle bodies would be cut apart.
        if counts[fullest] < most / 4 {
            break;
        }
        chosen.retain(|body| octant(body) == fullest);
        let half = |axis: usize| {
            if (fullest >> axis) & 1 == 1 {
                (middle[axis], high[axis])
            } else {
                (low[axis], middle[axis])
            }
        };
        let halves = [0, 1, 2].map(half);
        (low, high) = (
            DVec3::from_array(halves.map(|half| half.0)),
            DVec3::from_array(halves.map(|half| half.1)),
        );
    }
    // Evenly, because the order may be that of components, and of the same density.
    let stride = chosen.len().div_ceil(most).max(1);
    chosen
        .into_iter()
        .step_by(stride)
        .map(|body| Body { mass: body.mass * stride as f64, ..body })
        .collect()
}

/// A stretch of a run.
pub struct Trial<'a> {
    pub bodies: &'a [Body],
    /// Its simulated time.
    pub span: f64,
    /// Most force passes.
    pub passes: f64,
}

impl Trial<'_> {
    /// The largest change of the energy about the centre of mass, relative to the sum of its parts
    /// at the start; infinite if numbers are no longer finite. `None` if it takes too many force
    /// passes.
    pub fn error(&self, physics: &Parameters) -> Option<f64> {
        // Steps that are divided may be as long as the time between two measurements.
        let is_divided = physics.integrator == Integrator::Ias15;
        let physics = &if is_divided {
            Parameters { time_step: self.span / SAMPLES, ..*physics }
        } else {
            *physics
        };
        let per_step =
            f64::from(physics.integrator.forces_per_step() + u32::from(physics.adaptive.is_some()));
        let is_affordable = |steps: f64| steps * per_step <= self.passes;
        if !is_affordable(self.span / physics.time_step)
            || is_divided && self.divided(physics.softened()) > DIVIDED * self.passes
        {
            return None;
        }
        let mut run = Reference::rounded(self.bodies.to_vec(), *physics);
        let sums = |run: &Reference| diagnostics(&at_rest(run.bodies()), physics.softened());
        let start = sums(&run);
        let scale = start.kinetic + start.potential.abs();
        let (mut error, mut samples) = (0.0_f64, 1.0);
        let mut last = None;
        while run.time() < self.span * (1.0 - 1e-9) {
            if !is_affordable(run.steps() as f64) {
                return None;
            }
            if let Some(eta) = physics.adaptive {
                let pulls = accelerations(run.bodies(), physics.softened());
                let largest = pulls.iter().map(|pull| pull.length()).fold(0.0, f64::max);
                let wanted = (eta * (physics.softening / largest).sqrt()).min(physics.time_step);
                // Accelerations are those between both steps, whatever the method.
                let other = last.filter(|_| physics.integrator.mirrored_step() > 0);
                run.set_time_step(*last.insert(symmetric(wanted, other).min(physics.time_step)));
            }
            let before = run.evaluations();
            run.step();
            // Bodies collide, and stay where they are.
            if run.evaluations() == before {
                return Some(f64::INFINITY);
            }
            if is_divided && run.evaluations() as f64 > DIVIDED * self.passes {
                return None;
            }
            if run.time() >= self.span * (samples / SAMPLES - 1e-9) {
                samples = (run.time() / self.span * SAMPLES).floor() + 1.0;
                let now = sums(&run);
                let change = ((now.energy() - start.energy()) / scale).abs();
                if now.invalid > 0 || !change.is_finite() {
                    return Some(f64::INFINITY);
                }
                error = error.max(change);
            }
        }
        Some(error)
    }
}

impl Trial<'_> {
    /// The force passes of a run with divided steps, as far as its start shows.
    fn divided(&self, softening: Softening) -> f64 {
        let (pulls, jerks) = accelerations_and_jerks(self.bodies, softening);
        let rates = pulls.iter().zip(&jerks).map(|(pull, jerk)| jerk.length() / pull.length());
        DIVIDED_PASSES * self.span * rates.filter(|rate| rate.is_finite()).fold(0.0, f64::max)
    }
}

/// The share of the motion about the centre of mass that rounding swallows in some steps.
pub fn lost(bodies: &[Body], physics: &Parameters, steps: u64) -> f64 {
    let motion = |mut run: Reference| {
        let start = run.bodies().to_vec();
        run.advance(steps);
        run.bodies()
            .iter()
            .zip(&start)
            .map(|(end, start)| end.position - start.position)
            .collect::<Vec<_>>()
    };
    let rounded = motion(Reference::rounded(bodies.to_vec(), *physics));
    let exact = motion(Reference::new(bodies.to_vec(), *physics));
    let off =
        rounded.iter().zip(&exact).map(|(rounded, exact)| *rounded - *exact).collect::<Vec<_>>();
    let size = |motion: &[DVec3]| {
        let moved =
            bodies.iter().zip(motion).map(|(body, motion)| Body { position: *motion, ..*body });
        at_rest(&moved.collect::<Vec<_>>())
            .iter()
            .map(|body| body.position.length_squared())
            .sum::<f64>()
            .sqrt()
    };
    if size(&exact) > 0.0 { size(&off) / size(&exact) } else { 0.0 }
}
