//! The orbit of the two bodies or galaxies that the user is editing, before they are made.

use egui::{Align2, Color32, Shape, Stroke, vec2};
use glam::DVec3;
use starshell::physics::initial::Orbit;
use starshell::words::t;

use crate::app::simulation::panels::guides::sight::Sight;

/// Points from the middle of a cross to its ends.
const ARM: f32 = 6.0;

/// Draws both conics about the centre of mass, with the pericentres, and the disks where they start.
pub fn orbit(view: &Sight, orbit: &Orbit) {
    let colors = [view.palette.plot[0], view.palette.plot[1]];
    for (number, color) in colors.into_iter().enumerate() {
        line(view, &orbit.paths[number], Stroke::new(1.5, color));
        if let Some(disk) = orbit.disks.get(number) {
            line(view, disk, Stroke::new(1.0, color.gamma_multiply(0.7)));
        }
        if let Some(start) = view.place(orbit.starts[number].as_vec3()) {
            view.painter.circle_filled(start, 3.5, color);
        }
        cross(view, orbit.pericenters[number], color);
    }
    cross(view, DVec3::ZERO, view.ink(0.6));
    // That of the second, whose path is the wider one.
    if let Some(place) = view.place(orbit.pericenters[1].as_vec3()) {
        view.note(
            place + vec2(2.0 * ARM, 0.0),
            Align2::LEFT_CENTER,
            t!("orbit-pericenter"),
            colors[1],
        );
    }
}

/// Draws a line, except for what is behind the camera.
fn line(view: &Sight, points: &[DVec3], stroke: Stroke) {
    let places: Vec<_> = points.iter().map(|point| view.place(point.as_vec3())).collect();
    for part in places.split(Option::is_none) {
        view.painter.add(Shape::line(part.iter().flatten().copied().collect(), stroke));
    }
}

fn cross(view: &Sight, at: DVec3, color: Color32) {
    if let Some(place) = view.place(at.as_vec3()) {
        for arm in [vec2(ARM, ARM), vec2(ARM, -ARM)] {
            view.painter.line_segment([place - arm, place + arm], Stroke::new(1.5, color));
        }
    }
}
