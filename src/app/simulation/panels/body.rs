//! Editing: the tools, the picked body, and undo.

use egui::{Grid, Label, RichText, Ui};
use starshell::physics::Body;
use starshell::scene::{Dimension, Scene};

use crate::app::shell::{
    action::Action,
    desk::Desk,
    icons, theme,
    widgets::{self, Scale},
};
use crate::app::simulation::{
    hands::{Edit, Follow, Tool},
    panels::guides::component_name,
};
use starshell::words::{self, t};

/// Draws the tools.
pub fn hands_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "hands-title", true, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = theme::GRID;
            let tools = [
                (Tool::Look, icons::CURSOR, "tool-look"),
                (Tool::Body, icons::PLUS_CIRCLE, "tool-body"),
                (Tool::Cluster, icons::CIRCLES_THREE, "tool-cluster"),
                (Tool::Attract, icons::MAGNET, "tool-attract"),
            ];
            for (tool, icon, key) in tools {
                if widgets::icon_button(ui, icon, key, desk.stage.hands.tool == tool).clicked() {
                    desk.ask(Action::Tool(tool));
                }
            }
            ui.add_space(2.0 * theme::GRID);
            let pasts = &desk.stage.hands.pasts;
            let buttons = [
                (icons::ARROW_U_UP_LEFT, "hands-undo", pasts.next(false).map(|change| change.key), Action::Undo),
                (icons::ARROW_U_UP_RIGHT, "hands-redo", pasts.next(true).map(|change| change.key), Action::Redo),
            ];
            for (icon, key, change, action) in buttons {
                let what = change.map(|change| words::text(change, &[]));
                let button = |ui: &mut Ui| widgets::icon_button_for(ui, icon, key, what.as_deref());
                if ui.add_enabled_ui(change.is_some(), button).inner.clicked() {
                    desk.ask(action);
                }
            }
        });
        match desk.stage.hands.tool {
            Tool::Look => {
                widgets::note(ui, t!("hands-look"));
                speeds_ui(ui, desk);
            }
            Tool::Body | Tool::Cluster => {
                widgets::note(ui, t!("hands-throw"));
                let mut percent = 100.0 * desk.stage.hands.tools.mass;
                if widgets::slider(ui, "hands-mass", &mut percent, Scale::logarithmic(1e-4, 100.0).unit("%")) {
                    desk.stage.hands.tools.mass = (percent / 100.0).clamp(1e-12, 1e6);
                }
                if desk.stage.hands.tool == Tool::Cluster {
                    let count = Scale::logarithmic(2.0, 4096.0).step(1.0);
                    widgets::slider(ui, "hands-cluster-count", &mut desk.stage.hands.tools.cluster_count, count);
                    desk.stage.hands.tools.cluster_count = desk.stage.hands.tools.cluster_count.clamp(2.0, 65_536.0);
                    widgets::slider(
                        ui,
                        "hands-cluster-radius",
                        &mut desk.stage.hands.tools.cluster_radius,
                        Scale::logarithmic(0.005, 1.0),
                    );
                    desk.stage.hands.tools.cluster_radius = desk.stage.hands.tools.cluster_radius.clamp(1e-6, 100.0);
                }
            }
            Tool::Attract => {
                widgets::note(ui, t!("hands-attract"));
                widgets::slider(ui, "hands-strength", &mut desk.stage.hands.tools.strength, Scale::logarithmic(0.05, 20.0));
                desk.stage.hands.tools.strength = desk.stage.hands.tools.strength.clamp(1e-3, 1e3);
            }
        }
    });
}

/// Multiplies the velocities of all bodies.
fn speeds_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::field(ui, "hands-factor", &mut desk.stage.hands.factor, Scale::linear(0.0, 100.0));
    if widgets::button(ui, icons::CHECK, "hands-multiply", false).clicked() {
        desk.ask(Action::Edit(Edit::Accelerate(desk.stage.hands.factor)));
    }
}

/// Draws the selected body.
pub fn body_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "body-title", true, |ui| selected_ui(ui, desk));
}

fn selected_ui(ui: &mut Ui, desk: &mut Desk) {
    let Some(watched) = desk.stage.hands.watched.filter(|_| desk.stage.hands.picked.is_some()) else {
        return widgets::note(ui, t!("body-none"));
    };
    let Body { position, velocity, mass, component } = watched.body;
    Grid::new("body").num_columns(2).spacing([16.0, 2.0]).show(ui, |ui| {
        let numbers = desk.stage.numbers();
        let vector = |quantity, v: glam::DVec3| {
            let v = numbers.factor(quantity) * v;
            format!("{}  {}  {}", words::brief(v.x), words::brief(v.y), words::brief(v.z))
        };
        let lines = [
            ("body-number", words::grouped(u64::from(watched.index))),
            ("body-position", vector(Dimension::Length, position)),
            ("body-velocity", vector(Dimension::Speed, velocity)),
            ("body-speed", numbers.text(Dimension::Speed, velocity.length())),
            ("body-acceleration", numbers.text(Dimension::Acceleration, watched.acceleration.length())),
            ("body-mass", numbers.text(Dimension::Mass, mass)),
            ("body-component", component_text(desk.stage.session.scene(), component)),
        ];
        let palette = theme::palette(ui);
        for (key, value) in lines {
            // Vectors need all of the width.
            let name = if key == "body-position" {
                numbers.named(t!("body-position"), Dimension::Length)
            } else {
                words::text(key, &[])
            };
            widgets::with_tip(ui.label(RichText::new(name).color(palette.muted).size(12.0)), key);
            // Numbers that are too long would widen the panel.
            ui.add(Label::new(RichText::new(value).size(12.0)).truncate());
            ui.end_row();
        }
    });
    match desk.stage.hands.draft {
        Some(draft) => edit_ui(ui, desk, watched.index, draft),
        None => {
            ui.horizontal(|ui| {
                let is_followed = desk.stage.hands.follow == Follow::Picked;
                if widgets::icon_button(ui, icons::CROSSHAIR, "body-follow", is_followed).clicked() {
                    desk.ask(Action::Follow(if is_followed { Follow::Nothing } else { Follow::Picked }));
                }
                if widgets::icon_button(ui, icons::PENCIL_SIMPLE, "body-edit", false).clicked() {
                    desk.stage.hands.draft = Some(watched.body);
                }
                if widgets::icon_button(ui, icons::TRASH, "body-delete", false).clicked() {
                    desk.ask(Action::DeletePicked);
                }
                if widgets::icon_button(ui, icons::X, "body-unpick", false).clicked() {
                    desk.ask(Action::Unpick);
                }
            });
        }
    }
}

/// The name of a component, or else its number.
fn component_text(scene: &Scene, component: u32) -> String {
    scene.initial.components().get(component as usize).map_or_else(|| component.to_string(), |name| component_name(name))
}

/// Fields for the new values of the picked body.
fn edit_ui(ui: &mut Ui, desk: &mut Desk, index: u32, mut draft: Body) {
    let any = Scale::linear(-1e9, 1e9);
    let fields = [
        ("body-x", &mut draft.position.x),
        ("body-y", &mut draft.position.y),
        ("body-z", &mut draft.position.z),
        ("body-vx", &mut draft.velocity.x),
        ("body-vy", &mut draft.velocity.y),
        ("body-vz", &mut draft.velocity.z),
    ];
    for (key, value) in fields {
        widgets::field(ui, key, value, any);
    }
    widgets::field(ui, "body-new-mass", &mut draft.mass, Scale::linear(0.0, 1e9));
    desk.stage.hands.draft = Some(draft);
    ui.horizontal(|ui| {
        if widgets::button(ui, icons::CHECK, "body-apply", true).clicked() {
            desk.ask(Action::Edit(Edit::Replace(index, draft)));
            desk.stage.hands.draft = None;
        }
        if widgets::button(ui, icons::X, "body-cancel", false).clicked() {
            desk.stage.hands.draft = None;
        }
    });
}
