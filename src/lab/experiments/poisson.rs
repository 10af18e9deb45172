//! Poisson's equation: the three versions of the text, their parts, and other ways.

use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Extent, Extra, Quantity, Topic};
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

fn cases(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const C870: &str = "Tesla C870";
    // The milliseconds of 1024 x 1024 points; the text gives two for a copy, at first and tuned.
    const PUBLISHED: [(&str, f64); 6] = [
        ("plain", 10.8),
        ("staged", 5.8),
        ("widen", 2.844),
        ("widen", 1.525),
        ("divide-plain", 6.389),
        ("divide-staged", 2.762),
    ];
    const NAMES: [&str; 14] = [
        "plain",
        "tables",
        "staged",
        "widen",
        "divide-plain",
        "divide-tables",
        "divide-staged",
        "divided",
        "fused",
        "auto",
        "multigrid",
        "conjugate-gradient",
        "cpu-serial",
        "cpu-threaded",
    ];
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[1 << 12, 1 << 16], &[1 << 12, 1 << 16, 1 << 20, 1 << 24]) {
        let side = side_of(count);
        // Iterations over a larger square would take longer than everything else together.
        let most = if gpu.is_software() { 64 } else { 1024 };
        for name in NAMES.into_iter().filter(|name| *name != "conjugate-gradient" || side <= most) {
            let kernel = PoissonKernel::named(name).unwrap_or_else(|error| unreachable!("{error}"));
            let over = if name.starts_with("divide-") { "divide-plain" } else { "plain" };
            let mut case = Case::new(name, side * side, move |gpu| {
                measure_poisson(gpu, PoissonBench { side, kernel })
            });
            if !["plain", "widen", "divide-plain"].contains(&name) {
                case = case.over(over);
            }
            if side == 1024 {
                let own = PUBLISHED.iter().filter(|(published, _)| *published == name);
                case = own.fold(case, |case, (_, milliseconds)| {
                    case.published(Quantity::Milliseconds, *milliseconds, C870)
                });
            }
            cases.push(case);
        }
    }
    cases
}

/// The side of the largest square of a power of two with no more points than this, but at least 16.
fn side_of(count: usize) -> usize {
    (1 << (count.max(1).ilog2() / 2)).max(16)
}
