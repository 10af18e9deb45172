//! Whole steps (all-pairs force and leapfrog), with the error of the accelerations that were timed.

use std::time::{Duration, Instant};

use super::accuracy::{SAMPLE, check, errors};
use super::bench::Bench;
use super::bodies::{Model, PARAMETERS, SOFTENING};
use super::flag::{BODIES, Flag, KERNELS};
use super::measurement::{Entry, check_bodies};
use super::rate::RateUnit;
use super::timing::{SAMPLES, SECONDS_PER_SAMPLE, clock, samples_on_gpu, time_steps, warm_up};
use super::{LabError, Measurement, Rung, TextbookKernel, ladder};
use crate::gpu::{Gpu, GpuError, Tuning};
use crate::name::Named;
use crate::named;
use crate::physics::{ForceKernel, Output, Parameters, Plan, Precision, Simulation};

const WARM_UP: Duration = Duration::from_millis(700);

named! {
    /// A kernel of the direct sum.
    pub enum GravityKernel: "kernel" {
        /// One that simulations use.
        Run(ForceKernel),
        /// One of the literature.
        Textbook(TextbookKernel),
        /// A rung of the tuning ladder, which computes forces alone.
        Ladder(Rung),
    }
}

impl Default for GravityKernel {
    fn default() -> Self {
        Self::Run(ForceKernel::default())
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

/// Whole leapfrog steps; of a rung of the ladder, the forces alone.
impl Bench for GravityBench {
    const NAME: &'static str = "gravity";
    const ABOUT: &'static str =
        "Whole steps (force and leapfrog), with the error against an f64 sum";
    const FLAGS: &'static [Flag<Self>] = &[
        Flag::list("count", "N,N,…", "1024 4096 16384", BODIES, |bench| &mut bench.count),
        Flag::kernels("auto", KERNELS, |bench| &mut bench.kernel),
        Flag::list(
            "precision",
            "P,P,…",
            "f32",
            "Precisions to measure, separated by commas",
            |bench| &mut bench.precision,
        ),
        Flag::one("model", "M", "cube", "Model of the bodies", |bench| &mut bench.model),
    ];

    fn entry(&self) -> Entry {
        let Self { model, count, kernel, precision } = *self;
        let (kernel, precision, model) = (kernel.name(), precision.name(), model.name());
        Entry { kernel, precision, model, ..Entry::new(Self::NAME, count) }
    }

    fn check(&self, gpu: &Gpu) -> Result<(), LabError> {
        // A rung says itself which precisions it has.
        let is_rung = matches!(self.kernel, GravityKernel::Ladder(_));
        let precision = if is_rung { Precision::Single } else { self.precision };
        check_bodies(gpu, self.count, precision)?;
        match self.kernel {
            GravityKernel::Run(kernel) => kernel.plan(gpu, self.count as u32).map(drop)?,
            GravityKernel::Textbook(kernel) => kernel.tuning(gpu).map(drop)?,
            GravityKernel::Ladder(rung) => ladder::check(gpu, self.count, true, rung)?,
        }
        Ok(())
    }

    fn measure(&self, gpu: &Gpu) -> Result<Measurement, LabError> {
        let Self { model, count, kernel, precision } = *self;
        let (bodies, parameters) = (model.bodies(count), Parameters { precision, ..PARAMETERS });
        let (simulation, kernel) = match kernel {
            GravityKernel::Run(kernel) => {
                let plan =
                    kernel.plan(gpu, count as u32)?.in_precision(gpu, count as u32, precision);
                let simulation = Simulation::with_plan(gpu, &bodies, parameters, plan)?;
                let shares = simulation.force_pass().shares();
                (simulation, words(plan.shape.label(), plan.tuning, shares))
            }
            GravityKernel::Textbook(kernel) => {
                let tuning = kernel.tuning(gpu)?;
                let mut simulation =
                    Simulation::with_plan(gpu, &bodies, parameters, Plan::naive())?;
                simulation.set_force_pass(kernel.pass(
                    gpu,
                    simulation.bodies(),
                    SOFTENING,
                    Output::Acceleration,
                )?)?;
                let shares = simulation.force_pass().shares();
                (simulation, words(kernel.kernel().label, tuning, shares))
            }
            GravityKernel::Ladder(rung) => {
                return ladder::measure(gpu, rung, &bodies, self.entry(), precision);
            }
        };
        let (simulation, samples) = time(gpu, simulation)?;
        let work = ((count as f64).powi(2), RateUnit::Interactions);
        let row = Measurement { kernel, ..self.entry().on_gpu(gpu, samples, work) };
        let errors = errors(gpu, &simulation, SAMPLE)?;
        check(gpu, &row.kernel, precision, &errors)?;
        let (median_error, p99_error) = (Some(errors.median), Some(errors.p99));
        Ok(Measurement { median_error, p99_error, ..row })
    }
}

/// Milliseconds of a step, and the simulation after it.
fn time(gpu: &Gpu, mut simulation: Simulation) -> Result<(Simulation, Vec<f64>), LabError> {
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
    Ok((simulation, samples))
}

/// How forces are summed, in words.
pub(super) fn words(kernel: &str, tuning: Tuning, shares: u32) -> String {
    let tuning = tuning.iter().map(|(name, value)| format!(" {name}={value}")).collect::<String>();
    format!("{kernel}{tuning} shares={shares}")
}
