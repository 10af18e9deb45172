//! Adaptive steps: they are more accurate, reproducible, and the host learns their time.

use std::f64::consts::TAU;
use std::time::Duration;

use crate::common::breadth::{cases, is_thorough};
use crate::common::{cluster, distance, gpu};
use glam::DVec3;
use starshell::gpu::Gpu;
use starshell::name::Named;
use starshell::physics::initial::InitialState;
use starshell::physics::reference::{self, Reference, accelerations};
use starshell::physics::{Body, Integrator, ParameterError, Parameters, Precision, Simulation};
use starshell::render::{Format, Target};
use starshell::scene::Scene;
use starshell::session::{Pace, Session};

fn adaptive(
    integrator: Integrator,
    precision: Precision,
    time_step: f64,
    softening: f64,
    eta: f64,
) -> Parameters {
    Parameters {
        precision,
        adaptive: Some(eta),
        ..Parameters::new(integrator, time_step, softening)
    }
}

/// Two bodies of mass 1/2 on an orbit of this eccentricity, initially farthest apart; period 2 pi.
fn orbit(eccentricity: f64) -> Vec<Body> {
    let (distance, speed) =
        (1.0 + eccentricity, ((1.0 - eccentricity) / (1.0 + eccentricity)).sqrt());
    let body = |side: f64| Body {
        position: DVec3::X * (side * distance / 2.0),
        velocity: DVec3::Y * (side * speed / 2.0),
        mass: 0.5,
        component: 0,
    };
    vec![body(1.0), body(-1.0)]
}

fn energy(bodies: &[Body], softening: f64) -> f64 {
    let diagnostics = reference::diagnostics(bodies, softening);
    diagnostics.kinetic + diagnostics.potential
}

#[test]
fn an_eccentric_orbit_keeps_its_energy_far_better_than_with_as_many_fixed_steps() {
    let (gpu, softening, bodies) = (gpu(), 0.01, orbit(0.9));
    let start = energy(&bodies, softening);
    // The rows of the table in docs/physics.md.
    let cases = [
        (Integrator::LeapfrogKdk, 0.1, 30.0),
        (Integrator::LeapfrogKdk, 0.02, 30.0),
        (Integrator::Pefrl, 0.1, 500.0),
        (Integrator::Hermite4, 0.1, 10_000.0),
    ];
    for (integrator, eta, gain) in cases {
        let parameters = adaptive(integrator, Precision::Pair, 0.05, softening, eta);
        let mut run = Simulation::new(&gpu, &bodies, parameters).unwrap();
        // The error is largest where the bodies are nearest, for a moment of each orbit: every step
        // is measured.
        let error = |run: &Simulation| {
            (energy(&run.bodies().download(&gpu).unwrap(), softening) / start - 1.0).abs()
        };
        let mut worst = 0.0_f64;
        while run.time() < 5.0 * TAU {
            run.advance(1).unwrap();
            worst = worst.max(error(&run));
        }
        let steps = run.steps();
        let fixed =
            Parameters { adaptive: None, time_step: run.time() / steps as f64, ..parameters };
        let mut run = Simulation::new(&gpu, &bodies, fixed).unwrap();
        let mut worst_fixed = 0.0_f64;
        while run.steps() < steps {
            run.advance(1).unwrap();
            worst_fixed = worst_fixed.max(error(&run));
        }
        println!(
            "{}: {steps} steps, energy error {worst:.1e} adaptive, {worst_fixed:.1e} fixed",
            integrator.name()
        );
        assert!(worst_fixed > gain * worst, "{}: {worst:e} and {worst_fixed:e}", integrator.name());
    }
}

#[test]
fn the_energy_of_an_eccentric_orbit_does_not_drift() {
    // Leapfrog lost 4.9e-3 of it in a hundred periods when steps followed from accelerations alone.
    let (gpu, softening) = (gpu(), 0.01);
    let periods = if is_thorough() { 1000.0 } else { 100.0 };
    let bodies = orbit(0.9);
    let start = energy(&bodies, softening);
    for integrator in [Integrator::LeapfrogKdk, Integrator::LeapfrogDkd] {
        let mut run = Simulation::new(
            &gpu,
            &bodies,
            adaptive(integrator, Precision::Pair, 0.05, softening, 0.1),
        )
        .unwrap();
        let mut errors = Vec::new();
        while run.time() < periods * TAU {
            run.advance(500).unwrap();
            errors.push(energy(&run.bodies().download(&gpu).unwrap(), softening) / start - 1.0);
        }
        // Most measurements are far from the encounter, where the error is that of the whole orbit.
        let median = |errors: &mut [f64]| {
            errors.sort_by(f64::total_cmp);
            errors[errors.len() / 2]
        };
        let half = errors.len() / 2;
        let drift = (median(&mut errors[half..]) - median(&mut errors[..half])).abs();
        println!("{}: {} steps, {drift:.1e} between the halves", integrator.name(), run.steps());
        assert!(drift < 1e-4, "{}: the energy drifts by {drift:e}", integrator.name());
    }
}

#[test]
fn steps_are_those_of_the_formula() {
    let (gpu, softening, eta, longest) = (gpu(), 0.05, 0.03, 0.0043);
    let bodies = InitialState::named("plummer").unwrap().bodies(100, 1).unwrap();
    let mut run = Simulation::new(
        &gpu,
        &bodies,
        adaptive(Integrator::LeapfrogKdk, Precision::Double, longest, softening, eta),
    )
    .unwrap();
    let (mut expected, mut time) = (bodies, 0.0);
    let mut lengths: Vec<f64> = Vec::new();
    for step in 1..=100 {
        let largest =
            accelerations(&expected, softening).iter().map(|a| a.length()).fold(0.0, f64::max);
        let wanted = (eta * (softening / largest).sqrt()).min(longest);
        // The inverse lengths before and after the accelerations have the mean of the formula.
        let mirrored = lengths.last().map(|before| 1.0 / (2.0 / wanted - 1.0 / before));
        let time_step = mirrored
            .filter(|step| (wanted / step - 1.0).abs() <= 0.125)
            .unwrap_or(wanted)
            .min(longest);
        let mut reference = Reference::new(
            expected,
            Parameters::new(Integrator::LeapfrogKdk, time_step, softening),
        );
        reference.advance(1);
        expected = reference.bodies().to_vec();
        time += time_step;
        lengths.push(time_step);
        run.advance(1).unwrap();
        let told = run.elapsed().step().unwrap();
        assert!((told / time_step - 1.0).abs() < 1e-5, "step {step}: {told}, not {time_step}");
        assert!(
            (run.time() / time - 1.0).abs() < 1e-5 && run.elapsed().is_known(),
            "step {step}: {}, not {time}",
            run.time()
        );
    }
    let off = distance(&run.bodies().download(&gpu).unwrap(), &expected);
    assert!(off < 1e-5, "off by {off:e}");
    let short = lengths.iter().filter(|step| **step < longest).count();
    assert!((20..95).contains(&short), "{short} of 100 steps were short: {lengths:?}");
}

#[test]
fn the_host_knows_the_sum_of_the_steps() {
    let (gpu, bodies) = (gpu(), cluster(64));
    for &integrator in crate::on_adapter() {
        let mut run = Simulation::new(
            &gpu,
            &bodies,
            adaptive(integrator, Precision::Single, 0.02, 0.05, 0.1),
        )
        .unwrap();
        let mut sum = 0.0;
        for _ in 0..60 {
            run.advance(1).unwrap();
            sum += run.elapsed().step().unwrap();
            assert!(
                (run.time() - sum).abs() < 1e-12,
                "{}: {} is not {sum}",
                integrator.name(),
                run.time()
            );
        }
        assert!(run.time() < 60.0 * 0.02, "no step was short");
        // Fixed and adaptive steps, one after the other.
        let before = run.time();
        run.set_parameters(Parameters::new(integrator, 0.01, 0.05)).unwrap();
        run.advance(10).unwrap();
        assert!(
            (run.time() - before - 0.1).abs() < 1e-12,
            "{}: {}",
            integrator.name(),
            run.time() - before
        );
        run.set_parameters(adaptive(integrator, Precision::Single, 0.001, 0.05, 1e3)).unwrap();
        run.advance(10).unwrap();
        assert!(
            (run.time() - before - 0.11).abs() < 1e-12,
            "{}: {}",
            integrator.name(),
            run.time() - before
        );
        assert_eq!(run.steps(), 80);
        assert!(
            (run.elapsed().step().unwrap() - 0.001).abs() < 1e-15,
            "{}: {:?}",
            integrator.name(),
            run.elapsed().step()
        );
    }
}

#[test]
fn steps_that_are_never_short_are_fixed_steps() {
    let (gpu, bodies) = (gpu(), cluster(64));
    for &integrator in crate::on_adapter() {
        for &precision in Precision::ALL {
            let run = |adaptive: Option<f64>| {
                let parameters = Parameters {
                    precision,
                    adaptive,
                    damping: 0.99,
                    ..Parameters::new(integrator, 0.01, 0.1)
                };
                let mut run = Simulation::new(&gpu, &bodies, parameters).unwrap();
                run.advance(50).unwrap();
                run.bodies().download(&gpu).unwrap()
            };
            let off = distance(&run(Some(1e6)), &run(None));
            let most = [2e-6, 1e-11, 1e-13][precision as usize];
            assert!(off < most, "{}, {precision:?}: off by {off:e}", integrator.name());
        }
    }
}

/// Every bit of a run, and the bits of its time.
fn bits(gpu: &Gpu, run: &Simulation) -> (Vec<Body>, u64) {
    (run.bodies().download(gpu).unwrap(), run.time().to_bits())
}

#[test]
fn a_run_is_the_same_bit_for_bit_however_it_is_divided() {
    let (gpu, bodies, steps) = (gpu(), cluster(300), 30_u32);
    for &integrator in cases(2, crate::on_adapter()) {
        for precision in [Precision::Single, Precision::Double] {
            let parameters = adaptive(integrator, precision, 0.02, 0.05, 0.1);
            let begin = || Simulation::new(&gpu, &bodies, parameters).unwrap();
            let mut whole = begin();
            whole.advance(steps).unwrap();
            let expected = bits(&gpu, &whole);
            let what = format!("{}, {precision:?}", integrator.name());
            let mut again = begin();
            again.advance(steps).unwrap();
            assert!(bits(&gpu, &again) == expected, "{what}: a second run differs");
            let mut single = begin();
            (0..steps).for_each(|_| single.advance(1).unwrap());
            assert!(bits(&gpu, &single) == expected, "{what}: steps one by one");
            // In slices of steps, with a probe, requested forces, and an abandoned step.
            let mut parts = begin();
            let mut submissions = 0;
            while parts.steps() < u64::from(steps) {
                let mut encoder = gpu.encoder("test");
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                let left = steps - parts.steps() as u32;
                let with_forces = submissions % 5 == 3;
                parts.encode_within(&mut pass, left.min(2), with_forces, 50_000.0).unwrap();
                drop(pass);
                parts.elapsed_mut().encode(&mut encoder).unwrap();
                gpu.submit(encoder);
                submissions += 1;
                // After an abandoned step, Hermite once takes its forces from other positions.
                if submissions == 4 && integrator != Integrator::Hermite4 {
                    parts.engine_mut().abandon_step();
                }
            }
            gpu.wait().unwrap();
            parts.elapsed_mut().wait().unwrap();
            assert!(bits(&gpu, &parts) == expected, "{what}: in {submissions} parts");
        }
    }
}

#[test]
fn a_span_ends_at_its_time_and_every_moment_is_known() {
    let gpu = gpu();
    let mut scene = Scene { count: 200, ..Scene::load("plummer").unwrap() };
    scene.physics.adaptive = Some(0.03);
    scene.physics.softening = 0.05;
    let mut session =
        Session::new(&gpu, scene.clone(), Pace::Span { time: 0.5, frames: 6 }).unwrap();
    let target = Target::new(&gpu, [64, 48], Format::default()).unwrap();
    for frame in 0..6 {
        let mut rounds = 0;
        while session.is_due() {
            let mut encoder = gpu.encoder("test");
            session.encode_within(&mut encoder, 1000, Duration::from_millis(100)).unwrap();
            let submission = session.submit(encoder);
            session.wait_for(submission).unwrap();
            rounds += 1;
            assert!(rounds < 1000, "it never ends");
        }
        let (time, due) = (session.simulation().time(), f64::from(frame) * 0.1);
        assert!((time - due).abs() <= 0.5 * scene.physics.time_step, "frame {frame} is at {time}");
        let mut encoder = gpu.encoder("test");
        session.frame(&mut encoder, &target).unwrap();
        session.measuring().encode_survey(&mut encoder).unwrap();
        session.encode_snapshot(&mut encoder).unwrap();
        session.submit(encoder);
        gpu.wait().unwrap();
        assert_eq!(
            (
                session.measuring().reading().unwrap().unwrap().time,
                session.snapshot().unwrap().unwrap().1.time
            ),
            (time, time)
        );
    }
    assert!(
        session.simulation().steps() > 51,
        "{} steps are as many as fixed ones",
        session.simulation().steps()
    );
    // As in a window: steps per frame, and times that arrive later than requested.
    session.set_pace(Pace::StepsPerFrame(3));
    for _ in 0..4 {
        let mut encoder = gpu.encoder("test");
        session.frame(&mut encoder, &target).unwrap();
        session.measuring().encode_survey(&mut encoder).unwrap();
        session.submit(encoder);
    }
    session.computing_mut().wait_for_time().unwrap();
    gpu.wait().unwrap();
    let times: Vec<f64> = std::iter::from_fn(|| session.measuring().reading().unwrap())
        .map(|reading| reading.time)
        .collect();
    assert!(
        times.len() == 4
            && times.is_sorted_by(|a, b| a < b)
            && times[3] == session.simulation().time(),
        "{times:?}"
    );
}

#[test]
fn impossible_parameters_of_adaptive_steps_are_refused() {
    let gpu = gpu();
    let refused = |softening, eta| {
        let parameters = adaptive(Integrator::LeapfrogKdk, Precision::Single, 0.01, softening, eta);
        assert_eq!(
            Simulation::new(&gpu, &cluster(3), parameters).err().map(|e| e.to_string()),
            parameters.validate().err().map(|e| e.to_string())
        );
        parameters.validate().unwrap_err()
    };
    for eta in [0.0, -0.1, f64::INFINITY] {
        assert_eq!(refused(0.1, eta), ParameterError::Adaptive(eta));
    }
    assert!(matches!(refused(0.1, f64::NAN), ParameterError::Adaptive(_)));
    assert_eq!(refused(0.0, 0.3), ParameterError::AdaptiveSoftening);
}
