//! Threads of a subgroup that take different branches.

use super::{BURTSCHER, Trial};
use crate::gpu::{Gpu, KernelSource};
use crate::lab::RateUnit;
use crate::lab::experiment::{Case, Experiment, Topic};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of the kernel with 32 paths.
    pub struct DivergenceParams {
        /// Number of threads.
        pub count: u32,
        /// Iterations on a path.
        pub steps: u32,
        /// Paths among which threads choose, up to 32.
        pub paths: u32,
        /// Threads in a row that choose the same.
        pub together: u32,
    }
}

/// The kernel with 32 paths.
pub const DIVERGENCE: KernelSource =
    KernelSource::trusted("machine/divergence", &[wgsl!("lab/machine/divergence.wgsl")], &[&[]]);

/// The experiment.
pub const DIVERGENT: Experiment =
    Experiment::new("divergence", Topic::Machine, BURTSCHER, [&[1 << 14], &[1 << 20]], cases)
        .along("paths per 32 threads");

fn cases(gpu: &Gpu, count: usize) -> Vec<Case> {
    const ALONE: &str = "neighbours apart";
    const TOGETHER: &str = "32 neighbours together";
    let steps = if gpu.is_software() { 256 } else { 1024 };
    let mut cases = Vec::new();
    for (variant, together) in [(ALONE, 1), (TOGETHER, 32)] {
        for paths in [1, 2, 4, 8, 16, 32] {
            let params = DivergenceParams { count: count as u32, steps, paths, together };
            let case = Case::of(trial(params)).named(variant).at(f64::from(paths));
            cases.push(if together == 32 { case.over(ALONE) } else { case });
        }
    }
    cases
}

fn trial(params: DivergenceParams) -> Trial<DivergenceParams> {
    let steps = f64::from(params.count) * f64::from(params.steps);
    let (count, work) = (params.count as usize, (steps, RateUnit::Steps));
    Trial::new("divergence", &DIVERGENCE, params, count, work, |trial| expected(trial.params))
}

/// The result of every thread.
fn expected(DivergenceParams { count, steps, paths, together }: DivergenceParams) -> Vec<u32> {
    // Numbers repeat after 1,024 threads, and so do paths.
    let of_thread = |index: u32| {
        let path = (index / together) % paths;
        (0..steps).fold(index + 1, |x, _| {
            x.rotate_left(path % 31 + 1).wrapping_mul(0x9e37_79b1 + 2 * path)
        })
    };
    let first: Vec<u32> = (0..count.min(1024)).map(of_thread).collect();
    first.into_iter().cycle().take(count as usize).collect()
}
