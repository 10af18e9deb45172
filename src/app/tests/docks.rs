//! The panels at the sides and the bar below: what folds, what fits, and what stands beside what.

use super::*;

/// Whether the left and the right panel are shown.
pub fn sides(rig: &Rig) -> [bool; 2] {
    [rig.has(Role::DisclosureTriangle, "physics-title"), rig.has(Role::Tab, "dock-look")]
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
    // A key calls a tab, whose panel takes the place of the left one.
    rig.click("transport-left");
    rig.key(Key::Num2, Modifiers::COMMAND);
    rig.frame();
    assert_eq!((sides(&rig), rig.has(Role::Slider, "view-exposure")), ([false, true], true));
    rig.click("transport-left");
    assert_eq!(sides(&rig), [true, false]);
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
    rig.tab("dock-look");
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
fn every_tab_fits_a_usual_window_in_every_language_without_scrolling() {
    // The last control of each.
    let tabs = [
        (Key::Num1, "dock-measure", Role::Button, "trial-begin"),
        (Key::Num2, "dock-look", Role::DisclosureTriangle, "view-advanced"),
        (Key::Num3, "dock-camera", Role::DisclosureTriangle, "view-path"),
        (Key::Num4, "dock-export", Role::DisclosureTriangle, "export-advanced"),
    ];
    in_every_language(|language| {
        let mut rig = Rig::new("galaxy");
        let assert_fits = |rig: &Rig, role, last| {
            let (lowest, bottom) = (rig.rect(role, last).bottom(), rig.picture().bottom());
            assert!(lowest <= bottom, "{last} in {}: {lowest} of {bottom}", language.code);
        };
        assert_fits(&rig, Role::ComboBox, "physics-integrator");
        for (key, tab, role, last) in tabs {
            rig.key(key, Modifiers::COMMAND);
            rig.frames(2);
            assert!(rig.is_on(Role::Tab, tab), "{tab}");
            assert_fits(&rig, role, last);
        }
    });
}
