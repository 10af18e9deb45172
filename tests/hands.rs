//! Hands on a running simulation: snapshots, resuming, turning back, attracting, watching.

mod common;

use common::{cluster, distance, gpu};
use glam::{DVec3, Vec3};
use starshell::gpu::Gpu;
use starshell::name::Named;
use starshell::physics::reference::Reference;
use starshell::physics::{Attraction, Body, Integrator, Parameters, Simulation, Snapshot, Watched};
use starshell::render::Target;
use starshell::scene::Scene;
use starshell::session::{Pace, Session};

fn parameters(integrator: Integrator) -> Parameters {
    Parameters::new(integrator, 1.0 / 128.0, 0.1)
}

/// Records `commands` into a compute pass, runs it and waits.
fn run(gpu: &Gpu, commands: impl FnOnce(&mut wgpu::ComputePass)) {
    let mut encoder = gpu.encoder("test");
    commands(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);
    gpu.wait().unwrap();
}

fn plummer(integrator: Integrator) -> Scene {
    let mut scene = Scene::load("plummer").unwrap();
    (scene.count, scene.physics.integrator) = (300, integrator);
    scene
}

/// Runs `steps` steps and takes a snapshot at their end.
fn advance(gpu: &Gpu, session: &mut Session, steps: u32) -> Snapshot {
    let mut encoder = gpu.encoder("test");
    session.record_steps(&mut encoder, steps);
    session.record_snapshot(&mut encoder).unwrap();
    session.submit(encoder);
    gpu.wait().unwrap();
    session.snapshot().unwrap().unwrap()
}

#[test]
fn a_snapshot_is_exact_and_any_number_may_be_under_way() {
    let gpu = gpu();
    let mut session = Session::new(&gpu, plummer(Integrator::LeapfrogKdk), Pace::StepsAFrame(1)).unwrap();
    assert_eq!(session.snapshot().unwrap(), None);
    let single = |v: DVec3| v.as_vec3().as_dvec3();
    let initial = session.scene().bodies().unwrap();
    let rounded = initial.iter().map(|body| Body {
        position: single(body.position),
        velocity: single(body.velocity),
        mass: f64::from(body.mass as f32),
        component: body.component,
    });
    let mut expected = vec![rounded.collect::<Vec<_>>()];
    for steps in [0, 3, 4] {
        let mut encoder = gpu.encoder("test");
        session.record_steps(&mut encoder, steps);
        session.record_snapshot(&mut encoder).unwrap();
        session.submit(encoder);
        if steps > 0 {
            expected.push(session.simulation().bodies().download(&gpu).unwrap());
        }
    }
    gpu.wait().unwrap();
    for (steps, bodies) in [0, 3, 7].into_iter().zip(expected) {
        let time = steps as f64 * session.scene().physics.time_step;
        assert_eq!(session.snapshot().unwrap().unwrap(), Snapshot { time, steps, bodies });
    }
    assert_eq!(session.snapshot().unwrap(), None);
}

#[test]
fn a_resumed_run_is_the_same_bit_for_bit() {
    let gpu = gpu();
    for &integrator in Integrator::ALL {
        let pace = Pace::StepsAFrame(10);
        let mut session = Session::new(&gpu, plummer(integrator), pace).unwrap();
        let middle = advance(&gpu, &mut session, 50);
        let end = advance(&gpu, &mut session, 50);
        let mut scene = plummer(integrator);
        scene.count = 7; // another restart: the state is the snapshot's
        let mut resumed = Session::resume(&gpu, scene, &middle, pace).unwrap();
        assert_eq!((resumed.scene().count, resumed.steps_due()), (7, 10));
        let again = advance(&gpu, &mut resumed, 50);
        assert!(again.steps == 100 && (again.time - end.time).abs() < 1e-12);
        let off = distance(&again.bodies, &end.bodies);
        if integrator == Integrator::Hermite4 {
            assert!(off < 1e-4, "{off:e}");
        } else {
            assert_eq!(again.bodies, end.bodies, "{}: off by {off:e}", integrator.name());
        }
    }
    let nothing = Snapshot { time: 0.0, steps: 0, bodies: Vec::new() };
    assert!(Session::resume(&gpu, plummer(Integrator::LeapfrogKdk), &nothing, Pace::StepsAFrame(1)).is_err());
}

#[test]
fn symmetric_integrators_go_back_the_way_they_came() {
    let gpu = gpu();
    let bodies = cluster(257);
    for &integrator in Integrator::ALL {
        let mut simulation = Simulation::new(&gpu, &bodies, parameters(integrator)).unwrap();
        for _ in 0..2 {
            simulation.advance(200).unwrap();
            run(&gpu, |pass| simulation.record_reverse(pass).unwrap());
        }
        let off = distance(&simulation.bodies().download(&gpu).unwrap(), &bodies);
        // First order and not symmetric: Euler does not. Runge-Kutta and Hermite are not symmetric either, but accurate.
        let most = if integrator == Integrator::SymplecticEuler { 0.03 } else { 3e-6 };
        assert!(off < most, "{}: off by {off:e}", integrator.name());
        assert_eq!(simulation.steps(), 400);
    }
}

#[test]
fn integrators_go_on_rightly_after_a_hand_has_changed_velocities() {
    let gpu = gpu();
    let attraction = Attraction { at: Vec3::new(0.4, -0.2, 0.1), radius: 0.5, impulse: 0.6 };
    for &integrator in Integrator::ALL {
        let mut simulation = Simulation::new(&gpu, &cluster(100), parameters(integrator)).unwrap();
        let mut bodies = cluster(100);
        for _ in 0..3 {
            simulation.advance(12).unwrap();
            run(&gpu, |pass| {
                simulation.record_attraction(pass, &attraction).unwrap();
                simulation.record_reverse(pass).unwrap();
            });
            let mut reference = Reference::new(bodies, parameters(integrator));
            reference.advance(12);
            bodies = reference.bodies().to_vec();
            for body in &mut bodies {
                body.velocity = -(body.velocity + kick(&attraction, body.position));
            }
        }
        simulation.advance(12).unwrap();
        let mut reference = Reference::new(bodies, parameters(integrator));
        reference.advance(12);
        let off = distance(&simulation.bodies().download(&gpu).unwrap(), reference.bodies());
        assert!(off < 1e-5, "{}: off by {off:e}", integrator.name());
    }
}

/// The documented law, in double precision.
fn kick(attraction: &Attraction, position: DVec3) -> DVec3 {
    let d = (attraction.at.as_dvec3() - position) / f64::from(attraction.radius);
    f64::from(attraction.impulse) * 27_f64.sqrt() / 2.0 * d / (1.0 + d.length_squared()).powf(1.5)
}

#[test]
fn an_attraction_kicks_as_documented_and_an_invalid_one_does_nothing() {
    let gpu = gpu();
    let bodies = cluster(1000);
    let simulation = || Simulation::new(&gpu, &bodies, parameters(Integrator::LeapfrogKdk)).unwrap();
    for (radius, impulse) in [(0.01, 1.0), (0.5, -2.0), (30.0, 0.1)] {
        let attraction = Attraction { at: Vec3::new(0.3, 0.2, -0.9), radius, impulse };
        let mut simulation = simulation();
        run(&gpu, |pass| simulation.record_attraction(pass, &attraction).unwrap());
        let kicked = |body: &Body| Body { velocity: body.velocity + kick(&attraction, body.position), ..*body };
        let expected: Vec<Body> = bodies.iter().map(kicked).collect();
        let off = distance(&simulation.bodies().download(&gpu).unwrap(), &expected);
        assert!(off < 1e-6, "radius {radius}: off by {off:e}");
    }
    let right = Attraction { at: Vec3::ZERO, radius: 1.0, impulse: 1.0 };
    let wrong = [
        Attraction { radius: 0.0, ..right },
        Attraction { radius: f32::NAN, ..right },
        Attraction { impulse: f32::INFINITY, ..right },
        Attraction { at: Vec3::NAN, ..right },
    ];
    let mut simulation = simulation();
    run(&gpu, |pass| wrong.iter().for_each(|attraction| simulation.record_attraction(pass, attraction).unwrap()));
    assert_eq!(simulation.bodies().download(&gpu).unwrap(), bodies);
}

#[test]
fn a_watched_body_is_told_frame_by_frame() {
    let gpu = gpu();
    let mut session = Session::new(&gpu, plummer(Integrator::LeapfrogKdk), Pace::StepsAFrame(2)).unwrap();
    let target = Target::new(&gpu, [32, 32]).unwrap();
    let frame = |session: &mut Session| {
        let mut encoder = gpu.encoder("frame");
        session.frame(&mut encoder, &target).unwrap();
        session.submit(encoder);
    };
    frame(&mut session);
    assert_eq!(session.watched().unwrap(), None);
    for index in [0, 299] {
        session.watch(Some(index));
        for _ in 0..20 {
            // Nobody collects: the ring does not grow without end.
            frame(&mut session);
        }
        while session.watched().unwrap().is_none_or(|watched| watched.steps < session.simulation().steps()) {
            frame(&mut session);
            gpu.wait().unwrap();
        }
        frame(&mut session);
        gpu.wait().unwrap();
        let Watched { time, steps, index: got, body, acceleration } = session.watched().unwrap().unwrap();
        assert_eq!((steps, time), (session.simulation().steps(), session.simulation().time()));
        assert_eq!((got, body), (index, session.simulation().bodies().download(&gpu).unwrap()[index as usize]));
        let rows = gpu.read(&session.simulation().bodies().acceleration).unwrap();
        assert_eq!(acceleration.as_vec3().to_array(), rows[index as usize][..3]);
        assert!(acceleration.length() > 0.0);
    }
    for nobody in [None, Some(300)] {
        session.watch(nobody);
        frame(&mut session);
        gpu.wait().unwrap();
        assert_eq!(session.watched().unwrap(), None);
    }
}
