//! The workbench: kernels, their breaks and exercises on the left, the editor in the middle, what
//! came of a run beside it.

mod editor;
mod field;
mod list;
mod page;
mod results;

use egui::{CentralPanel, Frame, Key, Margin, Modifiers, Panel, Ui};

use crate::app::shell::{painter::Pictures, theme, widgets};
use crate::app::simulation::{desk::Desk, panels::notices};
use crate::app::workbench::{Workbench, keys::pressed};

pub use page::page_ui;

/// Draws the workbench. `pictures` are the desk's targets.
pub fn workbench_ui(
    ui: &mut Ui,
    desk: &mut Desk,
    workbench: &mut Workbench,
    pictures: Pictures,
) -> Vec<(Key, Modifiers)> {
    workbench.asked = None;
    let left = pressed(ui, &mut desk.shell, workbench);
    let palette = theme::palette(ui);
    let frame = widgets::panel_frame(ui);
    Panel::left("workbench").exact_size(theme::SIDE).resizable(false).frame(frame).show(ui, |ui| {
        list::list_ui(ui, desk, workbench, pictures);
    });
    let frame = Frame::new()
        .fill(palette.field.lerp_to_gamma(palette.panel, 0.6))
        .inner_margin(Margin::symmetric(20, 14));
    CentralPanel::default().frame(frame).show(ui, |ui| {
        notices::below_ui(ui, desk);
        page::page_ui(ui, &mut desk.shell, workbench);
    });
    left
}
