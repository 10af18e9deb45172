//! Which plan of the force pass is the fastest on this machine, for each number of bodies.

use std::time::{Duration, Instant};

use super::LabError;
use super::gravity::{PARAMETERS, time_steps, uniform_cube};
use crate::gpu::{Gpu, GpuError, Timer};
use crate::physics::{Plan, Simulation, Tuned};

/// A time in which most adapters get through.
pub const TUNING_TIME: Duration = Duration::from_secs(16);

/// Numbers of bodies that are measured, as far as the time goes.
const COUNTS: &[u32] = &[
    64, 128, 256, 512, 1_024, 1_536, 2_048, 3_072, 4_096, 6_144, 8_192, 12_288, 16_384, 20_480, 24_576, 32_768, 40_960, 49_152,
    65_536, 98_304, 131_072, 262_144,
];
/// Steps that take longer are not worth waiting for: what is the fastest then stays so.
const LONGEST_STEP: f64 = 60.0;
/// Shortest time of a sample, in milliseconds.
const SAMPLE: f64 = 2.0;
const SAMPLES: usize = 5;
/// A plan so much slower than the best so far, in a first sample, is not measured again.
const HOPELESS: f64 = 1.3;
/// By so much a plan must beat what suits this kind of adapter to take its place: measurements scatter.
const BETTER: f64 = 0.98;

/// Measures the candidates for each number of bodies, for `budget` at most, and gives the fastest of each. `progress` is told
/// each count before it is measured; where it says false, the measurement ends. Nothing is remembered: see [`Gpu::remember`]
/// with [`Tuned::NAME`].
///
/// # Errors
/// [`LabError`] where the adapter is lost or memory is short.
pub fn tune(gpu: &Gpu, budget: Duration, mut progress: impl FnMut(u32) -> bool) -> Result<Vec<Tuned>, LabError> {
    let begin = Instant::now();
    let mut timer = if gpu.is_software() { None } else { Timer::new(gpu, 1)? };
    let mut table = Vec::new();
    for &count in COUNTS {
        // What the last count took, and four times as much: the work grows with the square.
        if begin.elapsed() * 2 > budget || !progress(count) {
            break;
        }
        let bodies = uniform_cube(count as usize, 1);
        let mut best: Option<(Plan, f64)> = None;
        for plan in Plan::candidates(gpu, count) {
            if begin.elapsed() > budget {
                break;
            }
            let mut simulation = Simulation::with_plan(gpu, &bodies, PARAMETERS, plan)?;
            let limit = best.map_or(f64::INFINITY, |(_, milliseconds)| milliseconds);
            let milliseconds = fastest(gpu, &mut simulation, timer.as_mut(), limit)?;
            if best.is_none_or(|(_, least)| milliseconds < BETTER * least) {
                best = Some((plan, milliseconds));
            }
        }
        let Some((plan, milliseconds)) = best else { break };
        table.push(Tuned::new(&plan, count, milliseconds));
        if milliseconds > LONGEST_STEP {
            break;
        }
    }
    Ok(table)
}

/// Milliseconds of a step: the least of some samples. The first one alone where it is hopeless against `limit`.
fn fastest(gpu: &Gpu, simulation: &mut Simulation, mut timer: Option<&mut Timer>, limit: f64) -> Result<f64, GpuError> {
    // Drivers compile a kernel when it first runs.
    simulation.advance(2)?;
    let begin = Instant::now();
    simulation.advance(2)?;
    let estimate = begin.elapsed().as_secs_f64() * 1e3 / 2.0;
    let steps = (SAMPLE / estimate).ceil().clamp(1.0, 500.0) as u32;
    let mut sample = || Ok::<_, GpuError>(time_steps(gpu, simulation, timer.as_deref_mut(), steps)? / f64::from(steps));
    let mut least = sample()?;
    if least < HOPELESS * limit {
        for _ in 1..SAMPLES {
            least = least.min(sample()?);
        }
    }
    Ok(least)
}
