//! Results kept per machine: a file for each adapter, driver, processor and version, in a folder of
//! the caller's choice.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::experiment::{Case, Extent, Outcome, Results};
use super::report::Report;
use super::speed_up::SpeedUp;
use crate::file::{self, FileError};
use crate::gpu::Gpu;
use crate::words::{Text, said, say};

/// Sizes of numbers that a measurement can have, in any of its units.
const POSSIBLE: std::ops::RangeInclusive<f64> = 1e-30..=1e30;
/// Most letters of a name: a chart measures each, and would take minutes for a million.
const MAX_LETTERS: usize = 200;
/// Most experiments of a report, and most outcomes of one: several times as many as there are.
/// Charts of more take minutes.
const MAX_RESULTS: usize = 100;
const MAX_OUTCOMES: usize = 500;

/// A file that is no report, or cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
pub struct NoReport {
    path: PathBuf,
    cause: Text,
}

impl NoReport {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        say!("error-no-report", path = self.path.display().to_string(), cause = &self.cause)
    }
}

/// A cause without most of the text that it quotes, which may be as long as the file.
fn bounded(cause: &str) -> String {
    const MAX: usize = 200;
    match cause.char_indices().nth(2 * MAX) {
        // The end says the place.
        Some(_) => {
            let letters: Vec<char> = cause.chars().collect();
            let part = |letters: &[char]| letters.iter().collect::<String>();
            format!("{} … {}", part(&letters[..MAX]), part(&letters[letters.len() - MAX..]))
        }
        None => cause.to_owned(),
    }
}

fn json<T: Serialize + ?Sized>(value: &T) -> String {
    // Numbers, texts and lists only: nothing that JSON cannot hold.
    serde_json::to_string(value).unwrap_or_default()
}

/// What the reader of JSON reports, in its own words.
fn told(error: &serde_json::Error) -> Text {
    let what = if error.is_eof() { say!("report-ends") } else { said(bounded(&error.to_string())) };
    say!("at-line", line = error.line(), what)
}

impl Report {
    /// The results of this machine that are kept in `folder`; none if there are none. A file that
    /// cannot be read is set aside.
    pub fn kept(folder: &Path, gpu: &Gpu) -> Self {
        Self::new(gpu).with_kept(folder).with_words(gpu)
    }

    /// With the results that are kept in `folder` in place of its own.
    fn with_kept(self, folder: &Path) -> Self {
        let path = self.path(folder);
        match Self::read(&path) {
            Ok(report) => Self { results: report.results, ..self },
            Err(_) => {
                file::set_aside(&path);
                self
            }
        }
    }

    /// Replaces English notes by those of this version's experiments, in the language of the
    /// window: earlier versions kept their English alone.
    #[must_use]
    pub fn with_words(mut self, gpu: &Gpu) -> Self {
        for Results { experiment, outcomes } in &mut self.results {
            let cases = super::experiment(experiment)
                .map_or_else(Vec::new, |known| known.cases(gpu, &Extent::default()));
            for outcome in outcomes {
                let english = outcome.note.to_string();
                let is_same = |case: &&Case| {
                    case.variant == outcome.variant && case.note.to_string() == english
                };
                cases
                    .iter()
                    .find(is_same)
                    .into_iter()
                    .for_each(|case| outcome.note.clone_from(&case.note));
            }
        }
        self
    }

    /// Keeps these results in `folder`.
    ///
    /// # Errors
    /// The path and the system's error.
    pub fn keep(&self, folder: &Path) -> Result<PathBuf, FileError> {
        let path = self.path(folder);
        std::fs::create_dir_all(folder).map_err(|error| FileError::new(folder, error))?;
        file::write(&path, self.json().as_bytes())?;
        Ok(path)
    }

    /// The report in a file that [`Report::json`] fills.
    ///
    /// # Errors
    /// The path, and what is wrong with the file.
    pub fn read(path: &Path) -> Result<Self, NoReport> {
        let wrong = |cause: Text| NoReport { path: path.to_owned(), cause };
        let bytes = file::read(path).map_err(|error| wrong(error.to_string().into()))?;
        let report: Self = serde_json::from_slice(&bytes).map_err(|error| wrong(told(&error)))?;
        report.check().map_err(wrong)?;
        Ok(report)
    }

    /// Whether all numbers are such as a measurement can have, and there are no more than
    /// experiments give. An axis that held others would have decades without end.
    fn check(&self) -> Result<(), Text> {
        if self.results.len() > MAX_RESULTS {
            return Err(say!("report-experiments", count = self.results.len(), most = MAX_RESULTS));
        }
        let is_possible = |value: f64| value == 0.0 || POSSIBLE.contains(&value.abs());
        for (place, Results { experiment, outcomes }) in self.results.iter().enumerate() {
            if self.results[..place].iter().any(|other| other.experiment == *experiment) {
                return Err(say!("report-twice", experiment = experiment.clone()));
            }
            if outcomes.len() > MAX_OUTCOMES {
                let (experiment, count) = (experiment.clone(), outcomes.len());
                return Err(say!("report-results", experiment, count, most = MAX_OUTCOMES));
            }
            let names = |outcome: &'_ Outcome| {
                let places = outcome.published.iter().flat_map(|published| {
                    let rival =
                        published.over.as_ref().map_or(0, |rival| rival.variant.chars().count());
                    [published.place.chars().count(), rival]
                });
                let details = outcome
                    .timing
                    .iter()
                    .flat_map(|timing| &timing.details)
                    .map(|detail| detail.what.chars().count());
                places.chain(details).chain([outcome.variant.chars().count()]).max().unwrap_or(0)
            };
            let longest =
                outcomes.iter().map(names).chain([experiment.chars().count()]).max().unwrap_or(0);
            if longest > MAX_LETTERS {
                let experiment: String = experiment.chars().take(MAX_LETTERS).collect();
                return Err(say!("report-text", experiment, letters = longest, most = MAX_LETTERS));
            }
            for outcome in outcomes {
                let timing = outcome.timing.iter().flat_map(|timing| {
                    let samples = [
                        ("median_ms", timing.median_ms),
                        ("min_ms", timing.min_ms),
                        ("max_ms", timing.max_ms),
                    ];
                    let quartiles = timing
                        .quartiles_ms
                        .into_iter()
                        .flatten()
                        .map(|value| ("quartiles_ms", value));
                    samples
                        .into_iter()
                        .chain(quartiles)
                        .chain([("rate", timing.rate)])
                        .chain(timing.error.map(|error| ("error", error)))
                        .chain(timing.bytes.map(|bytes| ("bytes", bytes)))
                });
                let rivals =
                    outcome.published.iter().filter_map(|published| published.over.as_ref());
                let rivals = rivals.flat_map(|rival| {
                    [("at", rival.at), ("here", rival.here.and_then(SpeedUp::times))]
                });
                let published =
                    outcome.published.iter().map(|published| ("value", published.value));
                let own =
                    [("at", outcome.at), ("speed_up", outcome.speed_up.and_then(SpeedUp::times))];
                let own =
                    own.into_iter().chain(rivals).filter_map(|(name, value)| Some((name, value?)));
                let fused = outcome
                    .timing
                    .iter()
                    .filter_map(|timing| timing.fused)
                    .find(|part| !(0.0..=1.0).contains(part));
                let wrong =
                    timing.chain(published).chain(own).find(|(_, value)| !is_possible(*value));
                if let Some((name, value)) = wrong.or(fused.map(|part| ("fused", part))) {
                    let (variant, experiment) = (outcome.variant.clone(), experiment.clone());
                    let value = format!("{value:e}");
                    return Err(say!("report-number", name, variant, experiment, value));
                }
            }
        }
        Ok(())
    }

    /// The report as data, an outcome per line, so that kept reports can be compared.
    pub fn json(&self) -> String {
        let Self { version, adapter, driver, processor, results } = self;
        let names = [("version", version), ("adapter", adapter), ("driver", driver)];
        let mut text = "{\n".to_owned();
        for (name, value) in names.into_iter().chain([("processor", processor)]) {
            let _ = writeln!(text, "  \"{name}\": {},", json(value));
        }
        let results = results.iter().map(|Results { experiment, outcomes }| {
            let outcomes: Vec<_> = outcomes.iter().map(json).collect();
            let (experiment, outcomes) = (json(experiment), outcomes.join(",\n"));
            format!("{{\"experiment\": {experiment}, \"outcomes\": [\n{outcomes}\n]}}")
        });
        let results: Vec<_> = results.collect();
        let _ = write!(text, "  \"results\": [\n{}\n  ]\n}}\n", results.join(",\n"));
        text
    }

    /// The results of an experiment, if there are any.
    pub fn results(&self, experiment: &str) -> Option<&Results> {
        self.results.iter().find(|results| results.experiment == experiment)
    }

    /// Adds an outcome to an experiment's results, in place of an earlier one of the same case.
    /// Beyond 500, the oldest goes.
    pub fn add(&mut self, experiment: &str, outcome: Outcome) {
        let known = self
            .results
            .iter()
            .position(|results| results.experiment == experiment)
            .unwrap_or_else(|| {
                self.results
                    .push(Results { experiment: experiment.to_owned(), outcomes: Vec::new() });
                self.results.len() - 1
            });
        let outcomes = &mut self.results[known].outcomes;
        let is_same = |other: &Outcome| {
            (&other.variant, other.count, other.at) == (&outcome.variant, outcome.count, outcome.at)
        };
        match outcomes.iter().position(is_same) {
            Some(place) => outcomes[place] = outcome,
            None => outcomes.push(outcome),
        }
        outcomes.drain(..outcomes.len().saturating_sub(MAX_OUTCOMES));
    }

    /// The file in `folder` for this machine.
    fn path(&self, folder: &Path) -> PathBuf {
        let Self { version, adapter, driver, processor, .. } = self;
        // Names of devices hold what names of files must not.
        let name = [adapter, driver, processor, version].map(|name| {
            let plain = |letter: char| {
                if letter.is_ascii_alphanumeric() || letter == '.' { letter } else { '-' }
            };
            name.chars().map(plain).take(48).collect::<String>()
        });
        folder.join(format!("{}.json", name.join("_")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::experiment::Verdict;

    fn outcome(variant: &str, count: usize, verdict: Verdict) -> Outcome {
        Outcome {
            variant: variant.to_owned(),
            count,
            at: None,
            verdict,
            timing: None,
            over: None,
            speed_up: None,
            published: Vec::new(),
            note: crate::words::Text::default(),
        }
    }

    #[test]
    fn results_of_a_machine_are_kept_and_replaced_case_by_case() {
        let folder = tempfile::tempdir().unwrap();
        let [version, adapter, driver, processor] = ["1.0", "a/b: c", "", "p"].map(str::to_owned);
        let mut report = Report { version, adapter, driver, processor, results: Vec::new() };
        report.add("scan", outcome("a", 1, Verdict::Wrong("so".into())));
        report.add("scan", outcome("a", 2, Verdict::Right));
        report.add("scan", outcome("a", 1, Verdict::Right));
        report.add("sort", outcome("a", 1, Verdict::Right));
        let counts = |report: &Report| {
            report.results.iter().map(|results| results.outcomes.len()).collect::<Vec<_>>()
        };
        assert_eq!(
            (counts(&report), report.results("scan").is_some_and(Results::is_right)),
            (vec![2, 1], true)
        );
        let path = report.keep(&folder.path().join("deeper")).unwrap();
        assert_eq!(Report::read(&path).unwrap(), report);
        std::fs::write(&path, "{").unwrap();
        let error = Report::read(&path).unwrap_err().to_string();
        assert!(
            error.contains("a-b--c__p_1.0.json") && error.contains("starshell lab --json"),
            "{error}"
        );
        std::fs::write(&path, format!("\"{}\"", "é".repeat(10_000))).unwrap();
        let error = Report::read(&path).unwrap_err().to_string();
        assert!(
            error.chars().count() < 1000 && error.contains("(line 1: “invalid type: string"),
            "{error}"
        );
        let json = report.json();
        for (text, what) in [
            (
                json.replacen("\"a/b: c\"", "[3]", 1),
                "(line 3: “invalid type: sequence, expected a string",
            ),
            (
                json.replacen("\"count\":2", "\"count\":null", 1),
                ": “invalid type: null, expected usize",
            ),
            (json.replacen("\"version\"", "\"edition\"", 1), ": “missing field `version`"),
            (json[..json.len() - 3].to_owned(), ": it ends too early)"),
            ("[]".to_owned(), "(line 1: “invalid length 0"),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = Report::read(&path).unwrap_err().to_string();
            assert!(error.contains(what), "{what}: {error}");
        }
        std::fs::write(&path, "{").unwrap();
        let empty = report.with_kept(path.parent().unwrap());
        empty.keep(path.parent().unwrap()).unwrap();
        let aside = path.with_file_name("a-b--c__p_1.0-damaged.json");
        assert_eq!(std::fs::read(aside).unwrap(), b"{", "nothing is lost");
    }

    #[test]
    fn numbers_that_no_measurement_gives_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let [version, adapter, driver, processor] = ["1.0", "a", "", "p"].map(str::to_owned);
        let mut report = Report { version, adapter, driver, processor, results: Vec::new() };
        for at in [5e-324, 1e308] {
            report.add("scan", Outcome { at: Some(at), ..outcome("a", 1, Verdict::Right) });
            let path = report.keep(folder.path()).unwrap();
            let error = Report::read(&path).unwrap_err().to_string();
            assert!(
                error.contains("at of a in scan is") && error.contains("no measurement"),
                "{error}"
            );
            report.results.clear();
        }
        let many = |count: usize| (0..count).map(|count| outcome("a", count, Verdict::Right));
        report
            .results
            .push(Results { experiment: "scan".to_owned(), outcomes: many(501).collect() });
        let error = Report::read(&report.keep(folder.path()).unwrap()).unwrap_err().to_string();
        assert!(error.contains("scan has 501 results, but 500 at most can be shown"), "{error}");
        report.results.clear();
        many(501).for_each(|outcome| report.add("scan", outcome));
        let kept = Report::read(&report.keep(folder.path()).unwrap()).unwrap();
        assert_eq!(
            (kept.results[0].outcomes.len(), kept.results[0].outcomes[0].count),
            (500, 1),
            "the first has gone"
        );
        report.results = (0..101)
            .map(|place| Results { experiment: place.to_string(), outcomes: Vec::new() })
            .collect();
        let error = Report::read(&report.keep(folder.path()).unwrap()).unwrap_err().to_string();
        assert!(error.contains("it has 101 experiments"), "{error}");
        report.results = ["scan", "sort", "scan"]
            .map(|name| Results { experiment: name.to_owned(), outcomes: Vec::new() })
            .into();
        let error = Report::read(&report.keep(folder.path()).unwrap()).unwrap_err().to_string();
        assert!(error.contains("it has scan twice"), "{error}");
        report.results.clear();
        report.add("scan", outcome(&"v".repeat(201), 1, Verdict::Right));
        let error = Report::read(&report.keep(folder.path()).unwrap()).unwrap_err().to_string();
        assert!(error.contains("in scan has 201 letters"), "{error}");
        report.results.clear();
        report.add(
            "scan",
            Outcome {
                at: Some(0.0),
                speed_up: Some(SpeedUp::Times(1e-9)),
                ..outcome("a", 1, Verdict::Right)
            },
        );
        assert_eq!(Report::read(&report.keep(folder.path()).unwrap()).unwrap(), report);
    }
}
