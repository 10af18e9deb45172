//! How a GPU works: small kernels, each of which varies one thing and keeps everything else. Their
//! results are integers, or numbers that nothing rounds, so they must be exactly the host's.

mod atomics;
mod copies;
mod divergence;
mod kernels;
mod launches;
mod memory;
mod peaks;
mod roofline;
mod workgroups;

use std::fmt::Debug;
use std::time::Duration;

pub use atomics::{ATOMICS, ATOMICS_OF_SUBGROUPS, AtomicsParams};
pub use divergence::{DIVERGENCE, DivergenceParams};
pub use kernels::KERNELS;
pub use launches::TICK;
pub use memory::{BANK_CONFLICTS, BankParams, COALESCING, CoalescingParams};
pub use peaks::{COPY, CopyParams, MULTIPLY_ADD, MultiplyAddParams};
pub use workgroups::{BLOCK, BlockParams, OCCUPANCY, OccupancyParams};

pub(super) use atomics::COUNTING;
pub(super) use copies::{COPIES, Mapped, Way};
pub(super) use divergence::DIVERGENT;
pub(super) use launches::LAUNCHES;
pub(super) use memory::{BANKS, COALESCED};
pub(super) use peaks::CopySpeed;
pub(super) use roofline::ROOFLINE;
pub(super) use workgroups::{OCCUPIED, SCALING, SIZES};

use super::measurement::agree;
use super::rate::RateUnit;
use super::timing::{clear, time_after};
use super::{LabError, Measurement};
use crate::gpu::{Buffer, Gpu, GpuError, KernelSource, Tuning};
use crate::words::Text;

const BURTSCHER: &str = "Burtscher, CUDA Optimization Tutorial, part I";
const APPENDIX: &str = "Patterson & Hennessy, Computer Organization and Design, GPU appendix";
/// On software, and on GPUs. The cases of an experiment follow each other closely, so each needs
/// less than one after a pause.
const WARM_UP: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(100)];
/// Most runs per sample.
const MAX_RUNS: f64 = 100.0;

/// A kernel to be timed, which writes all of its results in every run.
struct Trial<'a> {
    /// Name of the experiment.
    bench: &'static str,
    kernel: &'static KernelSource,
    tuning: Tuning,
    /// Number of threads.
    threads: usize,
    /// What it reads.
    inputs: &'a [(&'static str, &'a wgpu::Buffer)],
    /// The name of what it writes.
    results: &'static str,
    /// Most runs per sample: one, if a run adds to the results of the one before.
    most_runs: f64,
}

impl<'a> Trial<'a> {
    /// A kernel without tuning that writes `results`, anew in each run.
    fn new(
        bench: &'static str,
        kernel: &'static KernelSource,
        threads: usize,
        inputs: &'a [(&'static str, &'a wgpu::Buffer)],
    ) -> Self {
        Self {
            bench,
            kernel,
            tuning: &[],
            threads,
            inputs,
            results: "results",
            most_runs: MAX_RUNS,
        }
    }

    /// Times the kernel and compares its results with `expected`; `work` is what a run does.
    fn measure<T: bytemuck::Pod + Debug + PartialEq>(
        &self,
        gpu: &Gpu,
        count: usize,
        work: (f64, RateUnit),
        expected: &[T],
    ) -> Result<Measurement, LabError> {
        let kernel = gpu.kernel(self.kernel, self.tuning)?;
        let results: Buffer<T> = gpu.storage("machine/results", expected.len())?;
        let bound =
            kernel.bind(gpu.device(), &[self.inputs, &[(self.results, results.raw())]].concat())?;
        let threads = self.threads as u32;
        let record = |pass: &mut wgpu::ComputePass| bound.dispatch_threads(pass, threads);
        let samples = time_after(
            gpu,
            warm_up(gpu),
            self.most_runs,
            |encoder| clear(encoder, &results),
            record,
        )?;
        let mut row = Measurement::new(gpu, self.bench, count, samples, work);
        row.precision = "u32";
        row.kernel = words(self.kernel, self.tuning);
        agree(&row, &gpu.read(&results)?, expected)?;
        Ok(row)
    }
}

fn warm_up(gpu: &Gpu) -> Duration {
    WARM_UP[usize::from(!gpu.is_software())]
}

/// A kernel with its tuning.
fn words(kernel: &KernelSource, tuning: Tuning) -> String {
    let tuning = tuning.iter().map(|(name, value)| format!(" {name}={value}")).collect::<String>();
    kernel.label.to_owned() + &tuning
}

/// The error for what this adapter cannot do.
pub(super) fn unsupported(gpu: &Gpu, kernel: &str, missing: Text, remedy: Text) -> LabError {
    GpuError::unsupported(kernel.to_owned(), gpu.adapter_name(), missing, remedy).into()
}
