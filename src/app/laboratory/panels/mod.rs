//! The laboratory: a list of experiments on the left, above the galaxy, and a page of the chosen
//! one.

mod chart;
mod drawing;
pub mod fields;
mod kernels;
pub mod list;
mod page;
mod plane_tree;
mod table;

use egui::{CentralPanel, Frame, Key, Margin, Modifiers, Panel, Ui};

use crate::app::laboratory::{Laboratory, keys::pressed};
use crate::app::shell::{painter::Pictures, theme, widgets};
use crate::app::simulation::{desk::Desk, panels::notices};

pub use page::page_ui;

/// Draws the laboratory. `pictures` are the desk's targets.
pub fn laboratory_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    laboratory: &mut Laboratory,
    pictures: Pictures,
) -> Vec<(Key, Modifiers)> {
    let left = pressed(ui, &mut desk.shell, laboratory);
    let palette = theme::palette(ui);
    let frame = widgets::panel_frame(ui);
    Panel::left("laboratory").exact_size(theme::SIDE).resizable(false).frame(frame).show(
        ui,
        |ui| {
            list::list_ui(ui, desk, laboratory, pictures);
        },
    );
    let frame = Frame::new()
        .fill(palette.field.lerp_to_gamma(palette.panel, 0.6))
        .inner_margin(Margin::symmetric(24, 16));
    CentralPanel::default().frame(frame).show(ui, |ui| {
        notices::below_ui(ui, desk);
        page::page_ui(ui, &mut desk.shell, laboratory);
    });
    left
}
