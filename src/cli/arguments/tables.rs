//! Options of the tables that a run writes, and how far their moments are apart.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use starshell::capture::Every;
use starshell::exchange::snapshots::write::Output;
use starshell::scene::{Dimension, Scene};

use super::amount::{Amount, amount};
use super::examples::OUTPUT;
use crate::cli::failure::{Failure, input};

/// Tables of a run over time.
#[derive(Clone, Debug, Default, Args)]
pub struct Tables {
    /// CSV file to write: energy, momentum, radii and more over time. Undefined values, such as the
    /// virial ratio of one body, are empty
    #[arg(long, value_name = "CSV", help_heading = OUTPUT)]
    pub log: Option<PathBuf>,
    /// Time from row to row of the log, such as 0.5 or, where the scene has units, 1Myr, or
    /// 100steps [default: 200 rows, and one per frame]
    #[arg(long, value_name = "T", requires = "log", value_parser = interval, allow_hyphen_values = true, help_heading = OUTPUT)]
    pub log_every: Option<Interval>,
    /// File to write with positions, velocities and masses of all bodies over time: .csv or .npy,
    /// or .hdf5, .tipsy, .ply or .npz, for a numbered file per moment
    #[arg(long, value_name = "FILE", requires = "every", help_heading = OUTPUT)]
    pub table: Option<PathBuf>,
    /// Time from moment to moment of the table, such as 0.5 or, where the scene has units, 1Myr, or
    /// 100steps
    #[arg(long, value_name = "T", requires = "table", value_parser = interval, allow_hyphen_values = true, help_heading = OUTPUT)]
    pub every: Option<Interval>,
    /// Write accelerations and potentials into the table, too: direct sums with the run's
    /// softening. For a table with a file per moment
    #[arg(long, requires = "table", help_heading = OUTPUT)]
    pub forces: bool,
}

impl Tables {
    /// Whether the table has a file per moment, which holds all columns of the run's file.
    pub fn keeps_columns(&self) -> bool {
        let output = self.table.as_deref().and_then(Output::from_path);
        output.is_some_and(|output| output != Output::Csv)
    }
}

/// How far moments are apart.
#[derive(Clone, Debug, PartialEq)]
pub enum Interval {
    Time(Amount),
    Steps(u64),
}

fn interval(text: &str) -> Result<Interval, String> {
    match text.strip_suffix("steps").or_else(|| text.strip_suffix("step")) {
        None => amount(text)
            .map(Interval::Time)
            .map_err(|error| format!("{error}, nor steps such as 100steps")),
        Some(number) => {
            let steps = number.trim_end().parse().ok().filter(|steps| *steps > 0);
            steps
                .map(Interval::Steps)
                .ok_or_else(|| format!("`{text}` is not a whole number of steps such as 100steps"))
        }
    }
}

impl Interval {
    /// The interval in a run of `scene`.
    fn every(&self, option: &str, scene: &Scene) -> Result<Every, Failure> {
        let amount = match self {
            Self::Steps(steps) => return Ok(Every::Steps(*steps)),
            Self::Time(amount) => amount,
        };
        let time = amount.of(option, Dimension::Time, scene.units.as_ref())?;
        if !(time > 0.0 && time.is_finite()) {
            return Err(input(anyhow!(
                "--{option} is {time:?}, but it must be a time above 0, or steps such as 100steps"
            )));
        }
        let time_step = scene.physics.time_step;
        if scene.physics.adaptive.is_none() && time < time_step * (1.0 - 1e-6) {
            return Err(input(anyhow!(
                "--{option} is {time:?}, which is less than the time step of {time_step:?}: use a longer one, or a shorter --dt"
            )));
        }
        Ok(Every::Time(time))
    }
}

impl Tables {
    /// The moments of the rows of the log, if the options say them, and those of the table of
    /// bodies.
    pub fn moments(&self, scene: &Scene) -> Result<[Option<Every>; 2], Failure> {
        let every = |option, interval: &Option<Interval>| {
            interval.as_ref().map(|it| it.every(option, scene)).transpose()
        };
        Ok([every("log-every", &self.log_every)?, every("every", &self.every)?])
    }
}
