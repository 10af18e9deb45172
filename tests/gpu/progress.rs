//! The trial of whether workgroups can rely on each other's progress: correct kernels pass, even
//! with stalled workgroups; wrong ones, and kernels that a driver refuses, do not.

use crate::common::gpu;
use crate::common::mutation::{Mutation, with_mutant};
use starshell::gpu::Gpu;
use starshell::primitives::{prove_progress, try_progress};

/// Every 97th tile publishes nothing, so that its neighbours must recompute what it lacks.
const STALLED: Mutation =
    ("some stand still", "const STALLED: u32 = 0u;", "const STALLED: u32 = 97u;");

/// Whether the trial passes with these changes, each in every kernel that has its text.
fn passes_with(changes: &[Mutation]) -> bool {
    fn pass(gpu: &Gpu, changes: &[Mutation]) -> bool {
        match changes.split_first() {
            Some((&first, rest)) => with_mutant(gpu, None, first, |gpu| pass(gpu, rest)),
            None => try_progress(gpu).unwrap(),
        }
    }
    pass(&gpu(), changes)
}

#[test]
fn correct_kernels_pass_the_trial() {
    assert!(try_progress(&gpu()).unwrap());
}

#[test]
fn kernels_with_stalled_workgroups_pass_the_trial() {
    assert!(passes_with(&[STALLED]));
}

#[test]
fn wrong_kernels_fail_the_trial() {
    // A scan that takes missing values for zero. Whether any are missing is up to the scheduler,
    // unless some tiles stall.
    assert!(!passes_with(&[
        STALLED,
        ("nothing is missing", "return scan_block(thread, own).all;", "return start();")
    ]));
    // A sort whose tiles publish less than they know.
    assert!(!passes_with(&[("a total for a prefix", "PREFIX | (sum + total)", "PREFIX | total")]));
}

#[test]
fn kernels_that_a_driver_refuses_fail_the_trial() {
    // More workgroup memory than any adapter has, in the scan and in the sort.
    assert!(!passes_with(&[(
        "a scan refused",
        "QUADS * WORKGROUP + QUADS * WORKGROUP / 32u>",
        "1000000u>"
    )]));
    assert!(!passes_with(&[("a sort refused", "PART * WORDS)>", "1000000u)>")]));
}

#[test]
fn software_gets_no_trial_and_a_remembered_result_is_not_repeated() {
    if gpu().is_software() {
        assert!(!prove_progress(&gpu()).unwrap());
    } else {
        let first = prove_progress(&gpu()).unwrap();
        assert_eq!(prove_progress(&gpu()).unwrap(), first);
    }
}
