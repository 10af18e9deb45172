//! The speed of whole steps (all-pairs force and leapfrog), and the error of the accelerations that were timed.

use std::time::{Duration, Instant};

use glam::DVec3;

use super::{LabError, Measurement};
use crate::gpu::{Gpu, GpuError, Timer};
use crate::physics::initial::Random;
use crate::physics::{Body, ForceKernel, Integrator, Parameters, Simulation, reference};

/// Softening of the measured system, which is that of the rivals' figures too.
const SOFTENING: f64 = 0.05;
/// So short a step that the cube stays a cube.
pub(super) const PARAMETERS: Parameters =
    Parameters { integrator: Integrator::LeapfrogKdk, time_step: 1e-6, softening: SOFTENING, damping: 1.0 };
/// Bodies whose acceleration is compared with an f64 sum.
const SAMPLE: usize = 512;
const WARM_UP: Duration = Duration::from_millis(700);
pub(super) const SAMPLES: usize = 9;
/// Shortest time of a sample that the clock measures well.
pub(super) const SAMPLE_TIME: f64 = 0.04;

/// `count` bodies of mass 1/count at rest, uniform in the cube from -1 to 1.
pub fn uniform_cube(count: usize, seed: u64) -> Vec<Body> {
    let mut random = Random::new(seed);
    let mass = 1.0 / count as f64;
    let mut coordinate = || random.between(-1.0, 1.0);
    let bodies = (0..count).map(|_| DVec3::new(coordinate(), coordinate(), coordinate()));
    bodies.map(|position| Body { position, velocity: DVec3::ZERO, mass, component: 0 }).collect()
}

/// Measures whole leapfrog steps of a uniform cube of `count` bodies.
///
/// # Errors
/// [`LabError`] where the adapter cannot hold so many, or is lost.
pub fn measure_gravity(gpu: &Gpu, count: usize, kernel: ForceKernel) -> Result<Measurement, LabError> {
    gpu.check_storage::<[f32; 4]>(&format!("{count} positions"), count)?;
    let plan = kernel.plan(gpu, count as u32)?;
    let mut simulation = Simulation::with_plan(gpu, &uniform_cube(count, 1), PARAMETERS, plan)?;

    let begin = Instant::now();
    let mut steps = 0_u32;
    while steps < 2 || begin.elapsed() < WARM_UP {
        let batch = steps.clamp(1, 100);
        simulation.advance(batch)?;
        steps += batch;
    }
    let seconds_a_step = begin.elapsed().as_secs_f64() / f64::from(steps);
    let steps = (SAMPLE_TIME / seconds_a_step).ceil().clamp(1.0, 1000.0) as u32;
    let mut timer = Timer::new(gpu, 1)?;
    let samples = (0..SAMPLES)
        .map(|_| Ok(time_steps(gpu, &mut simulation, timer.as_mut(), steps)? / f64::from(steps)))
        .collect::<Result<_, GpuError>>()?;

    let mut row = Measurement::new(gpu, "gravity", count, samples, (count as f64).powi(2));
    row.unit = "interactions/s";
    let tuning: Vec<String> = plan.tuning.iter().map(|(name, value)| format!("{name}={value}")).collect();
    row.kernel = format!("{} {} shares={}", plan.kernel.label, tuning.join(" "), simulation.shares()).replace("  ", " ");
    let errors = errors(gpu, &simulation)?;
    row.median_error = Some(errors.median);
    row.p99_error = Some(errors.p99);
    Ok(row)
}

/// Milliseconds of `steps` steps: by the GPU's clock where it has one, else by the host's.
pub(super) fn time_steps(gpu: &Gpu, simulation: &mut Simulation, timer: Option<&mut Timer>, steps: u32) -> Result<f64, GpuError> {
    let mut encoder = gpu.encoder("bench");
    if let Some(timer) = timer {
        simulation.record_steps(&mut timer.compute_pass(&mut encoder, "bench", 0), steps);
        return Ok(timer.submit_and_read(gpu, encoder)?[0]);
    }
    simulation.record_steps(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()), steps);
    let begin = Instant::now();
    gpu.submit(encoder);
    gpu.wait()?;
    Ok(begin.elapsed().as_secs_f64() * 1e3)
}

/// The error of the accelerations that the last timed step computed, for a sample of the bodies.
fn errors(gpu: &Gpu, simulation: &Simulation) -> Result<reference::ErrorQuantiles, GpuError> {
    let bodies = simulation.bodies().download(gpu)?;
    let accelerations = gpu.read(&simulation.bodies().acceleration)?;
    Ok(sampled_errors(&bodies, |index| {
        let [x, y, z, _] = accelerations[index].map(f64::from);
        DVec3::new(x, y, z)
    }))
}

/// The error of what `acceleration` says of the body of an index, for a sample of `bodies`.
pub(super) fn sampled_errors(bodies: &[Body], acceleration: impl Fn(usize) -> DVec3) -> reference::ErrorQuantiles {
    let stride = bodies.len().div_ceil(SAMPLE).max(1);
    let indices = (0..bodies.len()).step_by(stride);
    let softening = f64::from(SOFTENING as f32);
    let expected: Vec<DVec3> = indices.clone().map(|index| reference::acceleration_of(bodies, softening, index)).collect();
    reference::relative_errors(&indices.map(acceleration).collect::<Vec<_>>(), &expected)
}
