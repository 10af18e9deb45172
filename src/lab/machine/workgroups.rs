//! Workgroups: how many of them fill the machine, how large they should be, and what their memory
//! costs.

use super::{APPENDIX, BURTSCHER, Trial};
use crate::gpu::{Gpu, KernelSource, Tuning, tuned};
use crate::lab::experiment::{Case, Experiment, Extent, Topic};
use crate::lab::{LabError, Measurement, RateUnit};
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
pub const SIZES: Experiment = Experiment::new("workgroup-size", Topic::Machine, APPENDIX, sizes)
    .along("threads per workgroup");

fn sizes(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let most = gpu
        .limits()
        .max_compute_invocations_per_workgroup
        .min(gpu.limits().max_compute_workgroup_size_x);
    let steps = if gpu.is_software() { 256 } else { 1024 };
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[1 << 14], &[1 << 20]) {
        for &tuning in &BLOCK.tunings[1..] {
            let Some(threads) = tuned(tuning, "WORKGROUP").filter(|threads| *threads <= most)
            else {
                continue;
            };
            let params = BlockParams { count: count as u32, steps };
            let case = Case::new("workgroups", count, move |gpu| {
                block(gpu, "workgroup-size", params, tuning)
            });
            cases.push(case.at(f64::from(threads)));
        }
    }
    cases
}

/// The number of workgroups.
pub const SCALING: Experiment =
    Experiment::new("block-scaling", Topic::Machine, BURTSCHER, scaling).along("workgroups");

fn scaling(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const SOFTWARE: &[usize] = &[1, 2, 3, 4, 5, 6, 8, 12, 16, 32];
    // Dense where the multiprocessors of today's GPUs run out for the first and the second time.
    const HARDWARE: &[usize] = &[
        1, 2, 4, 8, 16, 32, 48, 64, 80, 96, 112, 128, 132, 136, 144, 160, 192, 224, 256, 264, 272,
        288, 320, 384, 396, 400, 448, 512, 768, 1024,
    ];
    let steps = if gpu.is_software() { 2048 } else { 4096 };
    let case = |groups: usize| {
        let params = BlockParams { count: (groups * 256) as u32, steps };
        Case::new("workgroups", groups, move |gpu| {
            let row = block(gpu, "block-scaling", params, &[("WORKGROUP", 256)])?;
            Ok(Measurement { count: groups, ..row })
        })
    };
    extent.counts(gpu, SOFTWARE, HARDWARE).into_iter().map(case).collect()
}

fn block(
    gpu: &Gpu,
    bench: &'static str,
    params: BlockParams,
    tuning: Tuning,
) -> Result<Measurement, LabError> {
    let BlockParams { count, steps } = params;
    let buffer = gpu.storage_from("block/params", &[params])?;
    let inputs = [("params", buffer.raw())];
    let trial = Trial { tuning, ..Trial::new(bench, &BLOCK, count as usize, &inputs) };
    let step = |x: u32, i: u32| (x ^ (x >> 15)).wrapping_mul(0x85eb_ca6b).wrapping_add(i);
    let first: Vec<u32> = (0..count.min(4096)).map(|index| (0..steps).fold(index, step)).collect();
    let expected: Vec<u32> = first.into_iter().cycle().take(count as usize).collect();
    trial.measure(
        gpu,
        count as usize,
        (f64::from(count) * f64::from(steps), RateUnit::Steps),
        &expected,
    )
}

/// What a multiprocessor holds at a time.
pub const OCCUPIED: Experiment = Experiment::new("occupancy", Topic::Machine, APPENDIX, occupied)
    .along("KiB of workgroup memory per workgroup");

/// The logarithm to base 2 of the number of words in the chain: 16 MiB, more than the caches of
/// single multiprocessors.
const CHAIN_BITS: u32 = 22;
/// Step and offset of the chain: a generator that goes through all words before it repeats (Knuth,
/// volume 2, 3.2.1.2).
const CHAIN: [u32; 2] = [1_664_525, 1_013_904_223];

fn occupied(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let most = gpu.limits().max_compute_workgroup_storage_size;
    let steps = if gpu.is_software() { 16 } else { 64 };
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[1 << 15], &[1 << 20]) {
        for &tuning in OCCUPANCY.tunings {
            let Some(bytes) =
                tuned(tuning, "MEMORY").map(|words| 4 * words).filter(|bytes| *bytes <= most)
            else {
                continue;
            };
            let params =
                OccupancyParams { count: count as u32, steps, mask: (1 << CHAIN_BITS) - 1 };
            let case =
                Case::new("dependent reads", count, move |gpu| occupancy(gpu, params, tuning));
            cases.push(case.at(f64::from(bytes) / 1024.0));
        }
    }
    cases
}

fn occupancy(gpu: &Gpu, params: OccupancyParams, tuning: Tuning) -> Result<Measurement, LabError> {
    let OccupancyParams { count, steps, mask } = params;
    let next = |at: u32| at.wrapping_mul(CHAIN[0]).wrapping_add(CHAIN[1]) & mask;
    let chain = gpu.storage_from("occupancy/chain", &(0..=mask).map(next).collect::<Vec<u32>>())?;
    let buffer = gpu.storage_from("occupancy/params", &[params])?;
    let inputs = [("params", buffer.raw()), ("chain", chain.raw())];
    let trial = Trial { tuning, ..Trial::new("occupancy", &OCCUPANCY, count as usize, &inputs) };
    let ends: Vec<u32> = (0..count.div_ceil(32))
        .map(|number| (0..steps).fold(number.wrapping_mul(0x9e37_79b1) & mask, |at, _| next(at)))
        .collect();
    // Each thread also tells which its neighbour in the workgroup is.
    let neighbour = |index: u32| if index % 64 == 63 { index - 63 } else { index + 1 };
    let expected: Vec<u32> =
        (0..count).map(|index| ends[index as usize / 32] ^ neighbour(index)).collect();
    trial.measure(
        gpu,
        count as usize,
        (f64::from(count) * f64::from(steps), RateUnit::Reads),
        &expected,
    )
}
