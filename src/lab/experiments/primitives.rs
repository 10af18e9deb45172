//! Reduction, scan and sort: the kernels of the texts beside those that programs use today.

use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Extent, Quantity, Topic};
use crate::lab::machine::CopySpeed;
use crate::lab::{Number, ReduceBench, ReduceKernel, ScanBench, ScanKernel, SortBench, SortData, SortKernel};
use crate::lab::{measure_reduce, measure_scan, measure_sort};
use crate::name::Named;

/// The seven kernels.
pub const REDUCTIONS: Experiment = Experiment {
    name: "reduction",
    title: "Seven reductions",
    topic: Topic::Reduction,
    about: "Adding up integers is bound by memory: a perfect kernel reads as fast as a copy. In the text the first one takes thirty \
        times as long as the last, because its threads diverge; the next removes the divergence, then the bank conflicts, then idle threads, then the last \
        barriers, and in the end each thread adds many elements before the tree begins. What came later reads four elements at \
        once and leaves the tree to the subgroup.",
    source: "NVIDIA, CUDA Technical Training II: CUDA Case Studies (2008); Patterson & Hennessy, GPU appendix (atomic)",
    differences: &[
        "Kernels 5 and 6 keep their barriers in the last 32 threads: the text leaves them out, which no GPU guarantees any more.",
        "Gigabytes are those of the elements; the card of the text moves 86.4 at most. A copy's count twice, read and written.",
    ],
    axis: None,
    cases: reductions,
};

fn reductions(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const G80: &str = "GeForce 8800 GTX";
    // Milliseconds and gigabytes per second of 2^22 integers.
    const PUBLISHED: [(&str, f64, f64); 7] = [
        ("interleaved-divergent", 8.054, 2.083),
        ("interleaved-strided", 3.456, 4.854),
        ("sequential", 1.722, 9.741),
        ("first-add", 0.965, 17.377),
        ("last-warp-unrolled", 0.536, 31.289),
        ("completely-unrolled", 0.381, 43.996),
        ("many-elements", 0.268, 62.671),
    ];
    const STEPS: [f64; 7] = [f64::NAN, 2.33, 2.01, 1.78, 1.8, 1.41, 1.42];
    const MORE: [&str; 5] = ["vectors", "subgroups", "auto", "cpu-serial", "cpu-threaded"];
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[1 << 20], &[1 << 22, 1 << 25]) {
        let copy = CopySpeed::default();
        cases.push(copy.case("reduce", count));
        let mut before = None;
        for (kernel, milliseconds, gigabytes) in PUBLISHED {
            let mut case = reduction(kernel, count, &copy);
            if let Some(before) = before.replace(kernel) {
                let step = STEPS[PUBLISHED.iter().position(|(name, ..)| *name == kernel).unwrap_or(0)];
                case = case.over(before).published(Quantity::SpeedUp, step, G80);
            }
            if count == 1 << 22 {
                case = case.published(Quantity::Milliseconds, milliseconds, G80).published(Quantity::Gigabytes, gigabytes, G80);
            }
            if count == 1 << 25 && kernel == "many-elements" {
                case = case.published(Quantity::Gigabytes, 72.0, G80);
            }
            cases.push(case);
        }
        cases.push(reduction("atomic", count, &copy));
        cases.extend(MORE.map(|kernel| reduction(kernel, count, &copy).over("many-elements")));
    }
    cases
}

fn reduction(name: &'static str, count: usize, copy: &CopySpeed) -> Case {
    let copy = copy.clone();
    let kernel = ReduceKernel::named(name).unwrap_or_else(|error| unreachable!("{error}"));
    Case::new(name, count, move |gpu| {
        kernel.check(gpu, Number::U32)?;
        let row = measure_reduce(gpu, ReduceBench { count, number: Number::U32, kernel })?;
        Ok(if name.starts_with("cpu") { row } else { copy.beside(row, 4.0) })
    })
}

/// Scans.
pub const SCANS: Experiment = Experiment {
    name: "scan",
    title: "Scans",
    topic: Topic::Scan,
    about: "A scan replaces each element by the sum up to it: [3 1 7 0 4 1 6 3] becomes [3 4 11 11 15 16 22 25]. A loop does it in n \
        additions, one after the other. Hillis and Steele's takes log n rounds and n log n additions; Blelloch's tree goes up and \
        down in 2 log n rounds with few additions more than the loop. Today's goes over the elements once, while tiles look up \
        what the tiles before them have published.",
    source: "Patterson & Hennessy, Computer Organization and Design, GPU appendix, figure 8.8.8",
    differences: &["The text gives no times."],
    axis: None,
    cases: scans,
};

fn scans(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const NAMES: [&str; 8] =
        ["serial", "hillis-steele", "work-efficient", "portable", "look-back", "auto", "cpu-serial", "cpu-threaded"];
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[1 << 16, 1 << 20], &[1 << 16, 1 << 20, 1 << 24]) {
        // One thread takes a minute for more.
        for name in NAMES.into_iter().filter(|&name| name != "serial" || count <= 1 << 16) {
            let kernel = ScanKernel::named(name).unwrap_or_else(|error| unreachable!("{error}"));
            let case = Case::new(name, count, move |gpu| {
                kernel.check(gpu, count)?;
                measure_scan(gpu, ScanBench { count, kernel })
            });
            cases.push(case.over("hillis-steele"));
        }
    }
    cases
}

/// Sorts.
pub const SORTS: Experiment = Experiment {
    name: "sort",
    title: "Radix sorts",
    topic: Topic::Sort,
    about: "Sorting from the lowest digit to the highest, each time without disturbing the order so far. By single bits that takes 32 \
        passes over the keys, each of them a scan; with four bits at a time 8, with eight bits 4. Today's sort does each pass in \
        one sweep.",
    source: "Patterson & Hennessy, Computer Organization and Design, GPU appendix",
    differences: &["The text gives no times."],
    axis: None,
    cases: sorts,
};

fn sorts(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const NAMES: [&str; 9] =
        ["one-block", "one-bit", "four-bits", "eight-bits", "portable", "auto", "cpu-serial", "cpu-threaded", "cpu-std"];
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[1 << 10, 1 << 18], &[1 << 10, 1 << 20, 1 << 24]) {
        for name in NAMES.into_iter().filter(|&name| name != "one-block" || count <= 1 << 10) {
            let kernel = SortKernel::named(name).unwrap_or_else(|error| unreachable!("{error}"));
            let case = Case::new(name, count, move |gpu| {
                kernel.check(gpu, count)?;
                measure_sort(gpu, SortBench { count, kernel, data: SortData::Random, is_pairs: false })
            });
            cases.push(case.over("one-bit"));
        }
    }
    cases
}
