//! How long something takes: by the GPU's clock if it has one, otherwise by the host's.

use std::hint::black_box;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::gravity::SAMPLES;
use super::measurement::take_samples;
use crate::gpu::{Buffer, Gpu, GpuError, Timer};

/// GPUs lower their clocks when idle, and need some time to raise them.
const WARM_UP: Duration = Duration::from_millis(300);
/// A GPU that has not been measured for this long, for instance while the processor is, counts as idle.
const REST: Duration = Duration::from_millis(100);
/// When the last measurement on a GPU ended.
static LAST: Mutex<Option<Instant>> = Mutex::new(None);
/// Shortest sample, in milliseconds, that the clock measures well.
const SAMPLE_TIME: f64 = 2.0;

/// Records one run.
pub(super) type Record = Box<dyn Fn(&mut wgpu::ComputePass)>;

/// Milliseconds of what `record` records, by the GPU's clock if it has one, otherwise by the host's. Before each sample,
/// `restore` resets the buffers; that is not timed.
pub(super) fn time_on_gpu(
    gpu: &Gpu,
    most_runs: f64,
    restore: impl Fn(&mut wgpu::CommandEncoder),
    record: &Record,
) -> Result<Vec<f64>, GpuError> {
    time_after(gpu, WARM_UP, most_runs, restore, |pass| record(pass))
}

/// The GPU's clock for this many spans, if it has one. That of a software adapter is the host's, and lavapipe's timestamps miss
/// parts of passes, so there is none.
pub(super) fn clock(gpu: &Gpu, spans: u32) -> Result<Option<Timer>, GpuError> {
    if gpu.is_software() { Ok(None) } else { Timer::new(gpu, spans) }
}

/// Milliseconds of what `record` records into one pass, by the GPU's clock if it has one, otherwise by the host's.
pub(super) fn time_pass(
    gpu: &Gpu,
    timer: Option<&mut Timer>,
    record: impl FnOnce(&mut wgpu::ComputePass),
) -> Result<f64, GpuError> {
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

/// The same as [`time_on_gpu`] after a warm-up of one's own: short where others have just kept the adapter busy.
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
        let record = |pass: &mut wgpu::ComputePass| (0..runs as u32).for_each(|_| record(pass));
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
    // The first sample waits for all that the host has sent, which may take longer than raising the clocks.
    let mut warm = sample(1.0)?;
    // Samples as long as the timed ones: between shorter ones, the GPU would mostly wait for the host and keep its clocks low.
    let runs = |warm: f64| (SAMPLE_TIME / warm).ceil().clamp(1.0, most_runs);
    let warm_up = if gpu.is_software() || !has_rested() { warm_up } else { warm_up.max(WARM_UP) };
    let begin = Instant::now();
    while begin.elapsed() < warm_up {
        warm = sample(runs(warm))?;
    }
    samples_on_gpu(gpu, SAMPLES, || sample(runs(warm)))
}

/// The samples of a row, after its warm-up. If the GPU has rested since, while others had their turns on the processor, it warms
/// up again.
pub(super) fn samples_on_gpu<E>(gpu: &Gpu, most: usize, mut sample: impl FnMut() -> Result<f64, E>) -> Result<Vec<f64>, E> {
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

/// Milliseconds of `run` on what `prepare` makes, which is not timed, and the result of the last run.
pub(super) fn time_on_cpu<I, R>(prepare: impl Fn() -> I, run: impl Fn(I) -> R) -> (Vec<f64>, R) {
    time_on_cpu_after(WARM_UP, prepare, run)
}

/// The same after a warm-up of one's own.
pub(super) fn time_on_cpu_after<I, R>(warm_up: Duration, prepare: impl Fn() -> I, run: impl Fn(I) -> R) -> (Vec<f64>, R) {
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
    sample()?;
    let begin = Instant::now();
    while begin.elapsed() < warm_up {
        sample()?;
    }
    samples_on_gpu(gpu, SAMPLES, sample)
}

pub(super) fn milliseconds(begin: Instant) -> f64 {
    begin.elapsed().as_secs_f64() * 1e3
}

/// Records the clearing of `buffer`, so that the result of an earlier run cannot pass for one that no run has written.
pub(super) fn clear<T: bytemuck::Pod>(encoder: &mut wgpu::CommandEncoder, buffer: &Buffer<T>) {
    encoder.clear_buffer(buffer.raw(), 0, None);
}
