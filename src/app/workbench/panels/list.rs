//! The list of kernels, what can be taken out of the one that is shown, its exercises, and the
//! galaxy below.

use egui::{Button, Label, Panel, Response, RichText, ScrollArea, Ui, vec2};
use starshell::lab::SpeedUp;
use starshell::lab::workbench::{Bench, Ended};
use starshell::words::{self, t};

use crate::app::commands::View;
use crate::app::icons;
use crate::app::shell::{painter::Pictures, state::Shell, theme, widgets};
use crate::app::simulation::{panels::picture, run::Run};
use crate::app::workbench::{Attempt, Reveal, Sheet, Workbench};

/// Draws the list.
pub fn list_ui(
    ui: &mut Ui,
    shell: &mut Shell,
    run: &mut Run,
    workbench: &mut Workbench,
    pictures: Pictures,
) {
    widgets::parts_ui(ui, shell);
    if picture::has_room_below(ui, shell) {
        Panel::bottom("workbench-galaxy")
            .resizable(false)
            .frame(egui::Frame::new())
            .show_separator_line(false)
            .show(ui, |ui| {
                ui.add_space(2.0 * theme::GRID);
                picture::small_ui(ui, shell, run, pictures, View::Workbench, "workbench-galaxy");
            });
    }
    ui.spacing_mut().scroll = theme::bar();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let all: Vec<&'static Bench> = workbench.sheets().iter().map(|sheet| sheet.bench).collect();
        all.into_iter().for_each(|bench| row_ui(ui, workbench, bench));
        ui.add_space(theme::GRID);
        let sheet = workbench.sheet_mut();
        widgets::section(ui, "workbench-about", true, |ui| {
            ui.add(
                Label::new(
                    RichText::new(sheet.bench.text("about").spoken())
                        .color(theme::palette(ui).text),
                )
                .wrap(),
            );
        });
        if !sheet.bench.breaks.is_empty() {
            widgets::section(ui, "workbench-breaks", true, |ui| breaks_ui(ui, sheet));
        }
        widgets::section(ui, "workbench-exercises", true, |ui| {
            (0..sheet.bench.exercises.len()).for_each(|number| exercise_ui(ui, sheet, number));
        });
        widgets::section(ui, "workbench-bindings", false, |ui| bindings_ui(ui, sheet.bench));
        if let Some(folder) = workbench.folder() {
            widgets::note(ui, t!("workbench-folder", folder = folder.display()));
        }
    });
}

/// A kernel, and how it stands.
fn row_ui(ui: &mut Ui, workbench: &mut Workbench, bench: &'static Bench) {
    let palette = theme::palette(ui);
    let is_shown = workbench.sheet().bench.name == bench.name;
    let runs = workbench.run.as_ref().is_some_and(|run| run.name == bench.name);
    let Some(sheet) = workbench.sheets().iter().find(|sheet| sheet.bench.name == bench.name) else {
        return;
    };
    let (mark, color) = match sheet.verdict.as_ref().filter(|verdict| verdict.text == sheet.text())
    {
        _ if runs => (icons::FAST_FORWARD, palette.accent),
        Some(verdict) if matches!(&verdict.ended, Ended::Ran(ran) if ran.is_right()) => {
            (icons::CHECK_CIRCLE, palette.plot[1])
        }
        Some(_) => (icons::X_CIRCLE, palette.warning),
        None if sheet.is_changed() => (icons::PENCIL_SIMPLE, palette.muted),
        None => (icons::CIRCLE, palette.muted),
    };
    let color = if is_shown { palette.on_accent } else { color };
    let text = widgets::row_text(ui, &bench.text("title").spoken());
    let row = Button::selectable(is_shown, text).right_text(RichText::new(mark).color(color));
    let row = ui.add(row.min_size(vec2(ui.available_width(), theme::ROW)));
    row.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::Button, true, is_shown, bench.text("title").spoken())
    });
    if row.clicked() {
        workbench.show(bench.name);
        // The arrows go on from here.
        row.surrender_focus();
    }
}

/// What the kernel's bindings hold.
fn bindings_ui(ui: &mut Ui, bench: &Bench) {
    let palette = theme::palette(ui);
    for (number, binding) in bench.bindings.iter().enumerate() {
        let name = RichText::new(format!("{number}  {binding}"))
            .monospace()
            .size(theme::legible(ui.ctx(), 12.0))
            .color(palette.accent);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0 * theme::GRID;
            ui.label(name);
            ui.label(
                RichText::new(bench.text(&format!("binding-{binding}")).spoken())
                    .color(palette.muted),
            );
        });
    }
}

/// A button for each part that can be taken out, and what goes wrong without it.
fn breaks_ui(ui: &mut Ui, sheet: &mut Sheet) {
    let palette = theme::palette(ui);
    widgets::note(ui, t!("workbench-breaks-note"));
    for (number, broken) in sheet.bench.breaks.iter().enumerate() {
        let is_out = sheet.broken == Some(number);
        let can = broken.of(sheet.text()).is_some();
        let text = RichText::new(format!("{}  {}", icons::LINK_BREAK, broken.title().spoken()));
        let key = RichText::new((number + 1).to_string()).color(if is_out {
            palette.on_accent
        } else {
            palette.muted
        });
        let button = Button::new(text)
            .right_text(key)
            .selected(is_out)
            .min_size(vec2(ui.available_width(), theme::ROW + theme::GRID));
        let button = ui.add_enabled(can || is_out, button);
        let name = t!("workbench-break", name = broken.title().spoken());
        button.widget_info(|| {
            egui::WidgetInfo::selected(egui::Role::Button, can || is_out, is_out, &name)
        });
        let tip = t!("workbench-break-tip", number = number + 1);
        if widgets::tooltip(button.on_disabled_hover_text(t!("workbench-break-gone")), tip)
            .clicked()
        {
            sheet.take_out(number);
        }
        if is_out {
            let told = ui.add(
                Label::new(
                    RichText::new(sheet.bench.text(&format!("break-{}", number + 1)).spoken())
                        .color(palette.text),
                )
                .wrap(),
            );
            come(sheet, Reveal::Break(number), &told);
            if broken.may_be_right {
                widgets::note(ui, t!("workbench-may-be-right"));
            }
        }
    }
}

/// Brings a text into view that has just been asked for.
fn come(sheet: &mut Sheet, news: Reveal, told: &Response) {
    if sheet.news == Some(news) {
        sheet.news = None;
        told.scroll_to_me(None);
    }
}

/// An exercise, and its hints as far as somebody wants them.
pub fn exercise_ui(ui: &mut Ui, sheet: &mut Sheet, number: usize) {
    let palette = theme::palette(ui);
    let bench = sheet.bench;
    let Some(exercise) = bench.exercises.get(number) else { return };
    let wrapped = |ui: &mut Ui, text: String, color| {
        ui.add(Label::new(RichText::new(text).color(color)).wrap())
    };
    let task = bench.text(&format!("exercise-{}", number + 1)).spoken();
    wrapped(ui, format!("{}. {task}", number + 1), palette.text);
    if let Some(least) = exercise.faster {
        let is_reached = sheet
            .verdict
            .as_ref()
            .and_then(Attempt::speed_up)
            .and_then(SpeedUp::times)
            .is_some_and(|times| times >= least);
        let (icon, key, color) = match is_reached {
            true => (icons::CHECK_CIRCLE, "workbench-goal-reached", palette.plot[2]),
            false => (icons::CIRCLE, "workbench-goal", palette.muted),
        };
        let goal = words::text(key, &[("ratio", words::short(least)), ("model", model(bench))]);
        wrapped(ui, format!("{icon}  {goal}"), color);
    }
    let shown = sheet.hints(number);
    ui.horizontal_wrapped(|ui| {
        hint_ui(ui, sheet, number, exercise.hints);
        if bench.is_written() && shown == exercise.hints {
            let key = "workbench-solution";
            let name = words::text(key, &[]);
            let text = RichText::new(format!("{}  {name}", icons::EYE)).color(palette.accent);
            let button = ui.add(Button::new(text).frame_when_inactive(false));
            button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
            if widgets::with_tip(button, key).clicked() {
                sheet.solve(number);
            }
        }
    });
    let shown = sheet.hints(number);
    // Below the buttons, which stay where they are.
    for hint in 0..shown {
        let told = wrapped(ui, bench.hint(number, hint).spoken(), palette.muted);
        if hint + 1 == shown {
            come(sheet, Reveal::Hint(number), &told);
        }
    }
    ui.add_space(theme::GRID);
}

/// The button for the next hint of an exercise, or for hiding them.
fn hint_ui(ui: &mut Ui, sheet: &mut Sheet, number: usize, all: usize) {
    let shown = sheet.hints(number);
    let is_open = shown == all;
    let name = match (is_open, all) {
        (true, _) => words::text("workbench-hint-close", &[]),
        (false, 1) => words::text("workbench-hint", &[]),
        (false, _) => t!("workbench-hint-of", number = shown + 1, all = all),
    };
    let text = RichText::new(format!("{}  {name}", icons::LIGHTBULB));
    let text = text.color(theme::palette(ui).accent);
    let button = ui.add(Button::new(text).frame_when_inactive(false));
    let name = t!("workbench-hint-named", number = number + 1);
    button.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_open, &name));
    if widgets::with_tip(button, "workbench-hint").clicked() {
        sheet.next_hint_of(number);
    }
}

/// What a kernel is timed beside: for a choice of words.
pub fn model(bench: &Bench) -> String {
    if bench.is_written() { "own" } else { "original" }.to_owned()
}
