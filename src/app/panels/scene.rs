//! Which scene: its picture, its notes, and the way to the others.

use egui::{RichText, Ui};

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::{icons, theme, thumbnails, widgets};

/// Draws the scene's card.
pub fn scene_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "scene-title", true, |ui| {
        let palette = theme::palette(ui);
        if let Some(name) = desk.name
            && let Some(picture) = thumbnails::texture(ui.ctx(), name)
        {
            let width = ui.available_width();
            let image = egui::Image::new((picture, egui::vec2(width, width * thumbnails::ASPECT))).corner_radius(8);
            ui.add(image);
        }
        ui.label(RichText::new(&desk.origin.title).heading());
        let description = desk.origin.description.clone();
        ui.label(RichText::new(description).color(palette.muted).size(12.0));
        ui.horizontal(|ui| {
            if widgets::button(ui, icons::IMAGES_SQUARE, "scene-choose", true).clicked() {
                desk.gallery_open = true;
            }
            if widgets::icon_button(ui, icons::CARET_LEFT, "scene-previous", false).clicked() {
                desk.ask(Action::NextScene(-1));
            }
            if widgets::icon_button(ui, icons::CARET_RIGHT, "scene-next", false).clicked() {
                desk.ask(Action::NextScene(1));
            }
            if widgets::icon_button(ui, icons::COPY, "scene-copy", false).clicked() {
                desk.ask(Action::CopyScene);
            }
        });
        if !desk.origin.inaccuracies.is_empty() {
            widgets::section(ui, "scene-inaccuracies", false, |ui| {
                ui.label(RichText::new(desk.origin.inaccuracies.clone()).color(palette.muted).size(12.0));
            });
        }
    });
}
