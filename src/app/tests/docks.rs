//! The panels at the sides and the bar below: what folds, what fits, and what stands beside what.

use super::*;

/// Whether the left and the right panel are shown.
pub fn sides(rig: &Rig) -> [bool; 2] {
    ["physics-title", "view-guides"].map(|key| rig.has(Role::DisclosureTriangle, key))
}

#[test]
fn side_panels_fold_and_the_overlay_lists_every_key() {
    let mut rig = Rig::new("plummer");
    for (side, button) in ["transport-left", "transport-right"].into_iter().enumerate() {
        let before = rig.picture().width();
        let mut folded = [true; 2];
        folded[side] = false;
        assert_eq!(sides(&rig), [true; 2]);
        rig.click(button);
        assert_eq!(sides(&rig), folded, "{button} folds");
        assert!(rig.picture().width() > before, "the picture fills the space");
        rig.click(button);
        assert_eq!(sides(&rig), [true; 2], "{button} opens");
    }
    rig.open("transport-help");
    let writing = rig.writing();
    for offer in crate::app::commands::OFFERS.iter().filter(|offer| !offer.shortcuts.is_empty()) {
        for words in [text(offer.group), words::name(offer.words)] {
            assert!(writing.contains(&words), "{}: {words}", offer.words);
        }
    }
    rig.click("keys-close");
    assert_eq!(rig.view(), View::Simulation);
    rig.open("transport-projector");
    assert!(rig.is_on(Role::Button, "transport-projector"));
    assert!(rig.harness.ctx.zoom_factor() > 1.2, "everything is larger");
    rig.click("transport-projector");
    assert!(!rig.is_on(Role::Button, "transport-projector"));
}

#[test]
fn a_window_with_room_for_one_side_shows_the_side_asked_for() {
    let mut rig = Rig::sized("plummer", [800.0, 500.0]);
    let shown = |rig: &Rig, what: &str| {
        let lit = ["transport-left", "transport-right"].map(|key| rig.is_on(Role::Button, key));
        assert_eq!(sides(rig), lit, "{what}");
        lit
    };
    assert_eq!(shown(&rig, "at first"), [true, false]);
    for (button, sides) in [
        ("transport-right", [false, true]),
        ("transport-left", [true, false]),
        ("transport-left", [false, false]),
        ("transport-right", [false, true]),
    ] {
        rig.open(button);
        assert_eq!(shown(&rig, button), sides, "{button}");
    }
    // The settings of pictures are on the right, which takes the place of the left one.
    rig.click("transport-left");
    rig.key(Key::F12, Modifiers::SHIFT);
    rig.frame();
    let shown = [(Role::ComboBox, "view-projection"), (Role::Button, "pictures-take")];
    assert_eq!(shown.map(|(role, key)| rig.has(role, key)), [false, true]);
    rig.click("transport-left");
    assert_eq!(shown.map(|(role, key)| rig.has(role, key)), [true, false]);
    let rig = Rig::sized("plummer", [400.0, 400.0]);
    assert!(!rig.is_enabled(Role::Button, "transport-left"), "there is no room for any");
}

#[test]
fn the_time_leaves_room_for_the_buttons_beside_it() {
    // Points that projector mode leaves at 1280 x 720, and others; a slow machine, and a long unit.
    for width in [600.0, 700.0, 880.0, 900.0, 948.0, 1000.0, 1060.0, 1280.0] {
        let rig = Rig::with("asteroid-flyby", [width, 533.0], |app| app.ask(Command::Speed(64.0)));
        let (time, place) = rig.find(|text| text.starts_with("t = ")).unwrap();
        let button = rig.rect(Role::Button, "transport-record");
        assert!(place.right() < button.left(), "{time} at {place} reaches {button} in {width}");
    }
}

#[test]
fn tooltips_stand_beside_their_column() {
    let mut rig = Rig::new("plummer");
    for (key, column) in [("physics-softening", 0.0..=288.0), ("view-exposure", 992.0..=1280.0_f32)]
    {
        let place = rig.reach(Role::Slider, key);
        rig.harness.hover_at(place.center());
        rig.draw(8);
        let shown = rig.place_of(&words::tip(key).unwrap()).expect("it has a tooltip");
        let is_over = [shown.left(), shown.right()].iter().any(|end| column.contains(end));
        assert!(!is_over, "{key}: {shown}");
    }
}

#[test]
fn sections_fold() {
    let mut rig = Rig::new("plummer");
    assert!(rig.has(Role::SpinButton, "physics-softening"));
    rig.fold("physics-title");
    assert!(!rig.has(Role::SpinButton, "physics-softening"));
}

#[test]
fn every_page_fits_a_usual_window_in_every_language_without_scrolling() {
    // The last control of each side.
    let pages = [
        (Key::Num1, "page-explore", (Role::ComboBox, "physics-integrator"), "view-camera"),
        (Key::Num2, "page-build", (Role::ComboBox, "model-kind"), "hands-multiply"),
        (Key::Num3, "page-measure", (Role::Button, "trial-begin"), "science-enlarge"),
        (Key::Num4, "page-render", (Role::DisclosureTriangle, "view-path"), "pictures-folder"),
    ];
    in_every_language(|language| {
        let mut rig = Rig::new("galaxy");
        for (key, page, (role, left), right) in pages {
            rig.key(key, Modifiers::COMMAND);
            rig.frames(2);
            assert!(rig.is_on(Role::Tab, page), "{page}");
            let is_section = page == "page-explore";
            let section = if is_section { Role::DisclosureTriangle } else { Role::Button };
            for (role, last) in [(role, left), (section, right)] {
                let (lowest, bottom) = (
                    rig.rect(role, last).bottom(),
                    rig.rect(Role::Button, "timeline-earlier").top(),
                );
                assert!(lowest <= bottom, "{last} in {}: {lowest} of {bottom}", language.code);
            }
        }
    });
}

#[test]
fn every_page_is_reached_by_its_name_and_its_key() {
    let mut rig = Rig::new("plummer");
    let names =
        ["explore", "build", "measure", "render", "learn"].map(|name| format!("page-{name}"));
    let keys = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5];
    for by_key in [false, true] {
        for (name, key) in names.iter().zip(keys) {
            match by_key {
                true => rig.key(key, Modifiers::COMMAND),
                false => rig.press_on(Role::Tab, name),
            }
            rig.frames(2);
            let on: Vec<_> = names.iter().filter(|name| rig.is_on(Role::Tab, name)).collect();
            assert_eq!(on, [name]);
        }
    }
    // From the parts of Learn one comes to the others, and back to a page beside the picture.
    for (part, view) in [
        ("transport-laboratory", View::Laboratory),
        ("transport-workbench", View::Workbench),
        ("transport-classroom", View::Classroom),
    ] {
        rig.tab(part);
        rig.frame();
        assert_eq!(rig.view(), view);
        assert!(rig.is_on(Role::Tab, "page-learn"));
    }
    rig.tab("page-measure");
    rig.frame();
    assert_eq!(rig.view(), View::Simulation);
}
