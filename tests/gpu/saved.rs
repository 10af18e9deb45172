//! Runs that are saved to a file and continued.

use starshell::gpu::Gpu;
use starshell::name::Named;
use starshell::physics::{Integrator, Parameters, Precision, State};
use starshell::scene::Scene;
use starshell::session::{Clock, Pace, Session};
use starshell::snapshot::Checkpoint;

use crate::common::breadth::cases;
use crate::common::gpu;

const STEPS: u32 = 12;

fn scene(integrator: Integrator, precision: Precision) -> Scene {
    let mut scene = Scene { count: 192, ..Scene::load("plummer").unwrap() };
    scene.physics = Parameters { integrator, precision, ..scene.physics };
    // So short that every step has a point.
    scene.look.trails = (30.0 * scene.physics.time_step) as f32;
    scene
}

/// Does steps, with a point of the trails after each.
fn advance(gpu: &Gpu, session: &mut Session, steps: u32) {
    for _ in 0..steps {
        let mut encoder = gpu.encoder("test");
        session.encode_steps(&mut encoder, 1).unwrap();
        let submission = session.submit(encoder);
        session.wait_for(submission).unwrap();
    }
}

/// The state after twice [`STEPS`]: in one go, and saved to a file in the middle.
fn both(scene: &Scene) -> [(State, Checkpoint); 2] {
    let gpu = gpu();
    let mut whole = Session::new(&gpu, scene.clone(), Pace::StepsPerFrame(0)).unwrap();
    advance(&gpu, &mut whole, 2 * STEPS);
    let mut first = Session::new(&gpu, scene.clone(), Pace::StepsPerFrame(0)).unwrap();
    advance(&gpu, &mut first, STEPS);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.starshell");
    first.checkpoint().unwrap().write(&path).unwrap();
    drop(first);
    let run = Checkpoint::read(&path).unwrap();
    let clock = Clock::after(run.snapshot.steps, Pace::StepsPerFrame(0), scene.physics.time_step);
    let mut second = Session::reopen(&gpu, &run, clock).unwrap();
    assert_eq!(second.simulation().steps(), u64::from(STEPS));
    advance(&gpu, &mut second, STEPS);
    [whole, second]
        .map(|mut session| (session.simulation().state().unwrap(), session.checkpoint().unwrap()))
}

#[test]
fn a_run_that_was_saved_has_the_bits_of_one_that_was_not() {
    let gpu = gpu();
    for &integrator in
        cases(2, Integrator::ALL.iter().filter(|integrator| **integrator != Integrator::Hermite4))
    {
        for precision in
            Precision::ALL.iter().copied().filter(|precision| precision.is_supported(&gpu))
        {
            let scene = scene(integrator, precision);
            let [(whole, one), (parts, other)] = both(&scene);
            assert!(whole == parts, "{integrator:?} in {precision:?}");
            let [one_trails, other_trails] = [&one, &other].map(|run| run.trails.as_ref().unwrap());
            assert!(one_trails.points == other_trails.points, "{integrator:?} in {precision:?}");
            assert_eq!(one_trails.points.len(), 192 * (2 * STEPS as usize + 1));
            // The time after so many steps is a sum that began anew.
            assert!(
                one_trails
                    .times
                    .iter()
                    .zip(&other_trails.times)
                    .all(|(a, b)| (a - b).abs() < 1e-12)
            );
            assert_eq!(one.snapshot.steps, other.snapshot.steps);
            assert!((one.snapshot.time - other.snapshot.time).abs() < 1e-12);
        }
    }
}

#[test]
fn hermite_and_adaptive_steps_go_on_closely() {
    for (integrator, adaptive) in
        [(Integrator::Hermite4, None), (Integrator::LeapfrogKdk, Some(0.1))]
    {
        let mut scene = scene(integrator, Precision::Single);
        scene.physics.adaptive = adaptive;
        let [(_, one), (_, other)] = both(&scene);
        let [a, b] = [one.snapshot, other.snapshot];
        let off = (0..a.state.len())
            .map(|body| a.state.position(body).distance(b.state.position(body)))
            .fold(0.0, f64::max);
        assert!(
            off < 1e-4 && (a.time - b.time).abs() < 1e-3,
            "{integrator:?}: {off}, {} and {}",
            a.time,
            b.time
        );
    }
}

#[test]
fn trails_go_round_and_those_of_other_bodies_are_left_out() {
    let gpu = gpu();
    let scene = scene(Integrator::LeapfrogKdk, Precision::Single);
    let mut session = Session::new(&gpu, scene.clone(), Pace::StepsPerFrame(0)).unwrap();
    advance(&gpu, &mut session, 300);
    let run = session.checkpoint().unwrap();
    let trails = run.trails.clone().unwrap();
    assert_eq!(trails.points.len(), 192 * 256, "the oldest are gone");
    let newest: Vec<_> = trails.points[192 * 255..].iter().map(|point| point[0]).collect();
    let now: Vec<_> = run.snapshot.state.bodies().map(|body| body.position.x as f32).collect();
    assert_eq!(newest, now);

    let mut fewer = run.clone();
    let kept: Vec<_> = run.snapshot.state.bodies().take(100).collect();
    fewer.snapshot.state = State::new(&kept, Precision::Single).unwrap();
    let clock = Clock::after(run.snapshot.steps, Pace::StepsPerFrame(0), scene.physics.time_step);
    let mut session = Session::reopen(&gpu, &fewer, clock).unwrap();
    assert_eq!(session.checkpoint().unwrap().trails, None);
}
