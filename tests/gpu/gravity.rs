//! The force kernels against the f64 sum: awkward sizes, every tuning, poisoned outputs, run-time
//! checks off and on.

use crate::common::breadth::cases;
use crate::common::force::{
    COUNTS, FORCE_KERNELS, FORCE_KERNELS_F64, compare_forces, compare_forces_in_two_ways,
    difference, equal_cube, pass_of, plan_of, run, run_by, run_f64, run_pass, runs_here, tunings,
};
use crate::common::{checked_gpu, cube, gpu};
use glam::DVec3;
use starshell::gpu::{Gpu, GpuError, KernelSource, Tuning};
use starshell::lab::TextbookKernel;
use starshell::lab::kernels::{ATOMIC_PAIRS, ATOMIC_TRIANGLE, SUBGROUP_TILES};
use starshell::name::Named;
use starshell::physics::kernels::{SYMMETRIC, UNORDERED};
use starshell::physics::{
    Bodies, Body, ForceKernel, ForcePass, Integrator, Output, Parameters, Plan, Precision, Shape,
    Simulation, reference,
};

/// Every force kernel with its tunings that run on this adapter: every third of them, from the
/// first, unless all are wanted.
fn kernels() -> impl Iterator<Item = (&'static KernelSource, Tuning)> {
    with_tunings(FORCE_KERNELS)
}

/// The same in double precision.
fn kernels_f64() -> impl Iterator<Item = (&'static KernelSource, Tuning)> {
    with_tunings(FORCE_KERNELS_F64)
}

fn with_tunings(
    kernels: &'static [&'static KernelSource],
) -> impl Iterator<Item = (&'static KernelSource, Tuning)> {
    kernels
        .iter()
        .flat_map(|&kernel| cases(5, tunings(&gpu(), kernel)).map(move |tuning| (kernel, tuning)))
}

#[test]
fn accelerations_and_potentials_agree_with_the_reference_for_every_tuning_and_count() {
    let gpu = gpu();
    for (kernel, tuning) in kernels().chain(kernels_f64()) {
        // Tunings differ in constants alone, so the first shows most.
        let compare = if tuning == tunings(&gpu, kernel)[0] {
            compare_forces
        } else {
            compare_forces_in_two_ways
        };
        compare(&gpu, kernel, tuning).unwrap();
    }
}

#[test]
fn every_kernel_agrees_with_checks() {
    let gpu = gpu();
    for kernel in cases(
        2,
        FORCE_KERNELS.iter().chain(FORCE_KERNELS_F64).filter(|kernel| runs_here(&gpu, kernel)),
    ) {
        compare_forces(&checked_gpu(), kernel, tunings(&gpu, kernel)[0]).unwrap();
    }
}

#[test]
#[ignore = "compiles for a minute and adds little to every kernel with checks and every tuning without: ./test nightly"]
fn every_tuning_agrees_with_checks() {
    for (kernel, tuning) in kernels().chain(kernels_f64()) {
        compare_forces(&checked_gpu(), kernel, tuning).unwrap();
    }
}

#[test]
fn thousands_of_bodies_agree_with_the_reference_for_every_tuning() {
    let (gpu, bodies) = (gpu(), cube(4099));
    let accelerations = reference::accelerations(&bodies, 0.05);
    let potentials: Vec<DVec3> =
        reference::potentials(&bodies, 0.05).into_iter().map(DVec3::splat).collect();
    for (kernel, tuning) in kernels() {
        let got = run_by(&gpu, &bodies, 0.05, Output::Potential, kernel, (tuning, 3));
        let got_potentials: Vec<_> = got.iter().map(|row| [row[3]; 4]).collect();
        let off = [difference(&got, &accelerations), difference(&got_potentials, &potentials)];
        // The error of a single running sum grows with the number of terms, because each is rounded
        // to the size of the sum.
        assert!(off.iter().all(|off| *off < 6e-6), "{}, {tuning:?}: off by {off:?}", kernel.label);
    }
}

/// Software drivers silently end the loops of an invocation after 65,535 iterations: no thread may
/// need as many.
#[test]
fn no_sum_is_cut_short_by_the_driver() {
    let gpu = gpu();
    // The acceleration of the first body, from those units of a pass that contribute to it.
    let first = |kernel: ForceKernel,
                 count: u32,
                 units: &dyn Fn(&ForcePass) -> Vec<std::ops::Range<u32>>| {
        let bodies = cube(count as usize);
        let on_gpu = Bodies::new(&gpu, &bodies).unwrap();
        let plan = kernel.plan(&gpu, count).unwrap();
        let gravity =
            ForcePass::with_plan(&gpu, &on_gpu, 0.05, Output::Acceleration, plan).unwrap();
        let mut encoder = gpu.encoder("test");
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        units(&gravity)
            .into_iter()
            .for_each(|units| gravity.encode_slice(&mut pass, units).unwrap());
        drop(pass);
        gpu.submit(encoder);
        let sums = gravity.partial().read(&gpu).unwrap();
        let rows = (0..gravity.shares() as usize).map(|share| sums[share * count as usize]);
        let got = rows.fold(DVec3::ZERO, |sum, [x, y, z, _]| sum + DVec3::new(x, y, z));
        let expected = reference::acceleration_of(&bodies, 0.05, 0);
        let off = (got - expected).length() / expected.length();
        assert!(off < 1e-4, "{}, n = {count}: off by {off:e}", kernel.name());
    };
    for &kernel in ForceKernel::ALL {
        // The next test says which kernel may have no plan.
        if kernel.plan(&gpu, 100).is_err() {
            continue;
        }
        // The symmetric ones are refused by a bound.
        if ![Shape::Symmetric, Shape::SymmetricUnordered]
            .contains(&kernel.plan(&gpu, 70_000).unwrap().shape)
        {
            first(kernel, 70_000, &|gravity| {
                let blocks = gravity.units() / gravity.shares();
                (0..gravity.shares()).map(|share| share * blocks..share * blocks + 1).collect()
            });
        }
    }
    // The kernels of the texts run whole, which takes long with so many bodies: their loops are
    // divided, and batches are short.
    if gpu.is_software() {
        let bodies = Bodies::new(&gpu, &cube(70_000)).unwrap();
        for kernel in [TextbookKernel::Tile, TextbookKernel::Threads1, TextbookKernel::Shuffle] {
            let pass = kernel.pass(&gpu, &bodies, 0.05, Output::Acceleration).unwrap();
            assert_eq!(pass.shares(), 3, "{}", kernel.name());
        }
    }
    // Refused if memory has no room for enough partial sums.
    if gpu.is_software() {
        let bodies = Bodies::new(&gpu, &cube(1_000_000)).unwrap();
        let plan = ForceKernel::Naive.plan(&gpu, bodies.count()).unwrap();
        let error =
            ForcePass::with_plan(&gpu, &bodies, 0.05, Output::Acceleration, plan).unwrap_err();
        assert!(
            matches!(error, GpuError::Unsupported { .. })
                && error.to_string().contains("fewer bodies"),
            "{error}"
        );
    }
}

#[test]
fn every_kernel_that_can_be_asked_for_has_a_plan_with_a_listed_tuning() {
    let gpu = gpu();
    for &kernel in ForceKernel::ALL {
        match kernel.plan(&gpu, 1000) {
            Ok(plan) => assert!(
                plan.shape.kernel(Precision::Single).unwrap().tunings.contains(&plan.tuning),
                "{}: {:?}",
                kernel.name(),
                plan.tuning
            ),
            Err(GpuError::Unsupported { .. }) => {
                let lacks_atomics = !gpu.features().contains(wgpu::Features::SHADER_FLOAT32_ATOMIC);
                assert!(
                    kernel == ForceKernel::SymmetricUnordered && lacks_atomics,
                    "{} is refused",
                    kernel.name()
                );
            }
            Err(error) => panic!("{}: {error}", kernel.name()),
        }
    }
}

#[test]
fn a_kernel_that_cannot_run_here_is_refused_by_name_with_the_remedy() {
    let gpu = gpu();
    let bodies = Bodies::new(&gpu, &cube(10)).unwrap();
    let other =
        SYMMETRIC.tunings.iter().find(|tuning| Some(tuning[0].1) != gpu.subgroup_size()).unwrap();
    let plan = Plan::new(Shape::Symmetric, other, 1);
    let error = ForcePass::with_plan(&gpu, &bodies, 0.05, Output::Acceleration, plan)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("the kernel symmetric cannot run") && error.contains("subgroups"),
        "{error}"
    );
    let double = Bodies::with_precision(&gpu, &cube(10), Precision::Double).unwrap();
    let error = TextbookKernel::Tile.pass(&gpu, &double, 0.05, Output::Acceleration).unwrap_err();
    assert!(error.is_request() && error.to_string().contains("the kernel tile"), "{error}");
    assert!(
        error.to_string().contains("single precision") && error.to_string().contains("auto"),
        "{error}"
    );
    // Smaller uniform buffers: smaller batches.
    let small = Gpu::open_with(None, |_, limits| limits.max_uniform_buffer_binding_size = 16 << 10)
        .unwrap();
    assert_eq!(TextbookKernel::UniformBatches.tuning(&small).unwrap(), &[("BATCH", 1024)]);
}

#[test]
fn the_plan_of_the_adapter_agrees_with_the_reference() {
    let gpu = gpu();
    for count in [1, 100, 4099] {
        let bodies = cube(count);
        let (got, _) =
            run(&gpu, &bodies, 0.01, Output::Acceleration, Plan::for_count(&gpu, count as u32));
        let off = difference(&got, &reference::accelerations(&bodies, 0.01));
        assert!(off < 3e-6, "n = {count}: off by {off:e}");
        // In double precision, with the counterpart of that plan.
        let (got, _) =
            run_f64(&gpu, &bodies, 0.01, Output::Acceleration, Plan::for_count(&gpu, count as u32));
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
                let plan = Plan::new(Shape::Tiles, &[], shares);
                let (got, got_jerks) = run(&gpu, &bodies, softening, Output::Jerk, plan);
                let (expected, expected_jerks) =
                    reference::accelerations_and_jerks(&bodies, softening);
                let off = difference(&got, &expected).max(difference(&got_jerks, &expected_jerks));
                assert!(
                    off < 1e-5,
                    "n = {count}, softening {softening}, {shares} shares: off by {off:e}"
                );
                let (got, got_jerks) = run_f64(&gpu, &bodies, softening, Output::Jerk, plan);
                let off = difference(&got, &expected).max(difference(&got_jerks, &expected_jerks));
                assert!(
                    off < 1e-13,
                    "n = {count}, softening {softening}, {shares} shares: off by {off:e} in double precision"
                );
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
    let first =
        |(kernel, tuning): &(&'static KernelSource, Tuning)| *tuning == tunings(&gpu(), kernel)[0];
    for softening in [0.05, 1e-6, 1e-11, 1e-13, 1e-18, 1e-30, 0.0] {
        for (kernel, tuning) in kernels().filter(first) {
            let got = run_by(&gpu(), &bodies, softening, Output::Acceleration, kernel, (tuning, 2));
            let off = difference(&got, &reference::accelerations(&bodies, softening));
            assert!(off < 3e-6, "softening {softening}: off by {off:e}");
        }
        for (kernel, tuning) in kernels_f64().filter(first) {
            let (got, _) = run_f64(
                &gpu(),
                &bodies,
                softening,
                Output::Acceleration,
                plan_of(kernel, tuning, 2),
            );
            let off = difference(&got, &reference::accelerations(&bodies, softening));
            // A softening below 1e-10 counts as none.
            let tolerance = if softening < 1e-10 { 3e-6 } else { 1e-13 };
            assert!(off < tolerance, "softening {softening}: off by {off:e} in double precision");
        }
    }
}

#[test]
fn two_bodies_pull_by_the_inverse_square_at_any_distance() {
    for exponent in -6..=6 {
        let distance = f64::from(10_f32.powi(exponent));
        let at = |x: f64| Body {
            position: DVec3::new(x, 0.0, 0.0),
            velocity: DVec3::ZERO,
            mass: 2.0,
            component: 0,
        };
        let (got, _) =
            run(&gpu(), &[at(0.0), at(distance)], 0.0, Output::Acceleration, Plan::naive());
        let expected = 2.0 / (distance * distance);
        assert!(
            (got[0][0] / expected - 1.0).abs() < 1e-6,
            "at {distance}: {} not {expected}",
            got[0][0]
        );
        assert!(
            (got[1][0] / expected + 1.0).abs() < 1e-6,
            "at {distance}: {} not -{expected}",
            got[1][0]
        );
        let (got, _) =
            run_f64(&gpu(), &[at(0.0), at(distance)], 0.0, Output::Acceleration, Plan::naive());
        assert!(
            (got[0][0] / expected - 1.0).abs() < 1e-15,
            "at {distance}: {} not {expected}",
            got[0][0]
        );
    }
}

#[test]
fn the_root_in_double_precision_errs_by_rounding_alone() {
    // Bodies without mass around one of mass 1: their potential is the root.
    let at = |position, mass| Body { position, velocity: DVec3::ZERO, mass, component: 0 };
    let distances = (0..4000).map(|index| 10_f64.powf(f64::from(index) * 0.009 - 18.0));
    let mut bodies: Vec<Body> =
        distances.map(|distance| at(DVec3::new(0.6, -0.64, 0.48) * distance, 0.0)).collect();
    bodies.push(at(DVec3::ZERO, 1.0));
    for gpu in [gpu(), checked_gpu()] {
        let (got, _) = run_f64(&gpu, &bodies, 0.0, Output::Potential, Plan::naive());
        let error = |(body, row): (&Body, &[f64; 4])| (row[3] * body.position.length() + 1.0).abs();
        let worst = bodies[..4000].iter().zip(&got).map(error).fold(0.0, f64::max);
        println!("error of the root: {worst:.1e}");
        assert!(worst < 5e-16, "{worst:e}");
    }
}

#[test]
fn forces_have_the_same_bits_in_every_run() {
    let (gpu, bodies) = (gpu(), cube(2000));
    let plan = Plan::new(Shape::Tiles, &[], 5);
    let first = run_f64(&gpu, &bodies, 0.05, Output::Acceleration, plan);
    assert!(run_f64(&gpu, &bodies, 0.05, Output::Acceleration, plan) == first, "f64");
    // Atomic sums are in no fixed order, as documented.
    let unordered =
        [ATOMIC_PAIRS.label, ATOMIC_TRIANGLE.label, SUBGROUP_TILES.label, UNORDERED.label];
    for (kernel, tuning) in kernels().filter(|(kernel, _)| !unordered.contains(&kernel.label)) {
        let once = || run_by(&gpu, &bodies, 0.05, Output::Acceleration, kernel, (tuning, 5));
        let first = once();
        for _ in 0..2 {
            assert!(once() == first, "{}, {tuning:?}", kernel.label);
        }
    }
}

#[test]
fn more_workgroups_than_a_dimension_holds_are_folded_into_rows() {
    let gpu =
        Gpu::open_with(None, |_, limits| limits.max_compute_workgroups_per_dimension = 30).unwrap();
    for count in [1, 30 * 64 + 1] {
        let bodies = cube(count);
        let expected = reference::accelerations(&bodies, 0.05);
        let mut folded = 0;
        for (kernel, tuning) in kernels() {
            let on_gpu = Bodies::new(&gpu, &bodies).unwrap();
            let pass = match pass_of(&gpu, &on_gpu, 0.05, Output::Acceleration, kernel, (tuning, 3))
            {
                // Tiles of pairs are many, unless subgroups are wide.
                Err(GpuError::Unsupported { .. }) if kernel.label == SUBGROUP_TILES.label => {
                    continue;
                }
                pass => pass.unwrap(),
            };
            // Whatever fits into 30 rows of 30.
            if pass.units() > 900 {
                continue;
            }
            folded += u32::from(pass.units() > 30);
            let (got, _) = run_pass(&gpu, &pass, on_gpu.count(), 0);
            let off = difference(&got, &expected);
            assert!(off < 3e-6, "n = {count}, {}, {tuning:?}: off by {off:e}", kernel.label);
        }
        assert!(count == 1 || folded >= 3, "n = {count}: {folded} passes have more than a row");
        let (got, _) = run(&gpu, &bodies, 0.05, Output::Jerk, Plan::new(Shape::Tiles, &[], 3));
        let off = difference(&got, &expected);
        assert!(off < 1e-5, "n = {count}, jerk: off by {off:e}");
    }
}

#[test]
fn scratch_memory_fits_one_binding() {
    let gpu = Gpu::open_with(None, |_, limits| limits.max_storage_buffer_binding_size = 64 << 10)
        .unwrap();
    // 4,096 bodies fill a binding, so that there is room for only one row of sums, whatever the
    // plan asks for.
    let bodies = cube(4096);
    let (got, _) = run(&gpu, &bodies, 0.05, Output::Acceleration, Plan::new(Shape::Tiles, &[], 8));
    assert!(difference(&got, &reference::accelerations(&bodies, 0.05)) < 3e-6);
}

/// If a driver ends long loops and memory has room for only one row of sums, shares run one after
/// another.
fn compare_one_row_of_sums(precision: Precision, slices: u32) {
    let count = 60_100;
    let bodies = cube(count);
    let bytes = (count * precision.row_bytes()) as u64;
    let gpu =
        Gpu::open_with(None, |_, limits| limits.max_storage_buffer_binding_size = bytes).unwrap();
    let on_gpu = Bodies::with_precision(&gpu, &bodies, precision).unwrap();
    let plan = Plan::for_count(&gpu, count as u32);
    let gravity = ForcePass::with_plan(&gpu, &on_gpu, 0.05, Output::Acceleration, plan).unwrap();
    assert_eq!(gravity.shares(), 1);
    let slice = gravity.units().div_ceil(slices);
    for begin in (0..gravity.units()).step_by(slice as usize) {
        let mut encoder = gpu.encoder("test");
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        gravity.encode_slice(&mut pass, begin..begin + slice).unwrap();
        drop(pass);
        gpu.submit(encoder);
    }
    let got = gravity.partial().read_vectors(&gpu).unwrap();
    for index in (0..count).step_by(977) {
        let expected = reference::acceleration_of(&bodies, 0.05, index);
        let off = (got[index] - expected).length() / expected.length();
        assert!(
            off < if precision == Precision::Double { 1e-12 } else { 3e-5 },
            "{precision:?}, body {index}: {off:e}"
        );
    }
}

#[test]
fn one_row_of_sums_is_enough_for_any_number_of_bodies() {
    compare_one_row_of_sums(Precision::Single, 3);
}

#[test]
#[ignore = "computes for half a minute and adds little to single precision: ./test nightly"]
fn one_row_of_sums_is_enough_in_double_precision() {
    compare_one_row_of_sums(Precision::Double, 1);
}

#[test]
fn as_many_bodies_as_a_binding_holds_begin_a_step() {
    let gpu = Gpu::open_with(None, |_, limits| limits.max_storage_buffer_binding_size = 16 << 20)
        .unwrap();
    let bodies = cube((16 << 20) / Precision::Single.row_bytes());
    let mut run =
        Simulation::new(&gpu, &bodies, Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.05))
            .unwrap();
    drop(bodies);
    for _ in 0..3 {
        let mut encoder = gpu.encoder("test");
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        assert!(run.encode_within(&mut pass, 1, false, 1.0).unwrap() > 0.0);
        drop(pass);
        gpu.submit(encoder);
        gpu.wait().unwrap();
    }
    assert!(
        run.engine().is_mid_step() && run.steps() == 0 && run.engine().progress() > Some(0.0),
        "{:?}",
        run.engine().progress()
    );
}

#[test]
fn the_plan_for_each_pair_once_agrees_with_the_reference_and_conserves_momentum() {
    let gpu = gpu();
    for count in [1, 2, 1000, 4099] {
        for bodies in [cube(count), equal_cube(count)] {
            let plan = Plan::symmetric(&gpu, count as u32)
                .expect("the tests' adapters have subgroups of one size");
            let (got, _) = run(&gpu, &bodies, 0.01, Output::Acceleration, plan);
            let expected = reference::accelerations(&bodies, 0.01);
            let off = difference(&got, &expected);
            assert!(off < 3e-6, "n = {count}: off by {off:e}");
            let force = |(a, body): (&[f64; 4], &Body)| DVec3::new(a[0], a[1], a[2]) * body.mass;
            let total: DVec3 = got.iter().zip(&bodies).map(force).sum();
            let scale: f64 = got.iter().zip(&bodies).map(force).map(|f| f.length()).sum();
            assert!(
                total.length() <= 1e-7 * scale,
                "n = {count}: a force of {:e} on the whole",
                total.length() / scale
            );
        }
    }
}

#[test]
fn bands_leave_the_same_sums_within_less_memory() {
    for (count, rows) in [(1000, 6), (4099, 8), (4099, 13)] {
        let bytes = rows * count as u64 * 16;
        let gpu = Gpu::open_with(None, |_, limits| limits.max_storage_buffer_binding_size = bytes)
            .unwrap();
        let bodies = cube(count);
        let expected = reference::accelerations(&bodies, 0.05);
        for tuning in tunings(&gpu, &SYMMETRIC) {
            for shares in [1, 3, 100] {
                let plan = Plan::new(Shape::Symmetric, tuning, shares);
                let on_gpu = Bodies::new(&gpu, &bodies).unwrap();
                let gravity =
                    ForcePass::with_plan(&gpu, &on_gpu, 0.05, Output::Acceleration, plan).unwrap();
                assert!(
                    gravity.partial().len() as u64 * 16 <= bytes,
                    "{tuning:?}: {} rows",
                    gravity.partial().len()
                );
                let (got, _) = run(&gpu, &bodies, 0.05, Output::Acceleration, plan);
                let off = difference(&got, &expected);
                assert!(
                    off < 3e-6,
                    "n = {count}, {rows} rows, {tuning:?}, {shares} shares: off by {off:e}"
                );
            }
        }
    }
}
