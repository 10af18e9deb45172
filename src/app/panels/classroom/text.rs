//! The text of cards: paragraphs with formulas, lists, tables, pictures.

use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Color32, FontFamily, FontId, Frame, Grid, Label, Pos2, RichText, Sense, Stroke, Ui, pos2, vec2};

use crate::app::{theme, thumbnails};
use crate::lesson::formula::{Formula, is_relation};
use crate::lesson::{Block, Inline};

/// Size of what stands above or below a line, and of formulas on a line of their own, over that of text.
const SCRIPT: f32 = 0.7;
const DISPLAY: f32 = 1.25;

/// Draws blocks in letters of this size.
pub fn blocks_ui(ui: &mut Ui, blocks: &[Block], size: f32) {
    let palette = theme::palette(ui);
    for block in blocks {
        match block {
            Block::Paragraph(line) => drop(ui.add(Label::new(job(line, size, palette.text)).wrap())),
            Block::Heading(line) => {
                ui.add_space(theme::GRID);
                ui.add(Label::new(job(line, 1.1 * size, palette.accent)).wrap());
            }
            Block::Item { number, depth, line } => {
                ui.horizontal_top(|ui| {
                    ui.add_space((*depth as f32 - 1.0) * 5.0 * theme::GRID);
                    let mark = number.map_or_else(|| "–".to_owned(), |number| format!("{number}."));
                    ui.label(RichText::new(mark).size(size).color(palette.muted));
                    ui.add(Label::new(job(line, size, palette.text)).wrap());
                });
            }
            Block::Code(code) => {
                Frame::new().fill(palette.field).corner_radius(6).inner_margin(8).show(ui, |ui| {
                    ui.label(RichText::new(code).monospace().size(0.9 * size).color(palette.text));
                });
            }
            Block::Formula(formula) => formula_ui(ui, formula, DISPLAY * size),
            Block::Picture { path, shows } => picture_ui(ui, path, shows),
            Block::Table(rows) => table_ui(ui, rows, size),
        }
        ui.add_space(1.5 * theme::GRID);
    }
}

fn table_ui(ui: &mut Ui, rows: &[Vec<Vec<Inline>>], size: f32) {
    const SPACING: f32 = 14.0;
    let palette = theme::palette(ui);
    let set = |number: usize, cell: &[Inline]| job(cell, 0.95 * size, if number == 0 { palette.accent } else { palette.text });
    // Columns as wide as their texts, or less, each by the same factor, where a card has no room for that: cells then wrap.
    let mut widths = vec![0.0_f32; rows.iter().map(Vec::len).max().unwrap_or(0)];
    for (number, row) in rows.iter().enumerate() {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = width.max(ui.painter().layout_job(set(number, cell)).size().x + 1.0);
        }
    }
    let room = ui.available_width() - SPACING * widths.len().saturating_sub(1) as f32;
    let share = (room / widths.iter().sum::<f32>()).min(1.0);
    Grid::new(ui.next_auto_id()).striped(true).spacing(vec2(SPACING, 4.0)).show(ui, |ui| {
        for (number, row) in rows.iter().enumerate() {
            for (width, cell) in widths.iter().zip(row) {
                ui.vertical(|ui| {
                    ui.set_width(share * width);
                    ui.add(Label::new(set(number, cell)).wrap());
                });
            }
            ui.end_row();
        }
    });
}

/// A line as egui lays it out, formulas included, so that it wraps as one.
fn job(line: &[Inline], size: f32, color: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for inline in line {
        match inline {
            Inline::Text { text, is_strong, is_emphasis, is_code } => {
                let family = match (is_code, is_strong) {
                    (true, _) => FontFamily::Monospace,
                    (false, true) => theme::strong(),
                    (false, false) => FontFamily::Proportional,
                };
                let font_id = FontId::new(if *is_code { 0.92 * size } else { size }, family);
                job.append(text, 0.0, TextFormat { font_id, color, italics: *is_emphasis, ..TextFormat::default() });
            }
            Inline::Formula(formula) => {
                for span in formula.spans() {
                    let (font, valign) = match span.level {
                        0 => (size, Align::BOTTOM),
                        1 => (SCRIPT * size, Align::TOP),
                        _ => (SCRIPT * size, Align::BOTTOM),
                    };
                    let font_id = FontId::proportional(font);
                    job.append(
                        &span.text,
                        0.0,
                        TextFormat { font_id, color, italics: span.is_italic, valign, ..TextFormat::default() },
                    );
                }
            }
        }
    }
    job
}

/// A picture: that of a scene.
fn picture_ui(ui: &mut Ui, path: &str, shows: &str) {
    let width = ui.available_width();
    if let Some(texture) = path.strip_prefix("scene:").and_then(|name| thumbnails::texture(ui.ctx(), name)) {
        let size = vec2(width, width * thumbnails::ASPECT);
        let image = ui.add(egui::Image::new((texture, size)).corner_radius(8));
        image.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, shows));
    }
    if !shows.is_empty() {
        crate::app::widgets::note(ui, shows);
    }
}

/// A formula on a line of its own.
fn formula_ui(ui: &mut Ui, formula: &Formula, size: f32) {
    let color = theme::palette(ui).text;
    let mut pieces = Vec::new();
    let laid = lay(ui, formula, size, &mut pieces);
    // A long formula shrinks to the card.
    let shrunk = (ui.available_width() / laid.width).min(1.0);
    let (size, laid) = match shrunk < 1.0 {
        true => {
            pieces.clear();
            let size = size * shrunk * 0.98;
            (size, lay(ui, formula, size, &mut pieces))
        }
        false => (size, laid),
    };
    let height = laid.above + laid.below;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height + 0.4 * size), Sense::hover());
    let words: String = formula.spans().into_iter().map(|span| span.text).collect();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &words));
    let origin = pos2(rect.center().x - 0.5 * laid.width, rect.top() + 0.2 * size + laid.above);
    for piece in pieces {
        match piece {
            Piece::Letters { at, text, size, is_italic } => {
                let format =
                    TextFormat { font_id: FontId::proportional(size), color, italics: is_italic, ..TextFormat::default() };
                let galley = ui.painter().layout_job(LayoutJob::single_section(text, format));
                let ascent = galley.rows.first().map_or(0.0, |row| row.glyphs.first().map_or(0.0, |glyph| glyph.pos.y));
                ui.painter().galley(origin + at.to_vec2() - vec2(0.0, ascent), galley, color);
            }
            Piece::Line { points } => {
                let points = points.iter().map(|point| origin + point.to_vec2()).collect();
                ui.painter().add(egui::Shape::line(points, Stroke::new(0.07 * size, color)));
            }
        }
    }
}

/// The size of a part of a formula: its width, and its extent above and below the line.
#[derive(Clone, Copy, Default)]
struct Laid {
    width: f32,
    above: f32,
    below: f32,
}

/// What is painted of a formula; places are relative to the line's beginning.
enum Piece {
    Letters { at: Pos2, text: String, size: f32, is_italic: bool },
    Line { points: Vec<Pos2> },
}

impl Piece {
    fn shift(&mut self, by: egui::Vec2) {
        match self {
            Self::Letters { at, .. } => *at += by,
            Self::Line { points } => points.iter_mut().for_each(|point| *point += by),
        }
    }
}

/// Lays out a formula in letters of this size, and appends its pieces.
fn lay(ui: &Ui, formula: &Formula, size: f32, pieces: &mut Vec<Piece>) -> Laid {
    match formula {
        Formula::Variable(text) => letters(ui, text, size, true, pieces),
        Formula::Upright(text) if is_relation(text) => {
            let gap = 0.25 * size;
            let first = pieces.len();
            let laid = letters(ui, text, size, false, pieces);
            pieces[first..].iter_mut().for_each(|piece| piece.shift(vec2(gap, 0.0)));
            Laid { width: laid.width + 2.0 * gap, ..laid }
        }
        Formula::Upright(text) => letters(ui, text, size, false, pieces),
        Formula::Row(parts) => {
            let mut whole = Laid::default();
            for part in parts {
                let first = pieces.len();
                let laid = lay(ui, part, size, pieces);
                pieces[first..].iter_mut().for_each(|piece| piece.shift(vec2(whole.width, 0.0)));
                whole = Laid {
                    width: whole.width + laid.width + 0.04 * size,
                    above: whole.above.max(laid.above),
                    below: whole.below.max(laid.below),
                };
            }
            whole
        }
        Formula::Scripts { base, above, below } => {
            let mut whole = lay(ui, base, size, pieces);
            let from = whole.width;
            for (script, rise) in above.iter().map(|script| (script, -1.0)).chain(below.iter().map(|script| (script, 1.0))) {
                let first = pieces.len();
                let laid = lay(ui, script, SCRIPT * size, pieces);
                let offset = if rise < 0.0 { -(0.45 * size).max(whole.above - 0.35 * size) } else { 0.22 * size };
                pieces[first..].iter_mut().for_each(|piece| piece.shift(vec2(from + 0.03 * size, offset)));
                whole.width = whole.width.max(from + laid.width + 0.06 * size);
                whole.above = whole.above.max(laid.above - offset);
                whole.below = whole.below.max(laid.below + offset);
            }
            whole
        }
        Formula::Fraction(over, under) => {
            let axis = 0.3 * size;
            let gap = 0.14 * size;
            let first = pieces.len();
            let upper = lay(ui, over, 0.9 * size, pieces);
            let second = pieces.len();
            let lower = lay(ui, under, 0.9 * size, pieces);
            let width = upper.width.max(lower.width) + 0.3 * size;
            let up = axis + gap + upper.below;
            let down = lower.above + gap - axis;
            pieces[first..second].iter_mut().for_each(|piece| piece.shift(vec2(0.5 * (width - upper.width), -up)));
            pieces[second..].iter_mut().for_each(|piece| piece.shift(vec2(0.5 * (width - lower.width), down)));
            pieces.push(Piece::Line { points: vec![pos2(0.05 * size, -axis), pos2(width - 0.05 * size, -axis)] });
            Laid { width, above: up + upper.above, below: down + lower.below }
        }
        Formula::Root(inner) => {
            let first = pieces.len();
            let laid = lay(ui, inner, size, pieces);
            let hook = 0.55 * size;
            let top = laid.above + 0.15 * size;
            pieces[first..].iter_mut().for_each(|piece| piece.shift(vec2(hook, 0.0)));
            let points = [
                (0.05 * size, -0.3 * size),
                (0.18 * size, -0.38 * size),
                (0.34 * size, laid.below),
                (hook - 0.04 * size, -top),
                (hook + laid.width, -top),
            ];
            pieces.push(Piece::Line { points: points.map(|(x, y)| pos2(x, y)).to_vec() });
            Laid { width: hook + laid.width, above: top + 0.05 * size, below: laid.below }
        }
    }
}

fn letters(ui: &Ui, text: &str, size: f32, is_italic: bool, pieces: &mut Vec<Piece>) -> Laid {
    let galley = ui.painter().layout_no_wrap(text.to_owned(), FontId::proportional(size), Color32::WHITE);
    let lean = if is_italic { 0.06 * size } else { 0.0 };
    pieces.push(Piece::Letters { at: Pos2::ZERO, text: text.to_owned(), size, is_italic });
    Laid { width: galley.size().x + lean, above: 0.78 * size, below: 0.22 * size }
}
