//! The force kernels against the f64 sum: awkward sizes, every tuning, poisoned outputs, run-time checks off and on.

mod common;

use common::{checked_gpu, cube, gpu, total};
use glam::DVec3;
use starshell::gpu::{Gpu, KernelSource, Tuning};
use starshell::physics::reference;
use starshell::physics::{ALL_PAIRS, Bodies, Body, Gravity, NAIVE, Output, Plan};

const COUNTS: &[usize] = &[1, 2, 3, 31, 33, 63, 64, 65, 255, 256, 257, 1000, 1023];

/// Every force kernel with each of its tunings.
fn kernels() -> impl Iterator<Item = (&'static KernelSource, &'static Tuning)> {
    [&ALL_PAIRS, &NAIVE].into_iter().flat_map(|kernel| kernel.tunings.iter().map(move |tuning| (kernel, tuning)))
}

/// Runs one force pass over poisoned sums: per body the acceleration and the potential (or 0).
fn run(gpu: &Gpu, bodies: &[Body], softening: f64, output: Output, plan: Plan) -> (Vec<[f64; 4]>, Vec<[f64; 4]>) {
    let on_gpu = Bodies::new(gpu, bodies).unwrap();
    let gravity = Gravity::with_plan(gpu, &on_gpu, softening, output, plan).unwrap();
    let poison = |buffer: &starshell::gpu::Buffer<[f32; 4]>| gpu.write(buffer, &vec![[f32::NAN; 4]; buffer.len()]);
    poison(gravity.partial());
    gravity.partial_jerk().map(poison);
    let mut encoder = gpu.encoder("test");
    gravity.record(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);
    let forces = total(&gpu.read(gravity.partial()).unwrap(), bodies.len());
    let jerks = gravity.partial_jerk().map_or_else(Vec::new, |jerk| total(&gpu.read(jerk).unwrap(), bodies.len()));
    (forces, jerks)
}

/// Largest difference of two lists of vectors, relative to the largest vector expected.
fn difference(got: &[[f64; 4]], expected: &[DVec3]) -> f64 {
    assert_eq!(got.len(), expected.len());
    let scale = expected.iter().map(|a| a.length()).fold(1e-12, f64::max);
    let off = got.iter().zip(expected).map(|(g, e)| (DVec3::new(g[0], g[1], g[2]) - *e).length());
    // A NaN is not the smaller of two numbers: fold with it in front keeps it out of sight, so that it is asked for.
    off.map(|d| if d.is_nan() { f64::INFINITY } else { d }).fold(0.0, f64::max) / scale
}

#[test]
fn accelerations_and_potentials_agree_with_the_reference_for_every_tuning_and_count() {
    for gpu in [gpu(), checked_gpu()] {
        for (kernel, &tuning) in kernels() {
            for &count in COUNTS {
                let bodies = cube(count);
                for (softening, shares) in [(0.05, 1), (0.05, 7), (0.0, 2)] {
                    let expected = reference::accelerations(&bodies, softening);
                    let plan = Plan { kernel, tuning, shares };
                    let (got, _) = run(&gpu, &bodies, softening, Output::Acceleration, plan);
                    let off = difference(&got, &expected);
                    assert!(
                        off < 3e-6,
                        "n = {count}, softening {softening}, {}, {tuning:?}, {shares} shares: off by {off:e}",
                        kernel.label
                    );
                    let (got, _) = run(&gpu, &bodies, softening, Output::Potential, plan);
                    let off = difference(&got, &expected);
                    assert!(
                        off < 3e-6,
                        "with potential, n = {count}, softening {softening}, {}, {tuning:?}, {shares} shares: off by {off:e}",
                        kernel.label
                    );
                    for (index, (row, expected)) in got.iter().zip(reference::potentials(&bodies, softening)).enumerate() {
                        let off = (row[3] - expected).abs() / expected.abs().max(1e-12);
                        assert!(off < 3e-6, "potential of body {index} of {count}, {tuning:?}: {} not {expected}", row[3]);
                    }
                }
            }
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
    for softening in [0.05, 0.0] {
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
