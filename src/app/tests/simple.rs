//! The simple mode.

use super::*;
use crate::app::shell::state::Mode;

#[track_caller]
fn assert_has(rig: &Rig, is_there: bool, controls: &[(Role, &str)]) {
    for (role, key) in controls {
        assert_eq!(rig.has(*role, key), is_there, "{key}");
    }
}

#[test]
fn the_simple_mode_has_few_controls_and_can_be_left() {
    let mut rig = Rig::new("plummer");
    rig.command("program-title");
    rig.frames(2);
    rig.flip("program-simple");
    rig.press(Key::Escape);
    rig.frame();
    assert!(rig.shell().is_simple() && rig.settings().panels.simple);
    let controls = [
        (Role::Button, "transport-play"),
        (Role::Slider, "transport-speed"),
        (Role::Button, "scene-choose"),
        (Role::SpinButton, "bodies-count"),
        (Role::Slider, "view-exposure"),
    ];
    assert_has(&rig, true, &controls);
    let others = [
        (Role::Button, "transport-record"),
        (Role::SpinButton, "physics-softening"),
        (Role::Button, "scene-copy"),
        (Role::Tab, "page-build"),
        (Role::SpinButton, "bodies-seed"),
    ];
    assert_has(&rig, false, &others);
    rig.slide("view-exposure", 0.9);
    assert!(rig.look().exposure > 3.0);
    rig.set("bodies-count", "300");
    rig.until("the bodies are there", |rig| rig.count() == 300);
    // Keys of what is not there say so.
    rig.press(Key::R);
    assert!(rig.film().is_none());
    rig.assert_told(["All controls"]);
    rig.open("simple-leave");
    assert!(!rig.shell().is_simple() && rig.has_button("transport-record"));
}

#[test]
fn the_simple_mode_mentions_only_its_own_controls() {
    let mut rig = Rig::with("plummer", [1024.0, 640.0], |app| {
        app.settings_mut().hint_seen = false;
        app.set_physics(|physics| physics.time_step *= 30.0);
        app.ask(Command::ToggleSimple);
    });
    rig.frames(2);
    let [learn, others @ ..] =
        ["learn", "throw", "picture"].map(|word| rig.has_button(&format!("welcome-{word}")));
    assert_eq!((learn, others), (true, [false; 2]));
    // Keys, Look, and what a warning of the energy names are not there.
    rig.command("transport-help");
    assert_eq!(rig.view(), View::Simulation);
    let sections = ["view-look", "physics-title", "bodies-title"];
    assert_has(&rig, false, &sections.map(|key| (Role::DisclosureTriangle, key)));
    // The number of bodies is changed by the slider that the notice names, which is there.
    assert!(rig.has(Role::SpinButton, "bodies-count"));
    in_every_language(|language| {
        let [count, panel] = ["bodies-count", "bodies-title"].map(text);
        for notice in ["notice-suited", "notice-grown"].map(text) {
            let is_right = notice.contains(&count) && !notice.contains(&format!("{panel}, "));
            assert!(is_right, "{}: {notice}", language.code);
        }
    });
    // The steps are far too long: only the full window, which has the control that helps, warns.
    rig.click("transport-play");
    rig.until("the energy is off", |rig| rig.drift().is_some_and(|drift| drift.abs() > 0.02));
    rig.frame();
    assert_eq!(rig.warnings(""), 0, "{:?}", rig.notices());
}

#[test]
fn a_locked_window_stays_simple_and_plays() {
    let mut rig = Rig::with("kepler", USUAL, |app| app.shell_mut().mode = Mode::Locked);
    assert!(rig.shell().is_simple() && !rig.has_button("simple-leave"));
    let physics = rig.physics();
    let softer = starshell::physics::Parameters { softening: 0.5, ..physics };
    let all = [
        Command::ToggleSimple,
        Command::Physics(softer),
        Command::ToggleView(View::Keys),
        Command::Record,
    ];
    for command in all {
        rig.perform(command);
        rig.assert_told(["--locked"]);
    }
    assert!(rig.shell().is_simple() && rig.film().is_none());
    assert_eq!((rig.view(), rig.physics()), (View::Simulation, physics));
    assert!(!rig.settings().panels.simple, "the next start decides for itself");
    rig.click("transport-play");
    rig.until("it plays", |rig| rig.steps() > 0);
    rig.command("scene-next");
    rig.until("another scene has come", |rig| rig.scene_name() == Some("figure-8"));
}
