//! The keyboard: every binding of the table, tested through the panels.

use std::collections::BTreeSet;

use egui::{Key, Modifiers, Role};

use crate::app::commands::{self, OFFERS, Tool, View};
use crate::app::shell::state::Request;
use crate::app::tests::{Rig, text};

#[test]
fn keys_reach_the_desk() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    rig.key(Key::Space, Modifiers::NONE);
    assert!(rig.app().desk.viewer.transport.is_playing);
    rig.key(Key::Space, Modifiers::NONE);
    assert!(!rig.app().desk.viewer.transport.is_playing);
    let before = rig.steps();
    rig.key(Key::Period, Modifiers::NONE);
    rig.until("one step is done", |app| app.desk.viewer.transport.remaining == 0);
    assert_eq!(rig.steps(), before + 1);

    rig.key(Key::Backtick, Modifiers::NONE);
    assert!(rig.app().desk.shell.panels_hidden);
    assert!(!rig.has(Role::Button, "transport-play") && !rig.has(Role::Tab, "dock-look"));
    rig.key(Key::Backtick, Modifiers::NONE);
    assert!(rig.has(Role::Button, "transport-play") && rig.has(Role::Tab, "dock-look"));

    rig.key(Key::H, Modifiers::NONE);
    assert!(rig.app().desk.shell.view == View::Keys);
    rig.key(Key::Escape, Modifiers::NONE);
    assert!(rig.app().desk.shell.view != View::Keys);
    rig.key(Key::K, Modifiers::NONE);
    assert_eq!(rig.app().desk.viewer.tool, Tool::Cluster);
    rig.key(Key::Escape, Modifiers::NONE);
    assert_eq!(rig.app().desk.viewer.tool, Tool::Look);
    assert_eq!(rig.app_mut().requests(), []);
    rig.key(Key::Escape, Modifiers::NONE);
    rig.key(Key::Q, Modifiers::COMMAND);
    assert_eq!(rig.app_mut().requests(), [Request::LeaveFullscreen, Request::Quit]);
}

#[test]
fn every_shortcut_of_the_table_has_a_command() {
    let mut rig = Rig::new("kepler");
    for shortcut in OFFERS.iter().flat_map(|offer| offer.shortcuts) {
        // The window takes Tab before egui moves the focus with it.
        if shortcut.logical_key == Key::Tab {
            continue;
        }
        rig.harness.key_press_modifiers(shortcut.modifiers, shortcut.logical_key);
        assert!(!rig.app().is_moving());
        rig.harness.step();
        assert!(rig.app().is_moving(), "{shortcut:?} has no command");
        let mut app = crate::app::tests::app(crate::app::tests::scene("kepler"), rig.folder.path());
        app.desk.viewer.transport.is_playing = false;
        *rig.app_mut() = app;
    }
}

#[test]
fn keys_are_letters_where_a_number_is_typed() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    rig.press_on(Role::SpinButton, "physics-softening");
    rig.key(Key::H, Modifiers::NONE);
    rig.key(Key::Space, Modifiers::NONE);
    assert!(rig.app().desk.shell.view != View::Keys && !rig.app().desk.viewer.transport.is_playing);
}

#[test]
fn keys_wait_for_an_earlier_click() {
    let click = |pressed| egui::Event::PointerButton {
        pos: egui::Pos2::ZERO,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let text = |text: &str| egui::Event::Text(text.to_owned());
    let mut held = Vec::new();
    let mut next = |events: &[egui::Event]| {
        let mut input = egui::RawInput { events: events.to_vec(), ..Default::default() };
        crate::app::shell::keys::hold_back(&mut input, &mut held);
        input.events
    };
    assert_eq!(next(&[text("1"), click(true)]), [text("1"), click(true)]);
    assert_eq!(
        next(&[click(false), egui::Event::PointerGone]),
        [click(false), egui::Event::PointerGone]
    );
    // Two clicks, each followed by typing, and more in the next frame.
    let all = [click(true), click(false), text("2"), click(true), click(false), text("3")];
    assert_eq!(next(&all), [click(true), click(false)]);
    assert_eq!(next(&[text("4")]), [text("2"), click(true), click(false)]);
    assert_eq!(next(&[]), [text("3"), text("4")]);
    assert_eq!(next(&[]), []);
}

#[test]
fn tab_is_the_panels_key_and_not_the_focus() {
    let context = egui::Context::default();
    let event = egui::Event::Key {
        key: Key::Tab,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    let mut input = egui::RawInput { events: vec![event], ..Default::default() };
    for view in [View::Classroom, View::Laboratory, View::Workbench] {
        assert!(
            !crate::app::shell::keys::take_tab(&mut input, &context, view),
            "it moves the focus there"
        );
    }
    assert!(crate::app::shell::keys::take_tab(&mut input, &context, View::Simulation));
    assert!(input.events.is_empty());
    assert!(!crate::app::shell::keys::take_tab(&mut input, &context, View::Simulation));
}

const HEAD: &str = "\
# Keys

<!-- Made from src/app/commands/table.rs: UPDATE_SNAPSHOTS=1 ./test --bin starshell keys:: renews it. -->

On macOS, Ctrl is Cmd. Where no panels can be hidden, Tab goes from control to control.
";

/// What is no command, after the group that it belongs to.
const OTHERS: [(&str, &str, &str); 3] = [
    ("keys-view", "F2 … F8", "keys-bookmarks"),
    ("keys-view", "W A S D Q E", "keys-flying"),
    ("keys-window", "Ctrl+Page Down · Ctrl+Page Up", "keys-scroll"),
];

#[test]
fn the_page_of_keys_is_that_of_the_table() {
    starshell::words::speak(None);
    let mut page = HEAD.to_owned();
    let groups: BTreeSet<_> = OFFERS.iter().map(|offer| offer.group).collect();
    for group in groups {
        let own = OFFERS.iter().filter(|offer| offer.group == group);
        let own = own.filter(|offer| !offer.shortcuts.is_empty());
        let rows = own.map(|offer| (commands::names(offer.shortcuts), offer.words));
        let others = OTHERS.iter().filter(|other| other.0 == group);
        let others = others.map(|(_, keys, words)| ((*keys).to_owned(), *words));
        page += &format!("\n## {}\n\n| key | what it does |\n| --- | --- |\n", text(group));
        for (keys, words) in rows.chain(others) {
            let keys = keys.replace('`', "`` ` ``").replace("Cmd", "Ctrl");
            page += &format!("| {keys} | {} |\n", starshell::words::name(words));
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/keys.md");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(path, &page).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), page);
}
