//! Atomic additions: to one address and to many, with and without adding up before.

use super::{APPENDIX, Trial};
use crate::gpu::{Gpu, KernelSource, Tuning};
use crate::lab::RateUnit;
use crate::lab::experiment::{Case, Experiment, Topic};
use crate::lab::primitives::random_words;
use crate::words::Text;
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
pub const COUNTING: Experiment =
    Experiment::new("atomics", Topic::Machine, APPENDIX, [&[1 << 19], &[1 << 24]], cases);

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

fn cases(_: &Gpu, count: usize) -> Vec<Case> {
    let of = |(variant, kernel, tuning, note): (&str, _, _, &'static str)| {
        let case = Case::of(trial(kernel, tuning, count)).named(variant);
        case.over(FIRST).noted(Text::new(note))
    };
    VARIANTS.map(of).into()
}

fn trial(kernel: &'static KernelSource, tuning: Tuning, count: usize) -> Trial<AtomicsParams> {
    let (params, work) =
        (AtomicsParams { count: count as u32 }, (count as f64, RateUnit::Elements));
    let trial = Trial::new("atomics", kernel, params, count, work, |trial| {
        expected(&random_words(trial.count), trial.tuning, trial.threads)
    });
    Trial {
        tuning,
        threads: count.div_ceil(GROUP * WORDS) * GROUP,
        has_subgroups: kernel.label == ATOMICS_OF_SUBGROUPS.label,
        source: Some(("source", |trial| random_words(trial.count))),
        results: "counters",
        // A second run would add to what the first has counted.
        most_runs: 1.0,
        ..trial
    }
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
