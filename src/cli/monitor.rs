//! Measurements during a run: the log, and warnings.

use std::path::PathBuf;

use indicatif::ProgressBar;
use starshell::capture::{CaptureError, DiagnosticsLog, Surveys};
use starshell::physics::{Body, Diagnostics, Parameters, Reading, State, Trouble};
use starshell::session::Session;

use super::failure::run;
use super::outputs::Output;
use super::terminal::tell;

/// Evenly spaced measurements per run for a log, in addition to those at frames.
const SURVEYS_LOGGED: u64 = 200;
/// Without a log, fewer measurements, to detect trouble, at least this many steps apart: each costs a force pass.
const SURVEYS: u64 = 50;
const STEPS_PER_SURVEY: u64 = 20;

/// When a run of `total` steps is measured. Without a log, a run that would only be measured at its start is not: there is nothing to
/// compare with, and on a slow adapter that takes longer than the run.
pub fn surveys(log: Option<&PathBuf>, total: u64) -> Option<Surveys> {
    if log.is_some() {
        return Some(Surveys { every: total.div_ceil(SURVEYS_LOGGED).max(1), at_frames: true });
    }
    let every = total.div_ceil(SURVEYS).max(STEPS_PER_SURVEY);
    (total >= every).then_some(Surveys { every, at_frames: false })
}

/// The trouble of bodies that are not finite, if there are any.
pub fn not_finite(state: &State, time: f64, physics: &Parameters) -> Option<Trouble> {
    let is_finite = |body: &Body| body.position.is_finite() && body.velocity.is_finite();
    let invalid = state.bodies().filter(|body| !is_finite(body)).count() as u32;
    let Parameters { time_step, softening, .. } = *physics;
    (invalid > 0).then_some(Trouble::NotFinite { time, invalid, time_step, softening })
}

/// Receives measurements as they arrive: logs them, and warns once about each kind of trouble.
pub struct Monitor {
    log: Option<DiagnosticsLog>,
    /// Why the log ended early. Nothing else ends with it.
    failure: Option<CaptureError>,
    start: Option<Diagnostics>,
    parameters: Parameters,
    warned: Vec<std::mem::Discriminant<Trouble>>,
}

impl Monitor {
    pub fn new(log: Option<DiagnosticsLog>, session: &Session) -> Self {
        Self { log, failure: None, start: None, parameters: *session.simulation().parameters(), warned: Vec::new() }
    }

    pub fn see(&mut self, reading: &Reading, bar: &ProgressBar) {
        let start = *self.start.get_or_insert(reading.diagnostics);
        if let Some(log) = &mut self.log
            && let Err(error) = log.write(reading, &start)
        {
            (self.log, self.failure) = (None, Some(error));
        }
        if let Some(trouble) = reading.diagnostics.trouble(&start, reading.time, &self.parameters) {
            self.warn(&trouble, bar);
        }
    }

    /// Looks at the bodies themselves at the end: a short run is never measured.
    pub fn see_end(&mut self, session: &Session, bar: &ProgressBar) -> Output {
        session.member_notices().iter().for_each(|notice| bar.suspend(|| tell(&format!("warning: {notice}"))));
        let simulation = session.simulation();
        if let Some(trouble) = not_finite(&simulation.state().map_err(run)?, simulation.time(), &self.parameters) {
            self.warn(&trouble, bar);
        }
        Ok(None)
    }

    fn warn(&mut self, trouble: &Trouble, bar: &ProgressBar) {
        let kind = std::mem::discriminant(trouble);
        if !self.warned.contains(&kind) {
            self.warned.push(kind);
            bar.suspend(|| tell(&format!("warning: {trouble}")));
        }
    }

    /// Logs the last measurements, clears the bar, and completes the log.
    pub fn finish(mut self, readings: &[Reading], bar: &ProgressBar) -> Output {
        bar.finish_and_clear();
        readings.iter().for_each(|reading| self.see(reading, bar));
        match self.failure {
            Some(failure) => Err(run(failure)),
            None => self.log.map(DiagnosticsLog::finish).transpose().map_err(run),
        }
    }
}
