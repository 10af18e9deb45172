//! One row of a table of measurements.

use std::time::{Duration, Instant};

use super::gravity::SAMPLES;
use crate::cpu::CpuError;
use crate::gpu::{Gpu, GpuError};
use crate::physics::SimulationError;
use crate::render::TargetError;
use crate::session::SessionError;

/// What was measured, where, and how well. Serialised, it is one line of `--json`.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Measurement {
    /// Name of the bench.
    pub bench: &'static str,
    /// Name of the adapter, or of the processor with its threads.
    pub adapter: String,
    /// Name and version of its driver, or the processor's instruction set.
    pub driver: String,
    /// Kernel and tuning.
    pub kernel: String,
    /// Precision of the arithmetic, or the type of what is sorted or added up.
    pub precision: &'static str,
    /// Which bodies, or which keys.
    pub model: &'static str,
    /// Number of bodies, or of elements.
    pub count: usize,
    /// Median of the samples, in milliseconds.
    pub median_ms: f64,
    /// Shortest sample.
    pub min_ms: f64,
    /// Longest sample.
    pub max_ms: f64,
    /// How much was done in a second, at the median.
    pub rate: f64,
    /// Of what.
    pub unit: &'static str,
    /// Median over bodies of the relative error against an f64 sum; absent where nothing is computed that could err.
    pub median_error: Option<f64>,
    /// 99th percentile of the same.
    pub p99_error: Option<f64>,
}

/// Why nothing could be measured.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LabError {
    /// The simulation cannot be made.
    #[error(transparent)]
    Simulation(#[from] SimulationError),
    /// The session cannot be made.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The picture cannot be made.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// The GPU refuses.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// The processor's simulation cannot be made.
    #[error(transparent)]
    Cpu(#[from] CpuError),
    /// More bodies than a processor gets through.
    #[error("{0} bodies are too many to sum over all pairs on a CPU: use fewer bodies, up to {most}", most = super::cpu::MOST)]
    TooManyForCpu(usize),
    /// No elements to reduce, scan or sort.
    #[error("the count is 0, and nothing takes no time: give a count of 1 or more")]
    NoElements,
    /// What was timed computes something else.
    #[error(
        "{bench}: {kernel} is wrong on {adapter} ({what}), so that its speed means nothing; update the driver, or report this"
    )]
    Wrong {
        /// Name of the bench.
        bench: &'static str,
        /// The kernel, with its tuning.
        kernel: String,
        /// Name of the adapter or processor.
        adapter: String,
        /// What is wrong.
        what: String,
    },
}

/// Where nine samples take longer, there are fewer; one at least.
const PATIENCE: Duration = Duration::from_secs(8);

/// The samples of a row.
pub(super) fn take_samples<E>(mut sample: impl FnMut() -> Result<f64, E>) -> Result<Vec<f64>, E> {
    let begin = Instant::now();
    let mut samples = Vec::with_capacity(SAMPLES);
    while samples.is_empty() || samples.len() < SAMPLES && begin.elapsed() < PATIENCE {
        samples.push(sample()?);
    }
    Ok(samples)
}

impl Measurement {
    /// A row from samples in milliseconds (at least one), each of which did `work` units.
    pub(super) fn new(gpu: &Gpu, bench: &'static str, count: usize, samples: Vec<f64>, work: f64) -> Self {
        let info = gpu.info();
        let driver = format!("{} {}", info.driver, info.driver_info).trim().to_owned();
        Self::on(info.name.clone(), driver, bench, count, samples, work)
    }

    /// The same of whatever is called so.
    pub(super) fn on(
        adapter: String,
        driver: String,
        bench: &'static str,
        count: usize,
        mut samples: Vec<f64>,
        work: f64,
    ) -> Self {
        samples.sort_by(f64::total_cmp);
        let median_ms = samples[samples.len() / 2];
        Self {
            bench,
            adapter,
            driver,
            kernel: String::new(),
            precision: "f32",
            model: "",
            count,
            median_ms,
            min_ms: samples[0],
            max_ms: samples[samples.len() - 1],
            rate: work / (median_ms * 1e-3),
            unit: "",
            median_error: None,
            p99_error: None,
        }
    }
}
