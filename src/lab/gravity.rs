//! The speed of whole steps (all-pairs force and leapfrog), with the error of the accelerations
//! that were timed.

use std::time::{Duration, Instant};

use super::accuracy::{SAMPLE, check, errors};
use super::bodies::{Model, PARAMETERS, SOFTENING};
use super::kernel_list::kernels;
use super::rate::RateUnit;
use super::timing::{SAMPLES, SECONDS_PER_SAMPLE, clock, samples_on_gpu, time_steps, warm_up};
use super::{LabError, Measurement, Rung, TextbookKernel, ladder};
use crate::gpu::{Gpu, GpuError, Tuning};
use crate::name::Named;
use crate::physics::{ForceKernel, Output, Parameters, Plan, Precision, Simulation};

const WARM_UP: Duration = Duration::from_millis(700);

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
/// [`LabError::Wrong`] if the forces are wrong; otherwise if the adapter cannot hold this many
/// bodies, lacks what the kernel needs, or is lost.
pub fn measure_gravity(gpu: &Gpu, bench: GravityBench) -> Result<Measurement, LabError> {
    let GravityBench { model, count, kernel, precision } = bench;
    precision.check_storage(gpu, count)?;
    let (bodies, parameters) = (model.bodies(count), Parameters { precision, ..PARAMETERS });
    let (mut simulation, kernel) = match kernel {
        GravityKernel::Run(kernel) => {
            let plan = kernel.plan(gpu, count as u32)?.in_precision(gpu, count as u32, precision);
            let simulation = Simulation::with_plan(gpu, &bodies, parameters, plan)?;
            let kernel = words(plan.shape.label(), plan.tuning, simulation.force_pass().shares());
            (simulation, kernel)
        }
        GravityKernel::Textbook(kernel) => {
            let tuning = kernel.tuning(gpu)?;
            let mut simulation = Simulation::with_plan(gpu, &bodies, parameters, Plan::naive())?;
            simulation.set_force_pass(kernel.pass(
                gpu,
                simulation.bodies(),
                SOFTENING,
                Output::Acceleration,
            )?)?;
            let kernel = words(kernel.kernel().label, tuning, simulation.force_pass().shares());
            (simulation, kernel)
        }
        GravityKernel::Ladder(rung) => {
            return ladder::measure(gpu, rung, &bodies, model, precision);
        }
    };

    let begin = Instant::now();
    let mut steps = 0_u32;
    while steps < 2 || begin.elapsed() < warm_up(gpu, WARM_UP) {
        let batch = steps.clamp(1, 100);
        simulation.advance(batch)?;
        steps += batch;
    }
    let seconds_per_step = begin.elapsed().as_secs_f64() / f64::from(steps);
    let steps = (SECONDS_PER_SAMPLE / seconds_per_step).ceil().clamp(1.0, 1000.0) as u32;
    let mut timer = clock(gpu, 1)?;
    let samples = samples_on_gpu(gpu, SAMPLES, || {
        Ok::<_, GpuError>(
            time_steps(gpu, &mut simulation, timer.as_mut(), steps)? / f64::from(steps),
        )
    })?;

    let mut row = Measurement::new(
        gpu,
        "gravity",
        count,
        samples,
        ((count as f64).powi(2), RateUnit::Interactions),
    );
    row.precision = precision.name();
    row.model = model.name();
    row.kernel = kernel;
    let errors = errors(gpu, &simulation, SAMPLE)?;
    check(gpu, &row.kernel, precision, &errors)?;
    row.median_error = Some(errors.median);
    row.p99_error = Some(errors.p99);
    Ok(row)
}

/// How forces are summed, in words.
pub(super) fn words(kernel: &str, tuning: Tuning, shares: u32) -> String {
    let tuning = tuning.iter().map(|(name, value)| format!(" {name}={value}")).collect::<String>();
    format!("{kernel}{tuning} shares={shares}")
}
