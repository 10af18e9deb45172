//! The ideas that make a tree code fast, switched off one by one.

use super::barnes_hut::{GTX, MAX, Shared};
use crate::gpu::{Gpu, KernelSource};
use crate::lab::experiment::{Case, Experiment, Extent, Quantity, Topic};
use crate::lab::figures::grouped;
use crate::lab::{CpuBench, CpuKernel, LabError, Model, TreeBench, TreeModel, measure_cpu, measure_tree};
use crate::physics::TreeWalk;
use crate::words::{Text, say};

/// The ideas.
pub const IDEAS: Experiment =
    Experiment::new("barnes-hut-ideas", Topic::Tree, "Burtscher, CUDA Optimization Tutorial, part II", ideas);

/// Speed-ups of an idea with these numbers of bodies.
type SpeedUps = [f64; 3];
const NUMBERS: [usize; 3] = [50_000, 500_000, MAX];

#[allow(clippy::approx_constant, reason = "a published number that only looks like a constant of nature")]
const SORTING: SpeedUps = [3.60, 6.28, 8.21];

/// The text's ideas without a counterpart here.
const WITHOUT: [(&str, SpeedUps); 7] = [
    ("no volatile", [1.14, 1.19, 1.18]),
    ("recomputed data", [0.99, 1.32, 1.69]),
    ("warp voting", [2.04, 2.49, 2.47]),
    ("full multithreading", [20.8, 28.0, 28.9]),
    ("throttling barrier", [0.97, 1.03, 1.04]),
    ("wait-free pre-pass", [1.02, 1.21, 1.31]),
    ("combined fence", [1.54, 1.57, 1.50]),
];

fn ideas(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let mut cases = Vec::new();
    let counts = extent.counts(gpu, &[4096], &NUMBERS);
    for &count in &counts {
        let whole = Shared::default();
        let with = |idea: &str, speed_ups: SpeedUps| {
            let (whole, bench) = (whole.clone(), TreeBench::new(TreeModel::Plummer, count));
            let case = Case::new(format!("with {idea}"), count, move |gpu| whole.of(|| measure_tree(gpu, bench.clone())));
            published(case.over(format!("without {idea}")), speed_ups)
        };
        let without = |idea: &str, walk: TreeWalk| {
            let bench = TreeBench { walk, ..TreeBench::new(TreeModel::Plummer, count) };
            Case::new(format!("without {idea}"), count, move |gpu| measure_tree(gpu, bench.clone()))
        };
        // A group that opens almost everything takes the square of the number.
        if count <= 1_000_000 {
            cases.push(without("sorted bodies", TreeWalk::Unsorted));
        } else {
            let too_long = |_: &Gpu| Err(LabError::NoCounterpart(say!("reason-unsorted")));
            cases.push(Case::new("without sorted bodies", count, too_long));
        }
        cases.push(with("sorted bodies", SORTING));
        cases.push(without("synchronised walk", TreeWalk::Alone));
        cases.push(with("synchronised walk", [6.23, 8.04, 8.60]));
        let bench = TreeBench::new(TreeModel::Plummer, count);
        cases.push(Case::new("without reciprocal root", count, move |gpu| {
            measure_tree(&gpu.clone().with_kernels(by_root), bench.clone())
        }));
        cases.push(with("reciprocal root", [1.43, 1.47, 1.46]));
        if counts.first() == Some(&count) {
            for (variant, threads) in [("cpu-tree on one thread", Some(1)), ("cpu-tree on all threads", None)] {
                let bench = CpuBench { model: Model::Plummer, count, kernel: CpuKernel::TREE, threads, ..CpuBench::default() };
                cases.push(Case::new(variant, count, move |_| measure_cpu(bench)).over("cpu-tree on one thread"));
            }
        }
    }
    let Some(&count) = counts.first() else { return cases };
    cases.extend(WITHOUT.map(|(idea, speed_ups)| {
        let reason = Text::of(format!("reason-{}", idea.replace(' ', "-")));
        let case = Case::new(idea, count, move |_| Err(LabError::NoCounterpart(reason.clone())));
        NUMBERS.iter().zip(speed_ups).fold(case, |case, (&number, speed_up)| of_number(case, number, speed_up))
    }));
    cases
}

/// What was published for this number of bodies; for numbers that the text does not have, for all of its own.
fn published(case: Case, speed_ups: SpeedUps) -> Case {
    let count = case.count;
    let fits = |number: usize| number == count || !NUMBERS.contains(&count);
    let fitting = NUMBERS.into_iter().zip(speed_ups).filter(|(number, _)| fits(*number));
    fitting.fold(case, |case, (number, speed_up)| of_number(case, number, speed_up))
}

fn of_number(case: Case, number: usize, speed_up: f64) -> Case {
    case.published(Quantity::SpeedUp, speed_up, &format!("{GTX}, {} bodies", grouped(number)))
}

/// A walk of the tree that takes a root and a division in place of the reciprocal root.
fn by_root(kernel: &KernelSource, wgsl: &str) -> Option<String> {
    (kernel.label == "tree/walk").then(|| wgsl.replace("inverseSqrt(x)", "1.0 / sqrt(x)"))
}
