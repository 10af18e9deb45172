//! The user's tools on a running simulation: snapshots, resuming, reversing, attracting, watching.

use crate::common::{cluster, distance, gpu};
use glam::{DVec3, Vec3};
use starshell::gpu::{Gpu, Readback};
use starshell::name::Named;
use starshell::physics::reference::Reference;
use starshell::physics::{
    Attraction, Body, Integrator, Parameters, Precision, Simulation, Snapshot, State, Watched,
};
use starshell::render::{Camera, ColorBy, Format, Target};
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

fn bodies_of(snapshot: &Snapshot) -> Vec<Body> {
    snapshot.state.bodies().collect()
}

/// Runs `steps` steps and takes a snapshot at their end.
fn advance(gpu: &Gpu, session: &mut Session, steps: u32) -> Snapshot {
    let mut encoder = gpu.encoder("test");
    session.encode_steps(&mut encoder, steps).unwrap();
    session.encode_snapshot(&mut encoder).unwrap();
    session.submit(encoder);
    gpu.wait().unwrap();
    session.snapshot().unwrap().unwrap().1
}

#[test]
fn a_snapshot_is_exact_and_any_number_may_be_under_way() {
    let gpu = gpu();
    let mut session =
        Session::new(&gpu, plummer(Integrator::LeapfrogKdk), Pace::StepsPerFrame(1)).unwrap();
    assert_eq!(session.snapshot().unwrap(), None);
    let single = |v: DVec3| v.as_vec3().as_dvec3();
    let initial = session.scene().bodies().unwrap();
    let rounded = initial.iter().map(|body| Body {
        position: single(body.position),
        velocity: single(body.velocity),
        mass: f64::from(body.mass as f32),
        component: body.component,
    });
    let mut expected = vec![State::new(&rounded.collect::<Vec<_>>(), Precision::Single).unwrap()];
    let mut tickets = Vec::new();
    for steps in [0, 3, 4] {
        let mut encoder = gpu.encoder("test");
        session.encode_steps(&mut encoder, steps).unwrap();
        tickets.push(session.encode_snapshot(&mut encoder).unwrap());
        session.submit(encoder);
        if steps > 0 {
            expected.push(session.simulation().state().unwrap());
        }
    }
    gpu.wait().unwrap();
    for ((steps, state), ticket) in [0, 3, 7].into_iter().zip(expected).zip(tickets.clone()) {
        let time = steps as f64 * session.scene().physics.time_step;
        assert_eq!(session.snapshot().unwrap(), Some((ticket, Snapshot { time, steps, state })));
    }
    assert_eq!(session.snapshot().unwrap(), None);
    // A snapshot that a restored state has dropped does not pass its ticket on to the next.
    let state = session.simulation().state().unwrap();
    let mut encoder = gpu.encoder("test");
    tickets.push(session.encode_snapshot(&mut encoder).unwrap());
    session.submit(encoder);
    session.restore(&Snapshot { time: 0.0, steps: 0, state: state.clone() }).unwrap();
    let mut encoder = gpu.encoder("test");
    let newest = session.encode_snapshot(&mut encoder).unwrap();
    session.submit(encoder);
    gpu.wait().unwrap();
    assert!(!tickets.contains(&newest));
    assert_eq!(
        session.snapshot().unwrap(),
        Some((newest, Snapshot { time: 0.0, steps: 0, state }))
    );
}

#[test]
fn a_resumed_run_is_the_same_bit_for_bit() {
    let gpu = gpu();
    for &integrator in Integrator::ALL {
        let pace = Pace::StepsPerFrame(10);
        let mut session = Session::new(&gpu, plummer(integrator), pace).unwrap();
        let middle = advance(&gpu, &mut session, 20);
        let end = advance(&gpu, &mut session, 20);
        let mut scene = plummer(integrator);
        scene.count = 7; // for another restart; the bodies come from the snapshot
        let mut resumed = Session::resume(&gpu, scene, &middle, pace).unwrap();
        assert_eq!((resumed.scene().count, resumed.steps_due()), (7, 10));
        let again = advance(&gpu, &mut resumed, 20);
        assert!(again.steps == 40 && (again.time - end.time).abs() < 1e-12);
        let off = distance(&bodies_of(&again), &bodies_of(&end));
        if integrator == Integrator::Hermite4 {
            assert!(off < 1e-4, "{off:e}");
        } else {
            assert_eq!(again.state, end.state, "{}: off by {off:e}", integrator.name());
        }
    }
    let nothing =
        Snapshot { time: 0.0, steps: 0, state: State::new(&[], Precision::Single).unwrap() };
    assert!(
        Session::resume(&gpu, plummer(Integrator::LeapfrogKdk), &nothing, Pace::StepsPerFrame(1))
            .is_err()
    );
}

#[test]
fn symmetric_integrators_go_back_the_way_they_came() {
    let gpu = gpu();
    let bodies = cluster(257);
    for &integrator in Integrator::ALL {
        let mut simulation = Simulation::new(&gpu, &bodies, parameters(integrator)).unwrap();
        for _ in 0..2 {
            simulation.advance(200).unwrap();
            run(&gpu, |pass| simulation.encode_reverse(pass).unwrap());
        }
        let off = distance(&simulation.bodies().download(&gpu).unwrap(), &bodies);
        // Euler is of first order and not symmetric, so it does not return. Runge-Kutta and Hermite
        // are not symmetric either, but accurate.
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
                simulation.encode_attraction(pass, &attraction).unwrap();
                simulation.encode_reverse(pass).unwrap();
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
    let simulation =
        || Simulation::new(&gpu, &bodies, parameters(Integrator::LeapfrogKdk)).unwrap();
    for (radius, impulse) in [(0.01, 1.0), (0.5, -2.0), (30.0, 0.1)] {
        let attraction = Attraction { at: Vec3::new(0.3, 0.2, -0.9), radius, impulse };
        let mut simulation = simulation();
        run(&gpu, |pass| simulation.encode_attraction(pass, &attraction).unwrap());
        let kicked = |body: &Body| Body {
            velocity: body.velocity + kick(&attraction, body.position),
            ..*body
        };
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
    run(&gpu, |pass| {
        wrong.iter().for_each(|attraction| simulation.encode_attraction(pass, attraction).unwrap())
    });
    assert_eq!(simulation.bodies().download(&gpu).unwrap(), bodies);
}

#[test]
fn a_watched_body_is_reported_in_every_frame() {
    let gpu = gpu();
    let mut session =
        Session::new(&gpu, plummer(Integrator::LeapfrogKdk), Pace::StepsPerFrame(2)).unwrap();
    let target = Target::new(&gpu, [32, 32], Format::default()).unwrap();
    let frame = |session: &mut Session| {
        let mut encoder = gpu.encoder("frame");
        session.frame(&mut encoder, &target).unwrap();
        session.submit(encoder);
    };
    frame(&mut session);
    assert_eq!(session.viewing().watched().unwrap(), None);
    for index in [0, 299] {
        session.viewing().watch(Some(index));
        for _ in 0..20 {
            // Without collecting: the ring does not grow without bound.
            frame(&mut session);
        }
        while session
            .viewing()
            .watched()
            .unwrap()
            .is_none_or(|watched| watched.steps < session.simulation().steps())
        {
            frame(&mut session);
            gpu.wait().unwrap();
        }
        frame(&mut session);
        gpu.wait().unwrap();
        let Watched { time, steps, index: got, body, acceleration, .. } =
            session.viewing().watched().unwrap().unwrap();
        assert_eq!((steps, time), (session.simulation().steps(), session.simulation().time()));
        assert_eq!(
            (got, body),
            (index, session.simulation().bodies().download(&gpu).unwrap()[index as usize])
        );
        let rows = gpu.read(session.simulation().bodies().acceleration()).unwrap();
        assert_eq!(acceleration.as_vec3().to_array(), rows[index as usize][..3]);
        assert!(acceleration.length() > 0.0);
    }
    for nobody in [None, Some(300)] {
        session.viewing().watch(nobody);
        frame(&mut session);
        gpu.wait().unwrap();
        assert_eq!(session.viewing().watched().unwrap(), None);
    }
}

#[test]
fn the_range_of_the_colors_comes_with_the_picture() {
    let gpu = gpu();
    let mut session =
        Session::new(&gpu, plummer(Integrator::LeapfrogKdk), Pace::StepsPerFrame(1)).unwrap();
    let target = Target::new(&gpu, [64, 64], Format::default()).unwrap();
    for color_by in [ColorBy::Speed, ColorBy::Acceleration, ColorBy::Distance, ColorBy::Mass] {
        session.viewing().look_mut().color_by = color_by;
        assert_eq!(session.color_range().unwrap(), None, "no picture shows {color_by:?} yet");
        let mut encoder = gpu.encoder("test");
        session.frame(&mut encoder, &target).unwrap();
        session.submit(encoder);
        gpu.wait().unwrap();
        let bodies = session.simulation().bodies();
        let accelerations = gpu.read(bodies.acceleration()).unwrap();
        let center = session.scene().camera.target.as_dvec3();
        let value = |(body, acceleration): (&Body, &[f32; 4])| match color_by {
            ColorBy::Speed => body.velocity.length(),
            ColorBy::Acceleration => Vec3::from_slice(acceleration).as_dvec3().length(),
            ColorBy::Distance => body.position.distance(center),
            _ => body.mass,
        };
        let logarithms: Vec<f64> = bodies
            .download(&gpu)
            .unwrap()
            .iter()
            .zip(&accelerations)
            .map(|body| value(body).log2())
            .collect();
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let middle = mean(&logarithms);
        let deviation =
            mean(&logarithms.iter().map(|value| (value - middle).powi(2)).collect::<Vec<_>>())
                .sqrt();
        let [low, high] = session.color_range().unwrap().unwrap();
        let expected = [-1.0, 1.0].map(|side| (middle + side * (2.0 * deviation).max(1e-3)).exp2());
        assert!(
            (low / expected[0] - 1.0).abs() < 2e-3 && (high / expected[1] - 1.0).abs() < 2e-3,
            "{color_by:?}: {low} {high}"
        );
    }
    session.viewing().look_mut().color_range = Some([0.5, 4.0]);
    assert_eq!(session.color_range().unwrap(), Some([0.5, 4.0]));
}

#[test]
fn the_map_of_colors_ends_where_it_is_told_and_begins_as_measured() {
    let gpu = gpu();
    let mut session =
        Session::new(&gpu, plummer(Integrator::LeapfrogKdk), Pace::StepsPerFrame(0)).unwrap();
    session.viewing().look_mut().color_by = ColorBy::Speed;
    let mut with = |color_range, color_max| {
        let look = session.viewing().look_mut();
        (look.color_range, look.color_max) = (color_range, color_max);
        let shown = picture(&gpu, &mut session);
        gpu.wait().unwrap();
        (shown, session.color_range().unwrap().unwrap())
    };
    let (measured, [low, high]) = with(None, None);
    let (ended, ends) = with(None, Some(0.5 * high as f32));
    assert!(
        (ends[0] / low - 1.0).abs() < 1e-5 && (ends[1] / (0.5 * high) - 1.0).abs() < 1e-6,
        "{ends:?}"
    );
    let near = |one: &[u8], other: &[u8]| {
        one.iter().zip(other).all(|(one, other)| one.abs_diff(*other) <= 1)
    };
    assert!(!near(&ended, &measured), "another end has other colours");
    let fixed = with(Some(ends.map(|end| end as f32)), None).0;
    assert!(near(&ended, &fixed), "the same two ends have the same colours");
    // Below all that is measured, every body has the last colour.
    let (last, ends) = with(None, Some(1e-6 * low as f32));
    assert!(ends[0] < ends[1] && near(&last, &with(Some([1e-12, 1e-9]), None).0), "{ends:?}");
}

/// A picture of the session's current state.
fn picture(gpu: &Gpu, session: &mut Session) -> Vec<u8> {
    let target = Target::new(gpu, [64, 64], Format::default()).unwrap();
    let mut copy = Readback::new(gpu, "test", 64 * 64 * 4).unwrap();
    let mut encoder = gpu.encoder("test");
    session.frame(&mut encoder, &target).unwrap();
    copy.encode_texture(&mut encoder, target.texture(), 256).unwrap();
    session.submit(encoder);
    copy.wait().unwrap()
}

#[test]
fn a_session_restored_in_place_is_a_resumed_one() {
    let gpu = gpu();
    for integrator in [Integrator::LeapfrogKdk, Integrator::Hermite4] {
        let mut session = Session::new(&gpu, plummer(integrator), Pace::StepsPerFrame(0)).unwrap();
        session.viewing().look_mut().trails = 0.1;
        let early = advance(&gpu, &mut session, 20);
        picture(&gpu, &mut session);
        advance(&gpu, &mut session, 30);
        let thrown = Body { position: DVec3::X, velocity: DVec3::Y, mass: 0.1, component: 1 };
        let with = |change: fn(&mut State, &Body)| {
            let mut snapshot = early.clone();
            change(&mut snapshot.state, &thrown);
            snapshot
        };
        let states = [
            early.clone(),
            with(|state, body| state.replace(3, body).unwrap()),
            with(|state, body| state.push(body).unwrap()),
            with(|state, _| state.remove(0)),
        ];
        for snapshot in states {
            let mut resumed =
                Session::resume(&gpu, session.scene().clone(), &snapshot, Pace::StepsPerFrame(0))
                    .unwrap();
            session.restore(&snapshot).unwrap();
            assert_eq!(
                (session.simulation().steps(), session.simulation().time()),
                (20, early.time)
            );
            assert!(
                session.snapshot().unwrap().is_none()
                    && session.clock().pace() == Pace::StepsPerFrame(0)
            );
            assert!(
                picture(&gpu, &mut session) == picture(&gpu, &mut resumed),
                "{} bodies",
                snapshot.state.len()
            );
            assert_eq!(
                advance(&gpu, &mut session, 10),
                advance(&gpu, &mut resumed, 10),
                "{} bodies",
                snapshot.state.len()
            );
        }
        let nothing =
            Snapshot { time: 0.0, steps: 0, state: State::new(&[], Precision::Single).unwrap() };
        assert!(session.restore(&nothing).is_err());
        assert_eq!(session.simulation().steps(), 30, "nothing changes");
    }
}

#[test]
fn the_camera_stays_within_its_bounds() {
    let mut session =
        Session::new(&gpu(), plummer(Integrator::LeapfrogKdk), Pace::StepsPerFrame(1)).unwrap();
    let before = session.scene().camera;
    let wild = Camera {
        target: Vec3::NAN,
        distance: 0.0,
        azimuth: 725.0,
        elevation: 99.0,
        field_of_view: f32::INFINITY,
        roll: -370.0,
        ..Camera::default()
    };
    let camera = session.viewing().set_camera(&wild);
    let Camera { target, field_of_view, .. } = before;
    assert_eq!(
        camera,
        Camera {
            target,
            distance: 1e-9,
            azimuth: 5.0,
            elevation: 90.0,
            field_of_view,
            roll: 350.0,
            ..Camera::default()
        }
    );
    assert_eq!(session.scene().camera, camera);
}
