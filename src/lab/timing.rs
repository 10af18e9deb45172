//! How long something takes: by the GPU's clock if it has one, otherwise by the host's.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::hint::black_box;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::turns;
use crate::gpu::{Buffer, Gpu, GpuError, Timer};
use crate::physics::Simulation;

/// GPUs lower their clocks when idle, and need some time to raise them.
const WARM_UP: Duration = Duration::from_millis(300);
/// A GPU that has not been measured for this long, for instance while the processor is, counts as
/// idle.
const REST: Duration = Duration::from_millis(100);
/// When the last measurement on a GPU ended.
static LAST: Mutex<Option<Instant>> = Mutex::new(None);
/// Shortest sample, in milliseconds, that the clock measures well.
const SAMPLE_TIME: f64 = 2.0;

/// Samples of a row.
pub(super) const SAMPLES: usize = 9;
/// Minimum seconds of a sample of steps or force passes.
pub(super) const SECONDS_PER_SAMPLE: f64 = 0.04;

/// Records one run.
pub(super) type Record = Box<dyn Fn(&mut wgpu::ComputePass)>;

thread_local! {
    /// Labels of the kernels that this thread has timed since somebody asked.
    static TIMED: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
}

/// The result of `measure`, and the labels of the kernels that it times.
pub(super) fn timed<R>(measure: impl FnOnce() -> R) -> (R, BTreeSet<&'static str>) {
    TIMED.take();
    let result = measure();
    (result, TIMED.take())
}

/// Runs what is timed, and notes the kernels that it records.
fn noting<R>(run: impl FnOnce() -> R) -> R {
    let (result, labels) = crate::gpu::recorded(run);
    TIMED.with_borrow_mut(|timed| timed.extend(labels));
    result
}

/// Milliseconds of what `record` records, by the GPU's clock if it has one, otherwise by the
/// host's. Before each sample, `restore` resets the buffers; that is not timed.
pub(super) fn time_on_gpu(
    gpu: &Gpu,
    most_runs: f64,
    restore: impl Fn(&mut wgpu::CommandEncoder),
    record: &Record,
) -> Result<Vec<f64>, GpuError> {
    time_after(gpu, WARM_UP, most_runs, restore, |pass| record(pass))
}

/// The GPU's clock for this many spans, if it has one. That of a software adapter is the host's,
/// and lavapipe's timestamps miss parts of passes, so there is none.
pub(super) fn clock(gpu: &Gpu, spans: u32) -> Result<Option<Timer>, GpuError> {
    if gpu.is_software() { Ok(None) } else { Timer::new(gpu, spans) }
}

/// Milliseconds of what `record` records into one pass, by the GPU's clock if it has one, otherwise
/// by the host's.
pub(super) fn time_pass(
    gpu: &Gpu,
    timer: Option<&mut Timer>,
    record: impl FnOnce(&mut wgpu::ComputePass),
) -> Result<f64, GpuError> {
    let record = |pass: &mut wgpu::ComputePass| noting(|| record(pass));
    let mut encoder = gpu.encoder("bench");
    if let Some(timer) = timer {
        record(&mut timer.compute_pass(&mut encoder, "bench", 0));
        return Ok(timer.submit_and_read(gpu, encoder)?[0]);
    }
    record(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    let begin = Instant::now();
    gpu.submit(encoder);
    gpu.wait()?;
    Ok(milliseconds(begin))
}

/// Milliseconds of `steps` steps.
pub(super) fn time_steps(
    gpu: &Gpu,
    simulation: &mut Simulation,
    timer: Option<&mut Timer>,
    steps: u32,
) -> Result<f64, GpuError> {
    time_pass(gpu, timer, |pass| {
        simulation.encode_steps(pass, steps);
    })
}

/// Returns milliseconds of what `record` records, as [`time_on_gpu`] does, after the caller's
/// warm-up: short where others have just kept the adapter busy.
pub(super) fn time_after(
    gpu: &Gpu,
    warm_up: Duration,
    most_runs: f64,
    restore: impl Fn(&mut wgpu::CommandEncoder),
    record: impl Fn(&mut wgpu::ComputePass),
) -> Result<Vec<f64>, GpuError> {
    let mut timer = clock(gpu, 1)?;
    let mut sample = |runs: f64| -> Result<f64, GpuError> {
        let mut encoder = gpu.encoder("bench");
        restore(&mut encoder);
        let record = |pass: &mut wgpu::ComputePass| {
            noting(|| (0..runs as u32).for_each(|_| record(pass)));
        };
        if let Some(timer) = &mut timer {
            record(&mut timer.compute_pass(&mut encoder, "bench", 0));
            return Ok(timer.submit_and_read(gpu, encoder)?[0] / runs);
        }
        gpu.submit(encoder);
        gpu.wait()?;
        let mut encoder = gpu.encoder("bench");
        record(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
        let commands = encoder.finish();
        let begin = Instant::now();
        gpu.queue().submit([commands]);
        gpu.wait()?;
        Ok(milliseconds(begin) / runs)
    };
    // The first sample waits for all that the host has sent, which may take longer than raising the
    // clocks.
    let mut warm = sample(1.0)?;
    // Samples as long as the timed ones: between shorter ones, the GPU would mostly wait for the
    // host and keep its clocks low.
    let runs = |warm: f64| (SAMPLE_TIME / warm).ceil().clamp(1.0, most_runs);
    let warm_up = if gpu.is_software() || !has_rested() { warm_up } else { warm_up.max(WARM_UP) };
    let begin = Instant::now();
    while begin.elapsed() < warm_up {
        warm = sample(runs(warm))?;
    }
    samples_on_gpu(gpu, SAMPLES, || sample(runs(warm)))
}

/// The samples of a row, after its warm-up. If the GPU has rested since, while others had their
/// turns on the processor, it warms up again.
pub(super) fn samples_on_gpu<E>(
    gpu: &Gpu,
    most: usize,
    mut sample: impl FnMut() -> Result<f64, E>,
) -> Result<Vec<f64>, E> {
    let works = || *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    works();
    take_samples(most, || {
        let begin = Instant::now();
        while !gpu.is_software() && has_rested() && begin.elapsed() < WARM_UP {
            sample()?;
        }
        let milliseconds = sample()?;
        works();
        Ok(milliseconds)
    })
}

/// Whether no GPU was measured for a while.
fn has_rested() -> bool {
    LAST.lock().unwrap_or_else(PoisonError::into_inner).is_none_or(|at| at.elapsed() > REST)
}

/// Milliseconds of `run` on what `prepare` makes, which is not timed, and the result of the last
/// run.
pub(super) fn time_on_cpu<I, R>(prepare: impl Fn() -> I, run: impl Fn(I) -> R) -> (Vec<f64>, R) {
    time_on_cpu_after(WARM_UP, prepare, run)
}

/// Returns milliseconds of `run` on what `prepare` makes, which is not timed, and the result of the
/// last run, after the caller's warm-up.
pub(super) fn time_on_cpu_after<I, R>(
    warm_up: Duration,
    prepare: impl Fn() -> I,
    run: impl Fn(I) -> R,
) -> (Vec<f64>, R) {
    let sample = || {
        let input = black_box(prepare());
        let begin = Instant::now();
        let result = black_box(run(input));
        (milliseconds(begin), result)
    };
    let begin = Instant::now();
    let mut last = sample().1;
    while begin.elapsed() < warm_up {
        last = sample().1;
    }
    let samples = take_samples(SAMPLES, || -> Result<f64, std::convert::Infallible> {
        let milliseconds;
        (milliseconds, last) = sample();
        Ok(milliseconds)
    });
    let Ok(samples) = samples;
    (samples, last)
}

/// Milliseconds of what host and GPU do together: those that `sample` returns, after a warm-up.
pub(super) fn time_together(
    gpu: &Gpu,
    warm_up: Duration,
    mut sample: impl FnMut() -> Result<f64, GpuError>,
) -> Result<Vec<f64>, GpuError> {
    noting(&mut sample)?;
    let begin = Instant::now();
    while begin.elapsed() < warm_up {
        sample()?;
    }
    samples_on_gpu(gpu, SAMPLES, sample)
}

pub(super) fn milliseconds(begin: Instant) -> f64 {
    begin.elapsed().as_secs_f64() * 1e3
}

/// Records the clearing of `buffer`, so that the result of an earlier run cannot pass for one that
/// no run has written.
pub(super) fn clear<T: bytemuck::Pod>(encoder: &mut wgpu::CommandEncoder, buffer: &Buffer<T>) {
    encoder.clear_buffer(buffer.raw(), 0, None);
}

/// How long to warm up. GPUs lower their clocks when idle, and need some time to raise them;
/// software adapters do not.
pub(super) fn warm_up(gpu: &Gpu, usual: Duration) -> Duration {
    if gpu.is_software() { usual / 6 } else { usual }
}

/// Time limit for the samples of a row. If they take longer there are fewer, but at least one.
const PATIENCE: Duration = Duration::from_secs(4);
/// Rounds in which samples are taken: between them, rows that are compared with this one take
/// theirs.
pub(super) const ROUNDS: usize = 3;

/// The median of the samples, as [`Measurement`](super::Measurement) reports it.
fn median(samples: &[f64]) -> Option<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

/// The samples of a row, this many at most.
pub(super) fn take_samples<E>(
    most: usize,
    mut sample: impl FnMut() -> Result<f64, E>,
) -> Result<Vec<f64>, E> {
    let mut spent = Duration::ZERO;
    let mut samples = Vec::with_capacity(most);
    for round in 1..=ROUNDS {
        let goes_on = turns::pass(median(&samples));
        while samples.is_empty()
            || samples.len() < most * round / ROUNDS && goes_on && spent < PATIENCE
        {
            let begin = Instant::now();
            samples.push(sample()?);
            spent += begin.elapsed();
        }
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn rows_that_are_compared_take_their_samples_in_turn() {
        let taken = Mutex::new(String::new());
        let row = |name: char, most: usize| {
            let taken = &taken;
            move || {
                let Ok(samples) = take_samples(most, || -> Result<f64, Infallible> {
                    taken.lock().unwrap().push(name);
                    Ok(1.0)
                });
                samples.len()
            }
        };
        let numbers = turns::in_turn(&[row('a', 9), row('b', 3)], |_, _, _| true);
        assert_eq!((numbers, taken.lock().unwrap().as_str()), (vec![9, 3], "aaabaaabaaab"));
        taken.lock().unwrap().clear();
        // Told to end in the second round, they have samples all the same.
        assert_eq!(
            turns::in_turn(&[row('a', 9), row('b', 9)], |place, turn, _| (turn, place) < (1, 1)),
            [3, 1]
        );
        assert_eq!(row('c', 5)(), 5, "alone");
    }
}
