//! Burtscher's ladder: one kernel, improved step by step.

use super::all_pairs::{ONE_CPU_THREAD, gpu_bench, on_cpu, on_gpu};
use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Extent, Extra, Topic};
use crate::lab::{
    GravityBench, GravityKernel, Measurement, Rung, TextbookKernel, TextbookLoop, TreeBench,
    TreeModel,
};
use crate::name::Named;
use crate::physics::{ForceKernel, Precision};
use crate::words::say;

/// Burtscher's ladder.
pub const LADDER: Experiment = Experiment::whole(
    "nbody-ladder",
    Topic::AllPairs,
    "Burtscher, CUDA Optimization Tutorial, part I; N-Body Simulation in CUDA",
    ladder,
)
.with(Extra::Ladder);

/// Bodies for which the one-threaded loops take seconds: on a GPU, and on a processor.
const MANY: [usize; 2] = [4000, 20_000];

fn ladder(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let mut cases: Vec<Case> = extent
        .counts(gpu, &[1000], &[1000, 10_000, 100_000])
        .into_iter()
        .flat_map(of_count)
        .collect();
    if let Some(count) = cases.last().map(|case| case.entry.count) {
        cases.push(Case::without("one core over one lane", count, say!("reason-lanes")));
    }
    if extent.counts.is_none() && !gpu.is_software() {
        // Rungs 0 and 1, after the processor.
        cases.extend(of_count(OF_ONE_THREAD).into_iter().take(3));
        // The third GPU's largest number, whose lower rungs would take minutes.
        cases.extend([single(Rung::Rung10, MAX), double(MAX)]);
        cases.sort_by_key(|case| case.entry.count);
    }
    cases
}

/// Bodies of the text for one thread of the third GPU. A pass over the 10,000 of the others takes
/// ten times as long, and drivers of displays end it.
const OF_ONE_THREAD: usize = 3000;

/// Bodies for which only the last rung has published times.
const MAX: usize = 300_000;

/// A rung in single precision; those with tiles with the bytes that they load, which every body of a
/// workgroup shares.
fn single(rung: Rung, count: usize) -> Case {
    let counts = rung.counts();
    let bytes =
        (counts.workgroup_reads > 0.0).then(|| 4.0 * counts.global_reads * (count as f64).powi(2));
    on_gpu(rung, count).then(move |row| Ok(Measurement { bytes, ..row })).named(variant(rung))
}

/// The last rung in double precision.
fn double(count: usize) -> Case {
    let bench = GravityBench { precision: Precision::Double, ..gpu_bench(Rung::Rung10, count) };
    Case::of(bench).named("rung-10 in double precision").over(variant(Rung::Rung10))
}

/// The ladder for this many bodies.
fn of_count(count: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut before = None;
    if count <= MANY[1] {
        cases.push(on_cpu(TextbookLoop::AosSerial, count));
        before = Some(ONE_CPU_THREAD.to_owned());
    }
    for &rung in Rung::ALL.iter().filter(|rung| rung.number() > 0 || count <= MANY[0]) {
        let variant = variant(rung);
        let mut case = single(rung, count);
        if let Some(before) = &before {
            case = case.over(before);
        }
        let counts = rung.counts();
        case.note = match rung.kernel() {
            Some(_) => rung.change().and(say!(
                "note-rung",
                operations = counts.operations,
                global = counts.global_reads,
                workgroup = counts.workgroup_reads,
            )),
            None => rung.change(),
        };
        cases.push(case);
        if rung == Rung::Rung10 {
            cases.push(double(count));
        }
        // What comes next is compared with it, even where it takes back a change, as in the text.
        before = rung.kernel().map(|_| variant).or(before);
    }
    let last = before.unwrap_or_default();
    let modern: [GravityKernel; 3] =
        [TextbookKernel::Threads4.into(), ForceKernel::Tiles.into(), ForceKernel::Symmetric.into()];
    cases.extend(modern.map(|kernel| on_gpu(kernel, count).over(&last)));
    let tree = TreeBench::new(TreeModel::Plummer, count);
    cases.push(Case::of(tree).named("tree").over(last));
    cases
}

fn variant(rung: Rung) -> String {
    format!("{}: {}", rung.name(), rung.title())
}
