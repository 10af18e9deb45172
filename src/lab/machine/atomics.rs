//! Atomic additions: to one address and to many, with and without adding up before.

use super::{APPENDIX, Trial, unsupported, words};
use crate::gpu::{Gpu, KernelSource, Tuning};
use crate::lab::experiment::{Case, Experiment, Extent, Topic};
use crate::lab::primitives::random_words;
use crate::lab::{LabError, Measurement, RateUnit};
use crate::words::{Text, say};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of the kernels that count.
    pub struct AtomicsParams {
        /// Number of words.
        pub count: u32,
    }
}

const ONE: Tuning = &[("COUNTERS", 1), ("COLLECT", 0)];
const ONE_PER_THREAD: Tuning = &[("COUNTERS", 1), ("COLLECT", 2)];
const ONE_PER_WORKGROUP: Tuning = &[("COUNTERS", 1), ("COLLECT", 1)];
const MANY: Tuning = &[("COUNTERS", 256), ("COLLECT", 0)];
const MANY_PER_WORKGROUP: Tuning = &[("COUNTERS", 256), ("COLLECT", 1)];
const OWN: Tuning = &[("COUNTERS", 0), ("COLLECT", 0)];

/// Adds every word to a counter.
pub const ATOMICS: KernelSource = KernelSource::trusted(
    "machine/atomics",
    &[wgsl!("lab/machine/atomics.wgsl")],
    &[ONE, ONE_PER_THREAD, ONE_PER_WORKGROUP, MANY, MANY_PER_WORKGROUP, OWN],
);

/// Adds the sums of subgroups to one counter.
pub const ATOMICS_OF_SUBGROUPS: KernelSource = KernelSource::trusted(
    "machine/atomics_of_subgroups",
    &[wgsl!("lab/machine/atomics_of_subgroups.wgsl")],
    &[&[]],
);

/// The experiment.
pub const COUNTING: Experiment = Experiment::new("atomics", Topic::Machine, APPENDIX, cases);

/// Who adds up before the counter is touched.
const VARIANTS: [(&str, &KernelSource, Tuning, &str); 7] = [
    (FIRST, &ATOMICS, ONE, "note-one-address"),
    ("one counter, threads' sums", &ATOMICS, ONE_PER_THREAD, "note-threads-sums"),
    ("one counter, subgroups' sums", &ATOMICS_OF_SUBGROUPS, &[], "note-subgroups-sums"),
    ("one counter, workgroups' sums", &ATOMICS, ONE_PER_WORKGROUP, "note-workgroups-sums"),
    ("256 counters", &ATOMICS, MANY, "note-histogram"),
    (
        "256 counters, workgroups' sums",
        &ATOMICS,
        MANY_PER_WORKGROUP,
        "note-histogram-in-workgroups",
    ),
    ("a counter per thread", &ATOMICS, OWN, "note-counter-per-thread"),
];
const FIRST: &str = "one counter";
/// Threads per workgroup, and words per thread.
const GROUP: usize = 256;
const WORDS: usize = 16;

fn cases(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let mut cases = Vec::new();
    for count in extent.counts(gpu, &[1 << 19], &[1 << 24]) {
        for (variant, kernel, tuning, note) in VARIANTS {
            let case = Case::new(variant, count, move |gpu| measure(gpu, kernel, tuning, count));
            cases.push(case.over(FIRST).noted(Text::new(note)));
        }
    }
    cases
}

fn measure(
    gpu: &Gpu,
    kernel: &'static KernelSource,
    tuning: Tuning,
    count: usize,
) -> Result<Measurement, LabError> {
    if kernel.label == ATOMICS_OF_SUBGROUPS.label
        && !gpu.features().contains(wgpu::Features::SUBGROUP)
    {
        return Err(unsupported(
            gpu,
            kernel.label,
            say!("missing-subgroups"),
            say!("remedy-adapter"),
        ));
    }
    let all = random_words(count);
    let source = gpu.storage_from("atomics/source", &all)?;
    let buffer = gpu.storage_from("atomics/params", &[AtomicsParams { count: count as u32 }])?;
    let threads = count.div_ceil(GROUP * WORDS) * GROUP;
    let inputs = [("params", buffer.raw()), ("source", source.raw())];
    // A second run would add to what the first has counted.
    let trial = Trial {
        tuning,
        results: "counters",
        most_runs: 1.0,
        ..Trial::new("atomics", kernel, threads, &inputs)
    };
    let mut row = trial.measure(
        gpu,
        count,
        (count as f64, RateUnit::Elements),
        &expected(&all, tuning, threads),
    )?;
    row.kernel = words(kernel, tuning);
    Ok(row)
}

/// Every counter in the end.
fn expected(all: &[u32], tuning: Tuning, threads: usize) -> Vec<u32> {
    let counters = crate::gpu::tuned(tuning, "COUNTERS").unwrap_or(1) as usize;
    let mut sums = vec![0_u32; if counters == 0 { threads } else { counters }];
    for (index, word) in all.iter().enumerate() {
        let thread = index / (GROUP * WORDS) * GROUP + index % GROUP;
        let counter = if counters == 0 { thread } else { (word >> 24) as usize % counters };
        sums[counter] = sums[counter].wrapping_add(*word);
    }
    sums
}
