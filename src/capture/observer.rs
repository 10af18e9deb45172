//! What is measured and written while a run goes on, between its frames, too.

use std::collections::VecDeque;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::every::{Every, Moments};
use super::{BodyTable, CaptureError};
use crate::physics::{Reading, Simulation, State, lagrangian_radii};
use crate::scene::Scene;

/// When a run is measured. Each measurement costs a force pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surveys {
    /// Mean number of steps between measurements, at least 1. Their spacing is uneven, or they
    /// might all fall on the same phase of an orbit. The first is at the start, if a step is due.
    pub every: u64,
    /// The moments that become rows of a log; they are measured in any case.
    pub rows: Option<Every>,
    /// Whether every frame becomes a row, too.
    pub at_frames: bool,
}

impl Surveys {
    /// Steps from a measurement at step `last` to the next: half to three halves of the mean, by
    /// the fractional parts of multiples of the golden ratio, which are evenly distributed. However
    /// often a run is continued, the same steps are measured.
    fn gap(&self, last: u64) -> u64 {
        const GOLDEN: f64 = 0.618_033_988_749_894_9;
        let share = (last as f64 * GOLDEN).fract();
        self.every - self.every / 2 + (self.every as f64 * share) as u64
    }
}

/// A measurement that has arrived.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measurement {
    /// The sums over all bodies.
    pub reading: Reading,
    /// Radii about the centre of mass within which 10, 50 and 90 % of the mass lie, if it becomes a
    /// row of a log.
    pub radii: Option<[f64; 3]>,
}

/// The shares of the mass in [`Measurement::radii`].
const SHARES: [f64; 3] = [0.1, 0.5, 0.9];

/// What is due at the present state.
pub(super) struct Due {
    pub(super) survey: bool,
    pub(super) row: bool,
    pub(super) table: bool,
}

/// The measurements and the table of a run.
#[derive(Debug, Default)]
pub(super) struct Observer {
    surveys: Option<Surveys>,
    rows: Option<Moments>,
    /// Step number of the last measurement.
    pub(super) surveyed: Option<u64>,
    /// Radii of the rows whose measurements have not arrived, with their step numbers.
    radii: VecDeque<(u64, [f64; 3])>,
    /// The table of bodies, and the moments that it still gets.
    table: Option<(BodyTable, Moments)>,
    /// Why the table ended early. Nothing else ends with it.
    failure: Option<CaptureError>,
    /// The first reading and the last.
    known: Option<[Reading; 2]>,
    /// Whether edits by hand change the energy.
    pub(super) is_by_hand: bool,
    /// Measurements that have arrived and have not been asked for.
    arrived: VecDeque<Measurement>,
}

/// What has been measured and written, as another process needs it to go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Watched {
    /// Step number of the last measurement.
    surveyed: Option<u64>,
    /// The numbers of the next row of the log and the next moment of the table.
    rows: Option<u64>,
    table: Option<u64>,
    /// Moments in the table.
    moments: Option<u64>,
}

impl Observer {
    /// What has been measured and written.
    pub(super) fn watched(&self) -> Watched {
        Watched {
            surveyed: self.surveyed,
            rows: self.rows.map(|rows| rows.next()),
            table: self.table.as_ref().map(|(_, moments)| moments.next()),
            moments: self.table.as_ref().map(|(table, _)| table.moments()),
        }
    }

    /// Goes on from there.
    pub(super) fn go_on(&mut self, watched: &Watched) {
        self.surveyed = watched.surveyed;
        if let (Some(rows), Some(next)) = (&mut self.rows, watched.rows) {
            rows.skip_to(next);
        }
        if let (Some((table, moments)), Some(next)) = (&mut self.table, watched.table) {
            moments.skip_to(next);
            table.skip_to(watched.moments.unwrap_or_default());
        }
    }

    pub(super) fn set_surveys(&mut self, surveys: Surveys, simulation: &Simulation) {
        self.rows = surveys.rows.map(|every| Moments::from(every, simulation));
        self.surveys = Some(surveys);
    }

    pub(super) fn set_table(&mut self, table: BodyTable, every: Every, simulation: &Simulation) {
        self.table = Some((table, Moments::from(every, simulation)));
    }

    fn moments(&self) -> impl Iterator<Item = &Moments> {
        self.rows.iter().chain(self.table.iter().map(|(_, moments)| moments))
    }

    /// Whether the time of the present state has to be known first.
    pub(super) fn needs_time(&self, simulation: &Simulation) -> bool {
        !simulation.elapsed().is_known()
            && self.moments().any(|moments| moments.steps_left(simulation) == 0)
    }

    /// What is due at the present state, which is taken as done.
    pub(super) fn take(&mut self, simulation: &Simulation, is_frame: bool) -> Due {
        let steps = simulation.steps();
        let at_frame = is_frame && self.surveys.is_some_and(|surveys| surveys.at_frames);
        let is_known = self.radii.back().is_some_and(|(last, _)| *last == steps);
        let row =
            (self.rows.as_mut().is_some_and(|rows| rows.take(simulation)) || at_frame) && !is_known;
        let is_long_ago = |surveys: Surveys| {
            self.surveyed.is_none_or(|last| steps.saturating_sub(last) >= surveys.gap(last))
        };
        let survey = row || self.surveys.is_some_and(is_long_ago);
        let table = self.table.as_mut().is_some_and(|(_, moments)| moments.take(simulation));
        Due { survey, row, table }
    }

    /// Most steps until something is due again.
    pub(super) fn most_steps(&self, simulation: &Simulation) -> u64 {
        let next = self.surveys.map(|surveys| {
            self.surveyed.map_or(surveys.every, |last| {
                (last + surveys.gap(last)).saturating_sub(simulation.steps())
            })
        });
        let survey = next.unwrap_or(u64::MAX);
        self.moments().map(|moments| moments.steps_left(simulation)).fold(survey, u64::min).max(1)
    }

    /// Keeps what a row of the log and the table need of a state at a simulated time.
    pub(super) fn observe(&mut self, due: &Due, state: &State, time: f64, steps: u64) {
        if due.row {
            self.radii.push_back((steps, lagrangian_radii(state.bodies(), SHARES)));
        }
        if due.table
            && let Some((table, _)) = &mut self.table
            && let Err(error) = table.write(state, time)
        {
            (self.table, self.failure) = (None, Some(error));
        }
    }

    /// Keeps a reading that has arrived from a run of `scene`.
    ///
    /// # Errors
    /// [`CaptureError::Broken`] if the run is not worth going on with, where the energy of its
    /// bodies should be constant.
    pub(super) fn hear(&mut self, reading: Reading, scene: &Scene) -> Result<(), CaptureError> {
        let measurement = self.measurement(reading);
        self.arrived.push_back(measurement);
        let [start, last] = self.known.map_or([reading; 2], |[start, last]| [start, last]);
        self.known = Some([start, reading]);
        match reading
            .diagnostics
            .break_since(&last.diagnostics, &start.diagnostics)
            .filter(|_| scene.conserves_energy() && !self.is_by_hand)
        {
            Some(change) => Err(CaptureError::Broken {
                time: reading.time,
                steps: reading.steps,
                good: last.time,
                change,
                units: scene.units,
            }),
            None => Ok(()),
        }
    }

    /// The next measurement that was kept, in order.
    pub(super) fn next(&mut self) -> Option<Measurement> {
        self.arrived.pop_front()
    }

    /// A reading with what belongs to its row.
    pub(super) fn measurement(&mut self, reading: Reading) -> Measurement {
        while self.radii.front().is_some_and(|(steps, _)| *steps < reading.steps) {
            self.radii.pop_front();
        }
        let radii =
            self.radii.pop_front_if(|(steps, _)| *steps == reading.steps).map(|(_, radii)| radii);
        Measurement { reading, radii }
    }

    /// Completes the table, if there is one.
    pub(super) fn finish_table(&mut self) -> Result<Option<PathBuf>, CaptureError> {
        match (self.failure.take(), self.table.take()) {
            (Some(failure), _) => Err(failure),
            (None, table) => table.map(|(table, _)| table.finish()).transpose(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measurements_are_spaced_unevenly_around_their_mean() {
        for every in [1, 2, 3, 10, 97] {
            let surveys = Surveys { every, rows: None, at_frames: false };
            let mut steps = vec![0];
            while steps.len() <= 1000 {
                let last = steps[steps.len() - 1];
                steps.push(last + surveys.gap(last));
            }
            let mean = steps[1000] as f64 / 1000.0 / every as f64;
            assert!((0.75..1.25).contains(&mean), "{every}: {mean}");
            // Phases of a period that is a multiple of the mean.
            let mut phases = [0; 10];
            steps.iter().for_each(|step| phases[(step * 10 / every % 10) as usize] += 1);
            let most = *phases.iter().max().unwrap();
            assert!(every < 10 || most < 250, "{every}: {phases:?}");
            let is_near =
                |pair: &[u64]| (every - every / 2..2 * every).contains(&(pair[1] - pair[0]));
            assert!(steps.windows(2).all(is_near), "{every}");
        }
    }
}
