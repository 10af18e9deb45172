//! Runs kept in the plots, and the comparison of two integrators.

use egui::{Align, Layout, TextEdit, Ui, vec2};
use starshell::name::Named;
use starshell::physics::Integrator;
use starshell::scene::Dimension;
use starshell::words::t;

use crate::app::commands::Command;
use crate::app::icons;
use crate::app::shell::{
    guidance,
    state::Shell,
    theme,
    widgets::{self, Scale},
};
use crate::app::simulation::{
    acts::{self, trial::integrator_name},
    panels::setting::why_not,
    run::Run,
    statistics::{Kept, MAX_KEPT},
    trial::Trial,
};

/// Height of a run in the list, whose name has two lines. A longer one takes more.
const RUN: f32 = 72.0;

/// Draws the buttons and the list.
pub fn kept_ui(ui: &mut Ui, shell: &mut Shell, run: &mut Run) {
    // A card that locks them needs their room.
    if guidance::is_locked(ui, "kept-keep")
        && guidance::is_locked(ui, "trial-begin")
        && run.kept().next().is_none()
    {
        return;
    }
    ui.add_space(theme::GRID);
    if widgets::button(ui, icons::PUSH_PIN, "kept-keep", false).clicked() {
        shell.ask(Command::Keep);
    }
    // A card that locks the comparison needs its room.
    if !guidance::is_locked(ui, "trial-begin") {
        trial_ui(ui, shell, run);
    }
    // Below what can be clicked while runs are added.
    list_ui(ui, shell, run);
}

/// Draws two rows per run: shown or hidden, save, remove; and its name, which needs all of the
/// width.
fn list_ui(ui: &mut Ui, shell: &mut Shell, run: &mut Run) {
    let palette = theme::palette(ui);
    let (mut saved, mut removed) = (None, None);
    let origin = &run.origin;
    let own = run.trials.kept.iter_mut().enumerate().filter(|(_, kept)| kept.is_of(origin));
    for (place, Kept { name, color, is_shown, .. }) in own {
        ui.push_id(("kept", place), |ui| {
            ui.set_min_height(RUN);
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                let (line, _) = ui.allocate_exact_size(vec2(14.0, 32.0), egui::Sense::hover());
                ui.painter().hline(
                    line.x_range(),
                    line.center().y,
                    egui::Stroke::new(2.0, palette.plot[1 + *color]),
                );
                let icon = if *is_shown { icons::EYE } else { icons::EYE_SLASH };
                if widgets::icon_button(ui, icon, "kept-show", *is_shown).clicked() {
                    *is_shown = !*is_shown;
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if widgets::icon_button(ui, icons::TRASH, "kept-remove", false).clicked() {
                        removed = Some(place);
                    }
                    if widgets::icon_button(ui, icons::DOWNLOAD_SIMPLE, "kept-save", false)
                        .clicked()
                    {
                        saved = Some(place);
                    }
                });
            });
            name_ui(ui, name);
        });
    }
    // The room of those to come, so that nothing below moves when a run ends by itself.
    let coming = run.trials.under_way.map_or(0, |trial| trial.integrators.len() - trial.place);
    let each = RUN + ui.spacing().item_spacing.y;
    ui.add_space(each * coming.min(MAX_KEPT - run.kept().count().min(MAX_KEPT)) as f32);
    saved.into_iter().for_each(|place| acts::trial::save_kept(shell, run, place));
    if let Some(place) = removed {
        run.trials.kept.remove(place);
    }
}

/// Draws the name of a run, in as many lines as it takes.
fn name_ui(ui: &mut Ui, name: &mut String) {
    let font = egui::TextStyle::Small.resolve(ui.style());
    let field =
        TextEdit::multiline(name).id_salt("name").desired_rows(1).font(font).return_key(None);
    let field = ui.add(field.desired_width(ui.available_width()));
    if field.changed() {
        // Pasted lines make one.
        *name = name.replace(['\n', '\r'], " ");
    }
    let label = t!("kept-rename");
    field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, &label));
    widgets::with_tip(field, "kept-rename");
}

/// Draws the choice of the other integrator, the button that begins or ends the comparison, and how
/// far it is.
fn trial_ui(ui: &mut Ui, shell: &mut Shell, run: &mut Run) {
    let present = run.stage.session.scene().physics.integrator;
    let others = Integrator::ALL
        .iter()
        .filter(|integrator| **integrator != present || run.trials.under_way.is_some());
    let names: Vec<_> = others.map(|integrator| (*integrator, integrator.name())).collect();
    let other = acts::trial::other_integrator(run);
    let physics = run.stage.session.scene().physics;
    let why = |integrator: &Integrator| why_not(run, &physics.with_integrator(*integrator));
    let choice =
        |ui: &mut Ui| widgets::choice_if(ui, "trial-other", "integrator", other, &names, why);
    if let Some(other) = widgets::closed(ui, is_tried(run), choice) {
        run.trials.other = other;
    }
    span_ui(ui, run);
    let (icon, key, action) = match run.trials.under_way {
        Some(_) => (icons::X, "trial-stop", Command::Trial(None)),
        None => (icons::SPLIT_HORIZONTAL, "trial-begin", Command::Trial(Some(other))),
    };
    let is_possible = run.trials.under_way.is_some() || run.loading().is_none();
    if ui.add_enabled_ui(is_possible, |ui| widgets::button(ui, icon, key, false)).inner.clicked() {
        shell.ask(action);
    }
    widgets::kept_note(
        ui,
        2,
        run.trials.under_way.map_or_else(String::new, |trial| progress(run, trial)),
    );
}

/// Why a comparison of integrators cannot be changed, if one is under way.
fn is_tried(run: &Run) -> Option<String> {
    run.trials.under_way.map(|_| t!("idle-trial"))
}

/// Draws the simulated time for which each integrator runs.
fn span_ui(ui: &mut Ui, run: &mut Run) {
    let (mut span, usual) = (acts::trial::span(run), acts::trial::usual_span(run));
    let scale = Scale::linear(f64::MIN_POSITIVE, 1e30)
        .measuring(Dimension::Time, run.stage.numbers())
        .usual(usual);
    let field = |ui: &mut Ui| widgets::field(ui, "trial-span", &mut span, scale);
    if widgets::closed(ui, is_tried(run), field) {
        // The usual one goes with the pace and the time step.
        let title = run.origin.scene.title.clone();
        run.trials.span = (span != usual).then_some((title, span));
    }
}

/// How far the comparison is.
fn progress(run: &Run, trial: Trial) -> String {
    let moment = |time| run.stage.numbers().text(Dimension::Time, time);
    let time = moment(run.stage.session.simulation().time().min(trial.until));
    let name = integrator_name(trial.integrators[trial.place]);
    t!(
        "trial-progress",
        integrator = name,
        part = trial.place + 1,
        time = time,
        until = moment(trial.until)
    )
}
