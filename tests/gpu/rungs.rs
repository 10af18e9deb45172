//! The rungs of the tuning ladder against f64 sums: awkward numbers of bodies, poisoned results,
//! run-time checks off and on, clear refusals.

use crate::common::rungs::{COUNTS, compare_double, compare_rung, rungs};
use crate::common::{checked_gpu, cube, gpu};
use starshell::gpu::{Gpu, GpuError};
use starshell::lab::{Ladder, MAX_FOR_ONE_THREAD, Rung};

#[test]
fn every_rung_agrees_with_sums_in_double_precision() {
    for (gpu, counts) in [(gpu(), COUNTS), (checked_gpu(), &COUNTS[2..])] {
        rungs().for_each(|rung| compare_rung(&gpu, rung, counts).unwrap());
    }
}

#[test]
fn the_last_rung_agrees_in_double_precision_too() {
    for gpu in [gpu(), checked_gpu()] {
        compare_double(&gpu, COUNTS).unwrap();
    }
    let single =
        Gpu::open_with(None, |features, _| features.remove(wgpu::Features::SHADER_F64)).unwrap();
    let error = Ladder::in_double(&single, &cube(3), 0.05).unwrap_err();
    assert!(
        matches!(error, GpuError::Unsupported { .. })
            && error.to_string().contains("no double precision"),
        "{error}"
    );
}

/// The text of a refusal.
fn refusal(gpu: &Gpu, count: usize, softening: f64, rung: Rung) -> String {
    let error = Ladder::new(gpu, &cube(count), softening, rung).unwrap_err();
    assert!(matches!(error, GpuError::Unsupported { .. }), "{error}");
    error.to_string()
}

#[test]
fn an_impossible_rung_is_refused_with_a_remedy() {
    let gpu = gpu();
    let error = refusal(&gpu, 3, 0.05, Rung::Rung11);
    assert!(
        error.contains("rung-11") && error.contains("fast math") && error.contains("another rung"),
        "{error}"
    );
    let error = refusal(&gpu, MAX_FOR_ONE_THREAD as usize + 1, 0.05, Rung::Rung0);
    assert!(error.contains("one thread") && error.contains("fewer bodies"), "{error}");
    for rung in rungs() {
        assert!(refusal(&gpu, 0, 0.05, rung).contains("at least one body"));
        assert!(refusal(&gpu, 3, 0.0, rung).contains("a softening length"));
    }
    let small =
        Gpu::open_with(None, |_, limits| limits.max_compute_workgroups_per_dimension = 2).unwrap();
    assert!(refusal(&small, 513, 0.05, Rung::Rung6).contains("at most 2 workgroups"));
    compare_rung(&small, Rung::Rung6, &[512]).unwrap();
    if gpu.is_software() {
        assert!(
            refusal(&gpu, 65_535, 0.05, Rung::Rung1).contains("ends loops after 65535 iterations")
        );
    }
}
