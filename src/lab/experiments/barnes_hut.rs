//! The tree in parts: its activities.

use super::all_pairs;
use crate::gpu::Gpu;
use crate::lab::bench::Bench;
use crate::lab::experiment::{Case, Experiment, Topic};
use crate::lab::rate::RateUnit;
use crate::lab::shared::Shared;
use crate::lab::tree_report::Stages;
use crate::lab::{
    CpuKernel, Detail, LabError, Measurement, Spread, TreeBench, TreeModel, TreeReport,
};
use crate::name::Named;
use crate::physics::{ForceKernel, TreeStage};
use crate::words::say;

/// The text's largest number of bodies.
pub(super) const MAX: usize = 5_000_000;

/// The activities of a step.
pub const KERNELS: Experiment = Experiment::new(
    "barnes-hut-kernels",
    Topic::Tree,
    "Burtscher, CUDA Optimization Tutorial, part II",
    [&[8192], &[500_000, MAX]],
    kernels,
);

/// The activities of a step with their names; the last one, which moves the bodies, is no stage of
/// a tree.
pub(super) fn activities() -> impl Iterator<Item = (Option<TreeStage>, &'static str)> {
    let stages = TreeStage::ALL.iter().map(|stage| (Some(*stage), stage.name()));
    stages.chain([(None, "integrate")])
}

/// A case that shares its measurement with others: the first one measures.
pub(super) fn shared<B: Bench>(bench: &B, known: &Shared<Measurement>) -> Case {
    let (entry, bench, known) = (bench.entry(), bench.clone(), known.clone());
    Case::new(entry.kernel, entry.count, move |gpu| {
        known.of(|| {
            bench.check(gpu)?;
            bench.measure(gpu)
        })
    })
}

fn kernels(gpu: &Gpu, count: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    let whole = all_pairs::cpu_bench(CpuKernel::TREE, count);
    let on_cpu = Shared::default();
    for (stage, name) in activities() {
        let case = shared(&whole, &on_cpu).then(move |whole| activity(whole, stage));
        cases.push(case.named(format!("cpu-{name}")));
    }
    cases.push(shared(&whole, &on_cpu).then(all).named("cpu-all"));
    let whole = TreeBench::new(TreeModel::Plummer, count);
    let on_gpu = Shared::default();
    for (stage, name) in activities() {
        let case = shared(&whole, &on_gpu).then(move |whole| activity(whole, stage));
        cases.push(case.named(name).over(format!("cpu-{name}")));
    }
    let case = shared(&whole, &on_gpu).then(all).named("all");
    cases.push(case.over("cpu-all").noted(say!("note-tree-all")));
    cases.push(direct(gpu, count));
    if count == MAX {
        // No tree here sums in double precision.
        let names = activities().map(|(_, name)| name).chain(["all"]);
        cases.extend(names.map(|name| {
            let reason = say!("reason-single-precision");
            Case::without(format!("{name} in double precision"), MAX, reason)
        }));
    }
    cases
}

/// The direct sum, where it takes no minutes.
fn direct(gpu: &Gpu, count: usize) -> Case {
    let most = if gpu.is_software() { 16_384 } else { 1_000_000 };
    let case = match count <= most {
        true => all_pairs::on_gpu(ForceKernel::Auto, count).named("direct sum"),
        false => {
            let interactions = format!("{:.1e}", (count as f64).powi(2));
            Case::without("direct sum", count, say!("reason-interactions", interactions))
        }
    };
    case.over("all")
}

/// The part of a measured step that one activity takes.
pub(super) fn activity(
    whole: Measurement,
    stage: Option<TreeStage>,
) -> Result<Measurement, LabError> {
    let tree = whole.tree.clone().unwrap_or_default();
    let milliseconds = duration(&whole, stage)?;
    if stage.is_none() && milliseconds <= 0.0 {
        return Err(LabError::NoCounterpart(say!("reason-no-longer")));
    }
    let per_body = tree.gflops * 1e9 / whole.rate;
    let mut row = lasting(whole, milliseconds);
    if stage == Some(TreeStage::Force) {
        (row.rate, row.unit) = (per_body * row.rate, RateUnit::Operations);
        row.details = work(&tree);
    }
    Ok(row)
}

/// Milliseconds of one activity.
pub(super) fn duration(whole: &Measurement, stage: Option<TreeStage>) -> Result<f64, LabError> {
    let (stages, _) = stages(whole);
    let milliseconds = match stage {
        Some(stage) => stages.map(|stages| stages[stage as usize]),
        None => integration(whole),
    };
    milliseconds.ok_or_else(without_clock)
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
pub(super) fn lasting(whole: Measurement, milliseconds: f64) -> Measurement {
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
