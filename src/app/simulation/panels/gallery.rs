//! Every built-in scene with its picture and notes, to choose from.

use egui::{Align2, Id, Modal, Rect, Sense, Stroke, StrokeKind, TextStyle, Ui, pos2, vec2};
use starshell::scene::{Embedded, embedded};
use starshell::words::{self, t};

use crate::app::shell::{icons, theme, view::View, widgets};
use crate::app::simulation::{action::Action, desk::Desk, thumbnails};

const CARD: f32 = 208.0;
/// Height of the two lines under a picture.
const LINES: f32 = 42.0;
/// Space between cards.
const GAP: f32 = 16.0;
/// Width of the outline of a chosen or hovered card.
const OUTLINE: f32 = 2.0;
/// Space that the window needs beside and above the cards.
const AROUND: [f32; 2] = [104.0, 160.0];

/// Draws the gallery, if open.
pub fn gallery_ui(ui: &mut Ui, desk: &mut Desk) {
    if desk.shell.view != View::Gallery {
        return;
    }
    let room = ui.ctx().content_rect().size() - vec2(AROUND[0], AROUND[1]);
    let columns = ((room.x + GAP) / (CARD + GAP)).floor().clamp(1.0, 5.0) as usize;
    let shown = Modal::new(Id::unique("gallery")).show(ui.ctx(), |ui| {
        ui.spacing_mut().scroll = theme::bar();
        // The last gap is that to the scroll bar.
        ui.set_width(columns as f32 * (CARD + GAP) + OUTLINE + ui.spacing().scroll.allocated_width());
        if widgets::heading(ui, &t!("gallery-title"), "gallery-close") {
            desk.shell.view = View::Simulation;
        }
        widgets::note(ui, t!("gallery-note"));
        ui.add_space(2.0 * theme::GRID);
        let height = room.y.max(CARD);
        egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(GAP, GAP);
            // Room for the outline of a chosen or hovered card.
            ui.add_space(OUTLINE);
            for row in embedded().chunks(columns) {
                ui.horizontal_top(|ui| {
                    ui.add_space(OUTLINE);
                    ui.spacing_mut().item_spacing.x = GAP;
                    for scene in row {
                        if card_ui(ui, scene, Some(scene.name) == desk.origin.name) {
                            desk.ask(Action::Scene(scene.name.to_owned()));
                            desk.shell.view = View::Simulation;
                        }
                    }
                });
            }
        });
    });
    if shown.backdrop_response.clicked() {
        desk.shell.view = View::Simulation;
    }
}

/// Draws one scene's card. Returns whether it was clicked.
fn card_ui(ui: &mut Ui, scene: &Embedded, is_chosen: bool) -> bool {
    let palette = theme::palette(ui);
    let size = vec2(CARD, CARD * crate::assets::ASPECT);
    let (rect, response) = ui.allocate_exact_size(size + vec2(0.0, LINES), Sense::click());
    let title = scene.scene.spoken_title();
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_chosen, &title));
    // Start keyboard navigation at the current scene.
    if is_chosen && ui.memory(|memory| memory.focused().is_none()) {
        response.request_focus();
    }
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    if ui.is_rect_visible(rect) {
        let picture = Rect::from_min_size(rect.min, size);
        let painter = ui.painter();
        painter.rect_filled(picture, 8.0, palette.sky);
        if let Some(texture) = thumbnails::texture(ui.ctx(), scene.name) {
            egui::Image::new((texture, size)).corner_radius(8).paint_at(ui, picture);
        }
        let is_near = response.hovered() || response.has_focus();
        if is_chosen || is_near {
            let stroke = Stroke::new(if is_near { 2.0 } else { 1.0 }, palette.accent);
            painter.rect_stroke(picture, 8.0, stroke, StrokeKind::Outside);
        }
        if is_chosen {
            let center = picture.right_top() + vec2(-16.0, 16.0);
            painter.circle_filled(center, 10.0, palette.accent);
            let font = egui::FontId::proportional(theme::BODY);
            painter.text(center, Align2::CENTER_CENTER, icons::CHECK, font, palette.on_accent);
        }
        let line = pos2(picture.left(), picture.bottom() + 6.0);
        let color = if is_chosen { palette.accent } else { palette.text };
        let below = painter.text(line, Align2::LEFT_TOP, title, TextStyle::Body.resolve(ui.style()), color);
        let bodies = t!("gallery-bodies", count = words::grouped(scene.scene.count as u64));
        let small = TextStyle::Small.resolve(ui.style());
        painter.text(below.left_bottom() + vec2(0.0, 2.0), Align2::LEFT_TOP, bodies, small, palette.muted);
    }
    response.on_hover_text(scene.scene.spoken_description()).on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
}
