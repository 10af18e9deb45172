//! The ideas that make a tree code fast, switched off one by one.

use super::all_pairs::cpu_bench;
use super::barnes_hut::{MAX, activity, shared};
use crate::gpu::{Gpu, KernelSource};
use crate::lab::bench::Bench;
use crate::lab::experiment::{Case, Experiment, Extent, Topic};
use crate::lab::shared::Shared;
use crate::lab::{CpuBench, CpuKernel, LabError, Measurement, TreeBench, TreeModel};
use crate::physics::{TreeStage, TreeWalk};
use crate::words::{Text, say};

/// The ideas.
pub const IDEAS: Experiment = Experiment::whole(
    "barnes-hut-ideas",
    Topic::Tree,
    "Burtscher, CUDA Optimization Tutorial, part II",
    ideas,
);

const NUMBERS: [usize; 3] = [50_000, 500_000, MAX];

/// The text's ideas without a counterpart here.
const WITHOUT: [&str; 5] =
    ["no volatile", "warp voting", "throttling barrier", "wait-free pre-pass", "combined fence"];

fn ideas(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let mut cases = Vec::new();
    let counts = extent.counts(gpu, &[4096], &NUMBERS);
    for &count in &counts {
        let whole = Shared::default();
        let bench = TreeBench::new(TreeModel::Plummer, count);
        let with = |idea: &str| {
            let case = shared(&bench, &whole).then(force_of);
            case.named(format!("with {idea}")).over(format!("without {idea}"))
        };
        let without = |idea: &str, walk: TreeWalk| {
            let case = Case::of(TreeBench { walk, ..bench.clone() }).then(force_of);
            case.named(format!("without {idea}"))
        };
        // A group that opens almost everything takes the square of the number.
        if count <= 1_000_000 {
            cases.push(without("sorted bodies", TreeWalk::Unsorted));
        } else {
            cases.push(Case::without("without sorted bodies", count, say!("reason-unsorted")));
        }
        cases.push(with("sorted bodies"));
        cases.push(without("synchronised walk", TreeWalk::Alone));
        cases.push(with("synchronised walk"));
        // Changed kernels keep run-time checks, so the kernel that they are compared with does,
        // too.
        let checked = Shared::default();
        let changes: [(&str, Change); 3] = [
            ("reciprocal root", by_root),
            ("recomputed data", by_stored_data),
            ("full multithreading", by_few_threads),
        ];
        for (idea, change) in changes {
            let changed = bench.clone();
            let case = Case::new(format!("without {idea}"), count, move |gpu| {
                changed.measure(&change(gpu))
            });
            cases.push(case.then(force_of));
            let (checked, same) = (checked.clone(), bench.clone());
            let case = Case::new(format!("with {idea}"), count, move |gpu| {
                checked.of(|| same.measure(&unchanged(gpu)))
            });
            cases.push(case.then(force_of).over(format!("without {idea}")));
        }
        if counts.first() == Some(&count) {
            for (variant, threads) in
                [("cpu-tree on one thread", Some(1)), ("cpu-tree on all threads", None)]
            {
                let bench = CpuBench { threads, ..cpu_bench(CpuKernel::TREE, count) };
                cases.push(Case::of(bench).named(variant).over("cpu-tree on one thread"));
            }
        }
    }
    let Some(&count) = counts.first() else { return cases };
    cases.extend(WITHOUT.map(|idea| {
        let reason = Text::new(format!("reason-{}", idea.replace(' ', "-")));
        Case::without(idea, count, reason)
    }));
    cases
}

/// The forces alone, as in the text.
fn force_of(whole: Measurement) -> Result<Measurement, LabError> {
    activity(whole, Some(TreeStage::Force))
}

/// The GPU with other kernels of a tree.
type Change = fn(&Gpu) -> Gpu;

/// The GPU with another text of the walk.
fn with_walk(gpu: &Gpu, change: impl Fn(&str) -> String + Send + Sync + 'static) -> Gpu {
    gpu.clone().with_kernels(move |kernel: &KernelSource, wgsl: &str| {
        (kernel.label == "tree/walk").then(|| change(wgsl))
    })
}

/// The walk as it is, with run-time checks.
fn unchanged(gpu: &Gpu) -> Gpu {
    with_walk(gpu, str::to_owned)
}

/// A walk of the tree that takes a root and a division in place of the reciprocal root.
fn by_root(gpu: &Gpu) -> Gpu {
    with_walk(gpu, |wgsl| wgsl.replace("inverseSqrt(x)", "1.0 / sqrt(x)"))
}

/// A tree whose nodes store what their pull leaves out at distance 1, and a walk that loads it. The
/// walk of the others computes it of each node that it looks at, from two numbers that lie beside
/// the node's children.
pub fn by_stored_data(gpu: &Gpu) -> Gpu {
    const TESTED: &str = "is_far(bitcast<f32>(found.z), bitcast<f32>(found.w), squared, limit)";
    const LOADED: &str =
        "is_stored_far(moments[3u * node + 2u].w, bitcast<f32>(found.w), squared, limit)";
    const FAR: &str = "
fn is_stored_far(left_out: f32, radius_squared: f32, squared: f32, limit: f32) -> bool {
    let softened = squared + tree_of.softening_squared;
    let error = left_out * inverseSqrt(softened) / (softened * softened);
    let by_angle = radius_squared <= tree_of.theta_squared * squared;
    return squared > radius_squared && select(by_angle, error <= limit, limit >= 0.0);
}
";
    // The last word of a node's moments is free.
    const FREE: &str = "vec4f(sums.mixed, 0.0)";
    const STORED: &str = "vec4f(sums.mixed, sums.half_trace * sqrt(sums.radius_squared))";
    gpu.clone().with_kernels(|kernel: &KernelSource, wgsl: &str| match kernel.label {
        "tree/walk" => Some(wgsl.replace(TESTED, LOADED) + FAR),
        "tree/leaves" | "tree/cells" => Some(wgsl.replace(FREE, STORED)),
        _ => None,
    })
}

/// A walk whose workgroups take up nearly all memory that they may have, so that a processor of the
/// GPU holds few at a time.
fn by_few_threads(gpu: &Gpu) -> Gpu {
    let memory = gpu.limits().max_compute_workgroup_storage_size;
    with_walk(gpu, move |wgsl| with_ballast(memory, wgsl))
}

fn with_ballast(memory: u32, wgsl: &str) -> String {
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
