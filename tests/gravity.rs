//! The force kernels against the f64 sum: awkward sizes, every tuning, poisoned outputs, run-time checks off and on.

mod common;

use common::force::{COUNTS, FORCE_KERNELS, compare_forces, difference, equal_cube, run, run_f64, tunings};
use common::{checked_gpu, cube, gpu};
use glam::DVec3;
use starshell::gpu::{Gpu, GpuError, KernelSource, Tuning};
use starshell::name::Named;
use starshell::physics::{
    ALL_PAIRS, ALL_PAIRS_F64, ATOMIC_PAIRS, Bodies, Body, ForceKernel, Gravity, MOST_FOR_ONE_THREAD, NAIVE_F64, Output, Plan,
    SHUFFLE, SYMMETRIC, UNORDERED, reference,
};

/// Every force kernel with each of its tunings that this adapter can run.
fn kernels() -> impl Iterator<Item = (&'static KernelSource, Tuning)> {
    with_tunings(FORCE_KERNELS)
}

/// The same in double precision.
fn kernels_f64() -> impl Iterator<Item = (&'static KernelSource, Tuning)> {
    with_tunings(&[&ALL_PAIRS_F64, &NAIVE_F64])
}

fn with_tunings(kernels: &'static [&'static KernelSource]) -> impl Iterator<Item = (&'static KernelSource, Tuning)> {
    kernels.iter().flat_map(|&kernel| tunings(&gpu(), kernel).map(move |tuning| (kernel, tuning)))
}

#[test]
fn accelerations_and_potentials_agree_with_the_reference_for_every_tuning_and_count() {
    for gpu in [gpu(), checked_gpu()] {
        for (kernel, tuning) in kernels().chain(kernels_f64()) {
            compare_forces(&gpu, kernel, tuning).unwrap();
        }
    }
}

#[test]
fn thousands_of_bodies_agree_with_the_reference_for_every_tuning() {
    let (gpu, bodies) = (gpu(), cube(4099));
    let accelerations = reference::accelerations(&bodies, 0.05);
    let potentials: Vec<DVec3> = reference::potentials(&bodies, 0.05).into_iter().map(DVec3::splat).collect();
    for (kernel, tuning) in kernels() {
        let (got, _) = run(&gpu, &bodies, 0.05, Output::Potential, Plan { kernel, tuning, shares: 3 });
        let got_potentials: Vec<_> = got.iter().map(|row| [row[3]; 4]).collect();
        let off = [difference(&got, &accelerations), difference(&got_potentials, &potentials)];
        // Single running sums round each term to the size of the sum, so that their error grows with the number of terms.
        assert!(off.iter().all(|off| *off < 6e-6), "{}, {tuning:?}: off by {off:?}", kernel.label);
    }
}

/// Software drivers end the loops of an invocation after 65,535 iterations, silently: no thread may need as many.
#[test]
fn no_sum_is_cut_short_by_the_driver() {
    let gpu = gpu();
    // The acceleration of the first body, from those units of a pass that are about it.
    let first = |kernel: ForceKernel, count: u32, units: &dyn Fn(&Gravity) -> Vec<std::ops::Range<u32>>| {
        let bodies = cube(count as usize);
        let on_gpu = Bodies::new(&gpu, &bodies).unwrap();
        let plan = kernel.plan(&gpu, count).unwrap();
        let gravity = Gravity::with_plan(&gpu, &on_gpu, 0.05, Output::Acceleration, plan).unwrap();
        let mut encoder = gpu.encoder("test");
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        units(&gravity).into_iter().for_each(|units| gravity.record_slice(&mut pass, units).unwrap());
        drop(pass);
        gpu.submit(encoder);
        let sums = gravity.partial().read(&gpu).unwrap();
        let rows = (0..gravity.shares() as usize).map(|share| sums[share * count as usize]);
        let got = rows.fold(DVec3::ZERO, |sum, [x, y, z, _]| sum + DVec3::new(x, y, z));
        let expected = reference::acceleration_of(&bodies, 0.05, 0);
        let off = (got - expected).length() / expected.length();
        assert!(off < 1e-4, "{}, n = {count}: off by {off:e}", kernel.name());
    };
    let runnable = |kernel: &&ForceKernel| kernel.plan(&gpu, 100).is_ok();
    for &kernel in ForceKernel::ALL.iter().filter(runnable) {
        match kernel {
            ForceKernel::OneThread => first(kernel, MOST_FOR_ONE_THREAD, &|_| std::iter::once(0..9).collect()),
            // Their units add to other bodies too: a whole pass would take long. The symmetric ones are refused by a bound.
            ForceKernel::AtomicPairs => {}
            _ if kernel.plan(&gpu, 70_000).unwrap().kernel.label.ends_with("symmetric") => {}
            _ => first(kernel, 70_000, &|gravity| {
                let is_in_batches = kernel == ForceKernel::UniformBatches;
                let parts = if is_in_batches { 70_000_u32.div_ceil(4096) } else { gravity.shares() };
                let blocks = gravity.units() / parts;
                (0..parts).map(|part| part * blocks..part * blocks + 1).collect()
            }),
        }
    }
    // Where there is no room for as many partial sums as that takes, it is refused.
    if gpu.is_software() {
        let bodies = Bodies::new(&gpu, &cube(1_000_000)).unwrap();
        let plan = ForceKernel::Naive.plan(&gpu, bodies.count()).unwrap();
        let error = Gravity::with_plan(&gpu, &bodies, 0.05, Output::Acceleration, plan).unwrap_err();
        assert!(matches!(error, GpuError::Unsupported { .. }) && error.to_string().contains("fewer bodies"), "{error}");
    }
}

#[test]
fn every_kernel_that_can_be_asked_for_has_a_plan_with_a_listed_tuning() {
    let gpu = gpu();
    for &kernel in ForceKernel::ALL {
        match kernel.plan(&gpu, 1000) {
            Ok(plan) => assert!(plan.kernel.tunings.contains(&plan.tuning), "{}: {:?}", kernel.name(), plan.tuning),
            Err(GpuError::Unsupported { .. }) => {
                assert!([ForceKernel::Shuffle, ForceKernel::AtomicPairs].contains(&kernel), "{}", kernel.name());
            }
            Err(error) => panic!("{}: {error}", kernel.name()),
        }
    }
}

#[test]
fn a_kernel_that_cannot_run_here_is_refused_by_name_with_the_remedy() {
    let gpu = gpu();
    let refused = |kernel, tuning, count: u32| {
        let bodies = Bodies::new(&gpu, &cube(count as usize)).unwrap();
        let plan = Plan { kernel, tuning, shares: 1 };
        Gravity::with_plan(&gpu, &bodies, 0.05, Output::Acceleration, plan).unwrap_err().to_string()
    };
    let other = SHUFFLE.tunings.iter().find(|tuning| Some(tuning[0].1) != gpu.subgroup_size()).unwrap();
    let shuffle = refused(&SHUFFLE, other, 10);
    assert!(shuffle.contains("the kernel shuffle cannot run") && shuffle.contains("subgroups"), "{shuffle}");
    ForceKernel::OneThread.plan(&gpu, MOST_FOR_ONE_THREAD).unwrap();
    let error = ForceKernel::OneThread.plan(&gpu, MOST_FOR_ONE_THREAD + 1).unwrap_err();
    assert!(error.is_request() && error.to_string().contains("the kernel one-thread"), "{error}");
    assert!(error.to_string().contains("fewer bodies") && error.to_string().contains("auto"), "{error}");
    // Smaller uniform buffers: smaller batches.
    let small = Gpu::open_limited(|limits| limits.max_uniform_buffer_binding_size = 16 << 10).unwrap();
    assert_eq!(ForceKernel::UniformBatches.plan(&small, 1000).unwrap().tuning, &[("BATCH", 1024)]);
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
        for (kernel, tuning) in kernels() {
            let (got, _) = run(&gpu(), &bodies, softening, Output::Acceleration, Plan { kernel, tuning, shares: 2 });
            let off = difference(&got, &reference::accelerations(&bodies, softening));
            assert!(off < 3e-6, "softening {softening}: off by {off:e}");
        }
        for (kernel, tuning) in kernels_f64() {
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
    let first = run_f64(&gpu, &bodies, 0.05, Output::Acceleration, plan);
    assert!(run_f64(&gpu, &bodies, 0.05, Output::Acceleration, plan) == first, "f64");
    // Atomic sums are in no fixed order, and say so.
    for (kernel, tuning) in kernels().filter(|(kernel, _)| ![ATOMIC_PAIRS.label, UNORDERED.label].contains(&kernel.label)) {
        let plan = Plan { kernel, tuning, shares: 5 };
        let first = run(&gpu, &bodies, 0.05, Output::Acceleration, plan);
        for _ in 0..3 {
            assert!(run(&gpu, &bodies, 0.05, Output::Acceleration, plan) == first, "{}, {tuning:?}", kernel.label);
        }
    }
}

#[test]
fn more_workgroups_than_a_dimension_holds_are_folded_into_rows() {
    let gpu = Gpu::open_limited(|limits| limits.max_compute_workgroups_per_dimension = 30).unwrap();
    for count in [1, 30 * 64, 30 * 64 + 1, 3000] {
        let bodies = cube(count);
        let expected = reference::accelerations(&bodies, 0.05);
        for (kernel, tuning) in kernels() {
            let plan = Plan { kernel, tuning, shares: 3 };
            let on_gpu = Bodies::new(&gpu, &bodies).unwrap();
            // What fits into 30 rows of 30.
            if Gravity::with_plan(&gpu, &on_gpu, 0.05, Output::Acceleration, plan).unwrap().units() > 900 {
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
        for tuning in tunings(&gpu, &SYMMETRIC) {
            for shares in [1, 3, 100] {
                let plan = Plan { kernel: &SYMMETRIC, tuning, shares };
                let on_gpu = Bodies::new(&gpu, &bodies).unwrap();
                let gravity = Gravity::with_plan(&gpu, &on_gpu, 0.05, Output::Acceleration, plan).unwrap();
                assert!(gravity.partial().len() as u64 * 16 <= bytes, "{tuning:?}: {} rows", gravity.partial().len());
                let (got, _) = run(&gpu, &bodies, 0.05, Output::Acceleration, plan);
                let off = difference(&got, &expected);
                assert!(off < 3e-6, "n = {count}, {rows} rows, {tuning:?}, {shares} shares: off by {off:e}");
            }
        }
    }
}
