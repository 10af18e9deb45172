//! The keys of the simulation.

use egui::{Event, Key, Modifiers, Ui};
use glam::Vec3;

use crate::app::commands::{BEFORE, Command, placed};
use crate::app::shell::{guidance, keys, state::Shell};
use crate::app::simulation::{acts::view, flight::FLYING, run::Run, viewer::Viewer};

/// Handles keys that fly, and dropped files, unless a text is being edited. Returns the other keys
/// that were pressed.
pub fn pressed(
    ui: &Ui,
    shell: &mut Shell,
    run: &mut Run,
    viewer: &mut Viewer,
) -> Vec<(Key, Modifiers)> {
    hold(ui, shell, run, viewer);
    if ui.ctx().text_edit_focused() {
        return Vec::new();
    }
    let mut left = Vec::new();
    let is_typing = guidance::is_typing(ui.ctx());
    let is_popup_open = egui::Popup::is_any_open(ui.ctx());
    let pressed: Vec<_> = ui.input(|input| {
        let press = |event: &Event| match event {
            Event::Key { key, physical_key, modifiers, pressed: true, .. } => {
                Some((*key, placed(*key, *physical_key), *modifiers))
            }
            _ => None,
        };
        input.events.iter().filter_map(press).collect()
    });
    for (key, place, modifiers) in pressed {
        if keys::is_used(ui.ctx(), key) || is_typing && keys::is_of_number(key) {
            continue;
        }
        // One press closes one thing. Lists and fields close themselves; overlays leave it to the
        // desk.
        if key == Key::Escape {
            if is_popup_open || guidance::is_left(ui.ctx()) {
                continue;
            }
            ui.input_mut(|input| input.consume_key(modifiers, key));
        }
        if !viewer.flight.flies || !FLYING.contains(&place) {
            left.push((key, modifiers));
        }
    }
    for file in ui.input(|input| input.raw.dropped_files.clone()) {
        shell.ask(Command::Open(file.path().to_owned()));
    }
    if viewer.flight.flies {
        fly(ui, run, viewer);
    }
    left
}

/// Notes which keys are held, by their place, and shows the scene's own look while its key is.
fn hold(ui: &Ui, shell: &mut Shell, run: &mut Run, viewer: &mut Viewer) {
    let held = &mut viewer.flight.held;
    ui.input(|input| {
        for event in &input.events {
            let Event::Key { key, physical_key, pressed, modifiers, .. } = event else { continue };
            let place = placed(*key, *physical_key);
            if *pressed && !modifiers.command {
                held.insert(place);
            } else {
                held.remove(&place);
            }
        }
        if !input.focused {
            held.clear();
        }
    });
    if ui.ctx().text_edit_focused() {
        held.clear();
    }
    view::show_before(shell, run, held.contains(&BEFORE));
}

/// Moves the camera by the keys that are held.
fn fly(ui: &Ui, run: &mut Run, viewer: &mut Viewer) {
    let along = |key, back| {
        let held = |key| f32::from(u8::from(viewer.flight.held.contains(&key)));
        held(key) - held(back)
    };
    let direction = Vec3::new(along(Key::W, Key::S), along(Key::D, Key::A), along(Key::E, Key::Q));
    if direction != Vec3::ZERO {
        let seconds = ui.input(|input| input.stable_dt.min(0.1));
        let mut camera = run.stage.session.scene().camera;
        viewer.flight.fly(&mut camera, direction, seconds);
        run.stage.session.viewing().set_camera(&camera);
        ui.ctx().request_repaint();
    }
}
