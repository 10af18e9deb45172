//! The pointer on the picture: orbit, zoom, pick, throw, attract, undo.

use egui::Pos2;
use starshell::physics::initial::InitialState;
use starshell::physics::{Body, Snapshot};
use starshell::scene::Dimension;

use super::*;

/// The newest copy of the state.
fn newest(rig: &Rig) -> &Snapshot {
    rig.newest().expect("a copy has arrived")
}

/// Where body `index` appears on the screen.
fn place(rig: &Rig, index: usize) -> Pos2 {
    let body = newest(rig).state.body(index);
    let (pixel, _) = rig.camera().project(body.position.as_vec3(), rig.size()).unwrap();
    rig.picture().min + vec2(pixel.x, pixel.y) / rig.harness.ctx.pixels_per_point()
}

fn rig(name: &str) -> Rig {
    let mut rig = Rig::new(name);
    rig.until("a copy has arrived", |rig| rig.system().is_some());
    rig
}

/// Clicks a body, whose card opens a frame late, when its size is known.
fn pick(rig: &mut Rig, index: u32) {
    let at = place(rig, index as usize);
    rig.click_at(at);
    rig.until("the body is watched", |rig| rig.is_watched());
    rig.frame();
    assert_eq!(rig.picked(), Some(index));
}

/// Waits until there are this many bodies.
#[track_caller]
fn wait_for(rig: &mut Rig, count: u32) {
    rig.until(&format!("there are {count} bodies"), |rig| rig.count() == count);
}

#[test]
fn drags_orbit_and_pan_and_the_wheel_zooms() {
    let mut rig = rig("plummer");
    let (middle, before) = (rig.picture().center(), rig.camera());
    rig.drag(middle, middle + vec2(60.0, 30.0));
    let turned = rig.camera();
    assert!(turned.azimuth != before.azimuth && turned.elevation != before.elevation);
    assert_eq!(turned.target, before.target);
    rig.until("the camera rests", |rig| !rig.viewer().flight.is_moving());
    rig.wheel(middle, egui::MouseWheelUnit::Line, vec2(0.0, 3.0));
    rig.frame();
    let factor = turned.distance / rig.camera().distance;
    assert!((1.3..1.6).contains(&factor), "three notches of the wheel zoom by {factor}");
}

#[test]
fn a_body_picked_while_paused_appears_by_itself_and_moves_no_measurements() {
    let mut rig = Rig::on(Page::Measure, "kepler");
    rig.until("everything rests", |rig| !rig.is_moving());
    let before = rig.rect(Role::Image, "science-energies");
    let at = (place(&rig, 1) - rig.picture().min) * rig.harness.ctx.pixels_per_point();
    rig.ask(Command::Pick(glam::Vec2::new(at.x, at.y), false));
    // Only the frames that the window would draw.
    while rig.is_moving() {
        rig.frame();
    }
    assert_eq!(rig.interaction().watched.map(|watched| watched.index), Some(1));
    rig.frame();
    assert_eq!(rig.rect(Role::Image, "science-energies"), before);
}

#[test]
fn keys_select_one_body_after_the_other_and_begin_again() {
    let mut rig = rig("kepler");
    assert_eq!(rig.count(), 2);
    for (key, modifiers, picked) in [
        (Key::ArrowRight, Modifiers::SHIFT, Some(0)),
        (Key::ArrowRight, Modifiers::SHIFT, Some(1)),
        (Key::ArrowRight, Modifiers::SHIFT, Some(0)),
        (Key::ArrowLeft, Modifiers::SHIFT, Some(1)),
        (Key::Escape, Modifiers::NONE, None),
    ] {
        rig.key(key, modifiers);
        assert_eq!(rig.picked(), picked, "{key:?}");
    }
}

#[test]
fn a_click_picks_a_body_which_is_followed_edited_and_deleted() {
    let mut rig = rig("kepler");
    pick(&mut rig, 1);
    for followed in [Follow::Picked, Follow::Nothing] {
        rig.click("body-follow");
        assert_eq!(rig.followed(), followed);
    }
    rig.click("body-edit");
    rig.set("body-x", "2.5");
    rig.click("body-cancel");
    assert_eq!(rig.interaction().draft, None);
    rig.click("body-edit");
    rig.set("body-x", "2.5");
    rig.set("body-vy", "-0.5");
    rig.click("body-apply");
    rig.until("the body is another", |rig| rig.next_undo().is_some());
    let body = newest(&rig).state.body(1);
    assert_eq!((body.position.x, body.velocity.y), (2.5, -0.5));
    assert_eq!(rig.picked(), Some(1), "it stays picked");

    rig.until("the body is watched again", |rig| rig.is_watched());
    rig.click("body-unpick");
    assert_eq!(rig.picked(), None);
    pick(&mut rig, 0);
    for (button, count) in [("body-delete", 1), ("hands-undo", 2), ("hands-redo", 1)] {
        rig.click(button);
        wait_for(&mut rig, count);
    }
}

#[test]
fn drags_throw_bodies_and_clusters() {
    let mut rig = rig("kepler");
    let middle = rig.picture().center();
    rig.open("tool-body");
    assert_eq!(rig.tool(), Tool::Body);
    rig.set("hands-mass", "0.02");
    assert_eq!(rig.viewer().tools.mass, Some(0.02));
    let mass = 0.02;
    rig.drag(middle, middle + vec2(80.0, 0.0));
    wait_for(&mut rig, 3);
    let thrown = newest(&rig).state.body(2);
    let is_right = (thrown.mass - mass).abs() < 5e-8 * mass && thrown.velocity.length() > 0.0;
    assert!(is_right, "{thrown:?}");
    assert_eq!(rig.picked(), Some(2), "it is picked, so that it has a trail");

    rig.click("tool-cluster");
    rig.set("hands-cluster-count", "50");
    rig.set("hands-cluster-radius", "0.1");
    rig.drag(middle, middle + vec2(0.0, 50.0));
    wait_for(&mut rig, 53);
    assert_eq!(rig.picked(), Some(2), "it stays picked");
    // Each undo takes back one edit, and each redo makes one again.
    let nothing = |key: &str| Some(text(&format!("notice-nothing-to-{key}")));
    let (undo, redo) = ((Key::Z, Modifiers::COMMAND), (Key::Y, Modifiers::COMMAND));
    let other_redo = (Key::Z, Modifiers::COMMAND | Modifiers::SHIFT);
    for ((key, modifiers), count) in [(undo, 3), (undo, 2), (redo, 3), (other_redo, 53)] {
        rig.key(key, modifiers);
        wait_for(&mut rig, count);
    }
    rig.key(redo.0, redo.1);
    assert_eq!(rig.notice().map(str::to_owned), nothing("redo"));
    for count in [3, 2] {
        rig.key(undo.0, undo.1);
        wait_for(&mut rig, count);
    }
    rig.key(undo.0, undo.1);
    assert_eq!(rig.notice().map(str::to_owned), nothing("undo"));
}

#[test]
fn a_held_button_attracts_bodies() {
    let mut rig = rig("plummer");
    rig.click("transport-play");
    let middle = rig.picture().center();
    rig.open("tool-attract");
    rig.set("hands-strength", "5");
    assert_eq!(rig.viewer().tools.strength, 5.0);
    rig.harness.hover_at(middle);
    rig.harness.drag_at(middle);
    rig.frames(3);
    let pull = |rig: &Rig| rig.interaction().attraction.map(|attraction| attraction.impulse);
    assert!(pull(&rig).is_some_and(|impulse| impulse > 0.0));
    rig.harness.drop_at(middle);
    rig.frame();
    assert_eq!(pull(&rig), None);
    rig.until("there is a state to come back to", |rig| rig.next_undo().is_some());
    rig.click("tool-look");
    assert!(!rig.has(Role::SpinButton, "hands-strength"));
}

#[test]
fn a_click_throws_into_an_orbit_about_the_selected_body_and_a_drag_measures() {
    let mut rig = rig("inner-planets");
    rig.perform(Command::ToggleOrbits);
    assert!(!rig.interaction().orbits, "nothing is selected");
    rig.set_camera(|camera| {
        *camera =
            starshell::render::Camera { elevation: 90.0, distance: 6.0, ..Default::default() };
    });
    rig.frame();
    let middle = rig.picture().center();
    rig.click_at(middle);
    rig.until("the Sun is watched", |rig| rig.is_watched());
    assert_eq!(rig.picked(), Some(0));
    rig.open("tool-body");
    rig.set("hands-mass", "0.0001");
    rig.perform(Command::ToggleOrbits);
    rig.click_at(middle + vec2(150.0, 0.0));
    wait_for(&mut rig, 6);
    let bodies = rig.bodies();
    let (sun, Body { position, velocity, .. }) = (bodies[0], bodies[5]);
    let (offset, speed) = (position - sun.position, velocity - sun.velocity);
    assert!((speed.length_squared() * offset.length() - 1.0).abs() < 1e-2, "{offset} {speed}");
    assert!(offset.dot(speed).abs() < 1e-2 * offset.length() * speed.length());
    assert!(offset.cross(speed).z > 0.0);

    rig.command("tool-ruler");
    rig.drag(middle, middle + vec2(100.0, 0.0));
    let [from, to] = rig.interaction().ruler.unwrap();
    assert!(from.distance(sun.position.as_vec3()) < 1e-4, "it begins at the Sun: {from}");
    let length = from.as_dvec3().distance(to.as_dvec3());
    rig.assert_paints([&rig.stage().numbers().text(Dimension::Length, length)]);
}

#[test]
fn planets_begin_at_a_date() {
    let mut rig = Rig::new("inner-planets");
    for typed in ["2026-11-27", "2026-02-30", "1799-12-31"] {
        rig.write("date-begin", typed);
        rig.press(Key::Enter);
        rig.until("it has begun", |rig| !rig.is_loading());
        let InitialState::Planets(planets) = rig.scene().initial else { panic!("no planets") };
        assert!((planets.year - 2026.9).abs() < 0.01, "{typed}: {}", planets.year);
    }
    rig.assert_told(["1800"]);
}

#[test]
fn a_new_body_has_a_name_and_a_kind_that_card_labels_and_legend_show() {
    let mut rig = rig("inner-planets");
    let sun = text("component-sun");
    rig.open("tool-body");
    let total = rig.system().unwrap().mass;
    let default = rig.viewer().tools.mass(Tool::Body, rig.stage());
    assert!((default / total - 9.5e-4).abs() < 2e-5, "a planet: {default} of {total}");
    let middle = rig.picture().center();
    let names = ["guest-planet", "guest-black-hole"]
        .map(|key| words::text(key, &[("number", "1".to_owned())]));
    for (number, name) in names.iter().enumerate() {
        if number == 1 {
            rig.choose("hands-kind", "kind-black-hole");
        }
        rig.drag(middle + vec2(90.0, -70.0 * number as f32), middle + vec2(120.0, 20.0));
        wait_for(&mut rig, 6 + number as u32);
        rig.until("it is watched", |rig| rig.is_watched());
        rig.frames(3);
        let component = rig.bodies()[5 + number].component;
        assert!(component as usize >= 5, "it is no component of the scene");
        assert_eq!(rig.scene().guest(component).unwrap().name, *name);
        assert!(rig.writes(name), "the card has its name: {:?}", rig.writing());
        assert!(!rig.writes(&sun), "and not that of another");
        rig.assert_paints([name]);
    }
    let hole = rig.bodies()[6];
    assert!(hole.mass > 9.0 * total, "{} of {total}", hole.mass);
    let look = rig.look();
    let color = |number: usize| look.component_colors[rig.bodies()[number].component as usize];
    assert!(color(5) != color(6) && color(5) != color(4));
    // A name of one's own, which another has.
    rig.write("hands-name", &names[0]);
    rig.drag(middle + vec2(-90.0, 60.0), middle + vec2(-60.0, 90.0));
    wait_for(&mut rig, 8);
    assert_eq!(rig.scene().guests.last().unwrap().name, format!("{} 2", names[0]));
    // Undo takes the name back, a restart all of them.
    rig.ask(Command::Undo);
    wait_for(&mut rig, 7);
    assert_eq!(rig.scene().guests.len(), 2);
    rig.ask(Command::Restart);
    rig.load();
    assert!(rig.scene().guests.is_empty() && rig.count() == 5);
}

#[test]
fn a_body_has_its_acceleration_before_the_first_step() {
    for name in ["kepler", "solar-system", "plummer"] {
        let mut rig = Rig::new(name);
        rig.select(1);
        rig.until("it is watched", |rig| {
            rig.interaction().watched.is_some_and(|now| now.acceleration.length() > 0.0)
        });
        assert_eq!(rig.steps(), 0, "{name}");
        rig.make(3);
        assert_eq!(rig.steps(), 3, "{name}");
    }
}

#[test]
fn a_body_that_was_thrown_in_gets_another_name_and_undo_gives_the_old_one_back() {
    let mut rig = rig("kepler");
    let middle = rig.picture().center();
    rig.open("tool-body");
    rig.drag(middle, middle + vec2(80.0, 0.0));
    wait_for(&mut rig, 3);
    rig.until("it is watched", |rig| rig.is_watched());
    let names =
        |rig: &Rig| rig.scene().guests.iter().map(|guest| guest.name.clone()).collect::<Vec<_>>();
    let before = names(&rig);
    rig.press(Key::Q);
    rig.click("body-edit");
    rig.write("body-name", "Halley");
    rig.click("body-apply");
    rig.until("it has its name", |rig| names(rig) == ["Halley"]);
    rig.click("hands-undo");
    rig.until("it has the old one", |rig| names(rig) == before);
    // An empty name is none.
    rig.until("it is watched", |rig| rig.is_watched());
    rig.click("body-edit");
    rig.write("body-name", " ");
    rig.set("body-x", "2.5");
    rig.click("body-apply");
    rig.until("it is elsewhere", |rig| rig.next_undo().is_some_and(|next| next.key == "undo-edit"));
    assert_eq!(names(&rig), before);
}
