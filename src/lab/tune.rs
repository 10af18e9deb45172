//! Finds the fastest plan of the force pass on this machine, for each number of bodies.

use std::time::{Duration, Instant};

use super::LabError;
use super::accuracy::{check, errors};
use super::bodies::{PARAMETERS, uniform_cube};
use super::gravity::words;
use super::timing::clock;
use super::timing::time_steps;
use crate::gpu::{Gpu, GpuError, Timer};
use crate::physics::{Body, Gravity, Parameters, Plan, Precision, Simulation, TreeSettings, Tuned};

/// Enough time for most adapters.
pub const TUNING_TIME: Duration = Duration::from_secs(16);

/// Numbers of bodies to measure, as far as time allows.
const COUNTS: &[u32] = &[
    64, 128, 256, 512, 1_024, 1_536, 2_048, 3_072, 4_096, 6_144, 8_192, 12_288, 16_384, 20_480,
    24_576, 32_768, 40_960, 49_152, 65_536, 98_304, 131_072, 262_144,
];
/// Fewest bodies for which a tree is measured: with fewer, the direct sum is faster everywhere.
const TREES: u32 = 2_048;
/// Longest step worth measuring, in milliseconds. Larger counts keep the last winner.
const LONGEST_STEP: f64 = 60.0;
/// Minimum duration of a sample, in milliseconds.
const SAMPLE: f64 = 2.0;
const SAMPLES: usize = 5;
/// Maximum number of steps of a sample.
const MAX_STEPS: f64 = 2000.0;
/// A plan whose first sample is this much slower than the best so far is not measured again.
const HOPELESS: f64 = 1.3;
/// Bodies whose acceleration is compared with an f64 sum.
const CHECKED: usize = 64;
/// A plan must beat the default for this kind of adapter by this factor to replace it, because
/// measurements scatter.
const BETTER: f64 = 0.98;

/// Measures the candidates for each number of bodies, for at most `budget`, and returns the fastest
/// for each. `progress` is called with each count before it is measured; if it returns false,
/// tuning ends. A candidate that does not run, or whose forces are wrong, is skipped and passed to
/// `refused`. Nothing is stored: see [`Findings::remember`](crate::gpu::Findings::remember) with [`Tuned::NAME`].
///
/// # Errors
/// [`LabError`] if the adapter is lost.
pub fn tune(
    gpu: &Gpu,
    budget: Duration,
    mut progress: impl FnMut(u32) -> bool,
    mut refused: impl FnMut(u32, LabError),
) -> Result<Vec<Tuned>, LabError> {
    let begin = Instant::now();
    let mut timer = clock(gpu, 1)?;
    let mut table = Vec::new();
    for &count in COUNTS {
        // Allow for what the last count took and four times as much: the work grows with the
        // square.
        if begin.elapsed() * 2 > budget || !progress(count) {
            break;
        }
        let bodies = uniform_cube(count as usize, 1);
        let mut best: Option<(Plan, f64)> = None;
        for plan in Plan::candidates(gpu, count) {
            if begin.elapsed() > budget {
                break;
            }
            let limit = best.map_or(f64::INFINITY, |(_, milliseconds)| milliseconds);
            match try_out(gpu, &bodies, plan, timer.as_mut(), limit) {
                Ok(Some(milliseconds)) => best = Some((plan, milliseconds)),
                Ok(None) => {}
                Err(error) if is_of_candidate(&error) => refused(count, error),
                Err(error) => return Err(error),
            }
        }
        let Some((plan, milliseconds)) = best else { break };
        let tree_milliseconds =
            if count >= TREES { tree(gpu, &bodies, timer.as_mut(), &mut refused)? } else { None };
        table.push(Tuned { tree_milliseconds, ..Tuned::new(&plan, count, milliseconds) });
        if milliseconds > LONGEST_STEP {
            break;
        }
    }
    Ok(table)
}

/// Milliseconds per step by a tree of the default accuracy; `None` if there is no such tree here.
fn tree(
    gpu: &Gpu,
    bodies: &[Body],
    timer: Option<&mut Timer>,
    refused: &mut impl FnMut(u32, LabError),
) -> Result<Option<f64>, LabError> {
    let parameters = Parameters { gravity: Gravity::Tree(TreeSettings::default()), ..PARAMETERS };
    let measured = Simulation::new(gpu, bodies, parameters)
        .map_err(LabError::from)
        .and_then(|mut simulation| Ok(fastest(gpu, &mut simulation, timer, f64::INFINITY)?));
    match measured {
        Ok(milliseconds) => Ok(Some(milliseconds)),
        Err(error) if is_of_candidate(&error) => {
            refused(bodies.len() as u32, error);
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Whether an error concerns only one candidate, so that others may work.
fn is_of_candidate(error: &LabError) -> bool {
    let is_of_kernel =
        |cause: &GpuError| cause.is_request() || matches!(cause, GpuError::Shader(_));
    matches!(error, LabError::Wrong { .. }) || error.gpu_error().is_some_and(is_of_kernel)
}

/// Milliseconds per step by `plan`, if it beats `limit` and its forces are right.
fn try_out(
    gpu: &Gpu,
    bodies: &[Body],
    plan: Plan,
    timer: Option<&mut Timer>,
    limit: f64,
) -> Result<Option<f64>, LabError> {
    let mut simulation = Simulation::with_plan(gpu, bodies, PARAMETERS, plan)?;
    let milliseconds = fastest(gpu, &mut simulation, timer, limit)?;
    if milliseconds >= BETTER * limit {
        return Ok(None);
    }
    check(
        gpu,
        &words(plan.shape.label(), plan.tuning, simulation.force_pass().shares()),
        Precision::Single,
        &errors(gpu, &simulation, CHECKED)?,
    )?;
    Ok(Some(milliseconds))
}

/// Milliseconds per step: the minimum of several samples, or only the first if it is hopeless
/// against `limit`.
fn fastest(
    gpu: &Gpu,
    simulation: &mut Simulation,
    mut timer: Option<&mut Timer>,
    limit: f64,
) -> Result<f64, GpuError> {
    // Drivers compile a kernel when it first runs.
    simulation.advance(2)?;
    let begin = Instant::now();
    simulation.advance(2)?;
    let estimate = begin.elapsed().as_secs_f64() * 1e3 / 2.0;
    let steps_of = |milliseconds: f64| (SAMPLE / milliseconds).ceil().clamp(1.0, MAX_STEPS) as u32;
    let mut steps = steps_of(estimate);
    let mut sample = |steps: u32| {
        Ok::<_, GpuError>(
            time_steps(gpu, simulation, timer.as_deref_mut(), steps)? / f64::from(steps),
        )
    };
    let mut least = sample(steps)?;
    // With few bodies, the first estimate is mostly the cost of a submission on the host.
    while steps_of(least) > 2 * steps {
        steps = steps_of(least);
        least = sample(steps)?;
    }
    if least < HOPELESS * limit {
        for _ in 1..SAMPLES {
            least = least.min(sample(steps)?);
        }
    }
    Ok(least)
}
