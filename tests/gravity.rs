//! The force kernels against the f64 sum: awkward sizes, every tuning, poisoned outputs, run-time checks off and on.

mod common;

use common::force::{COUNTS, compare_forces, difference, run, run_f64};
use common::{checked_gpu, cube, gpu};
use glam::DVec3;
use starshell::gpu::{Gpu, KernelSource, Tuning};
use starshell::physics::{ALL_PAIRS, ALL_PAIRS_F64, Body, NAIVE, NAIVE_F64, Output, Plan, Precision, reference};

/// Every force kernel with each of its tunings.
fn kernels() -> impl Iterator<Item = (&'static KernelSource, &'static Tuning)> {
    with_tunings([&ALL_PAIRS, &NAIVE])
}

/// The same in double precision.
fn kernels_f64() -> impl Iterator<Item = (&'static KernelSource, &'static Tuning)> {
    with_tunings([&ALL_PAIRS_F64, &NAIVE_F64])
}

fn with_tunings(kernels: [&'static KernelSource; 2]) -> impl Iterator<Item = (&'static KernelSource, &'static Tuning)> {
    kernels.into_iter().flat_map(|kernel| kernel.tunings.iter().map(move |tuning| (kernel, tuning)))
}

#[test]
fn accelerations_and_potentials_agree_with_the_reference_for_every_tuning_and_count() {
    for gpu in [gpu(), checked_gpu()] {
        for (kernel, &tuning) in kernels() {
            compare_forces(&gpu, Precision::Single, kernel, tuning).unwrap();
        }
        for (kernel, &tuning) in kernels_f64() {
            compare_forces(&gpu, Precision::Double, kernel, tuning).unwrap();
        }
    }
}

#[test]
fn the_plan_of_the_adapter_agrees_with_the_reference() {
    let gpu = gpu();
    for count in [1, 100, 4099] {
        let bodies = cube(count);
        let (got, _) = run(&gpu, &bodies, 0.01, Output::Acceleration, Plan::for_count(&gpu, count as u32));
        let off = difference(&got, &reference::accelerations(&bodies, 0.01));
        assert!(off < 3e-6, "n = {count}: off by {off:e}");
        // In double precision, with the counterpart of that plan.
        let (got, _) = run_f64(&gpu, &bodies, 0.01, Output::Acceleration, Plan::for_count(&gpu, count as u32));
        let off = difference(&got, &reference::accelerations(&bodies, 0.01));
        assert!(off < 1e-13, "n = {count}: off by {off:e} in double precision");
    }
}

#[test]
fn jerks_agree_with_the_reference() {
    for gpu in [gpu(), checked_gpu()] {
        for &count in COUNTS {
            let bodies = cube(count);
            for (softening, shares) in [(0.1, 1), (0.1, 3), (0.0, 1)] {
                let plan = Plan { kernel: &ALL_PAIRS, tuning: &[] as Tuning, shares };
                let (got, got_jerks) = run(&gpu, &bodies, softening, Output::Jerk, plan);
                let (expected, expected_jerks) = reference::accelerations_and_jerks(&bodies, softening);
                let off = difference(&got, &expected).max(difference(&got_jerks, &expected_jerks));
                assert!(off < 1e-5, "n = {count}, softening {softening}, {shares} shares: off by {off:e}");
                let (got, got_jerks) = run_f64(&gpu, &bodies, softening, Output::Jerk, plan);
                let off = difference(&got, &expected).max(difference(&got_jerks, &expected_jerks));
                assert!(off < 1e-13, "n = {count}, softening {softening}, {shares} shares: off by {off:e} in double precision");
            }
        }
    }
}

#[test]
fn coincident_bodies_stay_finite() {
    let mut bodies = cube(300);
    for body in &mut bodies[..100] {
        body.position = DVec3::splat(0.25);
    }
    for softening in [0.05, 1e-6, 1e-11, 1e-13, 1e-18, 1e-30, 0.0] {
        for (kernel, &tuning) in kernels() {
            let (got, _) = run(&gpu(), &bodies, softening, Output::Acceleration, Plan { kernel, tuning, shares: 2 });
            let off = difference(&got, &reference::accelerations(&bodies, softening));
            assert!(off < 3e-6, "softening {softening}: off by {off:e}");
        }
        for (kernel, &tuning) in kernels_f64() {
            let (got, _) = run_f64(&gpu(), &bodies, softening, Output::Acceleration, Plan { kernel, tuning, shares: 2 });
            let off = difference(&got, &reference::accelerations(&bodies, softening));
            // A softening below 1e-10 is taken for none.
            let tolerance = if softening < 1e-10 { 3e-6 } else { 1e-13 };
            assert!(off < tolerance, "softening {softening}: off by {off:e} in double precision");
        }
    }
}

#[test]
fn two_bodies_pull_by_the_inverse_square_at_any_distance() {
    for exponent in -6..=6 {
        let distance = f64::from(10_f32.powi(exponent));
        let at = |x: f64| Body { position: DVec3::new(x, 0.0, 0.0), velocity: DVec3::ZERO, mass: 2.0, component: 0 };
        let (got, _) = run(&gpu(), &[at(0.0), at(distance)], 0.0, Output::Acceleration, Plan::naive());
        let expected = 2.0 / (distance * distance);
        assert!((got[0][0] / expected - 1.0).abs() < 1e-6, "at {distance}: {} not {expected}", got[0][0]);
        assert!((got[1][0] / expected + 1.0).abs() < 1e-6, "at {distance}: {} not -{expected}", got[1][0]);
        let (got, _) = run_f64(&gpu(), &[at(0.0), at(distance)], 0.0, Output::Acceleration, Plan::naive());
        assert!((got[0][0] / expected - 1.0).abs() < 1e-15, "at {distance}: {} not {expected}", got[0][0]);
    }
}

#[test]
fn the_root_in_double_precision_errs_by_rounding_alone() {
    // Bodies without mass about one of mass 1: their potential is the root.
    let at = |position, mass| Body { position, velocity: DVec3::ZERO, mass, component: 0 };
    let distances = (0..4000).map(|index| 10_f64.powf(f64::from(index) * 0.009 - 18.0));
    let mut bodies: Vec<Body> = distances.map(|distance| at(DVec3::new(0.6, -0.64, 0.48) * distance, 0.0)).collect();
    bodies.push(at(DVec3::ZERO, 1.0));
    for gpu in [gpu(), checked_gpu()] {
        let (got, _) = run_f64(&gpu, &bodies, 0.0, Output::Potential, Plan::naive());
        let error = |(body, row): (&Body, &[f64; 4])| (row[3] * body.position.length() + 1.0).abs();
        let worst = bodies[..4000].iter().zip(&got).map(error).fold(0.0, f64::max);
        println!("the root errs by {worst:.1e}");
        assert!(worst < 5e-16, "{worst:e}");
    }
}

#[test]
fn the_same_bits_every_time() {
    let (gpu, bodies) = (gpu(), cube(2000));
    let plan = Plan { kernel: &ALL_PAIRS, tuning: &[], shares: 5 };
    for run in [run, run_f64] {
        let first = run(&gpu, &bodies, 0.05, Output::Acceleration, plan);
        for _ in 0..5 {
            assert_eq!(run(&gpu, &bodies, 0.05, Output::Acceleration, plan), first);
        }
    }
}

#[test]
fn more_workgroups_than_a_dimension_holds_are_folded_into_rows() {
    let gpu = Gpu::open_limited(|limits| limits.max_compute_workgroups_per_dimension = 20).unwrap();
    for count in [1, 20 * 64, 20 * 64 + 1, 3000] {
        let bodies = cube(count);
        let expected = reference::accelerations(&bodies, 0.05);
        for (kernel, &tuning) in kernels() {
            let (got, _) = run(&gpu, &bodies, 0.05, Output::Acceleration, Plan { kernel, tuning, shares: 3 });
            let off = difference(&got, &expected);
            assert!(off < 3e-6, "n = {count}, {}, {tuning:?}: off by {off:e}", kernel.label);
        }
        let (got, _) = run(&gpu, &bodies, 0.05, Output::Jerk, Plan { kernel: &ALL_PAIRS, tuning: &[], shares: 3 });
        let off = difference(&got, &expected);
        assert!(off < 1e-5, "n = {count}, jerk: off by {off:e}");
    }
}

#[test]
fn scratch_stays_within_what_one_binding_holds() {
    let gpu = Gpu::open_limited(|limits| limits.max_storage_buffer_binding_size = 64 << 10).unwrap();
    // 4,096 bodies fill a binding: there is room for one row of sums, whatever the plan asks for.
    let bodies = cube(4096);
    let (got, _) = run(&gpu, &bodies, 0.05, Output::Acceleration, Plan { kernel: &ALL_PAIRS, tuning: &[], shares: 8 });
    assert!(difference(&got, &reference::accelerations(&bodies, 0.05)) < 3e-6);
}
