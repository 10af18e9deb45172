//! The speed of whole steps (all-pairs force and leapfrog), with the error of the accelerations that were timed.

use std::time::{Duration, Instant};

use glam::DVec3;
use rayon::prelude::*;

use super::kernel_list::kernels;
use super::measurement::warm_up;
use super::timing::{clock, samples_on_gpu, time_pass};
use super::{LabError, Measurement, Rung, TextbookKernel, ladder};
use crate::gpu::{Gpu, GpuError, Timer, Tuning};
use crate::name::Named;
use crate::named;
use crate::physics::initial::{InitialState, Random};
use crate::physics::{Body, ForceKernel, Integrator, Output, Parameters, Plan, Precision, Simulation, reference};
use crate::words::say;

/// Softening of the measured system, the same as in the published figures of other programs.
pub(super) const SOFTENING: f64 = 0.05;
/// A step so short that the cube stays a cube.
pub(super) const PARAMETERS: Parameters = Parameters::new(Integrator::LeapfrogKdk, 1e-6, SOFTENING);
/// Bodies whose acceleration is compared with an f64 sum.
pub(super) const SAMPLE: usize = 512;
/// Median relative error above which a kernel is wrong: far more than rounding causes for any number of bodies.
const WRONG: f64 = 1e-2;
const WRONG_DOUBLE: f64 = 1e-8;
const WARM_UP: Duration = Duration::from_millis(700);
pub(super) const SAMPLES: usize = 9;
/// Minimum duration of a sample that the clock can measure well.
pub(super) const SAMPLE_TIME: f64 = 0.04;

named! {
    /// The bodies to measure.
    #[derive(Default)]
    pub enum Model: "model" {
        /// A uniform cube at rest.
        #[default]
        Cube = "cube",
        /// Plummer's model of a star cluster, dense in the middle.
        Plummer = "plummer",
    }
}

impl Model {
    /// `count` bodies of this model, the same in every run.
    pub(super) fn bodies(self, count: usize) -> Vec<Body> {
        match self {
            Self::Cube => uniform_cube(count, 1),
            Self::Plummer => plummer(count),
        }
    }
}

pub(super) fn plummer(count: usize) -> Vec<Body> {
    let state = InitialState::named("plummer").unwrap_or_else(|error| unreachable!("{error}"));
    state.bodies(count, 1).unwrap_or_else(|error| unreachable!("a Plummer model takes any number of bodies: {error}"))
}

/// `count` bodies of mass 1/count at rest, uniform in the cube from -1 to 1.
pub fn uniform_cube(count: usize, seed: u64) -> Vec<Body> {
    let mut random = Random::new(seed);
    let mass = 1.0 / count as f64;
    let mut coordinate = || random.between(-1.0, 1.0);
    let bodies = (0..count).map(|_| DVec3::new(coordinate(), coordinate(), coordinate()));
    bodies.map(|position| Body { position, velocity: DVec3::ZERO, mass, component: 0 }).collect()
}

kernels! {
    /// A kernel of the direct sum.
    pub enum GravityKernel: "kernel" {}
    lists {
        /// One that simulations use.
        Run(ForceKernel),
        /// One of the literature.
        Textbook(TextbookKernel),
        /// A rung of the tuning ladder, which computes forces alone.
        Ladder(Rung),
    }
    cpu {}
}

impl Default for GravityKernel {
    fn default() -> Self {
        Self::Run(ForceKernel::default())
    }
}

impl From<ForceKernel> for GravityKernel {
    fn from(kernel: ForceKernel) -> Self {
        Self::Run(kernel)
    }
}

impl From<TextbookKernel> for GravityKernel {
    fn from(kernel: TextbookKernel) -> Self {
        Self::Textbook(kernel)
    }
}

impl From<Rung> for GravityKernel {
    fn from(rung: Rung) -> Self {
        Self::Ladder(rung)
    }
}

impl GravityKernel {
    /// Refuses an adapter that cannot sum the forces of `count` bodies by this kernel.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`].
    pub fn check(self, gpu: &Gpu, count: usize) -> Result<(), GpuError> {
        match self {
            Self::Run(kernel) => kernel.plan(gpu, count as u32).map(drop),
            Self::Textbook(kernel) => kernel.tuning(gpu).map(drop),
            Self::Ladder(rung) => ladder::check(gpu, count, true, rung),
        }
    }
}

/// What to measure: one row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GravityBench {
    /// Which bodies.
    pub model: Model,
    /// How many.
    pub count: usize,
    /// The kernel that computes the forces.
    pub kernel: GravityKernel,
    /// The precision.
    pub precision: Precision,
}

/// Measures whole leapfrog steps; of a rung of the ladder, the forces alone.
///
/// # Errors
/// [`LabError::Wrong`] if the forces are wrong; otherwise if the adapter cannot hold this many bodies, lacks what the kernel
/// needs, or is lost.
pub fn measure_gravity(gpu: &Gpu, bench: GravityBench) -> Result<Measurement, LabError> {
    let GravityBench { model, count, kernel, precision } = bench;
    precision.check_storage(gpu, count)?;
    let (bodies, parameters) = (model.bodies(count), Parameters { precision, ..PARAMETERS });
    let (mut simulation, kernel) = match kernel {
        GravityKernel::Run(kernel) => {
            let plan = kernel.plan(gpu, count as u32)?.in_precision(gpu, count as u32, precision);
            let simulation = Simulation::with_plan(gpu, &bodies, parameters, plan)?;
            let kernel = words(plan.shape.label(), plan.tuning, simulation.shares());
            (simulation, kernel)
        }
        GravityKernel::Textbook(kernel) => {
            let tuning = kernel.tuning(gpu)?;
            let mut simulation = Simulation::with_plan(gpu, &bodies, parameters, Plan::naive())?;
            simulation.set_force_pass(kernel.pass(gpu, simulation.bodies(), SOFTENING, Output::Acceleration)?)?;
            let kernel = words(kernel.kernel().label, tuning, simulation.shares());
            (simulation, kernel)
        }
        GravityKernel::Ladder(rung) => return ladder::measure(gpu, rung, &bodies, model, precision),
    };

    let begin = Instant::now();
    let mut steps = 0_u32;
    while steps < 2 || begin.elapsed() < warm_up(gpu, WARM_UP) {
        let batch = steps.clamp(1, 100);
        simulation.advance(batch)?;
        steps += batch;
    }
    let seconds_per_step = begin.elapsed().as_secs_f64() / f64::from(steps);
    let steps = (SAMPLE_TIME / seconds_per_step).ceil().clamp(1.0, 1000.0) as u32;
    let mut timer = clock(gpu, 1)?;
    let samples = samples_on_gpu(gpu, SAMPLES, || {
        Ok::<_, GpuError>(time_steps(gpu, &mut simulation, timer.as_mut(), steps)? / f64::from(steps))
    })?;

    let mut row = Measurement::new(gpu, "gravity", count, samples, (count as f64).powi(2));
    row.unit = "interactions/s";
    row.precision = precision.name();
    row.model = model.name();
    row.kernel = kernel;
    let errors = errors(gpu, &simulation, SAMPLE)?;
    check(gpu, &row.kernel, precision, &errors)?;
    row.median_error = Some(errors.median);
    row.p99_error = Some(errors.p99);
    Ok(row)
}

/// Milliseconds of `steps` steps.
pub(super) fn time_steps(gpu: &Gpu, simulation: &mut Simulation, timer: Option<&mut Timer>, steps: u32) -> Result<f64, GpuError> {
    time_pass(gpu, timer, |pass| {
        simulation.record_steps(pass, steps);
    })
}

/// How forces are summed, in words.
pub(super) fn words(kernel: &str, tuning: Tuning, shares: u32) -> String {
    let tuning = tuning.iter().map(|(name, value)| format!(" {name}={value}")).collect::<String>();
    format!("{kernel}{tuning} shares={shares}")
}

/// Refuses to report the time of wrong forces.
pub(super) fn check(gpu: &Gpu, kernel: &str, precision: Precision, errors: &reference::ErrorQuantiles) -> Result<(), LabError> {
    let most = if precision == Precision::Double { WRONG_DOUBLE } else { WRONG };
    if errors.median <= most {
        return Ok(());
    }
    let what = say!("wrong-accelerations", error = format!("{:.1e}", errors.median));
    Err(LabError::Wrong { bench: "gravity", kernel: kernel.to_owned(), adapter: gpu.adapter_name().to_owned(), what })
}

/// The error of the accelerations of the last timed step, for about `sample` of the bodies. The reference is the sum over the
/// bodies in the precision of the state, so with `f32+` it includes the rounding of positions before the force pass.
pub(super) fn errors(gpu: &Gpu, simulation: &Simulation, sample: usize) -> Result<reference::ErrorQuantiles, GpuError> {
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
    let expected: Vec<DVec3> = indices.par_iter().map(|&index| reference::acceleration_of(bodies, softening, index)).collect();
    reference::relative_errors(&indices.into_iter().map(acceleration).collect::<Vec<_>>(), &expected)
}
