//! What is shown of single bodies: names, arrows, the centre of mass, swept areas.

use egui::{Align2, Pos2, Rect, Shape, Stroke, Vec2, vec2};
use glam::DVec3;
use starshell::scene::Dimension;
use starshell::words::{self, t};

use crate::app::shell::theme;
use crate::app::simulation::{
    marks::Arrow,
    origin::component_name,
    panels::guides::sight::{Named, Sight, backing, round},
};

/// Points that an arrow of the key's value is long, and the greatest multiple of it.
const LENGTH: f32 = 48.0;
const LONGEST: f64 = 4.0;
/// Of few bodies, the arrows of most are as long as this share of the picture.
const FEW: usize = 8;
const SHARE: f32 = 0.2;
/// Width of arrows, and of those of few bodies.
const WIDTHS: [f32; 2] = [1.5, 2.5];
/// Where the number of a sector may stand, as shares of the way from the focus to the rim.
const PLACES: [f32; 3] = [0.72, 0.86, 0.56];
/// Where a name may stand beside its body: preferably above it on the right.
const BESIDE: [(f32, f32, Align2); 4] = [
    (10.0, -10.0, Align2::LEFT_BOTTOM),
    (-10.0, -10.0, Align2::RIGHT_BOTTOM),
    (10.0, 10.0, Align2::LEFT_TOP),
    (-10.0, 10.0, Align2::RIGHT_TOP),
];
/// Points between the key of arrows and what is below it.
const ROOM: f32 = 2.0;
/// Points between names.
const APART: Vec2 = vec2(4.0, 0.0);
/// Most bodies with names.
const NAMED: usize = 32;

/// The bodies at the time of the picture, if names or arrows are shown. Few are carried on by
/// steps, so only once per frame.
pub fn moved(view: &Sight) -> Vec<Arrow> {
    let Sight { stage, transport, guides, .. } = view;
    let is_shown = guides.velocities || guides.accelerations || guides.names;
    if is_shown { stage.marks.arrows(stage.time_shown(transport)) } else { Vec::new() }
}

/// The named bodies in the picture, in the order of their components, from the Sun outwards: those of
/// scenes in which each body is a component of its own, and those that were added by hand.
pub fn named(view: &Sight, moved: &[Arrow]) -> Vec<Named> {
    if !view.guides.names {
        return Vec::new();
    }
    let scene = view.stage.session.scene();
    let (initial, guests) = (&scene.initial, &scene.guests);
    let own = initial.components();
    let has_names = own.len() <= NAMED && initial.fixed_count() == Some(own.len());
    let own = (0..).zip(own).filter(|_| has_names).map(|(at, name)| (at, component_name(name)));
    let newest = guests.iter().rev().take(NAMED).map(|guest| (guest.component, guest.name.clone()));
    let picked = view.watched();
    own.chain(newest)
        .filter_map(|(component, name)| {
            let moved = moved.iter().find(|body| body.component == component);
            // Of too many bodies to copy, the selected one.
            let position = moved.map(|body| body.position).or_else(|| {
                picked.filter(|body| body.component == component).map(|body| body.position)
            })?;
            let place = view.place(position.as_vec3())?;
            view.rect.contains(place).then_some((name, place))
        })
        .collect()
}

/// Draws what the settings ask for, and adds what stands in corners to what is `taken`.
pub fn bodies(view: &Sight, moved: &[Arrow], named: &[Named], taken: &mut Vec<Rect>) {
    let (guides, marks) = (view.guides, &view.stage.marks);
    let (sectors, areas) = if guides.swept_areas { areas(view) } else { Default::default() };
    let [velocity, acceleration] = [view.palette.plot[1], view.palette.plot[5]];
    let kinds = [
        (
            guides.velocities,
            velocity,
            marks.scales[0],
            Dimension::Speed,
            (|arrow| arrow.velocity) as fn(&Arrow) -> DVec3,
        ),
        (guides.accelerations, acceleration, marks.scales[1], Dimension::Acceleration, |arrow| {
            arrow.acceleration
        }),
    ];
    let numbers = view.stage.numbers();
    let is_few = moved.len() <= FEW;
    let most = if is_few { LENGTH.max(SHARE * view.rect.size().min_elem()) } else { LENGTH };
    let shown = kinds.into_iter().filter(|(is_shown, _, scale, ..)| *is_shown && *scale > 0.0);
    for (row, (_, color, scale, quantity, value)) in shown.enumerate() {
        // Round in the unit shown.
        let factor = numbers.factor(quantity);
        let unit = f64::from(round((factor * scale) as f32 * LENGTH / most));
        let stroke = Stroke::new(WIDTHS[usize::from(is_few)], color);
        arrows(view, moved, stroke, unit / factor, value);
        let length = numbers.with_unit(quantity, words::short(unit));
        let text = match quantity {
            Dimension::Speed => t!("arrows-velocity", value = length),
            _ => t!("arrows-acceleration", value = length),
        };
        let key = arrow_key(view, row, stroke, text, taken);
        taken.push(key);
    }
    let mut names = names(view, named, taken, &sectors);
    if guides.center_of_mass {
        names.extend(center(view));
    }
    // Where a name passes, a number is left out.
    for (place, text) in
        areas.into_iter().filter(|(place, _)| !names.iter().any(|name| name.intersects(*place)))
    {
        view.note(place.center(), Align2::CENTER_CENTER, text, view.ink(0.9));
    }
}

/// Draws an arrow from each body. `unit` is what an arrow of [`LENGTH`] shows.
fn arrows(view: &Sight, moved: &[Arrow], stroke: Stroke, unit: f64, value: fn(&Arrow) -> DVec3) {
    // Of too many bodies to copy, the selected one.
    let watched = view.watched().filter(|_| view.stage.marks.bodies().is_empty());
    let length = f64::from(LENGTH / view.points_per_unit());
    for arrow in moved.iter().copied().chain(watched) {
        let vector = (value(&arrow) / unit).clamp_length_max(LONGEST) * length;
        let end = arrow.position + vector;
        if let (Some(from), Some(to)) =
            (view.place(arrow.position.as_vec3()), view.place(end.as_vec3()))
            && from.distance(to) > 2.0
        {
            view.painter.arrow(from, to - from, stroke);
        }
    }
}

/// Draws the key of one kind of arrows, above the scale bar and whatever else it would cover.
/// Returns where it is.
fn arrow_key(view: &Sight, row: usize, stroke: Stroke, text: String, taken: &[Rect]) -> Rect {
    let left = view.rect.left_bottom() + vec2(20.0, -64.0 - 20.0 * row as f32);
    let galley = view.painter.layout_no_wrap(text, view.font(theme::SMALL), view.ink(0.8));
    let mut back = Rect::from_min_max(
        left - vec2(12.0, 10.0),
        left + vec2(LENGTH + 20.0 + galley.size().x, 10.0),
    );
    while let Some(other) = taken.iter().find(|other| other.intersects(back)) {
        back = back.translate(vec2(0.0, other.top() - ROOM - back.bottom()));
    }
    let left = back.left_center() + vec2(12.0, 0.0);
    view.painter.rect_filled(back, theme::GRID, backing(&view.palette));
    view.painter.arrow(left, vec2(LENGTH, 0.0), stroke);
    view.painter.galley(
        left + vec2(LENGTH + 10.0, -0.5 * galley.size().y),
        galley,
        view.palette.text,
    );
    back
}

/// Marks the centre of mass with a cross. Returns where its name is.
fn center(view: &Sight) -> Option<Rect> {
    let time = view.stage.time_shown(&view.transport);
    let system =
        || view.stage.interaction.newest.system.as_ref().map(|system| system.center_at(time));
    let place = view
        .stage
        .marks
        .center(time)
        .or_else(system)
        .and_then(|center| view.place(center.as_vec3()))?;
    let color = view.palette.accent;
    view.painter.circle_stroke(place, 4.0, Stroke::new(1.5, color));
    for arm in [vec2(9.0, 0.0), vec2(0.0, 9.0)] {
        view.painter.line_segment([place - arm, place + arm], Stroke::new(1.5, color));
    }
    Some(view.note(place + vec2(14.0, 0.0), Align2::LEFT_CENTER, t!("marks-center"), color))
}

/// Writes names beside bodies, but over none of the `corners` and the swept `sectors`. Returns
/// where there is text now.
fn names(view: &Sight, named: &[Named], corners: &[Rect], sectors: &[Vec<Pos2>]) -> Vec<Rect> {
    let mut taken = corners.to_vec();
    // Where names would overlap, the first stands.
    for (name, place) in named {
        let size = view.size_of(name);
        let rect = |(across, up, align): &(f32, f32, Align2)| {
            align.anchor_size(*place + vec2(*across, *up), size)
        };
        let is_cut = |rect: Rect| {
            let is_over_sector = || sectors.iter().any(|outline| touches(rect, outline));
            rect.right() > view.rect.right()
                || corners.iter().any(|other| other.intersects(rect))
                || is_over_sector()
        };
        // To the left of a body at the right edge or the legend, which would cut it. Beside
        // sectors, on any side that is free.
        let sides = if sectors.is_empty() { &BESIDE[..2] } else { &BESIDE[..] };
        let free = sides.iter().find(|side| !is_cut(rect(side)));
        let side = free.or(sectors.is_empty().then_some(&BESIDE[1]));
        if let Some(side @ (across, up, align)) = side
            && view.rect.contains_rect(rect(side))
            && !taken.iter().any(|other| other.intersects(rect(side).expand2(APART)))
        {
            taken.push(view.note(*place + vec2(*across, *up), *align, name.clone(), view.ink(0.8)));
        }
    }
    taken
}

/// Fills the sectors. Returns their outlines, the area of each that is complete, and where there is
/// room to write it.
fn areas(view: &Sight) -> (Vec<Vec<Pos2>>, Vec<(Rect, String)>) {
    let areas = &view.stage.marks.areas;
    let focus = areas.focus();
    let mut numbers: Vec<(Rect, String)> = Vec::new();
    let mut outlines = Vec::new();
    let Some(middle) = view.place(focus.as_vec3()) else { return (outlines, numbers) };
    let place = |point: &DVec3| view.place((focus + *point).as_vec3());
    let mut whole = Vec::new();
    for sector in areas.sectors() {
        let color = view.palette.plot[if sector.number.is_multiple_of(2) { 0 } else { 1 }];
        let edge: Vec<_> = sector.edge.iter().filter_map(place).collect();
        let mut mesh = egui::Mesh::default();
        mesh.colored_vertex(middle, color.gamma_multiply(0.3));
        edge.iter().for_each(|point| mesh.colored_vertex(*point, color.gamma_multiply(0.3)));
        (1..edge.len() as u32).for_each(|corner| mesh.add_triangle(0, corner, corner + 1));
        view.painter.add(Shape::mesh(mesh));
        let outline: Vec<_> =
            [middle].into_iter().chain(edge.iter().copied()).chain([middle]).collect();
        view.painter.add(Shape::line(outline.clone(), Stroke::new(1.0, color.gamma_multiply(0.7))));
        outlines.push(outline.clone());
        if let (true, Some(rim)) = (sector.is_whole, edge.get(edge.len() / 2)) {
            whole.push((
                outline,
                *rim - middle,
                view.stage.numbers().text(Dimension::Area, sector.area),
            ));
        }
    }
    // A number stands in its sector or, if that is too narrow, beyond the rim. The newest come
    // first; where there is no room, a number is left out.
    for (outline, way, text) in whole.into_iter().rev() {
        let size = view.size_of(&text);
        let at = |place| Rect::from_center_size(place, size);
        let within = PLACES
            .map(|share| at(middle + share * way))
            .into_iter()
            .filter(|rect| is_within(*rect, &outline));
        let beyond = at(middle + way + 0.5 * size * way.normalized() + 6.0 * way.normalized());
        let is_free = |rect: &Rect| {
            view.rect.contains_rect(*rect)
                && !numbers.iter().any(|(other, _)| other.intersects(*rect))
        };
        let place = within.chain([beyond]).find(is_free);
        numbers.extend(place.map(|rect| (rect, text)));
    }
    (outlines, numbers)
}

/// Whether a text in `rect` covers part of what a closed line surrounds.
fn touches(rect: Rect, outline: &[Pos2]) -> bool {
    let mut sides = outline.windows(2);
    sides.any(|side| (0..=8).any(|part| rect.contains(side[0].lerp(side[1], part as f32 / 8.0))))
        || is_within(rect, outline)
}

/// Whether a text in `rect` stands in a closed line.
fn is_within(rect: Rect, outline: &[Pos2]) -> bool {
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
    // A point is inside if a ray from it crosses the line an odd number of times.
    let crosses = |from: Pos2, to: Pos2, point: Pos2| {
        (from.y > point.y) != (to.y > point.y)
            && point.x < from.x + (to.x - from.x) * (point.y - from.y) / (to.y - from.y)
    };
    corners.iter().all(|corner| {
        outline.windows(2).filter(|pair| crosses(pair[0], pair[1], *corner)).count() % 2 == 1
    })
}
