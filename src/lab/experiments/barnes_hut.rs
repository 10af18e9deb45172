//! The tree in parts: its activities and its levels.

use std::sync::{Arc, Mutex, TryLockError};

use super::all_pairs;
use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Extent, Quantity, Topic};
use crate::lab::rate::RateUnit;
use crate::lab::tree_report::Stages;
use crate::lab::turns;
use crate::lab::{
    CpuBench, CpuKernel, Detail, LabError, Measurement, Model, Spread, TreeBench, TreeModel,
    TreeReport,
};
use crate::lab::{measure_cpu, measure_gravity, measure_tree};
use crate::name::Named;
use crate::physics::{ForceKernel, TreeSettings, TreeStage};
use crate::words::say;

pub(super) const GTX: &str = "GeForce GTX 480";
const OVER_OPENMP: &str = "GeForce GTX 480 over OpenMP";
const X5690: &str = "Xeon X5690, six cores, OpenMP";
/// The text's largest number of bodies.
pub(super) const MAX: usize = 5_000_000;

/// The activities of a step.
pub const KERNELS: Experiment = Experiment::new(
    "barnes-hut-kernels",
    Topic::Tree,
    "Burtscher, CUDA Optimization Tutorial, part II",
    kernels,
);

/// Rows that share a measurement: the first one measures.
#[derive(Clone, Default)]
pub(super) struct Shared(Arc<Mutex<Option<Result<Measurement, LabError>>>>);

impl Shared {
    pub(super) fn of(
        &self,
        measure: impl FnOnce() -> Result<Measurement, LabError>,
    ) -> Result<Measurement, LabError> {
        let mut known = loop {
            match self.0.try_lock() {
                Ok(known) => break known,
                Err(TryLockError::Poisoned(known)) => break known.into_inner(),
                // The first one goes on in its turn.
                Err(TryLockError::WouldBlock) => _ = turns::pass(None),
            }
        };
        known.get_or_insert_with(measure).clone()
    }
}

/// An activity, and what the text says about it with 5,000,000 bodies.
struct Activity {
    /// Its stage of a tree, unless it moves the bodies.
    stage: Option<TreeStage>,
    /// Milliseconds on GPU and processor in single precision.
    single: [f64; 2],
    /// The same in double precision, with the name of its row.
    double: (&'static str, [f64; 2]),
    /// Billions of operations per second, unless it has none, and of bytes.
    rates: (Option<f64>, f64),
    /// How many times as fast the GPU is in single precision.
    speed_up: f64,
    /// Nodes that a thread touches: least, mean and most.
    nodes: [f64; 3],
}

const ACTIVITIES: [Activity; 6] = [
    Activity {
        stage: Some(TreeStage::Box),
        single: [0.4, 5.5],
        double: ("box in double precision", [0.8, 10.3]),
        rates: (Some(71.6), 142.9),
        speed_up: 13.1,
        nodes: [1.0, 2.0, 2.0],
    },
    Activity {
        stage: Some(TreeStage::Build),
        single: [44.6, 185.7],
        double: ("build in double precision", [46.7, 193.1]),
        rates: (Some(5.8), 26.8),
        speed_up: 4.2,
        nodes: [2.0, 13.2, 22.0],
    },
    Activity {
        stage: Some(TreeStage::Summarise),
        single: [28.0, 75.8],
        double: ("summarise in double precision", [31.0, 101.0]),
        rates: (Some(2.5), 10.6),
        speed_up: 2.7,
        nodes: [2.0, 4.1, 9.0],
    },
    Activity {
        stage: Some(TreeStage::Sort),
        single: [14.2, 52.1],
        double: ("sort in double precision", [14.2, 51.6]),
        rates: (None, 12.8),
        speed_up: 3.7,
        nodes: [2.0, 4.1, 9.0],
    },
    Activity {
        stage: Some(TreeStage::Force),
        single: [1641.2, 38_540.3],
        double: ("force in double precision", [5177.1, 47_706.4]),
        rates: (Some(240.6), 8.0),
        speed_up: 23.5,
        nodes: [818.0, 4117.0, 6315.0],
    },
    Activity {
        stage: None,
        single: [2.2, 16.4],
        double: ("integrate in double precision", [4.2, 33.1]),
        rates: (Some(33.5), 133.9),
        speed_up: 7.3,
        nodes: [1.0; 3],
    },
];

/// Where the text counted nodes.
const TOUCHED: [&str; 3] =
    ["GeForce GTX 480, least", "GeForce GTX 480, mean", "GeForce GTX 480, most"];

impl Activity {
    fn name(&self) -> &'static str {
        self.stage.map_or("integrate", TreeStage::name)
    }

    /// What the text says about it on the GPU beside its time.
    fn published(&self, mut case: Case) -> Case {
        let (gigaflops, gigabytes) = self.rates;
        if let Some(gigaflops) = gigaflops {
            case = case.published(Quantity::Gigaflops, gigaflops, GTX);
        }
        case = case.published(Quantity::Gigabytes, gigabytes, GTX).published(
            Quantity::SpeedUp,
            self.speed_up,
            OVER_OPENMP,
        );
        self.nodes
            .iter()
            .zip(TOUCHED)
            .fold(case, |case, (&nodes, place)| case.published(Quantity::Nodes, nodes, place))
    }

    /// Its time in double precision, in which no tree here sums.
    fn in_double(&self) -> Case {
        let (name, [gpu, processor]) = self.double;
        let without = |_: &Gpu| Err(LabError::NoCounterpart(say!("reason-single-precision")));
        Case::new(name, MAX, without).published(Quantity::Milliseconds, gpu, GTX).published(
            Quantity::Milliseconds,
            processor,
            X5690,
        )
    }
}

fn kernels(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[8192], &[500_000, MAX]) {
        let published = |case: Case, value: f64, place: &str| match count {
            MAX => case.published(Quantity::Milliseconds, value, place),
            _ => case,
        };
        let bench = CpuBench {
            model: Model::Plummer,
            count,
            kernel: CpuKernel::TREE,
            ..CpuBench::default()
        };
        let on_cpu = Shared::default();
        for part in ACTIVITIES {
            let (shared, stage) = (on_cpu.clone(), part.stage);
            let case = Case::new(format!("cpu-{}", part.name()), count, move |_| {
                activity(shared.of(|| measure_cpu(bench))?, stage)
            });
            cases.push(published(case, part.single[1], X5690));
        }
        cases.push(Case::new("cpu-all", count, move |_| all(on_cpu.of(|| measure_cpu(bench))?)));
        let bench = TreeBench::new(TreeModel::Plummer, count);
        let on_gpu = Shared::default();
        for part in ACTIVITIES {
            let (shared, bench, stage) = (on_gpu.clone(), bench.clone(), part.stage);
            let case = Case::new(part.name(), count, move |gpu| {
                activity(shared.of(|| measure_tree(gpu, bench.clone()))?, stage)
            });
            let case = published(case, part.single[0], GTX).over(format!("cpu-{}", part.name()));
            cases.push(if count == MAX { part.published(case) } else { case });
        }
        let case =
            Case::new(
                "all",
                count,
                move |gpu| all(on_gpu.of(|| measure_tree(gpu, bench.clone()))?),
            )
            .over("cpu-all");
        let mut case = published(case, 1730.6, GTX);
        if count == MAX {
            case = case
                .published(Quantity::Gigaflops, 228.4, GTX)
                .published(Quantity::Gigabytes, 8.8, GTX)
                .published(Quantity::SpeedUp, 21.1, OVER_OPENMP)
                .published(Quantity::SpeedUp, 23.2, "GeForce GTX 480 over Pthreads");
        }
        case.note = say!("note-tree-all");
        cases.push(case);
        cases.push(direct(gpu, count));
        if count == MAX {
            cases.extend(ACTIVITIES.iter().map(Activity::in_double));
        }
    }
    cases
}

/// The direct sum, where it takes no minutes.
fn direct(gpu: &Gpu, count: usize) -> Case {
    let most = if gpu.is_software() { 16_384 } else { 1_000_000 };
    let bench = all_pairs::gpu_bench(ForceKernel::Auto, count);
    let case = Case::new("direct sum", count, move |gpu| match count <= most {
        true => measure_gravity(gpu, bench),
        false => {
            let interactions = format!("{:.1e}", (count as f64).powi(2));
            Err(LabError::NoCounterpart(say!("reason-interactions", interactions = interactions)))
        }
    });
    let case = case.over("all");
    match count {
        MAX => case
            .published(Quantity::Milliseconds, 557_421.5, GTX)
            .published(Quantity::Gigaflops, 897.0, GTX)
            .published(Quantity::Gigabytes, 2.8, GTX),
        _ => case,
    }
}

/// The part of a measured step that one activity takes.
pub(super) fn activity(
    whole: Measurement,
    stage: Option<TreeStage>,
) -> Result<Measurement, LabError> {
    let (Some(stages), tree) = stages(&whole) else { return Err(without_clock()) };
    let milliseconds = match stage {
        Some(stage) => stages[stage as usize],
        None => match integration(&whole).ok_or_else(without_clock)? {
            milliseconds if milliseconds > 0.0 => milliseconds,
            _ => return Err(LabError::NoCounterpart(say!("reason-no-longer"))),
        },
    };
    let per_body = tree.gflops * 1e9 / whole.rate;
    let mut row = lasting(whole, milliseconds);
    if stage == Some(TreeStage::Force) {
        (row.rate, row.unit) = (per_body * row.rate, RateUnit::Operations);
        row.details = work(&tree);
    }
    Ok(row)
}

/// A whole step.
fn all(whole: Measurement) -> Result<Measurement, LabError> {
    let (Some(stages), tree) = stages(&whole) else { return Err(without_clock()) };
    let per_body = tree.gflops * 1e9 / whole.rate;
    let milliseconds = stages.iter().sum::<f64>() + integration(&whole).unwrap_or(0.0);
    let row = lasting(whole, milliseconds);
    Ok(Measurement {
        rate: per_body * row.rate,
        unit: RateUnit::Operations,
        details: work(&tree),
        ..row
    })
}

/// Milliseconds of a step beside the tree. On the processor, whole steps are measured.
fn integration(whole: &Measurement) -> Option<f64> {
    let (stages, tree) = stages(whole);
    match whole.bench {
        "cpu" => Some((whole.median_ms - stages?.iter().sum::<f64>()).max(0.0)),
        _ => tree.integrate_ms,
    }
}

fn stages(whole: &Measurement) -> (Option<Stages>, TreeReport) {
    let tree = whole.tree.clone().unwrap_or_default();
    (tree.stages_ms, tree)
}

fn without_clock() -> LabError {
    LabError::NoCounterpart(say!("reason-no-timestamps"))
}

/// The row of a part that takes this long, with its share of the whole's spread.
fn lasting(whole: Measurement, milliseconds: f64) -> Measurement {
    let rate = whole.count as f64 / (milliseconds.max(1e-9) * 1e-3);
    let share = milliseconds / whole.median_ms;
    Measurement {
        median_ms: milliseconds,
        min_ms: share * whole.min_ms,
        max_ms: share * whole.max_ms,
        quartiles_ms: whole.quartiles_ms.map(|quartile| share * quartile),
        rate,
        unit: RateUnit::Bodies,
        ..whole
    }
}

/// What the walk did.
fn work(tree: &TreeReport) -> Vec<Detail> {
    let Spread { min, mean, max } = tree.nodes;
    let [bodies, cells] = [tree.bodies.mean, tree.cells.mean].map(|mean| format!("{mean:.0}"));
    vec![
        Detail::new("nodes touched per body, min/mean/max", format!("{min:.0}/{mean:.0}/{max:.0}")),
        Detail::new(
            "interactions per body",
            say!("found-interactions", bodies = bodies, cells = cells),
        ),
        Detail::new("cells per body", format!("{:.3}", tree.shape.nodes_per_body)),
        Detail::new("children per cell", format!("{:.2}", tree.shape.children_per_node)),
        Detail::new("depth", tree.shape.depth),
        Detail::new("walk", say!("found-gflops", gflops = format!("{:.1}", tree.gflops))),
    ]
}

/// The nodes of each level.
pub const PARALLELISM: Experiment = Experiment::new(
    "barnes-hut-parallelism",
    Topic::Tree,
    "Burtscher, CUDA Optimization Tutorial, part II: parallelism available round by round",
    parallelism,
)
.along("level");

fn parallelism(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[8192], &[500_000]) {
        let tree = Shared::default();
        // Below a level with enough cells for all leaves, a cluster has a few more levels.
        let last = ((count as f64 / f64::from(TreeSettings::default().leaf)).max(1.0).log2() / 3.0)
            .ceil() as usize
            + 5;
        for level in 0..=last {
            let (tree, bench) = (tree.clone(), TreeBench::new(TreeModel::Plummer, count));
            let name = if level < last { "nodes" } else { "nodes here and below" };
            let case = Case::new(name, count, move |gpu| {
                let whole = tree.of(|| measure_tree(gpu, bench.clone()))?;
                let (stages, report) = stages(&whole);
                let stages = stages.ok_or_else(without_clock)?;
                let milliseconds =
                    stages[TreeStage::Build as usize] + stages[TreeStage::Summarise as usize];
                let nodes: u32 = match level < last {
                    true => report.shape.levels.get(level).copied().unwrap_or(0),
                    false => report.shape.levels.iter().skip(last).sum(),
                };
                Ok(Measurement {
                    rate: f64::from(nodes),
                    unit: RateUnit::Nodes,
                    ..lasting(whole, milliseconds)
                })
            });
            cases.push(case.at(level as f64));
        }
    }
    cases
}
