//! What the panels look like. `UPDATE_SNAPSHOTS=1 cargo test --release --bin starshell snapshots`
//! updates the pictures in tests/snapshots; look at them before you commit them.

use egui_kittest::{SnapshotOptions, try_image_snapshot_options};
use starshell::name::Named;

use crate::app::commands::{Command, Tab, View};
use crate::app::tests::{Rig, pages_folder};
use crate::app::window::app::App;

/// Compares a part of the window, given in pixels, with the picture `name`. Nothing is measured
/// before, so no number depends on the machine.
#[track_caller]
fn compare(
    name: &str,
    size: [f32; 2],
    [left, top, width, height]: [u32; 4],
    change: impl FnOnce(&mut App),
) {
    let mut rig = Rig::with("plummer", size, change);
    rig.harness.run();
    let image = rig.harness.render().unwrap();
    let part = image::imageops::crop_imm(&image, left, top, width, height).to_image();
    // Drivers differ at the edges of letters; a control that moves or is missing changes hundreds
    // of pixels.
    let options = SnapshotOptions::new().threshold(1.0).max_failed_pixels(40);
    try_image_snapshot_options(&part, name, &options).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn the_left_dock_looks_as_stored() {
    compare("left", [1280.0, 720.0], [0, 0, 288, 644], |_| ());
}

#[test]
fn the_tabs_of_the_right_dock_look_as_stored() {
    for tab in Tab::ALL {
        compare(tab.name(), [1280.0, 720.0], [992, 0, 288, 644], |app| {
            app.desk.shell.settings.panels.tab = *tab
        });
    }
}

#[test]
fn the_transport_looks_as_stored() {
    compare("transport", [1280.0, 400.0], [0, 356, 1280, 44], |_| ());
}

#[test]
fn the_help_looks_as_stored() {
    compare("help", [1000.0, 760.0], [124, 24, 752, 712], |app| app.desk.shell.view = View::Keys);
}

#[test]
fn the_gallery_looks_as_stored() {
    compare("gallery", [1000.0, 760.0], [0, 24, 1000, 240], |app| {
        app.desk.shell.view = View::Gallery
    });
}

#[test]
fn the_light_theme_looks_as_stored() {
    compare("light", [1280.0, 720.0], [0, 0, 288, 420], |app| app.desk.shell.settings.light = true);
}

#[test]
fn the_projector_mode_looks_as_stored() {
    compare("projector", [1280.0, 720.0], [0, 0, 640, 720], |app| {
        app.ask(Command::ToggleProjector);
        app.frame(crate::app::tests::FRAME).unwrap();
    });
}

mod pages {
    use egui::{Event, Key, Modifiers};

    use super::*;

    /// What is drawn besides the tabs.
    type Prepare = fn(&mut Rig);
    const SCREENS: [(&str, Prepare); 7] = [
        ("welcome", |rig| rig.app_mut().desk.shell.settings.hint_seen = false),
        ("search", |rig| {
            rig.key(Key::K, Modifiers::COMMAND);
            rig.frame();
            rig.harness.event(Event::Text("soft".to_owned()));
        }),
        ("pictures", |rig| rig.key(Key::F12, Modifiers::SHIFT)),
        ("videos", |rig| rig.key(Key::R, Modifiers::COMMAND | Modifiers::SHIFT)),
        ("body", |rig| {
            rig.app_mut().desk.run.stage.pick(Some(1));
            rig.key(Key::K, Modifiers::NONE);
        }),
        ("projector", |rig| rig.key(Key::B, Modifiers::NONE)),
        ("tour", |rig| {
            rig.app_mut().desk.shell.panels_hidden = true;
            rig.app_mut().ask(Command::ToggleTour);
        }),
    ];

    /// Draws every tab and what else there is in windows of common sizes, to look at (`./test
    /// pages`).
    #[test]
    #[ignore = "draws pictures for people: ./test pages"]
    fn of_the_window() {
        for size in [[1024.0, 640.0], [1280.0, 720.0], [1920.0, 1080.0]] {
            let draw = |rig: &mut Rig, name: &str| {
                (0..8).for_each(|_| rig.frame());
                let name = format!("window-{}x{}-{name}.png", size[0], size[1]);
                rig.harness.render().unwrap().save(pages_folder().join(name)).unwrap();
            };
            for tab in Tab::ALL {
                let mut rig =
                    Rig::with("galaxy", size, |app| app.desk.shell.settings.panels.tab = *tab);
                draw(&mut rig, tab.name());
            }
            for (name, show) in SCREENS {
                let mut rig = Rig::with("galaxy", size, |_| ());
                rig.frame();
                show(&mut rig);
                draw(&mut rig, name);
            }
        }
    }
}
