//! The laboratory: a list of experiments on the left, above the galaxy, and a page of the chosen one.

mod chart;
mod drawing;
mod kernels;
mod list;
mod page;
mod plane_tree;
mod table;

use egui::{CentralPanel, Event, Frame, Key, Margin, Panel, Ui};
use starshell::lab::{EXPERIMENTS, Topic};
use starshell::name::Named;

use crate::app::shell::{action::Action, desk::Desk, keys, painter::Pictures, theme, widgets};
use crate::lesson::Page;

/// The key of a topic's text.
pub fn topic_word(topic: Topic) -> String {
    format!("topic-{}", topic.name().to_lowercase().replace(' ', "-"))
}

pub use page::page_ui;

/// Draws the laboratory. `pictures` are the desk's targets.
pub fn laboratory_ui(ui: &mut Ui, desk: &mut Desk, pictures: Pictures) {
    pressed(ui, desk);
    let palette = theme::palette(ui);
    let frame = widgets::panel_frame(ui);
    Panel::left("laboratory").exact_size(theme::SIDE).resizable(false).frame(frame).show(ui, |ui| {
        list::list_ui(ui, desk, pictures);
    });
    let frame = Frame::new().fill(palette.field.lerp_to_gamma(palette.panel, 0.6)).inner_margin(Margin::symmetric(24, 16));
    CentralPanel::default().frame(frame).show(ui, |ui| {
        page::page_ui(ui, desk);
        crate::app::shell::panels::notices::notices_ui(ui, desk, &[]);
    });
}

/// Steps through a drawing or the kernels, or plays the drawing.
pub fn step_by_key(desk: &mut Desk, key: Key) {
    let showing = &mut desk.laboratory.showing;
    if key == Key::Space {
        showing.plays = !showing.plays && desk.laboratory.page == Page::Drawing;
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

/// Handles the keys of the laboratory: those of the window, and the arrows.
fn pressed(ui: &Ui, desk: &mut Desk) {
    if ui.ctx().text_edit_focused() {
        return;
    }
    let is_free = ui.ctx().memory(|memory| memory.focused().is_none());
    let events = ui.input(|input| input.events.clone());
    for event in events {
        let Event::Key { key, modifiers, pressed: true, .. } = event else { continue };
        match key {
            Key::ArrowUp | Key::ArrowDown if is_free => {
                let shown = EXPERIMENTS.iter().position(|experiment| experiment.name == desk.laboratory.shown.name).unwrap_or(0);
                let next = if key == Key::ArrowDown { shown + 1 } else { shown.wrapping_sub(1) };
                if let Some(experiment) = EXPERIMENTS.get(next) {
                    desk.laboratory.show(experiment);
                }
            }
            Key::ArrowLeft | Key::ArrowRight | Key::Home | Key::End | Key::Space if is_free => step_by_key(desk, key),
            Key::Escape if egui::Popup::is_any_open(ui.ctx()) => {}
            _ => {
                if key == Key::Escape {
                    ui.input_mut(|input| input.consume_key(modifiers, key));
                }
                if let Some(action) = keys::action(key, modifiers).filter(Action::is_of_laboratory) {
                    desk.ask(action);
                }
            }
        }
    }
    for file in ui.input(|input| input.raw.dropped_files.clone()) {
        desk.ask(Action::CompareResults(Some(file.path().to_owned())));
    }
}
