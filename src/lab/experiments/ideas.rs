//! The ideas that make a tree code fast, switched off one by one.

use super::barnes_hut::{MAX, Shared, activity};
use crate::gpu::{Gpu, KernelSource};
use crate::lab::experiment::{Case, Experiment, Extent, Topic};
use crate::lab::{
    CpuBench, CpuKernel, LabError, Measurement, Model, TreeBench, TreeModel, measure_cpu,
    measure_tree,
};
use crate::physics::{TreeStage, TreeWalk};
use crate::words::{Text, say};

/// The ideas.
pub const IDEAS: Experiment = Experiment::new(
    "barnes-hut-ideas",
    Topic::Tree,
    "Burtscher, CUDA Optimization Tutorial, part II",
    ideas,
);

const NUMBERS: [usize; 3] = [50_000, 500_000, MAX];

/// The text's ideas without a counterpart here.
const WITHOUT: [&str; 6] = [
    "no volatile",
    "recomputed data",
    "warp voting",
    "throttling barrier",
    "wait-free pre-pass",
    "combined fence",
];

fn ideas(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let mut cases = Vec::new();
    let counts = extent.counts(gpu, &[4096], &NUMBERS);
    for &count in &counts {
        let whole = Shared::default();
        let with = |idea: &str| {
            let (whole, bench) = (whole.clone(), TreeBench::new(TreeModel::Plummer, count));
            let measure = move |gpu: &Gpu| force_of(whole.of(|| measure_tree(gpu, bench.clone())));
            Case::new(format!("with {idea}"), count, measure).over(format!("without {idea}"))
        };
        let without = |idea: &str, walk: TreeWalk| {
            let bench = TreeBench { walk, ..TreeBench::new(TreeModel::Plummer, count) };
            Case::new(format!("without {idea}"), count, move |gpu| {
                force_of(measure_tree(gpu, bench.clone()))
            })
        };
        // A group that opens almost everything takes the square of the number.
        if count <= 1_000_000 {
            cases.push(without("sorted bodies", TreeWalk::Unsorted));
        } else {
            let too_long = |_: &Gpu| Err(LabError::NoCounterpart(say!("reason-unsorted")));
            cases.push(Case::new("without sorted bodies", count, too_long));
        }
        cases.push(with("sorted bodies"));
        cases.push(without("synchronised walk", TreeWalk::Alone));
        cases.push(with("synchronised walk"));
        // Changed kernels keep run-time checks, so the kernel that they are compared with does,
        // too.
        let checked = Shared::default();
        let changes: [(&str, Change); 2] =
            [("reciprocal root", by_root), ("full multithreading", by_few_threads)];
        for (idea, change) in changes {
            let bench = TreeBench::new(TreeModel::Plummer, count);
            let (checked, same) = (checked.clone(), bench.clone());
            cases.push(Case::new(format!("without {idea}"), count, move |gpu| {
                force_of(with_walk(gpu, change, &bench))
            }));
            let measure = move |gpu: &Gpu| {
                force_of(checked.of(|| with_walk(gpu, |_, wgsl| wgsl.to_owned(), &same)))
            };
            cases.push(
                Case::new(format!("with {idea}"), count, measure).over(format!("without {idea}")),
            );
        }
        if counts.first() == Some(&count) {
            for (variant, threads) in
                [("cpu-tree on one thread", Some(1)), ("cpu-tree on all threads", None)]
            {
                let bench = CpuBench {
                    model: Model::Plummer,
                    count,
                    kernel: CpuKernel::TREE,
                    threads,
                    ..CpuBench::default()
                };
                cases.push(
                    Case::new(variant, count, move |_| measure_cpu(bench))
                        .over("cpu-tree on one thread"),
                );
            }
        }
    }
    let Some(&count) = counts.first() else { return cases };
    cases.extend(WITHOUT.map(|idea| {
        let reason = Text::new(format!("reason-{}", idea.replace(' ', "-")));
        Case::new(idea, count, move |_| Err(LabError::NoCounterpart(reason.clone())))
    }));
    cases
}

/// The forces alone, as in the text.
fn force_of(whole: Result<Measurement, LabError>) -> Result<Measurement, LabError> {
    activity(whole?, Some(TreeStage::Force))
}

/// Changes the text of the walk, given the adapter's bytes of memory per workgroup.
type Change = fn(u32, &str) -> String;

/// Measures a tree with a changed walk.
fn with_walk(gpu: &Gpu, change: Change, bench: &TreeBench) -> Result<Measurement, LabError> {
    let memory = gpu.limits().max_compute_workgroup_storage_size;
    let change = move |kernel: &KernelSource, wgsl: &str| {
        (kernel.label == "tree/walk").then(|| change(memory, wgsl))
    };
    measure_tree(&gpu.clone().with_kernels(change), bench.clone())
}

/// A walk of the tree that takes a root and a division in place of the reciprocal root.
fn by_root(_: u32, wgsl: &str) -> String {
    wgsl.replace("inverseSqrt(x)", "1.0 / sqrt(x)")
}

/// A walk whose workgroups take up nearly all memory that they may have, so that a processor of the
/// GPU holds few at a time.
fn by_few_threads(memory: u32, wgsl: &str) -> String {
    // What the walk itself takes is less than half of the least that adapters have.
    const OWN: u32 = 8192;
    let words = memory.saturating_sub(OWN) / 4;
    let ballast = format!(
        "\nvar<workgroup> ballast: array<u32, {words}>;\nconst APART: u32 = {words}u / THREADS;\n"
    );
    let filled = "    let index = share.group;\n    ballast[thread * APART] = index;\n";
    // Without a use of the memory, a compiler would leave it out. All of it holds the same number.
    let used = "share.number == 0u && ballast[(thread + 1u) % THREADS * APART] == index) {\n        note_effort(";
    wgsl.replace("    let index = share.group;\n", filled)
        .replace("share.number == 0u) {\n        note_effort(", used)
        + &ballast
}
