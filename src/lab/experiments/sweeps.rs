//! Reduction, scan and sort along an axis: the number of elements, the size of a workgroup, the
//! operator.

use super::primitives::{by_workgroups, reduction, sort};
use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Extent, Topic};
use crate::lab::{ScanBench, ScanKernel, ScanOperator, measure_scan};
use crate::name::Named;
use crate::primitives::ScanKind;

/// Sums against the number of elements.
pub const REDUCTION_SIZES: Experiment = Experiment::new(
    "reduction-sizes",
    Topic::Reduction,
    "NVIDIA, CUDA Technical Training II: CUDA Case Studies (2008)",
    reduction_sizes,
);

fn reduction_sizes(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const HARDWARE: [usize; 8] =
        [1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 25];
    let of = |count: usize| {
        let gpus = ["first-add", "many-elements", "auto"].map(|name| reduction(name, count));
        gpus.into_iter().chain([reduction("cpu-threaded", count)])
    };
    extent.counts(gpu, &[1 << 12, 1 << 16, 1 << 20], &HARDWARE).into_iter().flat_map(of).collect()
}

/// Sums by workgroups of several sizes.
pub const REDUCTION_BLOCKS: Experiment = Experiment::new(
    "reduction-blocks",
    Topic::Reduction,
    "NVIDIA, CUDA Technical Training II: CUDA Case Studies (2008)",
    reduction_blocks,
)
.along("threads per workgroup");

fn reduction_blocks(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const NAMES: [&str; 5] =
        ["first-add", "many-elements-in-step", "unrolled-in-step", "vectors", "subgroups"];
    let names = if gpu.is_software() { &NAMES[..2] } else { &NAMES[..] };
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[1 << 18], &[1 << 22]) {
        for &name in names {
            let by =
                |threads: u32| by_workgroups(name, count, Some(threads)).at(f64::from(threads));
            cases.extend([32, 64, 128, 256, 512, 1024].map(by));
        }
    }
    cases
}

/// Scans of both kinds by several operators.
pub const SCAN_OPERATORS: Experiment = Experiment::new(
    "scan-operators",
    Topic::Scan,
    "Patterson & Hennessy, Computer Organization and Design, GPU appendix",
    scan_operators,
);

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
                cases.push(
                    case(format!("{} {}", kind.name(), operator.name()), bench)
                        .over("inclusive sum"),
                );
            }
        }
        for name in HISTORICAL {
            let kernel = ScanKernel::named(name).unwrap_or_else(|error| unreachable!("{error}"));
            let (kind, operator) = (ScanKind::Exclusive, ScanOperator::FloatSum);
            let bench = ScanBench { count, kernel, kind, operator, ..ScanBench::default() };
            cases.push(
                case(format!("{name}: exclusive float-sum"), bench).over("exclusive float-sum"),
            );
        }
    }
    cases
}

/// Sorts against the number of keys.
pub const SORT_SIZES: Experiment = Experiment::new(
    "sort-sizes",
    Topic::Sort,
    "Patterson & Hennessy, Computer Organization and Design, GPU appendix",
    sort_sizes,
);

fn sort_sizes(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const HARDWARE: [usize; 7] = [1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 24];
    let of = |count: usize| {
        ["eight-bits", "auto", "cpu-threaded", "cpu-std"].map(|name| sort(name, count))
    };
    extent.counts(gpu, &[1 << 10, 1 << 14, 1 << 17], &HARDWARE).into_iter().flat_map(of).collect()
}
