//! An experiment: cases to measure, and their measurement.

pub use super::case::Case;
pub use super::outcome::{Outcome, Published, Results, Timing, Verdict};
use super::published::{Row, beside};
pub use super::rate::Quantity;
use super::so_far::SoFar;
use super::timing::ROUNDS;
pub use super::topic::Topic;
use super::{LabError, Measurement, check_bodies, check_elements, turns};
use crate::gpu::Gpu;
use crate::physics::Precision;
use crate::words::{self, Text};

/// How much to measure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extent {
    /// Numbers of bodies or elements, in place of the experiment's own.
    pub counts: Option<Vec<usize>>,
}

impl Extent {
    /// The numbers asked for; otherwise `software` on a software adapter, and `hardware` on others.
    pub(super) fn counts(&self, gpu: &Gpu, software: &[usize], hardware: &[usize]) -> Vec<usize> {
        let usual = if gpu.is_software() { software } else { hardware };
        self.counts.clone().unwrap_or_else(|| usual.to_vec())
    }
}

/// What an experiment shows that others do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// A walk through a tree, to be tried by hand.
    TreeWalk,
    /// Kernels that follow from each other, rung by rung.
    Ladder,
    /// Errors in its chart instead of times or rates.
    Errors,
    /// Right-hand side, solution and error of Poisson's equation as pictures.
    Fields,
}

/// Something that a text measured, to be run again here. Its words have keys by its name.
#[derive(Debug)]
pub struct Experiment {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is about.
    pub topic: Topic,
    /// The texts.
    pub source: &'static str,
    /// What varies along its table and chart, with its unit, if that is not the number of bodies or
    /// elements.
    pub axis: Option<&'static str>,
    /// What it shows beside drawings, chart and table.
    pub extra: Option<Extra>,
    make: Make,
}

/// How the cases of an experiment are made.
#[derive(Clone, Copy, Debug)]
enum Make {
    /// For each number of bodies or elements alone: those on a software adapter, on others, and the
    /// cases of one number.
    Each([&'static [usize]; 2], fn(&Gpu, usize) -> Vec<Case>),
    /// All together.
    Whole(fn(&Gpu, &Extent) -> Vec<Case>),
}

impl Experiment {
    /// An experiment with the same cases for several numbers of bodies or elements: those on a
    /// software adapter, and on others.
    pub(super) const fn new(
        name: &'static str,
        topic: Topic,
        source: &'static str,
        sizes: [&'static [usize]; 2],
        cases: fn(&Gpu, usize) -> Vec<Case>,
    ) -> Self {
        let make = Make::Each(sizes, cases);
        Self { name, topic, source, axis: None, extra: None, make }
    }

    /// An experiment whose cases depend on all numbers of bodies or elements.
    pub(super) const fn whole(
        name: &'static str,
        topic: Topic,
        source: &'static str,
        cases: fn(&Gpu, &Extent) -> Vec<Case>,
    ) -> Self {
        Self { name, topic, source, axis: None, extra: None, make: Make::Whole(cases) }
    }

    /// Sets the axis along which the rows lie.
    pub(super) const fn along(self, axis: &'static str) -> Self {
        Self { axis: Some(axis), ..self }
    }

    /// Adds what its page shows and others do not.
    pub(super) const fn with(self, extra: Extra) -> Self {
        Self { extra: Some(extra), ..self }
    }

    /// Its cases on this adapter, in the order of its table, with what the texts give for them.
    pub fn cases(&self, gpu: &Gpu, extent: &Extent) -> Vec<Case> {
        let mut cases: Vec<Case> = match self.make {
            Make::Each([software, hardware], cases) => {
                let counts = extent.counts(gpu, software, hardware);
                counts.into_iter().flat_map(|count| cases(gpu, count)).collect()
            }
            Make::Whole(cases) => cases(gpu, extent),
        };
        let rows: Vec<Row> = cases.iter().map(Case::row).collect();
        let beside = |(place, row)| beside(self.name, self.topic, row, &rows[..place]);
        let published: Vec<_> = rows.iter().enumerate().map(beside).collect();
        cases.iter_mut().zip(published).for_each(|(case, published)| case.published = published);
        cases
    }

    /// Whether what comes out matters, not how long it takes.
    pub fn is_about_results(&self) -> bool {
        self.topic == Topic::FloatingPoint || self.extra == Some(Extra::Errors)
    }

    fn text(&self, part: &str) -> Text {
        Text::new(format!("experiment-{}-{part}", self.name))
    }

    /// Its title.
    pub fn title(&self) -> Text {
        self.text("title")
    }

    /// What it measures or, if nothing is said apart from that, also what comes out and why.
    pub fn about(&self) -> Text {
        self.text("about")
    }

    /// What comes out and why, where that is said apart: a lesson asks for it first.
    pub fn found(&self) -> Option<Text> {
        let key = format!("experiment-{}-found", self.name);
        words::has_word(&key).then(|| Text::new(key))
    }

    /// What differs from the texts, and why.
    pub fn differences(&self) -> Vec<Text> {
        Text::all(&format!("experiment-{}-difference", self.name))
    }

    /// Checks that this many bodies or elements can be measured, before the attempt costs time or
    /// memory.
    ///
    /// # Errors
    /// [`LabError`] if there are none, or more than the adapter can hold.
    pub fn check(&self, gpu: &Gpu, count: usize) -> Result<(), LabError> {
        match self.topic {
            _ if count == 0 => Err(LabError::NoElements),
            Topic::AllPairs | Topic::Tree => check_bodies(gpu, count, Precision::Single),
            _ => check_elements(gpu, count),
        }
    }

    /// Measures the cases. Those that are compared take their samples in turn, a few at a time, so
    /// that what slows one for a while slows all. A case that is wrong or fails is a row like the
    /// others. Before each turn, `go_on` gets it; if it returns false, the experiment ends with the
    /// cases that have begun. `done` gets each outcome.
    pub fn run(
        &self,
        gpu: &Gpu,
        cases: &[Case],
        mut go_on: impl FnMut(&Turn) -> bool,
        mut done: impl FnMut(&Outcome),
    ) -> Results {
        let mut outcomes: Vec<Outcome> = Vec::with_capacity(cases.len());
        let all = cases.len();
        let mut goes_on = true;
        while goes_on && outcomes.len() < all {
            let first = outcomes.len();
            let group = &cases[first..first + compared(&cases[first..])];
            let jobs: Vec<_> = group.iter().map(|case| || case.measure(gpu)).collect();
            let mut turns = 0;
            let results = turns::in_turn(&jobs, |place, turn, medians| {
                let share = turns as f64 / ((1 + ROUNDS) * group.len()) as f64;
                turns += 1;
                let share = (first as f64 + share.min(1.0) * group.len() as f64) / all as f64;
                let round = turn.min(ROUNDS);
                goes_on = go_on(&Turn {
                    case: &group[place],
                    number: first + place,
                    all,
                    round,
                    share,
                    group,
                    medians,
                });
                goes_on
            });
            for (case, result) in group.iter().zip(results) {
                // It may have lacked the memory that the others of its group took.
                let result = match result {
                    Err(error) if goes_on && group.len() > 1 && error.may_pass() => {
                        case.measure(gpu)
                    }
                    result => result,
                };
                outcomes.push(outcome(case, result, &outcomes));
                outcomes.iter().last().into_iter().for_each(&mut done);
            }
        }
        Results { experiment: self.name.to_owned(), outcomes }
    }
}

/// A turn of a case.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The case.
    pub case: &'a Case,
    /// Its number, from 0.
    pub number: usize,
    /// The number of all cases.
    pub all: usize,
    /// The round, from 1 to [`Turn::ROUNDS`]; 0 while the cases warm up.
    pub round: usize,
    /// The share of the experiment that is done.
    pub share: f64,
    /// The cases that take turns, and the median of each in milliseconds so far.
    group: &'a [Case],
    medians: &'a [Option<f64>],
}

impl Turn<'_> {
    /// How many rounds of samples the cases take in turn.
    pub const ROUNDS: usize = ROUNDS;

    /// The cases that take turns. What they compute is not checked yet.
    pub fn so_far(&self) -> Vec<SoFar> {
        self.group
            .iter()
            .zip(self.medians)
            .map(|(case, median)| SoFar { median_ms: *median, ..case.so_far() })
            .collect()
    }
}

/// Cases that are measured together if their counts differ: more would take up much memory at once.
const TOGETHER: usize = 16;

/// How many of the first cases are compared: all of one count, and of as many counts as are few
/// cases.
fn compared(cases: &[Case]) -> usize {
    let mut number = 0;
    for group in cases.chunk_by(|a, b| a.entry.count == b.entry.count) {
        if number > 0 && number + group.len() > TOGETHER {
            break;
        }
        number += group.len();
    }
    number
}

/// The row of a case, after those `before`.
fn outcome(case: &Case, result: Result<Measurement, LabError>, before: &[Outcome]) -> Outcome {
    let mut at = case.at;
    let (verdict, timing) = match result {
        Ok(row) => {
            at = at.or(row.at);
            (Verdict::Right, Some(Timing::from(row)))
        }
        Err(LabError::Wrong { what, .. }) => (Verdict::Wrong(what), None),
        Err(LabError::NoCounterpart(reason)) => (Verdict::Unsupported(reason), None),
        Err(error) if error.is_unsupported() => (Verdict::Unsupported(error.refusal()), None),
        Err(error) => (Verdict::Failed(error.to_string().into()), None),
    };
    let outcome = Outcome {
        variant: case.variant.clone(),
        count: case.entry.count,
        at,
        verdict,
        timing,
        over: case.over.clone(),
        speed_up: None,
        published: case.published.clone(),
        note: case.note.clone(),
    };
    outcome.beside(before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::measurement::Entry;
    use crate::lab::{RateUnit, Rival, SpeedUp};

    #[test]
    fn compared_variants_are_measured_together() {
        let groups = |counts: &[usize]| {
            let case = |&count: &usize| Case::new("a", count, |_| Err(LabError::NoElements));
            let cases: Vec<Case> = counts.iter().map(case).collect();
            let (mut rest, mut sizes) = (&cases[..], Vec::new());
            while !rest.is_empty() {
                sizes.push(compared(rest));
                rest = &rest[sizes[sizes.len() - 1]..];
            }
            sizes
        };
        assert_eq!(groups(&[1, 1, 2, 2, 4, 4]), [6], "few cases, of whatever counts");
        assert_eq!(groups(&[[7; 10], [8; 10]].concat()), [10, 10]);
        assert_eq!(groups(&[7; 20]), [20], "all of one count");
    }

    #[test]
    fn a_speed_up_within_the_spread_is_unsteady() {
        let case = |variant: &str| Case::new(variant, 10, |_| Err(LabError::NoElements)).over("a");
        let row = |samples: &[f64]| {
            let names = (String::new(), String::new());
            Ok(Entry::new("scan", 10).on(names, samples.to_vec(), (1.0, RateUnit::Elements)))
        };
        let before = [outcome(&case("a"), row(&[1.0, 2.0, 3.0]), &[])];
        assert_eq!(
            outcome(&case("b"), row(&[1.5, 1.5, 1.5]), &before).speed_up,
            Some(SpeedUp::Unsteady)
        );
        assert_eq!(outcome(&case("b"), row(&[0.25, 0.25, 0.25]), &[]).speed_up, None);
        let steady = [outcome(&case("a"), row(&[2.0, 2.0, 2.1]), &[])];
        assert_eq!(
            outcome(&case("b"), row(&[0.5, 0.5, 0.6]), &steady).speed_up,
            Some(SpeedUp::Times(4.0))
        );
    }

    #[test]
    fn a_published_speed_up_may_refer_to_another_row() {
        let case = |variant: &str, at: f64| {
            Case::new(variant, 10, |_| Err(LabError::NoElements)).at(at).over("a")
        };
        let row = |ms: f64| {
            let names = (String::new(), String::new());
            Ok(Entry::new("scan", 10).on(names, vec![ms; 3], (1.0, RateUnit::Elements)))
        };
        let before =
            [outcome(&case("a", 1.0), row(1.0), &[]), outcome(&case("a", 2.0), row(4.0), &[])];
        let given = |value: f64| Published::new(Quantity::SpeedUp, value, "there");
        let over = Some(Rival { variant: "a".to_owned(), at: Some(1.0), here: None });
        let mut last = case("b", 2.0);
        last.published = vec![given(3.0), Published { over, ..given(30.0) }];
        let here = |published: &Published, outcome: &Outcome| published.here(outcome);
        let measured = outcome(&last, row(0.5), &before);
        assert_eq!(
            measured.published.iter().map(|it| here(it, &measured)).collect::<Vec<_>>(),
            [Some(8.0), Some(2.0)]
        );
        let alone = outcome(&last, row(0.5), &[]);
        assert_eq!(
            alone.published.iter().map(|it| here(it, &alone)).collect::<Vec<_>>(),
            [None, None]
        );
    }
}
