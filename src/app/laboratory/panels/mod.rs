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
use crate::app::shell::{painter::Pictures, state::Shell, theme, widgets};
use crate::app::simulation::{panels::notices, run::Run};

pub use page::page_ui;

/// Draws the laboratory. `pictures` are the desk's targets.
pub fn laboratory_ui(
    ui: &mut Ui,
    shell: &mut Shell,
    run: &mut Run,
    laboratory: &mut Laboratory,
    pictures: Pictures,
) -> Vec<(Key, Modifiers)> {
    let left = pressed(ui, shell, laboratory);
    let palette = theme::palette(ui);
    let frame = widgets::panel_frame(ui);
    Panel::left("laboratory").exact_size(theme::SIDE).resizable(false).frame(frame).show(
        ui,
        |ui| {
            list::list_ui(ui, shell, run, laboratory, pictures);
        },
    );
    let frame = Frame::new()
        .fill(palette.field.lerp_to_gamma(palette.panel, 0.6))
        .inner_margin(Margin::symmetric(24, 16));
    CentralPanel::default().frame(frame).show(ui, |ui| {
        notices::below_ui(ui, shell, run);
        page::page_ui(ui, shell, laboratory);
    });
    left
}
