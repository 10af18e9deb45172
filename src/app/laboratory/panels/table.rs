//! The table of an experiment's results.

use egui::{Color32, FontFamily, FontId, Frame, Grid, Label, Rect, RichText, ScrollArea, Sense, Stroke, Ui, vec2};
use starshell::lab::{Results, SpeedUp, Table, Verdict};
use starshell::words::{self, t};

use crate::app::laboratory::Laboratory;
use crate::app::shell::{icons, theme, widgets};

/// Widest cell in points; longer texts wrap.
const WIDEST: f32 = 230.0;

/// Draws the table; in a lesson, with the columns that a class needs.
pub fn table_ui(ui: &mut Ui, laboratory: &Laboratory, is_in_class: bool) {
    let there = laboratory.other.as_ref().map(|other| other.results(laboratory.shown.name).cloned().unwrap_or_default());
    let empty = Results::default();
    let results = laboratory.results().unwrap_or(&empty);
    if results.outcomes.is_empty() {
        return nothing_ui(ui);
    }
    let table = Table::new(laboratory.shown, results, there.as_ref());
    let table = if is_in_class { table.for_class(laboratory.shown.topic) } else { table };
    let grid = Grid::new(("table of results", laboratory.shown.name)).striped(true).spacing(vec2(18.0, 6.0));
    let shown = ScrollArea::both().auto_shrink(false).show(ui, |ui| grid.show(ui, |ui| cells_ui(ui, &table)).inner);
    names_ui(ui, shown.inner_rect, &shown.inner);
}

/// A cell of the first column: where it stands, what it says, and what stands under the pointer.
struct Name {
    rect: Rect,
    text: String,
    color: Color32,
    note: String,
}

/// Draws all cells. Returns those of the first column.
fn cells_ui(ui: &mut Ui, table: &Table) -> Vec<Name> {
    let palette = theme::palette(ui);
    let right = table.head.iter().position(|name| name == "right").unwrap_or(0);
    let mut names = Vec::with_capacity(table.rows.len() + 1);
    for name in &table.head {
        let text = words::phrase(name);
        let rect = ui.label(RichText::new(&text).family(theme::strong()).color(palette.accent)).rect;
        if names.is_empty() {
            names.push(Name { rect, text, color: palette.accent, note: String::new() });
        }
    }
    ui.end_row();
    for row in &table.rows {
        for (column, cell) in row.cells.iter().enumerate() {
            let color = match (&row.verdict, column) {
                (Verdict::Wrong(_) | Verdict::Failed(_), _) => palette.warning,
                (Verdict::Unsupported(_), _) => palette.muted,
                (Verdict::Right, _) if cell == "✓" => palette.plot[2],
                (Verdict::Right, _) if cell == SpeedUp::UNSTEADY => palette.warning,
                _ => palette.text,
            };
            // A reason would widen the whole column: it is told under the pointer.
            let (word, reason) = match &row.verdict {
                Verdict::Right => (cell.as_str(), None),
                _ => cell.split_once(": ").filter(|_| column == right).map_or((cell.as_str(), None), |(a, b)| (a, Some(b))),
            };
            let text = if word == "✓" { icons::CHECK.to_owned() } else { translated(word.trim_start_matches("✗ ")) };
            let shown = ui.scope(|ui| {
                ui.set_max_width(WIDEST);
                ui.add(Label::new(RichText::new(&text).color(color)).wrap())
            });
            let told = if column == 0 { Some(row.note.as_str()).filter(|note| !note.is_empty()) } else { reason };
            let told = told.map(translated).or_else(|| (cell == SpeedUp::UNSTEADY).then(|| t!("laboratory-unsteady-tip")));
            if column == 0 {
                names.push(Name { rect: shown.inner.rect, text, color, note: told.clone().unwrap_or_default() });
            }
            if let Some(told) = told {
                shown.inner.on_hover_text(told);
            }
        }
        ui.end_row();
    }
    names
}

/// Draws the first column once more at the left edge of the view, if it is scrolled out of it.
fn names_ui(ui: &mut Ui, view: Rect, names: &[Name]) {
    let begin = names.iter().map(|name| name.rect.left()).fold(f32::INFINITY, f32::min);
    if begin >= view.left() {
        return;
    }
    let palette = theme::palette(ui);
    let width = names.iter().map(|name| name.rect.width()).fold(0.0, f32::max) + 12.0;
    let strip = Rect::from_min_size(view.left_top(), vec2(width, view.height()));
    let painter = ui.painter_at(view);
    painter.rect_filled(strip, 0.0, palette.field);
    painter.vline(strip.right(), strip.y_range(), Stroke::new(1.0, palette.line));
    for (row, name) in names.iter().enumerate() {
        let rect = name.rect.translate(vec2(view.left() - name.rect.left(), 0.0));
        let family = if row == 0 { theme::strong() } else { FontFamily::Proportional };
        let galley =
            painter.layout(name.text.clone(), FontId::new(theme::legible(ui.ctx(), theme::BODY), family), name.color, WIDEST);
        painter.galley(rect.min, galley, name.color);
        if !name.note.is_empty() {
            ui.interact(rect.intersect(view), ui.scope_id().with(("name", row)), Sense::hover()).on_hover_text(&name.note);
        }
    }
}

/// The lines of a cell in the language of the window.
fn translated(cell: &str) -> String {
    cell.split('\n').map(words::phrase).collect::<Vec<_>>().join("\n")
}

/// In place of results that are not there yet.
pub fn nothing_ui(ui: &mut Ui) {
    let palette = theme::palette(ui);
    Frame::new().inner_margin(24).show(ui, |ui| {
        ui.label(RichText::new(t!("laboratory-empty")).size(theme::title_size(ui)).color(palette.muted));
        widgets::note(ui, t!("laboratory-empty-note"));
    });
}
