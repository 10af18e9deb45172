//! Reduction, scan and sort: the kernels of the texts beside those that programs use today.

use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Topic};
use crate::lab::historical::ReduceLadder::{
    Atomic, CompletelyUnrolled, FirstAdd, InterleavedDivergent, InterleavedStrided, LastWarpInStep,
    LastWarpUnrolled, ManyElements, ManyElementsInStep, Sequential, Subgroups, UnrolledInStep,
    Vectors,
};
use crate::lab::historical::{ReduceLadder, ScanLadder, SortLadder};
use crate::lab::machine::CopySpeed;
use crate::lab::{ReduceBench, ReduceKernel, ScanBench, ScanKernel, SortBench, SortKernel};
use crate::name::Named;

/// The seven kernels.
pub const REDUCTIONS: Experiment = Experiment::new(
    "reduction",
    Topic::Reduction,
    "NVIDIA, CUDA Technical Training II: CUDA Case Studies (2008); Patterson & Hennessy, GPU appendix (atomic)",
    [&[1 << 18], &[1 << 22, 1 << 25]],
    reductions,
);

fn reductions(_: &Gpu, count: usize) -> Vec<Case> {
    const KERNELS: [ReduceLadder; 7] = [
        InterleavedDivergent,
        InterleavedStrided,
        Sequential,
        FirstAdd,
        LastWarpInStep,
        UnrolledInStep,
        ManyElementsInStep,
    ];
    const WITH_BARRIERS: [[ReduceLadder; 2]; 3] = [
        [LastWarpUnrolled, FirstAdd],
        [CompletelyUnrolled, LastWarpUnrolled],
        [ManyElements, CompletelyUnrolled],
    ];
    const MORE: [ReduceKernel; 3] =
        [ReduceKernel::Ladder(Vectors), ReduceKernel::Ladder(Subgroups), ReduceKernel::Auto];
    let mut cases = Vec::new();
    let copy = CopySpeed::default();
    let beside_copy = |kernel: ReduceKernel| {
        let copy = copy.clone();
        reduction(kernel, count).then(move |row| Ok(copy.beside(row, 4.0)))
    };
    cases.push(copy.case("reduce", count));
    let mut before: Option<ReduceLadder> = None;
    for kernel in KERNELS {
        let case = beside_copy(kernel.into());
        cases.push(match before.replace(kernel) {
            Some(before) => case.over(before.name()),
            None => case,
        });
    }
    cases.extend(
        WITH_BARRIERS.map(|[kernel, before]| beside_copy(kernel.into()).over(before.name())),
    );
    cases.push(beside_copy(Atomic.into()));
    cases.extend(MORE.map(|kernel| beside_copy(kernel).over(ManyElements.name())));
    let on_cpu = [ReduceKernel::CpuSerial, ReduceKernel::CpuThreaded];
    cases.extend(on_cpu.map(|kernel| reduction(kernel, count).over(ManyElements.name())));
    cases
}

/// A sum by this kernel.
pub(super) fn reduction(kernel: impl Into<ReduceKernel>, count: usize) -> Case {
    Case::of(ReduceBench { count, kernel: kernel.into(), ..ReduceBench::default() })
}

/// Scans.
pub const SCANS: Experiment = Experiment::new(
    "scan",
    Topic::Scan,
    "Patterson & Hennessy, Computer Organization and Design, GPU appendix, figure 8.8.8",
    [&[1 << 14, 1 << 18], &[1 << 16, 1 << 20, 1 << 24]],
    scans,
);

fn scans(_: &Gpu, count: usize) -> Vec<Case> {
    const SERIAL: ScanKernel = ScanKernel::Ladder(ScanLadder::Serial);
    const KERNELS: [ScanKernel; 9] = [
        SERIAL,
        ScanKernel::Ladder(ScanLadder::HillisSteeleInPlace),
        ScanKernel::Ladder(ScanLadder::HillisSteele),
        ScanKernel::Ladder(ScanLadder::WorkEfficient),
        ScanKernel::Portable,
        ScanKernel::LookBack,
        ScanKernel::Auto,
        ScanKernel::CpuSerial,
        ScanKernel::CpuThreaded,
    ];
    let mut cases = Vec::new();
    // One thread takes a minute for more.
    for kernel in KERNELS.into_iter().filter(|kernel| *kernel != SERIAL || count <= 1 << 16) {
        let case = Case::of(ScanBench { count, kernel, ..ScanBench::default() });
        cases.push(case.over(ScanLadder::HillisSteeleInPlace.name()));
    }
    cases
}

/// Sorts.
pub const SORTS: Experiment = Experiment::new(
    "sort",
    Topic::Sort,
    "Patterson & Hennessy, Computer Organization and Design, GPU appendix",
    [&[1 << 10, 1 << 15], &[1 << 10, 1 << 20, 1 << 24]],
    sorts,
);

fn sorts(_: &Gpu, count: usize) -> Vec<Case> {
    const KERNELS: [SortKernel; 9] = [
        SortKernel::Ladder(SortLadder::OneBitByOnes),
        SortKernel::Ladder(SortLadder::OneBit),
        SortKernel::Ladder(SortLadder::FourBits),
        SortKernel::Ladder(SortLadder::EightBits),
        SortKernel::Portable,
        SortKernel::Auto,
        SortKernel::CpuSerial,
        SortKernel::CpuThreaded,
        SortKernel::CpuStd,
    ];
    let mut cases = Vec::new();
    if count <= 1 << 10 {
        let in_one_block = [SortLadder::OneBlockInPlace, SortLadder::OneBlock];
        cases.extend(in_one_block.map(|kernel| sort(kernel, count)));
    }
    let over = SortLadder::OneBitByOnes.name();
    cases.extend(KERNELS.map(|kernel| sort(kernel, count).over(over)));
    cases
}

/// A sort of random keys by this kernel.
pub(super) fn sort(kernel: impl Into<SortKernel>, count: usize) -> Case {
    Case::of(SortBench { count, kernel: kernel.into(), ..SortBench::default() })
}
