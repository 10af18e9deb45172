//! Workgroups: how many of them fill the machine, how large they should be, and what their memory
//! costs.

use super::{APPENDIX, BURTSCHER, Trial};
use crate::gpu::{Gpu, KernelSource, Tuning, tuned};
use crate::lab::RateUnit;
use crate::lab::experiment::{Case, Experiment, Topic};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of the kernel with a fixed amount of arithmetic per thread.
    pub struct BlockParams {
        /// Number of threads.
        pub count: u32,
        /// Iterations per thread.
        pub steps: u32,
    }
}

mirrored! {
    /// Parameters of the kernel that waits for memory.
    pub struct OccupancyParams {
        /// Number of threads.
        pub count: u32,
        /// Reads per thread, one after the other.
        pub steps: u32,
        /// Number of words in the chain, less one.
        pub mask: u32,
    }
}

/// A fixed amount of arithmetic per thread.
pub const BLOCK: KernelSource = KernelSource::trusted(
    "machine/block",
    &[wgsl!("lab/machine/block.wgsl")],
    &[
        &[],
        &[("WORKGROUP", 1)],
        &[("WORKGROUP", 8)],
        &[("WORKGROUP", 16)],
        &[("WORKGROUP", 32)],
        &[("WORKGROUP", 64)],
        &[("WORKGROUP", 128)],
        &[("WORKGROUP", 256)],
        &[("WORKGROUP", 512)],
        &[("WORKGROUP", 1024)],
    ],
);

/// Waits for memory, with workgroup memory from 1 to 48 KiB per workgroup of 64 threads.
pub const OCCUPANCY: KernelSource = KernelSource::trusted(
    "machine/occupancy",
    &[wgsl!("lab/machine/occupancy.wgsl")],
    &[
        &[("MEMORY", 256)],
        &[("MEMORY", 512)],
        &[("MEMORY", 1024)],
        &[("MEMORY", 2048)],
        &[("MEMORY", 4096)],
        &[("MEMORY", 6144)],
        &[("MEMORY", 8192)],
        &[("MEMORY", 12_288)],
    ],
);

/// The size of workgroups.
pub const SIZES: Experiment =
    Experiment::new("workgroup-size", Topic::Machine, APPENDIX, [&[1 << 14], &[1 << 20]], sizes)
        .along("threads per workgroup");

fn sizes(gpu: &Gpu, count: usize) -> Vec<Case> {
    let most = gpu
        .limits()
        .max_compute_invocations_per_workgroup
        .min(gpu.limits().max_compute_workgroup_size_x);
    let steps = if gpu.is_software() { 256 } else { 1024 };
    let mut cases = Vec::new();
    for &tuning in &BLOCK.tunings[1..] {
        let Some(threads) = tuned(tuning, "WORKGROUP").filter(|threads| *threads <= most) else {
            continue;
        };
        let params = BlockParams { count: count as u32, steps };
        let case = Case::of(block("workgroup-size", params, tuning)).named("workgroups");
        cases.push(case.at(f64::from(threads)));
    }
    cases
}

/// The number of workgroups.
pub const SCALING: Experiment =
    Experiment::new("block-scaling", Topic::Machine, BURTSCHER, GROUPS, scaling)
        .along("workgroups");

fn scaling(gpu: &Gpu, groups: usize) -> Vec<Case> {
    let steps = if gpu.is_software() { 2048 } else { 4096 };
    let params = BlockParams { count: (groups * 256) as u32, steps };
    let trial = block("block-scaling", params, &[("WORKGROUP", 256)]);
    vec![Case::of(Trial { count: groups, ..trial }).named("workgroups")]
}

/// Numbers of workgroups on software; on GPUs dense where the multiprocessors of today's run out for
/// the first and the second time.
const GROUPS: [&[usize]; 2] = [
    &[1, 2, 3, 4, 5, 6, 8, 12, 16, 32],
    &[
        1, 2, 4, 8, 16, 32, 48, 64, 80, 96, 112, 128, 132, 136, 144, 160, 192, 224, 256, 264, 272,
        288, 320, 384, 396, 400, 448, 512, 768, 1024,
    ],
];

fn block(name: &'static str, params: BlockParams, tuning: Tuning) -> Trial<BlockParams> {
    let steps = f64::from(params.count) * f64::from(params.steps);
    let (count, work) = (params.count as usize, (steps, RateUnit::Steps));
    let trial =
        Trial::new(name, &BLOCK, params, count, work, |Trial { params, threads, .. }| {
            let step = |x: u32, i: u32| (x ^ (x >> 15)).wrapping_mul(0x85eb_ca6b).wrapping_add(i);
            let of = |index| (0..params.steps).fold(index, step);
            let first: Vec<u32> = (0..params.count.min(4096)).map(of).collect();
            first.into_iter().cycle().take(*threads).collect()
        });
    Trial { tuning, ..trial }
}

/// What a multiprocessor holds at a time.
pub const OCCUPIED: Experiment =
    Experiment::new("occupancy", Topic::Machine, APPENDIX, [&[1 << 15], &[1 << 20]], occupied)
        .along("KiB of workgroup memory per workgroup");

/// The logarithm to base 2 of the number of words in the chain: 16 MiB, more than the caches of
/// single multiprocessors.
const CHAIN_BITS: u32 = 22;
/// Step and offset of the chain: a generator that goes through all words before it repeats (Knuth,
/// volume 2, 3.2.1.2).
const CHAIN: [u32; 2] = [1_664_525, 1_013_904_223];

fn occupied(gpu: &Gpu, count: usize) -> Vec<Case> {
    let most = gpu.limits().max_compute_workgroup_storage_size;
    let steps = if gpu.is_software() { 16 } else { 64 };
    let mut cases = Vec::new();
    for &tuning in OCCUPANCY.tunings {
        let Some(bytes) =
            tuned(tuning, "MEMORY").map(|words| 4 * words).filter(|bytes| *bytes <= most)
        else {
            continue;
        };
        let params = OccupancyParams { count: count as u32, steps, mask: (1 << CHAIN_BITS) - 1 };
        let case = Case::of(Trial { tuning, ..occupancy(params) }).named("dependent reads");
        cases.push(case.at(f64::from(bytes) / 1024.0));
    }
    cases
}

/// Where the chain goes from a word.
fn next(at: u32, mask: u32) -> u32 {
    at.wrapping_mul(CHAIN[0]).wrapping_add(CHAIN[1]) & mask
}

fn occupancy(params: OccupancyParams) -> Trial<OccupancyParams> {
    let reads = f64::from(params.count) * f64::from(params.steps);
    let (count, work) = (params.count as usize, (reads, RateUnit::Reads));
    let trial = Trial::new("occupancy", &OCCUPANCY, params, count, work, |trial| {
        let OccupancyParams { count, steps, mask } = trial.params;
        let first = |number: u32| number.wrapping_mul(0x9e37_79b1) & mask;
        let end = |number| (0..steps).fold(first(number), |at, _| next(at, mask));
        let ends: Vec<u32> = (0..count.div_ceil(32)).map(end).collect();
        // Each thread also tells which its neighbour in the workgroup is.
        let neighbour = |index: u32| if index % 64 == 63 { index - 63 } else { index + 1 };
        (0..count).map(|index| ends[index as usize / 32] ^ neighbour(index)).collect()
    });
    let chain = |trial: &Trial<OccupancyParams>| {
        let mask = trial.params.mask;
        (0..=mask).map(|at| next(at, mask)).collect()
    };
    Trial { source: Some(("chain", chain)), ..trial }
}
