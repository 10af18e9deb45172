//! Charts of results, as data: bars of times or, for three places on the axis and more, curves of rates (of times, if rates have
//! several units). [`Chart::svg`] writes one; the window draws the same.

mod png;
mod svg;

pub use png::ChartError;

use super::experiment::{Outcome, Published, Quantity, Results, Timing};
use super::experiments::experiment;
use super::report::{figure, grouped};

/// A published number at its place in a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Its place across and its value. Bars have no place across.
    pub at: [f64; 2],
    /// What it says, and where it comes from.
    pub origin: String,
}

/// How long a case took.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The variant and its count.
    pub name: String,
    /// Milliseconds.
    pub milliseconds: f64,
    /// Whether the processor did it.
    pub is_on_cpu: bool,
    /// Published milliseconds.
    pub published: Vec<Mark>,
}

/// A variant along the axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The variant.
    pub name: String,
    /// Places across and values, in the order of the axis.
    pub points: Vec<[f64; 2]>,
    /// Published values.
    pub published: Vec<Mark>,
    /// Whether it is a bound instead of a measurement.
    pub is_bound: bool,
}

/// The shape of a chart.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Bars over a logarithmic axis.
    Bars(Vec<Bar>),
    /// Curves between two logarithmic axes.
    Curves(Vec<Series>),
}

/// A chart of an experiment's results.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The experiment's title.
    pub title: &'static str,
    /// What the horizontal axis measures.
    pub across: &'static str,
    /// What the values measure, with their unit.
    pub up: String,
    /// Whether lower values are faster.
    pub is_time: bool,
    /// What is drawn.
    pub shape: Shape,
}

impl Chart {
    /// The chart of these results; `None` if nothing was measured, or this version does not know the experiment.
    pub fn new(results: &Results) -> Option<Self> {
        let experiment = experiment(&results.experiment)?;
        let rows: Vec<(&Outcome, &Timing)> =
            results.outcomes.iter().filter_map(|outcome| Some((outcome, outcome.timing.as_ref()?))).collect();
        let mut places: Vec<f64> = rows.iter().map(|(outcome, _)| place(outcome)).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        let (title, across) = (experiment.title, experiment.axis.unwrap_or("number"));
        if places.len() < 3 {
            let bars: Vec<Bar> = rows.into_iter().map(|(outcome, timing)| bar(outcome, timing)).collect();
            let is_empty = bars.is_empty();
            let chart = Self { title, across, up: "milliseconds".to_owned(), is_time: true, shape: Shape::Bars(bars) };
            return (!is_empty).then_some(chart);
        }
        if let Some([copy, fused]) = roofs(&rows) {
            let kernels: Vec<_> = rows.into_iter().filter(|(outcome, _)| outcome.at.is_some()).collect();
            let shape = Shape::Curves([roof(copy, fused, &places), curves(&kernels, true)].concat());
            return Some(Self { title, across, up: "flop/s".to_owned(), is_time: false, shape });
        }
        let unit = rows[0].1.unit.clone();
        let has_one_unit = rows.iter().all(|(_, timing)| timing.unit == unit);
        let up = if has_one_unit { unit } else { "milliseconds".to_owned() };
        let shape = Shape::Curves(curves(&rows, has_one_unit));
        Some(Self { title, across, up, is_time: !has_one_unit, shape })
    }

    /// A sentence on what is drawn.
    pub fn caption(&self) -> String {
        let Self { across, up, .. } = self;
        match (&self.shape, self.is_time) {
            (Shape::Bars(_), _) => "Milliseconds, shorter is faster; diamonds: published.".to_owned(),
            (_, true) => format!("Milliseconds against {across}; lower is faster; diamonds: published."),
            (_, false) => format!("{up} against {across}; higher is faster; diamonds: published."),
        }
    }
}

/// The place of a row on the axis.
fn place(outcome: &Outcome) -> f64 {
    outcome.at.unwrap_or(outcome.count as f64)
}

fn bar(outcome: &Outcome, timing: &Timing) -> Bar {
    let published = outcome.published.iter().filter(|published| published.quantity == Quantity::Milliseconds);
    let mark = |Published { value, place, .. }: &Published| Mark {
        at: [0.0, *value],
        origin: format!("{} ms, {place}", figure(*value)),
    };
    let at = outcome.at.map_or_else(|| grouped(outcome.count), figure);
    Bar {
        name: format!("{}, {at}", short(&outcome.variant)),
        milliseconds: timing.median_ms,
        is_on_cpu: outcome.variant.starts_with("cpu"),
        published: published.map(mark).collect(),
    }
}

/// A series per variant, of rates or of times.
fn curves(rows: &[(&Outcome, &Timing)], of_rates: bool) -> Vec<Series> {
    let mut all: Vec<(&str, Series)> = Vec::new();
    for (outcome, timing) in rows {
        let variant = outcome.variant.as_str();
        let known = all.iter().position(|(name, _)| *name == variant).unwrap_or_else(|| {
            let (points, published) = (Vec::new(), Vec::new());
            all.push((variant, Series { name: short(variant).to_owned(), points, published, is_bound: false }));
            all.len() - 1
        });
        let series = &mut all[known].1;
        series.points.push([place(outcome), if of_rates { timing.rate } else { timing.median_ms }]);
        let value_of = |published: &Published| match published.quantity {
            Quantity::Milliseconds => (!of_rates).then_some(published.value),
            _ if of_rates => per_second(published, &timing.unit),
            _ => None,
        };
        for published in &outcome.published {
            if let Some(value) = value_of(published) {
                let origin = format!("{}, {}", short(variant), published.place);
                series.published.push(Mark { at: [place(outcome), value], origin });
            }
        }
    }
    for (_, series) in &mut all {
        series.points.sort_by(|a, b| a[0].total_cmp(&b[0]));
    }
    all.into_iter().map(|(_, series)| series).collect()
}

/// Bytes per second of a copy and operations per second of fused multiply-adds, if these two and kernels between them were
/// measured.
fn roofs(rows: &[(&Outcome, &Timing)]) -> Option<[f64; 2]> {
    let without_place = |unit: &str| {
        let is_roof = |(outcome, timing): &&(&Outcome, &Timing)| outcome.at.is_none() && timing.unit == unit;
        rows.iter().find(is_roof).map(|(_, timing)| timing.rate)
    };
    Some([without_place("bytes/s")?, without_place("flop/s")?])
}

/// What memory and arithmetic allow around these places.
fn roof(copy: f64, fused: f64, places: &[f64]) -> Vec<Series> {
    let ridge = fused / copy;
    let most = places.iter().copied().filter(|place| *place < 1e9).fold(ridge, f64::max);
    let least = places.iter().copied().filter(|place| *place > 0.0).fold(ridge, f64::min);
    let points = vec![[0.5 * least, 0.5 * least * copy], [ridge, fused], [2.0 * most, fused]];
    vec![Series { name: "roof".to_owned(), points, published: Vec::new(), is_bound: true }]
}

/// A published rate in units of work per second.
fn per_second(published: &Published, unit: &str) -> Option<f64> {
    match (published.quantity, unit) {
        (Quantity::Interactions, "interactions/s") => Some(published.value * 1e6),
        (Quantity::Gigaflops, "interactions/s") => Some(published.value / 20e-9),
        (Quantity::Gigaflops, "flop/s") | (Quantity::Gigabytes, "bytes/s") => Some(published.value * 1e9),
        (Quantity::Gigabytes, "elements/s") => Some(published.value / 4e-9),
        (Quantity::Frames, "frames/s") => Some(published.value),
        _ => None,
    }
}

/// The name of a variant without what it explains.
fn short(variant: &str) -> &str {
    variant.split(':').next().unwrap_or(variant)
}
