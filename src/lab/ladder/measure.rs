//! The speed of the rungs of the tuning ladder.

use std::time::{Duration, Instant};

use super::{Ladder, RUNG_10_F64, Rung};
use crate::gpu::{Gpu, GpuError, Timer};
use crate::lab::accuracy::{SAMPLE, check, sampled_errors};
use crate::lab::bodies::SOFTENING;
use crate::lab::measurement::Entry;
use crate::lab::rate::RateUnit;
use crate::lab::timing::{SAMPLES, SECONDS_PER_SAMPLE, clock, samples_on_gpu, time_pass, warm_up};
use crate::lab::{LabError, Measurement};
use crate::name::Named;
use crate::physics::{Body, Precision};
use crate::words::say;

const WARM_UP: Duration = Duration::from_millis(300);

/// Measures the accelerations of these bodies by a rung of the ladder.
///
/// # Errors
/// [`LabError::Wrong`] if they are wrong; otherwise if the rung has no kernel for this precision or
/// cannot take this many bodies here, or the adapter is lost.
pub fn measure(
    gpu: &Gpu,
    rung: Rung,
    bodies: &[Body],
    entry: Entry,
    precision: Precision,
) -> Result<Measurement, LabError> {
    let (ladder, kernel) = match (precision, rung) {
        (Precision::Single, _) => (Ladder::new(gpu, bodies, SOFTENING, rung)?, rung.kernel()),
        (Precision::Double, Rung::Rung10) => {
            (Ladder::in_double(gpu, bodies, SOFTENING)?, Some(&RUNG_10_F64))
        }
        _ => {
            let missing = say!("missing-precision", precision = precision.name());
            return Err(
                super::unsupported(gpu, rung, missing, say!("remedy-single-or-last-rung")).into()
            );
        }
    };
    let begin = Instant::now();
    let mut passes = 0_u32;
    while passes < 2 || begin.elapsed() < warm_up(gpu, WARM_UP) {
        time(gpu, &ladder, None, 1)?;
        passes += 1;
    }
    let seconds = begin.elapsed().as_secs_f64() / f64::from(passes);
    let times = (SECONDS_PER_SAMPLE / seconds).ceil().clamp(1.0, 1000.0) as u32;
    let mut timer = clock(gpu, 1)?;
    let samples = samples_on_gpu(gpu, SAMPLES, || {
        Ok::<_, GpuError>(time(gpu, &ladder, timer.as_mut(), times)? / f64::from(times))
    })?;

    let kernel = kernel.map_or("", |kernel| kernel.label);
    let work = ((bodies.len() as f64).powi(2), RateUnit::Interactions);
    let mut row = Entry { bench: "ladder", kernel, ..entry }.on_gpu(gpu, samples, work);
    let accelerations = ladder.accelerations(gpu)?;
    let errors = sampled_errors(bodies, SOFTENING, SAMPLE, |index| accelerations[index]);
    check(gpu, &row.kernel, precision, &errors)?;
    (row.median_error, row.p99_error) = (Some(errors.median), Some(errors.p99));
    Ok(row)
}

/// Milliseconds of `times` passes.
fn time(
    gpu: &Gpu,
    ladder: &Ladder,
    timer: Option<&mut Timer>,
    times: u32,
) -> Result<f64, GpuError> {
    time_pass(gpu, timer, |pass| (0..times).for_each(|_| ladder.encode(pass)))
}
