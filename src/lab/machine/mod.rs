//! How a GPU works: small kernels, each of which varies one thing and keeps everything else. Their
//! results are integers, or numbers that nothing rounds, so they must be exactly the host's.

mod atomics;
mod copies;
mod divergence;
mod launches;
mod memory;
mod peaks;
mod roofline;
mod workgroups;

use std::fmt::Debug;
use std::time::Duration;

pub use atomics::{ATOMICS, ATOMICS_OF_SUBGROUPS, AtomicsParams};
pub use divergence::{DIVERGENCE, DivergenceParams};
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

use super::bench::Bench;
use super::measurement::{Entry, agree};
use super::rate::RateUnit;
use super::timing::{clear, time_after};
use super::{LabError, Measurement};
use crate::gpu::{Buffer, Gpu, GpuError, KernelSource, Tuning};
use crate::words::{Text, say};

const BURTSCHER: &str = "Burtscher, CUDA Optimization Tutorial, part I";
const APPENDIX: &str = "Patterson & Hennessy, Computer Organization and Design, GPU appendix";
/// On software, and on GPUs. The cases of an experiment follow each other closely, so each needs
/// less than one after a pause.
const WARM_UP: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(100)];
/// Most runs per sample.
const MAX_RUNS: f64 = 100.0;

/// A kernel to be timed, which writes all of its results in every run: exactly those that are
/// expected. `P` are its parameters, and `T` is a result.
#[derive(Clone, Copy)]
struct Trial<P, T = u32> {
    /// Name of the experiment.
    name: &'static str,
    kernel: &'static KernelSource,
    tuning: Tuning,
    params: P,
    /// Number of threads.
    threads: usize,
    /// Number of elements, as the table shows it.
    count: usize,
    /// What a run does.
    work: (f64, RateUnit),
    /// Whether it needs subgroups.
    has_subgroups: bool,
    /// What it reads besides, with the name of its binding.
    source: Option<(&'static str, Source<P, T>)>,
    /// The name of what it writes.
    results: &'static str,
    /// Most runs per sample: one, if a run adds to the results of the one before.
    most_runs: f64,
    expected: fn(&Self) -> Vec<T>,
}

/// Words that a trial reads.
type Source<P, T> = fn(&Trial<P, T>) -> Vec<u32>;

impl<P, T> Trial<P, T> {
    /// A kernel without tuning that reads its parameters alone, a thread per element.
    fn new(
        name: &'static str,
        kernel: &'static KernelSource,
        params: P,
        count: usize,
        work: (f64, RateUnit),
        expected: fn(&Self) -> Vec<T>,
    ) -> Self {
        let (threads, source, results) = (count, None, "results");
        let (tuning, most_runs): (Tuning, _) = (&[], MAX_RUNS);
        Self {
            name,
            kernel,
            tuning,
            params,
            threads,
            count,
            work,
            has_subgroups: false,
            source,
            results,
            most_runs,
            expected,
        }
    }
}

impl<P, T> Bench for Trial<P, T>
where
    P: bytemuck::Pod + Send + Sync,
    T: bytemuck::Pod + Debug + PartialEq + Send + Sync,
{
    fn entry(&self) -> Entry {
        Entry { precision: "u32", ..Entry::new(self.name, self.count) }
    }

    fn check(&self, gpu: &Gpu) -> Result<(), LabError> {
        if self.has_subgroups && !gpu.features().contains(wgpu::Features::SUBGROUP) {
            let (missing, remedy) = (say!("missing-subgroups"), say!("remedy-adapter"));
            return Err(unsupported(gpu, self.kernel.label, missing, remedy));
        }
        Ok(())
    }

    fn measure(&self, gpu: &Gpu) -> Result<Measurement, LabError> {
        let kernel = gpu.kernel(self.kernel, self.tuning)?;
        let expected = (self.expected)(self);
        let params = gpu.storage_from("machine/params", &[self.params])?;
        let results: Buffer<T> = gpu.storage("machine/results", expected.len())?;
        let mut buffers = vec![("params", params.raw()), (self.results, results.raw())];
        let source = match self.source {
            Some((_, words)) => gpu.storage_from("machine/source", &words(self))?,
            None => gpu.storage("machine/source", 0)?,
        };
        buffers.extend(self.source.map(|(name, _)| (name, source.raw())));
        let bound = kernel.bind(gpu.device(), &buffers)?;
        let samples = time_after(
            gpu,
            warm_up(gpu),
            self.most_runs,
            |encoder| clear(encoder, &results),
            |pass| bound.dispatch_threads(pass, self.threads as u32),
        )?;
        let row = self.entry().on_gpu(gpu, samples, self.work);
        let row = Measurement { kernel: words(self.kernel, self.tuning), ..row };
        agree(&row, &gpu.read(&results)?, &expected)?;
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
