//! The order in which threads read: global memory in lines, workgroup memory in banks.

use super::{BURTSCHER, Trial};
use crate::gpu::{Gpu, KernelSource, Tuning};
use crate::lab::RateUnit;
use crate::lab::experiment::{Case, Experiment, Topic};
use crate::words::say;
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of the kernel that reads a buffer.
    pub struct CoalescingParams {
        /// The logarithm to base 2 of the number of words.
        pub word_bits: u32,
        /// The logarithm to base 2 of the stride.
        pub stride_bits: u32,
    }
}

mirrored! {
    /// Parameters of the kernel that reads workgroup memory.
    pub struct BankParams {
        /// Iterations, each of eight reads.
        pub steps: u32,
        /// How many words apart neighbouring threads read.
        pub stride: u32,
        /// Number of workgroups.
        pub groups: u32,
    }
}

const RANDOM: Tuning = &[("RANDOM", 1)];

/// Reads every word of a buffer once, in some order.
pub const COALESCING: KernelSource = KernelSource::trusted(
    "machine/coalescing",
    &[wgsl!("lab/machine/coalescing.wgsl")],
    &[&[], RANDOM],
);

/// Reads workgroup memory.
pub const BANK_CONFLICTS: KernelSource = KernelSource::trusted(
    "machine/bank_conflicts",
    &[wgsl!("lab/machine/bank_conflicts.wgsl")],
    &[&[]],
);

/// What each thread reads of a buffer.
const READS: usize = 16;
/// Fewest words for all strides to differ.
const MIN_BITS: u32 = 10;
/// A number whose multiples look random.
const MULTIPLIER: u32 = 0x9e37_79b1;

/// Global memory.
pub const COALESCED: Experiment =
    Experiment::new("coalescing", Topic::Machine, BURTSCHER, [&[1 << 22], &[1 << 26]], coalesced)
        .along("stride in words");

fn coalesced(gpu: &Gpu, count: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    let most = (gpu.storage_limit() / 4) as usize;
    let word_bits = count.min(most).max(1 << MIN_BITS).ilog2();
    for stride_bits in 0..=6 {
        let params = CoalescingParams { word_bits, stride_bits };
        let stride = f64::from(1_u32 << stride_bits);
        cases.push(Case::of(coalescing(params, &[])).named("stride").at(stride));
    }
    let params = CoalescingParams { word_bits, stride_bits: 0 };
    let case = Case::of(coalescing(params, RANDOM)).named("random order");
    cases.push(case.noted(say!("note-random-order")));
    cases
}

/// The word at an index.
fn word(index: u32) -> u32 {
    index.wrapping_mul(MULTIPLIER) ^ 0x5555_5555
}

fn coalescing(params: CoalescingParams, tuning: Tuning) -> Trial<CoalescingParams> {
    let words = 1_usize << params.word_bits;
    let work = (4.0 * words as f64, RateUnit::Bytes);
    let trial = Trial::new("coalescing", &COALESCING, params, words, work, |trial| {
        let params = trial.params;
        let place = |number| match trial.tuning {
            [] => rotated(number, params),
            _ => shuffled(number, params.word_bits),
        };
        let sum = |thread| {
            let words = (0..READS).map(|k| word(place((k * trial.threads + thread) as u32)));
            words.fold(0_u32, |sum, word| sum.wrapping_mul(3).wrapping_add(word))
        };
        (0..trial.threads).map(sum).collect()
    });
    let source = |trial: &Trial<CoalescingParams>| (0..trial.count as u32).map(word).collect();
    Trial { tuning, threads: words / READS, source: Some(("source", source)), ..trial }
}

/// A number with its lower bits rotated.
fn rotated(number: u32, CoalescingParams { word_bits, stride_bits }: CoalescingParams) -> u32 {
    ((number << stride_bits) & ((1 << word_bits) - 1)) | (number >> (word_bits - stride_bits))
}

/// Where a number ends up in an order that looks random.
fn shuffled(number: u32, bits: u32) -> u32 {
    let mask = (1 << bits) - 1;
    let x = number.wrapping_mul(MULTIPLIER) & mask;
    let x = (x ^ (x >> (bits / 2))).wrapping_mul(0x85eb_ca6b) & mask;
    x ^ (x >> (bits / 2))
}

/// Workgroup memory.
pub const BANKS: Experiment =
    Experiment::new("bank-conflicts", Topic::Machine, BURTSCHER, [&[1 << 14], &[1 << 20]], banks)
        .along("stride in words");

fn banks(gpu: &Gpu, count: usize) -> Vec<Case> {
    let steps = if gpu.is_software() { 64 } else { 128 };
    let mut cases = Vec::new();
    for stride in [1, 2, 4, 8, 16, 32, 33] {
        let params = BankParams { steps, stride, groups: count.div_ceil(GROUP) as u32 };
        let trial = Trial { count, ..bank_conflicts(params) };
        cases.push(Case::of(trial).named("stride").at(f64::from(stride)));
    }
    cases
}

/// Threads per workgroup, and words of its memory.
const GROUP: usize = 256;
const SPAN: u32 = 2048;
const TILE: u32 = SPAN + 7 * 32;

fn bank_conflicts(params: BankParams) -> Trial<BankParams> {
    let threads = params.groups as usize * GROUP;
    let work = (32.0 * f64::from(params.steps) * threads as f64, RateUnit::Bytes);
    Trial::new("bank-conflicts", &BANK_CONFLICTS, params, threads, work, |trial| {
        let BankParams { steps, stride, groups } = trial.params;
        // The sum of the words' places, then of the words, which are multiples of their places.
        let of_first = |thread: u32| {
            let row = |at: u32| (0..8).fold(0_u32, |sum, k| sum.wrapping_add(at + 32 * k));
            let places = (0..steps).map(|i| (thread * stride + i) & (SPAN - 1));
            places.fold(0_u32, |sum, at| sum.wrapping_add(row(at)))
        };
        let first: Vec<u32> = (0..GROUP as u32).map(of_first).collect();
        let of_group = |group: u32| (8 * steps).wrapping_mul(group.wrapping_mul(TILE));
        let words = |group: u32| {
            let of = move |sum: &u32| sum.wrapping_add(of_group(group)).wrapping_mul(MULTIPLIER);
            first.iter().map(of)
        };
        (0..groups).flat_map(words).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_has_every_word_once() {
        for word_bits in [MIN_BITS, 11, 16] {
            let orders = (0..=6).map(|stride_bits| CoalescingParams { word_bits, stride_bits });
            let mut lists: Vec<Vec<u32>> = orders
                .map(|params| (0..1 << word_bits).map(|number| rotated(number, params)).collect())
                .collect();
            assert_eq!(lists[3][..3], [0, 8, 16], "neighbours are a stride apart");
            lists.push((0..1 << word_bits).map(|number| shuffled(number, word_bits)).collect());
            for mut list in lists {
                list.sort_unstable();
                assert!(list.into_iter().eq(0..1 << word_bits));
            }
        }
    }
}
