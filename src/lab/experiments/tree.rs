//! Gravity by a tree, beside the direct sum and the processor.

use super::all_pairs;
use crate::cpu::Formulation;
use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Extent, Topic};
use crate::lab::{CpuBench, Model, TreeBench, TreeBodies, TreeModel, measure_cpu, measure_tree};
use crate::name::Named;
use crate::physics::{ForceKernel, TreeWalk};

/// The crossing.
pub const CROSSING: Experiment = Experiment {
    name: "barnes-hut",
    title: "Where the tree overtakes",
    topic: Topic::Tree,
    about: "The direct sum takes n² interactions, the tree about n log n, but each of its interactions costs more, and it has to be \
        built. So the direct sum wins among few bodies: below about 15,000 in the text. The faster the direct sum, the later \
        the crossing. The processor's tree has the same settings and errors.",
    source: "Burtscher, CUDA Optimization Tutorial, part II",
    differences: &[
        "The tree opens by accuracy and has quadrupoles; the text's opens by an angle and has monopoles.",
        "It sorts bodies and finds nodes from common prefixes, where the text inserts bodies with locks. So its six activities have \
         counterparts, but not its single ideas about locks, fences and throttling.",
    ],
    axis: None,
    cases: crossing,
};

fn crossing(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[4096, 16_384], &[5000, 16_384, 50_000, 131_072, 500_000, 5_000_000]) {
        // Beyond, a direct sum takes seconds.
        if count <= if gpu.is_software() { 16_384 } else { 500_000 } {
            cases.push(all_pairs::on_gpu(ForceKernel::Auto, count));
        }
        let tree =
            TreeBench { bodies: TreeBodies::Model(TreeModel::Plummer, count), ..TreeBench::new(TreeModel::Plummer, count) };
        cases.push(Case::new("tree", count, move |gpu| measure_tree(gpu, tree.clone())).over(ForceKernel::Auto.name()));
        let bench = CpuBench { model: Model::Plummer, count, kernel: Formulation::Tree, ..CpuBench::default() };
        cases.push(Case::new("cpu-tree", count, move |_| measure_cpu(bench)).over("tree"));
    }
    cases
}

/// Single ideas of the walk.
pub const WALKS: Experiment = Experiment {
    name: "barnes-hut-walks",
    title: "Who walks together",
    topic: Topic::Tree,
    about: "Neighbouring bodies see nearly the same cells. If a group of them walks the tree together, each node is read once for \
        all; if the bodies are not sorted, a group is scattered, opens almost everything, and the idea is worth nothing. The text \
        measured 3.6 to 8.2 times for sorting and 6.2 to 8.6 times for walking in step, with 50,000 to 5,000,000 bodies.",
    source: "Burtscher, CUDA Optimization Tutorial, part II",
    differences: &[
        "The text's speed-ups are each against the version without that single idea; here both are against bodies that \
        walk alone and unsorted.",
    ],
    axis: None,
    cases: walks,
};

fn walks(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[8192], &[50_000, 500_000]) {
        for walk in [TreeWalk::AloneUnsorted, TreeWalk::Alone, TreeWalk::Unsorted, TreeWalk::Shared] {
            let bench = TreeBench { walk, ..TreeBench::new(TreeModel::Plummer, count) };
            let case = Case::new(walk.name(), count, move |gpu| measure_tree(gpu, bench.clone()));
            cases.push(case.over(TreeWalk::AloneUnsorted.name()));
        }
    }
    cases
}
