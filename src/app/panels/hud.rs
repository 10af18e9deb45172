//! Small figures in the corner of the picture: bodies and frame rate, and the details of performance if wanted.

use egui::{Rect, RichText, Ui};
use starshell::scene::Quantity;

use super::guides;
use crate::app::desk::Desk;
use crate::app::theme;
use crate::app::words::{self, t};

/// Floating-point operations per interaction, by the convention of the CUDA sample.
const FLOP: f64 = 20.0;

/// Draws the figures in the corner of the picture in `rect`.
pub fn hud_ui(ui: &mut Ui, desk: &Desk, rect: Rect) {
    let rates = &desk.stage.rates;
    let simulation = desk.stage.session.simulation();
    let count = f64::from(simulation.bodies().count());
    let forces = f64::from(simulation.parameters().integrator.forces_per_step());
    let interactions = rates.steps_per_second * forces * count * count;
    let lines = [
        t!("hud-bodies", count = words::grouped(count as u64)),
        t!("hud-frames", rate = format!("{:.1}", rates.frames_per_second)),
    ];
    let details = [
        t!(
            "hud-steps",
            rate = if rates.steps_per_second < 0.1 {
                words::number(rates.steps_per_second)
            } else {
                format!("{:.1}", rates.steps_per_second)
            }
        ),
        t!("hud-interactions", rate = words::prefixed(interactions)),
        t!("hud-flops", rate = words::prefixed(interactions * FLOP)),
        desk.gpu().adapter_name().to_owned(),
    ];
    let details = details.into_iter().filter(|_| desk.settings.hud_details);
    let step = simulation.step().filter(|_| simulation.parameters().adaptive.is_some());
    let step = step.map(|step| t!("hud-step", step = desk.stage.numbers().text(Quantity::Time, step)));
    // In a comparison, below the name of the half.
    let top = if desk.beside.is_some() { 9.0 } else { 3.0 };
    let corner = rect.left_top() + egui::vec2(4.0 * theme::GRID, top * theme::GRID);
    let area = Rect::from_min_size(corner, egui::vec2((rect.width() - 4.0 * theme::GRID).clamp(16.0, 260.0), 140.0));
    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(area));
    let palette = guides::on_picture(desk);
    let frame = egui::Frame::new().fill(guides::backing(&palette)).corner_radius(theme::GRID).inner_margin(1.5 * theme::GRID);
    frame.show(&mut ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for line in lines.into_iter().chain(step).chain(details) {
            let text = RichText::new(line).size(theme::SMALL).color(palette.text.gamma_multiply(0.75));
            ui.add(egui::Label::new(text).selectable(false));
        }
    });
}
