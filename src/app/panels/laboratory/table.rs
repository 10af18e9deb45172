//! The table of an experiment's results.

use egui::{Frame, Grid, Label, RichText, ScrollArea, Ui, vec2};
use starshell::lab::{Results, Table, Verdict};

use crate::app::laboratory::Laboratory;
use crate::app::words::{self, t};
use crate::app::{icons, theme, widgets};

/// Widest cell in points; longer texts wrap.
const WIDEST: f32 = 230.0;

/// Draws the table.
pub fn table_ui(ui: &mut Ui, laboratory: &Laboratory) {
    let palette = theme::palette(ui);
    let there = laboratory.other.as_ref().map(|other| other.results(laboratory.shown.name).cloned().unwrap_or_default());
    let empty = Results::default();
    let results = laboratory.results().unwrap_or(&empty);
    if results.outcomes.is_empty() {
        return nothing_ui(ui);
    }
    let table = Table::new(laboratory.shown, results, there.as_ref());
    let right = table.head.iter().position(|name| name == "right").unwrap_or(0);
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        Grid::new(("table of results", laboratory.shown.name)).striped(true).spacing(vec2(18.0, 6.0)).show(ui, |ui| {
            for name in &table.head {
                ui.label(RichText::new(words::phrase(name)).family(theme::strong()).color(palette.accent));
            }
            ui.end_row();
            for row in &table.rows {
                for (column, cell) in row.cells.iter().enumerate() {
                    let color = match (&row.verdict, column) {
                        (Verdict::Wrong(_) | Verdict::Failed(_), _) => palette.warning,
                        (Verdict::Unsupported(_), _) => palette.muted,
                        (Verdict::Right, _) if cell == "✓" => palette.plot[2],
                        _ => palette.text,
                    };
                    // A reason would widen the whole column: it is told under the pointer.
                    let (word, reason) = match &row.verdict {
                        Verdict::Right => (cell.as_str(), None),
                        _ => {
                            cell.split_once(": ").filter(|_| column == right).map_or((cell.as_str(), None), |(a, b)| (a, Some(b)))
                        }
                    };
                    let text = if word == "✓" { icons::CHECK.to_owned() } else { translated(word.trim_start_matches("✗ ")) };
                    let shown = ui.scope(|ui| {
                        ui.set_max_width(WIDEST);
                        ui.add(Label::new(RichText::new(text).color(color)).wrap())
                    });
                    let told = if column == 0 { Some(row.note.as_str()).filter(|note| !note.is_empty()) } else { reason };
                    if let Some(told) = told {
                        shown.inner.on_hover_text(translated(told));
                    }
                }
                ui.end_row();
            }
        });
    });
}

/// The lines of a cell in the language of the window.
fn translated(cell: &str) -> String {
    cell.split('\n').map(words::phrase).collect::<Vec<_>>().join("\n")
}

/// In place of results that are not there yet.
pub fn nothing_ui(ui: &mut Ui) {
    let palette = theme::palette(ui);
    Frame::new().inner_margin(24).show(ui, |ui| {
        ui.label(RichText::new(t!("laboratory-empty")).size(theme::TITLE).color(palette.muted));
        widgets::note(ui, t!("laboratory-empty-note"));
    });
}
