//! Every scene that the program carries, with its picture and notes, to choose from.

use egui::{Id, Modal, RichText, Sense, Ui, vec2};
use starshell::scene::{Embedded, embedded};

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::words::t;
use crate::app::{icons, theme, thumbnails, widgets};

const CARD: f32 = 208.0;

/// Draws the gallery, where it is open.
pub fn gallery_ui(ui: &mut Ui, desk: &mut Desk) {
    if !desk.gallery_open {
        return;
    }
    let screen = ui.ctx().content_rect();
    let columns = ((screen.width() - 96.0) / (CARD + 12.0)).floor().clamp(1.0, 5.0) as usize;
    let shown = Modal::new(Id::unique("gallery")).show(ui.ctx(), |ui| {
        ui.set_width(columns as f32 * (CARD + 12.0));
        ui.horizontal(|ui| {
            ui.label(RichText::new(t!("gallery-title")).heading());
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if widgets::icon_button(ui, icons::X, "gallery-close", false).clicked() {
                    desk.gallery_open = false;
                }
            });
        });
        widgets::note(ui, t!("gallery-note"));
        ui.add_space(theme::GRID);
        // As high as the window allows: by itself an overlay is 400 points.
        let room = screen.height() - 190.0;
        egui::ScrollArea::vertical().max_height(room).min_scrolled_height(room).show(ui, |ui| {
            for row in embedded().chunks(columns) {
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = 12.0;
                    for scene in row {
                        if card_ui(ui, scene, Some(scene.name) == desk.name) {
                            desk.ask(Action::Scene(scene.name.to_owned()));
                            desk.gallery_open = false;
                        }
                    }
                });
                ui.add_space(2.0 * theme::GRID);
            }
        });
    });
    if shown.should_close() {
        desk.gallery_open = false;
    }
}

/// One scene's card. Whether it was clicked.
fn card_ui(ui: &mut Ui, scene: &Embedded, is_chosen: bool) -> bool {
    let palette = theme::palette(ui);
    let height = CARD * thumbnails::ASPECT;
    let (rect, response) = ui.allocate_exact_size(vec2(CARD, height + 26.0), Sense::click());
    let title = &scene.scene.title;
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_chosen, title));
    let picture = egui::Rect::from_min_size(rect.min, vec2(CARD, height));
    match thumbnails::texture(ui.ctx(), scene.name) {
        Some(texture) => egui::Image::new((texture, picture.size())).corner_radius(8).paint_at(ui, picture),
        None => {
            ui.painter().rect_filled(picture, 8.0, palette.field);
        }
    }
    if is_chosen || response.hovered() || response.has_focus() {
        let width = if is_chosen { 2.0 } else { 1.0 };
        ui.painter().rect_stroke(picture, 8.0, egui::Stroke::new(width, palette.accent), egui::StrokeKind::Outside);
    }
    let font = egui::TextStyle::Body.resolve(ui.style());
    let color = if is_chosen { palette.accent } else { palette.text };
    ui.painter().text(rect.left_bottom() - vec2(0.0, 2.0), egui::Align2::LEFT_BOTTOM, title, font, color);
    response.on_hover_text(&scene.scene.description).on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
}
