//! The chart of an experiment's results.

use egui::{
    Align2, Label, Rangef, Rect, RichText, ScrollArea, Sense, Shape as Drawn, Stroke, Ui, pos2,
    vec2,
};
use starshell::lab::SpeedUp;
use starshell::lab::chart::{
    Axis as LabAxis, Bar, Chart, Kind, Mark, Measure, Scale as Ticks, Series, Shape, dodged,
};
use starshell::words::{self, Text, t};

use crate::app::laboratory::{Laboratory, panels::table::nothing_ui};
use crate::app::shell::{
    chart::{Axis, Chart as Plot, Curve, Point},
    sides, theme,
};

/// Height of a bar with its gap, and width of names and of numbers.
const ROW: f32 = 24.0;
const NAMES: f32 = 250.0;
const NUMBERS: f32 = 84.0;
/// Width of what is said in place of a number, and of a number along the axis.
const UNSTEADY: f32 = 150.0;
const TICK: f32 = 52.0;
/// Width of the names of curves.
const LEGEND: f32 = 180.0;

/// Draws the chart: of what is being measured, or else of the results.
pub fn chart_ui(ui: &mut Ui, laboratory: &Laboratory) {
    let chart = laboratory.under_way().or_else(|| laboratory.results().and_then(Chart::new));
    let Some(chart) = chart else { return nothing_ui(ui) };
    let there = laboratory
        .other
        .as_ref()
        .and_then(|other| other.results(laboratory.shown.name))
        .and_then(Chart::new);
    // What is not the same cannot stand beside it.
    let there = there.filter(|there| there.measure == chart.measure).map(|there| there.shape);
    let caption: Vec<String> = chart.caption().iter().map(Text::spoken).collect();
    ui.add(Label::new(RichText::new(caption.join(" ")).color(theme::palette(ui).muted)).wrap());
    match (&chart.shape, there) {
        (Shape::Bars(bars), there) => {
            overlaps_ui(ui, bars);
            let there = if let Some(Shape::Bars(bars)) = there { bars } else { Vec::new() };
            bars_ui(ui, &chart, bars, &there);
        }
        (Shape::Curves(series), there) => {
            let there = if let Some(Shape::Curves(series)) = there { series } else { Vec::new() };
            curves_ui(ui, &chart, series, &there);
        }
    }
}

/// Says which neighbours do not differ for sure: each value of one was also seen of the other.
fn overlaps_ui(ui: &mut Ui, bars: &[Bar]) {
    /// Most pairs that are named.
    const MOST: usize = 3;
    let overlap = |pair: &&[Bar]| {
        let [Some(a), Some(b)] = [pair[0].spread, pair[1].spread] else { return false };
        pair[0].at == pair[1].at && a[0] <= b[1] && b[0] <= a[1]
    };
    let pairs: Vec<_> = bars.windows(2).filter(overlap).collect();
    let named = pairs.iter().take(MOST).map(|pair| {
        let [first, second] = [&pair[0], &pair[1]].map(|bar| bar.name.spoken());
        t!("laboratory-pair", first = first, second = second)
    });
    let mut names = named.collect::<Vec<_>>().join("; ");
    if names.is_empty() {
        return;
    }
    if pairs.len() > MOST {
        names += "; …";
    }
    let text = RichText::new(t!("laboratory-overlap", pairs = names));
    ui.add(Label::new(text.color(theme::palette(ui).muted)).wrap());
}

/// Places across a chart of bars.
struct Scale {
    axis: LabAxis,
    sides: Rangef,
}

impl Scale {
    fn x(&self, value: f64) -> f32 {
        egui::lerp(self.sides.min..=self.sides.max, self.axis.place(value) as f32)
    }
}

/// A bar per row; those of the other machine are thin. The axis stays above them when they scroll.
fn bars_ui(ui: &mut Ui, chart: &Chart, bars: &[Bar], there: &[Bar]) {
    let Some(axis) = chart.axis_of(bars, there) else { return nothing_ui(ui) };
    let width = ui.available_width() - ui.spacing().scroll.allocated_width();
    let left = ui.max_rect().left();
    let numbers = if bars.iter().any(|bar| bar.is_unsteady) { UNSTEADY } else { NUMBERS };
    let scale =
        Scale { axis, sides: Rangef::new(left + NAMES.min(0.36 * width), left + width - numbers) };
    axis_ui(ui, chart, &scale, width);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        sides::scroll_by_keys(ui);
        ui.spacing_mut().item_spacing.y = 0.0;
        for (row, bar) in bars.iter().enumerate() {
            let (line, _) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
            let response = ui.interact(line, ui.scope_id().with(("bar", row)), Sense::hover());
            let is_same = |other: &&Bar| (&other.name, &other.at) == (&bar.name, &bar.at);
            bar_ui(ui, chart, &scale, line, bar, there.iter().find(is_same));
            if response.hovered() {
                response.on_hover_text(told(chart, bar));
            }
        }
    });
}

/// The axis with its name, its numbers, and lines down to the end of the page.
fn axis_ui(ui: &mut Ui, chart: &Chart, scale: &Scale, width: f32) {
    let palette = theme::palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(width, 2.0 * ROW), Sense::hover());
    let font = egui::TextStyle::Body.resolve(ui.style());
    let name = chart.up.spoken();
    let name =
        if scale.axis.is_logarithmic() { t!("laboratory-logarithmic", name = name) } else { name };
    let place = pos2(scale.sides.center(), rect.top());
    ui.painter().text(place, Align2::CENTER_TOP, name, font.clone(), palette.muted);
    // No more numbers than there is room for.
    let ticks = scale.axis.ticks();
    let every = (ticks.len() as f32 * TICK / scale.sides.span()).ceil().max(1.0) as usize;
    for (number, (tick, text)) in ticks.into_iter().enumerate() {
        let at = scale.x(tick);
        ui.painter().vline(
            at,
            rect.bottom()..=ui.max_rect().bottom(),
            Stroke::new(1.0, palette.line),
        );
        let text = match chart.measure {
            Measure::Fused => format!("{:.0} %", 100.0 * tick),
            _ => text,
        };
        if number.is_multiple_of(every) {
            ui.painter().text(
                pos2(at, rect.bottom() - 2.0),
                Align2::CENTER_BOTTOM,
                text,
                font.clone(),
                palette.muted,
            );
        }
    }
}

fn bar_ui(ui: &Ui, chart: &Chart, scale: &Scale, line: Rect, bar: &Bar, other: Option<&Bar>) {
    let palette = theme::palette(ui);
    let (left, right) = (scale.sides.min, scale.sides.max);
    let rect = |value: f64, top: f32, bottom: f32| {
        Rect::from_x_y_ranges(left..=scale.x(value).max(left + 1.0), top..=bottom)
    };
    let own = rect(bar.value, line.top() + 4.0, line.bottom() - 6.0);
    ui.painter().rect_filled(own, 3.0, palette.plot[if bar.is_on_cpu { 1 } else { 0 }]);
    if let Some(other) = other {
        ui.painter().rect_filled(
            rect(other.value, own.bottom(), own.bottom() + 4.0),
            1.0,
            palette.plot[3],
        );
    }
    if let Some(ends) = bar.spread.map(|spread| spread.map(|value| scale.x(value))) {
        let middle = own.center().y;
        // With an edge, so that it stands out from the bar and from what is beside it.
        for stroke in [Stroke::new(3.5, palette.panel), Stroke::new(1.5, palette.text)] {
            ui.painter().hline(ends[0]..=ends[1], middle, stroke);
            for end in ends {
                ui.painter().vline(end, middle - 4.0..=middle + 4.0, stroke);
            }
        }
    }
    let name = egui::WidgetText::from(RichText::new(named(bar)).color(palette.text));
    let room = left - line.left() - 12.0;
    let galley =
        name.into_galley(ui, Some(egui::TextWrapMode::Truncate), room, egui::TextStyle::Body);
    let place = pos2(left - 8.0 - galley.size().x, line.center().y - 0.5 * galley.size().y);
    ui.painter().galley(place, galley, palette.text);
    let (text, color) = match bar.is_unsteady {
        true => (SpeedUp::unsteady().spoken(), palette.warning),
        false => (figure(chart, bar.value), palette.text),
    };
    let font = egui::TextStyle::Body.resolve(ui.style());
    ui.painter().text(pos2(right + 10.0, line.center().y), Align2::LEFT_CENTER, text, font, color);
    for Mark { at, .. } in &bar.published {
        diamond(ui, pos2(scale.x(at[1]), own.center().y));
    }
}

fn named(bar: &Bar) -> String {
    format!("{}, {}", bar.name.spoken(), bar.at.spoken())
}

/// A value as the language writes it.
fn figure(chart: &Chart, value: f64) -> String {
    match chart.measure {
        Measure::Time | Measure::Rate => words::number(value),
        Measure::Error | Measure::Fused => chart.figure(value).spoken(),
    }
}

/// What stands under the pointer: the value, its spread, and what was published.
fn told(chart: &Chart, bar: &Bar) -> String {
    let unit = if chart.measure == Measure::Time { " ms" } else { "" };
    let mut text = format!("{}\n{}{unit}", named(bar), figure(chart, bar.value));
    if let Some([low, high]) = bar.spread {
        text += &format!(" ({}–{})", words::number(low), words::number(high));
    }
    if bar.is_unsteady {
        text += &format!("\n{}", SpeedUp::unsteady().spoken());
    }
    bar.published.iter().for_each(|mark| text += &format!("\n{}", mark.origin.spoken()));
    text
}

/// A published number.
fn diamond(ui: &Ui, center: egui::Pos2) {
    let palette = theme::palette(ui);
    let points =
        [(0.0, -6.0), (6.0, 0.0), (0.0, 6.0), (-6.0, 0.0)].map(|(x, y)| center + vec2(x, y));
    ui.painter().add(Drawn::convex_polygon(
        points.to_vec(),
        palette.panel,
        Stroke::new(1.5, palette.text),
    ));
}

/// Curves between logarithmic axes, with their names beside.
fn curves_ui(ui: &mut Ui, chart: &Chart, all: &[Series], there: &[Series]) {
    let palette = theme::palette(ui);
    let color = |place: usize| palette.plot[place % palette.plot.len()];
    let mut curves = Vec::new();
    let mut points = Vec::new();
    for ((place, series), slots) in all.iter().enumerate().zip(dodged(all)) {
        let color = if series.kind == Kind::Bound { palette.text } else { color(place) };
        let is_model = is_dashed(place, series, palette.plot.len());
        let name = series.name.spoken();
        curves.push(Curve {
            name: name.clone(),
            color,
            is_model,
            is_filled: false,
            points: series.points.clone(),
        });
        let measured = series.measured().zip(slots);
        points.extend(measured.map(|((at, spread), slot)| Point {
            name: name.clone(),
            at,
            spread: slot.map(|_| spread),
            slot: slot.unwrap_or(0),
            color,
            is_published: false,
        }));
        let published = series.published.iter();
        let published = published.map(|mark| Point {
            name: mark.origin.spoken(),
            at: mark.at,
            spread: None,
            slot: 0,
            color: palette.text,
            is_published: true,
        });
        points.extend(published);
        if let Some(other) =
            there.iter().find(|other| other.name == series.name && other.kind != Kind::Bound)
        {
            let color = color.gamma_multiply(0.5);
            curves.push(Curve {
                name,
                color,
                is_model: true,
                is_filled: false,
                points: other.points.clone(),
            });
        }
    }
    let (size, seen) = (ui.available_size(), chart.seen);
    ui.horizontal_top(|ui| {
        let across = t!("laboratory-logarithmic", name = chart.across.spoken());
        let plot = Plot {
            curves,
            points,
            across: Axis { symbol: &across, scale: chart.scale_across() },
            up: Axis { symbol: "", scale: Ticks::Decades },
            units: [String::new(), t!("laboratory-logarithmic", name = chart.up.spoken())],
            included: seen
                .and_then(|[_, values]| LabAxis::around(values.into_iter()))
                .map_or_else(Vec::new, |axis| axis.ends.to_vec()),
            included_across: seen.map_or_else(Vec::new, |[places, _]| places.to_vec()),
            ..Plot::default()
        };
        let id = ui.scope_id().with(("chart of results", chart.title.to_string()));
        plot.show(
            ui,
            id,
            vec2((size.x - LEGEND).max(160.0), (size.y - theme::GRID).max(120.0)),
            true,
            &chart.title.spoken(),
        );
        legend_ui(ui, all);
    });
}

/// The names of the curves.
fn legend_ui(ui: &mut Ui, all: &[Series]) {
    let palette = theme::palette(ui);
    ScrollArea::vertical().id_salt("legend").auto_shrink(false).show(ui, |ui| {
        // Below each other, though plot and names stand side by side.
        ui.vertical(|ui| {
            for (place, series) in all.iter().enumerate() {
                let color = if series.kind == Kind::Bound {
                    palette.text
                } else {
                    palette.plot[place % palette.plot.len()]
                };
                ui.horizontal(|ui| {
                    let (line, _) = ui.allocate_exact_size(
                        vec2(16.0, ui.text_style_height(&egui::TextStyle::Body)),
                        Sense::hover(),
                    );
                    let dashes: &[[f32; 2]] = if is_dashed(place, series, palette.plot.len()) {
                        &[[0.0, 6.0], [10.0, 16.0]]
                    } else {
                        &[[0.0, 16.0]]
                    };
                    for dash in dashes {
                        let ends = dash.map(|x| pos2(line.left() + x, line.center().y));
                        ui.painter().line_segment(ends, Stroke::new(2.5, color));
                    }
                    ui.add(
                        Label::new(RichText::new(series.name.spoken()).color(palette.text)).wrap(),
                    );
                });
                if series.is_unsteady {
                    ui.add(
                        Label::new(
                            RichText::new(SpeedUp::unsteady().spoken()).color(palette.warning),
                        )
                        .wrap(),
                    );
                }
            }
        });
    });
}

/// Bounds and levels are dashed, as are series whose colour was used before.
fn is_dashed(place: usize, series: &Series, colors: usize) -> bool {
    series.kind != Kind::Curve || place / colors % 2 == 1
}
