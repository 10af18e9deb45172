//! The trial of what workgroups may learn from each other: right kernels pass it, also where some workgroups stand still; wrong
//! ones, and kernels that a driver refuses, do not.

mod common;

use common::gpu;
use common::mutation::with_mutant;
use starshell::primitives::{prove_progress, try_progress};

/// Whether the trial passes with `replacement` in place of `text`, in every kernel that has it.
fn passes_with(name: &'static str, text: &'static str, replacement: &'static str) -> bool {
    with_mutant(&gpu(), None, (name, text, replacement), |gpu| try_progress(gpu).unwrap())
}

#[test]
fn right_kernels_pass() {
    assert!(try_progress(&gpu()).unwrap());
}

#[test]
fn kernels_pass_whose_workgroups_do_not_all_make_progress() {
    assert!(passes_with("some stand still", "const STALLED: u32 = 0u;", "const STALLED: u32 = 97u;"));
}

#[test]
fn wrong_kernels_do_not_pass() {
    // A scan that takes what is not there yet for nothing, and a sort whose tiles tell less than they know.
    assert!(!passes_with("nothing is missing", "if (found.y > found.x)", "if (false)"));
    assert!(!passes_with("a total for a prefix", "PREFIX | (sum + total)", "PREFIX | total"));
}

#[test]
fn kernels_that_a_driver_refuses_do_not_pass() {
    // More memory of a workgroup than any adapter has, in the scan and in the sort.
    assert!(!passes_with("a scan refused", "array<atomic<u32>, 2>", "array<atomic<u32>, 1000000>"));
    assert!(!passes_with("a sort refused", "PART * WORDS)>", "1000000u)>"));
}

#[test]
fn software_is_not_tried_and_what_is_remembered_is_not_tried_again() {
    if gpu().is_software() {
        assert!(!prove_progress(&gpu()).unwrap());
    } else {
        let first = prove_progress(&gpu()).unwrap();
        assert_eq!(prove_progress(&gpu()).unwrap(), first);
    }
}
