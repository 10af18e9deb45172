//! The text of cards: paragraphs with formulas, lists, tables, pictures.

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Color32, FontFamily, FontId, Frame, Grid, Label, RichText, Sense, Stroke, Ui, pos2, vec2,
};

use crate::app::shell::theme;
use crate::app::simulation::thumbnails;
use crate::lesson::formula::{Formula, LINE, Piece, SCRIPT, lay};
use crate::lesson::{Block, Inline};

/// Size of formulas on a line of their own over that of text.
const DISPLAY: f32 = 1.25;

/// Draws blocks in letters of this size.
pub fn blocks_ui(ui: &mut Ui, blocks: &[Block], size: f32) {
    let palette = theme::palette(ui);
    for block in blocks {
        match block {
            Block::Paragraph(line) => {
                drop(ui.add(Label::new(job(ui, line, size, palette.text)).wrap()))
            }
            Block::Heading(line) => {
                ui.add_space(theme::GRID);
                ui.add(Label::new(job(ui, line, 1.1 * size, palette.accent)).wrap());
            }
            Block::Item { number, depth, line } => {
                ui.horizontal_top(|ui| {
                    ui.add_space((*depth as f32 - 1.0) * 5.0 * theme::GRID);
                    let mark = number.map_or_else(|| "–".to_owned(), |number| format!("{number}."));
                    ui.label(RichText::new(mark).size(size).color(palette.muted));
                    ui.add(Label::new(job(ui, line, size, palette.text)).wrap());
                });
            }
            Block::Code(code) => {
                Frame::new().fill(palette.field).corner_radius(6).inner_margin(8).show(ui, |ui| {
                    let size = theme::legible(ui.ctx(), 0.9 * size);
                    ui.label(RichText::new(code).monospace().size(size).color(palette.text));
                });
            }
            Block::Formula(formula) => formula_ui(ui, formula, DISPLAY * size),
            Block::Picture { scene, shows } => picture_ui(ui, scene, shows, size),
            Block::Table(rows) => table_ui(ui, rows, size),
            // Drawings step through what learners fill in on paper.
            Block::Grid(_) => continue,
        }
        ui.add_space(ui.spacing().item_spacing.y);
    }
}

fn table_ui(ui: &mut Ui, rows: &[Vec<Vec<Inline>>], size: f32) {
    const SPACING: f32 = 14.0;
    let palette = theme::palette(ui);
    let size = theme::legible(ui.ctx(), 0.95 * size);
    let set = |ui: &Ui, number: usize, cell: &[Inline]| {
        job(ui, cell, size, if number == 0 { palette.accent } else { palette.text })
    };
    // Columns as wide as their texts, or less, each by the same factor, where a card has no room
    // for that: cells then wrap.
    let mut widths = vec![0.0_f32; rows.iter().map(Vec::len).max().unwrap_or(0)];
    for (number, row) in rows.iter().enumerate() {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = width.max(ui.painter().layout_job(set(ui, number, cell)).size().x + 1.0);
        }
    }
    let room = ui.available_width() - SPACING * widths.len().saturating_sub(1) as f32;
    let share = (room / widths.iter().sum::<f32>()).min(1.0);
    Grid::new(ui.next_auto_id()).striped(true).spacing(vec2(SPACING, 4.0)).show(ui, |ui| {
        for (number, row) in rows.iter().enumerate() {
            for (width, cell) in widths.iter().zip(row) {
                ui.vertical(|ui| {
                    ui.set_width(share * width);
                    let cell = set(ui, number, cell);
                    ui.add(Label::new(cell).wrap());
                });
            }
            ui.end_row();
        }
    });
}

/// A line as egui lays it out, formulas included, so that it wraps as one.
fn job(ui: &Ui, line: &[Inline], size: f32, color: Color32) -> LayoutJob {
    let code = theme::legible(ui.ctx(), 0.92 * size);
    let mut job = LayoutJob::default();
    for inline in line {
        match inline {
            Inline::Text { text, is_strong, is_emphasis, is_code } => {
                let family = match (is_code, is_strong) {
                    (true, _) => FontFamily::Monospace,
                    (false, true) => theme::strong(),
                    (false, false) => FontFamily::Proportional,
                };
                let font_id = FontId::new(if *is_code { code } else { size }, family);
                job.append(
                    text,
                    0.0,
                    TextFormat { font_id, color, italics: *is_emphasis, ..TextFormat::default() },
                );
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
                        TextFormat {
                            font_id,
                            color,
                            italics: span.is_italic,
                            valign,
                            ..TextFormat::default()
                        },
                    );
                }
            }
        }
    }
    job
}

/// The picture of a scene. Where letters are smaller than usual, it leaves them room.
fn picture_ui(ui: &mut Ui, scene: &str, shows: &str, size: f32) {
    let width = ui.available_width() * (size / theme::TITLE).min(1.0).powi(2);
    if let Some(texture) = thumbnails::texture(ui.ctx(), scene) {
        let size = vec2(width, width * crate::assets::ASPECT);
        let image = ui.add(egui::Image::new((texture, size)).corner_radius(8));
        image.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, shows));
    }
    if !shows.is_empty() {
        crate::app::shell::widgets::note(ui, shows);
    }
}

/// A formula on a line of its own.
fn formula_ui(ui: &mut Ui, formula: &Formula, size: f32) {
    let color = theme::palette(ui).text;
    let width = |text: &str, size: f32| {
        ui.painter()
            .layout_no_wrap(text.to_owned(), FontId::proportional(size), Color32::WHITE)
            .size()
            .x
    };
    let (laid, pieces) = lay(formula, size, &width);
    // A long formula shrinks to the card.
    let shrunk = (ui.available_width() / laid.width).min(1.0);
    let (size, (laid, pieces)) = match shrunk < 1.0 {
        true => (0.98 * shrunk * size, lay(formula, 0.98 * shrunk * size, &width)),
        false => (size, (laid, pieces)),
    };
    let height = laid.above + laid.below;
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), height + 0.4 * size), Sense::hover());
    let words: String = formula.spans().into_iter().map(|span| span.text).collect();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &words));
    let origin = pos2(rect.center().x - 0.5 * laid.width, rect.top() + 0.2 * size + laid.above);
    for piece in pieces {
        match piece {
            Piece::Letters { at, text, size, is_italic } => {
                let format = TextFormat {
                    font_id: FontId::proportional(size),
                    color,
                    italics: is_italic,
                    ..TextFormat::default()
                };
                let galley = ui.painter().layout_job(LayoutJob::single_section(text, format));
                let ascent = galley
                    .rows
                    .first()
                    .map_or(0.0, |row| row.glyphs.first().map_or(0.0, |glyph| glyph.pos.y));
                ui.painter().galley(origin + at.to_vec2() - vec2(0.0, ascent), galley, color);
            }
            Piece::Line { points } => {
                let points = points.iter().map(|point| origin + point.to_vec2()).collect();
                ui.painter().add(egui::Shape::line(points, Stroke::new(LINE * size, color)));
            }
        }
    }
}
