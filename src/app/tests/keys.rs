//! The keyboard: what the table of keys promises, asked through the panels.

use egui::{Key, Modifiers, Role};

use super::Stage;
use crate::app::desk::Request;
use crate::app::hands::Tool;

#[test]
fn keys_reach_the_desk() {
    let mut stage = Stage::new("plummer");
    stage.frame();
    stage.key(Key::Space, Modifiers::NONE);
    assert!(stage.desk().transport.is_playing);
    stage.key(Key::Space, Modifiers::NONE);
    assert!(!stage.desk().transport.is_playing);
    let before = stage.steps();
    stage.key(Key::Period, Modifiers::NONE);
    stage.until("one step is done", |desk| desk.transport.remaining == 0);
    assert_eq!(stage.steps(), before + 1);

    stage.key(Key::Backtick, Modifiers::NONE);
    assert!(stage.desk().panels_hidden);
    assert!(!stage.has(Role::Button, "transport-play") && !stage.has(Role::DisclosureTriangle, "view-look"));
    stage.key(Key::Backtick, Modifiers::NONE);
    assert!(stage.has(Role::Button, "transport-play") && stage.has(Role::DisclosureTriangle, "view-look"));

    stage.key(Key::H, Modifiers::NONE);
    assert!(stage.desk().help_open);
    stage.key(Key::Escape, Modifiers::NONE);
    assert!(!stage.desk().help_open);
    stage.key(Key::K, Modifiers::NONE);
    assert_eq!(stage.desk().hands.tool, Tool::Cluster);
    stage.key(Key::Escape, Modifiers::NONE);
    assert_eq!(stage.desk().hands.tool, Tool::Look);
    assert_eq!(stage.desk_mut().requests(), []);
    stage.key(Key::Escape, Modifiers::NONE);
    stage.key(Key::Q, Modifiers::COMMAND);
    assert_eq!(stage.desk_mut().requests(), [Request::LeaveFullscreen, Request::Quit]);
}

#[test]
fn every_key_of_the_table_is_heard() {
    let mut stage = Stage::new("kepler");
    let bindings = crate::app::keys::GROUPS.iter().flat_map(|(_, bindings)| bindings.iter());
    for shortcut in bindings.flat_map(|binding| binding.keys) {
        // Tab is taken by the window, before egui moves the focus by it.
        if shortcut.logical_key == Key::Tab {
            continue;
        }
        stage.harness.key_press_modifiers(shortcut.modifiers, shortcut.logical_key);
        assert!(!stage.desk().is_moving());
        stage.harness.step();
        assert!(stage.desk().is_moving(), "{shortcut:?} asks for nothing");
        let mut desk = super::desk(super::scene("kepler"), stage.folder.path());
        desk.transport.is_playing = false;
        *stage.desk_mut() = desk;
    }
}

#[test]
fn keys_are_letters_where_a_number_is_typed() {
    let mut stage = Stage::new("plummer");
    stage.frame();
    stage.press_on(Role::SpinButton, "physics-softening");
    stage.key(Key::H, Modifiers::NONE);
    stage.key(Key::Space, Modifiers::NONE);
    assert!(!stage.desk().help_open && !stage.desk().transport.is_playing);
}

#[test]
fn keys_behind_a_click_wait_for_what_it_does() {
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
        crate::app::keys::hold_back(&mut input, &mut held);
        input.events
    };
    assert_eq!(next(&[text("1"), click(true)]), [text("1"), click(true)]);
    assert_eq!(next(&[click(false), egui::Event::PointerGone]), [click(false), egui::Event::PointerGone]);
    // Two clicks with something typed behind each, and more in the next frame.
    let all = [click(true), click(false), text("2"), click(true), click(false), text("3")];
    assert_eq!(next(&all), [click(true), click(false)]);
    assert_eq!(next(&[text("4")]), [text("2"), click(true), click(false)]);
    assert_eq!(next(&[]), [text("3"), text("4")]);
    assert_eq!(next(&[]), []);
}

#[test]
fn tab_is_the_panels_key_and_not_the_focus() {
    let context = egui::Context::default();
    let event = egui::Event::Key { key: Key::Tab, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
    let mut input = egui::RawInput { events: vec![event], ..Default::default() };
    assert!(crate::app::keys::take_tab(&mut input, &context));
    assert!(input.events.is_empty());
    assert!(!crate::app::keys::take_tab(&mut input, &context));
}
