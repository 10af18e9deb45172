//! One row of a table of measurements.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use super::host::processor;
use super::rate::RateUnit;
use super::speed_up::quartiles;
use super::tree_report::TreeReport;
use crate::cpu::CpuError;
use crate::gpu::{Gpu, GpuError};
use crate::physics::initial::{InitialError, MAX_COUNT};
use crate::physics::{Precision, SimulationError, TreeError};
use crate::primitives::SparseError;
use crate::render::TargetError;
use crate::session::SessionError;
use crate::words::{Text, say};

/// The most bodies that are measured together.
const MAX_MEASURED: usize = 1 << 26;

/// Checks that this many bodies can be made and measured, before the attempt costs time or memory.
///
/// # Errors
/// [`LabError`] if there are none, or more than the adapter or a model can hold, or the adapter
/// lacks the precision.
pub fn check_bodies(gpu: &Gpu, count: usize, precision: Precision) -> Result<(), LabError> {
    check_count(count, MAX_MEASURED)?;
    precision.check(gpu).map_err(SimulationError::from)?;
    Ok(precision.check_storage(gpu, count)?)
}

/// Checks that this many bodies can be made to be measured in regions.
///
/// # Errors
/// [`LabError`] if there are none, or more than a model can hold.
pub(super) fn check_for_regions(count: usize) -> Result<(), LabError> {
    check_count(count, MAX_COUNT)
}

fn check_count(count: usize, most: usize) -> Result<(), LabError> {
    match count {
        0 => Err(LabError::Simulation(SimulationError::NoBodies)),
        _ if count <= most => Ok(()),
        _ => Err(LabError::TooMany(InitialError::TooMany { count, most })),
    }
}

/// Checks the number of points along the side of a square or a cube.
pub(super) fn check_side(side: usize, least: usize) -> Result<(), GpuError> {
    const MOST: usize = 65_535;
    let advice = match side {
        _ if side < least => format!("give {least} or more"),
        _ if side > MOST => format!("give {MOST} or less"),
        _ => return Ok(()),
    };
    Err(GpuError::Mismatch(format!("the number of points along a side is {side}: {advice}")))
}

/// Number of bodies for which a serial step takes hours.
pub(super) const MAX_ON_CPU: usize = 1 << 20;
/// Number of bodies that take up 60 GB in a tree and its measurement.
pub(super) const MAX_IN_TREE: usize = 1 << 28;

/// What was measured, where, and with what result. Serialised, it is one line of `--json`.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Measurement {
    /// Name of the benchmark.
    pub bench: &'static str,
    /// Name of the adapter, or of the CPU with its threads.
    pub adapter: String,
    /// Name and version of its driver, or the CPU's instruction set.
    pub driver: String,
    /// Kernel and tuning.
    pub kernel: String,
    /// Precision of the arithmetic, or the type of what is sorted or summed.
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
    /// The quartiles of the samples.
    #[serde(skip)]
    pub quartiles_ms: [f64; 2],
    /// Units of work per second, at the median.
    pub rate: f64,
    /// Their unit.
    pub unit: RateUnit,
    /// Median over bodies of the relative error against an f64 sum; absent if nothing is computed
    /// that could have an error.
    pub median_error: Option<f64>,
    /// 99th percentile of the same.
    pub p99_error: Option<f64>,
    /// Median milliseconds of the parts of a picture, in order; only if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_map")]
    pub parts_ms: Option<Vec<(&'static str, f64)>>,
    /// Bytes that are moved at least, where they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<f64>,
    /// The part of the results that were fused, where that is what is measured.
    #[serde(skip)]
    pub fused: Option<f64>,
    /// What else was found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<Detail>,
    /// Where it stands on an experiment's axis, if only the measurement tells.
    #[serde(skip)]
    pub at: Option<f64>,
    /// What a tree did in that time.
    #[serde(flatten)]
    pub tree: Option<TreeReport>,
}

/// A finding beside the time: how often a node was read, the bits of a sum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Detail {
    /// What was found.
    pub what: String,
    /// What it came to, with its unit.
    pub text: Text,
}

impl Detail {
    pub(super) fn new(what: &str, text: impl Into<Text>) -> Self {
        Self { what: what.to_owned(), text: text.into() }
    }
}

/// Serialises parts as a map, in their order.
#[allow(clippy::ref_option, reason = "serde calls it with a reference to the member")]
fn as_map<S: serde::Serializer>(
    parts: &Option<Vec<(&'static str, f64)>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(parts.iter().flatten().copied())
}

impl LabError {
    /// The GPU error that caused this one, if any.
    pub fn gpu_error(&self) -> Option<&GpuError> {
        match self {
            Self::Gpu(cause)
            | Self::Simulation(SimulationError::Gpu(cause))
            | Self::Session(
                SessionError::Gpu(cause) | SessionError::Simulation(SimulationError::Gpu(cause)),
            )
            | Self::Tree(TreeError::Gpu(cause))
            | Self::Sparse(SparseError::Gpu(cause))
            | Self::Target(TargetError::Gpu(cause)) => Some(cause),
            _ => None,
        }
    }

    /// The sentence about a kernel that cannot run, in whatever language it is shown.
    pub(super) fn refusal(&self) -> Text {
        match self.gpu_error() {
            Some(GpuError::Unsupported { kernel, adapter, missing, remedy }) => say!(
                "error-kernel-unsupported",
                kernel = kernel.clone(),
                adapter = adapter.clone(),
                missing = Text::clone(missing),
                remedy = Text::clone(remedy)
            ),
            _ => self.to_string().into(),
        }
    }

    /// Whether the same may succeed alone: it is neither wrong nor refused.
    pub(super) fn may_pass(&self) -> bool {
        !matches!(self, Self::Wrong { .. }) && !self.is_unsupported()
    }

    /// Whether only this kernel cannot run here, or not with this many bodies or elements; others
    /// may.
    pub fn is_unsupported(&self) -> bool {
        matches!(self, Self::NoCounterpart(_))
            || matches!(self.gpu_error(), Some(GpuError::Unsupported { .. }))
    }
}

/// Why nothing could be measured.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
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
    /// The tree cannot be made.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The GPU failed, or cannot do this.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// The processor's simulation cannot be made.
    #[error(transparent)]
    Cpu(#[from] CpuError),
    /// More bodies than a CPU can handle in reasonable time.
    TooManyForCpu(usize),
    /// More bodies than the memory of a CPU holds.
    TooManyForTree(usize),
    /// More bodies than a model has.
    #[error(transparent)]
    TooMany(#[from] InitialError),
    /// The matrix cannot be made.
    #[error(transparent)]
    Sparse(#[from] SparseError),
    /// What a text measured has no counterpart here, or takes too long.
    NoCounterpart(Text),
    /// A file whose bodies or matrix are to be measured cannot be used, in a sentence.
    File(Text),
    /// No elements to reduce, scan or sort.
    NoElements,
    /// A market or an option without a price.
    Market {
        /// What is wrong.
        key: &'static str,
        /// Its value.
        value: String,
        /// What it must be.
        range: Text,
    },
    /// The timed kernel computed a wrong result.
    Wrong {
        /// Name of the benchmark.
        bench: &'static str,
        /// The kernel, with its tuning.
        kernel: String,
        /// Name of the adapter or CPU.
        adapter: String,
        /// What is wrong.
        what: Text,
    },
}

impl LabError {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        match self {
            Self::Simulation(error) => error.text(),
            Self::Session(error) => error.text(),
            Self::Target(error) => error.text(),
            Self::Tree(error) => error.text(),
            Self::Gpu(error) => error.text(),
            Self::Cpu(error) => error.text(),
            Self::TooManyForCpu(count) => say!("error-too-many-for-cpu", count, most = MAX_ON_CPU),
            Self::TooManyForTree(count) => {
                say!("error-too-many-for-tree", count, most = MAX_IN_TREE)
            }
            Self::TooMany(error) => error.text(),
            Self::Sparse(error) => error.text(),
            Self::NoCounterpart(why) | Self::File(why) => why.clone(),
            Self::NoElements => say!("error-no-elements"),
            Self::Market { key, value, range } => say!("error-range", key, value, range),
            Self::Wrong { bench, kernel, adapter, what } => {
                say!("error-wrong", bench, kernel, adapter, what)
            }
        }
    }
}

/// What a row is about: everything known without a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// Name of the benchmark.
    pub bench: &'static str,
    /// The kernel's name.
    pub kernel: &'static str,
    /// Precision of the arithmetic, or the type of what is sorted or summed.
    pub precision: &'static str,
    /// Which bodies, or which keys.
    pub model: &'static str,
    /// Number of bodies, or of elements.
    pub count: usize,
}

impl Entry {
    /// A row in single precision.
    pub(super) const fn new(bench: &'static str, count: usize) -> Self {
        Self { bench, kernel: "", precision: "f32", model: "", count }
    }

    /// Its measurement on the GPU: samples in milliseconds (at least one), each of which did `work`
    /// units.
    pub(super) fn on_gpu(self, gpu: &Gpu, samples: Vec<f64>, work: (f64, RateUnit)) -> Measurement {
        let info = gpu.adapter().info();
        let driver = format!("{} {}", info.driver, info.driver_info).trim().to_owned();
        self.on((info.name.clone(), driver), samples, work)
    }

    /// Its measurement on the processor, by this many threads.
    pub(super) fn on_cpu(
        self,
        threads: usize,
        samples: Vec<f64>,
        work: (f64, RateUnit),
    ) -> Measurement {
        let row = self.on(processor(), samples, work);
        Measurement { kernel: format!("{} threads={threads}", self.kernel), ..row }
    }

    /// Its measurement on the adapter and driver with these names.
    pub(super) fn on(
        self,
        (adapter, driver): (String, String),
        mut samples: Vec<f64>,
        (work, unit): (f64, RateUnit),
    ) -> Measurement {
        samples.sort_by(f64::total_cmp);
        let median_ms = samples[samples.len() / 2];
        let Self { bench, kernel, precision, model, count } = self;
        Measurement {
            bench,
            adapter,
            driver,
            kernel: kernel.to_owned(),
            precision,
            model,
            count,
            median_ms,
            min_ms: samples[0],
            max_ms: samples[samples.len() - 1],
            quartiles_ms: quartiles(&samples),
            rate: work / (median_ms * 1e-3),
            unit,
            median_error: None,
            p99_error: None,
            parts_ms: None,
            bytes: None,
            fused: None,
            details: Vec::new(),
            at: None,
            tree: None,
        }
    }
}

impl Measurement {
    /// The error of a result that is wrong.
    pub(super) fn wrong(&self, what: Text) -> LabError {
        let (kernel, adapter) = (self.kernel.clone(), self.adapter.clone());
        LabError::Wrong { bench: self.bench, kernel, adapter, what }
    }

    /// The error of a wrong element at a place of `count`, from 0.
    pub(super) fn wrong_element(
        &self,
        (place, count): (usize, usize),
        result: impl Debug,
        expected: impl Debug,
    ) -> LabError {
        let (result, expected) = (format!("{result:?}"), format!("{expected:?}"));
        self.wrong(say!("wrong-element", count, place = place + 1, result, expected))
    }
}

/// Refuses to report the time of a wrong result.
pub(super) fn agree<T: PartialEq + Debug>(
    row: &Measurement,
    results: &[T],
    expected: &[T],
) -> Result<(), LabError> {
    let mut pairs = results.iter().zip(expected);
    if let Some(place) = pairs.position(|(result, expected)| result != expected) {
        return Err(row.wrong_element((place, row.count), &results[place], &expected[place]));
    }
    if results.len() != expected.len() {
        let (results, expected) = (results.len(), expected.len());
        return Err(row.wrong(say!("wrong-number", results, expected)));
    }
    Ok(())
}
