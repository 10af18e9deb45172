//! The speed of whole steps on the CPU, measured like those on the GPU.

use std::time::{Duration, Instant};

use glam::DVec3;

use super::{LoopSimulation, TextbookLoop};
use crate::cpu::{CpuError, CpuSimulation, CpuTree, Formulation, Hardware};
use crate::gpu::GpuError;
use crate::lab::accuracy::{SAMPLE, sampled_errors};
use crate::lab::bodies::{Model, PARAMETERS};
use crate::lab::kernel_list::kernels;
use crate::lab::measurement::{MAX_IN_TREE, MAX_ON_CPU};
use crate::lab::rate::RateUnit;
use crate::lab::timing::{SAMPLES, SECONDS_PER_SAMPLE, take_samples};
use crate::lab::tree::words;
use crate::lab::tree_report::Stages;

use crate::lab::{LabError, Measurement, Spread, TreeReport, TreeShape};
use crate::name::Named;
use crate::physics::{Body, Parameters, TreeSettings};
use crate::words::say;

const WARM_UP: Duration = Duration::from_millis(300);

kernels! {
    /// A kernel of gravity on the processor.
    pub enum CpuKernel: "CPU kernel" {}
    lists {
        /// A loop of textbooks.
        Textbook(TextbookLoop),
        /// A way in which programs sum up the forces.
        Run(Formulation),
    }
    cpu {}
}

impl CpuKernel {
    /// The tree.
    pub const TREE: Self = Self::Run(Formulation::Tree);
}

impl Default for CpuKernel {
    fn default() -> Self {
        Self::Run(Formulation::default())
    }
}

impl From<Formulation> for CpuKernel {
    fn from(formulation: Formulation) -> Self {
        Self::Run(formulation)
    }
}

impl From<TextbookLoop> for CpuKernel {
    fn from(kernel: TextbookLoop) -> Self {
        Self::Textbook(kernel)
    }
}

/// What to measure on the CPU: one row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CpuBench {
    /// Which bodies.
    pub model: Model,
    /// How many.
    pub count: usize,
    /// How the forces are computed.
    pub kernel: CpuKernel,
    /// How trees are built and walked.
    pub settings: TreeSettings,
    /// Threads of a kernel that uses several, if not all.
    pub threads: Option<usize>,
}

/// Checks in advance whether this can be measured.
///
/// # Errors
/// [`LabError`] if there are no bodies, a measurement would take more than hours, or no tree can
/// have the settings.
pub fn check_for_cpu(bench: &CpuBench) -> Result<(), LabError> {
    bench.settings.check()?;
    let all = Hardware::best().threads;
    if bench.threads.is_some_and(|threads| threads > all) {
        let (kernel, adapter) = (bench.kernel.name().to_owned(), processor().0);
        let missing = say!("missing-threads", threads = all);
        return Err(
            GpuError::unsupported(kernel, adapter, missing, say!("remedy-fewer-threads")).into()
        );
    }
    match (bench.count, bench.kernel) {
        (0, _) => Err(CpuError::NoBodies.into()),
        (1..=MAX_ON_CPU, _) | (..=MAX_IN_TREE, CpuKernel::TREE) => Ok(()),
        (count, CpuKernel::TREE) => Err(LabError::TooManyForTree(count)),
        (count, _) => Err(LabError::TooManyForCpu(count)),
    }
}

/// Measures whole leapfrog steps on as many CPU cores as the kernel uses. Each step builds its own
/// tree, if any.
///
/// # Errors
/// As [`check_for_cpu`].
pub fn measure_cpu(bench: CpuBench) -> Result<Measurement, LabError> {
    check_for_cpu(&bench)?;
    let CpuBench { model, count, kernel, settings, threads } = bench;
    let best = Hardware::best();
    let hardware = Hardware { threads: threads.unwrap_or(best.threads), ..best };
    let mut simulation = Simulation::new(&model.bodies(count), kernel, hardware, settings)?;

    let begin = Instant::now();
    // The initial forces, and those of the first step.
    simulation.advance(1);
    let mut passes = 2_u32;
    while begin.elapsed() < WARM_UP {
        let batch = passes.min(100);
        simulation.advance(batch);
        passes += batch;
    }
    let seconds_per_step = begin.elapsed().as_secs_f64() / f64::from(passes);
    let steps = (SECONDS_PER_SAMPLE / seconds_per_step).ceil().clamp(1.0, 10_000.0) as u32;
    let mut stages = Vec::new();
    let samples = take_samples(SAMPLES, || -> Result<f64, LabError> {
        let begin = Instant::now();
        simulation.advance(steps);
        let time = begin.elapsed().as_secs_f64() * 1e3 / f64::from(steps);
        stages.extend(simulation.tree().map(CpuTree::stages));
        Ok(time)
    })?;

    let (adapter, driver) = processor();
    let pairs = (count as f64).powi(2);
    let work = if kernel == CpuKernel::TREE {
        (count as f64, RateUnit::Bodies)
    } else {
        (pairs, RateUnit::Interactions)
    };
    let mut row = Measurement::on(adapter, driver, "cpu", count, samples, work);
    row.model = model.name();
    row.kernel = format!("{} {}", kernel.name(), simulation.described());
    let accelerations = simulation.accelerations();
    let errors = sampled_errors(
        &simulation.bodies(),
        f64::from(PARAMETERS.softening as f32),
        SAMPLE,
        |index| accelerations[index],
    );
    row.median_error = Some(errors.median);
    row.p99_error = Some(errors.p99);
    if let Some(tree) = simulation.tree() {
        row.kernel = format!("{} {}", row.kernel, words(&settings));
        let compared = count.div_ceil(count.div_ceil(SAMPLE));
        let mut report = TreeReport {
            stages_ms: Some(medians(&stages)),
            compared,
            max_error: errors.max,
            ..report(tree, row.rate)
        };
        // Of fewer than 10,000 bodies, the largest error.
        report.p9999_error = errors.max;
        row.tree = Some(report);
    }
    Ok(row)
}

/// What is measured: a simulation of either kind.
enum Simulation {
    Textbook(LoopSimulation),
    Run(Box<CpuSimulation>),
}

impl Simulation {
    fn new(
        bodies: &[Body],
        kernel: CpuKernel,
        hardware: Hardware,
        settings: TreeSettings,
    ) -> Result<Self, CpuError> {
        Ok(match kernel {
            CpuKernel::Textbook(kernel) => {
                let Parameters { time_step, softening, .. } = PARAMETERS;
                Self::Textbook(LoopSimulation::new(
                    bodies,
                    kernel,
                    time_step,
                    softening,
                    hardware.threads,
                )?)
            }
            CpuKernel::Run(formulation) => {
                let simulation = CpuSimulation::new(bodies, PARAMETERS, formulation, hardware)?;
                Self::Run(Box::new(simulation.with_tree_settings(settings)?))
            }
        })
    }

    fn advance(&mut self, steps: u32) {
        match self {
            Self::Textbook(simulation) => simulation.advance(steps),
            Self::Run(simulation) => simulation.advance(steps),
        }
    }

    fn bodies(&self) -> Vec<Body> {
        match self {
            Self::Textbook(simulation) => simulation.bodies(),
            Self::Run(simulation) => simulation.bodies(),
        }
    }

    fn accelerations(&mut self) -> Vec<DVec3> {
        match self {
            Self::Textbook(simulation) => simulation.accelerations(),
            Self::Run(simulation) => simulation.accelerations(),
        }
    }

    fn tree(&self) -> Option<&CpuTree> {
        match self {
            Self::Textbook(_) => None,
            Self::Run(simulation) => simulation.tree(),
        }
    }

    /// What computes, in words.
    fn described(&self) -> String {
        let (set, threads) = match self {
            Self::Textbook(simulation) => ("scalar", simulation.threads()),
            Self::Run(simulation) => (simulation.instruction_set().name(), simulation.threads()),
        };
        format!("{set} threads={threads}")
    }
}

/// What a tree did in its last walk, without times and errors.
fn report(tree: &CpuTree, rate: f64) -> TreeReport {
    let TreeSettings { leaf, group, order, .. } = tree.settings();
    let spread =
        |column: usize| Spread::new(tree.work_of_groups().iter().map(|group| group[column]));
    let report = TreeReport {
        leaf,
        group,
        bodies: spread(0),
        cells: spread(1),
        nodes: spread(2),
        shape: TreeShape::new(tree.nodes(), tree.inner_nodes(), tree.depth() as u32, tree.bodies()),
        bytes_per_body: tree.bytes() as f64 / tree.bodies() as f64,
        ..TreeReport::default()
    };
    report.with_rate(order, rate)
}

/// Median milliseconds of each stage.
fn medians(stages: &[[Duration; 5]]) -> Stages {
    std::array::from_fn(|stage| {
        let mut times: Vec<Duration> = stages.iter().map(|times| times[stage]).collect();
        times.sort_unstable();
        times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    })
}

/// The CPU with its threads, and its instruction set.
pub(in crate::lab) fn processor() -> (String, String) {
    let hardware = Hardware::best();
    (
        format!("{}, {} threads", model(), hardware.threads),
        hardware.instruction_set.name().to_owned(),
    )
}

/// The CPU's brand name; if it has none, its architecture.
#[cfg(target_arch = "x86_64")]
fn model() -> String {
    use std::arch::x86_64::__cpuid;

    // The brand string: 48 bytes in three leaves (AMD64 Architecture Programmer's Manual, volume 3,
    // appendix E.4.2).
    let leaves = 0x8000_0002..=0x8000_0004;
    if __cpuid(0x8000_0000).eax < *leaves.end() {
        return std::env::consts::ARCH.to_owned();
    }
    let registers = leaves.map(__cpuid).flat_map(|leaf| [leaf.eax, leaf.ebx, leaf.ecx, leaf.edx]);
    let bytes: Vec<u8> =
        registers.flat_map(u32::to_le_bytes).take_while(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&bytes).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(not(target_arch = "x86_64"))]
fn model() -> String {
    std::env::consts::ARCH.to_owned()
}
