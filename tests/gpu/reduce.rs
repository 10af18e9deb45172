//! The reduction against the f64 loop: awkward lengths, every tuning, poisoned scratch and result,
//! run-time checks off and on.

use crate::common::reduction::{LENGTHS, Reduction, sum_f32, sum_moments};
use crate::common::{checked_gpu, gpu};
use starshell::gpu::Tuning;
use starshell::primitives::{ReducePlan, SUM_F32};

/// Workgroup sizes besides those of the plan.
const TUNINGS: &[Tuning] =
    &[&[("WORKGROUP", 2)], &[("WORKGROUP", 64)], &[("WORKGROUP", 64), ("QUADS", 3)]];

fn agree<T: bytemuck::Pod + std::fmt::Debug, const N: usize>(reduction: &Reduction<T, N>) {
    let plans = TUNINGS.iter().map(|tuning| ReducePlan { tuning, ..reduction.plan });
    for plan in plans.chain([reduction.plan]) {
        reduction.compare(&gpu(), plan, LENGTHS).unwrap();
    }
    reduction.compare(&checked_gpu(), reduction.plan, LENGTHS).unwrap();
}

#[test]
fn sums_agree_with_the_reference() {
    let sum = sum_f32();
    agree(&sum);
    if let Some(plan) = ReducePlan::by_subgroups(&gpu(), &SUM_F32) {
        sum.compare(&gpu(), plan, LENGTHS).unwrap();
    }
}

#[test]
fn sums_over_bodies_agree_with_the_reference() {
    agree(&sum_moments());
}
