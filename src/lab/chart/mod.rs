//! Charts of results, as data: bars or, for three places on the axis and more, curves of rates (of
//! times, if rates have several units). [`Chart::svg`] writes one; the window draws the same.

mod axis;
mod dodge;
mod paper;
mod plot;
mod png;
mod svg;
mod under_way;

pub use axis::{Axis, Scale, Tick, power};
pub use dodge::dodged;
pub use plot::{Line, Plot, Side, Spread, Stroke, pieces};
pub use png::ChartError;

use super::experiment::{Outcome, Published, Quantity, Results, Timing};
use super::experiments::experiment;
use super::figures::{figure, grouped};
use super::rate::RateUnit;
use super::speed_up::SpeedUp;
use super::table::error;
use crate::name::Named;
use crate::words::{Text, say};

/// A published number at its place in a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Its place across and its value. Bars have no place across.
    pub at: [f64; 2],
    /// What it says, and where it comes from.
    pub origin: Text,
}

/// What the values of a chart are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Milliseconds.
    Time,
    /// Units of work per second.
    Rate,
    /// Relative errors of results.
    Error,
    /// Parts of the results that were fused.
    Fused,
}

/// The value of a case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// The variant.
    pub name: Text,
    /// Its count, or its place on the experiment's axis.
    pub at: Text,
    /// The value.
    pub value: f64,
    /// From where to where its error bar goes, if it is a time.
    pub spread: Option<[f64; 2]>,
    /// Whether it cannot be told from what it is compared with.
    pub is_unsteady: bool,
    /// Whether the processor did it.
    pub is_on_cpu: bool,
    /// Published values.
    pub published: Vec<Mark>,
}

/// What a series is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A variant along the axis.
    Curve,
    /// A variant that has no place on the axis: a level beside the others.
    Level,
    /// A bound instead of a measurement.
    Bound,
}

/// A line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The variant.
    pub name: Text,
    /// What it is.
    pub kind: Kind,
    /// Places across and values, in the order of the axis. A level has its value at both ends.
    pub points: Vec<[f64; 2]>,
    /// From where to where the error bar of each point goes; none of bounds, and of levels only
    /// that at the right.
    pub spreads: Vec<[f64; 2]>,
    /// Whether a point of it cannot be told from what it is compared with.
    pub is_unsteady: bool,
    /// Published values.
    pub published: Vec<Mark>,
}

impl Series {
    /// The points that were measured, each with its error bar.
    pub fn measured(&self) -> impl Iterator<Item = ([f64; 2], [f64; 2])> {
        let unmeasured = self.points.len() - self.spreads.len();
        self.points.iter().copied().skip(unmeasured).zip(self.spreads.iter().copied())
    }
}

/// The shape of a chart.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Bars.
    Bars(Vec<Bar>),
    /// Curves between two logarithmic axes.
    Curves(Vec<Series>),
}

/// A chart of an experiment's results.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The experiment's title.
    pub title: Text,
    /// What the horizontal axis of curves measures.
    pub across: Text,
    /// What the values are.
    pub measure: Measure,
    /// Their unit, in words.
    pub up: Text,
    /// Whether error bars go over all samples, because the quartiles are unknown.
    pub has_extremes: bool,
    /// If it shows medians of measurements that are still under way: the least and the greatest
    /// place and value so far. Its axes hold all of them, so that they only grow.
    pub seen: Option<[[f64; 2]; 2]>,
    /// What is drawn.
    pub shape: Shape,
}

/// How far beyond the last place on the axis levels end, as a factor.
const BESIDE: f64 = 1.3;

type Row<'a> = (&'a Outcome, &'a Timing);

impl Chart {
    /// The chart of these results; `None` if nothing was measured, or this version does not know
    /// the experiment.
    pub fn new(results: &Results) -> Option<Self> {
        let experiment = experiment(&results.experiment)?;
        let rows: Vec<Row> = results
            .outcomes
            .iter()
            .filter_map(|outcome| Some((outcome, outcome.timing.as_ref()?)))
            .collect();
        let unit = rows.first()?.1.unit;
        let has_one_unit = rows.iter().all(|(_, timing)| timing.unit == unit);
        let has_axis = rows.iter().any(|(outcome, _)| outcome.at.is_some());
        let places = places(rows.iter().filter_map(|(outcome, _)| place(outcome, has_axis)));
        let measure = match experiment.is_about_results() {
            true if rows.iter().all(|(_, timing)| timing.fused.is_some()) => Measure::Fused,
            true if rows.iter().all(|(_, timing)| timing.error.is_some()) => Measure::Error,
            _ if places.len() >= 3 && (has_one_unit || roofs(&rows).is_some()) => Measure::Rate,
            _ => Measure::Time,
        };
        let shape = match measure {
            Measure::Rate | Measure::Time | Measure::Error if places.len() >= 3 => {
                Shape::Curves(lines(&rows, measure, &places, has_axis))
            }
            _ => Shape::Bars(rows.iter().map(|row| bar(*row, measure, &rows)).collect()),
        };
        let up = match measure {
            Measure::Time => say!("chart-milliseconds"),
            Measure::Rate if has_one_unit => Text::named("unit", unit.name()),
            Measure::Rate => RateUnit::Operations.name().into(),
            Measure::Error => say!("chart-error"),
            Measure::Fused => say!("chart-fused"),
        };
        Some(Self {
            title: experiment.title(),
            across: Text::named("axis", experiment.axis.unwrap_or("number")),
            measure,
            up,
            has_extremes: rows.iter().any(|(_, timing)| timing.quartiles_ms.is_none()),
            seen: None,
            shape,
        })
    }

    /// Sentences on what is drawn.
    pub fn caption(&self) -> Vec<Text> {
        let Self { across, up, .. } = self;
        if self.seen.is_some() {
            return vec![say!("caption-under-way")];
        }
        let (is_published, has_spread) = match &self.shape {
            Shape::Bars(bars) => (
                bars.iter().any(|bar| !bar.published.is_empty()),
                bars.iter().any(|bar| bar.spread.is_some()),
            ),
            Shape::Curves(all) => (
                all.iter().any(|series| !series.published.is_empty()),
                self.measure != Measure::Error,
            ),
        };
        let what = match (&self.shape, self.measure) {
            (Shape::Curves(_), Measure::Time) => {
                say!("caption-times", across = across.clone())
            }
            (Shape::Curves(_), Measure::Error) => {
                say!("caption-error-curves", across = across.clone())
            }
            (Shape::Curves(_), _) => {
                say!("caption-rates", up = up.clone(), across = across.clone())
            }
            (_, Measure::Error) => say!("caption-errors"),
            (_, Measure::Fused) => say!("caption-fused"),
            (Shape::Bars(_), _) => say!("caption-bars"),
        };
        let spread = match self.has_extremes {
            true => say!("caption-extremes"),
            false => say!("caption-quartiles"),
        };
        let others =
            [has_spread.then_some(spread), is_published.then_some(say!("caption-published"))];
        [what].into_iter().chain(others.into_iter().flatten()).collect()
    }

    /// The axis of bars, of this chart and of another machine's beside it.
    pub fn axis_of(&self, bars: &[Bar], others: &[Bar]) -> Option<Axis> {
        let of_bar = |bar: &Bar| {
            let published: Vec<f64> = bar.published.iter().map(|mark| mark.at[1]).collect();
            published.into_iter().chain(bar.spread.into_iter().flatten()).chain([bar.value])
        };
        match self.measure {
            Measure::Fused => Some(Axis::SHARES),
            _ => {
                let seen = self.seen.into_iter().flat_map(|[_, values]| values);
                // Exact results have no place on it, which is where it begins.
                let exact = (self.measure == Measure::Error).then_some(1e-9);
                Axis::around(bars.iter().chain(others).flat_map(of_bar).chain(seen).chain(exact))
            }
        }
    }

    /// How places stand across: by powers of two, if all are.
    pub fn scale_across(&self) -> Scale {
        let Shape::Curves(all) = &self.shape else { return Scale::Decades };
        let curves = all.iter().filter(|series| series.kind == Kind::Curve);
        let mut places = curves.flat_map(|series| &series.points).map(|point| point[0]);
        let is_power = |place: f64| place >= 1.0 && place.log2().fract() == 0.0;
        if places.all(is_power) { Scale::Octaves } else { Scale::Decades }
    }

    /// A value in words.
    pub fn figure(&self, value: f64) -> Text {
        match self.measure {
            Measure::Error => error(Some(value).filter(|value| *value != 0.0)),
            Measure::Fused => format!("{:.0} %", 100.0 * value).into(),
            Measure::Time | Measure::Rate => figure(value).into(),
        }
    }
}

/// The place of a row on the axis. What has no place on the experiment's own axis stands beside it.
fn place(outcome: &Outcome, has_axis: bool) -> Option<f64> {
    if has_axis { outcome.at } else { Some(outcome.count as f64) }
}

/// Different places in order.
fn places(all: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut places: Vec<f64> = all.collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    places
}

/// The name of a row's variant: without what it explains, if no other has the same.
fn name(row: Row, rows: &[Row]) -> Text {
    let variant = row.0.variant.as_str();
    let is_other =
        |(other, _): &Row| other.variant != variant && short(&other.variant) == short(variant);
    Text::named(
        "variant",
        if rows.iter().any(is_other) { variant } else { short(variant) }.to_owned(),
    )
}

/// Whether a row is not told from what it is compared with.
fn is_unsteady((outcome, _): &Row) -> bool {
    outcome.speed_up == Some(SpeedUp::Unsteady)
}

fn bar(row: Row, measure: Measure, rows: &[Row]) -> Bar {
    let (outcome, timing) = row;
    let value = match measure {
        Measure::Error => timing.error,
        Measure::Fused => timing.fused,
        Measure::Time | Measure::Rate => None,
    };
    let is_time = value.is_none();
    let published = outcome
        .published
        .iter()
        .filter(|published| published.quantity == Quantity::Milliseconds && is_time);
    let mark = |published: &Published| Mark {
        at: [0.0, published.value],
        origin: say!("mark-time", time = figure(published.value), place = published.origin()),
    };
    Bar {
        name: name(row, rows),
        at: outcome.at.map_or_else(|| grouped(outcome.count), figure).into(),
        value: value.unwrap_or(timing.median_ms),
        spread: is_time.then(|| timing.spread_ms()),
        is_unsteady: is_time && is_unsteady(&row),
        is_on_cpu: outcome.variant.starts_with("cpu"),
        published: published.map(mark).collect(),
    }
}

/// The lines of a chart: a roof if there is one, a series per variant, and levels.
fn lines(rows: &[Row], measure: Measure, places: &[f64], has_axis: bool) -> Vec<Series> {
    let roofs = roofs(rows);
    let mut lines: Vec<Series> = roofs.map(|roofs| roof(roofs, places)).into_iter().collect();
    let bounds = lines.len();
    for &row in rows {
        let (outcome, timing) = row;
        let place = place(outcome, has_axis);
        if place.is_none() && roofs.is_some() {
            continue;
        }
        let name = name(row, rows);
        let known = lines
            .iter()
            .skip(bounds)
            .position(|series| series.name == name)
            .map(|known| bounds + known);
        let known = known.unwrap_or_else(|| {
            let kind = if place.is_some() { Kind::Curve } else { Kind::Level };
            let (points, spreads, published) = (Vec::new(), Vec::new(), Vec::new());
            lines.push(Series {
                name: name.clone(),
                kind,
                points,
                spreads,
                is_unsteady: false,
                published,
            });
            lines.len() - 1
        });
        let series = &mut lines[known];
        let of_rates = measure == Measure::Rate;
        // A rate is work over time: the longest time is the lowest rate.
        let [low, high] = timing.spread_ms();
        let at_rate = |milliseconds: f64| {
            timing.rate * timing.median_ms / milliseconds.max(f64::MIN_POSITIVE)
        };
        let value = match measure {
            Measure::Rate => timing.rate,
            // Exact results have no place on a logarithmic axis.
            Measure::Error => timing.error.unwrap_or_default().max(1e-9),
            _ => timing.median_ms,
        };
        let spread = match measure {
            Measure::Rate if timing.unit.is_per_second() => [at_rate(high), at_rate(low)],
            Measure::Rate | Measure::Error => [value; 2],
            _ => [low, high],
        };
        match place {
            Some(place) => {
                series.points.push([place, value]);
                series.spreads.push(spread);
            }
            None => {
                let ends = [places.first().copied(), places.last().map(|last| BESIDE * last)];
                series.points = ends.into_iter().flatten().map(|end| [end, value]).collect();
                series.spreads = vec![spread];
            }
        }
        series.is_unsteady |= is_unsteady(&row);
        let value_of = |published: &Published| match published.quantity {
            Quantity::Milliseconds => (measure == Measure::Time).then_some(published.value),
            quantity if of_rates => quantity.per(timing.unit).map(|each| published.value / each),
            _ => None,
        };
        for published in &outcome.published {
            if let Some((place, value)) = place.zip(value_of(published)) {
                series.published.push(Mark {
                    at: [place, value],
                    origin: say!("mark-of", name = name.clone(), place = published.origin()),
                });
            }
        }
    }
    for series in &mut lines[bounds..] {
        let mut all: Vec<_> = series.measured().collect();
        if series.kind == Kind::Curve {
            all.sort_by(|a, b| a.0[0].total_cmp(&b.0[0]));
            (series.points, series.spreads) = all.into_iter().unzip();
        }
    }
    lines
}

/// Bytes per second of a copy and operations per second of fused multiply-adds, if these two and
/// kernels between them were measured.
fn roofs(rows: &[Row]) -> Option<[f64; 2]> {
    let without_place = |unit: RateUnit| {
        let is_roof = |(outcome, timing): &&Row| outcome.at.is_none() && timing.unit == unit;
        rows.iter().find(is_roof).map(|(_, timing)| timing.rate)
    };
    Some([without_place(RateUnit::Bytes)?, without_place(RateUnit::Operations)?])
}

/// What memory and arithmetic allow around these places.
fn roof([copy, fused]: [f64; 2], places: &[f64]) -> Series {
    let ridge = fused / copy;
    let most = places.iter().copied().filter(|place| *place < 1e9).fold(ridge, f64::max);
    let least = places.iter().copied().filter(|place| *place > 0.0).fold(ridge, f64::min);
    let points = vec![[0.5 * least, 0.5 * least * copy], [ridge, fused], [2.0 * most, fused]];
    let (name, spreads, published) = (Text::named("variant", "roof"), Vec::new(), Vec::new());
    Series { name, kind: Kind::Bound, points, spreads, is_unsteady: false, published }
}

/// The name of a variant without what it explains.
fn short(variant: &str) -> &str {
    variant.split(':').next().unwrap_or(variant)
}
