//! All results of a run in one field: a cell per body, block or bin, in two colours that everybody
//! can tell apart, one of them much brighter.

use std::ops::Range;

use egui::{Color32, Rect, Response, Sense, Stroke, StrokeKind, Ui, pos2, vec2};
use starshell::lab::workbench::{Bench, Ran};
use starshell::words::{self, t};

use crate::app::shell::theme::{self, Palette};

/// Least side of a cell, in points, that leaves room for lines between cells.
const ROOM: f32 = 4.0;
/// Largest side of a cell.
const LARGEST: f32 = 32.0;

/// The colours of right and wrong results.
pub fn colors(palette: &Palette) -> [Color32; 2] {
    [palette.plot[1].gamma_multiply(0.5), palette.warning]
}

/// Columns of a field with this many cells, and the side of a cell, in a space of this size.
fn grid(count: usize, size: egui::Vec2) -> (usize, f32) {
    let fits = |columns: &usize| {
        let rows = count.div_ceil(*columns);
        (size.x / *columns as f32).min(size.y / rows as f32)
    };
    let guess = ((count as f32 * size.x / size.y.max(1.0)).sqrt() as usize).max(1);
    let columns = (guess.saturating_sub(2).max(1)..=guess + 2)
        .rev()
        .max_by(|a, b| fits(a).total_cmp(&fits(b)))
        .unwrap_or(1);
    (columns, fits(&columns).min(LARGEST))
}

/// Draws the field in a space of this size.
pub fn field_ui(ui: &mut Ui, bench: &Bench, ran: &Ran, size: egui::Vec2) -> Response {
    let palette = theme::palette(ui);
    let (columns, side) = grid(ran.cells.len(), size);
    let rows = ran.cells.len().div_ceil(columns);
    let (rect, response) =
        ui.allocate_exact_size(vec2(columns as f32 * side, rows as f32 * side), Sense::hover());
    let name = t!("workbench-field", wrong = ran.wrong, count = ran.cells.len());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
    let [right, wrong] = colors(&palette);
    let is_wrong = |place: usize| ran.cells[place].error > ran.tolerance;
    for row in 0..rows {
        let cells = row * columns..((row + 1) * columns).min(ran.cells.len());
        for part in parts(cells, is_wrong) {
            let (from, to) = (part.start - row * columns, part.end - row * columns);
            let (left, top) = (rect.left() + from as f32 * side, rect.top() + row as f32 * side);
            let part_rect = Rect::from_min_max(
                pos2(left, top),
                pos2(rect.left() + to as f32 * side, top + side),
            );
            ui.painter().rect_filled(
                part_rect,
                0.0,
                if is_wrong(part.start) { wrong } else { right },
            );
        }
    }
    if side >= ROOM {
        let line = Stroke::new(1.0, palette.panel);
        for column in 1..columns {
            ui.painter().vline(rect.left() + column as f32 * side, rect.y_range(), line);
        }
        for row in 1..rows {
            ui.painter().hline(rect.x_range(), rect.top() + row as f32 * side, line);
        }
    }
    let Some(pointer) = response.hover_pos() else { return response };
    let at = ((pointer - rect.min) / side).floor();
    let place = at.y.max(0.0) as usize * columns + (at.x.max(0.0) as usize).min(columns - 1);
    let Some(cell) = ran.cells.get(place) else { return response };
    let cell_rect = Rect::from_min_size(rect.min + at * side, vec2(side, side)).expand(1.0);
    ui.painter().rect_stroke(cell_rect, 0.0, Stroke::new(1.5, palette.text), StrokeKind::Outside);
    let [found, expected] = [&cell.found, &cell.expected].map(|values| values_text(values));
    let what = bench.result(place, ran.cells.len()).spoken();
    let error = error_text(cell.error);
    response.on_hover_text(t!(
        "workbench-cell",
        what = what,
        found = found,
        expected = expected,
        error = error
    ))
}

/// Splits a row into parts that are wholly right or wholly wrong.
fn parts(cells: Range<usize>, is_wrong: impl Fn(usize) -> bool) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for place in cells {
        match parts.last_mut().filter(|part| is_wrong(part.start) == is_wrong(place)) {
            Some(part) => part.end = place + 1,
            None => parts.push(place..place + 1),
        }
    }
    parts
}

/// A result: a whole number, or the parts of an acceleration.
pub fn values_text(values: &[f64]) -> String {
    match values {
        [value] if value.is_finite() => words::grouped(*value as u64),
        [_] => t!("workbench-nothing"),
        parts => format!(
            "({})",
            parts.iter().map(|part| words::number(*part)).collect::<Vec<_>>().join("; ")
        ),
    }
}

/// A relative error.
pub fn error_text(error: f64) -> String {
    match error {
        error if !error.is_finite() => t!("workbench-no-number"),
        error if error >= 10.0 => "> 999 %".to_owned(),
        error if error >= 1e-4 => format!("{} %", words::short(100.0 * error)),
        error => words::short(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_fit_into_their_space() {
        for count in [1, 5, 64, 197, 1000, 20_000] {
            for size in [vec2(300.0, 300.0), vec2(500.0, 80.0), vec2(120.0, 400.0), vec2(10.0, 0.5)]
            {
                let (columns, side) = grid(count, size);
                let rows = count.div_ceil(columns);
                assert!(
                    columns as f32 * side <= size.x * 1.001 && rows as f32 * side <= size.y * 1.001,
                    "{count} {size}"
                );
            }
        }
        assert!(grid(20_000, vec2(300.0, 300.0)).1 > 2.0);
    }

    #[test]
    fn rows_are_split_where_right_and_wrong_meet() {
        assert_eq!(parts(3..9, |place| place == 4 || place == 5), [3..4, 4..6, 6..9]);
        assert_eq!(parts(3..3, |_| true), []);
    }
}
