//! The keys of the laboratory.

use egui::{Event, Key, Modifiers, Ui};
use starshell::lab::EXPERIMENTS;

use crate::app::commands::Command;
use crate::app::laboratory::Laboratory;
use crate::app::shell::{keys, state::Shell};
use crate::lesson::Page;

/// Steps through a drawing or the kernels, or plays the drawing.
pub fn step_by_key(laboratory: &mut Laboratory, key: Key) {
    let showing = &mut laboratory.showing;
    if key == Key::Space {
        showing.plays = !showing.plays && laboratory.page == Page::Drawing;
        return;
    }
    (showing.plays, showing.since) = (false, 0.0);
    showing.step = match key {
        Key::ArrowLeft => showing.step.saturating_sub(1),
        Key::ArrowRight => showing.step + 1,
        Key::Home => 0,
        _ => usize::MAX,
    };
}

/// Handles the keys of the laboratory, and dropped files. Returns the other keys that were pressed.
pub fn pressed(ui: &Ui, shell: &mut Shell, laboratory: &mut Laboratory) -> Vec<(Key, Modifiers)> {
    if ui.ctx().text_edit_focused() {
        return Vec::new();
    }
    let mut left = Vec::new();
    let is_free = ui.ctx().memory(|memory| memory.focused().is_none());
    let events = ui.input(|input| input.events.clone());
    for event in events {
        let Event::Key { key, modifiers, pressed: true, .. } = event else { continue };
        match key {
            Key::ArrowUp | Key::ArrowDown if is_free => {
                let shown = EXPERIMENTS
                    .iter()
                    .position(|experiment| experiment.name == laboratory.shown.name)
                    .unwrap_or(0);
                let next = if key == Key::ArrowDown { shown + 1 } else { shown.wrapping_sub(1) };
                if let Some(experiment) = EXPERIMENTS.get(next) {
                    laboratory.show(experiment);
                }
            }
            Key::ArrowLeft | Key::ArrowRight | Key::Home | Key::End if is_free => {
                step_by_key(laboratory, key)
            }
            Key::Space if !keys::is_used(ui.ctx(), key) => step_by_key(laboratory, key),
            Key::Escape if egui::Popup::is_any_open(ui.ctx()) => {}
            _ => {
                if key == Key::Escape {
                    ui.input_mut(|input| input.consume_key(modifiers, key));
                }
                left.push((key, modifiers));
            }
        }
    }
    for file in ui.input(|input| input.raw.dropped_files.clone()) {
        shell.ask(Command::CompareResults(Some(file.path().to_owned())));
    }
    left
}
