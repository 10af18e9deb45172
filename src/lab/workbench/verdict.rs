//! Results beside what they should be.

use super::Bench;
use crate::lab::SpeedUp;
use crate::words::Text;

/// What a kernel has left in its bindings, and how long it took.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Timed {
    /// The words of the bindings that hold results.
    pub results: Vec<Vec<u32>>,
    /// Whether there was less data, for an adapter that is slow.
    pub is_slow: bool,
    /// Median milliseconds of a run.
    pub milliseconds: f64,
    /// Those of the original.
    pub original_milliseconds: f64,
    /// The larger one of the spreads of both: milliseconds between the quartiles.
    pub spread: f64,
    /// The adapter.
    pub adapter: String,
}

/// A result, and what it should be.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// What the kernel found: a number, or the three parts of an acceleration.
    pub found: Vec<f64>,
    /// What the reference says.
    pub expected: Vec<f64>,
    /// The difference over what it should be; infinite if nothing was found.
    pub error: f64,
}

/// What came of a kernel that ran to its end.
#[derive(Clone, Debug)]
pub struct Ran {
    /// Every result.
    pub cells: Vec<Cell>,
    /// How many of them are wrong.
    pub wrong: usize,
    /// The places of the first wrong ones.
    pub first_wrong: Vec<usize>,
    /// The first input that fails, of a kernel that is tested with several.
    pub failed: Option<Text>,
    /// The largest relative error.
    pub largest_error: f64,
    /// The largest relative error that counts as right.
    pub tolerance: f64,
    /// Median milliseconds of a run.
    pub milliseconds: f64,
    /// Those of the original on the same adapter, in turn with it.
    pub original_milliseconds: f64,
    /// The larger one of the spreads of both: milliseconds between the quartiles.
    pub spread: f64,
    /// Whether the times count: a kernel that is written is timed with the last of all inputs.
    pub is_timed: bool,
    /// The adapter.
    pub adapter: String,
}

impl Ran {
    /// Compares what a kernel has found with the reference.
    pub(super) fn new(bench: &Bench, timed: &Timed) -> Self {
        let (found, mut expected) =
            (bench.kind.found(&timed.results), bench.kind.expected(timed.is_slow));
        let all = expected.len();
        if bench.is_written() {
            // Later exercises ask for the other inputs.
            expected.truncate(found.len());
        }
        let tolerance = bench.kind.tolerance();
        let nothing = || vec![f64::NAN];
        let cells: Vec<Cell> = expected
            .into_iter()
            .enumerate()
            .map(|(place, expected)| {
                let found = found.get(place).cloned().unwrap_or_else(nothing);
                Cell { error: error(&found, &expected), found, expected }
            })
            .collect();
        let is_wrong = |cell: &Cell| cell.error > tolerance;
        let first_wrong: Vec<usize> = cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| is_wrong(cell))
            .map(|(place, _)| place)
            .take(8)
            .collect();
        Self {
            wrong: cells.iter().filter(|cell| is_wrong(cell)).count(),
            largest_error: cells.iter().map(|cell| cell.error).fold(0.0, f64::max),
            failed: first_wrong
                .first()
                .filter(|_| bench.is_written())
                .map(|place| bench.result(*place, cells.len())),
            first_wrong,
            is_timed: cells.len() == all,
            cells,
            tolerance,
            milliseconds: timed.milliseconds,
            original_milliseconds: timed.original_milliseconds,
            spread: timed.spread,
            adapter: timed.adapter.clone(),
        }
    }

    /// Whether every result is right.
    pub fn is_right(&self) -> bool {
        self.wrong == 0
    }

    /// How many times as fast as the original it is.
    pub fn speed_up(&self) -> SpeedUp {
        SpeedUp::new(self.milliseconds, self.original_milliseconds, self.spread)
    }
}

/// The length of the difference over that of what it should be; infinite if something is no number.
fn error(found: &[f64], expected: &[f64]) -> f64 {
    let length =
        |parts: &mut dyn Iterator<Item = f64>| parts.map(|part| part * part).sum::<f64>().sqrt();
    let off = length(&mut found.iter().zip(expected).map(|(found, expected)| found - expected));
    let error = match length(&mut expected.iter().copied()) {
        0.0 => off,
        whole => off / whole,
    };
    if error.is_nan() || found.len() != expected.len() { f64::INFINITY } else { error }
}
