//! The pointer on the picture: orbit, zoom, pick, throw, attract, undo.

use egui::{Key, Modifiers, Pos2, Role, vec2};
use starshell::physics::initial::InitialState;
use starshell::render::Camera;
use starshell::scene::Dimension;

use crate::app::commands::{Command, Follow, Tool};
use crate::app::tests::{Rig, text};

/// Where body `index` appears on the screen.
fn place(rig: &Rig, index: usize) -> Pos2 {
    let app = rig.app();
    let body = app.desk.run.stage.interaction.newest.kept.as_ref().unwrap().state.body(index);
    let (pixel, _) = app
        .desk
        .run
        .stage
        .session
        .scene()
        .camera
        .project(body.position.as_vec3(), app.desk.run.stage.size)
        .unwrap();
    rig.picture().min + vec2(pixel.x, pixel.y) / rig.harness.ctx.pixels_per_point()
}

fn rig(name: &str) -> Rig {
    let mut rig = Rig::new(name);
    rig.until("a copy has arrived", |app| app.desk.run.stage.interaction.newest.system.is_some());
    rig
}

#[test]
fn drags_orbit_and_pan_and_the_wheel_zooms() {
    let mut rig = rig("plummer");
    let camera = |rig: &Rig| rig.app().desk.run.stage.session.scene().camera;
    let middle = rig.picture().center();
    let before = camera(&rig);
    rig.drag(middle, middle + vec2(60.0, 30.0));
    let turned = camera(&rig);
    assert!(
        turned.azimuth != before.azimuth
            && turned.elevation != before.elevation
            && turned.target == before.target
    );
    rig.until("the camera rests", |app| !app.desk.viewer.flight.is_moving());
    rig.harness.hover_at(middle);
    rig.harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: vec2(0.0, 3.0),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
        source: egui::MouseWheelSource::Wheel,
    });
    (0..5).for_each(|_| rig.frame());
    let factor = turned.distance / camera(&rig).distance;
    assert!(
        factor > 1.3 && factor < 1.6,
        "three notches of the wheel zoom by a factor of {factor}"
    );
}

#[test]
fn a_body_picked_while_paused_appears_by_itself_and_moves_no_measurements() {
    let mut rig = rig("kepler");
    rig.until("everything rests", |app| !app.is_moving());
    let before = rig.control(Role::Image, "science-energies").rect();
    let pixel = {
        let (at, scale) = (place(&rig, 1) - rig.picture().min, rig.harness.ctx.pixels_per_point());
        glam::Vec2::new(at.x, at.y) * scale
    };
    rig.app_mut().ask(Command::Pick(pixel, false));
    // Only the frames that the window would draw.
    while rig.app().is_moving() {
        rig.frame();
    }
    assert_eq!(rig.app().desk.run.stage.interaction.watched.map(|watched| watched.index), Some(1));
    rig.frame();
    assert_eq!(rig.control(Role::Image, "science-energies").rect(), before);
}

#[test]
fn keys_select_one_body_after_the_other_and_begin_again() {
    let mut rig = rig("kepler");
    let count = rig.app().desk.run.stage.session.simulation().bodies().count();
    assert_eq!(count, 2);
    let mut select = |key| {
        rig.key(key, Modifiers::SHIFT);
        rig.app().desk.run.stage.interaction.picked
    };
    let forwards = [Key::ArrowRight; 3].map(&mut select);
    assert_eq!(forwards, [Some(0), Some(1), Some(0)]);
    assert_eq!(select(Key::ArrowLeft), Some(1));
    rig.key(Key::Escape, Modifiers::NONE);
    assert_eq!(rig.app().desk.run.stage.interaction.picked, None);
}

#[test]
fn a_click_picks_a_body_which_is_followed_edited_and_deleted() {
    let mut rig = rig("kepler");
    let at = place(&rig, 1);
    rig.click_at(at, Modifiers::NONE);
    rig.until("the body is watched", |app| app.desk.run.stage.interaction.watched.is_some());
    // A card opens a frame late, when its size is known.
    rig.frame();
    assert_eq!(rig.app().desk.run.stage.interaction.picked, Some(1));

    rig.click("body-follow");
    assert_eq!(rig.app().desk.viewer.follow, Follow::Picked);
    rig.click("body-follow");
    assert_eq!(rig.app().desk.viewer.follow, Follow::Nothing);

    rig.click("body-edit");
    rig.set("body-x", "2.5");
    rig.click("body-cancel");
    assert_eq!(rig.app().desk.run.stage.interaction.draft, None);
    rig.click("body-edit");
    rig.set("body-x", "2.5");
    rig.set("body-vy", "-0.5");
    rig.click("body-apply");
    rig.until("the body is another", |app| {
        !app.desk.run.stage.interaction.undo_stack.undo.is_empty()
    });
    let bodies = |rig: &Rig| {
        rig.app().desk.run.stage.interaction.newest.kept.as_ref().unwrap().state.clone()
    };
    assert_eq!((bodies(&rig).position(1).x, bodies(&rig).velocity(1).y), (2.5, -0.5));
    assert_eq!(rig.app().desk.run.stage.interaction.picked, Some(1), "it stays picked");

    rig.until("the body is watched again", |app| app.desk.run.stage.interaction.watched.is_some());
    rig.click("body-unpick");
    assert_eq!(rig.app().desk.run.stage.interaction.picked, None);
    let at = place(&rig, 0);
    rig.click_at(at, Modifiers::NONE);
    rig.until("the body is watched", |app| app.desk.run.stage.interaction.watched.is_some());
    // A card opens a frame late, when its size is known.
    rig.frame();
    rig.click("body-delete");
    rig.until("the body is gone", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 1
    });
    rig.click("hands-undo");
    rig.until("the body is back", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 2
    });
    rig.click("hands-redo");
    rig.until("the body is gone again", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 1
    });
}

#[test]
fn drags_throw_bodies_and_clusters() {
    let mut rig = rig("kepler");
    let middle = rig.picture().center();
    rig.click("tool-body");
    rig.frame();
    assert_eq!(rig.app().desk.viewer.tool, Tool::Body);
    rig.set("hands-mass", "2");
    assert_eq!(rig.app().desk.viewer.tools.mass, 0.02);
    let mass = rig.app().desk.run.stage.interaction.newest.system.as_ref().unwrap().mass;
    rig.drag(middle, middle + vec2(80.0, 0.0));
    rig.until("the body is there", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 3
    });
    let thrown = rig.app().desk.run.stage.interaction.newest.kept.as_ref().unwrap().state.body(2);
    assert!(
        (thrown.mass - 0.02 * mass).abs() < 1e-9 * mass && thrown.velocity.length() > 0.0,
        "{thrown:?}"
    );
    assert_eq!(
        rig.app().desk.run.stage.interaction.picked,
        Some(2),
        "it is picked, so that it has a trail"
    );

    rig.click("tool-cluster");
    rig.set("hands-cluster-count", "50");
    rig.set("hands-cluster-radius", "0.1");
    rig.drag(middle, middle + vec2(0.0, 50.0));
    rig.until("the cluster is there", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 53
    });
    assert_eq!(rig.app().desk.run.stage.interaction.picked, Some(2), "it stays picked");
    // Each undo takes back one edit, and each redo makes one again.
    let keys = [
        (Key::Z, Modifiers::COMMAND, 3),
        (Key::Z, Modifiers::COMMAND, 2),
        (Key::Y, Modifiers::COMMAND, 3),
    ];
    for (key, modifiers, count) in
        keys.into_iter().chain([(Key::Z, Modifiers::COMMAND | Modifiers::SHIFT, 53)])
    {
        rig.key(key, modifiers);
        rig.until("the edit is undone or redone", |app| {
            app.desk.run.stage.session.simulation().bodies().count() == count
        });
    }
    rig.key(Key::Y, Modifiers::COMMAND);
    assert_eq!(rig.notice(), Some(text("notice-nothing-to-redo").as_str()));
    for count in [3, 2] {
        rig.key(Key::Z, Modifiers::COMMAND);
        rig.until("the edit is undone", |app| {
            app.desk.run.stage.session.simulation().bodies().count() == count
        });
    }
    rig.key(Key::Z, Modifiers::COMMAND);
    assert_eq!(rig.notice(), Some(text("notice-nothing-to-undo").as_str()));
}

#[test]
fn a_held_button_attracts_bodies() {
    let mut rig = rig("plummer");
    rig.click("transport-play");
    let middle = rig.picture().center();
    rig.click("tool-attract");
    rig.frame();
    rig.set("hands-strength", "5");
    assert_eq!(rig.app().desk.viewer.tools.strength, 5.0);
    rig.harness.hover_at(middle);
    rig.harness.drag_at(middle);
    (0..3).for_each(|_| rig.frame());
    assert!(
        rig.app()
            .desk
            .run
            .stage
            .interaction
            .attraction
            .is_some_and(|attraction| attraction.impulse > 0.0)
    );
    rig.harness.drop_at(middle);
    rig.frame();
    assert_eq!(rig.app().desk.run.stage.interaction.attraction, None);
    rig.until("there is a state to come back to", |app| {
        !app.desk.run.stage.interaction.undo_stack.undo.is_empty()
    });
    rig.click("tool-look");
    assert!(!rig.has(Role::SpinButton, "hands-strength"));
}

#[test]
fn a_click_throws_into_an_orbit_about_the_selected_body_and_a_drag_measures() {
    let mut rig = rig("inner-planets");
    rig.app_mut().ask(Command::ToggleOrbits);
    rig.frame();
    assert!(!rig.app().desk.run.stage.interaction.orbits, "nothing is selected");
    let middle = rig.picture().center();
    rig.app_mut().ask(Command::Camera(Camera {
        elevation: 90.0,
        distance: 6.0,
        ..Camera::default()
    }));
    rig.frame();
    rig.click_at(middle, Modifiers::NONE);
    rig.until("the Sun is watched", |app| app.desk.run.stage.interaction.watched.is_some());
    assert_eq!(rig.app().desk.run.stage.interaction.picked, Some(0));
    rig.app_mut().desk.viewer.tools.mass = 1e-6;
    rig.app_mut().ask(Command::ToggleOrbits);
    rig.frame();
    rig.click_at(middle + vec2(150.0, 0.0), Modifiers::NONE);
    rig.until("there is another body", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 6
    });
    let bodies: Vec<_> =
        rig.app().desk.run.stage.session.simulation().state().unwrap().bodies().collect();
    let (offset, speed) =
        (bodies[5].position - bodies[0].position, bodies[5].velocity - bodies[0].velocity);
    assert!((speed.length_squared() * offset.length() - 1.0).abs() < 1e-2, "{offset} {speed}");
    assert!(
        offset.dot(speed).abs() < 1e-2 * offset.length() * speed.length()
            && offset.cross(speed).z > 0.0
    );

    rig.app_mut().ask(Command::Tool(Tool::Ruler));
    rig.frame();
    rig.drag(middle, middle + vec2(100.0, 0.0));
    let [from, to] = rig.app().desk.run.stage.interaction.ruler.unwrap();
    assert!(from.distance(bodies[0].position.as_vec3()) < 1e-4, "it begins at the Sun: {from}");
    let length = rig
        .app()
        .desk
        .run
        .stage
        .numbers()
        .text(Dimension::Length, from.as_dvec3().distance(to.as_dvec3()));
    assert!(rig.paints(&length), "{length}");
}

#[test]
fn planets_begin_at_a_date() {
    let mut rig = Rig::new("inner-planets");
    rig.frame();
    rig.press_on(Role::TextInput, "date-begin");
    for (typed, year) in [("2026-11-27", 2026.9), ("2026-02-30", 2026.9), ("1799-12-31", 2026.9)] {
        rig.press_on(Role::TextInput, "date-begin");
        rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        rig.harness.event(egui::Event::Text(typed.to_owned()));
        rig.frame();
        rig.harness.key_press(Key::Enter);
        rig.frame();
        rig.until("it has begun", |app| app.desk.run.loading().is_none());
        let InitialState::Planets(planets) = rig.app().desk.run.stage.session.scene().initial
        else {
            panic!("no planets")
        };
        assert!((planets.year - year).abs() < 0.01, "{typed}: {}", planets.year);
    }
    assert!(rig.notice().unwrap().contains("1800"));
}
