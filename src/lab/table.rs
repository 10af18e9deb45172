//! The table of an experiment's results as text, cell by cell: Markdown and the window show the same.

use super::experiment::{Experiment, Outcome, Published, Quantity, Results, Topic, Verdict};
use super::report::{figure, grouped};
use super::speed_up::SpeedUp;

/// A row of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// One per column. Lines of a cell are separated by `\n`.
    pub cells: Vec<String>,
    /// Whether its result was right.
    pub verdict: Verdict,
    /// What the variant does differently; may be empty.
    pub note: String,
}

/// The table of an experiment's results.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Names of the columns.
    pub head: Vec<String>,
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
        let has_details = outcomes.iter().any(|outcome| outcome.timing.as_ref().is_some_and(|timing| !timing.details.is_empty()));
        let mut head = vec!["variant", "n"];
        head.extend(has_axis.then_some(experiment.axis.unwrap_or_default()));
        head.extend(["right", "ms"]);
        head.extend(compares.then_some("speed-up"));
        head.extend(["rate", "error"]);
        head.extend(is_published.then_some(["published", "here"]).into_iter().flatten());
        head.extend(has_details.then_some("details"));
        head.extend(there.map(|_| "there"));
        let row = |outcome: &Outcome| {
            let mut cells = vec![outcome.variant.clone(), grouped(outcome.count)];
            cells.extend(has_axis.then(|| outcome.at.map_or_else(String::new, place)));
            let [right, time, rate, error] = measured(outcome);
            cells.extend([right, time]);
            cells.extend(compares.then(|| compared(outcome).unwrap_or_default()));
            cells.extend([rate, error]);
            cells.extend(is_published.then(|| beside(outcome)).into_iter().flatten());
            cells.extend(has_details.then(|| details(outcome)));
            cells.extend(there.map(|there| elsewhere(outcome, there)));
            Row { cells, verdict: outcome.verdict.clone(), note: outcome.note.clone() }
        };
        Self { head: head.into_iter().map(str::to_owned).collect(), rows: outcomes.iter().map(row).collect() }
    }

    /// The columns that a class needs: those that tell rows apart, whether they are right, and what the experiment is about.
    pub fn for_class(mut self, topic: Topic) -> Self {
        let extra =
            if topic.is_about_results() { ["ms", "rate", "published", "here"] } else { ["error", "", "published", "here"] };
        let is_same = |column: usize| self.rows.windows(2).all(|pair| pair[0].cells[column] == pair[1].cells[column]);
        let is_kept = |(column, name): (usize, &String)| !(extra.contains(&name.as_str()) || name == "n" && is_same(column));
        let kept: Vec<bool> = self.head.iter().enumerate().map(is_kept).collect();
        let only = |cells: Vec<String>| cells.into_iter().zip(&kept).filter(|(_, kept)| **kept).map(|(cell, _)| cell).collect();
        self.rows = self.rows.into_iter().map(|row| Row { cells: only(row.cells), ..row }).collect();
        Self { head: only(self.head), rows: self.rows }
    }
}

/// A place on an axis.
fn place(at: f64) -> String {
    if at.fract() == 0.0 && (0.0..1e15).contains(&at) { grouped(at as usize) } else { figure(at) }
}

/// How many times as fast as another variant it is, if it was compared with another.
fn compared(outcome: &Outcome) -> Option<String> {
    let over = outcome.over.as_ref().filter(|over| **over != outcome.variant)?;
    match outcome.speed_up? {
        SpeedUp::Times(times) => Some(format!("{} over {}", figure(times), over.split(':').next().unwrap_or(over))),
        SpeedUp::Unsteady => Some(SpeedUp::UNSTEADY.to_owned()),
    }
}

/// Whether it is right, time, rate and error.
fn measured(outcome: &Outcome) -> [String; 4] {
    let none = |word: &str, reason: &str| [format!("{word}: {reason}"), String::new(), String::new(), String::new()];
    match (&outcome.verdict, &outcome.timing) {
        (Verdict::Wrong(reason), _) => none("✗ wrong", reason),
        (Verdict::Unsupported(reason), _) => none("not here", reason),
        (Verdict::Failed(reason), _) => none("✗ failed", reason),
        (Verdict::Right, None) => ["✓", "", "", ""].map(str::to_owned),
        (Verdict::Right, Some(timing)) => {
            let time = format!("{} ({} to {})", figure(timing.median_ms), figure(timing.min_ms), figure(timing.max_ms));
            let error = timing.error.map_or_else(|| "exact".to_owned(), |error| format!("{error:.1e}"));
            ["✓".to_owned(), time, rate(timing.rate, &timing.unit), error]
        }
    }
}

/// What was published, and the same here.
fn beside(outcome: &Outcome) -> [String; 2] {
    let unit = |quantity: Quantity| if quantity == Quantity::SpeedUp { "x" } else { crate::name::Named::name(quantity) };
    let published = outcome.published.iter().map(|published| {
        let Published { quantity, value, place } = published;
        format!("{} {} ({place})", figure(*value), unit(*quantity))
    });
    let mut here = Vec::new();
    for published in &outcome.published {
        let times = match (published.quantity.of(outcome), published.ratio(outcome)) {
            (Some(_), Some(ratio)) => format!("{} times as fast", figure(ratio)),
            (Some(value), None) => format!("{} {}", figure(value), unit(published.quantity)),
            (None, _) => continue,
        };
        if !here.contains(&times) {
            here.push(times);
        }
    }
    [published.collect::<Vec<_>>().join("\n"), here.join("\n")]
}

/// What else was found.
fn details(outcome: &Outcome) -> String {
    let details = outcome.timing.iter().flat_map(|timing| &timing.details);
    details.map(|detail| format!("{}: {}", detail.what, detail.text)).collect::<Vec<_>>().join("\n")
}

/// The same in another report, and how many times as fast it is here.
fn elsewhere(outcome: &Outcome, there: &Results) -> String {
    let same = |other: &&Outcome| (&other.variant, other.count, other.at) == (&outcome.variant, outcome.count, outcome.at);
    let time = |outcome: &Outcome| outcome.timing.as_ref().map(|timing| timing.median_ms);
    let other = there.outcomes.iter().find(same).and_then(time);
    match (time(outcome), other) {
        (Some(here), Some(there)) => format!("{} ms, {} times as fast here", figure(there), figure(there / here)),
        (None, Some(there)) => format!("{} ms", figure(there)),
        (_, None) => String::new(),
    }
}

/// A rate with a prefix.
fn rate(rate: f64, unit: &str) -> String {
    let (scaled, prefix) = match rate {
        1e12.. => (rate * 1e-12, "T"),
        1e9.. => (rate * 1e-9, "G"),
        1e6.. => (rate * 1e-6, "M"),
        _ => (rate, ""),
    };
    match unit {
        "interactions/s" => format!("{} {prefix}int/s = {} GFLOP/s", figure(scaled), figure(rate * 20e-9)),
        "elements/s" => format!("{} {prefix}elem/s", figure(scaled)),
        "bytes/s" => format!("{} GB/s", figure(rate * 1e-9)),
        "flop/s" => format!("{} GFLOP/s", figure(rate * 1e-9)),
        _ => format!("{} {prefix}{unit}", figure(scaled)),
    }
}
