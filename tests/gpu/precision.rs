//! What higher precision than f32 gains: trajectories, energy, time reversal, and states that
//! travel without loss.

use std::f64::consts::TAU;

use crate::common::breadth::{cases, is_thorough};
use crate::common::{checked_gpu, distance, gpu};
use glam::{DVec3, Vec3};
use starshell::gpu::{Gpu, GpuError};
use starshell::name::Named;
use starshell::physics::initial::InitialState;
use starshell::physics::reference::{self, Reference};
use starshell::physics::{
    Attraction, Bodies, Body, Integrator, Parameters, Precision, Simulation, SimulationError,
    Snapshot, Snapshots, Survey,
};
use starshell::render::{Format, Target};
use starshell::scene::Scene;
use starshell::session::{Pace, Session};

fn plummer(count: usize) -> Vec<Body> {
    InitialState::named("plummer").unwrap().bodies(count, 1).unwrap()
}

fn parameters(
    integrator: Integrator,
    precision: Precision,
    time_step: f64,
    softening: f64,
) -> Parameters {
    Parameters { precision, ..Parameters::new(integrator, time_step, softening) }
}

fn simulation(gpu: &Gpu, bodies: &[Body], parameters: Parameters) -> Simulation {
    Simulation::new(gpu, bodies, parameters).unwrap()
}

/// Records into a pass and submits it.
fn submit<R>(gpu: &Gpu, record: impl FnOnce(&mut wgpu::ComputePass) -> R) -> R {
    let mut encoder = gpu.encoder("test");
    let result = record(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);
    result
}

/// Checks that the visible state is the state rounded to single precision.
fn assert_seen(gpu: &Gpu, bodies: &Bodies, what: &str) {
    let state = bodies.download(gpu).unwrap();
    let (seen_x, seen_v) =
        (gpu.read(bodies.position()).unwrap(), gpu.read(bodies.velocity()).unwrap());
    for ((body, x), v) in state.iter().zip(seen_x).zip(seen_v) {
        let rounded =
            |vector: DVec3, w: f64| [vector.x, vector.y, vector.z, w].map(|number| number as f32);
        assert_eq!(
            (x, v),
            (rounded(body.position, body.mass), rounded(body.velocity, f64::from(body.component))),
            "{what}"
        );
    }
}

#[test]
fn a_hundred_steps_follow_the_reference() {
    let bodies = plummer(64);
    for &integrator in cases(2, Integrator::ALL) {
        let mut expected = Reference::new(bodies.clone(), Parameters::new(integrator, 0.01, 0.1));
        expected.advance(100);
        let off = Precision::ALL.iter().map(|&precision| {
            let run = |gpu: &Gpu| {
                let mut simulation =
                    simulation(gpu, &bodies, parameters(integrator, precision, 0.01, 0.1));
                simulation.advance(100).unwrap();
                assert_seen(gpu, simulation.bodies(), integrator.name());
                simulation.bodies().download(gpu).unwrap()
            };
            let end = run(&gpu());
            assert_eq!(
                end,
                run(&gpu()),
                "{}, {precision:?}: a second run differs",
                integrator.name()
            );
            // With run-time checks, the compiler may fuse other sums.
            let off = distance(&end, expected.bodies());
            let checked = distance(&end, &run(&checked_gpu()));
            assert!(
                checked <= 2.0 * off,
                "{}, {precision:?}: checks change {checked:e}",
                integrator.name()
            );
            off
        });
        let off: Vec<f64> = off.collect();
        println!("{}: off by {off:?} in f32, f32+, f64", integrator.name());
        assert!(
            off[0] < 1e-5 && off[1] < 2e-7 && off[2] < 1e-13,
            "{}: off by {off:?}",
            integrator.name()
        );
    }
}

/// The largest energy error of a run in all of its states that are `every` steps apart, measured in
/// double precision on the host.
fn energy_error(parameters: Parameters, bodies: &[Body], steps: u32, every: u32) -> f64 {
    let gpu = gpu();
    let mut simulation = simulation(&gpu, bodies, parameters);
    let energy = |simulation: &Simulation| {
        let diagnostics = reference::diagnostics(
            &simulation.bodies().download(&gpu).unwrap(),
            parameters.softening,
        );
        diagnostics.kinetic + diagnostics.potential
    };
    let start = energy(&simulation);
    let error = (0..steps / every).map(|_| {
        simulation.advance(every).unwrap();
        ((energy(&simulation) - start) / start).abs()
    });
    error.fold(0.0, f64::max)
}

#[test]
fn the_energy_of_a_star_cluster_drifts_as_its_precision_lets_it() {
    let bodies = plummer(256);
    let drift = |precision, steps_per_unit: u32, steps| {
        let parameters =
            parameters(Integrator::LeapfrogKdk, precision, 1.0 / f64::from(steps_per_unit), 0.02);
        let drift = energy_error(parameters, &bodies, steps, steps / 16);
        println!("1/{steps_per_unit}, {}: {drift:.2e}", precision.name());
        drift
    };
    let coarse = [Precision::Pair, Precision::Double].map(|precision| drift(precision, 256, 512));
    assert!((coarse[0] / coarse[1] - 1.0).abs() < 0.01, "the method's own error: {coarse:?}");
    // A second-order method: a sixteenth of the error of steps four times as long.
    let fine = drift(Precision::Pair, 1024, 2048);
    assert!((fine / (coarse[1] / 16.0) - 1.0).abs() < 0.1, "{fine:e}, not {:e}", coarse[1] / 16.0);
    // Of short steps, rounding is the larger part.
    let [single, pair] =
        [Precision::Single, Precision::Pair].map(|precision| drift(precision, 8192, 4096));
    assert!(pair < 0.5 * single, "{pair:e} in pairs, {single:e} in single precision");
}

#[test]
fn an_orbit_keeps_its_energy_for_long() {
    // Two bodies of mass 1/2 on an orbit of eccentricity 0.5 and period 2 pi.
    let (distance, speed) = (0.5, 3.0_f64.sqrt());
    let body = |side: f64| Body {
        position: DVec3::X * (side * distance / 2.0),
        velocity: DVec3::Y * (side * speed / 2.0),
        mass: 0.5,
        component: 0,
    };
    let bodies = [body(1.0), body(-1.0)];
    let errors = [Precision::Single, Precision::Pair, Precision::Double].map(|precision| {
        let (orbits, steps) = (20, 500);
        let parameters = parameters(Integrator::Yoshida6, precision, TAU / f64::from(steps), 0.0);
        // The table has the largest of all steps; a seventh of them tells the precisions apart.
        energy_error(parameters, &bodies, orbits * steps, if is_thorough() { 1 } else { 7 })
    });
    // As in the table in docs/physics.md.
    println!("energy error {errors:?}");
    assert!(errors[1] < 0.1 * errors[0] && errors[2] < 0.01 * errors[1], "{errors:?}");
}

#[test]
fn leapfrog_comes_back_the_better_the_more_precise_it_is() {
    let (gpu, start) = (gpu(), plummer(64));
    let off = [Precision::Single, Precision::Pair, Precision::Double].map(|precision| {
        let mut simulation =
            simulation(&gpu, &start, parameters(Integrator::LeapfrogKdk, precision, 0.01, 0.1));
        for _ in 0..2 {
            simulation.advance(200).unwrap();
            submit(&gpu, |pass| simulation.encode_reverse(pass)).unwrap();
            assert_seen(&gpu, simulation.bodies(), "reversed");
        }
        distance(&simulation.bodies().download(&gpu).unwrap(), &start)
    });
    println!("back to {off:?}");
    assert!(off[0] < 1e-5 && off[1] < 1e-9 && off[2] < 1e-12, "{off:?}");
}

#[test]
fn a_kick_of_nothing_changes_nothing_and_a_kick_is_that_of_single_precision() {
    let gpu = gpu();
    for precision in [Precision::Pair, Precision::Double] {
        let mut simulation = simulation(
            &gpu,
            &plummer(100),
            parameters(Integrator::LeapfrogKdk, precision, 0.01, 0.1),
        );
        simulation.advance(3).unwrap();
        let before = simulation.bodies().download(&gpu).unwrap();
        let mut kicked = |impulse| {
            let attraction = Attraction { at: Vec3::new(0.3, -0.2, 0.1), radius: 0.5, impulse };
            submit(&gpu, |pass| simulation.encode_attraction(pass, &attraction)).unwrap();
            assert_seen(&gpu, simulation.bodies(), "kicked");
            simulation.bodies().download(&gpu).unwrap()
        };
        assert_eq!(kicked(0.0), before, "{precision:?}");
        let after = kicked(0.25);
        let largest = after
            .iter()
            .zip(&before)
            .map(|(a, b)| (a.velocity - b.velocity).length())
            .fold(0.0, f64::max);
        assert!((0.2..0.2501).contains(&largest), "{precision:?}: {largest}");
    }
}

#[test]
fn states_go_down_and_up_without_a_loss() {
    let gpu = gpu();
    for &precision in Precision::ALL {
        for integrator in [Integrator::LeapfrogKdk, Integrator::Yoshida6, Integrator::RungeKutta4] {
            let parameters = parameters(integrator, precision, 0.01, 0.1);
            let mut whole = simulation(&gpu, &plummer(200), parameters);
            whole.advance(30).unwrap();
            let half_way = whole.state().unwrap();
            assert_eq!(half_way.precision(), precision);
            let mut snapshots = Snapshots::new(&gpu, whole.bodies());
            let mut encoder = gpu.encoder("test");
            snapshots.encode(&mut encoder, 0.3, 30, "a note").unwrap();
            gpu.submit(encoder);
            gpu.wait().unwrap();
            let (note, snapshot) = snapshots.collect().unwrap().unwrap();
            assert_eq!(note, "a note");
            assert_eq!(snapshot, Snapshot { time: 0.3, steps: 30, state: half_way.clone() });
            let mut resumed = Simulation::resume(&gpu, &snapshot, parameters).unwrap();
            assert_eq!((resumed.time(), resumed.steps()), (0.3, 30));
            assert_eq!(resumed.state().unwrap(), half_way);
            // Through bodies, too.
            let bodies: Vec<_> = half_way.bodies().collect();
            assert_eq!(simulation(&gpu, &bodies, parameters).state().unwrap(), half_way);
            assert_seen(&gpu, resumed.bodies(), "resumed");
            whole.advance(30).unwrap();
            resumed.advance(30).unwrap();
            let what = format!("{precision:?}, {}", integrator.name());
            assert_eq!(resumed.state().unwrap(), whole.state().unwrap(), "{what}");
        }
    }
}

#[test]
fn the_precision_changes_under_way() {
    let gpu = gpu();
    let scene = Scene { count: 300, ..Scene::load("plummer").unwrap() };
    let mut session = Session::new(&gpu, scene.clone(), Pace::StepsPerFrame(4)).unwrap();
    let target = Target::new(&gpu, [64, 48], Format::default()).unwrap();
    let mut expected = Reference::new(scene.bodies().unwrap(), scene.physics);
    for precision in [
        Precision::Single,
        Precision::Pair,
        Precision::Double,
        Precision::Pair,
        Precision::Single,
        Precision::Double,
    ] {
        let before = session.simulation().state().unwrap();
        // Snapshots in flight still arrive.
        let mut encoder = gpu.encoder("test");
        session.encode_snapshot(&mut encoder).unwrap();
        session.submit(encoder);
        session.set_parameters(Parameters { precision, ..scene.physics }).unwrap();
        let bodies = session.simulation().bodies();
        assert_eq!(bodies.precision(), precision);
        let off = distance(&bodies.download(&gpu).unwrap(), &before.bodies().collect::<Vec<_>>());
        assert!(
            off < if precision == Precision::Single { 1e-5 } else { 1e-12 },
            "{precision:?}: {off:e}"
        );
        assert_seen(&gpu, bodies, precision.name());
        for frame in 0..2 {
            let mut encoder = gpu.encoder("test");
            session.frame(&mut encoder, &target).unwrap();
            session.encode_snapshot(&mut encoder).unwrap();
            session.measuring().encode_survey(&mut encoder).unwrap();
            session.submit(encoder);
            gpu.wait().unwrap();
            if frame == 0 {
                assert_eq!(session.snapshot().unwrap().unwrap().1.state, before, "{precision:?}");
            }
            let snapshot = session.snapshot().unwrap().unwrap().1;
            assert_eq!(snapshot.state, session.simulation().state().unwrap());
            let exact = reference::diagnostics(
                &snapshot.state.bodies().collect::<Vec<_>>(),
                scene.physics.softening,
            );
            let measured = session.measuring().reading().unwrap().unwrap().diagnostics;
            let off = measured.energy_drift(&exact).abs();
            assert!(
                off < if precision == Precision::Double { 1e-13 } else { 1e-6 },
                "{precision:?}: measured with {off:e}"
            );
        }
        expected.advance(session.simulation().steps() - expected.steps());
        let off =
            distance(&session.simulation().bodies().download(&gpu).unwrap(), expected.bodies());
        assert!(off < 1e-4, "{precision:?}: {off:e} from the reference");
    }
}

#[test]
fn measurements_in_double_precision_are_in_double_precision() {
    let gpu = gpu();
    let mut bodies = plummer(1000);
    bodies[7].position.x = f64::NAN;
    bodies[9].velocity.y = f64::INFINITY;
    let double = parameters(Integrator::LeapfrogKdk, Precision::Double, 0.01, 0.02);
    let simulation = crate::diagnostics::spoilt(&gpu, &bodies, double);
    let measured = Survey::new(&gpu, &simulation).unwrap().measure(&simulation).unwrap();
    let expected = reference::diagnostics(&bodies, 0.02);
    let near = |got: f64, expected: f64| {
        assert!((got - expected).abs() <= 1e-13 * expected.abs().max(1.0), "{got} not {expected}")
    };
    near(measured.mass, expected.mass);
    near(measured.kinetic, expected.kinetic);
    near(measured.potential, expected.potential);
    near(measured.radius_max, expected.radius_max);
    near(measured.speed_max, expected.speed_max);
    let vectors = |d: &starshell::physics::Diagnostics| {
        [d.center_of_mass, d.momentum, d.angular_momentum].map(|v| v.to_array())
    };
    for (got, expected) in
        vectors(&measured).into_iter().flatten().zip(vectors(&expected).into_iter().flatten())
    {
        near(got, expected);
    }
    assert_eq!(measured.invalid, 2);
}

#[test]
fn few_bodies_in_pairs_of_numbers_are_measured_in_double_precision() {
    let gpu = gpu();
    let off = |count: usize| {
        let pairs = parameters(Integrator::LeapfrogKdk, Precision::Pair, 0.01, 0.02);
        let mut simulation = Simulation::new(&gpu, &plummer(count), pairs).unwrap();
        simulation.advance(3).unwrap();
        let bodies: Vec<Body> = simulation.state().unwrap().bodies().collect();
        let expected = reference::diagnostics(&bodies, 0.02);
        let mut survey = Survey::new(&gpu, &simulation).unwrap();
        let mut encoder = gpu.encoder("test");
        survey.encode(&mut encoder, &simulation).unwrap();
        gpu.submit(encoder);
        let now = survey.measure(&simulation).unwrap();
        let reading = survey.wait().unwrap().unwrap();
        assert_eq!((reading.steps, reading.diagnostics), (3, now));
        assert!(now.momentum.distance(expected.momentum) < 1e-6);
        (now.kinetic - expected.kinetic).abs().max((now.potential - expected.potential).abs())
    };
    assert!(off(100) < 1e-14 && off(1024) < 1e-14);
    assert!((1e-12..1e-5).contains(&off(1025)), "more are measured by the adapter");
}

#[test]
fn what_is_finite_in_double_precision_counts_as_finite() {
    let gpu = gpu();
    let far = |x: f64, v: f64| Body {
        position: DVec3::X * x,
        velocity: DVec3::Y * v,
        mass: 1e-3,
        component: 0,
    };
    let bodies = [far(1e60, 1e45), far(-3e38, 1.0), far(-1e100, -1e100)];
    let double = parameters(Integrator::LeapfrogKdk, Precision::Double, 0.01, 0.02);
    let measured = |bodies: &[Body], parameters| {
        let simulation = Simulation::new(&gpu, bodies, parameters).unwrap();
        Survey::new(&gpu, &simulation).unwrap().measure(&simulation).unwrap()
    };
    let found = measured(&bodies, double);
    assert_eq!(found.invalid, 0);
    assert!(
        (found.radius_max / 1e100 - 1.0).abs() < 1e-12
            && (found.speed_max / 1e100 - 1.0).abs() < 1e-12,
        "{found:?}"
    );
    assert!((found.kinetic / (0.5e-3 * 1e200) - 1.0).abs() < 1e-12, "{found:?}");
    // In single precision, squares end at 3.4e38, but distances do not.
    let found = measured(
        &[far(1e30, 1.0), far(-1.0, 1e25)],
        parameters(Integrator::LeapfrogKdk, Precision::Single, 0.01, 0.02),
    );
    assert_eq!(found.invalid, 0);
    assert!(
        (found.radius_max / 1e30 - 1.0).abs() < 1e-6 && (found.speed_max / 1e25 - 1.0).abs() < 1e-6,
        "{found:?}"
    );
}

#[test]
fn an_adapter_without_double_precision_gets_an_error_with_the_remedy() {
    let gpu =
        Gpu::open_with(None, |features, _| features.remove(wgpu::Features::SHADER_F64)).unwrap();
    assert!(!Precision::Double.is_supported(&gpu) && Precision::Pair.is_supported(&gpu));
    let bodies = plummer(10);
    let double = parameters(Integrator::LeapfrogKdk, Precision::Double, 0.01, 0.1);
    let error = Simulation::new(&gpu, &bodies, double).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, SimulationError::Gpu(GpuError::Unsupported { .. })));
    assert!(
        [gpu.adapter_name(), "f64", "use f32+"].iter().all(|word| text.contains(word)),
        "{text}"
    );
    let pair = Parameters { precision: Precision::Pair, ..double };
    let mut simulation = Simulation::new(&gpu, &bodies, pair).unwrap();
    simulation.advance(2).unwrap();
    assert!(simulation.set_parameters(double).is_err());
    assert_eq!(
        (simulation.parameters().precision, simulation.bodies().precision()),
        (Precision::Pair, Precision::Pair)
    );
}
