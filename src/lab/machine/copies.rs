//! Copies to the GPU, on it, and back.

use std::time::Instant;

use super::{BURTSCHER, warm_up};
use crate::gpu::{Buffer, Gpu, GpuError, Timer};
use crate::lab::experiment::{Case, Experiment, Extent, Topic};
use crate::lab::measurement::agree;
use crate::lab::primitives::random_words;
use crate::lab::rate::RateUnit;
use crate::lab::timing::{clear, clock, milliseconds, time_together};
use crate::lab::{LabError, Measurement};

/// The experiment.
pub const COPIES: Experiment = Experiment::new("copies", Topic::Machine, BURTSCHER, cases).along("bytes");

/// Which way.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// From the host to the GPU.
    To,
    /// From one buffer to another.
    On,
    /// From the GPU to the host.
    From,
}

fn cases(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const SOFTWARE: &[usize] = &[4 << 10, 64 << 10, 1 << 20, 16 << 20, 64 << 20];
    const HARDWARE: &[usize] = &[4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20];
    let mut cases = Vec::new();
    for bytes in extent.counts(gpu, SOFTWARE, HARDWARE) {
        // Copies move whole words.
        let bytes = bytes.next_multiple_of(4);
        for (variant, way) in [("to the GPU", Way::To), ("on the GPU", Way::On), ("from the GPU", Way::From)] {
            cases.push(Case::new(variant, bytes, move |gpu| measure(gpu, bytes, way)));
        }
    }
    cases
}

fn measure(gpu: &Gpu, bytes: usize, way: Way) -> Result<Measurement, LabError> {
    let words = random_words(bytes / 4);
    let source: Buffer<u32> = gpu.storage_from("copies/source", &words)?;
    let target: Buffer<u32> = gpu.storage("copies/target", words.len())?;
    let mut arrived = Vec::new();
    // A software adapter's clock is the host's.
    let mut timer = if way == Way::On { clock(gpu, 1)? } else { None };
    let samples = time_together(gpu, warm_up(gpu), || {
        let mut encoder = gpu.encoder("copies");
        clear(&mut encoder, &target);
        gpu.submit(encoder);
        gpu.wait()?;
        arrived = Vec::new();
        let begin = Instant::now();
        match way {
            Way::To => {
                gpu.write(&target, &words);
                gpu.submit(gpu.encoder("copies"));
                gpu.wait()?;
            }
            Way::On => return copy(gpu, &source, &target, timer.as_mut()),
            Way::From => arrived = gpu.read(&source)?,
        }
        Ok(milliseconds(begin))
    })?;
    let mut row = Measurement::new(gpu, "copies", bytes, samples, (bytes as f64, RateUnit::Bytes));
    row.precision = "u32";
    if way != Way::From {
        arrived = gpu.read(&target)?;
    }
    agree(&row, &arrived, &words)?;
    Ok(row)
}

/// Milliseconds of a copy on the GPU.
fn copy(gpu: &Gpu, source: &Buffer<u32>, target: &Buffer<u32>, timer: Option<&mut Timer>) -> Result<f64, GpuError> {
    let mut encoder = gpu.encoder("copies");
    let record = |encoder: &mut wgpu::CommandEncoder| {
        encoder.copy_buffer_to_buffer(source.raw(), 0, target.raw(), 0, source.bytes());
    };
    if let Some(timer) = timer {
        timer.mark(&mut encoder, None, Some(0));
        record(&mut encoder);
        timer.mark(&mut encoder, Some(0), None);
        return Ok(timer.submit_and_read(gpu, encoder)?[0]);
    }
    record(&mut encoder);
    let begin = Instant::now();
    gpu.submit(encoder);
    gpu.wait()?;
    Ok(milliseconds(begin))
}
