//! Following the light: the camera frames it until the user zooms or pans.

use egui::{Key, Modifiers, MouseWheelSource, MouseWheelUnit, TouchPhase, pos2, vec2};
use starshell::render::{Camera, Extent, Followed};

use crate::app::shell::{action::Action, desk::Desk};
use crate::app::simulation::hands::Follow;
use crate::app::tests::Rig;

fn camera(desk: &Desk) -> Camera {
    desk.stage.session.scene().camera
}

/// The camera that frames all bodies from the present direction.
fn framing(desk: &Desk) -> Camera {
    let (scene, state) = (desk.stage.session.scene(), desk.stage.session.simulation().state().unwrap());
    let bodies = state.bodies().map(|body| (body.position.as_vec3(), body.component));
    camera(desk).framing(&Extent::of_light(&scene.look, bodies).unwrap(), desk.stage.size)
}

fn is_framed(desk: &Desk) -> bool {
    let (camera, framing) = (camera(desk), framing(desk));
    (camera.distance / framing.distance - 1.0).abs() < 1e-3 && camera.target.distance(framing.target) < 1e-3
}

/// A paused cold collapse whose camera has arrived at the light.
fn framed() -> Rig {
    let mut rig = Rig::new("cold-sphere");
    rig.frame();
    rig.until("the light is known", |desk| desk.stage.hands.light.is_some());
    rig.frame();
    assert!(is_framed(rig.desk()), "at once, not eased: {:?} instead of {:?}", camera(rig.desk()), framing(rig.desk()));
    rig
}

/// Runs frames of a tenth of a second, without panels, until nothing moves.
fn rest(rig: &mut Rig) {
    let mut frames = 0;
    while rig.desk().is_moving() {
        rig.desk_mut().frame(0.1).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(1));
        frames += 1;
        assert!(frames < 5000, "it does not come to rest");
    }
    rig.frame();
}

fn scroll(rig: &mut Rig) {
    rig.harness.hover_at(rig.picture().center());
    let (unit, delta, modifiers) = (MouseWheelUnit::Point, vec2(0.0, 60.0), Modifiers::NONE);
    rig.harness.event(egui::Event::MouseWheel {
        unit,
        delta,
        modifiers,
        phase: TouchPhase::Move,
        source: MouseWheelSource::Wheel,
    });
    (0..4).for_each(|_| rig.frame());
}

#[test]
fn the_camera_eases_after_the_light_as_the_bodies_move() {
    let mut rig = framed();
    let before = camera(rig.desk());
    rig.desk_mut().ask(Action::Steps(700));
    rig.desk_mut().ask(Action::StepsPerFrame(100));
    rig.frame();
    rig.until("the steps are made", |desk| desk.stage.transport.remaining == 0);
    let (now, goal) = (camera(rig.desk()), framing(rig.desk()));
    assert!(goal.distance < 0.95 * before.distance && now.distance > goal.distance, "{} {}", now.distance, goal.distance);
    rest(&mut rig);
    assert!(is_framed(rig.desk()), "{:?} instead of {:?}", camera(rig.desk()), framing(rig.desk()));
}

#[test]
fn orbiting_goes_on_and_zooming_and_panning_take_over_until_the_button_or_home() {
    let mut rig = framed();
    let (center, before) = (rig.picture().center(), camera(rig.desk()));
    rig.drag(center, pos2(center.x + 80.0, center.y));
    rest(&mut rig);
    assert!(rig.desk().stage.hands.follow == Follow::Light && is_framed(rig.desk()));
    assert_ne!(camera(rig.desk()).azimuth, before.azimuth);

    scroll(&mut rig);
    assert!(rig.desk().stage.hands.follow == Follow::Nothing && !is_framed(rig.desk()), "zooming takes over");
    rig.click("transport-frame");
    rig.frame();
    assert!(rig.desk().stage.hands.follow == Follow::Light && !is_framed(rig.desk()), "it eases");
    rest(&mut rig);
    assert!(is_framed(rig.desk()));

    rig.desk_mut().ask(Action::Camera(Camera { distance: 90.0, ..before }));
    rig.frame();
    assert_eq!(rig.desk().stage.hands.follow, Follow::Nothing);
    rig.key(Key::Home, Modifiers::NONE);
    rest(&mut rig);
    assert!(is_framed(rig.desk()) && camera(rig.desk()).azimuth == before.azimuth);

    rig.click("transport-frame");
    rig.frame();
    assert_eq!(rig.desk().stage.hands.follow, Follow::Nothing, "the button lets go as well");
    rig.key(Key::F, Modifiers::SHIFT);
    assert_eq!(rig.desk().stage.hands.follow, Follow::Light);
}

#[test]
fn a_scene_that_is_made_again_or_copied_is_still_followed() {
    let mut rig = framed();
    assert_eq!(rig.desk().stage.session.scene().follow, Some(Followed::Light));
    scroll(&mut rig);
    assert_eq!(rig.desk().stage.session.scene().follow, None, "what is copied is what is seen");
    rig.desk_mut().ask(Action::Restart);
    rig.frame();
    rig.until("it has begun again", |desk| desk.loading().is_none());
    assert_eq!(rig.desk().stage.hands.follow, Follow::Nothing, "the user's view stays");
    rig.desk_mut().ask(Action::Scene("expanding-ball".to_owned()));
    rig.frame();
    rig.until("the other scene is there", |desk| desk.origin.title == "Expanding ball");
    assert_eq!(rig.desk().stage.hands.follow, Follow::Light);
}

#[test]
fn a_key_of_the_path_follows_the_light_at_the_distance_that_frames_it() {
    let mut rig = framed();
    rig.key(Key::J, Modifiers::NONE);
    let key = rig.desk().stage.session.scene().path.as_ref().unwrap().keys()[0];
    assert_eq!((key.follow, key.camera.distance), (Some(Followed::Light), 1.0));
    scroll(&mut rig);
    rig.key(Key::J, Modifiers::SHIFT);
    rig.until("the light is known", is_framed);
    assert!(rig.desk().stage.travel.is_on());
}
