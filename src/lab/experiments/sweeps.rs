//! Reduction, scan and sort along an axis: the number of elements, the size of a workgroup, the
//! operator.

use super::primitives::{reduction, sort};
use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Topic};
use crate::lab::historical::ReduceLadder::{
    FirstAdd, ManyElements, ManyElementsInStep, Subgroups, UnrolledInStep, Vectors,
};
use crate::lab::historical::{ReduceLadder, ScanLadder, SortLadder};
use crate::lab::{ReduceBench, ReduceKernel, ScanBench, ScanKernel, ScanOperator, SortKernel};
use crate::name::Named;
use crate::primitives::ScanKind;

/// Sums against the number of elements.
pub const REDUCTION_SIZES: Experiment = Experiment::new(
    "reduction-sizes",
    Topic::Reduction,
    "NVIDIA, CUDA Technical Training II: CUDA Case Studies (2008)",
    [
        &[1 << 12, 1 << 16, 1 << 20],
        &[1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 25],
    ],
    reduction_sizes,
);

fn reduction_sizes(_: &Gpu, count: usize) -> Vec<Case> {
    const KERNELS: [ReduceKernel; 4] = [
        ReduceKernel::Ladder(FirstAdd),
        ReduceKernel::Ladder(ManyElements),
        ReduceKernel::Auto,
        ReduceKernel::CpuThreaded,
    ];
    KERNELS.map(|kernel| reduction(kernel, count)).into()
}

/// Sums by workgroups of several sizes.
pub const REDUCTION_BLOCKS: Experiment = Experiment::new(
    "reduction-blocks",
    Topic::Reduction,
    "NVIDIA, CUDA Technical Training II: CUDA Case Studies (2008)",
    [&[1 << 18], &[1 << 22]],
    reduction_blocks,
)
.along("threads per workgroup");

fn reduction_blocks(gpu: &Gpu, count: usize) -> Vec<Case> {
    const KERNELS: [ReduceLadder; 5] =
        [FirstAdd, ManyElementsInStep, UnrolledInStep, Vectors, Subgroups];
    let kernels = if gpu.is_software() { &KERNELS[..2] } else { &KERNELS[..] };
    let mut cases = Vec::new();
    for &kernel in kernels {
        let bench = ReduceBench { count, kernel: kernel.into(), ..ReduceBench::default() };
        let by = |threads: u32| {
            Case::of(ReduceBench { threads: Some(threads), ..bench }).at(f64::from(threads))
        };
        cases.extend([32, 64, 128, 256, 512, 1024].map(by));
    }
    cases
}

/// Scans of both kinds by several operators.
pub const SCAN_OPERATORS: Experiment = Experiment::new(
    "scan-operators",
    Topic::Scan,
    "Patterson & Hennessy, Computer Organization and Design, GPU appendix",
    [&[1 << 16], &[1 << 24]],
    scan_operators,
);

fn scan_operators(_: &Gpu, count: usize) -> Vec<Case> {
    const HISTORICAL: [ScanLadder; 2] =
        [ScanLadder::HillisSteeleInPlace, ScanLadder::WorkEfficient];
    let mut cases = Vec::new();
    for &operator in ScanOperator::ALL {
        for &kind in ScanKind::ALL {
            let case = Case::of(ScanBench { count, kind, operator, ..ScanBench::default() });
            let variant = format!("{} {}", kind.name(), operator.name());
            cases.push(case.named(variant).over("inclusive sum"));
        }
    }
    for kernel in HISTORICAL {
        let (kind, operator) = (ScanKind::Exclusive, ScanOperator::FloatSum);
        let kernel = ScanKernel::from(kernel);
        let bench = ScanBench { count, kernel, kind, operator, ..ScanBench::default() };
        let variant = format!("{}: exclusive float-sum", kernel.name());
        cases.push(Case::of(bench).named(variant).over("exclusive float-sum"));
    }
    cases
}

/// Sorts against the number of keys.
pub const SORT_SIZES: Experiment = Experiment::new(
    "sort-sizes",
    Topic::Sort,
    "Patterson & Hennessy, Computer Organization and Design, GPU appendix",
    [
        &[1 << 10, 1 << 14, 1 << 17],
        &[1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 24],
    ],
    sort_sizes,
);

fn sort_sizes(_: &Gpu, count: usize) -> Vec<Case> {
    const KERNELS: [SortKernel; 4] = [
        SortKernel::Ladder(SortLadder::EightBits),
        SortKernel::Auto,
        SortKernel::CpuThreaded,
        SortKernel::CpuStd,
    ];
    KERNELS.map(|kernel| sort(kernel, count)).into()
}
