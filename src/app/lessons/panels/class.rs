//! The class that answers on its phones: how to join it, and what it answers.

use std::time::Duration;

use egui::{Align2, CentralPanel, Color32, FontId, Frame, Margin, Rect, RichText, Sense, Ui, vec2};
use starshell::words::t;

use crate::app::icons;
use crate::app::lessons::room::Room;
use crate::app::shell::{theme, widgets};
use crate::class::Code;
use crate::lesson::Question;

/// How often it is looked at what has arrived.
const OFTEN: Duration = Duration::from_millis(500);
/// White squares around a QR code, without which phones do not find it.
const MARGIN: f32 = 4.0;

/// Draws the way to join, large enough for the back of a room.
pub fn join_ui(ui: &mut Ui, room: &mut Room) {
    let Some(class) = room.classroom.class.clone() else { return };
    let palette = theme::palette(ui);
    let frame = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(24, 16));
    CentralPanel::default().frame(frame).show(ui, |ui| {
        let size = 1.3 * theme::title_size(ui);
        ui.vertical_centered(|ui| {
            let line = t!("class-at", address = class.address(), code = class.code());
            ui.label(RichText::new(line).size(size).family(theme::strong()).color(palette.text));
            ui.add_space(theme::GRID);
            let side = (ui.available_height() - 3.0 * size - 12.0 * theme::GRID)
                .min(ui.available_width())
                .max(120.0);
            code_ui(ui, &class.link(), side);
            ui.add_space(theme::GRID);
            let count = t!("class-pupils", count = class.pupils());
            ui.label(RichText::new(count).size(size).color(palette.text));
            if widgets::button(ui, icons::PLAY, "class-begin", true).clicked() {
                room.classroom.shows_code = false;
            }
        });
    });
    ui.ctx().request_repaint_after(OFTEN);
}

/// Draws a link as a QR code: dark on white, whatever the colours of the window.
fn code_ui(ui: &mut Ui, link: &str, side: f32) {
    let Some(code) = Code::new(link) else { return };
    let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    let square = side / (code.side as f32 + 2.0 * MARGIN);
    ui.painter().rect_filled(rect, 4.0, Color32::WHITE);
    for [x, y] in (0..code.side).flat_map(|y| (0..code.side).map(move |x| [x, y])) {
        if code.is_dark(x, y) {
            let at = rect.min + square * (vec2(x as f32, y as f32) + vec2(MARGIN, MARGIN));
            // Seams between squares would be seen.
            let whole = Rect::from_min_size(at, vec2(square, square)).expand(0.25);
            ui.painter().rect_filled(whole, 0.0, Color32::BLACK);
        }
    }
    let name = t!("class-picture", link = link);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
}

/// How many pupils chose each option of the card, once that is revealed.
pub fn shown(room: &Room) -> Option<Vec<usize>> {
    room.classroom.class.as_ref()?.shown(room.classroom.place)
}

/// Draws how many chose an option over its row: as a bar, and as a number at its end.
pub fn bar_ui(ui: &Ui, row: Rect, place: usize, counts: &[usize]) {
    let palette = theme::palette(ui);
    let count = counts.get(place).copied().unwrap_or_default();
    let share = count as f32 / counts.iter().sum::<usize>().max(1) as f32;
    let filled = row.with_max_x(egui::lerp(row.x_range(), share));
    ui.painter().rect_filled(filled, 4.0, palette.accent.gamma_multiply(0.22));
    let font = FontId::new(theme::title_size(ui), theme::strong());
    let at = row.right_center() - vec2(4.0, 0.0);
    ui.painter().text(at, Align2::RIGHT_CENTER, count.to_string(), font, palette.accent);
}

/// Draws how many of the class have answered, and the button that shows what.
pub fn answers_ui(ui: &mut Ui, room: &mut Room, question: &Question) {
    let Some(class) = room.classroom.class.clone().filter(|_| !question.options().is_empty())
    else {
        return;
    };
    let (palette, place) = (theme::palette(ui), room.classroom.place);
    ui.horizontal_wrapped(|ui| {
        let is_shown = class.shown(place).is_some();
        let button = |ui: &mut Ui| widgets::button(ui, icons::EYE, "class-reveal", false);
        if ui.add_enabled_ui(!is_shown, button).inner.clicked() {
            class.reveal(place);
        }
        let told = t!("class-answered", count = class.answered(place), all = class.pupils());
        ui.label(RichText::new(told).color(palette.muted));
    });
    ui.ctx().request_repaint_after(OFTEN);
}
