//! The table of an experiment's results as text, cell by cell: Markdown and the window show the
//! same.

use super::Detail;
use super::experiment::{Experiment, Outcome, Published, Quantity, Results, Verdict};
use super::figures::{figure, grouped};
use super::rate::RateUnit;
use super::speed_up::SpeedUp;
use crate::name::Named;
use crate::words::{Text, say};

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// What was measured.
    Variant,
    /// The number of bodies or elements.
    Count,
    /// The place on the experiment's axis.
    At,
    /// Whether it is right.
    Right,
    /// Milliseconds.
    Time,
    /// How many times as fast as another variant.
    SpeedUp,
    /// Units of work per second.
    Rate,
    /// The error of the result.
    Error,
    /// What was published.
    Published,
    /// How many times as fast as published it is here, or the speed-up here.
    Here,
    /// What else was found.
    Details,
    /// The time on another machine, and how many times as fast it is here.
    There,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The lines of a cell per column.
    pub cells: Vec<Vec<Text>>,
    /// Whether its result was right.
    pub verdict: Verdict,
    /// What the variant does differently; may be empty.
    pub note: Text,
}

/// The table of an experiment's results.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What varies along the experiment's axis.
    axis: &'static str,
    /// The columns.
    pub columns: Vec<Column>,
    /// A row per outcome, in their order.
    pub rows: Vec<Row>,
}

impl Table {
    /// The table of these results, with those of another machine beside if there are any.
    pub fn new(experiment: &Experiment, results: &Results, there: Option<&Results>) -> Self {
        let outcomes = &results.outcomes;
        let has_axis = outcomes.iter().any(|outcome| outcome.at.is_some());
        let is_published = outcomes.iter().any(|outcome| !outcome.published.is_empty());
        let compares = outcomes.iter().any(|outcome| compared(outcome).is_some());
        let has_details = outcomes.iter().any(|outcome| {
            outcome.timing.as_ref().is_some_and(|timing| !timing.details.is_empty())
        });
        let is_there = |column: &Column| match column {
            Column::At => has_axis,
            Column::SpeedUp => compares,
            Column::Published | Column::Here => is_published,
            Column::Details => has_details,
            Column::There => there.is_some(),
            _ => true,
        };
        let columns: Vec<Column> = ALL.iter().copied().filter(is_there).collect();
        let row = |outcome: &Outcome| Row {
            cells: columns.iter().map(|column| cell(*column, outcome, there)).collect(),
            verdict: outcome.verdict.clone(),
            note: outcome.note.clone(),
        };
        Self {
            axis: experiment.axis.unwrap_or_default(),
            rows: outcomes.iter().map(row).collect(),
            columns,
        }
    }

    /// The name of a column.
    pub fn name(&self, column: Column) -> Text {
        match column {
            Column::Variant => say!("column-variant"),
            Column::Count => "n".into(),
            Column::At => Text::named("axis", self.axis),
            Column::Right => say!("column-right"),
            Column::Time => "ms".into(),
            Column::SpeedUp => say!("column-speed-up"),
            Column::Rate => say!("column-rate"),
            Column::Error => say!("column-error"),
            Column::Published => say!("column-published"),
            Column::Here => say!("column-here"),
            Column::Details => say!("column-details"),
            Column::There => say!("column-there"),
        }
    }

    /// The columns that a class needs: those that tell rows apart, whether they are right, and what
    /// the experiment is about.
    pub fn for_class(mut self, experiment: &Experiment) -> Self {
        let extra = match experiment.is_about_results() {
            true => &[Column::Time, Column::Rate, Column::Published, Column::Here][..],
            false => &[Column::Error, Column::Published, Column::Here][..],
        };
        let is_same = |place: usize| {
            self.rows.windows(2).all(|pair| pair[0].cells[place] == pair[1].cells[place])
        };
        let is_kept = |(place, column): (usize, &Column)| {
            let is_told = match column {
                Column::Count => !is_same(place),
                Column::At => !self.axis.is_empty(),
                _ => true,
            };
            is_told && !extra.contains(column)
        };
        let kept: Vec<bool> = self.columns.iter().enumerate().map(is_kept).collect();
        let mut keep = kept.iter().cycle();
        self.columns.retain(|_| *keep.next().unwrap_or(&true));
        for row in &mut self.rows {
            let mut keep = kept.iter();
            row.cells.retain(|_| *keep.next().unwrap_or(&true));
        }
        self
    }
}

/// The columns, as far as a table has them.
const ALL: [Column; 12] = [
    Column::Variant,
    Column::Count,
    Column::At,
    Column::Right,
    Column::Time,
    Column::SpeedUp,
    Column::Rate,
    Column::Error,
    Column::Published,
    Column::Here,
    Column::Details,
    Column::There,
];

/// The lines of a cell.
fn cell(column: Column, outcome: &Outcome, there: Option<&Results>) -> Vec<Text> {
    let timing = outcome.timing.as_ref();
    let one = |text: Option<Text>| text.into_iter().collect();
    match column {
        Column::Variant => vec![Text::named("variant", outcome.variant.clone())],
        Column::Count => vec![grouped(outcome.count).into()],
        Column::At => one(outcome.at.map(|at| place(at).into())),
        Column::Right => vec![outcome.verdict.word()],
        Column::Time => one(timing.map(|timing| {
            let [median, least, most] =
                [timing.median_ms, timing.min_ms, timing.max_ms].map(figure);
            say!("cell-time", median = median, least = least, most = most)
        })),
        Column::SpeedUp => one(compared(outcome)),
        Column::Rate => one(timing.map(|timing| rate(timing.rate, timing.unit))),
        Column::Error => one(timing.map(|timing| error(timing.error))),
        Column::Published => outcome.published.iter().map(published).collect(),
        Column::Here => here(outcome),
        Column::Details => details(outcome),
        Column::There => one(there.and_then(|there| elsewhere(outcome, there))),
    }
}

impl Verdict {
    /// The verdict in a word.
    pub fn word(&self) -> Text {
        match self {
            Self::Right => "✓".into(),
            Self::Wrong(_) => say!("verdict-wrong"),
            Self::Unsupported(_) => say!("verdict-not-here"),
            Self::Failed(_) => say!("verdict-failed"),
        }
    }

    /// Why it is not right.
    pub fn reason(&self) -> Option<&Text> {
        match self {
            Self::Right => None,
            Self::Wrong(reason) | Self::Unsupported(reason) | Self::Failed(reason) => Some(reason),
        }
    }
}

/// The error of a result.
pub(super) fn error(error: Option<f64>) -> Text {
    error.map_or_else(|| say!("cell-exact"), |error| format!("{error:.1e}").into())
}

/// A place on an axis.
fn place(at: f64) -> String {
    if at.fract() == 0.0 && (0.0..1e15).contains(&at) { grouped(at as usize) } else { figure(at) }
}

/// How many times as fast as another variant it is, if it was compared with another.
fn compared(outcome: &Outcome) -> Option<Text> {
    let over = outcome.over.as_ref().filter(|over| **over != outcome.variant)?;
    match outcome.speed_up? {
        SpeedUp::Times(times) => {
            let over = Text::named("variant", over.split(':').next().unwrap_or(over).to_owned());
            Some(say!("cell-speed-up", times = figure(times), over = over))
        }
        SpeedUp::Unsteady => Some(SpeedUp::unsteady()),
    }
}

fn unit(quantity: Quantity) -> Text {
    if quantity == Quantity::SpeedUp { "x".into() } else { Text::named("unit", quantity.name()) }
}

/// What was published.
fn published(published: &Published) -> Text {
    let Published { quantity, value, .. } = published;
    say!(
        "cell-published",
        value = figure(*value),
        unit = unit(*quantity),
        place = published.origin()
    )
}

/// What was published about, here.
fn here(outcome: &Outcome) -> Vec<Text> {
    let mut here = Vec::new();
    for published in &outcome.published {
        let times = match (published.here(outcome), published.ratio(outcome)) {
            (Some(_), Some(ratio)) => say!("cell-times", times = figure(ratio)),
            (Some(value), None) => say!(
                "cell-rate",
                rate = format!("{} ", figure(value)),
                unit = unit(published.quantity)
            ),
            (None, _) => continue,
        };
        if !here.contains(&times) {
            here.push(times);
        }
    }
    here
}

/// What else was found.
fn details(outcome: &Outcome) -> Vec<Text> {
    let details = outcome.timing.iter().flat_map(|timing| &timing.details);
    let of = |detail: &Detail| {
        say!(
            "cell-detail",
            what = Text::named("detail", detail.what.clone()),
            text = detail.text.clone()
        )
    };
    details.map(of).collect()
}

/// Returns the time in another report, and how many times as fast it is here.
fn elsewhere(outcome: &Outcome, there: &Results) -> Option<Text> {
    let same = |other: &&Outcome| {
        (&other.variant, other.count, other.at) == (&outcome.variant, outcome.count, outcome.at)
    };
    let time = |outcome: &Outcome| outcome.timing.as_ref().map(|timing| timing.median_ms);
    let there = there.outcomes.iter().find(same).and_then(time)?;
    Some(match time(outcome) {
        Some(here) => say!("cell-there", time = figure(there), times = figure(there / here)),
        None => format!("{} ms", figure(there)).into(),
    })
}

/// A rate with a prefix.
fn rate(rate: f64, unit: RateUnit) -> Text {
    let (scaled, prefix) = match rate {
        1e12.. => (rate * 1e-12, "T"),
        1e9.. => (rate * 1e-9, "G"),
        1e6.. => (rate * 1e-6, "M"),
        _ => (rate, ""),
    };
    match unit {
        RateUnit::Interactions => {
            format!("{} {prefix}int/s = {} GFLOP/s", figure(scaled), figure(rate * 20e-9)).into()
        }
        RateUnit::Elements => format!("{} {prefix}elem/s", figure(scaled)).into(),
        RateUnit::Bytes => format!("{} GB/s", figure(rate * 1e-9)).into(),
        RateUnit::Operations => format!("{} GFLOP/s", figure(rate * 1e-9)).into(),
        _ => {
            let unit = Text::named("unit", unit.name());
            say!("cell-rate", rate = format!("{} {prefix}", figure(scaled)), unit = unit)
        }
    }
}
