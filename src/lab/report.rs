//! What came out of experiments, as data and as tables for people.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::experiment::{Outcome, Published, Results, Verdict};
use super::experiments::experiment;
use super::host::processor;
use super::speed_up::SpeedUp;
use super::table::{Column, Table};
use crate::gpu::Gpu;
use crate::name::Named;
use crate::words::Text;

/// The results of a machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Version of Starshell.
    pub version: String,
    /// Name of the adapter.
    pub adapter: String,
    /// Its driver.
    pub driver: String,
    /// The processor, with its threads.
    pub processor: String,
    /// The experiments, in the order in which they ran.
    pub results: Vec<Results>,
}

impl Report {
    /// No results yet, for this machine.
    pub fn new(gpu: &Gpu) -> Self {
        let info = gpu.adapter().info();
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            adapter: info.name.clone(),
            driver: format!("{} {}", info.driver, info.driver_info).trim().to_owned(),
            processor: processor().0,
            results: Vec::new(),
        }
    }

    /// The tables in Markdown, each with its experiment's text, the published numbers beside those
    /// measured here and, if there is one, those of another report, of another machine for example.
    pub fn markdown(&self, other: Option<&Self>) -> String {
        let Self { version, adapter, driver, processor, results } = self;
        let mut text = format!(
            "# Starshell's laboratory\n\n{adapter} ({driver}); {processor}. Starshell {version}.\n"
        );
        if let Some(Self { version, adapter, driver, processor, .. }) = other {
            let _ = write!(
                text,
                "\n\"There\" is {adapter} ({driver}); {processor}. Starshell {version}.\n"
            );
        }
        for results in results {
            let of_experiment = |other: &Self| {
                other.results.iter().find(|it| it.experiment == results.experiment).cloned()
            };
            text += &markdown(
                results,
                other.map(|other| of_experiment(other).unwrap_or_default()).as_ref(),
            );
        }
        text
    }

    /// One line per published number, or per row without one.
    pub fn csv(&self) -> String {
        let mut text =
            "experiment,variant,count,at,verdict,reason,machine,kernel,median_ms,min_ms,max_ms,rate,unit,median_error,\
            compared_with,speed_up,published_quantity,published,published_on,times_as_fast,details,quartile_1_ms,quartile_3_ms\n"
                .to_owned();
        for results in &self.results {
            for outcome in &results.outcomes {
                let all: Vec<Option<&Published>> = match &outcome.published[..] {
                    [] => vec![None],
                    published => published.iter().map(Some).collect(),
                };
                all.into_iter()
                    .for_each(|published| text += &line(&results.experiment, outcome, published));
            }
        }
        text
    }
}

/// A line of CSV.
fn line(experiment: &str, outcome: &Outcome, published: Option<&Published>) -> String {
    let is_finite = |value: &f64| value.is_finite();
    let number = |value: Option<f64>| {
        value.filter(is_finite).map_or_else(String::new, |value| format!("{value:e}"))
    };
    let (verdict, reason) = match &outcome.verdict {
        Verdict::Right => ("right", None),
        Verdict::Wrong(reason) => ("wrong", Some(reason)),
        Verdict::Unsupported(reason) => ("unsupported", Some(reason)),
        Verdict::Failed(reason) => ("failed", Some(reason)),
    };
    let timing = outcome.timing.as_ref();
    let details = timing.iter().flat_map(|timing| &timing.details);
    let details: Vec<String> =
        details.map(|detail| format!("{}: {}", detail.what, detail.text)).collect();
    let quartiles = timing.and_then(|timing| timing.quartiles_ms);
    let fields = [
        quoted(experiment),
        quoted(&outcome.variant),
        outcome.count.to_string(),
        number(outcome.at),
        verdict.to_owned(),
        quoted(&reason.map_or_else(String::new, Text::to_string)),
        quoted(timing.map_or("", |timing| &timing.machine)),
        quoted(timing.map_or("", |timing| &timing.kernel)),
        number(timing.map(|timing| timing.median_ms)),
        number(timing.map(|timing| timing.min_ms)),
        number(timing.map(|timing| timing.max_ms)),
        number(timing.map(|timing| timing.rate)),
        quoted(timing.map_or("", |timing| timing.unit.name())),
        number(timing.and_then(|timing| timing.error)),
        quoted(outcome.over.as_deref().unwrap_or("")),
        match outcome.speed_up {
            Some(SpeedUp::Unsteady) => SpeedUp::UNSTEADY.to_owned(),
            speed_up => number(speed_up.and_then(SpeedUp::times)),
        },
        published.map_or("", |published| published.quantity.name()).to_owned(),
        number(published.map(|published| published.value)),
        quoted(published.map_or("", |published| &published.place)),
        number(published.and_then(|published| published.ratio(outcome))),
        quoted(&details.join("; ")),
        number(quartiles.map(|[low, _]| low)),
        number(quartiles.map(|[_, high]| high)),
    ];
    fields.join(",") + "\n"
}

/// A field of CSV (RFC 4180).
fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// The table of an experiment.
fn markdown(results: &Results, there: Option<&Results>) -> String {
    let mut text = String::new();
    let Some(experiment) = experiment(&results.experiment) else {
        return format!("\n## {}\n\nThis version has no such experiment.\n", results.experiment);
    };
    let _ = write!(
        text,
        "\n## {}\n\n{}\n\nSource: {}.\n\n",
        experiment.title(),
        experiment.about().and(experiment.found()),
        experiment.source
    );
    let table = Table::new(experiment, results, there);
    let head: Vec<String> =
        table.columns.iter().map(|column| table.name(*column).to_string()).collect();
    let _ = writeln!(text, "| {} |\n|{}", head.join(" | "), " --- |".repeat(head.len()));
    for row in &table.rows {
        let line = |line: &Text| line.to_string().replace('|', "\\|");
        let cells = table.columns.iter().zip(&row.cells).map(|(column, lines)| {
            match row.verdict.reason() {
                Some(reason) if *column == Column::Right => {
                    let mark =
                        if matches!(row.verdict, Verdict::Unsupported(_)) { "" } else { "✗ " };
                    format!("{mark}{}: {}", line(&row.verdict.word()), line(reason))
                }
                _ => lines.iter().map(line).collect::<Vec<_>>().join("<br>"),
            }
        });
        let _ = writeln!(text, "| {} |", cells.collect::<Vec<_>>().join(" | "));
    }
    let mut noted: Vec<&str> = Vec::new();
    for outcome in results.outcomes.iter().filter(|outcome| !outcome.note.is_empty()) {
        if !noted.contains(&outcome.variant.as_str()) {
            let _ = writeln!(
                text,
                "{}- {}. {}",
                if noted.is_empty() { "\n" } else { "" },
                outcome.variant,
                outcome.note
            );
            noted.push(&outcome.variant);
        }
    }
    let differences = experiment.differences();
    if !differences.is_empty() {
        text += "\nWhat differs from the text:\n\n";
        differences.iter().for_each(|difference| {
            let _ = writeln!(text, "- {difference}");
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::RateUnit;
    use crate::lab::experiment::{Quantity, Timing};

    fn outcome(variant: &str, verdict: Verdict, milliseconds: Option<f64>) -> Outcome {
        let timing = milliseconds.map(|median_ms| Timing {
            machine: "a \"GPU\", large".to_owned(),
            kernel: "reduce".to_owned(),
            median_ms,
            min_ms: median_ms,
            max_ms: median_ms,
            quartiles_ms: None,
            rate: 4_194_304.0 / (median_ms * 1e-3),
            unit: RateUnit::Elements,
            error: None,
            fused: None,
            bytes: None,
            details: Vec::new(),
        });
        Outcome {
            variant: variant.to_owned(),
            count: 1 << 22,
            at: None,
            verdict,
            timing,
            over: None,
            speed_up: None,
            published: Vec::new(),
            note: Text::default(),
        }
    }

    fn report() -> Report {
        let mut first = outcome("many-elements", Verdict::Right, Some(0.134));
        first.published.push(Published::new(Quantity::Milliseconds, 0.268, "G80"));
        first.published.push(Published::new(Quantity::Gigabytes, 62.671, "G80"));
        let wrong = outcome("atomic", Verdict::Wrong("the sum is 1, not 2".into()), None);
        let results =
            vec![Results { experiment: "reduction".to_owned(), outcomes: vec![first, wrong] }];
        let [version, adapter, driver, processor] =
            ["0", "an adapter", "a driver", "a processor"].map(str::to_owned);
        Report { version, adapter, driver, processor, results }
    }

    #[test]
    fn a_report_is_read_back_as_it_was_written() {
        let json = serde_json::to_string(&report()).unwrap();
        assert_eq!(serde_json::from_str::<Report>(&json).unwrap(), report());
        assert!(!report().results[0].is_right());
    }

    #[test]
    fn reports_of_earlier_versions_open() {
        let mut json = serde_json::to_value(report()).unwrap();
        let timing = json["results"][0]["outcomes"][0]["timing"].as_object_mut().unwrap();
        assert!(timing.remove("quartiles_ms").is_some() && timing.remove("fused").is_some());
        timing["unit"] = "nodes".into();
        json["results"][0]["outcomes"][0]["speed_up"] = 2.5.into();
        let opened: Report = serde_json::from_value(json).unwrap();
        let outcome = &opened.results[0].outcomes[0];
        assert_eq!(
            (outcome.speed_up, outcome.timing.as_ref().unwrap().spread_ms()),
            (Some(SpeedUp::Times(2.5)), [0.134; 2])
        );
    }

    #[test]
    fn noise_is_not_reported_as_a_number() {
        let mut report = report();
        let outcome = &mut report.results[0].outcomes[0];
        (outcome.over, outcome.speed_up) = (Some("first-add".to_owned()), Some(SpeedUp::Unsteady));
        outcome.timing.as_mut().unwrap().quartiles_ms = Some([0.125, 0.25]);
        let text = report.markdown(None);
        assert!(
            text.contains("| ✓ | 0.1340 (0.1340 to 0.1340) | unsteady: run again | 31.30"),
            "{text}"
        );
        assert!(
            report.csv().contains(",first-add,unsteady: run again,")
                && report.csv().contains(",1.25e-1,2.5e-1\n")
        );
        assert!(report.json().contains("\"speed_up\":\"unsteady: run again\""));
    }

    #[test]
    fn a_class_sees_the_columns_that_it_needs() {
        let head = |report: &Report, name: &str| {
            let experiment = experiment(name).unwrap();
            let table = Table::new(experiment, &report.results[0], None).for_class(experiment);
            table.columns.iter().map(|column| table.name(*column).to_string()).collect::<Vec<_>>()
        };
        let mut report = report();
        assert_eq!(head(&report, "reduction"), ["variant", "right", "ms", "rate"]);
        report.results[0].outcomes[1].count = 5;
        (report.results[0].outcomes[1].over, report.results[0].outcomes[1].speed_up) =
            (Some("many-elements".to_owned()), Some(SpeedUp::Times(2.0)));
        assert_eq!(head(&report, "reduction"), ["variant", "n", "right", "ms", "speed-up", "rate"]);
        assert_eq!(head(&report, "one-sum"), ["variant", "n", "right", "speed-up", "error"]);
    }

    #[test]
    fn published_numbers_stand_beside_measured_ones() {
        let text = report().markdown(None);
        assert!(text.contains("| many-elements | 4,194,304 | ✓ | 0.1340 (0.1340 to 0.1340) | 31.30 Gelem/s | exact |"), "{text}");
        assert!(text.contains("| 0.2680 ms (G80)<br>62.67 GB/s (G80) | 2.000 times as fast<br>1.998 times as fast |"), "{text}");
        assert!(text.contains("| atomic | 4,194,304 | ✗ wrong: the sum is 1, not 2 |"), "{text}");
    }

    #[test]
    fn another_report_stands_beside() {
        let mut other = report();
        other.results[0].outcomes[0].timing.as_mut().unwrap().median_ms = 0.067;
        other.results[0].outcomes.pop();
        let text = report().markdown(Some(&other));
        assert!(
            text.contains("| 0.0670 ms, 0.5000 times as fast here |")
                && text.contains("| here | there |"),
            "{text}"
        );
        other.results.clear();
        assert!(report().markdown(Some(&other)).contains("| there |"), "without a number");
    }

    #[test]
    fn lines_of_csv_have_as_many_fields_as_the_first() {
        let text = report().csv();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4);
        let fields = |line: &str| {
            let mut quoted = false;
            1 + line
                .chars()
                .filter(|&c| {
                    quoted ^= c == '"';
                    c == ',' && !quoted
                })
                .count()
        };
        assert!(lines.iter().all(|line| fields(line) == fields(lines[0])), "{text}");
        assert!(
            lines[1].contains("\"a \"\"GPU\"\", large\"")
                && lines[3].contains("wrong,\"the sum is 1, not 2\""),
            "{text}"
        );
    }
}
