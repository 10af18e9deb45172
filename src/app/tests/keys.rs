//! The keyboard: every binding of the table, tested through the panels.

use std::collections::BTreeSet;

use super::*;
use crate::app::commands::{self, OFFERS};
use crate::app::shell::widgets;

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

/// Gives a control the focus, as Tab does.
#[track_caller]
fn focus(rig: &mut Rig, role: Role, key: &str) -> Rect {
    rig.reach(role, key);
    rig.control(role, key).focus();
    rig.draw(1);
    for modifiers in [Modifiers::SHIFT, Modifiers::NONE] {
        rig.harness.key_press_modifiers(modifiers, Key::Tab);
        rig.draw(2);
    }
    let control = rig.control(role, key);
    assert!(control.accesskit_node().is_focused(), "{key} takes no focus");
    control.rect()
}

#[test]
fn space_plays_but_where_it_is_typed_or_presses_a_button() {
    let mut rig = Rig::new("plummer");
    for rail in ["physics-softening", "timeline-rail", "transport-speed"] {
        focus(&mut rig, Role::Slider, rail);
        for is_playing in [true, false] {
            rig.press(Key::Space);
            assert_eq!(rig.is_playing(), is_playing, "{rail}");
        }
    }
    focus(&mut rig, Role::Button, "transport-help");
    focus(&mut rig, Role::Button, "transport-left");
    rig.press(Key::Space);
    assert!(!rig.is_playing() && !rig.settings().panels.left_open);
    // In a lesson, too.
    rig.begin_lesson("kepler-and-newton");
    rig.pause();
    focus(&mut rig, Role::Slider, "transport-speed");
    rig.press(Key::Space);
    assert!(rig.is_playing());
    focus(&mut rig, Role::Button, "transport-fullscreen");
    rig.press(Key::Space);
    assert!(rig.is_playing() && rig.requests() == [Request::ToggleFullscreen]);
}

#[test]
fn the_control_with_the_focus_has_a_ring_that_is_seen() {
    let controls = [
        (Role::Button, "transport-step"),
        (Role::Button, "transport-play"),
        (Role::Tab, "page-build"),
        (Role::Slider, "timeline-rail"),
        (Role::Slider, "physics-softening"),
        (Role::Switch, "view-full-light"),
        (Role::DisclosureTriangle, "physics-title"),
        (Role::ComboBox, "physics-integrator"),
    ];
    for (light, palette) in [(false, theme::DARK), (true, theme::LIGHT)] {
        let mut rig = Rig::with("plummer", USUAL, |app| app.settings_mut().light = light);
        for (role, key) in controls {
            let rect = focus(&mut rig, role, key);
            let image = rig.harness.render().unwrap();
            let shares = sides(&image, rect, palette.accent);
            // A part of a side may be covered, as by the edge of the window.
            let seen = shares.iter().filter(|share| **share > 0.7).count();
            assert!(seen >= 3, "{key}, light {light}: {shares:?} of the sides of {rect}");
            // Whoever clicks knows where.
            rig.click_at(rig.picture().center());
            let image = rig.harness.render().unwrap();
            let left = sides(&image, rect, palette.accent);
            assert!(left.iter().all(|share| *share < 0.5), "{key}: {left:?}");
        }
    }
}

/// The share of each side of the ring around `rect` that has this colour.
fn sides(image: &image::RgbaImage, rect: Rect, color: egui::Color32) -> [f32; 4] {
    let ring = rect.expand(widgets::RING_GAP + 0.5 * widgets::RING_WIDTH).shrink(0.01);
    let is_ring = |x: f32, y: f32| {
        let pixel = (x >= 0.0 && y >= 0.0).then(|| image.get_pixel_checked(x as u32, y as u32));
        let near = |a: u8, b: u8| a.abs_diff(b) < 24;
        pixel.flatten().is_some_and(|pixel| {
            pixel.0.iter().zip(color.to_array()).all(|(one, other)| near(*one, other))
        })
    };
    let share = |places: Vec<(f32, f32)>| {
        let seen = places.iter().filter(|(x, y)| is_ring(*x, *y)).count();
        seen as f32 / places.len().max(1) as f32
    };
    // Without the corners, which are round.
    let across =
        |y: f32| (rect.left() as i32 + 6..rect.right() as i32 - 6).map(move |x| (x as f32, y));
    let up = |x: f32| (rect.top() as i32 + 6..rect.bottom() as i32 - 6).map(move |y| (x, y as f32));
    [
        share(across(ring.top()).collect()),
        share(across(ring.bottom()).collect()),
        share(up(ring.left()).collect()),
        share(up(ring.right()).collect()),
    ]
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
