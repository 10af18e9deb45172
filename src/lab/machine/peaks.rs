//! The most that an adapter can do: copy memory, and multiply and add.

use std::sync::{Arc, OnceLock};

use super::Trial;
use crate::gpu::{Gpu, KernelSource};
use crate::lab::experiment::Case;
use crate::lab::primitives::random_words;
use crate::lab::{Detail, Measurement, RateUnit};
use crate::words::say;
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of the copy.
    pub struct CopyParams {
        /// Number of elements of 16 bytes.
        pub count: u32,
    }
}

mirrored! {
    /// Parameters of the multiply-adds.
    pub struct MultiplyAddParams {
        /// Number of threads.
        pub count: u32,
        /// Iterations.
        pub steps: u32,
        /// What each multiply-add multiplies with: 1.
        pub factor: f32,
    }
}

/// Copies a buffer.
pub const COPY: KernelSource =
    KernelSource::trusted("machine/copy", &[wgsl!("lab/machine/copy.wgsl")], &[&[]]);

/// Multiplies and adds in registers.
pub const MULTIPLY_ADD: KernelSource = KernelSource::trusted(
    "machine/multiply_add",
    &[wgsl!("lab/machine/multiply_add.wgsl")],
    &[&[]],
);

/// Bytes of a copied buffer: on software, and on GPUs, where caches must be too small for it.
const COPIED: [u64; 2] = [32 << 20, 256 << 20];
/// Threads that multiply and add, and their iterations, likewise.
const THREADS: [u32; 2] = [1 << 13, 1 << 20];
const STEPS: [u32; 2] = [128, 256];
/// Multiply-adds per iteration: four in each of 16 chains.
const PER_STEP: f64 = 64.0;

/// The speed of a copy, to compare others with once it is measured. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct CopySpeed(Arc<OnceLock<f64>>);

impl CopySpeed {
    /// The case that measures it for this many words, which comes before those that are compared.
    pub(in crate::lab) fn case(&self, bench: &'static str, words: usize) -> Case {
        let speed = self.clone();
        let case = Case::of(copy(bench, words)).named("copy").then(move |row| {
            speed.set(row.rate);
            Ok(row)
        });
        case.noted(say!("note-copy"))
    }

    /// Sets it. The first measurement stays, if the case is measured again.
    pub(super) fn set(&self, speed: f64) {
        let _ = self.0.set(speed);
    }

    /// Bytes read and bytes written per second, once they are measured.
    pub(super) fn get(&self) -> Option<f64> {
        self.0.get().copied()
    }

    /// The row, which moved `bytes` per unit of its work, with its part of a copy's speed.
    pub(in crate::lab) fn beside(&self, mut row: Measurement, bytes: f64) -> Measurement {
        if let Some(speed) = self.get() {
            let [rate, percent] = [row.rate * bytes * 1e-9, 100.0 * row.rate * bytes / speed]
                .map(|number| format!("{number:.1}"));
            row.details
                .push(Detail::new("memory", say!("found-memory", rate = rate, percent = percent)));
        }
        row
    }
}

/// Words whose copy shows the speed of memory.
pub(super) fn copied(gpu: &Gpu) -> usize {
    let bytes = COPIED[usize::from(!gpu.is_software())].min(gpu.storage_limit());
    bytes as usize / 16 * 4
}

/// The speed of a copy, in bytes read and bytes written per second.
fn copy(bench: &'static str, words: usize) -> Trial<CopyParams, [u32; 4]> {
    let source = |trial: &Trial<CopyParams, [u32; 4]>| random_words(4 * trial.threads);
    let threads = words.div_ceil(4);
    let (params, work) =
        (CopyParams { count: threads as u32 }, (32.0 * threads as f64, RateUnit::Bytes));
    let trial = Trial::new(bench, &COPY, params, words, work, |trial| {
        bytemuck::cast_slice(&random_words(4 * trial.threads)).to_vec()
    });
    Trial { threads, source: Some(("source", source)), ..trial }
}

fn threads(gpu: &Gpu) -> usize {
    THREADS[usize::from(!gpu.is_software())] as usize
}

/// The rate of multiply-adds, in floating-point operations per second, two of each.
pub(super) fn multiply_add(gpu: &Gpu, bench: &'static str) -> Case {
    let steps = STEPS[usize::from(!gpu.is_software())];
    let count = threads(gpu);
    let params = MultiplyAddParams { count: count as u32, steps, factor: 1.0 };
    let operations = 2.0 * PER_STEP * f64::from(steps) * count as f64;
    let work = (operations, RateUnit::Operations);
    // The chains begin with 0 to 15, count once to four times, and each iteration adds twice the
    // thread's term.
    let trial: Trial<_, f32> = Trial::new(bench, &MULTIPLY_ADD, params, count, work, |trial| {
        let MultiplyAddParams { count, steps, .. } = trial.params;
        (0..count).map(|index| (380 + 80 * (index % 4) * steps) as f32).collect()
    });
    Case::of(trial).then(|row| Ok(Measurement { precision: "f32", ..row }))
}
