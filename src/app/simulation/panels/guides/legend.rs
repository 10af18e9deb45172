//! The legend of the colours: a colour map with the values at its ends, or the names of components.

use std::sync::{Arc, OnceLock};

use egui::{Align2, Color32, Galley, Id, Pos2, Rect, Vec2, pos2, vec2};
use starshell::name::Named as _;
use starshell::physics::Column;
use starshell::render::{ColorBy, ColorMap, Look, POPULATIONS};
use starshell::scene::Dimension;
use starshell::words::{self, t};

use crate::app::shell::theme;
use crate::app::simulation::{
    origin::component_name,
    panels::guides::sight::{Named, Sight, backing},
};

/// Least width of a picture with a legend.
const LEGEND: f32 = 200.0;
/// Width below which the legend stands above the scale bar instead of beside it.
const BESIDE: f32 = 372.0;
/// Most rows of names.
const ROWS: usize = 16;
/// Half the width of a body in points, with some room.
const BODY: f32 = 8.0;

/// Draws the legend of the colours in the lower right corner. One of names stands in the upper
/// right while it would cover a body there, below what is `above`. Where that leaves no room, there
/// is none. Returns where it is.
pub fn legend(view: &Sight, named: &[Named], above: &[Rect]) -> Option<Rect> {
    let look = &view.stage.session.scene().look;
    let is_missing = look.color_by == ColorBy::Column
        && look.column_of(view.stage.session.pictures().columns()).is_none();
    if look.color_by == ColorBy::Uniform || is_missing || view.rect.width() < LEGEND {
        return None;
    }
    let lift = if view.guides.scale_bar && view.rect.width() < BESIDE { 48.0 } else { 0.0 };
    let corner = view.rect.right_bottom() - vec2(8.0, 10.0 + lift);
    let names = match look.color_by {
        ColorBy::Component => components(view),
        ColorBy::Population => populations(look),
        ColorBy::Stars => stars(look),
        quantity => return rail(view, corner, quantity, above),
    };
    let names = Swatches::of(view, names);
    let lower = Rect::from_min_max(corner - names.size, corner);
    let upper = below(lower.translate(vec2(0.0, view.rect.top() + 10.0 - lower.top())), above);
    let places = [lower, upper];
    let is_bad = places.map(|place| is_over(place, named) || !is_free(view, place, above));
    let back = places[steady(view, is_bad)];
    is_free(view, back, above).then(|| {
        names.draw(view, back);
        back
    })
}

/// The place, moved down until it is clear of what is `above`.
pub fn below(place: Rect, above: &[Rect]) -> Rect {
    let is_over =
        |other: &&Rect| other.x_range().intersects(place.x_range()) && other.top() < place.bottom();
    let lowest = above
        .iter()
        .filter(is_over)
        .map(|other| other.bottom() + 2.0 * theme::GRID)
        .fold(place.top(), f32::max);
    place.translate(vec2(0.0, lowest - place.top()))
}

/// Whether a place is on the picture, and clear of what is `above`.
pub fn is_free(view: &Sight, place: Rect, above: &[Rect]) -> bool {
    view.rect.contains_rect(place) && !above.iter().any(|other| other.intersects(place))
}

/// Whether a body is in `place` or at its edge.
fn is_over(place: Rect, named: &[Named]) -> bool {
    named.iter().any(|(_, body)| place.expand(BODY).contains(*body))
}

/// The number of the place to stand at: that of the last frame until it would cover something and
/// the other would not.
fn steady(view: &Sight, covers: [bool; 2]) -> usize {
    let id = Id::unique("legend").with(view.rect.left() as i32);
    let last = view.painter.ctx().data(|data| data.get_temp::<usize>(id)).unwrap_or(0);
    let place = if covers[last] && !covers[1 - last] { 1 - last } else { last };
    view.painter.ctx().data_mut(|data| data.insert_temp(id, place));
    place
}

/// The colour of a place on the map, 0 to 1, as a flat area shows it.
fn flat_color(look: &Look, share: f32) -> Color32 {
    let colors = colors(look.color_map);
    let [r, g, b, _] = colors[((colors.len() - 1) as f32 * share).round() as usize];
    flat(look, [r, g, b])
}

/// A colour in linear light as a flat area shows it.
fn flat(look: &Look, [r, g, b]: [f32; 3]) -> Color32 {
    // At equal luminance, strong colours have channels above 1; only the hue matters here.
    let most = r.max(g).max(b).max(1.0);
    let color: Color32 = egui::Rgba::from_rgb(r / most, g / most, b / most).into();
    if look.negative { on_paper(color) } else { color }
}

/// The colour and the name of each component that shines.
fn components(view: &Sight) -> Vec<(Color32, String)> {
    let scene = view.stage.session.scene();
    let names = scene.initial.types();
    let count = names.len().max(1);
    let guests = scene.guests.iter().map(|guest| guest.component as usize);
    (0..count)
        .chain(guests.filter(|component| *component >= count))
        .filter(|number| !scene.look.is_dark(*number as u32))
        .take(ROWS)
        .map(|number| {
            let name = match (names.get(number), scene.guest(number as u32)) {
                (Some(name), _) => component_name(name),
                (None, Some(guest)) => guest.name.clone(),
                (None, None) => t!("component-part", number = 1),
            };
            let own =
                scene.look.component_colors.get(number).or(scene.look.component_colors.last());
            let color = own.map(|own| flat(&scene.look, own.linear()));
            (
                color.unwrap_or_else(|| {
                    flat_color(&scene.look, (number as f32 + 0.5) / count as f32)
                }),
                name,
            )
        })
        .collect()
}

/// The colour and the name of each stellar population.
fn populations(look: &Look) -> Vec<(Color32, String)> {
    let names = [
        t!("population-old"),
        t!("population-disk"),
        t!("population-young"),
        t!("population-hydrogen"),
    ];
    POPULATIONS
        .iter()
        .zip(names)
        .map(|([r, g, b], name)| (flat(look, [*r, *g, *b]), name))
        .collect()
}

/// The colour and the name of some stars.
fn stars(look: &Look) -> Vec<(Color32, String)> {
    let starlight = Look { color_map: ColorMap::Starlight, ..look.clone() };
    let of = |temperature: f32, name| {
        (flat_color(&starlight, ColorMap::place_of_temperature(temperature)), name)
    };
    vec![of(3_300.0, t!("star-cool")), of(5_772.0, t!("star-sun")), of(20_000.0, t!("star-hot"))]
}

/// Names with their colours.
struct Swatches {
    lines: Vec<(Color32, Arc<Galley>)>,
    size: Vec2,
}

impl Swatches {
    fn of(view: &Sight, all: Vec<(Color32, String)>) -> Self {
        let small = view.font(theme::SMALL);
        let laid_out = |(color, name)| {
            (color, view.painter.layout_no_wrap(name, small.clone(), view.ink(0.8)))
        };
        let lines: Vec<_> = all.into_iter().map(laid_out).collect();
        let width = lines.iter().map(|(_, galley)| galley.size().x).fold(0.0, f32::max) + 44.0;
        let size = vec2(width, 16.0 * lines.len() as f32 + 12.0);
        Self { lines, size }
    }

    fn draw(self, view: &Sight, back: Rect) {
        view.painter.rect_filled(back, theme::GRID, backing(&view.palette));
        for (row, (color, galley)) in self.lines.into_iter().enumerate() {
            let middle = back.left_top() + vec2(18.0, 14.0 + 16.0 * row as f32);
            view.painter.circle_filled(middle, 4.0, color);
            view.painter.galley(
                middle + vec2(14.0, -0.5 * galley.size().y),
                galley,
                view.palette.text,
            );
        }
    }
}

/// Draws the colour map with the values at its ends, above and to the left of `corner`, if that is
/// clear of what is `above`.
fn rail(view: &Sight, corner: Pos2, quantity: ColorBy, above: &[Rect]) -> Option<Rect> {
    let look = &view.stage.session.scene().look;
    let bar = Rect::from_min_size(corner - vec2(172.0, 26.0), vec2(160.0, 6.0));
    let back = Rect::from_min_max(bar.min - vec2(12.0, 22.0), corner);
    if !is_free(view, back, above) {
        return None;
    }
    view.painter.rect_filled(back, theme::GRID, backing(&view.palette));
    let steps = 40;
    for step in 0..steps {
        let share = step as f32 / steps as f32;
        let left = egui::lerp(bar.x_range(), share);
        let part = Rect::from_min_max(
            pos2(left, bar.top()),
            pos2(left + bar.width() / steps as f32 + 0.5, bar.bottom()),
        );
        view.painter.rect_filled(part, 0.0, flat_color(look, share));
    }
    let small = view.font(theme::SMALL);
    let measured = match quantity {
        ColorBy::Speed => Dimension::Speed,
        ColorBy::Acceleration => Dimension::Acceleration,
        ColorBy::Distance => Dimension::Length,
        ColorBy::Mass => Dimension::Mass,
        ColorBy::Component
        | ColorBy::Population
        | ColorBy::Stars
        | ColorBy::Uniform
        | ColorBy::ForceError
        | ColorBy::Column => Dimension::Ratio,
    };
    let numbers = view.stage.numbers();
    let of_file = look.column_of(view.stage.session.pictures().columns()).map(Column::label);
    let quantity = of_file.unwrap_or_else(|| {
        numbers.named(words::text(&format!("color-by-{}", quantity.name()), &[]), measured)
    });
    view.painter.text(
        bar.center_top() - vec2(0.0, 4.0),
        Align2::CENTER_BOTTOM,
        quantity,
        small.clone(),
        view.ink(0.8),
    );
    let (low, high) = match view.stage.color_range {
        Some(range) => range.map(|end| words::short(numbers.factor(measured) * end)).into(),
        None => (t!("legend-low"), t!("legend-high")),
    };
    view.painter.text(
        bar.left_bottom() + vec2(0.0, 3.0),
        Align2::LEFT_TOP,
        low,
        small.clone(),
        view.ink(0.8),
    );
    view.painter.text(
        bar.right_bottom() + vec2(0.0, 3.0),
        Align2::RIGHT_TOP,
        high,
        small,
        view.ink(0.8),
    );
    Some(back)
}

/// The colours of a map, computed once.
fn colors(map: ColorMap) -> &'static [[f32; 4]] {
    static COLORS: [OnceLock<Vec<[f32; 4]>>; ColorMap::ALL.len()] =
        [const { OnceLock::new() }; ColorMap::ALL.len()];
    COLORS[map as usize].get_or_init(|| map.colors())
}

/// A colour in a negative picture: lightness is inverted, the hue stays.
fn on_paper(color: Color32) -> Color32 {
    let [r, g, b, _] = color.to_array().map(i32::from);
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let [r, g, b] = [r, g, b].map(|channel| (channel + 255 - most - least).clamp(0, 255) as u8);
    Color32::from_rgb(r, g, b)
}
