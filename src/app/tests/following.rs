//! Following the light: the camera frames it until the user zooms or pans.

use egui::{Key, Modifiers, MouseWheelSource, MouseWheelUnit, TouchPhase, pos2, vec2};
use starshell::render::{Camera, Extent, Followed};

use crate::app::commands::{Command, Follow};
use crate::app::tests::Rig;
use crate::app::window::app::App;

fn camera(app: &App) -> Camera {
    app.desk.run.stage.session.scene().camera
}

/// The camera that frames all bodies from the present direction.
fn framing(app: &App) -> Camera {
    let (scene, state) = (
        app.desk.run.stage.session.scene(),
        app.desk.run.stage.session.simulation().state().unwrap(),
    );
    let bodies = state.bodies().map(|body| (body.position.as_vec3(), body.component));
    camera(app).framing(&Extent::of_light(&scene.look, bodies).unwrap(), app.desk.run.stage.size)
}

fn is_framed(app: &App) -> bool {
    let (camera, framing) = (camera(app), framing(app));
    (camera.distance / framing.distance - 1.0).abs() < 1e-3
        && camera.target.distance(framing.target) < 1e-3
}

/// A paused cold collapse whose camera has arrived at the light.
fn framed() -> Rig {
    let mut rig = Rig::new("cold-sphere");
    rig.frame();
    rig.until("the light is known", |app| app.desk.run.stage.interaction.light.is_some());
    rig.frame();
    assert!(
        is_framed(rig.app()),
        "at once, not eased: {:?} instead of {:?}",
        camera(rig.app()),
        framing(rig.app())
    );
    rig
}

/// Runs frames of a tenth of a second, without panels, until nothing moves.
fn rest(rig: &mut Rig) {
    let mut frames = 0;
    while rig.app().is_moving() {
        rig.app_mut().frame(0.1).unwrap();
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
    let before = camera(rig.app());
    rig.app_mut().ask(Command::Steps(700));
    rig.app_mut().ask(Command::StepsPerFrame(100));
    rig.frame();
    rig.until("the steps are made", |app| app.desk.viewer.transport.remaining == 0);
    let (now, goal) = (camera(rig.app()), framing(rig.app()));
    assert!(
        goal.distance < 0.95 * before.distance && now.distance > goal.distance,
        "{} {}",
        now.distance,
        goal.distance
    );
    rest(&mut rig);
    assert!(is_framed(rig.app()), "{:?} instead of {:?}", camera(rig.app()), framing(rig.app()));
}

#[test]
fn orbiting_goes_on_and_zooming_and_panning_take_over_until_the_button_or_home() {
    let mut rig = framed();
    let (center, before) = (rig.picture().center(), camera(rig.app()));
    rig.drag(center, pos2(center.x + 80.0, center.y));
    rest(&mut rig);
    assert!(rig.app().desk.viewer.follow == Follow::Light && is_framed(rig.app()));
    assert_ne!(camera(rig.app()).azimuth, before.azimuth);

    scroll(&mut rig);
    assert!(
        rig.app().desk.viewer.follow == Follow::Nothing && !is_framed(rig.app()),
        "zooming takes over"
    );
    rig.click("transport-frame");
    rig.frame();
    assert!(rig.app().desk.viewer.follow == Follow::Light && !is_framed(rig.app()), "it eases");
    rest(&mut rig);
    assert!(is_framed(rig.app()));

    rig.app_mut().ask(Command::Camera(Camera { distance: 90.0, ..before }));
    rig.frame();
    assert_eq!(rig.app().desk.viewer.follow, Follow::Nothing);
    rig.key(Key::Home, Modifiers::NONE);
    rest(&mut rig);
    assert!(is_framed(rig.app()) && camera(rig.app()).azimuth == before.azimuth);

    rig.click("transport-frame");
    rig.frame();
    assert_eq!(rig.app().desk.viewer.follow, Follow::Nothing, "the button lets go as well");
    rig.key(Key::F, Modifiers::SHIFT);
    assert_eq!(rig.app().desk.viewer.follow, Follow::Light);
}

#[test]
fn a_scene_that_is_made_again_or_copied_is_still_followed() {
    let mut rig = framed();
    assert_eq!(rig.app().desk.run.stage.session.scene().follow, Some(Followed::Light));
    scroll(&mut rig);
    assert_eq!(
        rig.app().desk.run.stage.session.scene().follow,
        None,
        "what is copied is what is seen"
    );
    rig.app_mut().ask(Command::Restart);
    rig.frame();
    rig.until("it has begun again", |app| app.desk.run.loading().is_none());
    assert_eq!(rig.app().desk.viewer.follow, Follow::Nothing, "the user's view stays");
    rig.app_mut().ask(Command::Scene("expanding-ball".to_owned()));
    rig.frame();
    rig.until("the other scene is there", |app| {
        app.desk.run.origin.scene.title == "Expanding ball"
    });
    assert_eq!(rig.app().desk.viewer.follow, Follow::Light);
}

#[test]
fn a_key_of_the_path_follows_the_light_at_the_distance_that_frames_it() {
    let mut rig = framed();
    rig.key(Key::J, Modifiers::NONE);
    let key = rig.app().desk.run.stage.session.scene().path.as_ref().unwrap().keys()[0];
    assert_eq!((key.follow, key.camera.distance), (Some(Followed::Light), 1.0));
    scroll(&mut rig);
    rig.key(Key::J, Modifiers::SHIFT);
    rig.until("the light is known", |app| is_framed(app));
    assert!(rig.app().desk.viewer.travel.is_on());
}
