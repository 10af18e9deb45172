//! Diagnostics over time as a table of comma-separated values.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{AtomicFile, CaptureError};
use crate::physics::{Diagnostics, Reading};

/// The columns, in order. Units are those of the scene, with G = 1.
pub const COLUMNS: &str = "time,steps,kinetic,potential,energy,energy_drift,virial_ratio,momentum_x,momentum_y,momentum_z,\
    angular_momentum_x,angular_momentum_y,angular_momentum_z,center_of_mass_x,center_of_mass_y,center_of_mass_z,\
    radius_max,speed_max,invalid";

/// A table under a temporary name, until it is finished.
#[derive(Debug)]
pub struct DiagnosticsLog {
    file: AtomicFile,
}

impl DiagnosticsLog {
    /// A table at `path`.
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`].
    pub fn new(path: &Path) -> Result<Self, CaptureError> {
        let unwritable = |source: io::Error| CaptureError::unwritable(path, source);
        let mut file = AtomicFile::create(path).map_err(unwritable)?;
        writeln!(file, "{COLUMNS}").map_err(unwritable)?;
        Ok(Self { file })
    }

    /// Adds a row of a run that began as `start`.
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`].
    pub fn write(&mut self, reading: &Reading, start: &Diagnostics) -> Result<(), CaptureError> {
        let Reading { time, steps, diagnostics: d } = reading;
        let scalars = [d.kinetic, d.potential, d.energy(), d.energy_drift(start), d.virial_ratio()];
        let vectors = [d.momentum, d.angular_momentum, d.center_of_mass].map(|vector| vector.to_array());
        let values = scalars.iter().chain(vectors.iter().flatten()).chain([&d.radius_max, &d.speed_max]);
        // Nine digits tell any two single-precision numbers apart.
        let cells: Vec<String> = values.map(|value| format!("{value:.9e}")).collect();
        let row = writeln!(self.file, "{time},{steps},{},{}", cells.join(","), d.invalid);
        row.map_err(|source| CaptureError::unwritable(self.file.path(), source))
    }

    /// Gives the table its name.
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`].
    pub fn finish(self) -> Result<PathBuf, CaptureError> {
        let path = self.file.path().to_owned();
        self.file.commit().map_err(|source| CaptureError::unwritable(&path, source))?;
        Ok(path)
    }
}
