//! Optional overlays on the picture: axes, grid, scale bar, the picked body, a throw and its path;
//! in files of their own, the legend and what is shown of single bodies.

mod bodies;
mod legend;
mod orbit;
mod sight;

pub use legend::below;
pub use sight::backing;

use egui::{Align2, Rect, Stroke, Ui, vec2};
use glam::Vec3;
use starshell::physics::initial::Orbit;
use starshell::scene::Dimension;
use starshell::words::{self, t};

use crate::app::shell::numbers::Numbers;
use crate::app::shell::{
    settings::Guides,
    theme::{self, Palette},
};
use crate::app::simulation::{stage::Stage, transport::Transport};
use sight::{Sight, round};

/// Grid lines on each side of the middle.
const LINES: i32 = 10;

/// The palette for overlays on a stage's picture, which is dark in both themes unless it is a
/// negative.
pub fn on_picture(stage: &Stage) -> Palette {
    if stage.session.scene().look.negative { theme::LIGHT } else { theme::DARK }
}

/// Draws the selected overlays on the picture of a stage in `rect`, clear of the areas `above` it, and
/// below them the orbit of two bodies or galaxies that are edited. Returns these areas and those in
/// the corners.
pub fn guides_ui(
    ui: &Ui,
    (stage, transport): (&Stage, Transport),
    guides: Guides,
    (above, edited): (&[Rect], Option<&Orbit>),
    rect: Rect,
) -> Vec<Rect> {
    let painter = ui.painter_at(rect);
    let (camera, palette) = (stage.session.scene().camera, on_picture(stage));
    let view = Sight { painter: &painter, rect, stage, transport, guides, camera, palette };
    if guides.grid {
        grid(&view);
    }
    if guides.axes {
        axes(&view);
    }
    edited.into_iter().for_each(|edited| orbit::orbit(&view, edited));
    let mut taken = above.to_vec();
    if guides.scale_bar {
        taken.extend(scale_bar(&view, stage.numbers(), above));
    }
    let moved = bodies::moved(&view);
    let named = bodies::named(&view, &moved);
    if guides.legend {
        taken.extend(legend::legend(&view, &named, above));
    }
    bodies::bodies(&view, &moved, &named, &mut taken);
    interaction(&view);
    stage.interaction.ruler.into_iter().for_each(|ends| ruler(&view, ends));
    taken
}

/// Draws a length that was measured, with its ends.
fn ruler(view: &Sight, [from, to]: [Vec3; 2]) {
    let (Some(a), Some(b)) = (view.place(from), view.place(to)) else { return };
    let stroke = Stroke::new(1.5, view.palette.accent);
    view.painter.line_segment([a, b], stroke);
    let across = 6.0 * (b - a).rot90().normalized();
    for end in [a, b] {
        view.painter.line_segment([end - across, end + across], stroke);
    }
    let length =
        view.stage.numbers().text(Dimension::Length, from.as_dvec3().distance(to.as_dvec3()));
    view.note(a.lerp(b, 0.5) + vec2(0.0, -8.0), Align2::CENTER_BOTTOM, length, view.ink(0.95));
}

/// Draws the grid in the plane z = 0.
fn grid(view: &Sight) {
    let camera = &view.camera;
    let cell = round(camera.distance / 8.0);
    let middle = (camera.target / cell).round() * cell;
    let reach = cell * LINES as f32;
    for number in -LINES..=LINES {
        let off = cell * number as f32;
        let fade = 1.0 - (number.abs() as f32 / (LINES + 1) as f32);
        let stroke = Stroke::new(1.0, view.ink(0.16 * fade));
        view.line(
            Vec3::new(middle.x + off, middle.y - reach, 0.0),
            Vec3::new(middle.x + off, middle.y + reach, 0.0),
            stroke,
        );
        view.line(
            Vec3::new(middle.x - reach, middle.y + off, 0.0),
            Vec3::new(middle.x + reach, middle.y + off, 0.0),
            stroke,
        );
    }
}

fn axes(view: &Sight) {
    let length = round(view.camera.distance / 3.0);
    let [x, y, z] = [view.palette.plot[5], view.palette.plot[2], view.palette.plot[1]];
    for (axis, color, name) in [(Vec3::X, x, "x"), (Vec3::Y, y, "y"), (Vec3::Z, z, "z")] {
        view.line(Vec3::ZERO, axis * length, Stroke::new(1.5, color));
        if let Some(end) = view.place(axis * length * 1.05) {
            view.painter.text(end, Align2::CENTER_CENTER, name, view.font(theme::BODY), color);
        }
    }
}

/// Draws a length at the distance of the target, in the lower left corner, if that is clear of what
/// is `above`. Returns where it is.
fn scale_bar(view: &Sight, numbers: Numbers, above: &[Rect]) -> Option<Rect> {
    // Round in the unit shown.
    let points_per_unit = view.points_per_unit() / numbers.factor(Dimension::Length) as f32;
    let length = round(110.0 / points_per_unit);
    let width = length * points_per_unit;
    if !width.is_finite() || view.rect.width() < 2.0 * width {
        return None;
    }
    let left = view.rect.left_bottom() + vec2(20.0, -22.0);
    let right = left + vec2(width, 0.0);
    let back = Rect::from_min_max(left - vec2(12.0, 26.0), right + vec2(12.0, 12.0));
    if !legend::is_free(view, back, above) {
        return None;
    }
    view.painter.rect_filled(back, theme::GRID, backing(&view.palette));
    let stroke = Stroke::new(1.5, view.ink(0.7));
    view.painter.line_segment([left, right], stroke);
    for end in [left, right] {
        view.painter.line_segment([end - vec2(0.0, 4.0), end + vec2(0.0, 4.0)], stroke);
    }
    let middle = left + vec2(0.5 * width, -7.0);
    view.painter.text(
        middle,
        Align2::CENTER_BOTTOM,
        numbers.with_unit(Dimension::Length, words::short(f64::from(length))),
        view.font(theme::SMALL),
        view.ink(0.8),
    );
    Some(back)
}

/// The picked body's ring; a throw with its path and speed; the attractor.
fn interaction(view: &Sight) {
    let stage = view.stage;
    let accent = view.palette.accent;
    if let Some(watched) = view.watched()
        && let Some(place) = view.place(watched.position.as_vec3())
    {
        // In the colour of its trail.
        view.painter.circle_stroke(place, 11.0, Stroke::new(1.5, view.palette.plot[2]));
    }
    if let Some(throw) = stage.interaction.throw {
        let path = stage.interaction.path(throw, stage.session.scene().physics.softened());
        let count = path.len().max(2) as f32;
        for (number, pair) in path.windows(2).enumerate() {
            let fade = 1.0 - number as f32 / count;
            if let (Some(a), Some(b)) = (view.place(pair[0]), view.place(pair[1])) {
                view.painter
                    .line_segment([a, b], Stroke::new(1.5, accent.gamma_multiply(0.9 * fade)));
            }
        }
        if let (Some(from), Some(to)) = (view.place(throw.from), view.place(throw.to)) {
            view.painter.arrow(from, to - from, Stroke::new(2.0, view.palette.text));
            view.painter.circle_filled(from, 4.0, accent);
            let (numbers, speed) = (stage.numbers(), stage.interaction.velocity(throw).length());
            let text = numbers.text(Dimension::Speed, speed);
            let speed = if numbers.0.is_some() { text } else { t!("hands-speed", speed = text) };
            view.painter.text(
                to + vec2(12.0, 0.0),
                Align2::LEFT_CENTER,
                speed,
                view.font(theme::BODY),
                view.ink(0.95),
            );
        }
    }
    if let Some(attraction) = stage.interaction.attraction
        && let Some(place) = view.place(attraction.at)
    {
        let radius = attraction.radius * view.points_per_unit();
        view.painter.circle_stroke(place, radius.clamp(6.0, 2000.0), Stroke::new(1.5, accent));
    }
}
