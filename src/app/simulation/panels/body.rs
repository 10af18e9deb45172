//! Editing: the tools, the picked body, and undo.

use egui::{Grid, Label, RichText, Sense, Ui, UiBuilder, vec2};
use starshell::physics::{Body, Watched};
use starshell::scene::{Dimension, Scene};

use crate::app::shell::{
    icons, theme,
    widgets::{self, Scale},
};
use crate::app::simulation::{
    action::Action,
    desk::Desk,
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
                (Tool::Ruler, icons::RULER, "tool-ruler"),
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
                let orbits = desk.stage.hands.tools.orbits;
                widgets::note(ui, if orbits { t!("hands-orbit") } else { t!("hands-throw") });
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
            Tool::Ruler => widgets::note(ui, t!("hands-ruler")),
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

/// Height of a line of the selected body's numbers, and of all that is shown of it.
const LINE: f32 = 17.0;
const SELECTED: f32 = 7.0 * (LINE + 2.0) + theme::BUTTON + theme::GRID;

/// Draws the selected body's numbers and buttons, or the fields of its new values. Without a body, as much room: a click on the
/// picture must not move the controls below.
fn selected_ui(ui: &mut Ui, desk: &mut Desk) {
    let size = vec2(ui.available_width(), SELECTED);
    let (place, _) = ui.allocate_exact_size(size, Sense::hover());
    let mut ui = ui.new_child(UiBuilder::new().max_rect(place));
    let watched = desk.stage.hands.watched.filter(|_| desk.stage.hands.picked.is_some());
    if let (Some(watched), Some(draft)) = (watched, desk.stage.hands.draft) {
        return edit_ui(&mut ui, desk, watched.index, draft);
    }
    values_ui(&mut ui, desk, watched);
    match watched {
        Some(watched) => buttons_ui(&mut ui, desk, watched.body),
        None => widgets::note(&mut ui, t!("body-none")),
    }
}

/// Draws the numbers of the selected body; dashes without one.
fn values_ui(ui: &mut Ui, desk: &Desk, watched: Option<Watched>) {
    let numbers = desk.stage.numbers();
    let vector = |quantity, v: glam::DVec3| {
        let v = numbers.factor(quantity) * v;
        format!("{}  {}  {}", words::brief(v.x), words::brief(v.y), words::brief(v.z))
    };
    let text = |text: &dyn Fn(&Watched) -> String| watched.as_ref().map_or_else(|| "–".to_owned(), text);
    let lines = [
        ("body-number", text(&|now| words::grouped(u64::from(now.index)))),
        ("body-position", text(&|now| vector(Dimension::Length, now.body.position))),
        ("body-velocity", text(&|now| vector(Dimension::Speed, now.body.velocity))),
        ("body-speed", text(&|now| numbers.text(Dimension::Speed, now.body.velocity.length()))),
        ("body-acceleration", text(&|now| numbers.text(Dimension::Acceleration, now.acceleration.length()))),
        ("body-mass", text(&|now| numbers.text(Dimension::Mass, now.body.mass))),
        ("body-component", text(&|now| component_text(desk.stage.session.scene(), now.body.component))),
    ];
    let palette = theme::palette(ui);
    Grid::new("body").num_columns(2).min_row_height(LINE).spacing([16.0, 2.0]).show(ui, |ui| {
        ui.spacing_mut().interact_size.y = LINE;
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
}

/// Draws what can be done with the selected body.
fn buttons_ui(ui: &mut Ui, desk: &mut Desk, body: Body) {
    ui.horizontal(|ui| {
        let is_followed = desk.stage.hands.follow == Follow::Picked;
        if widgets::icon_button(ui, icons::CROSSHAIR, "body-follow", is_followed).clicked() {
            desk.ask(Action::Follow(if is_followed { Follow::Nothing } else { Follow::Picked }));
        }
        if widgets::icon_button(ui, icons::PLANET, "body-orbit", desk.stage.hands.tools.orbits).clicked() {
            desk.ask(Action::ToggleOrbits);
        }
        if widgets::icon_button(ui, icons::PENCIL_SIMPLE, "body-edit", false).clicked() {
            desk.stage.hands.draft = Some(body);
        }
        if widgets::icon_button(ui, icons::TRASH, "body-delete", false).clicked() {
            desk.ask(Action::DeletePicked);
        }
        if widgets::icon_button(ui, icons::X, "body-unpick", false).clicked() {
            desk.ask(Action::Unpick);
        }
    });
}

/// The name of a component, or else its number.
fn component_text(scene: &Scene, component: u32) -> String {
    scene.initial.components().get(component as usize).map_or_else(|| component.to_string(), |name| component_name(name))
}

/// Fields for the new values of the picked body, in place of its numbers.
fn edit_ui(ui: &mut Ui, desk: &mut Desk, index: u32, mut draft: Body) {
    let any = Scale::linear(-1e9, 1e9);
    let [x, y, z] = [&mut draft.position.x, &mut draft.position.y, &mut draft.position.z];
    let [vx, vy, vz] = [&mut draft.velocity.x, &mut draft.velocity.y, &mut draft.velocity.z];
    ui.columns(2, |columns| {
        let position = [("body-x", x), ("body-y", y), ("body-z", z)];
        let velocity = [("body-vx", vx), ("body-vy", vy), ("body-vz", vz)];
        for (ui, fields) in columns.iter_mut().zip([position, velocity]) {
            for (key, value) in fields {
                widgets::field(ui, key, value, any);
            }
        }
    });
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
