//! What the panels look like. `UPDATE_SNAPSHOTS=1 cargo test --release --bin starshell snapshots`
//! updates the pictures in tests/snapshots; look at them before you commit them.

use super::*;
use crate::app::commands::Page;
use egui_kittest::{SnapshotOptions, try_image_snapshot_options};

/// Compares a part of the window, given in pixels, with the picture `name`. Nothing is measured
/// before, so no number depends on the machine.
#[track_caller]
fn compare(
    name: &str,
    size: [f32; 2],
    [left, top, width, height]: [u32; 4],
    change: impl FnOnce(&mut App),
) {
    let mut rig = Rig::unseen("plummer", size, change);
    rig.harness.run();
    let image = rig.harness.render().unwrap();
    let part = image::imageops::crop_imm(&image, left, top, width, height).to_image();
    // Drivers differ at the edges of letters; a control that moves or is missing changes hundreds
    // of pixels.
    let options = SnapshotOptions::new().threshold(1.0).max_failed_pixels(40);
    try_image_snapshot_options(&part, name, &options).unwrap_or_else(|error| panic!("{error}"));
}

/// A part of a window: the name of its picture, the window's size, what of it is seen, and what is
/// changed before.
type Part = (&'static str, [f32; 2], [u32; 4], fn(&mut App));

#[test]
fn every_part_looks_as_stored() {
    let parts: [Part; 6] = [
        ("left", USUAL, [0, 0, 288, 644], |_| ()),
        ("transport", [1280.0, 400.0], [0, 356, 1280, 44], |_| ()),
        ("help", [1000.0, 760.0], [124, 24, 752, 712], |app| app.show(View::Keys)),
        ("gallery", [1000.0, 760.0], [0, 24, 1000, 240], |app| app.show(View::Gallery)),
        ("light", USUAL, [0, 0, 288, 420], |app| app.settings_mut().light = true),
        ("projector", USUAL, [0, 0, 640, 720], |app| {
            app.ask(Command::ToggleProjector);
            app.frame(FRAME).unwrap();
        }),
    ];
    for (name, size, part, change) in parts {
        compare(name, size, part, change);
    }
    for page in Page::ALL {
        let show = |app: &mut App| {
            app.ask(Command::ShowPage(*page));
            app.frame(FRAME).unwrap();
        };
        compare(page.name(), USUAL, [0, 0, 1280, 644], show);
    }
}
