//! The reduction against the f64 loop: awkward lengths, every tuning, poisoned scratch and result, run-time checks off and on.

mod common;

use common::reduction::{LENGTHS, Reduction, max_f32, sum_f32, sum_moments};
use common::{checked_gpu, gpu};
use starshell::gpu::Tuning;

/// Workgroups that a monoid may be asked for, beside those that it lists itself.
const TUNINGS: &[Tuning] = &[&[("WORKGROUP", 2)], &[("WORKGROUP", 64)], &[("WORKGROUP", 256)]];

fn agree<T: bytemuck::Pod + std::fmt::Debug, const N: usize>(reduction: &Reduction<T, N>) {
    let tunings = reduction.kernel.tunings.iter().chain(TUNINGS);
    for &tuning in tunings {
        reduction.compare(&gpu(), tuning, LENGTHS).unwrap();
    }
    reduction.compare(&checked_gpu(), &[], LENGTHS).unwrap();
}

#[test]
fn sums_agree_with_the_reference() {
    agree(&sum_f32());
}

#[test]
fn maxima_agree_with_the_reference() {
    agree(&max_f32());
}

#[test]
fn sums_over_bodies_agree_with_the_reference() {
    agree(&sum_moments());
}
