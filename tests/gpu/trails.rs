//! Trails: where they are, that they do not change the run, and that any number of them suits the
//! picture.

use crate::common::gpu;
use crate::common::pictures::*;
use glam::{DVec3, Vec2};
use starshell::capture::Picture;
use starshell::gpu::Gpu;
use starshell::physics::{Body, Precision, Snapshot, State};
use starshell::render::{Camera, ColorBy, Format, Look, Target};
use starshell::scene::Scene;
use starshell::session::{Pace, Session};

const SIZE: [u32; 2] = [160, 120];

fn scene(name: &str, count: usize, trails: f32) -> Scene {
    let mut scene = Scene::load(name).unwrap();
    scene.count = scene.initial.fixed_count().unwrap_or(count);
    scene.look.trails = trails;
    scene
}

/// A picture at `time`.
fn at(gpu: &Gpu, scene: Scene, time: f64, size: [u32; 2]) -> Picture {
    of_session(gpu, Session::new(gpu, scene, Pace::Span { time, frames: 1 }).unwrap(), 1, size)
}

/// Bodies that move in straight lines, seen from above, 0.05 per frame.
fn flying_session(gpu: &Gpu, bodies: &[Body], look: Look) -> Session {
    let mut scene = scene("kepler", 2, 0.0);
    scene.physics.time_step = 0.05;
    scene.camera = Camera { distance: 4.0, elevation: 90.0, ..Camera::default() };
    scene.look = Look { color_by: ColorBy::Uniform, magnitude_spread: 0.0, bloom: 0.0, ..look };
    let start =
        Snapshot { time: 0.0, steps: 0, state: State::new(bodies, Precision::Single).unwrap() };
    Session::resume(gpu, scene, &start, Pace::StepsPerFrame(1)).unwrap()
}

/// The 20th frame of such a flight.
fn flight(gpu: &Gpu, bodies: &[Body], look: Look, picked: Option<u32>) -> Picture {
    let mut session = flying_session(gpu, bodies, look);
    session.pictures_mut().set_body_trail(picked);
    of_session(gpu, session, 20, SIZE)
}

fn flying(y: f64, component: u32) -> Body {
    Body { position: DVec3::new(-0.6, y, 0.0), velocity: DVec3::X, mass: 1e-12, component }
}

/// Mean luminance of the 3 x 3 pixels around a point of the plane.
fn light_at(picture: &Picture, x: f64, y: f64) -> f64 {
    let camera = Camera { distance: 4.0, elevation: 90.0, ..Camera::default() };
    let (pixel, _): (Vec2, f32) = camera.project(DVec3::new(x, y, 0.0).as_vec3(), SIZE).unwrap();
    let all = luminance(picture);
    let near = |dx: usize, dy: usize| {
        all[(pixel.y as usize + dy - 1) * SIZE[0] as usize + pixel.x as usize + dx - 1]
    };
    (0..9).map(|index| near(index % 3, index / 3)).sum::<f64>() / 9.0
}

#[test]
fn a_trail_is_where_the_body_was_and_fades() {
    let gpu = gpu();
    let look = Look { trails: 0.6, ..Look::default() };
    // At x = 0.4 now, and at -0.2 0.6 ago.
    let picture = flight(&gpu, &[flying(0.3, 0), flying(-0.4, 1)], look.clone(), None);
    let sky = light_at(&picture, -0.5, 0.8);
    for y in [0.3, -0.4] {
        let along = [0.25, 0.1, -0.05].map(|x| light_at(&picture, x, y) - sky);
        assert!(
            along.windows(2).all(|pair| pair[1] < 0.9 * pair[0]) && along[2] > 0.01,
            "{along:?}"
        );
        // Beyond the spot's halo.
        for x in [-0.4, 0.8] {
            assert!((light_at(&picture, x, y) - sky).abs() < 0.005, "light at {x}");
        }
    }
    let dark = flight(
        &gpu,
        &[flying(0.3, 0), flying(-0.4, 1)],
        Look { dark_components: vec![1], ..look },
        None,
    );
    assert!(light_at(&dark, 0.1, 0.3) > 0.01 && (light_at(&dark, 0.1, -0.4) - sky).abs() < 0.005);
}

#[test]
fn a_trail_of_few_bodies_is_equally_bright_wherever_they_were_fast_or_slow() {
    let gpu = gpu();
    let look = Look { trails: 0.6, color_range: Some([0.01, 100.0]), ..Look::default() };
    let slow = Body { velocity: 0.5 * DVec3::X, ..flying(-0.4, 0) };
    let picture = flight(&gpu, &[flying(0.3, 0), slow], look, None);
    let sky = light_at(&picture, -0.5, 0.8);
    for age in [0.2, 0.35] {
        // At x = 0.4 and -0.1 now.
        let [fast, slow] =
            [light_at(&picture, 0.4 - age, 0.3), light_at(&picture, -0.1 - 0.5 * age, -0.4)]
                .map(|light| light - sky);
        // Of equal light per unit of time, the slow one would be twice as bright.
        assert!(
            fast > 0.01 && (fast / slow - 1.0).abs() < 0.3,
            "{fast} and {slow} at the age of {age}"
        );
    }
}

#[test]
fn trails_of_few_bodies_do_not_depend_on_the_frames() {
    let gpu = gpu();
    let scene = || {
        let mut scene = scene("figure-8", 3, 2.1);
        scene.look.bloom = 0.0;
        scene
    };
    let after = |frames: u32| {
        let session = Session::new(&gpu, scene(), Pace::Span { time: 4.0, frames }).unwrap();
        of_session(&gpu, session, frames, [320, 180])
    };
    let fine = after(80);
    for frames in [1, 7] {
        let off = difference(&after(frames), &fine);
        assert!(off.is_small(), "{frames} frames: {off:?}");
    }
    // Even a run so fast that points are rare has curves, not corners.
    let mut session = Session::new(&gpu, scene(), Pace::Span { time: 4.0, frames: 2 }).unwrap();
    session.set_budget(Some(std::time::Duration::from_secs(10)));
    let coarse = of_session(&gpu, session, 2, [320, 180]);
    let off = difference(&coarse, &fine);
    assert!(off.is_small(), "with a budget: {off:?}");
    let plain = of_session(
        &gpu,
        Session::new(
            &gpu,
            Scene { look: Look { trails: 0.0, ..scene().look }, ..scene() },
            Pace::Span { time: 4.0, frames: 1 },
        )
        .unwrap(),
        1,
        [320, 180],
    );
    assert!(!difference(&plain, &fine).is_small(), "the comparison sees trails");
}

#[test]
fn trails_have_the_points_of_single_frames_where_the_processor_makes_many_steps_at_once() {
    let gpu = gpu();
    // A point after every fourth step, as the scene's own trails have.
    let points = |pace, frames| {
        let mut session = Session::new(&gpu, Scene::load("solar-system").unwrap(), pace).unwrap();
        of_frames(&gpu, &mut session, frames);
        let mut encoder = gpu.encoder("copy");
        let copy =
            session.pictures().encode_trail_copy(&mut encoder).unwrap().expect("there are trails");
        session.submit(encoder);
        let points = copy.wait().unwrap();
        assert_eq!((session.simulation().steps(), points.times.len()), (400, 101));
        points
    };
    let single = points(Pace::StepsPerFrame(4), 101);
    assert_eq!(points(Pace::StepsPerFrame(400), 2), single);
    assert_eq!(points(Pace::StepsPerFrame(50), 9), single, "batches that end between points");
}

/// Makes frames without pictures.
fn of_frames(gpu: &Gpu, session: &mut Session, frames: u32) {
    for _ in 0..frames {
        let mut encoder = gpu.encoder("frame");
        session.frame_without_picture(&mut encoder).unwrap();
        session.submit(encoder);
    }
}

#[test]
fn a_trail_keeps_its_whole_length_however_finely_its_steps_are_submitted() {
    let gpu = gpu();
    // 6,000 steps: more than there are points.
    let mut scene = scene("kepler", 2, 6.0);
    (scene.physics.time_step, scene.look.bloom) = (0.001, 0.0);
    let session = || Session::new(&gpu, scene.clone(), Pace::Interval(3.5)).unwrap();
    let in_batches = of_session(&gpu, session(), 3, SIZE);
    let mut session = session();
    let target = Target::new(&gpu, SIZE, Format::default()).unwrap();
    let mut encoder = gpu.encoder("frame");
    session.frame(&mut encoder, &target).unwrap();
    session.submit(encoder);
    while session.simulation().steps() < 6_990 {
        // Single steps end between the points.
        let mut encoder = gpu.encoder("steps");
        session
            .encode_steps(
                &mut encoder,
                if session.simulation().steps() % 500 < 100 { 1 } else { 200 },
            )
            .unwrap();
        session.submit(encoder);
    }
    let off = difference(&of_session(&gpu, session, 2, SIZE), &in_batches);
    assert!(off.is_small(), "{off:?}");
}

#[test]
fn the_trail_of_one_body_is_long_and_has_its_own_color() {
    let gpu = gpu();
    let bodies = [flying(0.3, 0), flying(-0.4, 1)];
    let picture = flight(&gpu, &bodies, Look::default(), Some(1));
    let sky = light_at(&picture, -0.5, 0.8);
    // Behind the spots' halos.
    for x in [-0.1, -0.3, -0.45] {
        assert!(
            light_at(&picture, x, -0.4) > 0.03 && (light_at(&picture, x, 0.3) - sky).abs() < 0.005,
            "at {x}"
        );
    }
    let is_green =
        |pixel: &&[u8]| i32::from(pixel[1]) > i32::from(pixel[0]).max(i32::from(pixel[2])) + 20;
    assert!(bytes(&picture).chunks_exact(3).filter(is_green).count() > 20);
    assert_eq!(
        flight(&gpu, &bodies, Look::default(), Some(2)).pixels,
        flight(&gpu, &bodies, Look::default(), None).pixels
    );
}

#[test]
fn trails_change_nothing_and_are_the_same_in_every_run() {
    let gpu = gpu();
    let state = |trails| {
        let mut session =
            Session::new(&gpu, scene("plummer", 500, trails), Pace::StepsPerFrame(3)).unwrap();
        let target = Target::new(&gpu, SIZE, Format::default()).unwrap();
        for _ in 0..5 {
            let mut encoder = gpu.encoder("frame");
            session.frame(&mut encoder, &target).unwrap();
            session.submit(encoder);
        }
        session.simulation().bodies().download(&gpu).unwrap()
    };
    assert_eq!(state(0.0), state(1.0));
    // The number of steps per submission depends on the machine's speed; the pictures must not.
    let picture = || at(&gpu, scene("plummer", 500, 1.4), 2.0, SIZE).pixels;
    assert_eq!(picture(), picture());
}

#[test]
fn frames_without_a_step_add_no_point() {
    let gpu = gpu();
    let look = Look { trails: 0.6, ..Look::default() };
    let bodies = [flying(0.3, 0), flying(-0.4, 1)];
    let running = flight(&gpu, &bodies, look.clone(), None);
    let mut session = flying_session(&gpu, &bodies, look);
    let target = Target::new(&gpu, SIZE, Format::default()).unwrap();
    for frame in 0..20 {
        let mut encoder = gpu.encoder("frame");
        session.frame(&mut encoder, &target).unwrap();
        session.submit(encoder);
        if frame == 10 {
            session.set_pace(Pace::StepsPerFrame(0));
        }
        if frame == 18 {
            session.set_pace(Pace::StepsPerFrame(1));
        }
    }
    // 12 frames so far with a step each; 8 more, as in the run above.
    assert_eq!(difference(&of_session(&gpu, session, 8, SIZE), &running).mean, 0.0);
}

#[test]
fn crowds_of_trails_do_not_blow_out_the_picture() {
    let gpu = gpu();
    // More bodies than trails, in a dense core; few points, because software rendering is slow.
    let mut crowd = scene("plummer", 17_000, 0.8);
    crowd.physics.time_step = 0.02;
    let run = |scene: Scene| {
        of_session(&gpu, Session::new(&gpu, scene, Pace::StepsPerFrame(1)).unwrap(), 6, [320, 180])
    };
    let plain = run(Scene { look: Look { trails: 0.0, ..crowd.look.clone() }, ..crowd.clone() });
    let trailed = run(crowd);
    let white = |picture: &Picture| {
        bytes(picture).chunks_exact(3).filter(|color| color.iter().all(|c| *c > 250)).count()
    };
    assert!(
        white(&trailed) < 320 * 180 / 100,
        "{} pixels are white, {} without trails",
        white(&trailed),
        white(&plain)
    );
    let ratio = brightness(&trailed) / brightness(&plain);
    assert!((1.0..2.5).contains(&ratio), "{ratio} times the light");
}

#[test]
fn the_figure_8_is_as_it_was() {
    let gpu = gpu();
    let got = at(&gpu, scene("figure-8", 3, 3.8), 5.0, [320, 180]);
    let half = halved(&at(&gpu, scene("figure-8", 3, 3.8), 5.0, [640, 360]));
    let off = difference(&half, &got);
    assert!(off.mean < 3.0 && off.local < 18.0, "another picture in twice the size: {off:?}");
    compare_with_stored("figure-8-trails", &got).unwrap();
}
