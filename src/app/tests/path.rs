//! The camera path: keys set, edited on the strip and in the panel, driven along and previewed.

use egui::{Key, Modifiers, Role, pos2};
use starshell::render::{Camera, CameraPath, Followed, Return};
use starshell::scene::Scene;
use starshell::words::{self, t};

use crate::app::commands::Command;
use crate::app::tests::{Rig, text};

fn path(rig: &Rig) -> &CameraPath {
    rig.app().desk.run.stage.session.scene().path.as_ref().expect("there is a path")
}

fn camera(rig: &Rig) -> Camera {
    rig.app().desk.run.stage.session.scene().camera
}

fn look_from(rig: &mut Rig, azimuth: f32, distance: f32) {
    let camera = Camera { azimuth, distance, ..camera(rig) };
    rig.app_mut().ask(Command::Camera(camera));
    rig.frame();
}

/// A paused run with keys at the start, from azimuth 350, and some steps later, from azimuth 20.
fn with_two_keys() -> Rig {
    let mut rig = Rig::new("plummer");
    rig.frame();
    look_from(&mut rig, 350.0, 8.0);
    rig.key(Key::J, Modifiers::NONE);
    rig.app_mut().ask(Command::Steps(40));
    rig.frame();
    rig.until("the steps are made", |app| app.desk.viewer.transport.remaining == 0);
    look_from(&mut rig, 20.0, 4.0);
    rig.key(Key::Insert, Modifiers::NONE);
    rig.frame();
    rig
}

/// The text of the scene as the desk copies it.
fn copied(rig: &mut Rig) -> Scene {
    rig.key(Key::O, Modifiers::NONE);
    let requests = rig.app_mut().requests();
    let text = requests.into_iter().find_map(|request| match request {
        crate::app::shell::state::Request::Copy(text) => Some(text),
        _ => None,
    });
    Scene::parse(&text.unwrap(), "the clipboard").unwrap()
}

/// The middle of a key's diamond.
fn diamond(rig: &Rig, index: usize) -> egui::Pos2 {
    let name = t!("path-key", number = index + 1, time = words::number(path(rig).keys()[index].at));
    rig.control(Role::Button, &name).rect().center()
}

/// Right-clicks a key and picks from its menu.
fn from_menu(rig: &mut Rig, index: usize, item: &str) {
    let place = diamond(rig, index);
    for pressed in [true, false] {
        let button = egui::PointerButton::Secondary;
        rig.harness.event(egui::Event::PointerMoved(place));
        rig.harness.event(egui::Event::PointerButton {
            pos: place,
            button,
            pressed,
            modifiers: Modifiers::NONE,
        });
        rig.frame();
    }
    let item = rig.control(Role::Button, item).rect().center();
    rig.click_at(item, Modifiers::NONE);
    rig.frame();
}

#[test]
fn one_press_sets_a_key_with_the_present_view_and_the_scene_holds_it() {
    let mut rig = with_two_keys();
    let keys = path(&rig).keys().to_vec();
    assert_eq!(keys.len(), 2);
    assert_eq!((keys[0].at, keys[0].camera.azimuth, keys[0].camera.distance), (0.0, 350.0, 8.0));
    assert_eq!((keys[1].camera.azimuth, keys[1].camera.distance), (380.0, 4.0), "the short way");
    assert_eq!(keys[1].at, rig.app().desk.run.stage.session.simulation().time());
    assert!(
        rig.app().desk.viewer.travel.is_open && rig.app().desk.viewer.travel.selected == Some(1)
    );
    assert_eq!(copied(&mut rig).path.as_ref(), Some(path(&rig)));
    rig.key(Key::J, Modifiers::NONE);
    assert_eq!(path(&rig).keys().len(), 2, "a key at the same time is replaced");
}

#[test]
fn keys_are_dragged_copied_selected_and_deleted_on_the_strip() {
    let mut rig = with_two_keys();
    let (from, end) = (diamond(&rig, 1), rig.app().desk.run.stage.session.scene().duration);
    let to = pos2(from.x + 300.0, from.y);
    rig.drag(from, to);
    rig.frame();
    let moved = path(&rig).keys()[1].at;
    assert!(moved > 0.1 * end && moved < end, "{moved}");
    assert!((diamond(&rig, 1).x - to.x).abs() < 1.0);

    rig.click_at(diamond(&rig, 0), Modifiers::NONE);
    rig.frame();
    assert_eq!(rig.app().desk.viewer.travel.selected, Some(0));

    from_menu(&mut rig, 0, "path-copy");
    assert_eq!(path(&rig).keys().len(), 3);
    assert!(
        (path(&rig).keys()[1].at - 0.5 * moved).abs() < 1e-9
            && path(&rig).keys()[1].camera == path(&rig).keys()[0].camera
    );

    from_menu(&mut rig, 1, "path-delete");
    assert_eq!(path(&rig).keys().len(), 2);
    look_from(&mut rig, 70.0, 6.0);
    from_menu(&mut rig, 0, "path-update");
    let camera = path(&rig).keys()[0].camera;
    assert_eq!((camera.azimuth.rem_euclid(360.0), camera.distance), (70.0, 6.0));

    rig.click("path-clear");
    rig.frame();
    assert!(rig.app().desk.run.stage.session.scene().path.is_none());
    assert_eq!(copied(&mut rig).path, None);
}

#[test]
fn the_selected_key_is_edited_by_its_numbers() {
    let mut rig = with_two_keys();
    rig.until("the system is known", |app| app.desk.run.stage.interaction.newest.system.is_some());
    rig.tab("dock-camera");
    rig.fold("view-path");
    for (name, number) in [
        ("path-roll", "-12"),
        ("path-field", "30"),
        ("path-distance", "2.5"),
        ("path-azimuth", "740"),
        ("path-elevation", "120"),
    ] {
        rig.set(name, number);
    }
    rig.frame();
    let camera = path(&rig).keys()[1].camera;
    assert_eq!((camera.roll, camera.field_of_view, camera.distance), (-12.0, 30.0, 2.5));
    assert_eq!((camera.azimuth, camera.elevation), (740.0, 120.0));
    rig.flip("path-sets-exposure");
    rig.frame();
    rig.set("path-exposure", "1.5");
    rig.frame();
    assert_eq!(
        path(&rig).keys().iter().map(|key| key.exposure.unwrap()).collect::<Vec<_>>(),
        [0.0, 1.5]
    );
    rig.choose("path-follows", "follow-center-of-mass");
    rig.frame();
    assert_eq!(path(&rig).keys()[1].follow, Some(Followed::CenterOfMass));
    rig.flip("path-loop");
    rig.frame();
    let end = rig.app().desk.run.stage.session.scene().duration;
    assert_eq!(path(&rig).returns(), Some(Return { at: end, turns: None }));
    rig.set("path-turns", "3");
    rig.frame();
    assert_eq!(path(&rig).returns(), Some(Return { at: end, turns: Some(3) }));
    rig.set("path-time", "0");
    rig.frame();
    assert!(rig.notice().unwrap().contains("must be later"), "two keys at one time");
}

#[test]
fn the_camera_drives_along_the_path_until_it_is_taken() {
    let mut rig = with_two_keys();
    look_from(&mut rig, 100.0, 30.0);
    rig.key(Key::J, Modifiers::SHIFT);
    rig.frame();
    let shot = |rig: &Rig| {
        let time = rig.app().desk.run.stage.session.simulation().time();
        path(rig).at(time).camera(&camera(rig), rig.app().desk.run.stage.size, |_| None)
    };
    assert_eq!(camera(&rig), shot(&rig), "the view of the last key");
    assert!((camera(&rig).azimuth - 20.0).abs() < 1e-4);
    let picture = rig.picture().center();
    rig.drag(picture, pos2(picture.x + 60.0, picture.y));
    assert!(
        !rig.app().desk.viewer.travel.is_on() && (camera(&rig).azimuth - 20.0).abs() > 1.0,
        "a drag takes it"
    );
}

#[test]
fn a_preview_flies_over_the_whole_path_without_the_simulation_and_gives_the_look_back() {
    let mut rig = with_two_keys();
    rig.tab("dock-camera");
    rig.fold("view-path");
    rig.flip("path-sets-exposure");
    rig.set("path-exposure", "3");
    rig.frame();
    let steps = rig.steps();
    rig.click("path-preview");
    rig.frame();
    let mut seen = Vec::new();
    // Twelve seconds in frames of a tenth.
    while rig.app().desk.viewer.travel.preview.is_some() {
        assert!(seen.len() < 200);
        rig.app_mut().frame(0.1).unwrap();
        seen.push(camera(&rig).distance);
    }
    assert!(
        seen[0] > 7.9 && *seen.last().unwrap() < 4.05 && seen.len() > 100,
        "{} frames",
        seen.len()
    );
    assert!(seen.windows(2).all(|pair| pair[1] <= pair[0]));
    assert_eq!((rig.steps(), rig.app().desk.run.stage.session.scene().look.exposure), (steps, 0.0));
}

#[test]
fn ready_made_paths_start_from_the_present_view() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    look_from(&mut rig, 33.0, 5.0);
    rig.click("path-open");
    rig.frame();
    for (item, keys) in
        [("path-turntable", 1), ("path-dolly", 2), ("path-rise", 2), ("path-follow", 1)]
    {
        rig.click("path-presets");
        rig.frame();
        let place = rig
            .called(Role::Button, item)
            .last()
            .unwrap_or_else(|| panic!("no {}", text(item)))
            .rect()
            .center();
        rig.click_at(place, Modifiers::NONE);
        rig.frame();
        assert_eq!(
            (path(&rig).keys().len(), path(&rig).keys()[0].camera.azimuth),
            (keys, 33.0),
            "{item}"
        );
    }
    assert_eq!(path(&rig).keys()[0].follow, Some(Followed::CenterOfMass));
}
