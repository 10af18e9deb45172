//! A drawing that moves: rows of cells, arrows between them, and the controls that step through it.

use egui::{
    Align2, Color32, FontId, Pos2, Rect, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};
use starshell::lab::drawing::{Cell, Drawing, Paint, Step, drawings};
use starshell::words::{self, Text, t};

use crate::app::icons;
use crate::app::laboratory::{Laboratory, Showing};
use crate::app::shell::{
    guidance,
    theme::{self, GRID, Palette},
    widgets,
};

/// Seconds per step when it goes on by itself, and those in which its arrows grow.
const PACE: f32 = 1.6;
const GROWS: f32 = 0.6;
/// Width of the labels of rows, and largest cell.
const LABELS: f32 = 120.0;
const CELL: [f32; 2] = [76.0, 44.0];
/// Height of a row over that of its cells: arrows need room.
const PITCH: f32 = 1.9;

/// Draws the drawing of the experiment that is shown.
pub fn drawing_ui(ui: &mut Ui, laboratory: &mut Laboratory) {
    let all: Vec<&Drawing> = drawings(laboratory.shown.name).collect();
    let showing = &mut laboratory.showing;
    let Some(drawing) = all.get(showing.drawing).copied() else { return };
    choice_ui(ui, &all, drawing, showing);
    let steps = (drawing.steps)(showing.size.unwrap_or(drawing.sizes[0]));
    showing.step = showing.step.min(steps.len() - 1);
    let elapsed = ui.input(|input| input.stable_dt.min(0.1));
    if showing.plays || showing.since < GROWS {
        showing.since += elapsed;
        ui.ctx().request_repaint();
    }
    if showing.plays && showing.since > PACE {
        (showing.step, showing.since) = ((showing.step + 1) % steps.len(), 0.0);
    }
    steps_ui(ui, steps.len(), showing);
    let caption = steps[showing.step].caption.spoken();
    ui.add_space(GRID);
    // As high as the longest caption, so that the drawing stays in place.
    let height = 2.6 * 1.25 * theme::title_size(ui);
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let caption =
        RichText::new(caption).size(1.15 * theme::title_size(ui)).color(theme::palette(ui).text);
    let builder =
        egui::UiBuilder::new().max_rect(place).layout(egui::Layout::top_down(egui::Align::Min));
    ui.scope_builder(builder, |ui| ui.add(egui::Label::new(caption).wrap()));
    paint(ui, &steps, showing);
}

/// Which drawing, and its size.
fn choice_ui(ui: &mut Ui, all: &[&Drawing], drawing: &Drawing, showing: &mut Showing) {
    ui.horizontal_wrapped(|ui| {
        if all.len() > 1 {
            for (place, other) in all.iter().enumerate() {
                if ui.selectable_label(showing.drawing == place, other.title().spoken()).clicked() {
                    *showing = Showing { drawing: place, size: None, ..Showing::default() };
                }
            }
            ui.add_space(4.0 * GRID);
        }
        ui.label(
            RichText::new(Text::named("unit", drawing.unit).spoken())
                .color(theme::palette(ui).muted),
        );
        let mut sizes = drawing.sizes.to_vec();
        sizes.sort_unstable();
        for size in sizes {
            let is_shown = showing.size.unwrap_or(drawing.sizes[0]) == size;
            let label = ui.selectable_label(is_shown, size.to_string());
            let name = format!("{size} {}", Text::named("unit", drawing.unit).spoken());
            label.widget_info(|| {
                egui::WidgetInfo::selected(egui::Role::Button, true, is_shown, &name)
            });
            if label.clicked() {
                *showing = Showing {
                    size: Some(size),
                    plays: showing.plays,
                    drawing: showing.drawing,
                    ..Showing::default()
                };
            }
        }
    });
}

/// The buttons that step, and a rail over all steps.
pub fn steps_ui(ui: &mut Ui, count: usize, showing: &mut Showing) {
    ui.horizontal(|ui| {
        let before = showing.step;
        if widgets::icon_button(ui, icons::SKIP_BACK, "drawing-first", false).clicked() {
            showing.step = 0;
        }
        if widgets::icon_button(ui, icons::CARET_LEFT, "drawing-back", false).clicked() {
            showing.step = showing.step.saturating_sub(1);
        }
        let (icon, key) = if showing.plays {
            (icons::PAUSE, "drawing-pause")
        } else {
            (icons::PLAY, "drawing-play")
        };
        if widgets::icon_button(ui, icon, key, showing.plays).clicked() {
            showing.plays = !showing.plays;
        }
        if widgets::icon_button(ui, icons::CARET_RIGHT, "drawing-on", false).clicked() {
            showing.step = (showing.step + 1).min(count - 1);
        }
        ui.spacing_mut().slider_width = (ui.available_width() - 96.0).clamp(60.0, 320.0);
        let rail = ui.add(egui::Slider::new(&mut showing.step, 0..=count - 1).show_value(false));
        rail.widget_info(|| {
            egui::WidgetInfo::slider(true, showing.step as f64, t!("drawing-step"))
        });
        guidance::takes_typing(&rail);
        widgets::with_tip(rail, "drawing-step");
        let text = t!("drawing-at", step = showing.step + 1, all = count);
        ui.label(RichText::new(text).color(theme::palette(ui).muted));
        if showing.step != before {
            showing.since = 0.0;
        }
    });
}

/// Where the cells of a drawing are.
struct Places {
    origin: Pos2,
    cell: egui::Vec2,
    pitch: f32,
}

impl Places {
    /// Room for all steps, so that nothing moves from one to the next.
    fn new(room: Rect, steps: &[Step]) -> Self {
        let lines = steps.iter().map(|step| step.lines.len()).max().unwrap_or(1) as f32;
        let cells = steps
            .iter()
            .flat_map(|step| step.lines.iter().map(|line| line.cells.len()))
            .max()
            .unwrap_or(1) as f32;
        let width = ((room.width() - LABELS) / cells).min(CELL[0]);
        let height = (room.height() / (lines * PITCH - (PITCH - 1.0))).min(CELL[1]).min(width);
        // More room for arrows, if there is any.
        let pitch = if lines > 1.0 {
            ((room.height() - height) / (lines - 1.0)).min(2.4 * height)
        } else {
            height
        };
        Self { origin: room.min + vec2(LABELS, 0.0), cell: vec2(width, height), pitch }
    }

    fn cell(&self, [line, cell]: [usize; 2]) -> Rect {
        let corner = self.origin + vec2(cell as f32 * self.cell.x, line as f32 * self.pitch);
        Rect::from_min_size(corner, self.cell).shrink2(vec2(0.05 * self.cell.x, 0.0))
    }
}

/// Paints a step.
fn paint(ui: &mut Ui, steps: &[Step], showing: &Showing) {
    let palette = theme::palette(ui);
    let (room, response) =
        ui.allocate_exact_size(ui.available_size().max(vec2(200.0, 80.0)), Sense::hover());
    let step = &steps[showing.step];
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, step.caption.spoken()));
    let places = Places::new(room, steps);
    let grown = (showing.since / GROWS).clamp(0.0, 1.0);
    for arrow in step
        .arrows
        .iter()
        .filter(|arrow| !arrow.is_new)
        .chain(step.arrows.iter().filter(|arrow| arrow.is_new))
    {
        let (from, to) = (places.cell(arrow.from), places.cell(arrow.to));
        let is_down = arrow.to[0] > arrow.from[0];
        let begin = if is_down { from.center_bottom() } else { from.center_top() };
        let end = if is_down { to.center_top() } else { to.center_bottom() };
        let color = if arrow.is_new { palette.accent } else { palette.muted.gamma_multiply(0.45) };
        let end = if arrow.is_new { begin + (end - begin) * grown } else { end };
        arrow_ui(ui, begin, end, Stroke::new(if arrow.is_new { 2.0 } else { 1.0 }, color));
    }
    let font =
        FontId::proportional(theme::legible(ui.ctx(), (0.5 * places.cell.y).clamp(9.0, 20.0)));
    for (number, line) in step.lines.iter().enumerate() {
        let middle = places.cell([number, 0]).left_center();
        let label = FontId::proportional(font.size.min(theme::title_size(ui)));
        ui.painter().text(
            pos2(room.left(), middle.y),
            Align2::LEFT_CENTER,
            line.label.spoken(),
            label,
            palette.muted,
        );
        // What was written in an earlier step only keeps its edge.
        let is_old = showing
            .step
            .checked_sub(1)
            .is_some_and(|before| steps[before].lines.get(number) == Some(line));
        for (place, cell) in line.cells.iter().enumerate() {
            cell_ui(ui, places.cell([number, place]), cell, is_old, &font, palette);
        }
    }
}

fn arrow_ui(ui: &Ui, from: Pos2, to: Pos2, stroke: Stroke) {
    ui.painter().line_segment([from, to], stroke);
    let along = (to - from).normalized();
    let across = vec2(-along.y, along.x);
    for side in [-1.0, 1.0] {
        ui.painter().line_segment([to, to - 6.0 * along + side * 3.5 * across], stroke);
    }
}

fn cell_ui(ui: &Ui, rect: Rect, cell: &Cell, is_old: bool, font: &FontId, palette: Palette) {
    let (fill, text, edge) = match cell.paint {
        Paint::Still => (palette.field_hovered, palette.text, palette.line),
        Paint::Read => (palette.plot[1].gamma_multiply(0.35), palette.text, palette.plot[1]),
        Paint::Changed if is_old => (palette.field_hovered, palette.text, palette.accent),
        Paint::Changed => (palette.accent, palette.on_accent, palette.accent),
        Paint::Waiting => (palette.panel, palette.muted, palette.line),
        Paint::Empty => (Color32::TRANSPARENT, palette.muted, palette.line),
    };
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, fill);
    painter.rect_stroke(rect, 4.0, Stroke::new(1.0, edge), StrokeKind::Inside);
    let mut job = egui::text::LayoutJob::default();
    for (place, letter) in words::local(&cell.text).chars().enumerate() {
        let color = if cell.lit == Some(place) { palette.warning } else { text };
        let background = if cell.lit == Some(place) { palette.panel } else { Color32::TRANSPARENT };
        let format =
            egui::TextFormat { font_id: font.clone(), color, background, ..Default::default() };
        job.append(letter.encode_utf8(&mut [0; 4]), 0.0, format);
    }
    let mut galley = painter.layout_job(job.clone());
    if galley.size().x > rect.width() - 2.0 {
        // A long number in a narrow cell.
        let shrunk = font.size * (rect.width() - 2.0) / galley.size().x;
        job.sections.iter_mut().for_each(|section| section.format.font_id.size = shrunk);
        galley = painter.layout_job(job);
    }
    painter.galley(rect.center() - 0.5 * galley.size(), galley, text);
}
