//! The camera path: keys set, edited on the strip and in the panel, driven along and previewed.

use egui::{Pos2, pos2};
use starshell::render::{self, Followed, Return};
use starshell::words::t;

use super::*;

fn keys(rig: &Rig) -> &[render::Key] {
    rig.path().keys()
}

fn look_from(rig: &mut Rig, azimuth: f32, distance: f32) {
    rig.set_camera(|camera| (camera.azimuth, camera.distance) = (azimuth, distance));
    rig.frame();
}

/// A paused run with keys at the start, from azimuth 350, and some steps later, from azimuth 20.
fn with_two_keys() -> Rig {
    let mut rig = Rig::new("plummer");
    look_from(&mut rig, 350.0, 8.0);
    rig.press(Key::J);
    rig.make(40);
    look_from(&mut rig, 20.0, 4.0);
    rig.press(Key::Insert);
    rig.frame();
    rig
}

/// The scene as the window copies it.
fn copied(rig: &mut Rig) -> Scene {
    rig.press(Key::O);
    let requests = rig.requests();
    let text = requests.into_iter().find_map(|request| match request {
        Request::Copy(text) => Some(text),
        _ => None,
    });
    Scene::parse(&text.unwrap(), "the clipboard").unwrap()
}

/// The middle of a key's diamond.
fn diamond(rig: &Rig, index: usize) -> Pos2 {
    let moment = rig.stage().reel.moment(keys(rig)[index].at, rig.stage().numbers());
    rig.rect(Role::Button, &t!("path-key", number = index + 1, moment = moment)).center()
}

/// Right-clicks a key and picks from its menu.
fn from_menu(rig: &mut Rig, index: usize, item: &str) {
    let place = diamond(rig, index);
    rig.click_with(place, egui::PointerButton::Secondary, Modifiers::NONE);
    rig.frame();
    let item = rig.rect(Role::Button, item).center();
    rig.click_at(item);
    rig.frame();
}

#[test]
fn one_press_sets_a_key_with_the_present_view_and_the_scene_holds_it() {
    let mut rig = with_two_keys();
    let found: Vec<_> =
        keys(&rig).iter().map(|key| (key.at, key.camera.azimuth, key.camera.distance)).collect();
    // The short way.
    assert_eq!(found, [(0.0, 350.0, 8.0), (rig.time(), 380.0, 4.0)]);
    let travel = &rig.viewer().travel;
    assert!(travel.is_open && travel.selected == Some(1));
    assert_eq!(copied(&mut rig).path.as_ref(), Some(rig.path()));
    rig.press(Key::J);
    assert_eq!(keys(&rig).len(), 2, "a key at the same time is replaced");
}

#[test]
fn keys_are_dragged_copied_selected_and_deleted_on_the_strip() {
    let mut rig = with_two_keys();
    let (from, end) = (diamond(&rig, 1), rig.scene().duration);
    let to = pos2(from.x + 300.0, from.y);
    rig.drag(from, to);
    rig.frame();
    let moved = keys(&rig)[1].at;
    assert!(moved > 0.1 * end && moved < end, "{moved}");
    assert!((diamond(&rig, 1).x - to.x).abs() < 1.0);

    let first = diamond(&rig, 0);
    rig.click_at(first);
    rig.frame();
    assert_eq!(rig.viewer().travel.selected, Some(0));
    from_menu(&mut rig, 0, "path-copy");
    let [first, copy, _] = keys(&rig) else { panic!("{:?}", keys(&rig)) };
    assert!((copy.at - 0.5 * moved).abs() < 1e-9 && copy.camera == first.camera);
    from_menu(&mut rig, 1, "path-delete");
    assert_eq!(keys(&rig).len(), 2);
    look_from(&mut rig, 70.0, 6.0);
    from_menu(&mut rig, 0, "path-update");
    let camera = keys(&rig)[0].camera;
    assert_eq!((camera.azimuth.rem_euclid(360.0), camera.distance), (70.0, 6.0));

    rig.open("path-clear");
    assert!(rig.scene().path.is_none());
    assert_eq!(copied(&mut rig).path, None);
}

#[test]
fn the_selected_key_is_edited_by_its_numbers() {
    let mut rig = with_two_keys();
    rig.until("the system is known", |rig| rig.system().is_some());
    rig.tab("page-render");
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
    let camera = keys(&rig)[1].camera;
    assert_eq!((camera.roll, camera.field_of_view, camera.distance), (-12.0, 30.0, 2.5));
    assert_eq!((camera.azimuth, camera.elevation), (740.0, 120.0));
    rig.flip("path-sets-exposure");
    rig.frame();
    rig.set("path-exposure", "1.5");
    rig.frame();
    let exposures: Vec<_> = keys(&rig).iter().map(|key| key.exposure).collect();
    assert_eq!(exposures, [Some(0.0), Some(1.5)]);
    rig.choose("path-follows", "follow-center-of-mass");
    rig.frame();
    assert_eq!(keys(&rig)[1].follow, Some(Followed::CenterOfMass));
    rig.flip("path-loop");
    rig.frame();
    let at = rig.scene().duration;
    assert_eq!(rig.path().returns(), Some(Return { at, turns: None }));
    rig.set("path-turns", "3");
    rig.frame();
    assert_eq!(rig.path().returns(), Some(Return { at, turns: Some(3) }));
    rig.set("path-time", "0");
    rig.frame();
    // Two keys at one time.
    rig.assert_told(["must be later"]);
}

#[test]
fn the_camera_drives_along_the_path_until_it_is_taken() {
    let mut rig = with_two_keys();
    look_from(&mut rig, 100.0, 30.0);
    rig.key(Key::J, Modifiers::SHIFT);
    rig.frame();
    let shot = rig.path().at(rig.time()).camera(&rig.camera(), rig.size(), |_| None);
    assert_eq!(rig.camera(), shot, "the view of the last key");
    let off = |rig: &Rig| (rig.camera().azimuth - 20.0).abs();
    assert!(off(&rig) < 1e-4);
    let picture = rig.picture().center();
    rig.drag(picture, pos2(picture.x + 60.0, picture.y));
    assert!(!rig.viewer().travel.is_on() && off(&rig) > 1.0, "a drag takes it");
}

#[test]
fn a_preview_flies_over_the_whole_path_without_the_simulation_and_gives_the_look_back() {
    let mut rig = with_two_keys();
    rig.tab("page-render");
    rig.flip("path-sets-exposure");
    rig.set("path-exposure", "3");
    rig.frame();
    let steps = rig.steps();
    rig.open("path-preview");
    let mut seen = Vec::new();
    // Twelve seconds in frames of a tenth.
    while rig.viewer().travel.preview.is_some() {
        assert!(seen.len() < 200);
        rig.elapse(0.1);
        seen.push(rig.camera().distance);
    }
    let (first, last) = (seen[0], *seen.last().unwrap());
    assert!(first > 7.9 && last < 4.05 && seen.len() > 100, "{} frames", seen.len());
    assert!(seen.is_sorted_by(|earlier, later| later <= earlier));
    assert_eq!((rig.steps(), rig.look().exposure), (steps, 0.0));
}

#[test]
fn ready_made_paths_start_from_the_present_view() {
    let mut rig = Rig::new("plummer");
    look_from(&mut rig, 33.0, 5.0);
    rig.open("path-open");
    for (item, count) in
        [("path-turntable", 1), ("path-dolly", 2), ("path-rise", 2), ("path-follow", 1)]
    {
        rig.open("path-presets");
        rig.pick_item(item);
        rig.frame();
        assert_eq!((keys(&rig).len(), keys(&rig)[0].camera.azimuth), (count, 33.0), "{item}");
    }
    assert_eq!(keys(&rig)[0].follow, Some(Followed::CenterOfMass));
}
