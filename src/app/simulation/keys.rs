//! The keys of the simulation.

use egui::{Event, Key, Modifiers, Ui};
use glam::Vec3;

use crate::app::commands::Command;
use crate::app::shell::{guidance, keys, state::Shell};
use crate::app::simulation::{run::Run, viewer::Viewer};

/// Handles keys that fly, and dropped files, unless a text is being edited. Returns the other keys
/// that were pressed.
pub fn pressed(
    ui: &Ui,
    shell: &mut Shell,
    run: &mut Run,
    viewer: &mut Viewer,
) -> Vec<(Key, Modifiers)> {
    if ui.ctx().text_edit_focused() {
        return Vec::new();
    }
    let mut left = Vec::new();
    let is_focused = ui.ctx().memory(|memory| memory.focused().is_some());
    let is_typing = guidance::is_typing(ui.ctx());
    let is_popup_open = egui::Popup::is_any_open(ui.ctx());
    let pressed: Vec<_> = ui.input(|input| {
        let press = |event: &Event| match event {
            Event::Key { key, modifiers, pressed: true, .. } => Some((*key, *modifiers)),
            _ => None,
        };
        input.events.iter().filter_map(press).collect()
    });
    for (key, modifiers) in pressed {
        // A focused control handles these itself.
        if is_focused
            && matches!(key, Key::Space | Key::Enter | Key::Tab | Key::ArrowLeft | Key::ArrowRight)
        {
            continue;
        }
        if is_typing && keys::is_of_number(key) {
            continue;
        }
        // One press closes one thing. Lists close themselves; overlays leave it to the desk.
        if key == Key::Escape {
            if is_popup_open {
                continue;
            }
            ui.input_mut(|input| input.consume_key(modifiers, key));
        }
        let is_flying = viewer.flight.flies
            && matches!(key, Key::W | Key::A | Key::S | Key::D | Key::Q | Key::E);
        if !is_flying {
            left.push((key, modifiers));
        }
    }
    for file in ui.input(|input| input.raw.dropped_files.clone()) {
        shell.ask(Command::Open(file.path().to_owned()));
    }
    if viewer.flight.flies {
        let held = |key| ui.input(|input| f32::from(u8::from(input.key_down(key))));
        let direction = Vec3::new(
            held(Key::W) - held(Key::S),
            held(Key::D) - held(Key::A),
            held(Key::E) - held(Key::Q),
        );
        if direction != Vec3::ZERO {
            let seconds = ui.input(|input| input.stable_dt.min(0.1));
            let mut camera = run.stage.session.scene().camera;
            viewer.flight.fly(&mut camera, direction, seconds);
            run.stage.session.viewing().set_camera(&camera);
            ui.ctx().request_repaint();
        }
    }
    left
}
