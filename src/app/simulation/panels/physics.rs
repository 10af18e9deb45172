//! Physics settings, all of which can change while the simulation runs.

use egui::Ui;
use starshell::physics::Parameters;
use starshell::scene::Section;
use starshell::words::{self, t};

use crate::app::shell::{icons, widgets};
use crate::app::simulation::{
    action::Action,
    desk::Desk,
    panels::{
        gravity::gravity_ui,
        setting::{section_ui, setting_ui},
    },
};

/// Initial accuracy of adaptive steps: that of GADGET, which is 0.02 in its own measure.
const ACCURACY: f64 = 0.2;

/// Draws all of the physics, as a part of a lesson's panel.
pub fn physics_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "physics-title", true, |ui| {
        setting_ui(ui, desk, "physics.time_step");
        adaptive_ui(ui, desk);
        let others = ["physics.softening", "physics.damping", "physics.integrator"];
        others.iter().for_each(|key| setting_ui(ui, desk, key));
        section_ui(ui, desk, Section::Computing);
        forces_ui(ui, desk);
        reset_ui(ui, desk);
    });
}

/// Draws what everybody may want to change: time step, softening, damping, integrator.
pub fn essentials_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "physics-title", true, |ui| section_ui(ui, desk, Section::Physics));
}

/// Draws the rest.
pub fn advanced_ui(ui: &mut Ui, desk: &mut Desk) {
    adaptive_ui(ui, desk);
    section_ui(ui, desk, Section::Computing);
    forces_ui(ui, desk);
    reset_ui(ui, desk);
}

/// Draws how the forces are summed.
fn forces_ui(ui: &mut Ui, desk: &mut Desk) {
    let before = desk.stage.session.scene().physics;
    let mut physics = before;
    gravity_ui(ui, desk, &mut physics);
    if physics != before {
        desk.ask(Action::Physics(physics));
    }
}

fn reset_ui(ui: &mut Ui, desk: &mut Desk) {
    let differs = desk.stage.session.scene().physics != desk.origin.scene.physics;
    let reset = |ui: &mut Ui| widgets::button(ui, icons::ARROW_COUNTER_CLOCKWISE, "physics-reset", false);
    if ui.add_enabled_ui(differs, reset).inner.clicked() {
        desk.ask(Action::ResetPhysics);
    }
}

/// Draws whether steps are adaptive, how accurate, and how long they are now.
fn adaptive_ui(ui: &mut Ui, desk: &mut Desk) {
    let physics = desk.stage.session.scene().physics;
    // Those on the processor divide steps themselves.
    if physics.integrator.is_hosted() {
        return;
    }
    let mut is_adaptive = physics.adaptive.is_some();
    if widgets::switch(ui, "physics-adaptive", &mut is_adaptive) {
        let adaptive = is_adaptive.then_some(ACCURACY);
        desk.ask(Action::Physics(Parameters { adaptive, ..physics }));
    }
    if physics.adaptive.is_some() {
        setting_ui(ui, desk, "physics.adaptive");
        let step = desk.stage.session.simulation().step();
        widgets::kept_note(ui, 1, step.map_or_else(String::new, |step| t!("physics-step-now", step = words::number(step))));
    }
}
