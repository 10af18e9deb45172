//! What controls have in common: clicks, resets, and being grey where they change nothing.

use super::*;

#[test]
fn a_click_counts_however_slow_frames_are() {
    let mut rig = Rig::new("kepler");
    let place = rig.reach(Role::Button, "transport-play").center();
    rig.harness.input_mut().time = Some(1.0);
    rig.harness.hover_at(place);
    rig.harness.drag_at(place);
    rig.frame();
    rig.harness.input_mut().time = Some(4.0);
    rig.harness.drop_at(place);
    rig.frame();
    assert!(rig.is_playing());
}

#[test]
fn controls_that_change_nothing_are_grey_and_say_why() {
    let mut rig = Rig::new("plummer");
    let why = |rig: &mut Rig, control: &str, reason: &str| {
        let place = rig.reach(Role::SpinButton, control).center();
        rig.harness.hover_at(place);
        rig.draw(40);
        rig.paints_part(&text(reason)[..20])
    };
    assert!(why(&mut rig, "view-diffuse", "idle-few"), "256 bodies are no crowd");
    assert!(!rig.is_enabled(Role::SpinButton, "view-diffuse"));
    assert!(rig.is_enabled(Role::SpinButton, "view-spikes"));
    assert!(!why(&mut rig, "view-spikes", "idle-preview"));
    // A preview leaves spikes out while the picture changes; they can be set for pictures.
    rig.ask(Command::FullLight(false));
    rig.click("transport-play");
    rig.frames(3);
    assert!(why(&mut rig, "view-spikes", "idle-preview"));
    rig.set("view-spikes", "0.25");
    assert_eq!(rig.look().spikes, 0.25);
}

#[test]
fn a_double_click_on_the_name_of_a_number_resets_it() {
    let mut rig = Rig::new("plummer");
    let usual = rig.origin().physics.softening;
    rig.set("physics-softening", "0.3");
    assert_eq!(rig.physics().softening, 0.3);
    rig.double_click_name("physics-softening");
    assert_eq!(rig.physics().softening, usual);
}

#[test]
fn a_field_that_is_visited_changes_nothing_and_what_is_typed_counts_once_it_is_complete() {
    let mut rig = Rig::new("plummer");
    // More digits than the field shows.
    let exact = 0.267_842_1;
    rig.set_physics(|physics| physics.softening = exact);
    for key in [Key::Tab, Key::Escape, Key::Enter] {
        rig.press_on(Role::SpinButton, "physics-softening");
        rig.press(key);
        rig.frames(2);
        assert_eq!(rig.physics().softening, exact, "{key:?}");
    }
    rig.press_on(Role::SpinButton, "physics-softening");
    rig.harness.event(Event::Text("0.4".to_owned()));
    rig.frames(2);
    assert_eq!(rig.physics().softening, exact, "it may become another number");
    rig.press(Key::Escape);
    rig.frames(2);
    rig.press_on(Role::SpinButton, "physics-softening");
    rig.press(Key::Tab);
    rig.frames(2);
    assert_eq!(rig.physics().softening, exact, "what was given up stays so");
    rig.set("physics-softening", "0.3");
    assert_eq!(rig.physics().softening, 0.3);
}

#[test]
fn a_key_shows_the_look_of_before_while_it_is_held() {
    let mut rig = Rig::new("plummer");
    let first = rig.look().clone();
    rig.command("keys-color");
    let second = rig.look().clone();
    assert!(second != first);
    let hold = |rig: &mut Rig, pressed| {
        let (key, physical_key) = (Key::Backslash, Some(Key::Backslash));
        let modifiers = Modifiers::NONE;
        rig.harness.event(Event::Key { key, physical_key, pressed, repeat: false, modifiers });
        rig.frames(2);
    };
    hold(&mut rig, true);
    assert_eq!(*rig.look(), first);
    hold(&mut rig, false);
    assert_eq!(*rig.look(), second);
    // What is done meanwhile is done to the present look.
    hold(&mut rig, true);
    rig.command("keys-color");
    hold(&mut rig, false);
    assert!(*rig.look() != first && *rig.look() != second);
}
