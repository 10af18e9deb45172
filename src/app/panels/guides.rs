//! Optional overlays on the picture: axes, grid, scale bar, legend, the picked body, a throw and its path.

use std::sync::OnceLock;

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, Ui, pos2, vec2};
use glam::Vec3;
use starshell::name::Named;
use starshell::render::{Camera, ColorBy, ColorMap, Look};

use crate::app::desk::Desk;
use crate::app::theme::{self, Palette};
use crate::app::words::{self, t};

/// Segments per line, so that those behind the camera can be dropped.
const PARTS: usize = 24;
/// Grid lines on each side of the middle.
const LINES: i32 = 10;

/// The picture's place on the screen, and the camera that drew it.
struct View<'a> {
    painter: &'a Painter,
    rect: Rect,
    size: [u32; 2],
    camera: Camera,
    palette: Palette,
}

impl View<'_> {
    fn ink(&self, alpha: f32) -> Color32 {
        self.palette.text.gamma_multiply(alpha)
    }

    /// Where a point of the world appears on the screen.
    fn place(&self, point: Vec3) -> Option<Pos2> {
        let (pixel, _) = self.camera.project(point, self.size)?;
        let scale = self.rect.width() / self.size[0].max(1) as f32;
        let place = self.rect.min + vec2(pixel.x, pixel.y) * scale;
        // Far outside, a line would consist of rounding errors.
        self.rect.expand(20_000.0).contains(place).then_some(place)
    }

    fn line(&self, from: Vec3, to: Vec3, stroke: Stroke) {
        let points: Vec<_> = (0..=PARTS).map(|part| self.place(from.lerp(to, part as f32 / PARTS as f32))).collect();
        for pair in points.windows(2) {
            if let [Some(a), Some(b)] = *pair {
                self.painter.line_segment([a, b], stroke);
            }
        }
    }
}

/// The palette for overlays on the picture, which is dark in both themes unless it is a negative.
pub fn on_picture(desk: &Desk) -> Palette {
    if desk.stage.session.scene().look.negative { theme::LIGHT } else { theme::DARK }
}

/// The colour behind text on the picture, so that it can be read over bright bodies.
pub fn backing(palette: &Palette) -> Color32 {
    palette.panel.gamma_multiply(0.6)
}

/// Draws the enabled overlays on the picture in `rect`.
pub fn guides_ui(ui: &Ui, desk: &Desk, rect: Rect) {
    let painter = ui.painter().with_clip_rect(rect);
    let camera = desk.stage.session.scene().camera;
    let palette = on_picture(desk);
    let view = View { painter: &painter, rect, size: desk.stage.size, camera, palette };
    if desk.settings.grid {
        grid(&view);
    }
    if desk.settings.axes {
        axes(&view);
    }
    if desk.settings.scale_bar {
        scale_bar(&view);
    }
    if desk.settings.legend {
        legend(&view, desk);
    }
    hands(&view, desk);
}

/// A round number (1, 2 or 5 times a power of ten) near `value`.
fn round(value: f32) -> f32 {
    let power = 10_f32.powf(value.log10().floor());
    let lead = value / power;
    power
        * if lead < 1.5 {
            1.0
        } else if lead < 3.5 {
            2.0
        } else if lead < 7.5 {
            5.0
        } else {
            10.0
        }
}

/// Draws the grid in the plane z = 0.
fn grid(view: &View) {
    let camera = &view.camera;
    let cell = round(camera.distance / 8.0);
    let middle = (camera.target / cell).round() * cell;
    let reach = cell * LINES as f32;
    for number in -LINES..=LINES {
        let off = cell * number as f32;
        let fade = 1.0 - (number.abs() as f32 / (LINES + 1) as f32);
        let stroke = Stroke::new(1.0, view.ink(0.16 * fade));
        view.line(Vec3::new(middle.x + off, middle.y - reach, 0.0), Vec3::new(middle.x + off, middle.y + reach, 0.0), stroke);
        view.line(Vec3::new(middle.x - reach, middle.y + off, 0.0), Vec3::new(middle.x + reach, middle.y + off, 0.0), stroke);
    }
}

fn axes(view: &View) {
    let length = round(view.camera.distance / 3.0);
    let [x, y, z] = [view.palette.plot[5], view.palette.plot[2], view.palette.plot[1]];
    for (axis, color, name) in [(Vec3::X, x, "x"), (Vec3::Y, y, "y"), (Vec3::Z, z, "z")] {
        view.line(Vec3::ZERO, axis * length, Stroke::new(1.5, color));
        if let Some(end) = view.place(axis * length * 1.05) {
            view.painter.text(end, Align2::CENTER_CENTER, name, FontId::proportional(theme::BODY), color);
        }
    }
}

/// Draws a length at the distance of the target, in the lower left corner.
fn scale_bar(view: &View) {
    let points_per_unit = view.camera.pixels_per_unit(view.rect.height()) / view.camera.distance;
    let length = round(110.0 / points_per_unit);
    let width = length * points_per_unit;
    if !width.is_finite() || view.rect.width() < 2.0 * width {
        return;
    }
    let left = view.rect.left_bottom() + vec2(20.0, -22.0);
    let right = left + vec2(width, 0.0);
    let back = Rect::from_min_max(left - vec2(12.0, 26.0), right + vec2(12.0, 12.0));
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
        words::short(f64::from(length)),
        FontId::proportional(theme::SMALL),
        view.ink(0.8),
    );
}

/// Least width of a picture with a legend.
const LEGEND: f32 = 200.0;
/// Width below which the legend stands above the scale bar instead of beside it.
const BESIDE: f32 = 372.0;

/// Draws the legend of the colours in the lower right corner.
fn legend(view: &View, desk: &Desk) {
    let look = &desk.stage.session.scene().look;
    if look.color_by == ColorBy::Uniform || view.rect.width() < LEGEND {
        return;
    }
    let lift = if desk.settings.scale_bar && view.rect.width() < BESIDE { 48.0 } else { 0.0 };
    let corner = view.rect.right_bottom() - vec2(8.0, 10.0 + lift);
    match look.color_by {
        ColorBy::Component => swatches(view, desk, corner),
        quantity => rail(view, desk, corner, quantity),
    }
}

/// The colour of a place on the map, 0 to 1, as a flat area shows it.
fn flat_color(look: &Look, share: f32) -> Color32 {
    let colors = colors(look.color_map);
    let [r, g, b, _] = colors[((colors.len() - 1) as f32 * share).round() as usize];
    // At equal luminance, strong colours have channels above 1; only the hue matters here.
    let most = r.max(g).max(b).max(1.0);
    let color: Color32 = egui::Rgba::from_rgb(r / most, g / most, b / most).into();
    if look.negative { on_paper(color) } else { color }
}

/// Draws the colour and the name of each component that shines, upwards from `corner`.
fn swatches(view: &View, desk: &Desk, corner: Pos2) {
    let scene = desk.stage.session.scene();
    let names = scene.initial.components();
    let count = names.len().max(1);
    let small = FontId::proportional(theme::SMALL);
    let lines: Vec<_> = (0..count)
        .filter(|number| !scene.look.is_dark(*number as u32))
        .map(|number| {
            let name = names.get(number).map_or_else(|| t!("component-part", number = 1), |name| component_name(name));
            let galley = view.painter.layout_no_wrap(name, small.clone(), view.ink(0.8));
            (flat_color(&scene.look, (number as f32 + 0.5) / count as f32), galley)
        })
        .collect();
    let width = lines.iter().map(|(_, galley)| galley.size().x).fold(0.0, f32::max) + 44.0;
    let back = Rect::from_min_max(corner - vec2(width, 16.0 * lines.len() as f32 + 12.0), corner);
    view.painter.rect_filled(back, theme::GRID, backing(&view.palette));
    for (row, (color, galley)) in lines.into_iter().enumerate() {
        let middle = back.left_top() + vec2(18.0, 14.0 + 16.0 * row as f32);
        view.painter.circle_filled(middle, 4.0, color);
        view.painter.galley(middle + vec2(14.0, -0.5 * galley.size().y), galley, view.palette.text);
    }
}

/// The name of a component in the interface.
fn component_name(name: &str) -> String {
    words::text(&format!("component-{name}"), &[])
}

/// Draws the colour map with the values at its ends, above and to the left of `corner`.
fn rail(view: &View, desk: &Desk, corner: Pos2, quantity: ColorBy) {
    let look = &desk.stage.session.scene().look;
    let bar = Rect::from_min_size(corner - vec2(172.0, 26.0), vec2(160.0, 6.0));
    let back = Rect::from_min_max(bar.min - vec2(12.0, 22.0), corner);
    view.painter.rect_filled(back, theme::GRID, backing(&view.palette));
    let steps = 40;
    for step in 0..steps {
        let share = step as f32 / steps as f32;
        let left = egui::lerp(bar.x_range(), share);
        let part = Rect::from_min_max(pos2(left, bar.top()), pos2(left + bar.width() / steps as f32 + 0.5, bar.bottom()));
        view.painter.rect_filled(part, 0.0, flat_color(look, share));
    }
    let small = FontId::proportional(theme::SMALL);
    let quantity = words::text(&format!("color-by-{}", quantity.name()), &[]);
    view.painter.text(bar.center_top() - vec2(0.0, 4.0), Align2::CENTER_BOTTOM, quantity, small.clone(), view.ink(0.8));
    let (low, high) = match desk.stage.color_range {
        Some([low, high]) => (words::short(low), words::short(high)),
        None => (t!("legend-low"), t!("legend-high")),
    };
    view.painter.text(bar.left_bottom() + vec2(0.0, 3.0), Align2::LEFT_TOP, low, small.clone(), view.ink(0.8));
    view.painter.text(bar.right_bottom() + vec2(0.0, 3.0), Align2::RIGHT_TOP, high, small, view.ink(0.8));
}

/// The colours of a map, computed once.
fn colors(map: ColorMap) -> &'static [[f32; 4]] {
    static COLORS: [OnceLock<Vec<[f32; 4]>>; ColorMap::ALL.len()] = [const { OnceLock::new() }; ColorMap::ALL.len()];
    COLORS[map as usize].get_or_init(|| map.colors())
}

/// A colour in a negative picture: lightness is inverted, the hue stays.
fn on_paper(color: Color32) -> Color32 {
    let [r, g, b, _] = color.to_array().map(i32::from);
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let [r, g, b] = [r, g, b].map(|channel| (channel + 255 - most - least).clamp(0, 255) as u8);
    Color32::from_rgb(r, g, b)
}

/// The picked body's ring; a throw with its path and speed; the attractor.
fn hands(view: &View, desk: &Desk) {
    let accent = view.palette.accent;
    if desk.stage.hands.picked.is_some()
        && let Some(watched) = desk.stage.hands.watched
        && let Some(place) = view.place(watched.body.position.as_vec3())
    {
        // In the colour of its trail.
        view.painter.circle_stroke(place, 11.0, Stroke::new(1.5, view.palette.plot[2]));
    }
    if let Some(throw) = desk.stage.hands.throw {
        let path = desk.stage.hands.path(throw, desk.stage.session.scene().physics.softening);
        let count = path.len().max(2) as f32;
        for (number, pair) in path.windows(2).enumerate() {
            let fade = 1.0 - number as f32 / count;
            if let (Some(a), Some(b)) = (view.place(pair[0]), view.place(pair[1])) {
                view.painter.line_segment([a, b], Stroke::new(1.5, accent.gamma_multiply(0.9 * fade)));
            }
        }
        if let (Some(from), Some(to)) = (view.place(throw.from), view.place(throw.to)) {
            view.painter.arrow(from, to - from, Stroke::new(2.0, view.palette.text));
            view.painter.circle_filled(from, 4.0, accent);
            let speed = t!("hands-speed", speed = words::number(desk.stage.hands.velocity(throw).length()));
            view.painter.text(
                to + vec2(12.0, 0.0),
                Align2::LEFT_CENTER,
                speed,
                FontId::proportional(theme::BODY),
                view.ink(0.95),
            );
        }
    }
    if let Some(attraction) = desk.stage.hands.attraction
        && let Some(place) = view.place(attraction.at)
    {
        let radius = attraction.radius * view.camera.pixels_per_unit(view.rect.height()) / view.camera.distance;
        view.painter.circle_stroke(place, radius.clamp(6.0, 2000.0), Stroke::new(1.5, accent));
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn lengths_of_the_scale_bar_are_round() {
        for (value, rounded) in [(0.012, 0.01), (0.13, 0.1), (0.9, 1.0), (1.7, 2.0), (4.0, 5.0), (800.0, 1000.0)] {
            let found = super::round(value);
            assert!((found - rounded).abs() < 1e-3 * rounded, "{value}: {found}");
        }
    }
}
