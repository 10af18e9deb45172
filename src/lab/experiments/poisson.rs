//! Poisson's equation: the three versions of the text, their parts, and other ways.

use crate::gpu::Gpu;
use crate::lab::PoissonKernel::{Copied, Part, Textbook};
use crate::lab::experiment::{Case, Experiment, Extra, Topic};
use crate::lab::poisson::PoissonCopies::{
    TablesMapped, TablesStaged, VectorsMapped, VectorsStaged,
};
use crate::lab::poisson::PoissonPart::{
    DividePlain, DivideStaged, DivideTables, Narrow, NarrowVectors, StagedKernels, TablesKernels,
    VectorsKernels, Widen,
};
use crate::lab::poisson::PoissonVersion::{Plain, Staged, Tables, Vectors};
use crate::lab::{PoissonBench, PoissonKernel};
use crate::name::Named;

/// The versions and their parts; then real transforms, grids of several sizes, and the processor.
pub const POISSON: Experiment = Experiment::new(
    "poisson",
    Topic::Poisson,
    "NVIDIA, CUDA Technical Training II: CUDA Case Studies (2008)",
    [&[1 << 12, 1 << 16], &[1 << 12, 1 << 16, 1 << 20, 1 << 24]],
    cases,
)
.with(Extra::Fields);

/// Rows in groups that cover the same work, so that each is compared with the first of its group.
const GROUPS: [&[PoissonKernel]; 6] = [
    &[
        Textbook(Tables),
        Textbook(Staged),
        Textbook(Vectors),
        Textbook(Plain),
        PoissonKernel::Divided,
        PoissonKernel::Fused,
        PoissonKernel::Auto,
        PoissonKernel::Multigrid,
        PoissonKernel::ConjugateGradient,
        PoissonKernel::CpuSerial,
        PoissonKernel::CpuThreaded,
    ],
    &[Copied(TablesStaged), Copied(TablesMapped), Copied(VectorsStaged), Copied(VectorsMapped)],
    &[Part(TablesKernels), Part(StagedKernels), Part(VectorsKernels)],
    &[Part(Widen)],
    &[Part(DivideTables), Part(DivideStaged), Part(DividePlain)],
    &[Part(Narrow), Part(NarrowVectors)],
];

fn cases(gpu: &Gpu, count: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    let side = side_of(count);
    // Iterations over a larger square would take longer than everything else together.
    let most = if gpu.is_software() { 64 } else { 1024 };
    let is_short =
        |kernel: &PoissonKernel| *kernel != PoissonKernel::ConjugateGradient || side <= most;
    for group in GROUPS {
        for kernel in group.iter().copied().filter(is_short) {
            let case = Case::of(PoissonBench { side, kernel });
            let is_first = kernel == group[0];
            cases.push(if is_first { case } else { case.over(group[0].name()) });
        }
    }
    cases
}

/// The side of the largest square of a power of two with no more points than this, but at least 16.
fn side_of(count: usize) -> usize {
    (1 << (count.max(1).ilog2() / 2)).max(16)
}
