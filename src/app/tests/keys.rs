//! The keyboard: every binding of the table, tested through the panels.

use std::collections::BTreeSet;

use super::*;
use crate::app::commands::{self, OFFERS};

#[test]
fn keys_reach_the_window() {
    let mut rig = Rig::new("plummer");
    for is_playing in [true, false] {
        rig.press(Key::Space);
        assert_eq!(rig.is_playing(), is_playing);
    }
    let before = rig.steps();
    rig.press(Key::Period);
    rig.until("one step is done", |rig| rig.transport().remaining == 0);
    assert_eq!(rig.steps(), before + 1);
    for is_shown in [false, true] {
        rig.press(Key::Backtick);
        let shown = (rig.has_button("transport-play"), rig.has(Role::Tab, "page-build"));
        assert_eq!(shown, (is_shown, is_shown));
    }
    for (key, view, tool) in [
        (Key::H, View::Keys, Tool::Look),
        (Key::Escape, View::Simulation, Tool::Look),
        (Key::K, View::Simulation, Tool::Cluster),
        (Key::Escape, View::Simulation, Tool::Look),
    ] {
        rig.press(key);
        assert_eq!((rig.view(), rig.tool()), (view, tool), "{key:?}");
    }
    assert_eq!(rig.requests(), []);
    rig.press(Key::Escape);
    rig.key(Key::Q, Modifiers::COMMAND);
    assert_eq!(rig.requests(), [Request::LeaveFullscreen, Request::Quit]);
}

#[test]
fn every_shortcut_of_the_table_has_a_command() {
    let mut rig = Rig::unseen("kepler", USUAL, |_| ());
    for shortcut in OFFERS.iter().flat_map(|offer| offer.shortcuts) {
        rig.harness.key_press_modifiers(shortcut.modifiers, shortcut.logical_key);
        assert!(!rig.is_moving());
        rig.draw(1);
        assert!(rig.is_moving(), "{shortcut:?} has no command");
        *rig = app(scene("kepler"), rig.folder.path());
        rig.pause();
    }
}

/// Presses a key as a keyboard of another country reports it: by what is printed on it, and where
/// it is.
fn press_at(rig: &mut Rig, key: Key, place: Key, modifiers: Modifiers) {
    for pressed in [true, false] {
        let physical_key = Some(place);
        rig.harness.event(Event::Key { key, physical_key, pressed, repeat: false, modifiers });
        rig.frame();
    }
}

#[test]
fn keyboards_of_france_and_germany_have_every_sign_at_its_place() {
    let (none, shift) = (Modifiers::NONE, Modifiers::SHIFT);
    let mut rig = Rig::new("plummer");
    rig.pause();
    let before = rig.steps();
    // A colon in France; in Germany a full stop.
    for (key, steps) in [(Key::Colon, 1), (Key::Period, 2)] {
        press_at(&mut rig, key, Key::Period, none);
        rig.until("one step is done", |rig| rig.steps() == before + steps);
    }
    press_at(&mut rig, Key::Slash, Key::Period, shift);
    rig.until("fifty are done", |rig| rig.steps() == before + 52);
    // Without Shift, 3 is a quotation mark in France.
    press_at(&mut rig, Key::Quote, Key::Num3, none);
    rig.load();
    assert_eq!(rig.scene_name(), Some("expanding-ball"));
    // In Germany ü and + stand where the brackets are.
    let title = |rig: &Rig| rig.origin().title.clone();
    let first = title(&rig);
    press_at(&mut rig, Key::Plus, Key::CloseBracket, none);
    rig.load();
    assert_ne!(title(&rig), first);
    press_at(&mut rig, Key::OpenBracket, Key::OpenBracket, none);
    rig.load();
    assert_eq!(title(&rig), first);
    // Letters are as printed: Z is at the place of Y in Germany.
    rig.set("physics-softening", "0.3");
    press_at(&mut rig, Key::Z, Key::Y, Modifiers::COMMAND);
    assert_ne!(rig.physics().softening, 0.3);
    // W A S D fly by their place.
    rig.command("view-fly");
    let camera = rig.camera();
    press_at(&mut rig, Key::Z, Key::W, none);
    rig.frames(3);
    assert_ne!(rig.camera(), camera);
}

#[test]
fn tab_moves_the_focus() {
    let mut rig = Rig::new("plummer");
    rig.press(Key::Tab);
    assert!(rig.harness.ctx.memory(|memory| memory.focused().is_some()));
    assert!(rig.has_button("transport-play"), "the panels stay");
}

#[test]
fn keys_are_letters_where_a_number_is_typed() {
    let mut rig = Rig::new("plummer");
    rig.press_on(Role::SpinButton, "physics-softening");
    rig.press_all([Key::H, Key::Space]);
    assert!(rig.view() == View::Simulation && !rig.is_playing());
}

const HEAD: &str = "\
# Keys

<!-- Made from src/app/commands/table.rs: UPDATE_SNAPSHOTS=1 ./test --bin starshell keys:: renews it. -->

On macOS, Ctrl is Cmd. Tab goes from control to control. Digits, signs and the keys that fly are known by their place on a
keyboard of the United States; the list in the window shows what your keyboard has there. Letters are as printed.
";

/// What is no command, after the group that it belongs to.
const OTHERS: [(&str, &str, &str); 4] = [
    ("keys-view", "\\", "keys-before"),
    ("keys-view", "F2 … F8", "keys-bookmarks"),
    ("keys-view", "W A S D Q E", "keys-flying"),
    ("keys-window", "Ctrl+Page Down · Ctrl+Page Up", "keys-scroll"),
];

#[test]
fn the_page_of_keys_is_that_of_the_table() {
    words::speak(None);
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
            page += &format!("| {keys} | {} |\n", words::name(words));
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/keys.md");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(path, &page).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), page);
}
