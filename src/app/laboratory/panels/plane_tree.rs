//! A tree of a few hundred bodies, and the walk of one of them through it, cell by cell.

use egui::{
    Align, Color32, Frame, Layout, Margin, Pos2, Rect, RichText, ScrollArea, Sense, Stroke,
    StrokeKind, Ui, pos2, vec2,
};
use starshell::lab::drawing::{PlaneTree, Visit, Visited};
use starshell::words::t;

use crate::app::laboratory::{Laboratory, Walking, panels::drawing::steps_ui};
use crate::app::shell::{
    theme,
    widgets::{self, Scale},
};

/// Seconds per cell when it goes on by itself.
const PACE: f32 = 0.12;
/// Width of the controls beside the tree, and least side of the tree. In less room, the controls
/// stand below.
const BESIDE: f32 = 280.0;
const LEAST: f32 = 160.0;

/// Draws tree and walk.
pub fn walk_ui(ui: &mut Ui, laboratory: &mut Laboratory) {
    let Laboratory { walking, showing, .. } = laboratory;
    let visits = walking.tree.walk(walking.body, walking.angle);
    let count = visits.len() + 1;
    showing.step = showing.step.min(count - 1);
    if showing.plays {
        showing.since += ui.input(|input| input.stable_dt.min(0.1));
        ui.ctx().request_repaint();
        if showing.since > PACE {
            (showing.step, showing.since) = ((showing.step + 1) % count, 0.0);
        }
    }
    steps_ui(ui, count, showing);
    let room = ui.available_size();
    let is_beside = room.x >= BESIDE + LEAST;
    let layout =
        if is_beside { Layout::left_to_right(Align::Min) } else { Layout::top_down(Align::Min) };
    ui.with_layout(layout, |ui| {
        let side = if is_beside { room.y.min(room.x - BESIDE) } else { 0.5 * room.y };
        let side = side.max(LEAST);
        let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::click());
        let name = t!("walk-name");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
        paint(ui, rect, walking, &visits[..showing.step]);
        if let Some(place) = response.interact_pointer_pos().filter(|_| response.clicked()) {
            let off = (place - rect.left_bottom()) / side;
            if let Some(body) = walking.tree.nearest([f64::from(off.x), f64::from(-off.y)]) {
                walking.body = body;
                showing.step = usize::MAX;
            }
        }
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            // Room for the marks that a card puts around controls.
            let frame = Frame::new().inner_margin(Margin::same(6));
            frame.show(ui, |ui| {
                ui.vertical(|ui| {
                    ui.set_width(ui.available_width().min(BESIDE) - 5.0 * theme::GRID);
                    let last = walking.tree.bodies.len() - 1;
                    let mut number = walking.body as f64;
                    if widgets::slider(
                        ui,
                        "walk-body",
                        &mut number,
                        Scale::linear(0.0, last as f64).step(1.0),
                    ) {
                        (walking.body, showing.step) = ((number as usize).min(last), usize::MAX);
                    }
                    widgets::slider(ui, "walk-angle", &mut walking.angle, Scale::linear(0.0, 1.5));
                    told_ui(ui, walking, &visits, showing.step);
                })
            });
        });
    });
}

/// What the walk has done so far.
fn told_ui(ui: &mut Ui, walking: &Walking, visits: &[Visit], step: usize) {
    let palette = theme::palette(ui);
    let PlaneTree { bodies, nodes } = &walking.tree;
    if let Some(visit) = step.checked_sub(1).and_then(|last| visits.get(last)) {
        let node = &nodes[visit.node];
        let off = [0, 1].map(|axis| node.center[axis] - bodies[walking.body][axis]);
        let ratio = format!("{:.2}", node.side / off[0].hypot(off[1]).max(1e-9));
        let (count, level, angle) = (node.count, node.level, format!("{:.2}", walking.angle));
        let text = match visit.visited {
            Visited::Opened => {
                t!("walk-opened", count = count, level = level, ratio = ratio, angle = angle)
            }
            Visited::Accepted => {
                t!("walk-accepted", count = count, level = level, ratio = ratio, angle = angle)
            }
            Visited::Leaf => t!("walk-leaf", level = level),
        };
        ui.label(RichText::new(text).size(theme::title_size(ui)).color(palette.text));
    } else {
        ui.label(RichText::new(t!("walk-begin")).size(theme::title_size(ui)).color(palette.text));
    }
    ui.add_space(2.0 * theme::GRID);
    let of = |kind: Visited| {
        visits[..step.min(visits.len())].iter().filter(|visit| visit.visited == kind).count()
    };
    let [opened, accepted, leaves] = [Visited::Opened, Visited::Accepted, Visited::Leaf].map(of);
    for (color, text) in [
        (palette.muted, t!("walk-count-opened", count = opened)),
        (palette.plot[2], t!("walk-count-accepted", count = accepted)),
        (palette.plot[1], t!("walk-count-leaves", count = leaves)),
    ] {
        ui.label(RichText::new(text).color(color));
    }
    ui.label(
        RichText::new(t!("walk-direct", pulls = accepted + leaves, all = bodies.len() - 1))
            .color(palette.text),
    );
    widgets::note(ui, t!("walk-hint"));
}

/// Paints all cells faintly, those of the walk brightly, and the bodies.
fn paint(ui: &Ui, rect: Rect, walking: &Walking, visits: &[Visit]) {
    let palette = theme::palette(ui);
    let painter = ui.painter_at(rect.expand(2.0));
    let place = |at: [f64; 2]| {
        pos2(
            rect.left() + at[0] as f32 * rect.width(),
            rect.bottom() - at[1] as f32 * rect.height(),
        )
    };
    painter.rect_filled(rect, 0.0, Color32::from_rgb(7, 8, 11));
    let PlaneTree { bodies, nodes } = &walking.tree;
    let square = |node: usize| {
        let node = &nodes[node];
        let far = [node.corner[0] + node.side, node.corner[1] + node.side];
        Rect::from_two_pos(place(node.corner), place(far))
    };
    for node in 0..nodes.len() {
        painter.rect_stroke(
            square(node),
            0.0,
            Stroke::new(0.5, Color32::from_gray(38)),
            StrokeKind::Middle,
        );
    }
    let own: Pos2 = place(bodies[walking.body]);
    for (number, visit) in visits.iter().enumerate() {
        let is_last = number + 1 == visits.len();
        let color = match visit.visited {
            Visited::Opened => Color32::from_gray(120),
            Visited::Accepted => theme::DARK.plot[2],
            Visited::Leaf => theme::DARK.plot[1],
        };
        let cell = square(visit.node);
        if visit.visited == Visited::Accepted {
            painter.rect_filled(cell.shrink(1.0), 0.0, color.gamma_multiply(0.18));
        }
        painter.rect_stroke(
            cell,
            0.0,
            Stroke::new(if is_last { 2.5 } else { 1.0 }, color),
            StrokeKind::Middle,
        );
        if visit.visited != Visited::Opened {
            painter.line_segment(
                [own, place(nodes[visit.node].center)],
                Stroke::new(if is_last { 2.0 } else { 0.5 }, color),
            );
        }
        if visit.visited == Visited::Accepted {
            painter.circle_filled(place(nodes[visit.node].center), 3.0, color);
        }
    }
    for body in bodies {
        painter.circle_filled(place(*body), 1.4, Color32::from_rgb(220, 225, 232));
    }
    painter.circle_filled(own, 5.0, palette.accent);
    painter.circle_stroke(own, 8.0, Stroke::new(1.5, theme::DARK.accent));
}
