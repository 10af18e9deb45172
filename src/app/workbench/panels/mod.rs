//! The workbench: kernels, their breaks and exercises on the left, the editor in the middle, what
//! came of a run beside it.

mod editor;
mod field;
mod list;
mod page;
mod results;

use egui::{CentralPanel, Frame, Key, Margin, Modifiers, Panel, Ui};

use crate::app::shell::{painter::Pictures, state::Shell, theme, widgets};
use crate::app::simulation::{panels::notices, run::Run};
use crate::app::workbench::{Workbench, keys::pressed};

pub use list::model;
pub use page::page_ui;

/// Draws the workbench. `pictures` are the desk's targets.
pub fn workbench_ui(
    ui: &mut Ui,
    shell: &mut Shell,
    run: &mut Run,
    workbench: &mut Workbench,
    pictures: Pictures,
) -> Vec<(Key, Modifiers)> {
    workbench.asked = None;
    let left = pressed(ui, shell, workbench);
    let palette = theme::palette(ui);
    let frame = widgets::panel_frame(ui);
    Panel::left("workbench").exact_size(theme::SIDE).resizable(false).frame(frame).show(ui, |ui| {
        list::list_ui(ui, shell, run, workbench, pictures);
    });
    let frame = Frame::new()
        .fill(palette.field.lerp_to_gamma(palette.panel, 0.6))
        .inner_margin(Margin::symmetric(20, 14));
    CentralPanel::default().frame(frame).show(ui, |ui| {
        notices::below_ui(ui, shell, run);
        page::page_ui(ui, shell, workbench);
    });
    left
}
