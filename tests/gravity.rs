//! The force kernels against the f64 sum: awkward sizes, every tuning, poisoned outputs, run-time checks off and on.

mod common;

use common::force::{COUNTS, compare_forces, difference, equal_cube, fits, run};
use common::{checked_gpu, cube, gpu};
use glam::DVec3;
use starshell::gpu::{Gpu, KernelSource, Tuning};
use starshell::physics::{ALL_PAIRS, Bodies, Body, Gravity, NAIVE, Output, Plan, SYMMETRIC, reference};

/// Every force kernel with each of its tunings that this adapter can run.
fn kernels() -> impl Iterator<Item = (&'static KernelSource, &'static Tuning)> {
    let all = [&ALL_PAIRS, &NAIVE, &SYMMETRIC].into_iter();
    let all = all.flat_map(|kernel| kernel.tunings.iter().map(move |tuning| (kernel, tuning)));
    all.filter(|(kernel, tuning)| fits(&gpu(), kernel, tuning))
}

#[test]
fn accelerations_and_potentials_agree_with_the_reference_for_every_tuning_and_count() {
    for gpu in [gpu(), checked_gpu()] {
        for (kernel, &tuning) in kernels() {
            compare_forces(&gpu, kernel, tuning).unwrap();
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
    }
}

#[test]
fn the_same_bits_every_time() {
    let (gpu, bodies) = (gpu(), cube(2000));
    let plan = Plan { kernel: &ALL_PAIRS, tuning: &[], shares: 5 };
    let first = run(&gpu, &bodies, 0.05, Output::Acceleration, plan);
    for _ in 0..5 {
        assert_eq!(run(&gpu, &bodies, 0.05, Output::Acceleration, plan), first);
    }
}

#[test]
fn more_workgroups_than_a_dimension_holds_are_folded_into_rows() {
    let gpu = Gpu::open_limited(|limits| limits.max_compute_workgroups_per_dimension = 20).unwrap();
    for count in [1, 20 * 64, 20 * 64 + 1, 3000] {
        let bodies = cube(count);
        let expected = reference::accelerations(&bodies, 0.05);
        for (kernel, &tuning) in kernels() {
            let plan = Plan { kernel, tuning, shares: 3 };
            let on_gpu = Bodies::new(&gpu, &bodies).unwrap();
            // What fits into 20 rows of 20.
            if Gravity::with_plan(&gpu, &on_gpu, 0.05, Output::Acceleration, plan).unwrap().units() > 400 {
                continue;
            }
            let (got, _) = run(&gpu, &bodies, 0.05, Output::Acceleration, plan);
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

#[test]
fn the_plan_for_each_pair_once_agrees_with_the_reference_and_conserves_momentum() {
    let gpu = gpu();
    for count in [1, 2, 1000, 4099] {
        for bodies in [cube(count), equal_cube(count)] {
            let plan = Plan::symmetric(&gpu, count as u32).expect("the tests' adapters have subgroups of one size");
            let (got, _) = run(&gpu, &bodies, 0.01, Output::Acceleration, plan);
            let expected = reference::accelerations(&bodies, 0.01);
            let off = difference(&got, &expected);
            assert!(off < 3e-6, "n = {count}: off by {off:e}");
            let force = |(a, body): (&[f64; 4], &Body)| DVec3::new(a[0], a[1], a[2]) * body.mass;
            let total: DVec3 = got.iter().zip(&bodies).map(force).sum();
            let scale: f64 = got.iter().zip(&bodies).map(force).map(|f| f.length()).sum();
            assert!(total.length() <= 1e-7 * scale, "n = {count}: a force of {:e} on the whole", total.length() / scale);
        }
    }
}

#[test]
fn bands_leave_the_same_sums_within_less_memory() {
    for (count, rows) in [(1000, 6), (4099, 8), (4099, 13)] {
        let bytes = rows * count as u64 * 16;
        let gpu = Gpu::open_limited(|limits| limits.max_storage_buffer_binding_size = bytes).unwrap();
        let bodies = cube(count);
        let expected = reference::accelerations(&bodies, 0.05);
        for tuning in SYMMETRIC.tunings.iter().filter(|tuning| fits(&gpu, &SYMMETRIC, tuning)) {
            for shares in [1, 3, 100] {
                let plan = Plan { kernel: &SYMMETRIC, tuning, shares };
                let on_gpu = Bodies::new(&gpu, &bodies).unwrap();
                let gravity = Gravity::with_plan(&gpu, &on_gpu, 0.05, Output::Acceleration, plan).unwrap();
                assert!(gravity.partial().bytes() <= bytes, "{tuning:?}: {} bytes", gravity.partial().bytes());
                let (got, _) = run(&gpu, &bodies, 0.05, Output::Acceleration, plan);
                let off = difference(&got, &expected);
                assert!(off < 3e-6, "n = {count}, {rows} rows, {tuning:?}, {shares} shares: off by {off:e}");
            }
        }
    }
}
