//! Diagnostics over time as comma-separated values.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::{CaptureError, Measurement};
use crate::file::{AtomicFile, Claim, FileError};
use crate::physics::{Diagnostics, Reading};
use crate::scene::{Dimension, Units};

/// The header of a table of diagnostics over time in these units, which it names; without any, in
/// those in which G = 1.
pub fn columns(units: Option<&Units>) -> String {
    let moment = [("time", Dimension::Time), ("steps", Dimension::Ratio)];
    let measured = Diagnostics::COLUMNS.into_iter().zip(DIMENSIONS);
    let all = moment.into_iter().chain(measured);
    all.map(|(name, dimension)| column(name, dimension, units)).collect::<Vec<_>>().join(",")
}

/// The name of a column, with its unit.
pub fn column(name: &str, dimension: Dimension, units: Option<&Units>) -> String {
    match units.map(|units| units.symbol(dimension)) {
        // For programs that read nothing but ASCII.
        Some(symbol) if !symbol.is_empty() => {
            format!("{name} [{}]", symbol.replace('²', "^2").replace('³', "^3"))
        }
        _ => name.to_owned(),
    }
}

/// A number in a table of comma-separated values, with the nine digits after the point that
/// distinguish any two single-precision numbers; empty if it is undefined or not finite.
pub fn cell(value: Option<f64>) -> String {
    value.filter(|value| value.is_finite()).map_or_else(String::new, |value| format!("{value:.9e}"))
}

/// The cells for [`columns`], except time and steps; those of undefined values (see
/// [`Diagnostics::values`]) are empty.
pub fn cells(diagnostics: &Diagnostics, drift: Option<f64>, units: Option<&Units>) -> String {
    let factor = |dimension| units.map_or(1.0, |units| units.factor(dimension));
    let columns = Diagnostics::COLUMNS.into_iter().zip(DIMENSIONS);
    let cell = |((name, dimension), value): ((&str, Dimension), Option<f64>)| match value {
        Some(count) if name == "invalid" => count.to_string(),
        value => cell(value.map(|value| value * factor(dimension))),
    };
    columns.zip(diagnostics.values(drift)).map(cell).collect::<Vec<_>>().join(",")
}

/// The names of the columns of a log, with their units.
fn heading(units: Option<&Units>) -> String {
    let of_log = DiagnosticsLog::COLUMNS.map(|name| {
        let is_radius = name.starts_with("lagrangian");
        column(name, if is_radius { Dimension::Length } else { Dimension::Ratio }, units)
    });
    format!("{},{}", columns(units), of_log.join(","))
}

/// What [`Diagnostics::COLUMNS`] measure.
const DIMENSIONS: [Dimension; Diagnostics::COLUMNS.len()] = {
    use Dimension::{
        AngularMomentum as L, Energy as E, Length as R, Momentum as P, Ratio as One, Speed as V,
    };
    [E, E, E, One, One, P, P, P, L, L, L, R, R, R, R, V, One]
};

/// A table under a temporary name until it is finished. Its rows are those measurements that have
/// radii; the others count in the next row. Numbers are in the units that the scene shows, which
/// the heading names; without any, in those in which G = 1.
#[derive(Debug)]
pub struct DiagnosticsLog {
    file: AtomicFile,
    units: Option<Units>,
    /// The largest change of the energy since the last row, whatever its sign, and how often it was
    /// measured.
    largest: Option<f64>,
    measured: u64,
    _claim: Claim,
}

/// A log so far.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Written {
    /// The heading and the rows.
    rows: String,
    /// As in [`DiagnosticsLog`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    largest: Option<f64>,
    measured: u64,
}

impl DiagnosticsLog {
    /// The columns behind those of [`columns`]: the largest change of the energy in all
    /// measurements since the last row, their number, and the radii about the centre of mass that
    /// hold 10, 50 and 90 % of the mass.
    pub const COLUMNS: [&str; 5] = [
        "energy_drift_max",
        "measurements",
        "lagrangian_radius_10",
        "lagrangian_radius_50",
        "lagrangian_radius_90",
    ];

    /// Creates a table at `path`, which it [claims](Claim), for a run in these units.
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`].
    pub fn new(path: &Path, units: Option<Units>) -> Result<Self, CaptureError> {
        let claim = Claim::of_file(path)?;
        let mut file = AtomicFile::create(path)?;
        writeln!(file, "{}", heading(units.as_ref()))
            .map_err(|source| FileError::new(path, source))?;
        Ok(Self { file, units, largest: None, measured: 0, _claim: claim })
    }

    /// Goes on with the table of a process that has ended.
    ///
    /// # Errors
    /// As [`DiagnosticsLog::new`].
    #[doc(hidden)]
    pub fn after(
        path: &Path,
        units: Option<Units>,
        written: &Written,
    ) -> Result<Self, CaptureError> {
        let Written { rows, largest, measured } = written;
        let claim = Claim::of_file(path)?;
        let mut file = AtomicFile::create(path)?;
        file.write_all(rows.as_bytes()).map_err(|source| FileError::new(path, source))?;
        Ok(Self { file, units, largest: *largest, measured: *measured, _claim: claim })
    }

    /// The table so far, as another process needs it to go on.
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`].
    #[doc(hidden)]
    pub fn written(&mut self) -> Result<Written, CaptureError> {
        let path = self.file.path().to_owned();
        let bytes = self.file.contents().map_err(|source| FileError::new(&path, source))?;
        let rows = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Written { rows, largest: self.largest, measured: self.measured })
    }

    /// Takes in a measurement, which makes a row if it has radii; `start` is that of the start of
    /// the run.
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`].
    pub fn write(
        &mut self,
        measurement: &Measurement,
        start: &Diagnostics,
    ) -> Result<(), CaptureError> {
        let Measurement { reading: Reading { time, steps, diagnostics }, radii } = measurement;
        let drift = diagnostics.drift_since(start);
        self.largest = match (self.largest, drift.map(f64::abs)) {
            // What is no number stays.
            (Some(largest), Some(size)) if largest.is_nan() || size <= largest => Some(largest),
            (largest, size) => size.or(largest),
        };
        self.measured += 1;
        let Some(radii) = radii else { return Ok(()) };
        let factor = |dimension| self.units.map_or(1.0, |units| units.factor(dimension));
        let numbers = cells(diagnostics, drift, self.units.as_ref());
        let radii = radii.map(|radius| cell(Some(radius * factor(Dimension::Length)))).join(",");
        let (time, largest, measured) = (
            time * factor(Dimension::Time),
            cell(self.largest.take()),
            std::mem::take(&mut self.measured),
        );
        let row = writeln!(self.file, "{time},{steps},{numbers},{largest},{measured},{radii}");
        Ok(row.map_err(|source| FileError::new(self.file.path(), source))?)
    }

    /// Renames the complete table to its final path.
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`].
    pub fn finish(self) -> Result<PathBuf, CaptureError> {
        let path = self.file.path().to_owned();
        self.file.commit()?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::scene::UnitSystem;

    #[test]
    fn undefined_quantities_leave_their_cells_empty() {
        // One body has no potential energy, and at rest no energy at all.
        let still = Diagnostics { mass: 1.0, ..Diagnostics::default() };
        let moving = Diagnostics { kinetic: 0.5, speed_max: 1.0, ..still };
        let row = |diagnostics: &Diagnostics| {
            let cells = cells(diagnostics, diagnostics.drift_since(&still), None);
            let names = columns(None);
            let value = |name| {
                cells
                    .split(',')
                    .nth(names.split(',').skip(2).position(|other| other == name).unwrap())
            };
            [value("energy_drift"), value("virial_ratio"), value("invalid")]
                .map(|cell| cell.unwrap().to_owned())
        };
        assert_eq!(row(&still), ["", "", "0"]);
        assert_eq!(row(&moving), ["", "", "0"]);
        assert_eq!(
            cells(&moving, moving.drift_since(&moving), None).split(',').nth(3),
            Some("0.000000000e0")
        );
        let endless = Diagnostics {
            kinetic: f64::INFINITY,
            potential: -0.5,
            radius_max: f64::INFINITY,
            ..still
        };
        assert_eq!(row(&endless), ["", "", "0"]);
        let text = cells(&endless, endless.drift_since(&endless), None);
        assert!(!text.contains("inf") && !text.to_lowercase().contains("nan"), "{text}");
        assert_eq!(
            columns(None).split(',').count(),
            2 + cells(&still, None, None).split(',').count()
        );
    }

    /// The cells of a row by the names of their columns.
    fn rows(text: &str) -> Vec<BTreeMap<&str, &str>> {
        let (heading, rows) = text.split_once('\n').unwrap();
        rows.lines().map(|row| heading.split(',').zip(row.split(',')).collect()).collect()
    }

    #[test]
    fn a_row_has_the_largest_error_of_all_measurements_since_the_last() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("o.csv");
        let units = Units { length: 2.0, mass: 10.0, ..Units::new(UnitSystem::ParsecMyr) };
        let start = Diagnostics {
            kinetic: 1.0,
            potential: -2.0,
            radius_max: 3.0,
            ..Diagnostics::default()
        };
        let measurement = |steps: u64, kinetic: f64, is_row: bool| Measurement {
            reading: Reading {
                time: steps as f64,
                steps,
                diagnostics: Diagnostics { kinetic, ..start },
            },
            radii: is_row.then_some([0.5, 1.0, 2.0]),
        };
        for units in [None, Some(units)] {
            let mut log = DiagnosticsLog::new(&path, units).unwrap();
            for (steps, kinetic, is_row) in [
                (0, 1.0, true),
                (1, 0.75, false),
                (2, 1.125, true),
                (3, 1.0, false),
                (4, 1.0, true),
            ] {
                log.write(&measurement(steps, kinetic, is_row), &start).unwrap();
            }
            log.finish().unwrap();
            crate::file::check_replaceable(&path).unwrap();
            let text = std::fs::read_to_string(&path).unwrap();
            let rows = rows(&text);
            let column =
                |name| rows.iter().map(|row| row[name].parse().unwrap()).collect::<Vec<f64>>();
            assert_eq!(column("steps"), [0.0, 2.0, 4.0]);
            assert_eq!(column("energy_drift"), [0.0, 0.125, 0.0]);
            assert_eq!(column("energy_drift_max"), [0.0, 0.25, 0.0], "the sign does not matter");
            assert_eq!(column("measurements"), [1.0, 2.0, 2.0]);
            match units {
                None => {
                    assert_eq!(
                        (
                            column("time")[1],
                            column("lagrangian_radius_50")[1],
                            column("radius_max")[1]
                        ),
                        (2.0, 1.0, 3.0)
                    )
                }
                Some(units) => {
                    assert_eq!(
                        (column("lagrangian_radius_50 [pc]")[1], column("radius_max [pc]")[1]),
                        (2.0, 6.0)
                    );
                    assert_eq!(column("time [Myr]")[1], 2.0 * units.factor(Dimension::Time));
                    let energy = column("potential [Msun (km/s)^2]")[1];
                    assert!(
                        (energy / units.factor(Dimension::Energy) + 2.0).abs() < 1e-9,
                        "{energy}"
                    );
                }
            }
        }
    }
}
