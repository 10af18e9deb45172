//! The chart of an experiment's results.

use egui::{Align2, FontId, Rect, RichText, ScrollArea, Sense, Shape as Drawn, Stroke, Ui, pos2, vec2};
use starshell::lab::{Bar, Chart, Mark, Series, Shape};

use super::table::nothing_ui;
use crate::app::laboratory::Laboratory;
use crate::app::panels::chart::{Axis, Chart as Plot, Curve, Point};
use crate::app::{theme, words};

/// Height of a bar with its gap, and width of names and of numbers.
const ROW: f32 = 24.0;
const NAMES: f32 = 250.0;
const NUMBERS: f32 = 84.0;
/// Width of the names of curves.
const LEGEND: f32 = 180.0;

/// Draws the chart.
pub fn chart_ui(ui: &mut Ui, laboratory: &Laboratory) {
    let Some(chart) = laboratory.results().and_then(Chart::new) else { return nothing_ui(ui) };
    let there = laboratory.other.as_ref().and_then(|other| other.results(laboratory.shown.name)).and_then(Chart::new);
    ui.label(RichText::new(words::phrase(&chart.caption())).color(theme::palette(ui).muted));
    match (&chart.shape, there.map(|there| there.shape)) {
        (Shape::Bars(bars), there) => {
            let there = if let Some(Shape::Bars(bars)) = there { bars } else { Vec::new() };
            bars_ui(ui, bars, &there);
        }
        (Shape::Curves(series), there) => {
            let there = if let Some(Shape::Curves(series)) = there { series } else { Vec::new() };
            curves_ui(ui, &chart, series, &there);
        }
    }
}

/// A bar per row, on a logarithmic scale of whole decades; those of the other machine are thin.
fn bars_ui(ui: &mut Ui, bars: &[Bar], there: &[Bar]) {
    let palette = theme::palette(ui);
    let values =
        || bars.iter().chain(there).flat_map(|bar| bar.published.iter().map(|mark| mark.at[1]).chain([bar.milliseconds]));
    let least = values().filter(|value| *value > 0.0).fold(f64::INFINITY, f64::min).log10().floor();
    let most = values().fold(0.0, f64::max).log10().ceil().max(least + 1.0);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let width = ui.available_width();
        let size = vec2(width, ROW * (bars.len() + 1) as f32);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let names = NAMES.min(0.36 * width);
        let [left, right] = [rect.left() + names, rect.right() - NUMBERS];
        let x = |value: f64| egui::lerp(left..=right, ((value.log10() - least) / (most - least)) as f32);
        let painter = ui.painter();
        let font = FontId::proportional(theme::BODY);
        let bottom = rect.bottom() - ROW;
        for decade in least as i32..=most as i32 {
            let at = x(10_f64.powi(decade));
            painter.vline(at, rect.top()..=bottom, Stroke::new(1.0, palette.line));
            let number = 10_f64.powi(decade);
            let text = if decade > 2 { format!("{number:.0}") } else { words::short(number) };
            painter.text(pos2(at, bottom + 4.0), Align2::CENTER_TOP, text, font.clone(), palette.muted);
        }
        for (row, bar) in bars.iter().enumerate() {
            let line = Rect::from_min_size(pos2(rect.left(), rect.top() + ROW * row as f32), vec2(width, ROW));
            let response = ui.interact(line, ui.scope_id().with(("bar", row)), Sense::hover());
            let own = Rect::from_x_y_ranges(left..=x(bar.milliseconds).max(left + 1.0), line.top() + 4.0..=line.bottom() - 6.0);
            let color = palette.plot[if bar.is_on_cpu { 1 } else { 0 }];
            ui.painter().rect_filled(own, 3.0, color);
            if let Some(other) = there.iter().find(|other| other.name == bar.name) {
                let thin =
                    own.with_min_y(own.bottom()).with_max_y(own.bottom() + 4.0).with_max_x(x(other.milliseconds).max(left + 1.0));
                ui.painter().rect_filled(thin, 1.0, palette.plot[3]);
            }
            let name = egui::WidgetText::from(RichText::new(words::phrase(&bar.name)).color(palette.text));
            let galley = name.into_galley(ui, Some(egui::TextWrapMode::Truncate), names - 12.0, egui::TextStyle::Body);
            let place = pos2(left - 8.0 - galley.size().x, line.center().y - 0.5 * galley.size().y);
            ui.painter().galley(place, galley, palette.text);
            let number = words::number(bar.milliseconds);
            ui.painter().text(pos2(right + 10.0, line.center().y), Align2::LEFT_CENTER, number, font.clone(), palette.text);
            for Mark { at, .. } in &bar.published {
                diamond(ui, pos2(x(at[1]), line.center().y - 1.0));
            }
            if response.hovered() {
                let mut text = format!("{}\n{} ms", words::phrase(&bar.name), words::number(bar.milliseconds));
                bar.published.iter().for_each(|mark| text += &format!("\n{}", words::phrase(&mark.origin)));
                response.on_hover_text(text);
            }
        }
    });
}

/// A published number.
fn diamond(ui: &Ui, center: egui::Pos2) {
    let palette = theme::palette(ui);
    let points = [(0.0, -6.0), (6.0, 0.0), (0.0, 6.0), (-6.0, 0.0)].map(|(x, y)| center + vec2(x, y));
    ui.painter().add(Drawn::convex_polygon(points.to_vec(), palette.panel, Stroke::new(1.5, palette.text)));
}

/// Curves between logarithmic axes, with their names beside.
fn curves_ui(ui: &mut Ui, chart: &Chart, all: &[Series], there: &[Series]) {
    let palette = theme::palette(ui);
    let color = |place: usize| palette.plot[place % palette.plot.len()];
    let mut curves = Vec::new();
    let mut points = Vec::new();
    for (place, series) in all.iter().enumerate() {
        let color = if series.is_bound { palette.text } else { color(place) };
        let is_model = series.is_bound || place / palette.plot.len() % 2 == 1;
        let name = words::phrase(&series.name);
        curves.push(Curve { name: name.clone(), color, is_model, is_filled: false, points: series.points.clone() });
        if !series.is_bound {
            points.extend(series.points.iter().map(|at| Point { name: name.clone(), at: *at, color, is_published: false }));
        }
        let published = series.published.iter();
        let published = published.map(|mark| Point {
            name: words::phrase(&mark.origin),
            at: mark.at,
            color: palette.text,
            is_published: true,
        });
        points.extend(published);
        if let Some(other) = there.iter().find(|other| other.name == series.name && !other.is_bound) {
            let color = color.gamma_multiply(0.5);
            curves.push(Curve { name, color, is_model: true, is_filled: false, points: other.points.clone() });
        }
    }
    let size = ui.available_size();
    ui.horizontal_top(|ui| {
        let across = words::phrase(chart.across);
        let axis = |symbol| Axis { symbol, is_logarithmic: true };
        let plot = Plot {
            curves,
            points,
            across: axis(&across),
            up: axis(""),
            units: [String::new(), words::phrase(&chart.up)],
            ..Plot::default()
        };
        let id = ui.scope_id().with(("chart of results", chart.title));
        plot.show(
            ui,
            id,
            vec2((size.x - LEGEND).max(160.0), (size.y - theme::GRID).max(120.0)),
            true,
            &words::phrase(chart.title),
        );
        ScrollArea::vertical().id_salt("legend").auto_shrink(false).show(ui, |ui| {
            // Below each other, though plot and names stand side by side.
            ui.vertical(|ui| {
                for (place, series) in all.iter().enumerate() {
                    let color = if series.is_bound { palette.text } else { color(place) };
                    ui.horizontal(|ui| {
                        let (line, _) = ui.allocate_exact_size(vec2(16.0, theme::BODY), Sense::hover());
                        let is_dashed = series.is_bound || place / palette.plot.len() % 2 == 1;
                        let dashes: &[[f32; 2]] = if is_dashed { &[[0.0, 6.0], [10.0, 16.0]] } else { &[[0.0, 16.0]] };
                        for dash in dashes {
                            let ends = dash.map(|x| pos2(line.left() + x, line.center().y));
                            ui.painter().line_segment(ends, Stroke::new(2.5, color));
                        }
                        ui.add(egui::Label::new(RichText::new(words::phrase(&series.name)).color(palette.text)).wrap());
                    });
                }
            });
        });
    });
}
