//! The speed of the rungs of the tuning ladder.

use std::time::{Duration, Instant};

use super::gravity::{Model, SAMPLE, SAMPLE_TIME, SAMPLES, SOFTENING, check, sampled_errors};
use super::measurement::warm_up;
use super::timing::{clock, samples_on_gpu};
use super::{LabError, Measurement};
use crate::gpu::{Gpu, GpuError, Timer};
use crate::name::Named;
use crate::physics::kernels::RUNG_10_F64;
use crate::physics::{Body, Ladder, Precision, Rung};

const WARM_UP: Duration = Duration::from_millis(300);

/// Measures the accelerations of a Plummer sphere of `count` bodies by a rung of the ladder.
///
/// # Errors
/// [`LabError::Wrong`] if they are wrong; otherwise if the rung has no kernel or cannot take this many bodies here, or the adapter
/// is lost.
pub fn measure_rung(gpu: &Gpu, rung: Rung, count: usize) -> Result<Measurement, LabError> {
    let bodies = Model::Plummer.bodies(count);
    let ladder = Ladder::new(gpu, &bodies, SOFTENING, rung)?;
    measure(gpu, &ladder, &bodies, rung.kernel().map_or("", |kernel| kernel.label), Precision::Single)
}

/// The same by rung 10 in double precision.
///
/// # Errors
/// As [`measure_rung`]; also if the adapter has no double precision.
pub fn measure_rung_in_double(gpu: &Gpu, count: usize) -> Result<Measurement, LabError> {
    let bodies = Model::Plummer.bodies(count);
    let ladder = Ladder::in_double(gpu, &bodies, SOFTENING)?;
    measure(gpu, &ladder, &bodies, RUNG_10_F64.label, Precision::Double)
}

fn measure(gpu: &Gpu, ladder: &Ladder, bodies: &[Body], kernel: &str, precision: Precision) -> Result<Measurement, LabError> {
    let count = bodies.len();
    let begin = Instant::now();
    let mut passes = 0_u32;
    while passes < 2 || begin.elapsed() < warm_up(gpu, WARM_UP) {
        time(gpu, ladder, None, 1)?;
        passes += 1;
    }
    let seconds = begin.elapsed().as_secs_f64() / f64::from(passes);
    let times = (SAMPLE_TIME / seconds).ceil().clamp(1.0, 1000.0) as u32;
    let mut timer = clock(gpu, 1)?;
    let samples =
        samples_on_gpu(gpu, SAMPLES, || Ok::<_, GpuError>(time(gpu, ladder, timer.as_mut(), times)? / f64::from(times)))?;

    let mut row = Measurement::new(gpu, "ladder", count, samples, (count as f64).powi(2));
    row.unit = "interactions/s";
    row.model = Model::Plummer.name();
    row.kernel = kernel.to_owned();
    row.precision = precision.name();
    let accelerations = ladder.accelerations(gpu)?;
    let errors = sampled_errors(bodies, SOFTENING, SAMPLE, |index| accelerations[index]);
    check(gpu, &row.kernel, precision, &errors)?;
    (row.median_error, row.p99_error) = (Some(errors.median), Some(errors.p99));
    Ok(row)
}

/// Milliseconds of `times` passes, by the GPU's clock if it has one, otherwise by the host's.
fn time(gpu: &Gpu, ladder: &Ladder, timer: Option<&mut Timer>, times: u32) -> Result<f64, GpuError> {
    let mut encoder = gpu.encoder("bench");
    let record = |mut pass: wgpu::ComputePass| (0..times).for_each(|_| ladder.record(&mut pass));
    if let Some(timer) = timer {
        record(timer.compute_pass(&mut encoder, "bench", 0));
        return Ok(timer.submit_and_read(gpu, encoder)?[0]);
    }
    record(encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    let begin = Instant::now();
    gpu.submit(encoder);
    gpu.wait()?;
    Ok(begin.elapsed().as_secs_f64() * 1e3)
}
