//! What is on the screen, a file a panel: the picture in the middle, panels docked at the sides, the transport below.

mod bodies;
mod body;
mod chart;
mod gallery;
mod guides;
mod help;
mod hud;
pub mod model;
mod notices;
pub mod physics;
mod picture;
pub mod program;
mod scene;
mod science;
mod transport;
mod view;

use egui::{CentralPanel, Frame, Panel, ScrollArea, Ui};

use super::desk::Desk;
use super::{theme, widgets};

/// Least width of the picture beside panels.
const PICTURE: f32 = 240.0;

/// Draws everything. `picture` is what the desk's target is called by whoever paints, where there is one.
pub fn ui(ui: &mut Ui, desk: &mut Desk, picture: Option<egui::TextureId>) {
    ui.ctx().set_theme(if desk.settings.light { egui::Theme::Light } else { egui::Theme::Dark });
    ui.ctx().set_zoom_factor(if desk.is_projector() { theme::PROJECTOR_ZOOM } else { 1.0 });
    picture::keys(ui, desk);
    if !desk.panels_hidden {
        let frame = widgets::panel_frame(ui);
        Panel::bottom("transport")
            .exact_size(theme::BAR)
            .resizable(false)
            .frame(frame)
            .show(ui, |ui| transport::transport_ui(ui, desk));
        // In a narrow window the picture keeps room, and the panels at the sides give way.
        let room = ui.available_width() - PICTURE;
        let is_left = desk.settings.left_open && room >= theme::SIDE;
        let is_right = desk.settings.right_open && room >= theme::SIDE * if is_left { 2.0 } else { 1.0 };
        if is_left {
            side(ui, Panel::left("left"), |ui| {
                scene::scene_ui(ui, desk);
                bodies::bodies_ui(ui, desk);
                physics::physics_ui(ui, desk);
                model::model_ui(ui, desk);
            });
        }
        if is_right {
            side(ui, Panel::right("right"), |ui| {
                body::hands_ui(ui, desk);
                science::science_ui(ui, desk);
                view::view_ui(ui, desk);
                program::program_ui(ui, desk);
            });
        }
    }
    let sky = if desk.session.scene().look.negative { egui::Color32::WHITE } else { theme::palette(ui).sky };
    CentralPanel::default().frame(Frame::new().fill(sky)).show(ui, |ui| {
        picture::picture_ui(ui, desk, picture);
        if desk.settings.hud && !desk.panels_hidden {
            hud::hud_ui(ui, desk);
        }
        notices::notices_ui(ui, desk);
    });
    science::enlarged_ui(ui, desk);
    gallery::gallery_ui(ui, desk);
    help::help_ui(ui, desk);
}

/// A panel at a side, whose contents scroll.
fn side(ui: &mut Ui, panel: Panel, contents: impl FnOnce(&mut Ui)) {
    let frame = widgets::panel_frame(ui);
    panel.exact_size(theme::SIDE).resizable(false).frame(frame).show(ui, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            // Room for the bar that scrolls, so that it never covers a number.
            ui.set_max_width(ui.available_width() - theme::GRID);
            contents(ui);
        });
    });
}
