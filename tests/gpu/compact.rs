//! Compaction, gathering and histograms against loops on the host: elements of several sizes, awkward lengths, run-time checks
//! off and on.

use crate::common::compact::{compare_compact, compare_gather, compare_histogram};
use crate::common::monoids::LENGTHS;
use crate::common::{checked_gpu, gpu};

/// All lengths except the longest.
fn lengths() -> &'static [usize] {
    &LENGTHS[..LENGTHS.len() - 1]
}

fn agree<const N: usize>()
where
    [u32; N]: bytemuck::Pod,
{
    for gpu in [gpu(), checked_gpu()] {
        compare_compact::<N>(&gpu, lengths()).unwrap();
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
fn histograms_agree() {
    for gpu in [gpu(), checked_gpu()] {
        compare_histogram(&gpu, lengths()).unwrap();
    }
}
