//! The table of `starshell bench`.

use std::io::{self, Write};

use serde::Serialize;

use super::terminal::{RED, YELLOW, paint, sentence};
use starshell::lab::{Measurement, RateUnit, TreeReport};
use starshell::name::Named;
use starshell::physics::TreeStage;

/// What a row is about: everything known without a measurement.
#[derive(Serialize)]
pub struct Row {
    pub bench: &'static str,
    pub kernel: &'static str,
    pub precision: &'static str,
    pub model: &'static str,
    pub count: usize,
}

impl Row {
    pub fn new(bench: &'static str, count: usize, kernel: &'static str, precision: &'static str, model: &'static str) -> Self {
        Self { bench, kernel, precision, model, count }
    }
}

/// Why a row has no time.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Refused {
    /// The result is wrong.
    Wrong(String),
    /// The kernel does not run here.
    Skipped(String),
}

/// Rows under headings, below a line that names the adapter.
pub struct Table {
    pub json: bool,
    /// Whether wrong rows are red.
    pub is_colored: bool,
    /// Adapter of the last row.
    pub adapter: Option<String>,
}

impl Table {
    /// Writes a row without a time.
    pub fn write_refused(&self, out: &mut impl Write, row: &Row, refused: Refused) -> io::Result<()> {
        if self.json {
            #[derive(Serialize)]
            struct Line<'a> {
                #[serde(flatten)]
                row: &'a Row,
                #[serde(flatten)]
                refused: Refused,
            }
            return writeln!(out, "{}", serde_json::to_string(&Line { row, refused })?);
        }
        let (word, reason, color) = match &refused {
            Refused::Wrong(reason) => ("wrong", reason, RED),
            Refused::Skipped(reason) => ("skipped", reason, YELLOW),
        };
        let text = format!("{:>10} {:>9} {word}: {}: {}", row.count, row.precision, row.kernel, sentence(reason));
        writeln!(out, "{}", paint(&text, color, self.is_colored))
    }

    pub fn write(&mut self, out: &mut impl Write, row: &Measurement) -> io::Result<()> {
        if self.json {
            return writeln!(out, "{}", serde_json::to_string(row)?);
        }
        let is_of_elements = row.unit == RateUnit::Elements;
        if self.adapter.as_ref() != Some(&row.adapter) {
            self.adapter = Some(row.adapter.clone());
            let (count, precision) = if is_of_elements { ("elements", "type") } else { ("bodies", "precision") };
            let last = if is_of_elements { ["GB/s", "data"] } else { ["median err", "p99 err"] };
            writeln!(out, "{} ({})", row.adapter, row.driver)?;
            writeln!(
                out,
                "{count:>10} {precision:>9} {:>11} {:>11} {:>11} {:>12}  {:<15} {:>10} {:>9}  kernel",
                "median ms", "min ms", "max ms", "rate", "unit", last[0], last[1]
            )?;
        }
        let error = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1e}"));
        let last = if is_of_elements {
            // A reduction reads each element of four bytes once. What scans and sorts move depends on the path.
            let bytes = if row.bench == "reduce" { format!("{:.2}", row.rate * 4e-9) } else { "-".to_owned() };
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
            let parts = parts.iter().map(|(part, ms)| format!("{part} {ms:.4}")).collect::<Vec<_>>();
            writeln!(out, "{} ms: {}", " ".repeat(20), parts.join(", "))?;
        }
        row.tree.as_ref().map_or(Ok(()), |report| write_tree(out, row.model, report))
    }
}

/// Writes what a tree did, in lines below its row.
fn write_tree(out: &mut impl Write, model: &str, report: &TreeReport) -> io::Result<()> {
    let indent = " ".repeat(20);
    if let Some(times) = report.stages_ms {
        let stages = TreeStage::ALL.iter().zip(times).map(|(stage, ms)| format!("{} {ms:.4}", stage.name()));
        let integrate =
            report.integrate_ms.map_or_else(|| "integrate not included".to_owned(), |ms| format!("integrate {ms:.4}"));
        writeln!(out, "{indent} ms: {}, {integrate}", stages.collect::<Vec<_>>().join(", "))?;
    }
    let spreads = [("bodies", report.bodies), ("cells", report.cells), ("nodes looked at", report.nodes)];
    let spreads = spreads.map(|(what, spread)| format!("{what} {:.0}/{:.0}/{:.0}", spread.min, spread.mean, spread.max));
    writeln!(out, "{indent} per body, min/mean/max: {}; {:.1} GFLOP/s", spreads.join(", "), report.gflops)?;
    writeln!(
        out,
        "{indent} {model}: {:.3} nodes per body, depth {}, {:.0} bytes per body; p99.99 err {:.1e}, max err {:.1e} of {}",
        report.nodes_per_body, report.depth, report.bytes_per_body, report.p9999_error, report.max_error, report.compared
    )
}
