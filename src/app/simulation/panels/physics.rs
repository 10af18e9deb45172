//! Physics settings, all of which can change while the simulation runs.

use egui::Ui;
use starshell::name::Named;
use starshell::physics::{Integrator, Parameters, Precision};
use starshell::words::{self, t};

use crate::app::shell::{
    icons,
    widgets::{self, Scale},
};
use crate::app::simulation::{action::Action, desk::Desk, panels::gravity::gravity_ui};

/// Initial accuracy of adaptive steps: that of GADGET, which is 0.02 in its own measure.
const ACCURACY: f64 = 0.2;

/// Draws all of the physics, as a part of a lesson's panel.
pub fn physics_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "physics-title", true, |ui| {
        changes(ui, desk, |ui, desk, physics| {
            time_step_ui(ui, desk, physics);
            adaptive_ui(ui, desk, physics);
            lengths_ui(ui, desk, physics);
            computing_ui(ui, desk, physics);
        });
        reset_ui(ui, desk);
    });
}

/// Draws what everybody may want to change: time step, softening, damping, integrator.
pub fn essentials_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "physics-title", true, |ui| {
        changes(ui, desk, |ui, desk, physics| {
            time_step_ui(ui, desk, physics);
            lengths_ui(ui, desk, physics);
        });
    });
}

/// Draws the rest.
pub fn advanced_ui(ui: &mut Ui, desk: &mut Desk) {
    changes(ui, desk, |ui, desk, physics| {
        adaptive_ui(ui, desk, physics);
        computing_ui(ui, desk, physics);
    });
    reset_ui(ui, desk);
}

/// Asks for what `controls` change.
fn changes(ui: &mut Ui, desk: &mut Desk, controls: impl FnOnce(&mut Ui, &mut Desk, &mut Parameters)) {
    let before = desk.stage.session.scene().physics;
    let mut physics = before;
    controls(ui, desk, &mut physics);
    if physics != before {
        desk.ask(Action::Physics(physics));
    }
}

fn time_step_ui(ui: &mut Ui, desk: &Desk, physics: &mut Parameters) {
    let own = desk.origin.scene.physics.time_step;
    let step = Scale::logarithmic((own / 100.0).max(1e-9), own * 20.0);
    widgets::slider(ui, "physics-time-step", &mut physics.time_step, step);
}

fn lengths_ui(ui: &mut Ui, desk: &Desk, physics: &mut Parameters) {
    let most = (10.0 * desk.origin.scene.physics.softening).max(0.5);
    widgets::slider(ui, "physics-softening", &mut physics.softening, Scale::linear(0.0, most));
    widgets::slider(ui, "physics-damping", &mut physics.damping, Scale::linear(0.9, 1.0));
    let integrators: Vec<_> = Integrator::ALL.iter().map(|integrator| (*integrator, integrator.name())).collect();
    let mut integrator = physics.integrator;
    widgets::choose(ui, "physics-integrator", "integrator", &mut integrator, &integrators);
    if integrator != physics.integrator {
        *physics = physics.with_integrator(integrator);
    }
}

/// Draws how the forces are computed: precision and gravity.
fn computing_ui(ui: &mut Ui, desk: &mut Desk, physics: &mut Parameters) {
    let supported = Precision::ALL.iter().filter(|precision| precision.is_supported(&desk.shell.gpu));
    let precisions: Vec<_> = supported.map(|precision| (*precision, word_of(*precision))).collect();
    widgets::choose(ui, "physics-precision", "precision", &mut physics.precision, &precisions);
    gravity_ui(ui, desk, physics);
}

fn reset_ui(ui: &mut Ui, desk: &mut Desk) {
    let differs = desk.stage.session.scene().physics != desk.origin.scene.physics;
    let reset = |ui: &mut Ui| widgets::button(ui, icons::ARROW_COUNTER_CLOCKWISE, "physics-reset", false);
    if ui.add_enabled_ui(differs, reset).inner.clicked() {
        desk.ask(Action::ResetPhysics);
    }
}

/// Draws whether steps are adaptive, how accurate, and how long they are now.
fn adaptive_ui(ui: &mut Ui, desk: &Desk, physics: &mut Parameters) {
    // Those on the processor divide steps themselves.
    if physics.integrator.is_hosted() {
        return;
    }
    let mut is_adaptive = physics.adaptive.is_some();
    if widgets::switch(ui, "physics-adaptive", &mut is_adaptive) {
        physics.adaptive = is_adaptive.then_some(ACCURACY);
    }
    if let Some(accuracy) = &mut physics.adaptive {
        widgets::slider(ui, "physics-accuracy", accuracy, Scale::logarithmic(0.01, 1.0));
        let step = desk.stage.session.simulation().step();
        widgets::kept_note(ui, 1, step.map_or_else(String::new, |step| t!("physics-step-now", step = words::number(step))));
    }
}

/// The precision as part of a text key, which cannot contain a plus sign.
pub fn word_of(precision: Precision) -> &'static str {
    match precision {
        Precision::Pair => "f32-plus",
        other => other.name(),
    }
}
