//! What is shown of single bodies: names, arrows, the centre of mass, swept areas.

use egui::{Align2, Color32, FontId, Shape, Stroke, vec2};
use glam::DVec3;
use starshell::scene::Quantity;

use super::legend::component_name;
use super::{View, round};
use crate::app::desk::Desk;
use crate::app::marks::Arrow;
use crate::app::theme;
use crate::app::words::{self, t};

/// Points that an arrow of the key's value is long, and the greatest multiple of it.
const LENGTH: f32 = 48.0;
const LONGEST: f64 = 4.0;
/// Most bodies with names.
const NAMED: usize = 32;

/// Draws what the settings ask for.
pub(super) fn bodies(view: &View, desk: &Desk) {
    let (settings, marks) = (&desk.settings, &desk.stage.marks);
    if settings.swept_areas {
        areas(view, desk);
    }
    let [velocity, acceleration] = [view.palette.plot[1], view.palette.plot[5]];
    let kinds = [
        (settings.velocities, velocity, marks.scales[0], Quantity::Speed, (|arrow| arrow.velocity) as fn(&Arrow) -> DVec3),
        (settings.accelerations, acceleration, marks.scales[1], Quantity::Acceleration, |arrow| arrow.acceleration),
    ];
    let numbers = desk.stage.numbers();
    // Only once: few bodies are carried on by steps.
    let moved = if settings.velocities || settings.accelerations || settings.names {
        marks.arrows(desk.stage.time_shown())
    } else {
        Vec::new()
    };
    let shown = kinds.into_iter().filter(|(is_shown, _, scale, ..)| *is_shown && *scale > 0.0);
    for (row, (_, color, scale, quantity, value)) in shown.enumerate() {
        // Round in the unit shown.
        let factor = numbers.factor(quantity);
        let unit = f64::from(round((factor * scale) as f32));
        arrows(view, desk, &moved, color, unit / factor, value);
        let length = numbers.with_unit(quantity, words::short(unit));
        let text = match quantity {
            Quantity::Speed => t!("arrows-velocity", value = length),
            _ => t!("arrows-acceleration", value = length),
        };
        arrow_key(view, row, color, text);
    }
    if settings.center_of_mass {
        center(view, desk);
    }
    if settings.names {
        names(view, desk, &moved);
    }
}

/// Draws an arrow from each body. `unit` is what an arrow of [`LENGTH`] shows.
fn arrows(view: &View, desk: &Desk, moved: &[Arrow], color: Color32, unit: f64, value: fn(&Arrow) -> DVec3) {
    let picked = desk.stage.hands.watched.filter(|_| desk.stage.hands.picked.is_some());
    let watched = picked.map(|watched| Arrow {
        component: watched.body.component,
        position: watched.body.position,
        velocity: watched.body.velocity,
        acceleration: watched.acceleration,
    });
    // Of too many bodies to copy, the selected one.
    let watched = watched.filter(|_| desk.stage.marks.bodies().is_empty());
    let length = f64::from(LENGTH / view.points_per_unit());
    for arrow in moved.iter().copied().chain(watched) {
        let vector = (value(&arrow) / unit).clamp_length_max(LONGEST) * length;
        let end = arrow.position + vector;
        if let (Some(from), Some(to)) = (view.place(arrow.position.as_vec3()), view.place(end.as_vec3()))
            && from.distance(to) > 2.0
        {
            view.painter.arrow(from, to - from, Stroke::new(1.5, color));
        }
    }
}

/// Draws the key of one kind of arrows, above the scale bar.
fn arrow_key(view: &View, row: usize, color: Color32, text: String) {
    let left = view.rect.left_bottom() + vec2(20.0, -64.0 - 20.0 * row as f32);
    let galley = view.painter.layout_no_wrap(text, FontId::proportional(theme::SMALL), view.ink(0.8));
    let back = egui::Rect::from_min_max(left - vec2(12.0, 10.0), left + vec2(LENGTH + 20.0 + galley.size().x, 10.0));
    view.painter.rect_filled(back, theme::GRID, super::backing(&view.palette));
    view.painter.arrow(left, vec2(LENGTH, 0.0), Stroke::new(1.5, color));
    view.painter.galley(left + vec2(LENGTH + 10.0, -0.5 * galley.size().y), galley, view.palette.text);
}

/// Marks the centre of mass with a cross.
fn center(view: &View, desk: &Desk) {
    let time = desk.stage.time_shown();
    let system = || desk.stage.hands.system.as_ref().map(|system| system.center_at(time));
    let Some(place) = desk.stage.marks.center(time).or_else(system).and_then(|center| view.place(center.as_vec3())) else {
        return;
    };
    let color = view.palette.accent;
    view.painter.circle_stroke(place, 4.0, Stroke::new(1.5, color));
    for arm in [vec2(9.0, 0.0), vec2(0.0, 9.0)] {
        view.painter.line_segment([place - arm, place + arm], Stroke::new(1.5, color));
    }
    view.note(place + vec2(14.0, 0.0), Align2::LEFT_CENTER, t!("marks-center"), color);
}

/// Writes its name beside the first body of each component, where each body is a component of its own.
fn names(view: &View, desk: &Desk, moved: &[Arrow]) {
    let initial = &desk.stage.session.scene().initial;
    let names = initial.components();
    if names.len() > NAMED || initial.fixed_count() != Some(names.len()) {
        return;
    }
    // Where names would overlap, the first stands: from the Sun outwards.
    let mut taken: Vec<egui::Rect> = Vec::new();
    for (number, name) in names.iter().enumerate() {
        let body = moved.iter().find(|body| body.component == number as u32);
        if let Some(place) = body.and_then(|body| view.place(body.position.as_vec3())) {
            let at = place + vec2(10.0, -10.0);
            let galley = view.painter.layout_no_wrap(component_name(name), FontId::proportional(theme::SMALL), view.ink(0.8));
            let rect = Align2::LEFT_BOTTOM.anchor_size(at, galley.size());
            if !taken.iter().any(|other| other.intersects(rect)) {
                taken.push(view.note(at, Align2::LEFT_BOTTOM, component_name(name), view.ink(0.8)));
            }
        }
    }
}

/// Fills the sectors, the newest the brightest, and writes the area of each that is complete.
fn areas(view: &View, desk: &Desk) {
    let areas = &desk.stage.marks.areas;
    let focus = areas.focus();
    let Some(middle) = view.place(focus.as_vec3()) else { return };
    let place = |point: &DVec3| view.place((focus + *point).as_vec3());
    let mut labels = Vec::new();
    for sector in areas.sectors() {
        let color = view.palette.plot[if sector.number.is_multiple_of(2) { 0 } else { 1 }];
        let edge: Vec<_> = sector.edge.iter().filter_map(place).collect();
        let mut mesh = egui::Mesh::default();
        mesh.colored_vertex(middle, color.gamma_multiply(0.3));
        edge.iter().for_each(|point| mesh.colored_vertex(*point, color.gamma_multiply(0.3)));
        (1..edge.len() as u32).for_each(|corner| mesh.add_triangle(0, corner, corner + 1));
        view.painter.add(Shape::mesh(mesh));
        let outline = [middle].into_iter().chain(edge.iter().copied()).chain([middle]).collect();
        view.painter.add(Shape::line(outline, Stroke::new(1.0, color.gamma_multiply(0.7))));
        if let (true, Some(rim)) = (sector.is_whole, edge.get(edge.len() / 2)) {
            labels.push((middle + (*rim - middle) * 0.72, desk.stage.numbers().text(Quantity::Area, sector.area)));
        }
    }
    for (at, text) in labels {
        view.note(at, Align2::CENTER_CENTER, text, view.ink(0.9));
    }
}
