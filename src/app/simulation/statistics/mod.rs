//! Measurements of a run: energies, momenta and radii over time, and the system's current
//! structure. Measured without waiting, whether displayed or not, so that curves have no gaps and
//! errors count from the start. Rarely enough that steps keep nine tenths of the time.

mod breaks;
mod causes;
mod errors;
mod kept;
mod limits;
mod measurements;
mod profiles;
mod readout;
mod sampled;
mod saved;
mod series;
mod table;
mod too_many;

use std::collections::VecDeque;
use std::time::Duration;

use starshell::gpu::{Gpu, GpuError};
use starshell::name::Named;
use starshell::physics::{Precision, Profile, Reading, Snapshot};
use starshell::session::Session;

use crate::lesson::Plot;
pub use breaks::{Break, Breaks};
use causes::Causes;
pub use errors::{Errors, Figures, asked, is_too_coarse};
pub use kept::{Kept, MAX_KEPT};
pub use measurements::{ALARMING, Measured, Measurements};
use profiles::Profiles;
pub use readout::Readout;
use readout::Table;
pub use series::{Sample, Series};
pub use too_many::{Reach, TooMany};

/// The key of a plot's name.
pub fn key_of(plot: Plot) -> String {
    format!("science-{}", plot.name())
}

/// Minimum seconds between measurements.
const INTERVAL: f64 = 0.1;
/// Minimum seconds between measurements of radii and profiles, per body, so that GPU, host and
/// worker rest most of the time.
const PROFILE_INTERVAL_PER_BODY: f64 = 2e-6;
/// Minimum frames between measurements of radii and profiles, for a machine that needs a frame
/// without steps to measure between them.
const PROFILE_INTERVAL_IN_FRAMES: f64 = 6.0;
/// Share of the time that measurements may take from the steps.
const SHARE: f64 = 0.1;
/// Seconds that one measurement may take; a longer one would be noticeable.
const LONGEST: f64 = 0.15;
/// The same with software rendering, where frames take long, too, and slices keep the window
/// responsive.
const LONGEST_BY_SOFTWARE: f64 = 1.0;
/// Share of a frame by which a measurement may lengthen it.
const NOTICEABLE: f64 = 0.25;
/// GPU time that a measurement may take within one frame; a longer one is recorded in slices of
/// this length.
const SLICE: Duration = Duration::from_millis(12);
/// Seconds per frame from which slices are as long as a frame: no steps run in a frame with a
/// slice, and short slices would then occupy most frames.
const SLOW: f32 = 0.05;
/// Interactions per second assumed before any have been timed, on a software adapter and on others.
const ASSUMED: [f64; 2] = [1e9, 1e11];
/// Most marked changes, and seconds within which several count as one.
const MARKS: usize = 64;
const MARK_INTERVAL: f64 = 1.0;

/// When measurements are due, and how long they may take.
#[derive(Debug)]
pub struct Pacing {
    assumed_speed: f64,
    /// See [`SLICE`].
    pub slice: Duration,
    /// See [`LONGEST`].
    pub longest: f64,
    /// Seconds that the last frame took.
    frame: f32,
    /// Seconds since each was last done.
    since_survey: f64,
    since_profile: f64,
    since_mark: f64,
}

/// What this frame leaves to measure, and what it holds for that.
#[derive(Debug, Default)]
struct Phase {
    is_behind: bool,
    /// Whether slices of a measurement are recorded and others are to come.
    is_slicing: bool,
    holds_steps: bool,
    awaits_step: bool,
    /// Whether the bodies must stay as they are for the next frame, too.
    holds_state: bool,
}

/// What keeps energies from being measured.
#[derive(Debug, Default)]
struct Limits {
    too_many: Option<TooMany>,
    /// What has been said of how many are too many.
    reach: Reach,
    /// Whether the user has asked for one survey, however long it takes.
    is_asked: bool,
    /// Set if the GPU cannot measure, so that it is tried, and the user notified, only once per
    /// run.
    is_refused: bool,
}

/// Which states of the run have been measured. A state is its number of steps and its era.
#[derive(Debug, Default)]
struct Recorded {
    /// Time and steps of the run when last seen.
    now: (f64, u64),
    /// How often the energy's reference was reset.
    era: u64,
    /// The surveys in flight, and what was recorded last.
    under_way: VecDeque<(u64, u64)>,
    surveyed: Option<(u64, u64)>,
    profiled: Option<(u64, u64)>,
}

impl Recorded {
    /// The present state.
    fn state(&self) -> (u64, u64) {
        (self.now.1, self.era)
    }

    /// Goes on from a moment of which nothing has been measured.
    fn go_on(&mut self, time: f64, steps: u64) {
        (self.now, self.surveyed, self.profiled) = ((time, steps), None, None);
    }
}

/// Gathers the measurements of a run. The desk records and collects, the panel reads.
#[derive(Debug)]
pub struct Statistics {
    measured: Measurements,
    profiles: Profiles,
    /// Errors of a tree's forces.
    pub errors: Errors,
    /// Why the energy is off.
    pub causes: Causes,
    table: Table,
    pub pacing: Pacing,
    phase: Phase,
    limits: Limits,
    recorded: Recorded,
}

impl Statistics {
    pub fn new(gpu: &Gpu) -> Self {
        // On software the GPU is the same CPU, so use a thread, which holds up no frame.
        let is_software = gpu.is_software();
        let mut statistics = Self::assuming(ASSUMED[usize::from(!is_software)], is_software);
        if is_software {
            statistics.pacing.longest = LONGEST_BY_SOFTWARE;
        }
        statistics
    }

    fn assuming(assumed_speed: f64, has_worker: bool) -> Self {
        // The first measurement is due at once.
        let since = f64::INFINITY;
        let pacing = Pacing {
            assumed_speed,
            slice: SLICE,
            longest: LONGEST,
            frame: 0.0,
            since_survey: since,
            since_profile: since,
            since_mark: since,
        };
        Self {
            measured: Measurements::default(),
            profiles: Profiles::new(has_worker),
            errors: Errors::default(),
            causes: Causes::default(),
            table: Table::default(),
            pacing,
            phase: Phase::default(),
            limits: Limits::default(),
            recorded: Recorded::default(),
        }
    }

    /// Resets the measurements for another run.
    pub fn restart(&mut self) {
        let Pacing { assumed_speed, slice, longest, .. } = self.pacing;
        let run = self.measured.run + 1;
        let reach = std::mem::take(&mut self.limits.reach);
        *self = Self::assuming(assumed_speed, self.profiles.has_worker);
        self.limits.reach = reach;
        (self.measured.run, self.pacing.slice, self.pacing.longest) = (run, slice, longest);
    }

    /// Resets the reference of the energy's error, because bodies or softening were changed and the
    /// energy with them. The next recorded reading becomes the reference.
    pub fn rebase(&mut self) {
        self.mark();
        self.recorded.era += 1;
        (self.measured.reference, self.measured.alarmed) = (None, 0.0);
        self.measured.breaks = Breaks::default();
    }

    /// Whether energies are summed in double precision.
    pub fn is_double(&self) -> bool {
        self.measured.physics.is_some_and(|physics| physics.precision == Precision::Double)
    }

    /// Whether the energy is right, as measured last.
    pub fn is_right(&self) -> bool {
        self.measured.error().is_some_and(|error| error < ALARMING)
    }

    /// Where the energy breaks.
    pub fn breaks(&mut self) -> &mut Breaks {
        &mut self.measured.breaks
    }

    /// The break that has paused the run.
    pub fn told_break(&self) -> Option<Break> {
        self.measured.breaks.told()
    }

    /// See [`Measurements::alarm`].
    pub fn alarm(&mut self) -> Option<f64> {
        self.measured.alarm()
    }

    /// Everything measured so far.
    pub fn measurements(&self) -> &Measurements {
        &self.measured
    }

    /// Shows what was measured in a run up to a moment, from which it continues.
    pub fn restore(&mut self, measured: Measurements, time: f64, steps: u64) {
        self.let_go();
        (self.measured, self.profiles.newest) = (measured, None);
        // A survey that is still in flight belongs to other bodies.
        self.recorded.era += 1;
        self.recorded.go_on(time, steps);
        self.table.is_shown = false;
    }

    /// Continues from an earlier moment of the run. Later measurements belong to another branch and
    /// are dropped.
    pub fn go_back(&mut self, time: f64, steps: u64) {
        self.let_go();
        let Measurements { surveys, radii, marks, reference, breaks, .. } = &mut self.measured;
        surveys.go_back(time);
        // What was measured before the last change is not compared with what follows.
        let last = surveys
            .samples()
            .last()
            .filter(|last| marks.iter().all(|mark| *mark < last.time || *mark > time));
        breaks.go_back(
            time,
            last.map(|last| Reading {
                time: last.time,
                steps: last.steps,
                diagnostics: last.value.diagnostics,
            }),
        );
        radii.go_back(time);
        let count = marks.len();
        marks.retain(|mark| *mark <= time);
        if marks.len() < count {
            // The energy may have differed then.
            *reference = None;
            self.recorded.era += 1;
        }
        self.recorded.go_on(time, steps);
        self.table.is_shown = false;
    }

    /// Called when another session continues the run: measurements in flight from the old one are
    /// lost.
    pub fn let_go(&mut self) {
        self.recorded.under_way.clear();
        self.phase.is_slicing = false;
        self.profiles.let_go();
    }

    fn mark(&mut self) {
        let marks = &mut self.measured.marks;
        // Dragging a slider makes many changes; only the last one counts.
        if self.pacing.since_mark < MARK_INTERVAL {
            marks.pop();
        }
        if marks.len() < MARKS {
            marks.push(self.recorded.now.0);
        }
        self.pacing.since_mark = 0.0;
    }

    /// Whether frames are needed although nothing moves, because a measurement is in flight or due
    /// soon.
    pub fn is_waiting(&self) -> bool {
        let is_measuring =
            self.phase.is_behind || self.phase.is_slicing || !self.recorded.under_way.is_empty();
        is_measuring
            || self.causes.is_testing()
            || self.profiles.is_coming()
            || !self.table.is_shown
    }

    /// Whether no steps may run in this frame: because it holds a slice of a long measurement,
    /// during which the bodies must not move (and both would make the frame too long), or because
    /// the first measurement of the run is still being prepared.
    pub fn holds_steps(&self) -> bool {
        self.phase.holds_steps
    }

    /// Whether no steps may begin before the next frame, which measures the state of this one.
    pub fn holds_state(&self) -> bool {
        self.phase.holds_state || self.phase.is_slicing || self.phase.awaits_step
    }

    /// Encodes a survey and a profile if they are due. Call it in every frame before the steps, so
    /// that the first one shows the start of the run. In the middle of a spread step it does
    /// nothing. Returns whether the profile needs a snapshot, recorded at the same point, for
    /// [`Statistics::take_snapshot`].
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out; see [`Statistics::forgo`].
    pub fn encode(
        &mut self,
        session: &mut Session,
        encoder: &mut wgpu::CommandEncoder,
        elapsed: f32,
    ) -> Result<bool, GpuError> {
        let Pacing { since_survey, since_profile, since_mark, .. } = &mut self.pacing;
        let timers = [since_survey, since_profile, since_mark, &mut self.table.since];
        for since in timers {
            *since += f64::from(elapsed);
        }
        self.table.show(&self.measured);
        self.see(session);
        (self.phase.holds_steps, self.phase.holds_state) = (false, false);
        self.profiles.go_on(session, encoder, elapsed)?;
        let count = f64::from(session.simulation().bodies().count());
        let timed = session.computing().measuring_per_second();
        let speed = timed.unwrap_or(self.pacing.assumed_speed);
        let cost = session.simulation().force_pass().work() / speed;
        let is_linear = session.simulation().gravity().is_approximate();
        // Direct sums grow as the square of the number of bodies, trees and grids almost in
        // proportion to it.
        let most = count * (self.pacing.longest / cost).powf(if is_linear { 1.0 } else { 0.5 });
        let summed = (session.simulation().gravity(), session.scene().physics.precision);
        let is_reach_known = cost > self.pacing.longest && timed.is_some();
        let most = is_reach_known.then(|| self.limits.reach.of(summed, count as u64, most as u64));
        self.limits.too_many =
            TooMany::from_cost(cost, self.pacing.longest, most, self.limits.too_many);

        let state = Some(self.recorded.state());
        let is_wanted = self.limits.too_many.is_none() || self.limits.is_asked;
        let wants_survey = self.recorded.surveyed != state && is_wanted && !self.limits.is_refused;
        // What was asked for is known already.
        self.limits.is_asked &= wants_survey;
        let wants_profile = self.recorded.profiled != state && !self.limits.is_refused;
        self.phase.is_behind = wants_survey || wants_profile;
        let is_survey_time =
            self.limits.is_asked || self.pacing.since_survey >= INTERVAL.max(cost / SHARE);
        let few_frames =
            PROFILE_INTERVAL_IN_FRAMES * f64::from(elapsed.min(self.pacing.frame)).min(LONGEST);
        let is_profile_time = self.pacing.since_profile
            >= INTERVAL.max(PROFILE_INTERVAL_PER_BODY * count).max(few_frames);
        self.phase.awaits_step = session.simulation().engine().progress().is_some()
            && session.is_due()
            && (wants_survey && is_survey_time || wants_profile && is_profile_time);
        if session.simulation().engine().progress().is_some() && session.is_due() {
            return Ok(false);
        }
        let has_profile = wants_profile && self.profiles.prepare(session)?;
        // At most two in flight, so that they do not accumulate if the GPU is slower than expected.
        let is_due = is_survey_time && self.recorded.under_way.len() < 2;
        self.errors.encode(session, encoder, elapsed, speed)?;
        if wants_survey && !session.measuring().prepare_survey()? {
            // Steps wait, but not the window, so that the first measurement of a run is that of its
            // start.
            (self.phase.holds_steps, self.phase.holds_state) = (true, true);
            return Ok(false);
        }
        // A single long frame does not make a slow machine.
        let frame = elapsed
            .min(std::mem::replace(&mut self.pacing.frame, elapsed))
            .clamp(0.0, LONGEST as f32);
        let slice = if frame > SLOW {
            self.pacing.slice.max(Duration::from_secs_f32(frame))
        } else {
            self.pacing.slice
        };
        let surveys = wants_survey
            && (self.phase.is_slicing || is_due)
            && self.encode_survey(session, encoder, cost, slice)?;
        if surveys {
            // Skips the steps of a frame that would otherwise be noticeably longer than the others.
            self.phase.holds_steps |= cost > NOTICEABLE * f64::from(frame);
            (self.pacing.since_survey, self.limits.is_asked) = (0.0, false);
            self.recorded.surveyed = state;
            self.recorded.under_way.push_back(self.recorded.state());
        }
        // Together with a survey if there is one, so that both go into one row of the table.
        let is_time = is_profile_time && (surveys || !wants_survey);
        if !has_profile || !is_time || self.profiles.is_coming() {
            return Ok(false);
        }
        let wants_snapshot = self.profiles.encode(session, encoder, elapsed)?;
        self.pacing.since_profile = 0.0;
        self.recorded.profiled = state;
        Ok(wants_snapshot)
    }

    /// Encodes a survey that takes `cost` seconds, or a slice of it. Returns whether it is
    /// complete.
    fn encode_survey(
        &mut self,
        session: &mut Session,
        encoder: &mut wgpu::CommandEncoder,
        cost: f64,
        slice: Duration,
    ) -> Result<bool, GpuError> {
        let is_complete = if cost <= slice.as_secs_f64() && !self.phase.is_slicing {
            session.measuring().encode_survey(encoder)?;
            true
        } else {
            self.phase.holds_steps = true;
            session.measuring().encode_survey_within(encoder, slice)?
        };
        self.phase.is_slicing = !is_complete;
        Ok(is_complete)
    }

    /// Takes the readings and the profile that have arrived. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self, session: &mut Session) -> Result<(), GpuError> {
        while let Some(reading) = session.measuring().reading()? {
            self.add(&reading);
        }
        self.errors.collect(session)?;
        if self.profiles.collect(session, &mut self.measured.radii)? {
            self.table.is_shown = false;
        }
        Ok(())
    }

    /// Takes the snapshot that [`Statistics::encode`] wanted.
    pub fn take_snapshot(&mut self, snapshot: Snapshot) {
        self.profiles.take_snapshot(snapshot);
    }

    /// Checks whether this is still the same run under the same physics.
    fn see(&mut self, session: &Session) {
        let (time, steps) = (session.simulation().time(), session.simulation().steps());
        if steps < self.recorded.now.1 {
            self.restart();
        }
        self.recorded.now = (time, steps);
        let physics = session.scene().physics;
        match self.measured.physics.replace(physics) {
            Some(before)
                if before.softened() != physics.softened() || before.gravity != physics.gravity =>
            {
                // The session has dropped the surveys in flight with the old softening or gravity.
                self.recorded.under_way.clear();
                if before.softened() != physics.softened()
                    || before.gravity.tree() != physics.gravity.tree()
                {
                    self.rebase();
                } else {
                    self.mark();
                }
            }
            Some(before) if before != physics => self.mark(),
            _ => {}
        }
        self.measured.breaks.is_constant = session.scene().conserves_energy();
    }

    fn add(&mut self, reading: &Reading) {
        let mut era = self.recorded.era;
        while let Some((steps, recorded)) = self.recorded.under_way.pop_front() {
            if steps == reading.steps {
                era = recorded;
                break;
            }
        }
        self.measured.add(reading, era == self.recorded.era);
        self.table.is_shown = false;
    }

    /// The numbers of the table.
    pub fn readout(&self) -> &Readout {
        &self.table.readout
    }

    /// Diagnostics over time.
    pub fn surveys(&self) -> &[Sample<Measured>] {
        self.measured.surveys.samples()
    }

    /// Radii that hold 1, 10, 50 and 90 % of the mass, over time.
    pub fn radii(&self) -> &[Sample<[f64; 4]>] {
        self.measured.radii.samples()
    }

    /// The latest profile of the system.
    pub fn profile(&self) -> Option<&Profile> {
        self.profiles.newest.as_ref().map(|sample| &sample.value)
    }

    /// Times at which the physics changed, or bodies were edited.
    pub fn marks(&self) -> &[f64] {
        &self.measured.marks
    }
}

#[cfg(test)]
mod tests;
