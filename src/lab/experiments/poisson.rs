//! Poisson's equation: the three versions of the text, their parts, and other ways.

use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Extent, Extra, Topic};
use crate::lab::{PoissonBench, PoissonKernel, measure_poisson};
use crate::name::Named;

/// The versions and their parts; then real transforms, grids of several sizes, and the processor.
pub const POISSON: Experiment = Experiment::new(
    "poisson",
    Topic::Poisson,
    "NVIDIA, CUDA Technical Training II: CUDA Case Studies (2008)",
    cases,
)
.with(Extra::Fields);

/// Rows in groups that cover the same work, so that each is compared with the first of its group.
const GROUPS: [&[&str]; 6] = [
    &[
        "tables",
        "staged",
        "vectors",
        "plain",
        "divided",
        "fused",
        "auto",
        "multigrid",
        "conjugate-gradient",
        "cpu-serial",
        "cpu-threaded",
    ],
    &["tables-copied", "tables-mapped", "vectors-copied", "vectors-mapped"],
    &["tables-kernels", "staged-kernels", "vectors-kernels"],
    &["widen"],
    &["divide-tables", "divide-staged", "divide-plain"],
    &["narrow", "narrow-vectors"],
];

fn cases(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[1 << 12, 1 << 16], &[1 << 12, 1 << 16, 1 << 20, 1 << 24]) {
        let side = side_of(count);
        // Iterations over a larger square would take longer than everything else together.
        let most = if gpu.is_software() { 64 } else { 1024 };
        for group in GROUPS {
            for &name in group.iter().filter(|name| **name != "conjugate-gradient" || side <= most)
            {
                let kernel =
                    PoissonKernel::named(name).unwrap_or_else(|error| unreachable!("{error}"));
                let case = Case::new(name, side * side, move |gpu| {
                    measure_poisson(gpu, PoissonBench { side, kernel })
                });
                cases.push(if name == group[0] { case } else { case.over(group[0]) });
            }
        }
    }
    cases
}

/// The side of the largest square of a power of two with no more points than this, but at least 16.
fn side_of(count: usize) -> usize {
    (1 << (count.max(1).ilog2() / 2)).max(16)
}
