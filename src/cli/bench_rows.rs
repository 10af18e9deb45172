//! Rows of `starshell bench`: which there are, and how they are measured and printed.

use std::io::{self, Write};

use anyhow::anyhow;
use serde::Serialize;

use super::failure::{Failure, input, run, set_up, unprinted};
use super::terminal::{RED, Shown, YELLOW, clear_line, is_colored, paint, sentence, show_progress};
use starshell::lab::{Entry, LabError, Measurement, RateUnit, TreeReport};
use starshell::name::Named;
use starshell::physics::TreeStage;

/// Measures and prints a row for each benchmark. If a kernel is wrong or does not run here, its row
/// says so and the others follow; wrong results make the command fail at the end.
pub(super) fn each<B>(
    json: bool,
    benches: impl Iterator<Item = (Entry, B)>,
    measure: impl Fn(B) -> Result<Measurement, LabError>,
) -> Result<(), Failure> {
    let (mut wrong, mut measured, mut skipped) = (0, 0, None);
    let mut out = Shown::stdout();
    let mut table = Table { json, is_colored: is_colored(out.raw()), adapter: None };
    for (row, bench) in benches {
        waiting(row.count);
        let result = measure(bench);
        clear_line();
        match result {
            Ok(measurement) => {
                measured += 1;
                table.write(&mut out, &measurement)
            }
            Err(error @ LabError::Wrong { .. }) => {
                wrong += 1;
                table.write_refused(out.raw(), &row, Refused::Wrong(error.to_string()))
            }
            Err(error) if error.is_unsupported() => {
                let written =
                    table.write_refused(out.raw(), &row, Refused::Skipped(error.to_string()));
                skipped = Some(error);
                written
            }
            Err(error) => return Err(set_up(error)),
        }
        .map_err(unprinted)?;
    }
    match skipped {
        _ if wrong > 0 => {
            Err(run(anyhow!("{wrong} of {} results are wrong: see their rows", wrong + measured)))
        }
        Some(_) if measured == 0 => {
            Err(input(anyhow!("no kernel runs here: see the reasons in the rows")))
        }
        _ => Ok(()),
    }
}

/// Shows on a terminal what is being measured, until the row replaces that line.
fn waiting(count: usize) {
    show_progress(&format!("measuring {count}…"));
}

/// Why a row has no time.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Refused {
    /// The result is wrong.
    Wrong(String),
    /// The kernel does not run here.
    Skipped(String),
}

/// Rows under headings, below a line that names the adapter.
struct Table {
    json: bool,
    /// Whether wrong rows are red.
    is_colored: bool,
    /// Adapter of the last row.
    adapter: Option<String>,
}

impl Table {
    /// Writes a row without a time.
    fn write_refused(&self, out: &mut impl Write, row: &Entry, refused: Refused) -> io::Result<()> {
        if self.json {
            #[derive(Serialize)]
            struct Line<'a> {
                #[serde(flatten)]
                row: &'a Entry,
                #[serde(flatten)]
                refused: Refused,
            }
            return writeln!(out, "{}", serde_json::to_string(&Line { row, refused })?);
        }
        let (word, reason, color) = match &refused {
            Refused::Wrong(reason) => ("wrong", reason, RED),
            Refused::Skipped(reason) => ("skipped", reason, YELLOW),
        };
        let text = format!(
            "{:>10} {:>9} {word}: {}: {}",
            row.count,
            row.precision,
            row.kernel,
            sentence(reason)
        );
        writeln!(out, "{}", paint(&text, color, self.is_colored))
    }

    fn write(&mut self, out: &mut impl Write, row: &Measurement) -> io::Result<()> {
        if self.json {
            return writeln!(out, "{}", serde_json::to_string(row)?);
        }
        let is_of_elements =
            matches!(row.unit, RateUnit::Elements | RateUnit::Nonzeros | RateUnit::Iterations);
        if self.adapter.as_ref() != Some(&row.adapter) {
            self.adapter = Some(row.adapter.clone());
            let (count, precision) =
                if is_of_elements { ("elements", "type") } else { ("bodies", "precision") };
            let last = if is_of_elements { ["GB/s", "data"] } else { ["median err", "p99 err"] };
            writeln!(out, "{} ({})", row.adapter, row.driver)?;
            writeln!(
                out,
                "{count:>10} {precision:>9} {:>11} {:>11} {:>11} {:>12}  {:<15} {:>10} {:>9}  kernel",
                "median ms", "min ms", "max ms", "rate", "unit", last[0], last[1]
            )?;
        }
        let error = |value: Option<f64>| {
            value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1e}"))
        };
        let last = if is_of_elements {
            let rate = row.bytes.map(|bytes| bytes / row.median_ms * 1e-6);
            let rate = rate.or_else(|| Some(bytes_per_element(row)? * row.rate * 1e-9));
            let bytes = rate.map_or_else(|| "-".to_owned(), |rate| format!("{rate:.2}"));
            [bytes, if row.model.is_empty() { "-" } else { row.model }.to_owned()]
        } else {
            [error(row.median_error), error(row.p99_error)]
        };
        writeln!(
            out,
            "{:>10} {:>9} {:>11.4} {:>11.4} {:>11.4} {:>12.4e}  {:<15} {:>10} {:>9}  {}",
            row.count,
            row.precision,
            row.median_ms,
            row.min_ms,
            row.max_ms,
            row.rate,
            row.unit.name(),
            last[0],
            last[1],
            row.kernel
        )?;
        if let Some(parts) = &row.parts_ms {
            let parts =
                parts.iter().map(|(part, ms)| format!("{part} {ms:.4}")).collect::<Vec<_>>();
            writeln!(out, "{} ms: {}", " ".repeat(20), parts.join(", "))?;
        }
        if (is_of_elements || row.bench == "tree") && !row.details.is_empty() {
            let details = row
                .details
                .iter()
                .map(|detail| format!("{} {}", detail.what, detail.text))
                .collect::<Vec<_>>();
            writeln!(out, "{} {}", " ".repeat(20), details.join("; "))?;
        }
        row.tree.as_ref().map_or(Ok(()), |report| write_tree(out, row.model, report))
    }
}

/// Bytes that are read and written for each element. What scans and sorts move depends on the path.
fn bytes_per_element(row: &Measurement) -> Option<f64> {
    let number = if row.precision == "f64" { 8.0 } else { 4.0 };
    match (row.bench, row.kernel.as_str()) {
        // Each element is read once.
        ("reduce", _) => Some(number),
        ("options", "staged-from" | "mapped-from") => Some(2.0 * number),
        ("options", "staged-to" | "mapped-to") => Some(3.0 * number),
        ("options", "greeks" | "greeks-f64") => Some(11.0 * number),
        // Three numbers per option, and a call and a put.
        ("options", _) => Some(5.0 * number),
        _ => None,
    }
}

/// Writes what a tree did, in lines below its row.
fn write_tree(out: &mut impl Write, model: &str, report: &TreeReport) -> io::Result<()> {
    let indent = " ".repeat(20);
    if let Some(times) = report.stages_ms {
        let stages =
            TreeStage::ALL.iter().zip(times).map(|(stage, ms)| format!("{} {ms:.4}", stage.name()));
        let integrate = report
            .integrate_ms
            .map_or_else(|| "integrate not included".to_owned(), |ms| format!("integrate {ms:.4}"));
        writeln!(out, "{indent} ms: {}, {integrate}", stages.collect::<Vec<_>>().join(", "))?;
    }
    let spreads = [
        ("bodies", report.bodies),
        ("cells", report.cells),
        ("cells on the group", report.remote),
        ("nodes looked at", report.nodes),
    ];
    let spreads = spreads.map(|(what, spread)| {
        format!("{what} {:.0}/{:.0}/{:.0}", spread.min, spread.mean, spread.max)
    });
    writeln!(
        out,
        "{indent} per body, min/mean/max: {}; {:.1} GFLOP/s",
        spreads.join(", "),
        report.gflops
    )?;
    writeln!(
        out,
        "{indent} {model}: {:.3} nodes per body, depth {}, {:.0} bytes per body; p99.99 err {:.1e}, max err {:.1e} of {}",
        report.shape.nodes_per_body,
        report.shape.depth,
        report.bytes_per_body,
        report.p9999_error,
        report.max_error,
        report.compared
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use starshell::gpu::GpuError;

    #[test]
    fn rows_without_a_time_say_why_and_the_others_follow() {
        let row = || Entry {
            bench: "sort",
            kernel: "sweep",
            precision: "u32",
            model: "random",
            count: 64,
        };
        let [wrong, skipped] =
            [Refused::Wrong, Refused::Skipped].map(|refused| refused("because".to_owned()));
        let print = |json, is_colored, refused| {
            let mut out = Vec::new();
            Table { json, is_colored, adapter: None }
                .write_refused(&mut out, &row(), refused)
                .unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(
            print(false, true, wrong),
            "\x1b[31m        64       u32 wrong: sweep: because\x1b[0m\n"
        );
        let json = r#"{"bench":"sort","kernel":"sweep","precision":"u32","model":"random","count":64,"skipped":"because"}"#;
        assert_eq!(print(true, true, skipped), format!("{json}\n"));

        let wrong = || LabError::Wrong {
            bench: "sort",
            kernel: String::new(),
            adapter: String::new(),
            what: starshell::words::Text::default(),
        };
        let unsupported = || {
            let [kernel, adapter] = ["sweep"; 2].map(str::to_owned);
            LabError::Gpu(GpuError::unsupported(
                kernel,
                adapter,
                "sweep".into(),
                "another adapter".into(),
            ))
        };
        let tried = std::cell::Cell::new(0);
        let run = |results: &[fn() -> LabError]| {
            each(true, results.iter().map(|result| (row(), result)), |result| {
                tried.set(tried.get() + 1);
                Err(result())
            })
        };
        assert!(matches!(run(&[wrong, wrong, wrong]), Err(Failure::Run(_))) && tried.get() == 3);
        assert!(
            matches!(run(&[unsupported, wrong, unsupported]), Err(Failure::Run(_)))
                && tried.get() == 6
        );
        assert!(
            matches!(run(&[unsupported, unsupported]), Err(Failure::Input(_))) && tried.get() == 8
        );
        assert!(
            matches!(run(&[|| LabError::NoElements, unsupported]), Err(Failure::Input(_)))
                && tried.get() == 9
        );
    }

    #[test]
    fn a_table_has_headings_for_quantities_and_device() {
        let row = |bench, adapter: &str, unit, model, error| Measurement {
            bench,
            adapter: adapter.to_owned(),
            driver: "driver".to_owned(),
            kernel: "auto".to_owned(),
            precision: "u32",
            model,
            count: 1 << 20,
            median_ms: 1.0,
            min_ms: 1.0,
            max_ms: 1.0,
            rate: 1e9,
            unit,
            median_error: error,
            p99_error: error,
            parts_ms: None,
            bytes: None,
            fused: None,
            quartiles_ms: [1.0; 2],
            details: Vec::new(),
            at: None,
            tree: None,
        };
        let print = |rows: &[Measurement]| {
            let (mut table, mut out) =
                (Table { json: false, is_colored: false, adapter: None }, Vec::new());
            rows.iter().for_each(|row| table.write(&mut out, row).unwrap());
            String::from_utf8(out).unwrap()
        };
        let sorts = print(&[
            row("sort", "a", RateUnit::Elements, "bits16", None),
            row("reduce", "a", RateUnit::Elements, "", None),
            row("scan", "b", RateUnit::Elements, "", None),
        ]);
        let lines: Vec<&str> = sorts.lines().collect();
        assert!(
            lines.len() == 7 && lines[0] == "a (driver)" && lines[4] == "b (driver)",
            "{sorts}"
        );
        assert!(
            ["elements", "type", "GB/s", "data"].iter().all(|heading| lines[1].contains(heading)),
            "{sorts}"
        );
        assert!(lines[2].contains("bits16") && lines[3].contains(" 4.00 "), "{sorts}");
        assert!(
            !lines[2].contains(" 4.00 ") && !lines[6].contains(" 4.00 "),
            "the bytes that scans and sorts move are unknown: {sorts}"
        );
        // Columns are right-aligned with their headings.
        assert!(
            lines[1].find("data").map(|at| at + 4) == lines[2].find("bits16").map(|at| at + 6),
            "{sorts}"
        );

        let forces = print(&[row("gravity", "a", RateUnit::Interactions, "cube", Some(1e-7))]);
        assert!(
            ["bodies", "precision", "median err", "p99 err", "1.0e-7"]
                .iter()
                .all(|word| forces.contains(word)),
            "{forces}"
        );
    }
}
