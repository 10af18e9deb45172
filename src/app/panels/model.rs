//! The model generator: every initial state of the scene files, with all of its parameters.

use egui::Ui;
use starshell::physics::initial::InitialState;

use super::bodies::apply_ui;
use crate::app::desk::Desk;
use crate::app::widgets;

/// Draws the kind of initial state and its parameters.
pub fn model_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "model-title", false, |ui| {
        let kinds: Vec<_> = InitialState::KINDS.iter().map(|kind| (*kind, *kind)).collect();
        if let Some(kind) = widgets::choice(ui, "model-kind", "initial", desk.drafts.initial.kind(), &kinds)
            && let Ok(initial) = InitialState::named(kind)
        {
            desk.drafts.initial = initial;
        }
        apply_ui(ui, desk);
    });
}
