//! Reduction, scan and sort along an axis: the number of elements, the size of a workgroup, the operator.

use super::primitives::{by_workgroups, reduction, sort};
use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Extent, Topic};
use crate::lab::{ScanBench, ScanKernel, ScanOperator, measure_scan};
use crate::name::Named;
use crate::primitives::ScanKind;

/// Sums against the number of elements.
pub const REDUCTION_SIZES: Experiment = Experiment {
    name: "reduction-sizes",
    title: "Reductions by size",
    topic: Topic::Reduction,
    about: "Few elements leave most of a GPU idle, and the time is that of starting a kernel and waiting for it: the rate rises with \
        the number until the memory sets it. Numbers that fit into a cache can be read faster than from memory. The processor starts \
        at once, so it leads among few.",
    source: "NVIDIA, CUDA Technical Training II: CUDA Case Studies (2008)",
    differences: &["The text gives times for 4M elements and a rate for 32M; this is the curve between and below."],
    axis: None,
    cases: reduction_sizes,
};

fn reduction_sizes(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const HARDWARE: [usize; 8] = [1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 25];
    let of = |count: usize| {
        let gpus = ["first-add", "many-elements", "auto"].map(|name| reduction(name, count));
        gpus.into_iter().chain([reduction("cpu-threaded", count)])
    };
    extent.counts(gpu, &[1 << 12, 1 << 16, 1 << 20], &HARDWARE).into_iter().flat_map(of).collect()
}

/// Sums by workgroups of several sizes.
pub const REDUCTION_BLOCKS: Experiment = Experiment {
    name: "reduction-blocks",
    title: "Reductions by size of workgroup",
    topic: Topic::Reduction,
    about: "A large workgroup has a high tree, whose upper levels leave most threads idle, and few of them fit on a processor; a small one \
        has a low tree, but leaves more totals for the next pass, and too few threads to hide the latency of memory. Where each thread \
        adds many elements first, the size hardly matters.",
    source: "NVIDIA, CUDA Technical Training II: CUDA Case Studies (2008)",
    differences: &["The text gives times for workgroups of 128 threads only."],
    axis: Some("threads per workgroup"),
    cases: reduction_blocks,
};

fn reduction_blocks(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const NAMES: [&str; 5] = ["first-add", "many-elements-in-step", "unrolled-in-step", "vectors", "subgroups"];
    let names = if gpu.is_software() { &NAMES[..2] } else { &NAMES[..] };
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[1 << 18], &[1 << 22]) {
        for &name in names {
            let by = |threads: u32| by_workgroups(name, count, Some(threads)).at(f64::from(threads));
            cases.extend([32, 64, 128, 256, 512, 1024].map(by));
        }
    }
    cases
}

/// Scans of both kinds by several operators.
pub const SCAN_OPERATORS: Experiment = Experiment {
    name: "scan-operators",
    title: "Scans by any operator",
    topic: Topic::Scan,
    about: "A scan needs no more of its operator than that it is associative: a (b c) = (a b) c. Sums, extremes, and the composition of maps \
        x -> a x + b, whose order matters and which solves linear recurrences, run by the same kernels. An exclusive scan leaves out \
        each element itself, so the first result is the operator's identity.",
    source: "Patterson & Hennessy, Computer Organization and Design, GPU appendix",
    differences: &["The text gives no times.", "The text's own kernels are here for sums."],
    axis: None,
    cases: scan_operators,
};

fn scan_operators(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const HISTORICAL: [&str; 2] = ["hillis-steele-in-place", "work-efficient"];
    let case = |variant: String, bench: ScanBench| {
        Case::new(variant, bench.count, move |gpu| {
            bench.kernel.check(gpu, bench.count)?;
            measure_scan(gpu, bench)
        })
    };
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[1 << 16], &[1 << 24]) {
        for &operator in ScanOperator::ALL {
            for &kind in ScanKind::ALL {
                let bench = ScanBench { count, kind, operator, ..ScanBench::default() };
                cases.push(case(format!("{} {}", kind.name(), operator.name()), bench).over("inclusive sum"));
            }
        }
        for name in HISTORICAL {
            let kernel = ScanKernel::named(name).unwrap_or_else(|error| unreachable!("{error}"));
            let bench = ScanBench { count, kernel, kind: ScanKind::Exclusive, operator: ScanOperator::FloatSum };
            cases.push(case(format!("{name}: exclusive float-sum"), bench).over("exclusive float-sum"));
        }
    }
    cases
}

/// Sorts against the number of keys.
pub const SORT_SIZES: Experiment = Experiment {
    name: "sort-sizes",
    title: "Radix sorts by size",
    topic: Topic::Sort,
    about: "Keys per second against their number. Each pass of a radix sort starts several kernels, so few keys take as long as many; the \
        processor's sorts win there. Among many keys the memory sets the rate.",
    source: "Patterson & Hennessy, Computer Organization and Design, GPU appendix",
    differences: &["The text gives no times."],
    axis: None,
    cases: sort_sizes,
};

fn sort_sizes(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const HARDWARE: [usize; 7] = [1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 24];
    let of = |count: usize| ["eight-bits", "auto", "cpu-threaded", "cpu-std"].map(|name| sort(name, count));
    extent.counts(gpu, &[1 << 10, 1 << 14, 1 << 17], &HARDWARE).into_iter().flat_map(of).collect()
}
