//! Curves in a frame with axes, shared by the plots of the simulation and the laboratory. Dragging
//! pans, the wheel or a box zooms, a double click resets the view.

use std::ops::RangeInclusive;

use egui::{Align2, Color32, FontId, Rangef, Rect, RichText, TextStyle, Ui, Vec2, pos2, vec2};
use egui_plot::{
    AxisHints, GridInput, GridMark, HLine, HoverPosition, Line, LineStyle, MarkerShape, Plot,
    PlotPoint, PlotUi, Points, Text, VLine,
};
use starshell::lab::chart::{
    Axis as Ends, Line as Drawing, Plot as Picture, Scale, Side, Stroke, Tick, pieces,
};
use starshell::words;

use crate::app::shell::theme::{self, GRID};

/// Most points drawn per curve: a frame has fewer pixels across.
const POINTS: usize = 1024;
/// Minimum distance in points between the numbers along the horizontal and vertical axes; scaled up
/// in a large frame.
const SPACING: [f64; 2] = [52.0, 26.0];
const LARGE: f64 = 1.6;
/// Minimum grid distance passed to egui_plot, in points, against which its distances are measured.
const UNIT: f64 = 8.0;
/// Length of a line in the legend.
const LINE: f32 = 14.0;
/// Zoom per point of scrolling.
const ZOOM_A_POINT: f32 = 0.0035;
/// Half the width of the ends of an error bar in points.
const CAP: f64 = 4.0;

/// One curve.
pub struct Curve {
    pub name: String,
    pub color: Color32,
    /// Drawn dashed, for a model next to measured data.
    pub is_model: bool,
    /// Whether the area down to 0 is tinted.
    pub is_filled: bool,
    /// It is interrupted at points without a value.
    pub points: Vec<[f64; 2]>,
}

/// A single value: measured, or published by somebody else.
pub struct Point {
    pub name: String,
    pub at: [f64; 2],
    /// From where to where its error bar goes, if it has one.
    pub spread: Option<[f64; 2]>,
    /// How many widths the error bar stands to the right of the point, so that it lies over no
    /// other.
    pub slot: i32,
    pub color: Color32,
    pub is_published: bool,
}

/// What an axis measures.
#[derive(Clone, Copy, Default)]
pub struct Axis<'a> {
    pub symbol: &'a str,
    pub scale: Scale,
}

impl Axis<'_> {
    fn place(self, value: f64) -> Option<f64> {
        self.scale.place(value)
    }

    /// Positions of the numbers, at least `spacing` points apart.
    fn marks(self, input: &GridInput, spacing: f64) -> Vec<GridMark> {
        let gap = input.base_step_size * spacing / UNIT;
        let ticks = self.scale.ticks(input.bounds.into(), gap);
        let mark = |Tick { place, step }| GridMark { value: place, step_size: step };
        ticks.into_iter().map(mark).collect()
    }

    /// The number at a mark.
    fn number(self, mark: GridMark, bounds: &RangeInclusive<f64>) -> String {
        let tick = Tick { place: mark.value, step: mark.step_size };
        self.scale.number(tick, [*bounds.start(), *bounds.end()])
    }
}

/// Curves over a quantity.
#[derive(Default)]
pub struct Chart<'a> {
    pub curves: Vec<Curve>,
    pub points: Vec<Point>,
    pub across: Axis<'a>,
    pub up: Axis<'a>,
    /// The symbols of the units across and up; empty for the scene's own.
    pub units: [String; 2],
    /// Heights, and places across, that stay in view unless the user chooses another view.
    pub included: Vec<f64>,
    pub included_across: Vec<f64>,
    /// Heights with a meaning, and what they are called.
    pub levels: Vec<(f64, String)>,
    /// Places across with a meaning, such as moments at which something changed.
    pub marks: Vec<f64>,
    /// What follows the name of the axis across.
    pub note: String,
    /// What stands in place of the axes while there is no curve; empty to draw them all the same.
    pub words: String,
}

impl Chart<'_> {
    /// Draws the legend.
    pub fn legend_ui(&self, ui: &mut Ui, size: f32) {
        let palette = theme::palette(ui);
        ui.horizontal_wrapped(|ui| {
            ui.set_min_height(size + GRID);
            ui.spacing_mut().item_spacing.x = 1.5 * GRID;
            if self.curves.is_empty() {
                // As high as with names, so that nothing below moves.
                let height = ui.fonts_mut(|fonts| fonts.row_height(&FontId::proportional(size)));
                ui.allocate_exact_size(vec2(LINE, height), egui::Sense::hover());
            }
            for curve in &self.curves {
                // A line and its name stay together where the legend wraps.
                let name = ui.painter().layout_no_wrap(
                    curve.name.clone(),
                    FontId::proportional(size),
                    palette.muted,
                );
                let room = vec2(LINE + 1.5 * GRID + name.size().x + GRID, name.size().y);
                let (rect, response) = ui.allocate_exact_size(room, egui::Sense::hover());
                response.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::Label, true, &curve.name)
                });
                let stroke = egui::Stroke::new(2.0, curve.color);
                let dashes: &[[f32; 2]] =
                    if curve.is_model { &[[0.0, 5.0], [9.0, LINE]] } else { &[[0.0, LINE]] };
                for dash in dashes {
                    let points = dash.map(|x| pos2(rect.left() + x, rect.center().y));
                    ui.painter().line_segment(points, stroke);
                }
                ui.painter().galley(
                    rect.left_top() + vec2(LINE + 1.5 * GRID, 0.0),
                    name,
                    palette.muted,
                );
            }
            if !self.units[1].is_empty() {
                ui.label(RichText::new(&self.units[1]).size(size).color(palette.muted));
            }
        });
    }

    /// Whether there is anything to draw: a line takes two points.
    fn has_curve(&self) -> bool {
        let is_seen =
            |[x, y]: &[f64; 2]| self.across.place(*x).is_some() && self.up.place(*y).is_some();
        let is_line =
            |curve: &Curve| curve.points.iter().filter(|point| is_seen(point)).nth(1).is_some();
        !self.points.is_empty() || self.curves.iter().any(is_line)
    }

    /// Draws the words in place of the axes.
    fn words_ui(&self, ui: &mut Ui, size: Vec2, name: &str) {
        let (place, response) = ui.allocate_exact_size(size, egui::Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, name));
        let palette = theme::palette(ui);
        ui.painter().rect_stroke(
            place,
            6.0,
            egui::Stroke::new(1.0, palette.line),
            egui::StrokeKind::Inside,
        );
        let font = TextStyle::Small.resolve(ui.style());
        let mut job = egui::text::LayoutJob::simple(
            self.words.clone(),
            font,
            palette.muted,
            size.x - 8.0 * GRID,
        );
        job.halign = egui::Align::Center;
        let text = ui.fonts_mut(|fonts| fonts.layout_job(job));
        let middle = egui::Rect::from_center_size(place.center(), text.size());
        ui.new_child(egui::UiBuilder::new().max_rect(middle)).label(text);
    }

    /// The plot as a picture for a white page; `None` while there is nothing to draw. Its axes hold
    /// whole curves, whatever view the user has chosen.
    pub fn picture(&self, title: String, caption: String) -> Option<Picture> {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let is_seen = |point: &&[f64; 2]| point[1].is_finite();
        let seen = || points().filter(is_seen);
        let across = seen().map(|point| point[0]).chain(self.included_across.iter().copied());
        let levels = self.levels.iter().map(|level| level.0);
        let up = seen().map(|point| point[1]).chain(self.included.iter().copied()).chain(levels);
        let side = |axis: Ends, name| Side { axis, name };
        let line = |curve: &Curve| Drawing {
            name: curve.name.clone(),
            color: hex(curve.color),
            stroke: if curve.is_model { Stroke::Dashed } else { Stroke::Solid },
            points: curve.points.clone(),
            ..Drawing::default()
        };
        let up = Ends::with_scale(self.up.scale, up)?;
        let curves = self.curves.iter().filter(|curve| curve.points.iter().any(|at| is_seen(&at)));
        self.has_curve().then_some(Picture {
            up: side(up, with_unit(&title, &self.units[1])),
            across: side(
                Ends::with_scale(self.across.scale, across)?,
                with_unit(self.across.symbol, &self.units[0]),
            ),
            title,
            caption: vec![caption, self.note.clone()],
            lines: curves.map(line).collect(),
            levels: self.levels.clone(),
            marks: self.marks.clone(),
        })
    }

    /// Draws the curves in a frame of `size`. If it is `large`, the wheel zooms; otherwise the
    /// wheel scrolls the panel, and zooms with the command key.
    pub fn show(self, ui: &mut Ui, id: egui::Id, size: Vec2, is_large: bool, name: &str) {
        if !self.words.is_empty() && !self.has_curve() {
            return self.words_ui(ui, size, name);
        }
        let Self {
            curves,
            points,
            across,
            up,
            units,
            included,
            included_across,
            levels,
            marks,
            note,
            words: _,
        } = self;
        let palette = theme::palette(ui);
        let font = if is_large { TextStyle::Body } else { TextStyle::Small }.resolve(ui.style());
        let line = if is_large { 2.0 } else { 1.5 };
        let spacing = SPACING.map(|spacing| if is_large { LARGE * spacing } else { spacing });
        let small = TextStyle::Small.resolve(ui.style());
        let hints = |hints: AxisHints<'static>, scale: Scale, corner: f32| {
            let axis = Axis { symbol: "", scale };
            let number = move |mark: GridMark, bounds: &RangeInclusive<f64>| {
                let least = egui::lerp(*bounds.start()..=*bounds.end(), f64::from(corner));
                if mark.value < least { String::new() } else { axis.number(mark, bounds) }
            };
            hints
                .formatter(number)
                .tick_label_color(palette.muted)
                .tick_label_font(font.clone())
                .label_spacing(Rangef::new(1.0, 2.0))
        };
        let named = with_unit(across.symbol, &units[0]);
        let named = if note.is_empty() { named } else { format!("{named}  ·  {note}") };
        let label = RichText::new(named).font(font.clone()).color(palette.muted);
        let horizontal = hints(AxisHints::new_x(), across.scale, 0.0).label(label);
        // No number is so low that it would meet the first one of the axis across.
        let vertical = hints(AxisHints::new_y(), up.scale, 0.6 * font.size / size.y)
            .min_thickness(if is_large { 56.0 } else { 44.0 });
        // A tooltip would lie over the dialogue.
        let is_covered = ui
            .memory(|memory| memory.top_modal_layer())
            .is_some_and(|modal| modal != ui.layer_id());
        let plot = Plot::new(id)
            .id(id)
            .width(size.x)
            .height(size.y)
            .allow_scroll(false)
            .grid_spacing(Rangef::new(UNIT as f32, 2.0 * UNIT as f32))
            .grid_color(palette.line)
            .grid_fade(0.0)
            .cursor_color(palette.muted.gamma_multiply(0.5))
            .x_grid_spacer(move |input| across.marks(&input, spacing[0]))
            .y_grid_spacer(move |input| up.marks(&input, spacing[1]))
            .custom_x_axes(vec![horizontal])
            .custom_y_axes(vec![vertical])
            .set_margin_fraction(vec2(0.02, 0.06))
            .label_formatter(
                move |hover| if is_covered { None } else { hovered(hover, across, up) },
            );
        let plot = included.iter().filter_map(|value| up.place(*value)).fold(plot, Plot::include_y);
        let plot = included_across
            .iter()
            .filter_map(|value| across.place(*value))
            .fold(plot, Plot::include_x);
        let lines: Vec<_> = curves.iter().flat_map(|curve| placed(curve, [across, up])).collect();
        let places = lines.iter().flatten().map(|place| place[0]);
        let included = included_across.into_iter().filter_map(|value| across.place(value));
        let [left, right] = places
            .chain(included)
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[left, right], place| {
                [left.min(place), right.max(place)]
            });
        let shown = plot.show(ui, |plot| {
            for place in marks.into_iter().filter_map(|mark| across.place(mark)) {
                let color = palette.muted.gamma_multiply(0.6);
                plot.vline(
                    VLine::new("", place)
                        .color(color)
                        .width(1.0)
                        .style(LineStyle::dotted_dense())
                        .allow_hover(false),
                );
            }
            levels.iter().for_each(|level| {
                let place = up.place(level.0).unwrap_or(f64::NAN);
                draw_level(plot, level, ([left, right], place), palette.muted, &small, &lines)
            });
            curves.into_iter().for_each(|curve| draw_curve(plot, curve, [across, up], line));
            points.into_iter().for_each(|point| draw_point(plot, point, [across, up]));
            let scroll = plot.ctx().input(|input| input.smooth_scroll_delta().y);
            if is_large && scroll != 0.0 && plot.response().hovered() {
                plot.zoom_bounds_around_hovered(Vec2::splat((scroll * ZOOM_A_POINT).exp()));
            }
        });
        shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, name));
    }
}

/// The pieces of a curve, as they are drawn.
fn placed(curve: &Curve, [across, up]: [Axis; 2]) -> Vec<Vec<[f64; 2]>> {
    // A value without a logarithm is left out and makes no gap.
    let place = |[x, y]: &[f64; 2]| Some([across.place(*x)?, up.place(*y)?]);
    let drawn = |piece: &[[f64; 2]]| thinned(piece.iter().filter_map(place).collect());
    pieces(&curve.points).map(drawn).collect()
}

/// A curve of so many points' width.
fn draw_curve(plot: &mut PlotUi, curve: Curve, axes: [Axis; 2], line: f32) {
    let pieces = placed(&curve, axes);
    let Curve { name, color, is_model, is_filled, .. } = curve;
    let style = if is_model { LineStyle::dashed_dense() } else { LineStyle::Solid };
    for points in pieces {
        if let [single] = points[..] {
            let dot = Points::new(name.clone(), vec![single]).color(color);
            plot.points(dot.radius(2.0 * line));
        }
        let drawn = Line::new(name.clone(), points).color(color).width(line).style(style);
        let drawn = drawn.allow_band(false);
        plot.line(if is_filled { drawn.fill(0.0).fill_alpha(0.15) } else { drawn });
    }
}

/// A height with a meaning, and its name where curves begin or end, above or below the line: where none of
/// the `lines` goes through it, if there is such a place. At the edge of the view it would widen that
/// in each frame.
fn draw_level(
    plot: &mut PlotUi,
    (_, name): &(f64, String),
    ([left, right], place): ([f64; 2], f64),
    color: Color32,
    font: &FontId,
    lines: &[Vec<[f64; 2]>],
) {
    if !place.is_finite() {
        return;
    }
    let style = LineStyle::dashed_loose();
    plot.hline(HLine::new("", place).color(color).width(1.0).style(style).allow_hover(false));
    let bounds = plot.plot_bounds();
    let is_seen = (bounds.min()[1]..=bounds.max()[1]).contains(&place);
    if !is_seen || !left.is_finite() {
        return;
    }
    let name = format!(" {name} ");
    let size = plot
        .ctx()
        .fonts_mut(|fonts| fonts.layout_no_wrap(name.clone(), font.clone(), color))
        .size();
    let [begin, end] = [left.max(bounds.min()[0]), right.min(bounds.max()[0])];
    let places = [
        (begin, Align2::LEFT_BOTTOM),
        (end, Align2::RIGHT_BOTTOM),
        (begin, Align2::LEFT_TOP),
        (end, Align2::RIGHT_TOP),
    ];
    let shown = |point: &[f64; 2]| plot.screen_from_plot(PlotPoint::from(*point));
    let is_free = |(x, anchor): &(f64, Align2)| {
        let rect = anchor.anchor_size(shown(&[*x, place]), size);
        let meets = |pair: &[[f64; 2]]| {
            Rect::from_two_pos(shown(&pair[0]), shown(&pair[pair.len() - 1])).intersects(rect)
        };
        !lines.iter().any(|line| line.windows(2).any(meets))
    };
    let (x, anchor) = places.into_iter().find(is_free).unwrap_or(places[0]);
    let text = Text::new("", PlotPoint::new(x, place), RichText::new(name).font(font.clone()));
    plot.text(text.color(color).anchor(anchor).allow_hover(false));
}

/// A colour in SVG.
fn hex(color: Color32) -> String {
    let [red, green, blue, _] = color.to_array();
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// What an axis measures, and in which unit.
fn with_unit(name: &str, unit: &str) -> String {
    if unit.is_empty() { name.to_owned() } else { format!("{name}, {unit}") }
}

/// A point, with its error bar if it has one.
fn draw_point(plot: &mut PlotUi, point: Point, [across, up]: [Axis; 2]) {
    let Point { name, at, spread, slot, color, is_published } = point;
    let Some(place) = across.place(at[0]).zip(up.place(at[1])) else { return };
    let (shape, radius) =
        if is_published { (MarkerShape::Diamond, 6.0) } else { (MarkerShape::Circle, 3.0) };
    let drawn =
        Points::new(name, vec![[place.0, place.1]]).color(color).shape(shape).radius(radius);
    plot.points(drawn.filled(!is_published));
    if let Some([low, high]) =
        spread.and_then(|[low, high]| Some([up.place(low)?, up.place(high)?]))
    {
        error_bar(plot, place.0, slot, [low, high], color);
    }
}

/// An error bar with caps of constant width, so many widths beside `x`.
fn error_bar(plot: &mut PlotUi, x: f64, slot: i32, ends: [f64; 2], color: Color32) {
    let cap = CAP * plot.transform().dvalue_dpos()[0].abs();
    let x = x + 2.25 * cap * f64::from(slot);
    let [low, high] = ends;
    for ends in [
        [[x, low], [x, high]],
        [[x - cap, low], [x + cap, low]],
        [[x - cap, high], [x + cap, high]],
    ] {
        plot.line(
            Line::new("", ends.to_vec())
                .color(color)
                .width(1.5)
                .allow_hover(false)
                .allow_band(false),
        );
    }
}

/// At most [`POINTS`] points that look like the full curve: the lowest and the highest of each run
/// of neighbours, in order.
fn thinned(points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    if points.len() <= POINTS {
        return points;
    }
    let length = (2 * points.len()).div_ceil(POINTS);
    let extremes = |run: &[[f64; 2]]| {
        let by_height = |a: &usize, b: &usize| run[*a][1].total_cmp(&run[*b][1]);
        let lowest = (0..run.len()).min_by(by_height).unwrap_or(0);
        let highest = (0..run.len()).max_by(by_height).unwrap_or(0);
        [run[lowest.min(highest)], run[lowest.max(highest)]]
    };
    points.chunks(length).flat_map(extremes).collect()
}

/// The text next to the pointer.
fn hovered(hover: &HoverPosition<'_>, across: Axis<'_>, up: Axis<'_>) -> Option<String> {
    let HoverPosition::NearDataPoint { plot_name, position, .. } = hover else { return None };
    let (x, y) =
        (words::number(across.scale.value(position.x)), words::number(up.scale.value(position.y)));
    Some(format!("{plot_name} = {y}\n{} = {x}", across.symbol))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_curves_keep_their_extremes_in_few_points() {
        let mut points: Vec<[f64; 2]> =
            (0..4096).map(|place| [f64::from(place), f64::from(place % 7)]).collect();
        (points[1000][1], points[3001][1]) = (50.0, -50.0);
        let thin = thinned(points.clone());
        assert!(
            thin.len() <= POINTS && thin.contains(&points[1000]) && thin.contains(&points[3001]),
            "{}",
            thin.len()
        );
        assert!(thin.windows(2).all(|pair| pair[0][0] <= pair[1][0]));
        assert_eq!(thinned(points[..POINTS].to_vec()), points[..POINTS]);
    }
}
