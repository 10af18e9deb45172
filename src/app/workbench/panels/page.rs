//! The page of a kernel: title and buttons, what is wrong with the text, the editor, and what came
//! of a run.

use egui::{Align, Button, CentralPanel, Frame, Label, Layout, Margin, Panel, RichText, Ui, vec2};
use starshell::words::t;

use crate::app::commands::Command;
use crate::app::icons;
use crate::app::shell::{state::Shell, theme, widgets};
use crate::app::workbench::{
    Workbench,
    panels::{editor, list, results},
};

/// Least width of a page, in points, that has room for results beside the editor.
const WIDE: f32 = 860.0;
/// The share of the page that results take, beside and below.
const BESIDE: f32 = 0.36;
const BELOW: f32 = 0.38;
/// The most that the hints of what is asked take.
const HINTS: f32 = 0.16;
/// Least and most width beside the editor.
const RESULTS: [f32; 2] = [300.0, 520.0];

/// Draws the page.
pub fn page_ui(ui: &mut Ui, shell: &mut Shell, workbench: &mut Workbench) {
    head_ui(ui, shell, workbench);
    status_ui(ui, workbench);
    if let Some(asked) = workbench.asked {
        ui.add_space(theme::GRID);
        Frame::new()
            .fill(theme::palette(ui).field)
            .corner_radius(8)
            .inner_margin(Margin::symmetric(12, 8))
            .show(ui, |ui| {
                ui.set_width(ui.available_width());
                // Hints leave room for the text and what comes of it.
                let most = HINTS * ui.available_height();
                list::exercise_ui(ui, workbench.sheet_mut(), asked, most);
            });
    }
    ui.add_space(theme::GRID);
    let has_results = workbench.is_running() || workbench.sheet().verdict.is_some();
    if ui.available_width() >= WIDE {
        let width = (BESIDE * ui.available_width()).clamp(RESULTS[0], RESULTS[1]);
        let frame = Frame::new().inner_margin(Margin { left: 16, ..Margin::ZERO });
        Panel::right("kernel-results")
            .exact_size(width)
            .resizable(false)
            .show_separator_line(false)
            .frame(frame)
            .show(ui, |ui| results::results_ui(ui, workbench, true));
    } else if has_results {
        let height = BELOW * ui.available_height();
        let frame = Frame::new().inner_margin(Margin { top: 8, ..Margin::ZERO });
        Panel::bottom("kernel-results")
            .exact_size(height)
            .resizable(false)
            .show_separator_line(false)
            .frame(frame)
            .show(ui, |ui| results::results_ui(ui, workbench, false));
    }
    CentralPanel::default().frame(Frame::new()).show(ui, |ui| editor::editor_ui(ui, workbench));
}

/// The title, and what can be done with the text.
fn head_ui(ui: &mut Ui, shell: &mut Shell, workbench: &mut Workbench) {
    let palette = theme::palette(ui);
    let is_running = workbench.is_running();
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if is_running {
                widgets::button_of(ui, shell, "workbench-stop", false);
            } else {
                widgets::button_of(ui, shell, "workbench-run", true);
            }
            ui.spacing_mut().item_spacing.x = theme::GRID;
            let sheet = workbench.sheet_mut();
            let [has_undo, has_redo] = sheet.has_history();
            let is_changed = sheet.is_changed();
            let tool = |ui: &mut Ui, icon, key, is_on| {
                ui.add_enabled_ui(is_on, |ui| widgets::icon_button(ui, icon, key, false).clicked())
                    .inner
            };
            let saves = tool(ui, icons::FLOPPY_DISK, "workbench-save", true);
            if tool(ui, icons::SKIP_BACK, "workbench-reset", is_changed) {
                sheet.reset();
            }
            if tool(ui, icons::ARROW_U_UP_RIGHT, "workbench-redo", has_redo) {
                sheet.undo(true);
            }
            if tool(ui, icons::ARROW_U_UP_LEFT, "workbench-undo", has_undo) {
                sheet.undo(false);
            }
            let title = sheet.bench.text("title").spoken();
            if saves {
                shell.ask(Command::SaveKernel);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let title = RichText::new(title)
                    .size(1.3 * theme::TITLE)
                    .family(theme::strong())
                    .color(palette.text);
                ui.add(Label::new(title).truncate());
            });
        });
    });
}

/// One line: the fault at hand, or that there is none.
fn status_ui(ui: &mut Ui, workbench: &mut Workbench) {
    let palette = theme::palette(ui);
    let sheet = workbench.sheet_mut();
    let Some((number, fault)) = sheet.shown_fault() else {
        let text = match (sheet.is_pending(), sheet.is_changed()) {
            (true, _) => t!("workbench-checking"),
            (false, true) => t!("workbench-sound"),
            (false, false) if sheet.bench.is_written() => t!("workbench-unwritten"),
            (false, false) => t!("workbench-original"),
        };
        line_ui(ui, Label::new(RichText::new(text).color(palette.muted)).truncate());
        return;
    };
    let (line, column, message) = (fault.line, fault.column, fault.message.verbatim());
    let text = t!("workbench-fault", line = line, column = column, message = message);
    let all = sheet.faults.len();
    let shown = if all > 1 {
        t!("workbench-fault-of", number = number + 1, all = all, fault = text)
    } else {
        text.clone()
    };
    let button =
        Button::new(RichText::new(format!("{}  {shown}", icons::WARNING)).color(palette.warning));
    let button = line_ui(ui, button.truncate().frame_when_inactive(false));
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &text));
    let tip = format!("{text}\n\n{}", t!("workbench-fault-tip"));
    if button.on_hover_text(tip).clicked() {
        sheet.go_to_fault();
    }
}

/// A line that is as high whatever it shows, so that nothing below it moves.
fn line_ui(ui: &mut Ui, widget: impl egui::Widget) -> egui::Response {
    let size = vec2(ui.available_width(), theme::ROW + theme::GRID);
    let line = ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(size);
        ui.add(widget)
    });
    line.inner
}
