//! Physics settings, all of which can change while the simulation runs.

use egui::Ui;
use starshell::scene::Section;
use starshell::words::{self, t};

use crate::app::commands::Command;
use crate::app::icons;
use crate::app::shell::widgets;
use crate::app::simulation::{
    desk::Desk,
    panels::{gravity::gravity_ui, setting::section_ui},
};

/// Draws all of the physics, as a part of a lesson's panel.
pub fn physics_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "physics-title", true, |ui| {
        section_ui(ui, desk, Section::Physics);
        advanced_ui(ui, desk);
    });
}

/// Draws what everybody may want to change: time step, softening, damping, integrator.
pub fn essentials_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "physics-title", true, |ui| section_ui(ui, desk, Section::Physics));
}

/// Draws the rest.
pub fn advanced_ui(ui: &mut Ui, desk: &mut Desk) {
    section_ui(ui, desk, Section::Computing);
    step_ui(ui, desk);
    forces_ui(ui, desk);
    reset_ui(ui, desk);
}

/// Draws how the forces are summed.
fn forces_ui(ui: &mut Ui, desk: &mut Desk) {
    let before = desk.stage.session.scene().physics;
    let mut physics = before;
    gravity_ui(ui, desk, &mut physics);
    if physics != before {
        desk.ask(Command::Physics(physics));
    }
}

fn reset_ui(ui: &mut Ui, desk: &mut Desk) {
    let differs = desk.stage.session.scene().physics != desk.origin.scene.physics;
    let reset =
        |ui: &mut Ui| widgets::button(ui, icons::ARROW_COUNTER_CLOCKWISE, "physics-reset", false);
    if ui.add_enabled_ui(differs, reset).inner.clicked() {
        desk.ask(Command::ResetPhysics);
    }
}

/// Draws how long adaptive steps are now.
fn step_ui(ui: &mut Ui, desk: &Desk) {
    if desk.stage.session.scene().physics.adaptive.is_some() {
        let step = desk.stage.session.simulation().step();
        widgets::kept_note(
            ui,
            1,
            step.map_or_else(String::new, |step| {
                t!("physics-step-now", step = words::number(step))
            }),
        );
    }
}
