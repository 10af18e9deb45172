//! Runs kept in the plots, and the comparison of two integrators.

use egui::{Align, Layout, TextEdit, Ui, vec2};
use starshell::name::Named;
use starshell::physics::Integrator;

use crate::app::action::Action;
use crate::app::desk::{Desk, Trial, integrator_name};
use crate::app::statistics::Kept;
use crate::app::words::{self, t};
use crate::app::{icons, theme, widgets};

/// Draws the buttons and the list.
pub fn kept_ui(ui: &mut Ui, desk: &mut Desk) {
    ui.add_space(theme::GRID);
    if widgets::button(ui, icons::PUSH_PIN, "kept-keep", false).clicked() {
        desk.ask(Action::Keep);
    }
    list_ui(ui, desk);
    match desk.trial {
        Some(trial) => progress_ui(ui, desk, trial),
        None => trial_ui(ui, desk),
    }
}

/// Draws a row per run: shown or hidden, its name, save, remove.
fn list_ui(ui: &mut Ui, desk: &mut Desk) {
    let palette = theme::palette(ui);
    let (mut saved, mut removed) = (None, None);
    for (place, Kept { name, color, is_shown, .. }) in desk.kept.iter_mut().enumerate() {
        ui.push_id(("kept", place), |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                let (line, _) = ui.allocate_exact_size(vec2(14.0, 32.0), egui::Sense::hover());
                ui.painter().hline(line.x_range(), line.center().y, egui::Stroke::new(2.0, palette.plot[1 + *color]));
                let icon = if *is_shown { icons::EYE } else { icons::EYE_SLASH };
                if widgets::icon_button(ui, icon, "kept-show", *is_shown).clicked() {
                    *is_shown = !*is_shown;
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if widgets::icon_button(ui, icons::TRASH, "kept-remove", false).clicked() {
                        removed = Some(place);
                    }
                    if widgets::icon_button(ui, icons::DOWNLOAD_SIMPLE, "kept-save", false).clicked() {
                        saved = Some(place);
                    }
                    let field = TextEdit::singleline(name).id_salt("name").desired_width(ui.available_width());
                    let field = ui.add(field);
                    let label = t!("kept-rename");
                    field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, &label));
                    widgets::with_tip(field, "kept-rename");
                });
            });
        });
    }
    saved.into_iter().for_each(|place| desk.save_kept(place));
    if let Some(place) = removed {
        desk.kept.remove(place);
    }
}

/// Draws the choice of the other integrator, and the button.
fn trial_ui(ui: &mut Ui, desk: &mut Desk) {
    let names: Vec<_> = Integrator::ALL.iter().map(|integrator| (*integrator, integrator.name())).collect();
    if let Some(other) = widgets::choice(ui, "trial-other", "integrator", desk.other_integrator, &names) {
        desk.other_integrator = other;
    }
    let is_possible = desk.stage.statistics.too_many().is_none() && desk.loading().is_none();
    let button = ui.add_enabled_ui(is_possible, |ui| widgets::button(ui, icons::SPLIT_HORIZONTAL, "trial-begin", false)).inner;
    if button.clicked() {
        desk.ask(Action::Trial(Some(desk.other_integrator)));
    }
}

/// Draws how far the comparison is, and the button that ends it.
fn progress_ui(ui: &mut Ui, desk: &mut Desk, trial: Trial) {
    let time = words::number(desk.stage.session.simulation().time().min(trial.until));
    let name = integrator_name(trial.integrators[trial.place]);
    widgets::note(
        ui,
        t!("trial-progress", integrator = name, part = trial.place + 1, time = time, until = words::number(trial.until)),
    );
    if widgets::button(ui, icons::X, "trial-stop", false).clicked() {
        desk.ask(Action::Trial(None));
    }
}
