//! Speeds, in small figures in the corner of the picture.

use egui::{RichText, Ui};

use super::guides;
use crate::app::desk::Desk;
use crate::app::theme;
use crate::app::words::{self, t};

/// Floating-point operations an interaction, as everybody has counted since the CUDA sample.
const FLOP: f64 = 20.0;

/// Draws the speeds.
pub fn hud_ui(ui: &mut Ui, desk: &Desk) {
    let rates = &desk.rates;
    let simulation = desk.session.simulation();
    let count = f64::from(simulation.bodies().count());
    let forces = f64::from(simulation.parameters().integrator.forces_a_step());
    let interactions = rates.steps_a_second * forces * count * count;
    let lines = [
        desk.gpu().adapter_name().to_owned(),
        t!("hud-bodies", count = words::grouped(count as u64)),
        t!("hud-frames", rate = format!("{:.1}", rates.frames_a_second)),
        t!(
            "hud-steps",
            rate = if rates.steps_a_second < 0.1 {
                words::number(rates.steps_a_second)
            } else {
                format!("{:.1}", rates.steps_a_second)
            }
        ),
        t!("hud-interactions", rate = words::prefixed(interactions)),
        t!("hud-flops", rate = words::prefixed(interactions * FLOP)),
    ];
    let step = simulation.step().filter(|_| simulation.parameters().adaptive.is_some());
    let step = step.map(|step| t!("hud-step", step = words::number(step)));
    let corner = ui.max_rect().left_top() + egui::vec2(4.0 * theme::GRID, 3.0 * theme::GRID);
    let area = egui::Rect::from_min_size(corner, egui::vec2(260.0, 140.0));
    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(area));
    ui.spacing_mut().item_spacing.y = 1.0;
    for line in lines.into_iter().chain(step) {
        let text = RichText::new(line).size(theme::SMALL).color(guides::on_picture(desk).text.gamma_multiply(0.75));
        ui.add(egui::Label::new(text).selectable(false));
    }
}
