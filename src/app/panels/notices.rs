//! Notices above the picture's lower edge, and the hint on the first start.

use egui::{Align2, Area, Frame, Id, Margin, Order, RichText, Stroke, Ui};

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::view::View;
use crate::app::words::t;
use crate::app::{icons, theme, widgets};

/// Frames until the first-start hint disappears, about a quarter of a minute.
const HINT_FRAMES: u64 = 900;

/// Draws the notices.
pub fn notices_ui(ui: &mut Ui, desk: &mut Desk) {
    // Above the scale bar and the legend.
    let place = ui.max_rect().center_bottom() - egui::vec2(0.0, 16.0 * theme::GRID);
    // On the tour, the caption is there.
    let top = ui.max_rect().center_top() + egui::vec2(0.0, 4.0 * theme::GRID);
    let (pivot, place) = if desk.is_tour() { (Align2::CENTER_TOP, top) } else { (Align2::CENTER_BOTTOM, place) };
    // Hint and offer are about the simulation.
    let is_simulation = !matches!(desk.view, View::Laboratory | View::Workbench | View::Classroom);
    let is_hinting = is_simulation && !desk.settings.hint_seen && !desk.is_tour();
    let is_offering = is_simulation && desk.rescue.as_ref().is_some_and(|rescue| rescue.offer().is_some());
    if desk.notices.is_empty() && !is_hinting && !is_offering {
        return;
    }
    if is_hinting && desk.frames > HINT_FRAMES {
        desk.settings.hint_seen = true;
    }
    let width = (ui.max_rect().width() - 8.0 * theme::GRID).clamp(120.0, 640.0);
    let (mut closed, mut answer, mut shows_folder) = (None, None, false);
    Area::new(Id::unique("notices")).order(Order::Foreground).pivot(pivot).fixed_pos(place).show(ui.ctx(), |ui| {
        ui.set_max_width(width);
        let palette = theme::palette(ui);
        let card = Frame::new().fill(palette.panel.gamma_multiply(0.94)).corner_radius(8).inner_margin(Margin::symmetric(12, 8));
        for (place, notice) in desk.notices.iter().enumerate() {
            let edge = if notice.is_warning { palette.warning } else { palette.line };
            card.stroke(Stroke::new(1.0, edge)).show(ui, |ui| {
                ui.horizontal(|ui| {
                    let (icon, color) =
                        if notice.is_warning { (icons::WARNING, palette.warning) } else { (icons::INFO, palette.accent) };
                    ui.label(RichText::new(icon).size(theme::ICON).color(color));
                    ui.vertical(|ui| {
                        ui.set_max_width(width - 96.0);
                        ui.label(&notice.text);
                    });
                    if notice.is_written {
                        shows_folder |= widgets::icon_button(ui, icons::FOLDER_OPEN, "pictures-folder", false).clicked();
                    }
                    if notice.is_warning && widgets::icon_button(ui, icons::X, "notice-close", false).clicked() {
                        closed = Some(place);
                    }
                });
            });
        }
        if is_offering {
            card.stroke(Stroke::new(1.0, palette.accent)).show(ui, |ui| answer = offer_ui(ui));
        } else if is_hinting && desk.notices.is_empty() {
            card.stroke(Stroke::new(1.0, palette.line)).show(ui, |ui| ui.label(t!("hint-first")));
        }
    });
    if let Some(place) = closed {
        desk.notices.close(place);
    }
    if shows_folder {
        desk.ask(Action::ShowFolder);
    }
    if let Some(is_wanted) = answer {
        desk.ask(Action::Rescue(is_wanted));
    }
}

/// Offers to continue the run that was cut off. Returns the answer.
fn offer_ui(ui: &mut Ui) -> Option<bool> {
    ui.label(t!("rescue-offer"));
    ui.horizontal(|ui| {
        let goes_on = widgets::button(ui, icons::PLAY, "rescue-continue", true).clicked();
        let is_discarded = widgets::button(ui, icons::TRASH, "rescue-discard", false).clicked();
        if goes_on { Some(true) } else { is_discarded.then_some(false) }
    })
    .inner
}
