//! The tables that a run writes while it goes on: a log of measurements, and all bodies.

use starshell::capture::{BodyTable, DiagnosticsLog, Every, Headless, Surveys};
use starshell::physics::Simulation;
use starshell::scene::{Dimension, Scene};

use super::arguments::Tables;
use super::checkpoints::Resumed;
use super::failure::{Failure, input};
use super::monitor::surveys;
use super::outputs::Saves;
use super::terminal::{mention, tell};

/// The log and the table of bodies, each with its moments.
pub struct Observers {
    log: Option<(DiagnosticsLog, Option<Every>)>,
    table: Option<(BodyTable, Every)>,
}

impl Observers {
    /// Claims the files that were asked for, before the work.
    pub fn new(
        tables: &Tables,
        [rows, every]: [Option<Every>; 2],
        scene: &Scene,
        resumed: Option<&Resumed>,
    ) -> Result<Self, Failure> {
        let written = resumed.and_then(Resumed::log);
        let log = tables
            .log
            .as_deref()
            .map(|path| match written {
                Some(written) => DiagnosticsLog::after(path, scene.units, written),
                None => DiagnosticsLog::new(path, scene.units),
            })
            .transpose()
            .map_err(input)?;
        let table = tables
            .table
            .as_deref()
            .map(|path| match tables.forces {
                true => BodyTable::with_forces(path, scene),
                false => BodyTable::new(path, scene),
            })
            .transpose()
            .map_err(input)?;
        if let (Some(path), Some(units)) = (&tables.table, &scene.units)
            && path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("npy"))
        {
            // A CSV file says so itself.
            let [time, length, speed, mass] =
                [Dimension::Time, Dimension::Length, Dimension::Speed, Dimension::Mass]
                    .map(|dimension| units.symbol(dimension));
            mention(&format!(
                "note: the numbers in {} are in {time}, {length}, {speed} and {mass}",
                path.display()
            ));
        }
        let earlier = table.as_ref().map_or(0, BodyTable::earlier);
        if let (Some(path), None) = (&tables.table, resumed)
            && earlier > 0
        {
            tell(&format!(
                "warning: {earlier} {} of an earlier {} exist; they are replaced, or removed when this one is complete",
                if earlier == 1 { "file" } else { "files" },
                path.display()
            ));
        }
        Ok(Self { log: log.map(|log| (log, rows)), table: table.zip(every) })
    }

    /// When a run over `total` steps is measured.
    pub fn surveys(&self, saves: &Saves, total: u64, run: &Simulation) -> Option<Surveys> {
        let rows = self.log.as_ref().map(|(_, rows)| *rows);
        let time_step = run.parameters().time_step;
        surveys(rows, saves.is_wanted(), total, time_step, run.bodies().count())
    }

    /// The log, and the table with its moments.
    pub fn parts(self) -> (Option<DiagnosticsLog>, Option<(BodyTable, Every)>) {
        (self.log.map(|(log, _)| log), self.table)
    }
}

/// A run with these measurements and this table.
pub fn observed(
    headless: Headless,
    surveys: Option<Surveys>,
    table: Option<(BodyTable, Every)>,
) -> Headless {
    let headless = surveys.into_iter().fold(headless, Headless::with_surveys);
    table.into_iter().fold(headless, |headless, (table, every)| headless.with_table(table, every))
}
