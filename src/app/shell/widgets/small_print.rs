//! Lines of small print, and the room that is kept for those that come and go.

use egui::text::LayoutJob;
use egui::{Color32, Rect, RichText, Sense, TextStyle, Ui, UiBuilder, vec2};

use crate::app::shell::theme::{self, BUTTON, GRID};

/// A line of small print.
pub fn note(ui: &mut Ui, text: impl Into<String>) {
    let palette = theme::palette(ui);
    ui.label(RichText::new(text).small().color(palette.muted));
}

/// Small print of at most `lines` lines that comes and goes by itself. Its room is kept, so that no
/// control below it moves under the pointer. A longer text ends with an ellipsis, and its tooltip
/// has all of it.
pub fn kept_note(ui: &mut Ui, lines: usize, text: impl Into<String>) {
    let muted = theme::palette(ui).muted;
    kept_text(ui, lines, text.into(), muted);
}

/// Draws a warning of at most `lines` lines that comes and goes by itself, in room that is kept.
pub fn kept_warning(ui: &mut Ui, lines: usize, text: String) {
    let warning = theme::palette(ui).warning;
    kept_text(ui, lines, text, warning);
}

fn kept_text(ui: &mut Ui, lines: usize, text: String, color: Color32) {
    let height = height_of(ui, lines);
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    note_in(ui, place, lines, text, color);
}

/// Draws coloured small print of at most `lines` lines that comes and goes by itself, in room that
/// is kept, with an icon button on its right.
pub fn kept_note_beside(
    ui: &mut Ui,
    lines: usize,
    (text, color): (String, Color32),
    button: impl FnOnce(&mut Ui),
) {
    let height = height_of(ui, lines).max(BUTTON);
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    note_in(ui, place.with_max_x(place.right() - BUTTON - GRID), lines, text, color);
    let place = Rect::from_min_max(place.right_top() - vec2(BUTTON, 0.0), place.right_bottom());
    button(&mut ui.new_child(UiBuilder::new().max_rect(place)));
}

/// The height of so many lines of small print.
fn height_of(ui: &Ui, lines: usize) -> f32 {
    lines_of(ui, lines) as f32 * ui.text_style_height(&TextStyle::Small).ceil()
}

/// The lines that take what usual letters need so many lines for: large ones need more.
fn lines_of(ui: &Ui, lines: usize) -> usize {
    let size = TextStyle::Small.resolve(ui.style()).size;
    (lines as f32 * size / theme::SMALL).ceil() as usize
}

fn note_in(ui: &mut Ui, place: Rect, lines: usize, text: String, color: Color32) {
    if text.is_empty() {
        return;
    }
    let font = TextStyle::Small.resolve(ui.style());
    let mut job = LayoutJob::simple(text, font, color, place.width());
    job.wrap.max_rows = lines_of(ui, lines);
    ui.new_child(UiBuilder::new().max_rect(place)).label(job);
}
