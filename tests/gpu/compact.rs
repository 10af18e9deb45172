//! Compaction, gathering and histograms against loops on the host: elements of several sizes,
//! awkward lengths, run-time checks off and on.

use crate::common::compact::{
    compare_compact, compare_gather, compare_histogram, compare_predicates, single_passes,
};
use crate::common::monoids::LENGTHS;
use crate::common::{checked_gpu, gpu};
use starshell::primitives::{CompactPlan, HistogramPlan};

/// All lengths except the longest.
fn lengths() -> &'static [usize] {
    &LENGTHS[..LENGTHS.len() - 1]
}

fn agree<const N: usize>()
where
    [u32; N]: bytemuck::Pod,
{
    for gpu in [gpu(), checked_gpu()] {
        compare_compact::<N>(&gpu, CompactPlan::portable(), lengths()).unwrap();
        compare_gather::<N>(&gpu, lengths()).unwrap();
    }
}

#[test]
fn elements_of_one_word_agree() {
    agree::<1>();
}

#[test]
fn elements_of_several_words_agree() {
    agree::<2>();
    agree::<4>();
}

#[test]
fn compactions_in_a_single_pass_agree() {
    for plan in single_passes(&gpu()) {
        compare_compact::<1>(&gpu(), plan, lengths()).unwrap();
    }
    for plan in single_passes(&gpu()).into_iter().take(1) {
        compare_compact::<1>(&checked_gpu(), plan, &[0, 33, 4097]).unwrap();
    }
}

#[test]
fn predicates_agree() {
    for plan in single_passes(&gpu()).into_iter().take(1).chain([CompactPlan::portable()]) {
        compare_predicates(&gpu(), plan, &[0, 1, 33, 4097, 8193, 65_537]).unwrap();
    }
}

#[test]
fn histograms_agree() {
    for gpu in [gpu(), checked_gpu()] {
        compare_histogram(&gpu, HistogramPlan::new(&gpu), lengths()).unwrap();
    }
    // One workgroup for all, with few bins in its own memory.
    let plan = HistogramPlan { tuning: &[("WORKGROUP", 64), ("OWN", 64)], groups: 1 };
    compare_histogram(&gpu(), plan, &[257, 8193]).unwrap();
}
