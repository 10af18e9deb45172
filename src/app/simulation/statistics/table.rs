//! Measurements as comma-separated values.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};

use starshell::capture::{cell, cells, column, columns};
use starshell::file::{self, FileError, free_path};
use starshell::physics::{Diagnostics, Profile};
use starshell::scene::{Dimension, Units};

use crate::app::simulation::statistics::{Measured, Plot, Sample, Statistics};

/// The radii that hold 1, 10, 50 and 90 % of the mass; they follow the columns of the command
/// line's diagnostics.
const RADII_COLUMNS: [&str; 4] = ["r01", "r10", "r50", "r90"];

/// A table in these units: what its columns are and measure, and its rows in the scene's units.
fn table<const N: usize>(
    columns: [(&str, Dimension); N],
    rows: impl Iterator<Item = [f64; N]>,
    units: Option<&Units>,
) -> String {
    let names = columns.map(|(name, dimension)| column(name, dimension, units));
    let factors = columns.map(|(_, dimension)| units.map_or(1.0, |units| units.factor(dimension)));
    let row = |row: [f64; N]| {
        let cells: Vec<_> =
            row.iter().zip(factors).map(|(value, factor)| cell(Some(value * factor))).collect();
        cells.join(",") + "\n"
    };
    format!("{}\n{}", names.join(","), rows.map(row).collect::<String>())
}

fn density_table(density: &[(f64, f64)], units: Option<&Units>) -> String {
    let columns = [("radius", Dimension::Length), ("density", Dimension::Density)];
    table(columns, density.iter().map(|&(radius, density)| [radius, density]), units)
}

fn speed_table(profile: &Profile, units: Option<&Units>) -> String {
    let columns = [
        ("speed_from", Dimension::Speed),
        ("speed_to", Dimension::Speed),
        ("bodies", Dimension::Ratio),
    ];
    let bound = |bin: usize| bin as f64 * profile.speed_bin();
    let bins = profile.speeds.iter().enumerate();
    table(
        columns,
        bins.map(|(bin, bodies)| [bound(bin), bound(bin + 1), f64::from(*bodies)]),
        units,
    )
}

/// Everything measured over time, a row per step.
pub(super) fn history_table(
    surveys: &[Sample<Measured>],
    radii: &[Sample<[f64; 4]>],
    units: Option<&Units>,
) -> String {
    let names = RADII_COLUMNS.map(|name| column(name, Dimension::Length, units));
    let mut text = format!("{},{}\n", columns(units), names.join(","));
    let factor = |dimension| units.map_or(1.0, |units| units.factor(dimension));
    let [of_time, of_length] = [Dimension::Time, Dimension::Length].map(factor);
    let nothing = ",".repeat(Diagnostics::COLUMNS.len() - 1);
    let (mut surveys, mut radii) = (surveys.iter().peekable(), radii.iter().peekable());
    loop {
        // Two lists ordered by steps; measurements at the same step share a row.
        let order = match (surveys.peek(), radii.peek()) {
            (Some(survey), Some(radii)) => survey.steps.cmp(&radii.steps),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return text,
        };
        let survey = if order.is_le() { surveys.next() } else { None };
        let radii = if order.is_ge() { radii.next() } else { None };
        let moment = survey
            .map(|survey| (survey.time, survey.steps))
            .or(radii.map(|radii| (radii.time, radii.steps)));
        let (time, steps) = moment.unwrap_or_default();
        let cells = survey.map_or_else(
            || nothing.clone(),
            |survey| cells(&survey.value.diagnostics, survey.value.drift, units),
        );
        let radii = radii.map_or([const { String::new() }; 4], |radii| {
            radii.value.map(|radius| cell(Some(of_length * radius)))
        });
        text += &format!("{},{steps},{cells},{}\n", of_time * time, radii.join(","));
    }
}

impl Plot {
    /// The name of a file with its numbers; everything measured over time goes into one table.
    fn file_name(self) -> &'static str {
        match self {
            Self::Density => "density",
            Self::Speeds => "speeds",
            _ => "history",
        }
    }
}

impl Statistics {
    /// The numbers of a plot as comma-separated values: for plots of the current state its curve,
    /// otherwise everything measured over time. In these units, which its header names.
    pub fn table(&self, plot: Plot, units: Option<&Units>) -> String {
        let profile = self.profile().cloned().unwrap_or_default();
        match plot {
            Plot::Density => density_table(&profile.density, units),
            Plot::Speeds => speed_table(&profile, units),
            _ => history_table(self.surveys(), self.radii(), units),
        }
    }

    /// Writes the numbers of `plot` into a new file in `folder`, whose name begins with `stem`.
    ///
    /// # Errors
    /// The path and the system's error.
    pub fn save(
        &self,
        plot: Plot,
        folder: &Path,
        stem: &str,
        units: Option<&Units>,
    ) -> Result<PathBuf, FileError> {
        let path = free_path(folder, &format!("{stem}_{}", plot.file_name()), "csv");
        file::write(&path, self.table(plot, units).as_bytes())?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use starshell::scene::UnitSystem;

    use super::*;

    fn statistics() -> Statistics {
        let mut statistics = Statistics::assuming(1e9, true);
        let measured = |drift| Measured {
            diagnostics: Diagnostics { kinetic: 0.25, potential: -0.5, ..Default::default() },
            drift,
        };
        statistics.measured.surveys.push(Sample {
            time: 0.0,
            steps: 0,
            value: measured(Some(0.0)),
        });
        statistics.measured.surveys.push(Sample { time: 0.5, steps: 50, value: measured(None) });
        statistics.measured.radii.push(Sample { time: 0.0, steps: 0, value: [0.1, 0.2, 0.3, 0.4] });
        statistics.measured.radii.push(Sample { time: 0.25, steps: 25, value: [1.0; 4] });
        statistics
    }

    #[test]
    fn the_history_has_a_row_a_step_and_empty_cells_where_nothing_was_measured() {
        let table = statistics().table(Plot::Energies, None);
        let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split(',').collect()).collect();
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{table}");
        assert_eq!(rows.iter().map(|row| row[1]).collect::<Vec<_>>(), ["steps", "0", "25", "50"]);
        let value = |row: usize, column: &str| {
            rows[row][rows[0].iter().position(|name| *name == column).unwrap()]
        };
        assert_eq!(
            (value(1, "energy"), value(1, "energy_drift")),
            ("-2.500000000e-1", "0.000000000e0")
        );
        assert_eq!(
            (value(1, "virial_ratio"), value(1, "r90")),
            ("5.000000000e-1", "4.000000000e-1")
        );
        assert_eq!((value(2, "energy"), value(2, "r01")), ("", "1.000000000e0"));
        assert_eq!((value(3, "energy_drift"), value(3, "r01")), ("", ""));
        // The columns of the command line's diagnostics, then the radii.
        let names = columns(None);
        assert_eq!(rows[0][..rows[0].len() - 4], names.split(',').collect::<Vec<_>>());
        assert_eq!(rows[0][rows[0].len() - 4..], ["r01", "r10", "r50", "r90"]);
    }

    #[test]
    fn no_file_is_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let statistics = statistics();
        let save = |plot| statistics.save(plot, &folder.path().join("new"), "plummer_000007", None);
        let names = [Plot::Energies, Plot::Virial, Plot::Density].map(|plot| save(plot).unwrap());
        let names = names.map(|path| path.file_name().unwrap().to_string_lossy().into_owned());
        assert_eq!(
            names,
            [
                "plummer_000007_history.csv",
                "plummer_000007_history-2.csv",
                "plummer_000007_density.csv"
            ]
        );
        std::fs::write(folder.path().join("file"), "").unwrap();
        assert!(
            statistics.save(Plot::Energies, &folder.path().join("file"), "plummer", None).is_err()
        );
    }

    #[test]
    fn profiles_have_their_own_tables() {
        let density = density_table(&[(1.0, 2.0)], None);
        assert_eq!(density, "radius,density\n1.000000000e0,2.000000000e0\n");
        let profile = Profile { speed_max: 6.4, speeds: vec![3; 64], ..Profile::default() };
        let third = "1.000000000e-1,2.000000000e-1,3.000000000e0";
        assert_eq!(speed_table(&profile, None).lines().nth(2), Some(third));
    }

    #[test]
    fn tables_have_the_units_of_the_window() {
        let units = Units::new(UnitSystem::AuYear);
        let table = statistics().table(Plot::Energies, Some(&units));
        let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split(',').collect()).collect();
        let place = |name| rows[0].iter().position(|column| *column == name).unwrap();
        let number = |row: usize, name| rows[row][place(name)].parse::<f64>().unwrap();
        let shown = |dimension, value| units.factor(dimension) * value;
        let [time, radius] = [number(2, "time [yr]"), number(1, "r90 [AU]")];
        let energy = number(1, "energy [Msun (km/s)^2]");
        assert!((time - shown(Dimension::Time, 0.25)).abs() < 1e-9);
        assert!((radius - shown(Dimension::Length, 0.4)).abs() < 1e-9);
        assert!((energy - shown(Dimension::Energy, -0.25)).abs() < 1e-6 * energy.abs());
        let density = density_table(&[(1.0, 2.0)], Some(&units));
        assert!(density.starts_with("radius [AU],density [Msun/AU^3]"), "{density}");
    }
}
