//! Following the light: the camera frames it until the user zooms or pans.

use egui::{MouseWheelUnit, pos2};
use starshell::render::{Camera, Extent, Followed};

use super::*;

/// The camera that frames all bodies from the present direction.
fn framing(rig: &Rig) -> Camera {
    let bodies = rig.bodies();
    let bodies = bodies.iter().map(|body| (body.position.as_vec3(), body.component));
    rig.camera().framing(&Extent::of_light(rig.look(), bodies).unwrap(), rig.size())
}

fn is_framed(rig: &Rig) -> bool {
    let (camera, framing) = (rig.camera(), framing(rig));
    (camera.distance / framing.distance - 1.0).abs() < 1e-3
        && camera.target.distance(framing.target) < 1e-3
}

#[track_caller]
fn assert_framed(rig: &Rig) {
    assert!(is_framed(rig), "{:?} instead of {:?}", rig.camera(), framing(rig));
}

/// A paused cold collapse whose camera has arrived at the light: at once, not eased.
fn framed() -> Rig {
    let mut rig = Rig::new("cold-sphere");
    rig.until("the light is known", |rig| rig.interaction().light.is_some());
    rig.frame();
    assert_framed(&rig);
    rig
}

/// Runs frames of a tenth of a second, without panels, until nothing moves.
fn rest(rig: &mut Rig) {
    let mut frames = 0;
    while rig.is_moving() {
        rig.elapse(0.1);
        std::thread::sleep(std::time::Duration::from_millis(1));
        frames += 1;
        assert!(frames < 5000, "it does not come to rest");
    }
    rig.frame();
}

fn scroll(rig: &mut Rig) {
    let center = rig.picture().center();
    rig.wheel(center, MouseWheelUnit::Point, vec2(0.0, 60.0));
}

#[test]
fn the_camera_eases_after_the_light_as_the_bodies_move() {
    let mut rig = framed();
    let before = rig.camera();
    rig.ask(Command::StepsPerFrame(100));
    rig.make(700);
    let (now, goal) = (rig.camera().distance, framing(&rig).distance);
    assert!(goal < 0.95 * before.distance && now > goal, "{now} {goal}");
    rest(&mut rig);
    assert_framed(&rig);
}

#[test]
fn orbiting_goes_on_and_zooming_and_panning_take_over_until_the_button_or_home() {
    let mut rig = framed();
    let (center, before) = (rig.picture().center(), rig.camera());
    rig.drag(center, pos2(center.x + 80.0, center.y));
    rest(&mut rig);
    assert_framed(&rig);
    assert_eq!(rig.followed(), Follow::Light);
    assert_ne!(rig.camera().azimuth, before.azimuth);

    scroll(&mut rig);
    assert_eq!((rig.followed(), is_framed(&rig)), (Follow::Nothing, false), "zooming takes over");
    rig.open("transport-frame");
    assert_eq!((rig.followed(), is_framed(&rig)), (Follow::Light, false), "it eases");
    rest(&mut rig);
    assert_framed(&rig);

    rig.set_camera(|camera| *camera = Camera { distance: 90.0, ..before });
    rig.frame();
    assert_eq!(rig.followed(), Follow::Nothing);
    rig.press(Key::Home);
    rest(&mut rig);
    assert_framed(&rig);
    assert_eq!(rig.camera().azimuth, before.azimuth);

    rig.open("transport-frame");
    assert_eq!(rig.followed(), Follow::Nothing, "the button lets go as well");
    rig.key(Key::F, Modifiers::SHIFT);
    assert_eq!(rig.followed(), Follow::Light);
}

#[test]
fn a_scene_that_is_made_again_or_copied_is_still_followed() {
    let mut rig = framed();
    assert_eq!(rig.scene().follow, Some(Followed::Light));
    scroll(&mut rig);
    assert_eq!(rig.scene().follow, None, "what is copied is what is seen");
    rig.command("transport-restart");
    rig.until("it has begun again", |rig| !rig.is_loading());
    assert_eq!(rig.followed(), Follow::Nothing, "the user's view stays");
    rig.open_scene("expanding-ball");
    assert_eq!(rig.followed(), Follow::Light);
}

#[test]
fn a_key_of_the_path_follows_the_light_at_the_distance_that_frames_it() {
    let mut rig = framed();
    rig.press(Key::J);
    let key = rig.path().keys()[0];
    assert_eq!((key.follow, key.camera.distance), (Some(Followed::Light), 1.0));
    scroll(&mut rig);
    rig.key(Key::J, Modifiers::SHIFT);
    rig.until("the light is known", |rig| is_framed(rig));
    assert!(rig.viewer().travel.is_on());
}
