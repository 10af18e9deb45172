//! The speed of whole steps on the CPU, measured like those on the GPU.

use std::time::{Duration, Instant};

use glam::DVec3;

use super::{LoopSimulation, TextbookLoop};
use crate::cpu::{CpuError, CpuSimulation, CpuTree, Formulation, Hardware};
use crate::gpu::{Gpu, GpuError};
use crate::lab::accuracy::{SAMPLE, sampled_errors};
use crate::lab::bench::Bench;
use crate::lab::bodies::{Model, PARAMETERS};
use crate::lab::flag::{BODIES, Flag};
use crate::lab::host::processor;
use crate::lab::measurement::{Entry, MAX_IN_TREE, MAX_ON_CPU};
use crate::lab::rate::RateUnit;
use crate::lab::timing::{SAMPLES, SECONDS_PER_SAMPLE, take_samples};
use crate::lab::tree::words;
use crate::lab::tree_bench::{accuracies, accuracy, angle, angles, group, leaf, orders};
use crate::lab::tree_report::Stages;
use crate::lab::{LabError, Measurement, Spread, TreeReport, TreeShape};
use crate::name::Named;
use crate::named;
use crate::physics::{Body, Parameters, TreeSettings};
use crate::words::say;

const WARM_UP: Duration = Duration::from_millis(300);

named! {
    /// A kernel of gravity on the processor.
    pub enum CpuKernel: "CPU kernel" {
        /// A loop of textbooks.
        Textbook(TextbookLoop),
        /// A way in which programs sum up the forces.
        Run(Formulation),
    }
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

/// Whole leapfrog steps on as many CPU cores as the kernel uses. Each step builds its own tree, if
/// any.
impl Bench for CpuBench {
    const NAME: &'static str = "cpu";
    const ABOUT: &'static str = "Whole steps on the CPU: eight kinds of loops, from plain ones to SIMD on all cores, and a tree";
    const NEEDS_ADAPTER: bool = false;
    const FLAGS: &'static [Flag<Self>] = &[
        Flag::<Self>::list("count", "N,N,…", "1024 4096 16384", BODIES, |bench| &mut bench.count),
        Flag::<Self>::kernels(
            "all",
            "Kernels to measure, separated by commas (see below), or `all`",
            |bench| &mut bench.kernel,
        ),
        Flag::<Self>::one("model", "M", "cube", "Model of the bodies", |bench| &mut bench.model),
        orders::<Self>(|bench| &mut bench.settings.order).only_if(is_tree),
        accuracies::<Self>(|bench| accuracy(&mut bench.settings)).only_if(is_tree),
        angles::<Self>(|bench| angle(&mut bench.settings)).only_if(is_tree),
        leaf(|bench| &mut bench.settings.leaf),
        group(|bench| &mut bench.settings.group),
    ];

    fn entry(&self) -> Entry {
        let (kernel, model) = (self.kernel.name(), self.model.name());
        Entry { kernel, model, ..Entry::new(Self::NAME, self.count) }
    }

    fn check(&self, _: &Gpu) -> Result<(), LabError> {
        self.settings.check()?;
        let all = Hardware::best().threads;
        if self.threads.is_some_and(|threads| threads > all) {
            let missing = say!("missing-threads", threads = all);
            let (remedy, adapter) = (say!("remedy-fewer-threads"), processor().0);
            let kernel = self.kernel.name();
            return Err(GpuError::unsupported(kernel, adapter, missing, remedy).into());
        }
        match (self.count, is_tree(self)) {
            (0, _) => Err(CpuError::NoBodies.into()),
            (1..=MAX_ON_CPU, _) | (..=MAX_IN_TREE, true) => Ok(()),
            (count, true) => Err(LabError::TooManyForTree(count)),
            (count, false) => Err(LabError::TooManyForCpu(count)),
        }
    }

    fn measure(&self, _: &Gpu) -> Result<Measurement, LabError> {
        let Self { model, count, kernel, settings, threads } = *self;
        let best = Hardware::best();
        let hardware = Hardware { threads: threads.unwrap_or(best.threads), ..best };
        let mut simulation = Simulation::new(&model.bodies(count), kernel, hardware, settings)?;
        let (samples, stages) = time(&mut simulation)?;
        let work = match is_tree(self) {
            true => (count as f64, RateUnit::Bodies),
            false => ((count as f64).powi(2), RateUnit::Interactions),
        };
        let mut row = self.entry().on(processor(), samples, work);
        row.kernel += &format!(" {}", simulation.described());
        let accelerations = simulation.accelerations();
        let softening = f64::from(PARAMETERS.softening as f32);
        let errors =
            sampled_errors(&simulation.bodies(), softening, SAMPLE, |index| accelerations[index]);
        row.median_error = Some(errors.median);
        row.p99_error = Some(errors.p99);
        if let Some(tree) = simulation.tree() {
            row.kernel += &format!(" {}", words(&settings));
            row.tree = Some(TreeReport {
                stages_ms: Some(medians(&stages)),
                compared: count.div_ceil(count.div_ceil(SAMPLE)),
                max_error: errors.max,
                // Of fewer than 10,000 bodies, the largest error.
                p9999_error: errors.max,
                ..report(tree, row.rate)
            });
        }
        Ok(row)
    }
}

fn is_tree(bench: &CpuBench) -> bool {
    bench.kernel == CpuKernel::TREE
}

/// Milliseconds of a step, and those of the stages of each sample's last tree.
fn time(simulation: &mut Simulation) -> Result<(Vec<f64>, Vec<[Duration; 5]>), LabError> {
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
    Ok((samples, stages))
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
