//! The trial of what workgroups may learn from each other: right kernels pass it, also where some workgroups stand still; wrong
//! ones, and kernels that a driver refuses, do not.

mod common;

use common::gpu;
use starshell::gpu::{GpuError, Kernel, KernelSource, Part, ShaderError};
use starshell::primitives::{prove_progress, try_progress};
use std::sync::Arc;

type Compiled = Result<Arc<Kernel>, GpuError>;

/// Compiles what is asked for, with `text` replaced wherever it stands.
fn with(text: &'static str, replacement: &'static str) -> impl Fn(&KernelSource, &[(&'static str, u32)]) -> Compiled {
    move |kernel, tuning| {
        let replaced = |part: &Part| Part { path: part.path, source: part.source.replace(text, replacement).leak() };
        let parts: Vec<Part> = kernel.parts().map(replaced).collect();
        gpu().kernel(&kernel.with_parts(parts.leak()), tuning)
    }
}

#[test]
fn right_kernels_pass() {
    assert!(try_progress(&gpu(), |kernel, tuning| gpu().kernel(kernel, tuning)).unwrap());
}

#[test]
fn kernels_pass_whose_workgroups_do_not_all_make_progress() {
    let stalled = with("const STALLED: u32 = 0u;", "const STALLED: u32 = 97u;");
    assert!(try_progress(&gpu(), stalled).unwrap());
}

#[test]
fn wrong_kernels_do_not_pass() {
    // A scan, and a sort, that take what is not there yet for nothing.
    assert!(!try_progress(&gpu(), with("if (found.y > found.x)", "if (false)")).unwrap());
    assert!(
        !try_progress(&gpu(), with("let missing = counted(end, digit, turn.from_other);", "let missing = 0u;\n")).unwrap()
            || !try_progress(&gpu(), with("PREFIX | (sum + total)", "PREFIX | total")).unwrap()
    );
}

#[test]
fn kernels_that_a_driver_refuses_do_not_pass() {
    let refused = |kernel: &KernelSource, _: &[(&'static str, u32)]| -> Compiled {
        Err(ShaderError::Refused { shader: kernel.label, message: String::new() }.into())
    };
    assert!(!try_progress(&gpu(), refused).unwrap());
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
