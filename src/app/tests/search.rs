//! The search, which leads to everything by its name, and what else the window shows to those who
//! are new.

use std::collections::BTreeSet;

use egui::{Event, Key, Modifiers, Role};
use egui_kittest::kittest::NodeT;
use starshell::words;

use crate::app::commands::{Tool, View};
use crate::app::tests::{Rig, text};
use crate::app::window::places::PLACES;

/// Opens the search and types a name.
fn search(rig: &mut Rig, typed: &str) {
    rig.key(Key::K, Modifiers::COMMAND);
    rig.frame();
    rig.harness.event(Event::Text(typed.to_owned()));
    rig.frame();
}

/// What can be operated and has this name.
fn has_control(rig: &Rig, key: &str) -> bool {
    let roles = [
        Role::Slider,
        Role::SpinButton,
        Role::Switch,
        Role::ComboBox,
        Role::Button,
        Role::Tab,
        Role::TextInput,
        Role::DisclosureTriangle,
    ];
    roles.iter().any(|role| rig.has(*role, key)) || rig.writing().contains(&text(key))
}

#[test]
fn a_search_finds_settings_scenes_lessons_and_actions() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    // A setting in a closed section of another tab is opened, in view and marked.
    search(&mut rig, "spik");
    rig.key(Key::Enter, Modifiers::NONE);
    (0..30).for_each(|_| rig.frame());
    assert!(
        rig.app().desk.shell.view == View::Simulation && rig.has(Role::SpinButton, "view-spikes")
    );
    assert!(
        rig.picture()
            .y_range()
            .contains(rig.control(Role::SpinButton, "view-spikes").rect().center().y)
    );
    // A scene by what it is called, a lesson, and an action with its key.
    search(&mut rig, "eight");
    rig.key(Key::Enter, Modifiers::NONE);
    rig.until("the scene has come", |app| app.desk.run.origin.name == Some("figure-8"));
    search(&mut rig, "attrct");
    rig.key(Key::Enter, Modifiers::NONE);
    rig.frame();
    assert_eq!(rig.app().desk.viewer.tool, Tool::Attract);
    rig.key(Key::Escape, Modifiers::NONE);
    search(&mut rig, "kepler newton");
    rig.key(Key::Enter, Modifiers::NONE);
    rig.frame();
    assert!(rig.app().desk.shell.view == View::Classroom && rig.app().classroom.lesson.is_some());
}

#[test]
fn the_search_is_left_by_its_key_and_by_escape() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    for (key, modifiers) in [(Key::K, Modifiers::COMMAND), (Key::Escape, Modifiers::NONE)] {
        search(&mut rig, "nothing of this name");
        assert!(
            rig.app().desk.shell.view == View::Search
                && rig.writing().contains(&text("search-nothing"))
        );
        rig.key(key, modifiers);
        rig.frame();
        assert!(rig.app().desk.shell.view == View::Simulation, "{key:?}");
    }
}

#[test]
fn every_setting_is_found_where_it_is() {
    // Not in every scene.
    let elsewhere = [
        "date-begin",
        "physics-kernel",
        "physics-accuracy",
        "physics-opening",
        "physics-tree-accuracy",
        "physics-tree-angle",
        "physics-order",
        "physics-leaf",
        "physics-group",
        "physics-mesh-side",
        "physics-mesh-near",
        "physics-mesh-periodic",
        "physics-mesh-period",
        "physics-beside",
        "view-dust",
        "view-color-end",
        "path-loop",
        "path-sets-exposure",
    ];
    let mut rig = Rig::new("galaxy");
    rig.frame();
    let mut listed = BTreeSet::new();
    for place in PLACES {
        for control in place.controls() {
            listed.insert(text(control));
            let (context, shell) = (rig.harness.ctx.clone(), &mut rig.app_mut().desk.shell);
            place.open(&context, shell, control);
            (0..3).for_each(|_| rig.harness.step());
            assert!(
                elsewhere.contains(&control) || has_control(&rig, control),
                "{control} is not in {place:?}"
            );
        }
        // Whatever else can be set there is in the list, too, but for the parameters of models.
        let is_setting = |role| matches!(role, Role::Switch | Role::ComboBox | Role::SpinButton);
        let nodes = rig
            .harness
            .root()
            .children_recursive()
            .filter(|node| is_setting(node.accesskit_node().role()));
        let models: BTreeSet<_> =
            crate::app::simulation::panels::model::words().iter().map(|key| text(key)).collect();
        let known: BTreeSet<_> =
            PLACES.iter().flat_map(|place| place.controls()).map(text).collect();
        for node in nodes.filter(|node| {
            !(288.0..992.0).contains(&node.rect().left()) && node.rect().top() < 640.0
        }) {
            let label = node.accesskit_node().label().unwrap_or_default();
            assert!(known.contains(&label) || models.contains(&label), "{label:?} is not found");
        }
    }
    assert!(listed.len() > 60);
}

#[test]
fn the_card_of_the_first_start_is_closed_for_good() {
    let mut rig =
        Rig::with("plummer", [1024.0, 640.0], |app| app.desk.shell.settings.hint_seen = false);
    (0..3).for_each(|_| rig.frame());
    let legend = rig.painted().into_iter().find(|(painted, _)| *painted == text("color-by-speed"));
    let card = rig.control(Role::Button, "welcome-learn").rect();
    assert!(
        legend.is_none_or(|(_, place)| !place.intersects(card))
            && rig.picture().contains_rect(card)
    );
    // In projector mode it would be in the way.
    for is_shown in [false, true] {
        rig.key(Key::B, Modifiers::NONE);
        (0..3).for_each(|_| rig.frame());
        assert_eq!(rig.has(Role::Button, "welcome-throw"), is_shown);
    }
    // The tool, the selection and the card go one at a time.
    let mut other =
        Rig::with("plummer", [1024.0, 640.0], |app| app.desk.shell.settings.hint_seen = false);
    other.app_mut().desk.run.stage.pick(Some(3));
    other.click("welcome-throw");
    for is_shown in [true, true, false] {
        other.key(Key::Escape, Modifiers::NONE);
        (0..3).for_each(|_| other.frame());
        assert_eq!(other.has(Role::Button, "welcome-throw"), is_shown);
        assert_eq!(other.app().desk.shell.settings.hint_seen, !is_shown);
    }
    rig.click("welcome-throw");
    assert_eq!(rig.app().desk.viewer.tool, Tool::Body);
    rig.drag(
        rig.picture().center_top() + egui::vec2(0.0, 40.0),
        rig.picture().center_top() + egui::vec2(60.0, 60.0),
    );
    assert!(rig.has(Role::Button, "welcome-close"), "it stays until it is closed");
    rig.click("welcome-close");
    rig.frame();
    assert!(rig.app().desk.shell.settings.hint_seen && !rig.has(Role::Button, "welcome-throw"));
}

#[test]
fn the_interface_has_the_size_that_is_set() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    rig.fold("program-title");
    rig.choose("program-scale", &words::text("program-percent", &[("number", "125".to_owned())]));
    rig.frame();
    assert_eq!(
        (rig.app().desk.shell.settings.panels.scale, rig.harness.ctx.zoom_factor()),
        (125, 1.25)
    );
    rig.key(Key::Minus, Modifiers::COMMAND);
    rig.frame();
    assert_eq!(rig.harness.ctx.zoom_factor(), 1.1);
    rig.key(Key::Num0, Modifiers::COMMAND);
    rig.frame();
    assert_eq!(rig.harness.ctx.zoom_factor(), 1.0);
}

#[test]
fn projector_mode_has_the_panels_that_are_called() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    rig.key(Key::B, Modifiers::NONE);
    (0..2).for_each(|_| rig.frame());
    let shown = |rig: &Rig| {
        [rig.has(Role::DisclosureTriangle, "physics-title"), rig.has(Role::Tab, "dock-look")]
    };
    assert_eq!(shown(&rig), [false, false]);
    rig.key(Key::Num3, Modifiers::COMMAND);
    (0..2).for_each(|_| rig.frame());
    assert_eq!(shown(&rig), [false, true]);
    rig.key(Key::B, Modifiers::NONE);
    (0..2).for_each(|_| rig.frame());
    assert_eq!(shown(&rig), [true, true], "as before");
}
