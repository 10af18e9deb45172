//! Burtscher's ladder: one kernel, improved step by step.

use super::all_pairs::{ONE_CPU_THREAD, gpu_bench, on_cpu, on_gpu};
use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Extent, Extra, Quantity, Topic};
use crate::lab::{
    GravityBench, GravityKernel, LabError, Measurement, Rung, TextbookKernel, TextbookLoop,
    TreeBench, TreeModel, measure_gravity, measure_tree,
};
use crate::name::Named;
use crate::physics::{ForceKernel, Precision};
use crate::words::say;

/// Burtscher's ladder.
pub const LADDER: Experiment = Experiment::new(
    "nbody-ladder",
    Topic::AllPairs,
    "Burtscher, CUDA Optimization Tutorial, part I; N-Body Simulation in CUDA",
    ladder,
)
.with(Extra::Ladder);

/// The GPUs with compute capability 1.3, 2.0 and 3.0.
const GPUS: [&str; 3] = ["Quadro FX 5800", "Tesla C2050", "GeForce GTX 680"];
/// The same with the numbers of bodies of rungs 0 and 1.
const GPUS_OF_ONE_THREAD: [&str; 3] = [
    "Quadro FX 5800, 10,000 bodies",
    "Tesla C2050, 10,000 bodies",
    "GeForce GTX 680, 3,000 bodies",
];
/// The same over one thread of the processor beside them.
const OVER_THREAD: [&str; 3] = [
    "Quadro FX 5800 over one thread",
    "Tesla C2050 over one thread",
    "GeForce GTX 680 over one thread",
];
/// Where the last rung was measured.
const LAST: [&str; 2] = ["GeForce GTX 480, with rung 11", "GeForce GTX 680, with rung 11"];
/// Speed-ups of rung 1 over one thread of a processor, and over rung 0 per lane of the GPU: 240,
/// 448 and 1,536.
const OVER_CPU: [f64; 3] = [107.5, 176.7, 176.2];
const PER_LANE: [f64; 3] = [32.0, 14.5, 7.9];
/// Bodies for which the one-threaded loops take seconds: on a GPU, and on a processor.
const MANY: [usize; 2] = [4000, 20_000];

fn ladder(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let mut cases: Vec<Case> = extent
        .counts(gpu, &[1000], &[1000, 10_000, 100_000])
        .into_iter()
        .flat_map(of_count)
        .collect();
    if extent.counts.is_none() && !gpu.is_software() {
        // Rungs 0 and 1, after the processor.
        cases.extend(of_count(OF_ONE_THREAD).into_iter().take(3));
        // The third GPU's largest number, whose lower rungs would take minutes.
        cases.extend([single(Rung::Rung10, MAX), double(MAX)]);
        cases.sort_by_key(|case| case.count);
    }
    cases
}

/// Bodies of the text for one thread of the third GPU. A pass over the 10,000 of the others takes
/// ten times as long, and drivers of displays end it.
const OF_ONE_THREAD: usize = 3000;

/// Bodies for which only the last rung has published times.
const MAX: usize = 300_000;

/// A rung in single precision.
fn single(rung: Rung, count: usize) -> Case {
    published(rung, None, Case::new(variant(rung), count, move |gpu| measure(gpu, rung, count)))
}

/// A rung; those with tiles with the bytes that they load, which every body of a workgroup shares.
fn measure(gpu: &Gpu, rung: Rung, count: usize) -> Result<Measurement, LabError> {
    let row = measure_gravity(gpu, gpu_bench(rung, count))?;
    let counts = rung.counts();
    let bytes =
        (counts.workgroup_reads > 0.0).then(|| 4.0 * counts.global_reads * (count as f64).powi(2));
    Ok(Measurement { bytes, ..row })
}

/// The last rung in double precision.
fn double(count: usize) -> Case {
    let bench = GravityBench { precision: Precision::Double, ..gpu_bench(Rung::Rung10, count) };
    let case =
        Case::new("rung-10 in double precision", count, move |gpu| measure_gravity(gpu, bench));
    let case = case.over(variant(Rung::Rung10));
    match count {
        100_000 => case.published(Quantity::Gigaflops, 261.1, LAST[0]),
        MAX => case.published(Quantity::Gigaflops, 88.7, LAST[1]),
        _ => case,
    }
}

/// The ladder for this many bodies.
fn of_count(count: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut before = None;
    if count <= MANY[1] {
        cases.push(on_cpu(ONE_CPU_THREAD, TextbookLoop::AosSerial.into(), count));
        before = Some(ONE_CPU_THREAD.to_owned());
    }
    for &rung in Rung::ALL.iter().filter(|rung| rung.number() > 0 || count <= MANY[0]) {
        let variant = variant(rung);
        let mut case = published(
            rung,
            before.as_deref(),
            Case::new(&variant, count, move |gpu| measure(gpu, rung, count)),
        );
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
    cases.push(Case::new("tree", count, move |gpu| measure_tree(gpu, tree.clone())).over(last));
    cases
}

fn variant(rung: Rung) -> String {
    format!("{}: {}", rung.name(), rung.title())
}

/// What the text says about a rung with this many bodies, compared with the variant `before`.
fn published(rung: Rung, before: Option<&str>, mut case: Case) -> Case {
    if let Some(before) = before {
        let is_first = rung == Rung::Rung1 && before == ONE_CPU_THREAD;
        case = case.over(before);
        let places = if rung.number() < 2 { GPUS_OF_ONE_THREAD } else { GPUS };
        for (number, place) in places.into_iter().enumerate() {
            case = match rung {
                Rung::Rung1 if is_first => {
                    case.published(Quantity::SpeedUp, OVER_CPU[number], OVER_THREAD[number])
                }
                Rung::Rung1 => case
                    .published(Quantity::SpeedUp, rung.published()[number], place)
                    .published_over((ONE_CPU_THREAD, None), OVER_CPU[number], OVER_THREAD[number])
                    .published(Quantity::PerLane, PER_LANE[number], place),
                _ => case.published(Quantity::SpeedUp, rung.published()[number], place),
            };
        }
    }
    let values: &[(Quantity, f64, &str)] = match (case.count, rung) {
        (100_000, Rung::Rung7) => &[
            (Quantity::Milliseconds, 612.0, GPUS[1]),
            (Quantity::Gigaflops, 326.7, GPUS[1]),
            (Quantity::Gigabytes, 1.035, GPUS[1]),
            (Quantity::OfPeak, 63.0, "Tesla C2050 without fused multiply-adds"),
            (Quantity::OfPeak, 32.0, "Tesla C2050 with fused multiply-adds"),
        ],
        (100_000, Rung::Rung10) => &[
            (Quantity::Milliseconds, 296.1, LAST[0]),
            (Quantity::Gigaflops, 675.6, LAST[0]),
            (Quantity::Gigabytes, 2.139, LAST[0]),
            (Quantity::OfPeak, 66.0, LAST[0]),
        ],
        (MAX, Rung::Rung10) => &[
            (Quantity::Milliseconds, 1073.0, LAST[1]),
            (Quantity::Gigaflops, 1677.6, LAST[1]),
            (Quantity::Gigabytes, 5.266, LAST[1]),
            (Quantity::OfPeak, 54.0, LAST[1]),
        ],
        _ => &[],
    };
    values
        .iter()
        .fold(case, |case, &(quantity, value, place)| case.published(quantity, value, place))
}
