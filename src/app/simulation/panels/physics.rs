//! Physics settings, all of which can change while the simulation runs.

use egui::Ui;
use starshell::scene::Section;
use starshell::words::{self, t};

use crate::app::commands::Command;
use crate::app::icons;
use crate::app::shell::{state::Shell, widgets};
use crate::app::simulation::{
    panels::{gravity::gravity_ui, setting::section_ui},
    run::Run,
    tuning::Tuning,
};

/// Draws all of the physics, as a part of a lesson's panel.
pub fn physics_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, tuning: &mut Tuning) {
    widgets::section(ui, "physics-title", true, |ui| {
        section_ui(ui, shell, run, Section::Physics);
        advanced_ui(ui, shell, run, tuning);
    });
}

/// Draws what everybody may want to change: time step, softening, damping, integrator.
pub fn essentials_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    widgets::section(ui, "physics-title", true, |ui| section_ui(ui, shell, run, Section::Physics));
}

/// Draws the rest.
pub fn advanced_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, tuning: &mut Tuning) {
    section_ui(ui, shell, run, Section::Computing);
    step_ui(ui, run);
    forces_ui(ui, shell, run, tuning);
    reset_ui(ui, shell, run);
}

/// Draws what pulls beside the bodies.
pub fn external_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    let is_some = run.origin.scene.physics.external.is_some();
    widgets::section(ui, "external-title", is_some, |ui| {
        section_ui(ui, shell, run, Section::External);
    });
}

/// Draws how the forces are summed.
fn forces_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, tuning: &mut Tuning) {
    let before = run.stage.session.scene().physics;
    let mut physics = before;
    gravity_ui(ui, shell, run, tuning, &mut physics);
    if physics != before {
        shell.ask(Command::Physics(physics));
    }
}

fn reset_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    let differs = run.stage.session.scene().physics != run.origin.scene.physics;
    let reset =
        |ui: &mut Ui| widgets::button(ui, icons::ARROW_COUNTER_CLOCKWISE, "physics-reset", false);
    if ui.add_enabled_ui(differs, reset).inner.clicked() {
        shell.ask(Command::ResetPhysics);
    }
}

/// Draws how long adaptive steps are now.
fn step_ui(ui: &mut Ui, run: &Run) {
    if run.stage.session.scene().physics.adaptive.is_some() {
        let step = run.stage.session.simulation().elapsed().step();
        widgets::kept_note(
            ui,
            1,
            step.map_or_else(String::new, |step| {
                t!("physics-step-now", step = words::number(step))
            }),
        );
    }
}
