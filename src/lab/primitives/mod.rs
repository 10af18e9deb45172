//! The speed of reduction, scan and sort, on the GPU and on the processor. What the last timed run left is compared with the
//! host's result: a wrong one has no time.

mod reduce;
mod scan;
mod sort;

use std::fmt::Debug;
use std::hint::black_box;
use std::time::{Duration, Instant};

pub use reduce::{Number, ReduceBench, ReduceKernel, measure_reduce};
pub use scan::{ScanBench, ScanKernel, measure_scan};
pub use sort::{SortBench, SortData, SortKernel, measure_sort};

use super::cpu::processor;
use super::measurement::take_samples;
use super::{LabError, Measurement};
use crate::gpu::{Buffer, Gpu, GpuError, Timer, Tuning};
use crate::physics::initial::Random;

/// GPUs lower their clocks when they have nothing to do, and need some time to raise them.
const WARM_UP: Duration = Duration::from_millis(300);
/// Milliseconds of a sample that the clock measures well.
const SAMPLE_TIME: f64 = 2.0;
/// Runs within a sample at most, of what can be repeated because it leaves its source as it is.
const MOST_RUNS: f64 = 100.0;

/// Judges whether so many elements of 4 bytes can be measured, before it costs time.
///
/// # Errors
/// [`LabError`] where there are none, or more than the adapter binds.
pub fn check_elements(gpu: &Gpu, count: usize) -> Result<(), LabError> {
    if count == 0 {
        return Err(LabError::NoElements);
    }
    Ok(gpu.check_storage::<u32>(&format!("a buffer of {count} elements"), count)?)
}

/// What records one run.
type Record = Box<dyn Fn(&mut wgpu::ComputePass)>;

/// Milliseconds of what `record` records: by the GPU's clock where it has one, else by the host's. Before each sample `restore`
/// makes the buffers what they were, outside of the time.
fn time_on_gpu(
    gpu: &Gpu,
    most_runs: f64,
    restore: impl Fn(&mut wgpu::CommandEncoder),
    record: &Record,
) -> Result<Vec<f64>, GpuError> {
    // A software adapter's clock is the host's, and lavapipe's timestamps miss parts of passes.
    let mut timer = if gpu.is_software() { None } else { Timer::new(gpu, 1)? };
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
    // The first one waits for all that the host has sent, which may take longer than the clocks.
    let mut warm = sample(1.0)?;
    let begin = Instant::now();
    while begin.elapsed() < WARM_UP {
        warm = sample(1.0)?;
    }
    let runs = (SAMPLE_TIME / warm).ceil().clamp(1.0, most_runs);
    take_samples(|| sample(runs))
}

/// Milliseconds of `run` on what `prepare` makes outside of the time, and what the last run made.
fn time_on_cpu<I, R>(prepare: impl Fn() -> I, run: impl Fn(I) -> R) -> (Vec<f64>, R) {
    let sample = || {
        let input = black_box(prepare());
        let begin = Instant::now();
        let result = black_box(run(input));
        (milliseconds(begin), result)
    };
    let begin = Instant::now();
    let mut last = sample().1;
    while begin.elapsed() < WARM_UP {
        last = sample().1;
    }
    let samples = take_samples(|| -> Result<f64, std::convert::Infallible> {
        let milliseconds;
        (milliseconds, last) = sample();
        Ok(milliseconds)
    });
    let Ok(samples) = samples;
    (samples, last)
}

fn milliseconds(begin: Instant) -> f64 {
    begin.elapsed().as_secs_f64() * 1e3
}

/// Records that `buffer` is cleared: what no run writes is not taken for the result of an earlier one.
fn clear<T: bytemuck::Pod>(encoder: &mut wgpu::CommandEncoder, buffer: &Buffer<T>) {
    encoder.clear_buffer(buffer.raw(), 0, None);
}

/// A row of a table: `kernel` by name, with what it runs as where it is one of several.
fn row_on_gpu(
    gpu: &Gpu,
    bench: &'static str,
    (kernel, plan): (&str, Option<(&str, Tuning)>),
    count: usize,
    samples: Vec<f64>,
) -> Measurement {
    let mut words = vec![kernel.to_owned()];
    if let Some((label, tuning)) = plan {
        words.push(label.to_owned());
        words.extend(tuning.iter().map(|(name, value)| format!("{name}={value}")));
    }
    let row = Measurement::new(gpu, bench, count, samples, count as f64);
    Measurement { kernel: words.join(" "), unit: "elements/s", ..row }
}

/// The same of what the processor does.
fn row_on_cpu(bench: &'static str, kernel: &str, threads: usize, count: usize, samples: Vec<f64>) -> Measurement {
    let (adapter, driver) = processor();
    let row = Measurement::on(adapter, driver, bench, count, samples, count as f64);
    Measurement { kernel: format!("{kernel} threads={threads}"), unit: "elements/s", ..row }
}

/// Refuses the time of a wrong result.
fn agree<T: PartialEq + Debug>(row: &Measurement, results: &[T], expected: &[T]) -> Result<(), LabError> {
    let wrong = |what| LabError::Wrong { bench: row.bench, kernel: row.kernel.clone(), adapter: row.adapter.clone(), what };
    if let Some(place) = results.iter().zip(expected).position(|(result, expected)| result != expected) {
        let (result, expected) = (&results[place], &expected[place]);
        return Err(wrong(format!("of {} elements, result number {place} is {result:?}, not {expected:?}", row.count)));
    }
    if results.len() != expected.len() {
        return Err(wrong(format!("{} results in place of {}", results.len(), expected.len())));
    }
    Ok(())
}

/// Words at random, the same in every run.
fn random_words(count: usize) -> Vec<u32> {
    const WORDS: f64 = 4_294_967_296.0;
    let mut random = Random::new(1);
    (0..count).map(|_| (random.uniform() * WORDS) as u32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::Named;
    use crate::primitives::historical::{ReduceLadder, ScanLadder, SortLadder};

    #[test]
    fn every_rung_can_be_named() {
        assert!(ReduceLadder::ALL.iter().all(|rung| ReduceKernel::named(rung.name()).is_ok()));
        assert!(ScanLadder::ALL.iter().all(|rung| ScanKernel::named(rung.name()).is_ok()));
        assert!(SortLadder::ALL.iter().all(|rung| SortKernel::named(rung.name()).is_ok()));
    }

    #[test]
    fn a_wrong_result_has_no_time() {
        let row = row_on_cpu("scan", "cpu-serial", 1, 3, vec![1.0]);
        assert!(agree(&row, &[1, 2, 3], &[1, 2, 3]).is_ok());
        let sentence = |results: &[u32]| agree(&row, results, &[1, 2, 3]).unwrap_err().to_string();
        let wrong = sentence(&[1, 5, 4]);
        assert!(wrong.contains("cpu-serial") && wrong.contains("number 1 is 5, not 2"), "{wrong}");
        assert!(sentence(&[1, 2]).contains("2 results in place of 3"));
    }
}
