//! The table of an experiment's results.

use egui::{
    Color32, FontFamily, FontId, Frame, Grid, Label, Rect, RichText, ScrollArea, Sense, Stroke, Ui,
    vec2,
};
use starshell::lab::{Column, Results, SpeedUp, Table, Verdict};
use starshell::words::{Text, t};

use crate::app::icons;
use crate::app::laboratory::Laboratory;
use crate::app::shell::{sides, theme, widgets};

/// Widest cell in points; longer texts wrap.
const WIDEST: f32 = 230.0;

/// Draws the table; in a lesson, with the columns that a class needs.
pub fn table_ui(ui: &mut Ui, laboratory: &Laboratory, is_in_class: bool) {
    let there = laboratory
        .other
        .as_ref()
        .map(|other| other.results(laboratory.shown.name).cloned().unwrap_or_default());
    let empty = Results::default();
    let results = laboratory.results().unwrap_or(&empty);
    if results.outcomes.is_empty() {
        return nothing_ui(ui);
    }
    let table = Table::new(laboratory.shown, results, there.as_ref());
    let table = if is_in_class { table.for_class(laboratory.shown) } else { table };
    let grid = Grid::new(("table of results", laboratory.shown.name))
        .striped(true)
        .spacing(vec2(18.0, 6.0));
    let shown = ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        sides::scroll_by_keys(ui);
        grid.show(ui, |ui| cells_ui(ui, &table)).inner
    });
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
    let mut names = Vec::with_capacity(table.rows.len() + 1);
    for column in &table.columns {
        let text = table.name(*column).spoken();
        let rect =
            ui.label(RichText::new(&text).family(theme::strong()).color(palette.accent)).rect;
        if names.is_empty() {
            names.push(Name { rect, text, color: palette.accent, note: String::new() });
        }
    }
    ui.end_row();
    for row in &table.rows {
        for (column, cell) in table.columns.iter().zip(&row.cells) {
            let is_unsteady = cell.contains(&SpeedUp::unsteady());
            let is_verdict = *column == Column::Right;
            let color = match (&row.verdict, column) {
                (Verdict::Wrong(_) | Verdict::Failed(_), _) => palette.warning,
                (Verdict::Unsupported(_), _) => palette.muted,
                (Verdict::Right, Column::Right) => palette.plot[2],
                (Verdict::Right, _) if is_unsteady => palette.warning,
                _ => palette.text,
            };
            // A reason would widen the whole column: it is told under the pointer.
            let told = match column {
                Column::Variant => Some(&row.note).filter(|note| !note.is_empty()),
                Column::Right => row.verdict.reason(),
                _ => None,
            };
            let text = match is_verdict && row.verdict == Verdict::Right {
                true => icons::CHECK.to_owned(),
                false => cell.iter().map(Text::spoken).collect::<Vec<_>>().join("\n"),
            };
            let shown = ui.scope(|ui| {
                ui.set_max_width(WIDEST);
                ui.add(Label::new(RichText::new(&text).color(color)).wrap())
            });
            let told = told
                .map(Text::spoken)
                .or_else(|| is_unsteady.then(|| t!("laboratory-unsteady-tip")));
            if *column == Column::Variant {
                names.push(Name {
                    rect: shown.inner.rect,
                    text,
                    color,
                    note: told.clone().unwrap_or_default(),
                });
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
fn names_ui(ui: &Ui, view: Rect, names: &[Name]) {
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
        let galley = painter.layout(
            name.text.clone(),
            FontId::new(theme::legible(ui.ctx(), theme::BODY), family),
            name.color,
            WIDEST,
        );
        painter.galley(rect.min, galley, name.color);
        if !name.note.is_empty() {
            ui.interact(rect.intersect(view), ui.scope_id().with(("name", row)), Sense::hover())
                .on_hover_text(&name.note);
        }
    }
}

/// In place of results that are not there yet.
pub fn nothing_ui(ui: &mut Ui) {
    let palette = theme::palette(ui);
    Frame::new().inner_margin(24).show(ui, |ui| {
        ui.label(
            RichText::new(t!("laboratory-empty")).size(theme::title_size(ui)).color(palette.muted),
        );
        widgets::note(ui, t!("laboratory-empty-note"));
    });
}
