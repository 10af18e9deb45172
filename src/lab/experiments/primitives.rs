//! Reduction, scan and sort: the kernels of the texts beside those that programs use today.

use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Extent, Topic};
use crate::lab::machine::CopySpeed;
use crate::lab::{Number, ReduceBench, ReduceKernel, ScanBench, ScanKernel, SortBench, SortKernel};
use crate::lab::{measure_reduce, measure_scan, measure_sort};
use crate::name::Named;

/// The seven kernels.
pub const REDUCTIONS: Experiment = Experiment::new(
    "reduction",
    Topic::Reduction,
    "NVIDIA, CUDA Technical Training II: CUDA Case Studies (2008); Patterson & Hennessy, GPU appendix (atomic)",
    reductions,
);

fn reductions(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const KERNELS: [&str; 7] = [
        "interleaved-divergent",
        "interleaved-strided",
        "sequential",
        "first-add",
        "last-warp-in-step",
        "unrolled-in-step",
        "many-elements-in-step",
    ];
    const WITH_BARRIERS: [(&str, &str); 3] = [
        ("last-warp-unrolled", "first-add"),
        ("completely-unrolled", "last-warp-unrolled"),
        ("many-elements", "completely-unrolled"),
    ];
    const MORE: [&str; 5] = ["vectors", "subgroups", "auto", "cpu-serial", "cpu-threaded"];
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[1 << 18], &[1 << 22, 1 << 25]) {
        let copy = CopySpeed::default();
        cases.push(copy.case("reduce", count));
        let mut before = None;
        for kernel in KERNELS {
            let case = beside_copy(kernel, count, &copy);
            cases.push(match before.replace(kernel) {
                Some(before) => case.over(before),
                None => case,
            });
        }
        cases.extend(
            WITH_BARRIERS.map(|(kernel, before)| beside_copy(kernel, count, &copy).over(before)),
        );
        cases.push(beside_copy("atomic", count, &copy));
        cases.extend(MORE.map(|kernel| beside_copy(kernel, count, &copy).over("many-elements")));
    }
    cases
}

/// A sum by the kernel with this name.
pub(super) fn reduction(name: &'static str, count: usize) -> Case {
    by_workgroups(name, count, None)
}

/// A sum by the kernel with this name, in workgroups of this many threads if given.
pub(super) fn by_workgroups(name: &'static str, count: usize, threads: Option<u32>) -> Case {
    sum(name, count, threads, None)
}

/// A sum by the kernel with this name; one on the GPU is compared with a copy.
fn beside_copy(name: &'static str, count: usize, copy: &CopySpeed) -> Case {
    sum(name, count, None, Some(copy.clone()).filter(|_| !name.starts_with("cpu")))
}

fn sum(name: &'static str, count: usize, threads: Option<u32>, copy: Option<CopySpeed>) -> Case {
    let kernel = ReduceKernel::named(name).unwrap_or_else(|error| unreachable!("{error}"));
    Case::new(name, count, move |gpu| {
        kernel.check(gpu, Number::U32)?;
        let row =
            measure_reduce(gpu, ReduceBench { count, kernel, threads, ..ReduceBench::default() })?;
        Ok(match &copy {
            Some(copy) => copy.beside(row, 4.0),
            None => row,
        })
    })
}

/// Scans.
pub const SCANS: Experiment = Experiment::new(
    "scan",
    Topic::Scan,
    "Patterson & Hennessy, Computer Organization and Design, GPU appendix, figure 8.8.8",
    scans,
);

fn scans(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const NAMES: [&str; 9] = [
        "serial",
        "hillis-steele-in-place",
        "hillis-steele",
        "work-efficient",
        "portable",
        "look-back",
        "auto",
        "cpu-serial",
        "cpu-threaded",
    ];
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[1 << 14, 1 << 18], &[1 << 16, 1 << 20, 1 << 24]) {
        // One thread takes a minute for more.
        for name in NAMES.into_iter().filter(|&name| name != "serial" || count <= 1 << 16) {
            let kernel = ScanKernel::named(name).unwrap_or_else(|error| unreachable!("{error}"));
            let case = Case::new(name, count, move |gpu| {
                kernel.check(gpu, count)?;
                measure_scan(gpu, ScanBench { count, kernel, ..ScanBench::default() })
            });
            cases.push(case.over("hillis-steele-in-place"));
        }
    }
    cases
}

/// Sorts.
pub const SORTS: Experiment = Experiment::new(
    "sort",
    Topic::Sort,
    "Patterson & Hennessy, Computer Organization and Design, GPU appendix",
    sorts,
);

fn sorts(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const ONE_BLOCK: [&str; 2] = ["one-block-in-place", "one-block"];
    const NAMES: [&str; 9] = [
        "one-bit-by-ones",
        "one-bit",
        "four-bits",
        "eight-bits",
        "portable",
        "auto",
        "cpu-serial",
        "cpu-threaded",
        "cpu-std",
    ];
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[1 << 10, 1 << 15], &[1 << 10, 1 << 20, 1 << 24]) {
        if count <= 1 << 10 {
            cases.extend(ONE_BLOCK.map(|name| sort(name, count)));
        }
        cases.extend(NAMES.map(|name| sort(name, count).over("one-bit-by-ones")));
    }
    cases
}

/// A sort of random keys by the kernel with this name.
pub(super) fn sort(name: &'static str, count: usize) -> Case {
    let kernel = SortKernel::named(name).unwrap_or_else(|error| unreachable!("{error}"));
    Case::new(name, count, move |gpu| {
        measure_sort(gpu, SortBench { count, kernel, ..SortBench::default() })
    })
}
