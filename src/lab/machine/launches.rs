//! What it costs to launch a kernel that does nothing.

use std::time::Instant;

use super::{APPENDIX, unsupported, warm_up};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource};
use crate::lab::experiment::{Case, Experiment, Topic};
use crate::lab::measurement::{Entry, agree};
use crate::lab::rate::RateUnit;
use crate::lab::timing::{clear, milliseconds, time_together};
use crate::lab::{Detail, LabError, Measurement};
use crate::wgsl;
use crate::words::say;

/// Counts its launches.
pub const TICK: KernelSource =
    KernelSource::trusted("machine/tick", &[wgsl!("lab/machine/tick.wgsl")], &[&[]]);

/// The experiment.
pub const LAUNCHES: Experiment = Experiment::new(
    "launches",
    Topic::Machine,
    APPENDIX,
    [&[1, 10, 100], &[1, 10, 100, 1000]],
    cases,
)
.along("launches");

/// Launches that take minutes if each is waited for.
const MAX: usize = 1 << 20;

/// How launches are divided.
#[derive(Clone, Copy, PartialEq)]
enum Division {
    /// All in one pass.
    Dispatches,
    /// A pass each.
    Passes,
    /// A submission each.
    Submissions,
    /// A submission each, and none before the last has ended.
    Waits,
}

fn cases(_: &Gpu, count: usize) -> Vec<Case> {
    use Division::{Dispatches, Passes, Submissions, Waits};
    const FIRST: &str = "in one pass";
    let mut cases = Vec::new();
    for (variant, division) in [
        (FIRST, Dispatches),
        ("a pass each", Passes),
        ("a submission each", Submissions),
        ("a wait after each", Waits),
    ] {
        cases.push(Case::new(variant, count, move |gpu| measure(gpu, count, division)).over(FIRST));
    }
    cases
}

fn measure(gpu: &Gpu, count: usize, division: Division) -> Result<Measurement, LabError> {
    if count > MAX {
        return Err(unsupported(
            gpu,
            "launches",
            say!("missing-launches", most = MAX),
            say!("remedy-fewer-launches"),
        ));
    }
    let launches: Buffer<u32> = gpu.storage("launches/launches", 1)?;
    let bound = gpu.kernel(&TICK, &[])?.bind(gpu.device(), &[("launches", launches.raw())])?;
    let samples = time_together(gpu, warm_up(gpu), || {
        let mut encoder = gpu.encoder("launches");
        clear(&mut encoder, &launches);
        gpu.submit(encoder);
        gpu.wait()?;
        let begin = Instant::now();
        launch(gpu, &bound, count, division)?;
        Ok(milliseconds(begin))
    })?;
    let entry = Entry { kernel: TICK.label, precision: "u32", ..Entry::new("launches", count) };
    let mut row = entry.on_gpu(gpu, samples, (count as f64, RateUnit::Launches));
    agree(&row, &gpu.read(&launches)?, &[count as u32])?;
    row.details
        .push(Detail::new("per launch", format!("{:.2} µs", row.median_ms * 1e3 / count as f64)));
    Ok(row)
}

fn launch(gpu: &Gpu, bound: &Bound, count: usize, division: Division) -> Result<(), GpuError> {
    let pass = |encoder: &mut wgpu::CommandEncoder, times: usize| {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        (0..times).for_each(|_| bound.dispatch(&mut pass, [1, 1, 1]));
    };
    if matches!(division, Division::Dispatches | Division::Passes) {
        let mut encoder = gpu.encoder("launches");
        match division {
            Division::Dispatches => pass(&mut encoder, count),
            _ => (0..count).for_each(|_| pass(&mut encoder, 1)),
        }
        gpu.submit(encoder);
        return gpu.wait();
    }
    for _ in 0..count {
        let mut encoder = gpu.encoder("launches");
        pass(&mut encoder, 1);
        gpu.submit(encoder);
        if division == Division::Waits {
            gpu.wait()?;
        }
    }
    gpu.wait()
}
