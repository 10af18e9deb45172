//! Measurements during a run: the log, and warnings with their causes.

use std::collections::VecDeque;

use anyhow::anyhow;
use indicatif::ProgressBar;
use starshell::capture::{
    CaptureError, DiagnosticsLog, Every, Headless, Measurement, Recipe, Surveys, Written,
};
use starshell::name::Named;
use starshell::physics::{Body, Diagnostics, Parameters, Precision, Snapshot};
use starshell::scene::{Dimension, Units};
use starshell::session::Session;
use starshell::words;

use super::arguments::shown;
use super::failure::{Failure, run, set_up};
use super::outputs::Output;
use super::terminal::tell;
use super::trouble::Trouble;
use crate::diagnosis::{Cause, Diagnosis, Remedy, Suspect, thrown_out};

/// Evenly spaced rows of a log per run, in addition to those at frames, if nobody says how far they
/// are apart.
const ROWS: u64 = 200;
/// Measurements per row of a log, and the least mean number of steps between them, unless rows are
/// closer together.
const SURVEYS_PER_ROW: u64 = 10;
const STEPS_PER_LOGGED: u64 = 4;
/// A run of at most this many bodies, steps, and steps times bodies, is measured after every step
/// for its log, which takes a few seconds at most.
const MEASURED_BODIES: u64 = 256;
const MEASURED_STEPS: u64 = 65_536;
const MEASURED_MOTIONS: u64 = 1 << 22;
/// Without a log, fewer measurements, to detect trouble, at least this many steps apart: each costs
/// a force pass.
const SURVEYS: u64 = 50;
const STEPS_PER_SURVEY: u64 = 20;
/// States kept, to find out from the last good one what went wrong.
const KEPT: usize = 8;
/// Most bodies of a state that is kept.
const MAX_KEPT: usize = 1 << 18;
/// An error that has grown by this factor since it was told is examined again; one that has grown
/// by the other is told again.
const MUCH_WORSE: f64 = 10.0;
const WORSE: f64 = 2.0;
/// A change of the energy that is not worth a word.
const SLIGHT: f64 = 0.01;

/// When to measure a run of `count` bodies over `total` steps of length `time_step`. `log` says
/// whether it has a log, and how far apart its rows are, if that is given. A run without a log that
/// would only be measured at its start is not measured at all, unless it is saved: there is nothing
/// to compare with, and on a slow adapter the measurement takes longer than the run.
pub fn surveys(
    log: Option<Option<Every>>,
    is_saved: bool,
    total: u64,
    time_step: f64,
    count: u32,
) -> Option<Surveys> {
    let Some(rows) = log else {
        let every = total.div_ceil(SURVEYS).max(STEPS_PER_SURVEY);
        return (total >= every || is_saved).then_some(Surveys {
            every,
            rows: None,
            at_frames: false,
        });
    };
    let at_frames = rows.is_none();
    let rows = rows.unwrap_or(Every::Steps(total.div_ceil(ROWS).max(1)));
    let steps = match rows {
        Every::Steps(steps) => steps,
        Every::Time(time) => (time / time_step).round().max(1.0) as u64,
    };
    let count = u64::from(count);
    let is_short = total <= MEASURED_STEPS && total * count <= MEASURED_MOTIONS;
    let every = if count <= MEASURED_BODIES && is_short {
        1
    } else {
        steps.div_ceil((steps / STEPS_PER_LOGGED).clamp(1, SURVEYS_PER_ROW))
    };
    Some(Surveys { every, rows: Some(rows), at_frames })
}

/// Receives measurements as they arrive: logs them, and warns about each kind of trouble with its
/// cause, once when it is first seen, and at the end if it has become much worse.
pub struct Monitor {
    log: Option<DiagnosticsLog>,
    /// Why the log ended early. Nothing else ends with it.
    failure: Option<CaptureError>,
    /// The first measurement, and that to which changes of the energy in the log refer: of a saved
    /// run, from before.
    start: Option<Diagnostics>,
    reference: Option<Diagnostics>,
    parameters: Parameters,
    units: Option<Units>,
    has_double: bool,
    /// Steps at the end of the run.
    total: u64,
    /// The state at the start, and the latest ones that were measured.
    first: Option<Snapshot>,
    states: VecDeque<Snapshot>,
    warned: Vec<std::mem::Discriminant<Trouble>>,
    /// The change of the energy that was told, that which was examined last, and the worst, with
    /// its time and cause.
    told: f64,
    examined: f64,
    worst: Option<(Trouble, String)>,
    /// The time of the last right measurement of a run that was stopped since its energy changed.
    good: Option<f64>,
    /// Whether edits by hand change the energy and what is bound.
    is_by_hand: bool,
}

impl Monitor {
    /// Warns at once if the run loses its motion in rounding. `reference` is the start of a saved
    /// run.
    pub fn new(
        log: Option<DiagnosticsLog>,
        session: &Session,
        total: u64,
        reference: Option<Diagnostics>,
    ) -> Result<Self, Failure> {
        let simulation = session.simulation();
        let is_kept = simulation.bodies().count() as usize <= MAX_KEPT;
        let state = is_kept.then(|| simulation.state()).transpose().map_err(set_up)?;
        let first = state.map(|state| Snapshot {
            time: simulation.time(),
            steps: simulation.steps(),
            state,
        });
        let monitor = Self {
            log,
            failure: None,
            start: None,
            reference,
            parameters: *simulation.parameters(),
            units: session.scene().units,
            has_double: Precision::Double.is_supported(session.gpu()),
            total,
            first,
            states: VecDeque::new(),
            warned: Vec::new(),
            told: 0.0,
            examined: 0.0,
            worst: None,
            good: None,
            is_by_hand: false,
        };
        if let Some(lost) = monitor
            .first
            .as_ref()
            .and_then(|first| Diagnosis::of_start(&monitor.suspect(&bodies(first), 1)))
        {
            let is_rounding = matches!(lost.cause, Cause::Precision { .. });
            let seen =
                if is_rounding { "rounding swallows the motion of the bodies: " } else { "" };
            tell(&format!("warning: {seen}{}", monitor.cause_of(&lost)));
        }
        Ok(monitor)
    }

    /// Judges no run that was edited by hand, whose user has seen what became of it.
    #[must_use]
    pub fn of(self, recipe: &Recipe) -> Self {
        Self { is_by_hand: !recipe.edits.is_empty(), ..self }
    }

    /// Keeps the states that have arrived.
    pub fn keep(&mut self, headless: &mut Headless) -> Result<(), CaptureError> {
        self.parameters = *headless.session().simulation().parameters();
        while let Some(state) = headless.state()? {
            if self.states.len() == KEPT {
                self.states.pop_front();
            }
            self.states.push_back(state);
        }
        Ok(())
    }

    /// Why the run ended, with the cause if its energy changed.
    pub fn failure(&mut self, error: CaptureError, headless: &mut Headless) -> Failure {
        let CaptureError::Broken { steps, good, .. } = error else { return run(error) };
        if let Err(error) = self.keep(headless) {
            return run(error);
        }
        self.good = Some(good);
        run(anyhow!("{error}{}", self.cause(steps)))
    }

    /// The last right state of a run that was stopped since its energy changed.
    pub fn good(&self) -> Option<Snapshot> {
        let good = self.good?;
        self.states.iter().rev().chain(&self.first).find(|state| state.time <= good).cloned()
    }

    /// The log so far, if there is one. If it cannot be read, logging ends.
    pub fn written(&mut self) -> Option<Written> {
        match self.log.as_mut()?.written() {
            Ok(written) => Some(written),
            Err(error) => {
                (self.log, self.failure) = (None, Some(error));
                None
            }
        }
    }

    /// The measurement to which changes of the energy refer, if there has been one.
    pub fn reference(&self) -> Option<Diagnostics> {
        self.reference
    }

    pub fn see(&mut self, measurement: &Measurement, bar: &ProgressBar) {
        let reading = &measurement.reading;
        let start = *self.start.get_or_insert(reading.diagnostics);
        let reference = *self.reference.get_or_insert(start);
        if let Some(log) = &mut self.log
            && let Err(error) = log.write(measurement, &reference)
        {
            (self.log, self.failure) = (None, Some(error));
        }
        // The end of a run that was stopped says it all.
        if self.good.is_some() || self.is_by_hand {
            return;
        }
        match Trouble::new(&reading.diagnostics, &start, reading.time, &self.parameters) {
            Some(trouble @ Trouble::EnergyDrift { drift, .. }) => {
                self.see_drift(&trouble, drift.abs(), reading.steps, bar)
            }
            Some(trouble @ Trouble::Escaped { .. }) => {
                let change = reading.diagnostics.change_since(&start).abs();
                self.see_escape(&trouble, change, reading.steps, bar);
            }
            Some(trouble) => self.warn(&trouble, reading.steps, bar),
            None => {}
        }
    }

    /// Warns of the first error of the energy, and keeps the worst with its cause.
    fn see_drift(&mut self, trouble: &Trouble, drift: f64, steps: u64, bar: &ProgressBar) {
        if drift < MUCH_WORSE * self.examined {
            let worst = self.worst.as_ref().map_or(0.0, |(worst, _)| change(worst));
            if let Some((other, _)) = self.worst.as_mut().filter(|_| drift > worst) {
                *other = *trouble;
            }
            return;
        }
        let cause = self.cause(steps);
        if self.told == 0.0 {
            self.told = drift;
            self.tell("", trouble, &cause, bar);
        }
        self.examined = drift;
        self.worst = Some((*trouble, cause));
    }

    /// Warns of a body that was bound at the start. Without an error of the energy, an encounter
    /// may throw one out in nature, too.
    fn see_escape(&mut self, trouble: &Trouble, change: f64, steps: u64, bar: &ProgressBar) {
        let now = self.states.iter().rev().find(|state| state.steps <= steps);
        let thrown = self
            .first
            .as_ref()
            .zip(now)
            .map(|(first, now)| thrown_out(&bodies(first), &bodies(now)));
        match thrown {
            // Not bound at the start, or still bound: it goes where it must.
            Some(None) => {}
            Some(Some(_)) if change < SLIGHT => self.say(trouble, bar, || {
                let share = words::short(100.0 * change);
                format!(": an encounter threw it out, and the energy has changed by only {share} %, so this may be right")
            }),
            _ => self.warn(trouble, steps, bar),
        }
    }

    /// Looks at the bodies themselves at the end: a short run is never measured.
    pub fn see_end(&mut self, headless: &mut Headless, bar: &ProgressBar) -> Output {
        let notices = headless.session().computing().member_notices();
        notices.iter().for_each(|notice| bar.suspend(|| tell(&format!("warning: {notice}"))));
        let simulation = headless.session().simulation();
        let (time, steps) = (simulation.time(), simulation.steps());
        let trouble = Trouble::of_state(&simulation.state().map_err(run)?, time);
        self.keep(headless).map_err(run)?;
        // Those that have arrived with the state.
        while let Some(measurement) = headless.measurement().map_err(run)? {
            self.see(&measurement, bar);
        }
        trouble.iter().for_each(|trouble| self.warn(trouble, steps, bar));
        Ok(None)
    }

    fn warn(&mut self, trouble: &Trouble, steps: u64, bar: &ProgressBar) {
        let is_new = !self.warned.contains(&std::mem::discriminant(trouble));
        let cause = if is_new { self.cause(steps) } else { String::new() };
        self.say(trouble, bar, || cause);
    }

    /// Warns once about a kind of trouble.
    fn say(&mut self, trouble: &Trouble, bar: &ProgressBar, cause: impl FnOnce() -> String) {
        let kind = std::mem::discriminant(trouble);
        if !self.warned.contains(&kind) {
            self.warned.push(kind);
            self.tell("", trouble, &cause(), bar);
        }
    }

    /// Warns of trouble, in the units of the scene.
    fn tell(&self, when: &str, trouble: &Trouble, cause: &str, bar: &ProgressBar) {
        let told = |of| move |number| Units::told(self.units.as_ref(), number, of);
        let trouble = trouble.told(told(Dimension::Time), told(Dimension::Length));
        bar.suspend(|| tell(&format!("warning: {when}{trouble}{cause}")));
    }

    /// Why the run is wrong at a number of steps, found by a test from its start if it is short, or
    /// else from the last state before.
    fn cause(&self, steps: u64) -> String {
        let end = self.total.max(steps);
        let is_short =
            |first: &&Snapshot| end - first.steps <= Diagnosis::affordable_steps(first.state.len());
        let (from, length) = match self.first.as_ref().filter(is_short) {
            Some(first) => (first, end - first.steps),
            None => {
                let before = self.states.iter().rev().find(|state| state.steps < steps);
                let Some(from) = before.or(self.first.as_ref()) else { return String::new() };
                // As long again after it: whatever went wrong may have gone on.
                (from, 2 * (steps - from.steps))
            }
        };
        format!(": {}", self.cause_of(&Diagnosis::new(&self.suspect(&bodies(from), length))))
    }

    /// Cause and remedies, with the flags that set them.
    fn cause_of(&self, diagnosis: &Diagnosis) -> String {
        let amount = |number, of| shown(number, of, self.units.as_ref());
        let flag = |remedy: &Remedy| match *remedy {
            Remedy::Precision(precision) => format!("--precision {}", precision.name()),
            Remedy::Integrator(integrator) => format!("--integrator {}", integrator.name()),
            Remedy::DirectSums => "--gravity direct".to_owned(),
            Remedy::TimeStep(step) => format!("--dt {}", amount(step, Dimension::Time)),
            Remedy::Adaptive(eta) => format!("--adaptive {eta}"),
            Remedy::Softening(length) => {
                format!("--softening {}", amount(length, Dimension::Length))
            }
        };
        let text = diagnosis.told(flag);
        match diagnosis.cause {
            Cause::Units { .. } => format!("{text}; say by --units what they are in"),
            _ => text,
        }
    }

    fn suspect<'a>(&'a self, bodies: &'a [Body], steps: u64) -> Suspect<'a> {
        Suspect { bodies, physics: &self.parameters, steps, has_double: self.has_double }
    }

    /// Logs the last measurements, clears the bar, tells the worst, and completes the log.
    pub fn finish(mut self, last: &[Measurement], bar: &ProgressBar) -> Output {
        bar.finish_and_clear();
        last.iter().for_each(|measurement| self.see(measurement, bar));
        let much_worse = self.worst.take().filter(|(worst, _)| change(worst) >= WORSE * self.told);
        if let Some((worst, cause)) = much_worse {
            self.tell("at its worst, ", &worst, &cause, bar);
        }
        match self.failure {
            Some(failure) => Err(run(failure)),
            None => self.log.map(DiagnosticsLog::finish).transpose().map_err(run),
        }
    }
}

fn bodies(snapshot: &Snapshot) -> Vec<Body> {
    snapshot.state.bodies().collect()
}

/// The size of a change of the energy.
fn change(trouble: &Trouble) -> f64 {
    if let Trouble::EnergyDrift { drift, .. } = trouble { drift.abs() } else { 0.0 }
}
