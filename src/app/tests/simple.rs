//! The simple mode.

use egui::{Key, Modifiers, Role};

use crate::app::commands::{Command, View};
use crate::app::shell::state::Mode;
use crate::app::tests::Rig;

#[test]
fn the_simple_mode_has_few_controls_and_can_be_left() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    rig.fold("program-title");
    rig.flip("program-simple");
    rig.frame();
    assert!(rig.app().desk.shell.is_simple() && rig.app().desk.shell.settings.panels.simple);
    let controls = [
        (Role::Button, "transport-play"),
        (Role::Slider, "transport-speed"),
        (Role::Button, "scene-choose"),
        (Role::SpinButton, "bodies-count"),
        (Role::Slider, "view-exposure"),
    ];
    for (role, key) in controls {
        assert!(rig.has(role, key), "{key}");
    }
    for (role, key) in [
        (Role::Button, "transport-record"),
        (Role::SpinButton, "physics-softening"),
        (Role::Button, "scene-copy"),
        (Role::Tab, "dock-look"),
        (Role::SpinButton, "bodies-seed"),
    ] {
        assert!(!rig.has(role, key), "{key}");
    }
    rig.slide("view-exposure", 0.9);
    assert!(rig.app().desk.run.stage.session.scene().look.exposure > 3.0);
    rig.set("bodies-count", "300");
    rig.until("the bodies are there", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 300
    });
    // Keys of what is not there say so.
    rig.key(Key::R, Modifiers::NONE);
    assert!(
        rig.app().desk.run.captures.filming.is_none()
            && rig.notice().is_some_and(|text| text.contains("All controls")),
        "{:?}",
        rig.notice()
    );
    rig.click("simple-leave");
    rig.frame();
    assert!(!rig.app().desk.shell.is_simple() && rig.has(Role::Button, "transport-record"));
}

#[test]
fn the_simple_mode_mentions_only_its_own_controls() {
    let mut rig = Rig::with("plummer", [1024.0, 640.0], |app| {
        app.desk.shell.settings.hint_seen = false;
        app.ask(Command::ToggleSimple);
    });
    (0..3).for_each(|_| rig.frame());
    assert!(
        rig.has(Role::Button, "welcome-learn")
            && !rig.has(Role::Button, "welcome-throw")
            && !rig.has(Role::Button, "welcome-picture")
    );
    // Keys, Look, and what a warning of the energy names are not there.
    rig.app_mut().ask(Command::ToggleView(View::Keys));
    rig.frame();
    assert!(rig.app().desk.shell.view != View::Keys);
    for key in ["view-look", "physics-title", "bodies-title"] {
        assert!(!rig.has(Role::DisclosureTriangle, key), "{key}");
    }
    let plain = crate::app::tests::text("notice-plain-light-simple");
    assert!(
        !plain.contains(&crate::app::tests::text("view-look"))
            && !plain.contains(&crate::app::tests::text("view-full-light"))
    );
    // The number of bodies is changed by the slider that the notice names, which is there.
    assert!(rig.has(Role::SpinButton, "bodies-count"));
    for language in starshell::words::LANGUAGES {
        starshell::words::speak(Some(language));
        for key in ["notice-suited", "notice-grown"] {
            let (notice, [count, panel]) = (
                crate::app::tests::text(key),
                ["bodies-count", "bodies-title"].map(crate::app::tests::text),
            );
            assert!(
                notice.contains(&count) && !notice.contains(&format!("{panel}, ")),
                "{}: {notice}",
                language.code
            );
        }
    }
    starshell::words::speak(None);
    // A step that is far too long: only the full window, which has the control that helps, warns.
    let mut physics = rig.app().desk.run.stage.session.scene().physics;
    physics.time_step *= 30.0;
    rig.app_mut().desk.run.stage.session.set_parameters(physics).unwrap();
    rig.app_mut().desk.viewer.transport.is_playing = true;
    rig.until("the energy is off", |app| {
        app.desk
            .run
            .stage
            .statistics
            .surveys()
            .last()
            .and_then(|sample| sample.value.drift)
            .is_some_and(|drift| drift.abs() > 0.02)
    });
    rig.frame();
    assert!(
        rig.app().desk.shell.notices.iter().all(|notice| !notice.is_warning),
        "{:?}",
        rig.app().desk.shell.notices
    );
}

#[test]
fn a_locked_window_stays_simple_and_plays() {
    let mut rig = Rig::with("kepler", [1280.0, 720.0], |app| app.desk.shell.mode = Mode::Locked);
    rig.frame();
    assert!(rig.app().desk.shell.is_simple() && !rig.has(Role::Button, "simple-leave"));
    let physics = *rig.app().desk.run.stage.session.simulation().parameters();
    let softer = starshell::physics::Parameters { softening: 0.5, ..physics };
    let all = [
        Command::ToggleSimple,
        Command::Physics(softer),
        Command::ToggleView(View::Keys),
        Command::Record,
    ];
    for command in all {
        rig.app_mut().ask(command);
        rig.frame();
        assert!(rig.notice().is_some_and(|text| text.contains("--locked")), "{:?}", rig.notice());
    }
    assert!(
        rig.app().desk.shell.is_simple()
            && rig.app().desk.shell.view != View::Keys
            && rig.app().desk.run.captures.filming.is_none()
    );
    assert_eq!(*rig.app().desk.run.stage.session.simulation().parameters(), physics);
    assert!(!rig.app().desk.shell.settings.panels.simple, "the next start decides for itself");
    rig.click("transport-play");
    rig.until("it plays", |app| app.desk.run.stage.session.simulation().steps() > 0);
    rig.app_mut().ask(Command::NextScene(1));
    rig.until("another scene has come", |app| app.desk.run.origin.name == Some("figure-8"));
}
