//! The page of a kernel: title and buttons, what is wrong with the text, the editor, and what came
//! of a run.

use egui::{
    Align, Button, CentralPanel, Frame, Label, Layout, Margin, Panel, RichText, ScrollArea,
    TextStyle, TextWrapMode, Ui, WidgetText, vec2,
};
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
/// Lines of the text that are seen beside what is asked and what came of it, where the least
/// heights of these leave room.
const LINES: usize = 12;
const TASK: f32 = 64.0;
/// Points around what is asked.
const FRAME: f32 = 56.0;
const RESULT: f32 = 112.0;
/// Least and most width beside the editor.
const RESULTS: [f32; 2] = [300.0, 520.0];

/// Draws the page.
pub fn page_ui(ui: &mut Ui, shell: &mut Shell, workbench: &mut Workbench) {
    head_ui(ui, shell, workbench);
    status_ui(ui, workbench);
    let is_wide = ui.available_width() >= WIDE;
    let has_results = workbench.is_running() || workbench.sheet().verdict.is_some();
    let (height, text) = (ui.available_height(), editor::height_of(ui, LINES));
    let below = if has_results && !is_wide { BELOW * height } else { 0.0 };
    if let Some(asked) = workbench.asked {
        // It leaves room for the text and what comes of it.
        let most = (height - text - below - FRAME).max(TASK);
        ui.add_space(theme::GRID);
        Frame::new()
            .fill(theme::palette(ui).field)
            .corner_radius(8)
            .inner_margin(Margin::symmetric(12, 8))
            .show(ui, |ui| {
                ui.spacing_mut().scroll = theme::bar();
                let area = ScrollArea::vertical().id_salt(("asked", asked)).max_height(most);
                area.auto_shrink([false, true]).show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    list::exercise_ui(ui, workbench.sheet_mut(), asked);
                });
            });
    }
    ui.add_space(theme::GRID);
    if is_wide {
        let width = (BESIDE * ui.available_width()).clamp(RESULTS[0], RESULTS[1]);
        let frame = Frame::new().inner_margin(Margin { left: 16, ..Margin::ZERO });
        Panel::right("kernel-results")
            .exact_size(width)
            .resizable(false)
            .show_separator_line(false)
            .frame(frame)
            .show(ui, |ui| results::results_ui(ui, workbench, true));
    } else if has_results {
        let height = (ui.available_height() - text).clamp(RESULT.min(below), below);
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
    let sheet = workbench.sheet_mut();
    let title = RichText::new(sheet.bench.text("title").spoken())
        .size(1.3 * theme::TITLE)
        .family(theme::strong())
        .color(palette.text);
    widgets::line_beside(ui, title, |ui| {
        if is_running {
            widgets::button_of(ui, shell, "workbench-stop", false);
        } else {
            widgets::button_of(ui, shell, "workbench-run", true);
        }
        ui.spacing_mut().item_spacing.x = theme::GRID;
        let [has_undo, has_redo] = sheet.has_history();
        let is_changed = sheet.is_changed();
        let tool = |ui: &mut Ui, icon, key, is_on| {
            ui.add_enabled_ui(is_on, |ui| widgets::icon_button(ui, icon, key, false).clicked())
                .inner
        };
        if tool(ui, icons::FLOPPY_DISK, "workbench-save", true) {
            shell.ask(Command::SaveKernel);
        }
        if tool(ui, icons::SKIP_BACK, "workbench-reset", is_changed) {
            sheet.reset();
        }
        if tool(ui, icons::ARROW_U_UP_RIGHT, "workbench-redo", has_redo) {
            sheet.undo(true);
        }
        if tool(ui, icons::ARROW_U_UP_LEFT, "workbench-undo", has_undo) {
            sheet.undo(false);
        }
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
        let line = RichText::new(text).color(palette.muted);
        let is_line = {
            let text = WidgetText::from(line.clone());
            let extent = Some(TextWrapMode::Extend);
            let galley = text.into_galley(ui, extent, f32::INFINITY, TextStyle::Body);
            galley.size().x <= ui.available_width()
        };
        line_ui(ui, Label::new(if is_line { line } else { line.small() }).wrap());
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

/// A line, or two of small print, as high whatever they show, so that nothing below them moves.
fn line_ui(ui: &mut Ui, widget: impl egui::Widget) -> egui::Response {
    let height = 2.0 * ui.text_style_height(&TextStyle::Small);
    let size = vec2(ui.available_width(), height.max(theme::ROW + theme::GRID));
    let line = ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(size);
        ui.add(widget)
    });
    line.inner
}
