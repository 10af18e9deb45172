//! Headless rendering along a camera path, and after the light.

use std::sync::Arc;

use glam::DVec3;
use starshell::capture::{Headless, Picture};
use starshell::gpu::Gpu;
use starshell::render::{Camera, CameraPath, Extent, Followed, Format, Key, Return, Target};
use starshell::scene::Scene;
use starshell::session::{Pace, Session};

use crate::common::gpu;
use crate::common::pictures::Kept;

const FRAMES: u32 = 6;
const TIME: f64 = 0.5;
const SIZE: [u32; 2] = [64, 48];

fn scene(path: Option<CameraPath>) -> Scene {
    let mut scene = Scene::load("plummer").unwrap();
    scene.count = 200;
    scene.look.bloom = 0.0;
    scene.path = path;
    scene
}

/// Pictures along the scene's path, and after each frame the camera, the look's exposure and what
/// `see` finds out.
fn draw<T>(gpu: &Gpu, scene: Scene, see: impl FnMut(&Session) -> T) -> (Vec<Picture>, Vec<T>) {
    draw_as(gpu, scene, Headless::along_path, see)
}

fn draw_as<T>(
    gpu: &Gpu,
    scene: Scene,
    way: impl FnOnce(Headless) -> Headless,
    mut see: impl FnMut(&Session) -> T,
) -> (Vec<Picture>, Vec<T>) {
    let session = Session::new(gpu, scene, Pace::Span { time: TIME, frames: FRAMES }).unwrap();
    let target = Target::new(gpu, SIZE, Format::default()).unwrap();
    let kept = Arc::new(Kept::default());
    let mut headless = way(Headless::new(gpu, session, target, kept.clone()).unwrap());
    let mut seen = Vec::new();
    for _ in 0..FRAMES {
        assert!(headless.frame(&mut |_| true).unwrap());
        seen.push(see(headless.session()));
    }
    headless.finish(|_| ()).unwrap();
    (kept.take_all(), seen)
}

/// From the centre of mass to a body, with a change of the look.
fn following() -> CameraPath {
    let camera = scene(None).camera;
    let from =
        Key { follow: Some(Followed::CenterOfMass), exposure: Some(0.0), ..Key::new(0.0, camera) };
    let near = Camera { azimuth: 90.0, distance: 0.5 * camera.distance, roll: 20.0, ..camera };
    let to = Key { follow: Some(Followed::Body(3)), exposure: Some(2.0), ..Key::new(TIME, near) };
    CameraPath::new(vec![from, to], None).unwrap()
}

#[test]
fn frames_along_a_path_are_the_same_bytes_in_every_run_and_differ_from_those_without() {
    let gpu = gpu();
    let [first, second] = [0, 1].map(|_| draw(&gpu, scene(Some(following())), |_| ()).0);
    assert_eq!(first.len(), FRAMES as usize);
    assert!(first == second, "the pictures are the same bytes");
    let still = draw(&gpu, scene(None), |_| ()).0;
    assert!(first[1..].iter().zip(&still[1..]).all(|(moved, still)| moved != still));
}

#[test]
fn a_followed_body_is_in_the_middle_of_that_very_frame() {
    let gpu = gpu();
    let (_, seen) = draw(&gpu, scene(Some(following())), |session| {
        let bodies: Vec<_> = session.simulation().state().unwrap().bodies().collect();
        let mass: f64 = bodies.iter().map(|body| body.mass).sum();
        let center = bodies.iter().map(|body| body.mass * body.position).sum::<DVec3>() / mass;
        let scene = session.scene();
        (scene.camera, scene.look.exposure, center, bodies[3].position)
    });
    let (camera, exposure, center, _) = seen[0];
    assert!((camera.target.as_dvec3() - center).length() < 1e-6 && exposure == 0.0);
    let (camera, exposure, _, body) = seen[FRAMES as usize - 1];
    assert!((camera.target.as_dvec3() - body).length() < 1e-6 && exposure == 2.0);
    assert!(seen[1].3.distance(body) > 1e-3, "the body moves");
    let between = seen[2].0.target.as_dvec3();
    assert!(
        between.distance(seen[2].2) > 1e-3 && between.distance(seen[2].3) > 1e-3,
        "from one to the other"
    );
}

#[test]
fn the_camera_moves_evenly_even_if_steps_do_not_divide_the_frames() {
    let gpu = gpu();
    let camera = scene(None).camera;
    let returns = Return { at: TIME, turns: Some(1) };
    let mut scene = scene(CameraPath::new(vec![Key::new(0.0, camera)], Some(returns)).ok());
    scene.physics.time_step = 0.03;
    let (_, azimuths) = draw(&gpu, scene, |session| session.scene().camera.azimuth);
    for pair in azimuths.windows(2) {
        let turned = (pair[1] - pair[0]).rem_euclid(360.0);
        assert!((turned - 72.0).abs() < 1e-3, "{azimuths:?}");
    }
}

/// A scene whose dark half is far away, and which follows the light.
fn lit() -> Scene {
    let mut scene = Scene::load("encounter").unwrap();
    (scene.count, scene.path) = (6000, None);
    assert_eq!(scene.follow, Some(Followed::Light));
    scene
}

/// The camera of a session and the one that frames the light of all its bodies.
fn cameras(session: &Session) -> [Camera; 2] {
    let (scene, state) = (session.scene(), session.simulation().state().unwrap());
    let bodies = state.bodies().map(|body| (body.position.as_vec3(), body.component));
    [scene.camera, scene.camera.framing(&Extent::of_light(&scene.look, bodies).unwrap(), SIZE)]
}

#[test]
fn each_frame_is_framed_for_its_own_light_with_the_same_bytes_in_every_run() {
    let gpu = gpu();
    let [first, second] = [0, 1].map(|_| draw_as(&gpu, lit(), |headless| headless, cameras));
    assert!(first.0 == second.0, "the pictures are the same bytes");
    for [camera, framing] in &first.1 {
        // A sample shows where the whole is to within a few percent.
        assert!(
            (camera.distance / framing.distance - 1.0).abs() < 0.05,
            "{camera:?} instead of {framing:?}"
        );
        assert!(camera.target.distance(framing.target) < 0.03 * camera.distance);
    }
    let fixed = Scene { follow: None, ..lit() };
    let (_, seen) = draw_as(&gpu, fixed, |headless| headless, cameras);
    assert!(seen.iter().all(|[camera, _]| *camera == lit().camera), "without following, it stays");
}

#[test]
fn in_a_video_the_camera_eases_after_the_light() {
    let gpu = gpu();
    let kept = draw_as(&gpu, lit(), |headless| headless, |session| session.scene().camera).1;
    let eased =
        draw_as(&gpu, lit(), |headless| headless.eased(0.1), |session| session.scene().camera).1;
    assert_eq!(kept[0], eased[0], "the first frame is framed at once");
    let change =
        |cameras: &[Camera]| (cameras[FRAMES as usize - 1].distance - cameras[0].distance).abs();
    assert!(
        change(&eased) > 0.0 && change(&eased) < change(&kept),
        "{} < {}",
        change(&eased),
        change(&kept)
    );
}
