//! Diagnostics over time as comma-separated values.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::CaptureError;
use crate::file::{AtomicFile, Claim, FileError};
use crate::physics::{Diagnostics, Reading};

/// The header of a table of diagnostics over time. Units are those of the scene, with G = 1.
pub fn columns() -> String {
    format!("time,steps,{}", Diagnostics::COLUMNS.join(","))
}

/// A number in a table of comma-separated values, with the nine digits after the point that distinguish any two single-precision numbers;
/// empty if it is undefined or not finite.
pub fn cell(value: Option<f64>) -> String {
    value.filter(|value| value.is_finite()).map_or_else(String::new, |value| format!("{value:.9e}"))
}

/// The cells for [`columns`], except time and steps; those of undefined values (see [`Diagnostics::values`]) are empty.
pub fn cells(diagnostics: &Diagnostics, drift: Option<f64>) -> String {
    let cell = |(name, value): (&str, Option<f64>)| match value {
        Some(count) if name == "invalid" => count.to_string(),
        value => cell(value),
    };
    Diagnostics::COLUMNS.into_iter().zip(diagnostics.values(drift)).map(cell).collect::<Vec<_>>().join(",")
}

/// A table under a temporary name until it is finished.
#[derive(Debug)]
pub struct DiagnosticsLog {
    file: AtomicFile,
    _claim: Claim,
}

impl DiagnosticsLog {
    /// Creates a table at `path`, which it [claims](Claim).
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`].
    pub fn new(path: &Path) -> Result<Self, CaptureError> {
        let claim = Claim::of_file(path)?;
        let mut file = AtomicFile::create(path)?;
        writeln!(file, "{}", columns()).map_err(|source| FileError::new(path, source))?;
        Ok(Self { file, _claim: claim })
    }

    /// Adds a row; `start` is the first measurement of the run.
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`].
    pub fn write(&mut self, reading: &Reading, start: &Diagnostics) -> Result<(), CaptureError> {
        let Reading { time, steps, diagnostics } = reading;
        let row = writeln!(self.file, "{time},{steps},{}", cells(diagnostics, diagnostics.drift_since(start)));
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
    use super::*;

    #[test]
    fn undefined_quantities_leave_their_cells_empty() {
        // One body has no potential energy, and at rest no energy at all.
        let still = Diagnostics { mass: 1.0, ..Diagnostics::default() };
        let moving = Diagnostics { kinetic: 0.5, speed_max: 1.0, ..still };
        let row = |diagnostics: &Diagnostics| {
            let cells = cells(diagnostics, diagnostics.drift_since(&still));
            let names = columns();
            let value = |name| cells.split(',').nth(names.split(',').skip(2).position(|other| other == name).unwrap());
            [value("energy_drift"), value("virial_ratio"), value("invalid")].map(|cell| cell.unwrap().to_owned())
        };
        assert_eq!(row(&still), ["", "", "0"]);
        assert_eq!(row(&moving), ["", "", "0"]);
        assert_eq!(cells(&moving, moving.drift_since(&moving)).split(',').nth(3), Some("0.000000000e0"));
        let endless = Diagnostics { kinetic: f64::INFINITY, potential: -0.5, radius_max: f64::INFINITY, ..still };
        assert_eq!(row(&endless), ["", "", "0"]);
        let text = cells(&endless, endless.drift_since(&endless));
        assert!(!text.contains("inf") && !text.to_lowercase().contains("nan"), "{text}");
        assert_eq!(columns().split(',').count(), 2 + cells(&still, None).split(',').count());
    }
}
