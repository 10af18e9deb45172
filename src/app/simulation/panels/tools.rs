//! The tools: a strip on the picture, with a card of settings of the chosen one; in lessons, a part
//! of the side panel.

use egui::{Align2, Area, Frame, Id, Margin, Order, Pos2, Rect, Ui, pos2, vec2};
use starshell::name::Named;
use starshell::scene::{BodyKind, Dimension};
use starshell::session::Edit;
use starshell::words::t;

use crate::app::commands::{Command, Tool};
use crate::app::icons;
use crate::app::shell::{
    state::Shell,
    theme,
    widgets::{self, Scale},
};
use crate::app::simulation::{
    acts,
    run::Run,
    viewer::{
        Viewer,
        tools::{next_name, total},
    },
};

/// The tools, each with the key of its texts.
const TOOLS: [(Tool, &str); 5] = [
    (Tool::Look, "tool-look"),
    (Tool::Body, "tool-body"),
    (Tool::Cluster, "tool-cluster"),
    (Tool::Attract, "tool-attract"),
    (Tool::Ruler, "tool-ruler"),
];
/// Width of a card on the picture, with its margin.
pub const CARD: f32 = 244.0;
/// Points between the strip, the cards and the edges of the picture.
pub const INSET: f32 = 3.0 * theme::GRID;
/// What the figures in the upper and the scale in the lower left corner take of the picture's
/// height.
const CORNERS: [f32; 2] = [84.0, 60.0];

/// The upper left corner of the strip at the left edge of `area`, if there is room for it.
pub fn place(area: Rect) -> Option<Pos2> {
    let height = (TOOLS.len() + 2) as f32 * theme::BUTTON + 2.0 * theme::GRID;
    let [least, most] = [area.top() + CORNERS[0], area.bottom() - CORNERS[1] - height];
    let y = || (area.center().y - 0.5 * height).clamp(least, most);
    (least <= most).then(|| pos2(area.left() + INSET, y()))
}

/// Draws the strip at a corner, if there is one, and, beside it, the settings of the chosen tool.
/// Returns where they are.
pub fn strip_ui(
    ui: &Ui,
    shell: &mut Shell,
    run: &Run,
    viewer: &mut Viewer,
    corner: Option<Pos2>,
) -> Vec<Rect> {
    let Some(corner) = corner else { return Vec::new() };
    let strip = on_picture(ui, "tools", (Align2::LEFT_TOP, corner), Margin::same(2), |ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        tools_ui(ui, shell, run, viewer);
    });
    let mut taken = vec![strip];
    if viewer.tool != Tool::Look {
        taken.push(on_picture(
            ui,
            "tool",
            (Align2::LEFT_TOP, strip.right_top() + vec2(2.0 * theme::GRID, 0.0)),
            MARGIN,
            |ui| {
                ui.set_width(CARD - MARGIN.sum().x);
                options_ui(ui, run, viewer);
            },
        ));
    }
    taken
}

/// Space between the contents of a card and its edges.
const MARGIN: Margin = Margin::symmetric(12, 8);

/// Draws a card on the picture with its upper right corner at `corner`. Returns where it is.
pub fn card(ui: &Ui, key: &str, corner: Pos2, contents: impl FnOnce(&mut Ui)) -> Rect {
    on_picture(ui, key, (Align2::RIGHT_TOP, corner), MARGIN, |ui| {
        ui.set_width(CARD - MARGIN.sum().x);
        contents(ui);
    })
}

fn on_picture(
    ui: &Ui,
    key: &str,
    (pivot, place): (Align2, Pos2),
    margin: Margin,
    contents: impl FnOnce(&mut Ui),
) -> Rect {
    let area = Area::new(Id::unique(key))
        .order(Order::Middle)
        .pivot(pivot)
        .fixed_pos(place)
        .movable(false);
    let shown = area.show(ui.ctx(), |ui| {
        let fill = theme::palette(ui).panel.gamma_multiply(0.9);
        Frame::new().fill(fill).corner_radius(8).inner_margin(margin).show(ui, contents);
    });
    shown.response.rect
}

/// Draws the tools as a part of a lesson's panel.
pub fn hands_ui(ui: &mut Ui, shell: &mut Shell, run: &mut Run, viewer: &mut Viewer) {
    widgets::section(ui, "hands-title", true, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = theme::GRID;
            tools_ui(ui, shell, run, viewer);
        });
        options_ui(ui, run, viewer);
        if viewer.tool == Tool::Look {
            speeds_ui(ui, shell, run);
        }
    });
}

/// Draws a button for each tool, and those that undo and redo.
fn tools_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, viewer: &Viewer) {
    for (tool, key) in TOOLS {
        let is_on = viewer.tool == tool;
        widgets::icon_button_of(ui, shell, key, is_on);
    }
    ui.add_space(2.0 * theme::GRID);
    for (key, is_redo) in [("hands-undo", false), ("hands-redo", true)] {
        let change = run.stage.interaction.undo_stack.next(is_redo);
        let what = change.map(|change| acts::edits::told_of(run, change));
        widgets::icon_button_on(ui, shell, key, what.as_deref());
    }
}

/// Draws how the chosen tool is used, and its settings.
fn options_ui(ui: &mut Ui, run: &Run, viewer: &mut Viewer) {
    match viewer.tool {
        Tool::Look => widgets::note(ui, t!("hands-look")),
        Tool::Body | Tool::Cluster => {
            let orbits = run.stage.interaction.orbits;
            widgets::note(ui, if orbits { t!("hands-orbit") } else { t!("hands-throw") });
            if viewer.tool == Tool::Body {
                guest_ui(ui, run, viewer);
            }
            let all = total(&run.stage.interaction);
            let mut mass = viewer.tools.mass(viewer.tool, &run.stage);
            let scale = Scale::logarithmic(1e-9 * all, 100.0 * all)
                .measuring(Dimension::Mass, run.stage.numbers());
            if widgets::slider(ui, "hands-mass", &mut mass, scale) {
                viewer.tools.mass = Some(mass.clamp(1e-15 * all, 1e6 * all));
            }
            if viewer.tool == Tool::Cluster {
                let tools = &mut viewer.tools;
                let count = Scale::logarithmic(2.0, 4096.0).step(1.0);
                widgets::slider(ui, "hands-cluster-count", &mut tools.cluster_count, count);
                tools.cluster_count = tools.cluster_count.clamp(2.0, 65_536.0);
                widgets::slider(
                    ui,
                    "hands-cluster-radius",
                    &mut tools.cluster_radius,
                    Scale::logarithmic(0.005, 1.0),
                );
                tools.cluster_radius = tools.cluster_radius.clamp(1e-6, 100.0);
            }
        }
        Tool::Ruler => widgets::note(ui, t!("hands-ruler")),
        Tool::Attract => {
            widgets::note(ui, t!("hands-attract"));
            let strength = &mut viewer.tools.strength;
            widgets::slider(ui, "hands-strength", strength, Scale::logarithmic(0.05, 20.0));
            *strength = strength.clamp(1e-3, 1e3);
        }
    }
}

/// Draws what a thrown body is, and what it is called.
fn guest_ui(ui: &mut Ui, run: &Run, viewer: &mut Viewer) {
    let scene = run.stage.session.scene();
    let kind = viewer.tools.kind(viewer.tool, scene);
    let kinds: Vec<_> = BodyKind::ALL.iter().map(|kind| (Some(*kind), kind.name())).collect();
    if let Some(chosen) = widgets::choice(ui, "hands-kind", "kind", kind, &kinds) {
        // Another kind has another mass.
        (viewer.tools.kind, viewer.tools.mass) = (chosen, None);
    }
    widgets::hinted_field(ui, "hands-name", &mut viewer.tools.name, next_name(scene, kind));
}

/// Draws the factor for all velocities, and the button that multiplies them.
pub fn speeds_ui(ui: &mut Ui, shell: &mut Shell, run: &mut Run) {
    widgets::field(
        ui,
        "hands-factor",
        &mut run.stage.interaction.factor,
        Scale::linear(0.0, 100.0),
    );
    if widgets::button(ui, icons::CHECK, "hands-multiply", false).clicked() {
        shell.ask(Command::Edit(Edit::Accelerate(run.stage.interaction.factor)));
    }
}
