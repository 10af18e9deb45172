//! Measurements of a run: energies, momenta and radii over time, and the system's current structure. Measured without waiting,
//! whether displayed or not, so that curves have no gaps and errors count from the start. Rarely enough that steps keep nine
//! tenths of the time.

mod errors;
mod kept;
mod limits;
mod profiles;
mod saved;
mod series;
mod table;

use std::collections::VecDeque;
use std::time::Duration;

use starshell::gpu::{Gpu, GpuError};
use starshell::name::Named;
use starshell::physics::{Diagnostics, Gravity, HALF_MASS, Parameters, Profile, Reading, Snapshot};
use starshell::session::Session;

use crate::lesson::Plot;
pub use errors::{Errors, Figures, asked, is_too_coarse};
pub use kept::{Kept, MOST_KEPT};
pub use limits::TooMany;
use profiles::Profiles;
pub use series::{Sample, Series};

/// The key of a plot's name.
pub fn key_of(plot: Plot) -> String {
    format!("science-{}", plot.name())
}

/// Minimum seconds between measurements.
const INTERVAL: f64 = 0.1;
/// The same for radii and profiles, per body: it lets GPU, host and worker rest most of the time.
const PROFILE_INTERVAL_A_BODY: f64 = 2e-6;
/// Share of the time that measurements may take from the steps.
const SHARE: f64 = 0.1;
/// Seconds that one measurement may take; a longer one would be noticeable.
const LONGEST: f64 = 0.15;
/// Share of a frame by which a measurement may lengthen it.
const NOTICEABLE: f64 = 0.25;
/// GPU time that a measurement may take within one frame; a longer one is recorded in slices of this length.
const SLICE: Duration = Duration::from_millis(12);
/// Seconds per frame from which slices are as long as a frame: no steps run in a frame with a slice, and short slices would
/// then occupy most frames.
const SLOW: f32 = 0.05;
/// Interactions per second assumed before any have been timed, on a software adapter and on others.
const ASSUMED: [f64; 2] = [1e9, 1e11];
/// Share of the potential energy below which the total is a mere remainder, as where bodies just escape: no error is relative to it.
const REMAINDER: f64 = 1e-3;
/// Seconds for which a number in the table stays unchanged, so that it can be read.
const TOLD: f64 = 0.25;
/// Most marked changes, and seconds within which several count as one.
const MARKS: usize = 64;
const MARK_INTERVAL: f64 = 1.0;

/// Diagnostics, with the change in energy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    pub diagnostics: Diagnostics,
    /// Relative to the first measurement of the run, or the first after a change that legitimately altered the energy.
    pub drift: Option<f64>,
}

/// The numbers of the table, as last updated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Told {
    pub measured: Option<Measured>,
    /// The time of `measured`.
    pub time: Option<f64>,
    pub half_mass_radius: Option<f64>,
}

/// Everything measured over time in a run, so that it can be shown again.
#[derive(Clone, Debug, Default)]
pub struct Measurements {
    pub surveys: Series<Measured>,
    /// Radii that hold 1, 10, 50 and 90 % of the mass.
    pub radii: Series<[f64; 4]>,
    marks: Vec<f64>,
    /// Number of the run.
    pub run: u64,
    reference: Option<Diagnostics>,
    alarmed: f64,
    physics: Option<Parameters>,
}

/// Relative error of the energy from which on the user is warned.
pub const ALARMING: f64 = 0.01;

/// Gathers the measurements of a run. The desk records and collects, the panel reads.
#[derive(Debug)]
pub struct Statistics {
    /// The plot shown, and whether it is enlarged.
    pub shown: Plot,
    pub is_enlarged: bool,
    surveys: Series<Measured>,
    profiles: Profiles,
    /// Errors of a tree's forces.
    pub errors: Errors,
    told: Told,
    is_told: bool,
    /// Times at which the physics changed, or the bodies were edited.
    marks: Vec<f64>,
    /// Number of runs so far, so that a plot's view is reset for each.
    run: u64,
    assumed_speed: f64,
    is_behind: bool,
    /// See [`SLICE`].
    pub slice: Duration,
    /// See [`LONGEST`].
    pub longest: f64,
    /// Whether slices of a measurement are recorded and others are to come.
    is_slicing: bool,
    holds_steps: bool,
    awaits_step: bool,
    too_many: Option<TooMany>,
    /// Whether the user has asked for one survey, however long it takes.
    is_asked: bool,
    /// Set if the GPU cannot measure, so that it is tried, and the user notified, only once per run.
    is_refused: bool,
    /// Seconds that the last frame took.
    frame: f32,
    /// Seconds since each was last done.
    since_survey: f64,
    since_profile: f64,
    since_told: f64,
    since_mark: f64,
    /// Time and steps of the run when last seen, and its physics.
    now: (f64, u64),
    physics: Option<Parameters>,
    /// How often the energy's reference was reset, and the reference.
    era: u64,
    reference: Option<Diagnostics>,
    /// The largest error of the energy that [`Statistics::alarm`] has returned since the last reset.
    alarmed: f64,
    /// Steps and era of the surveys in flight, of the state last examined, and of those last recorded.
    under_way: VecDeque<(u64, u64)>,
    judged: Option<(u64, u64)>,
    surveyed: Option<(u64, u64)>,
    profiled: Option<(u64, u64)>,
}

impl Statistics {
    pub fn new(gpu: &Gpu) -> Self {
        // On software the GPU is the same CPU, so use a thread, which holds up no frame.
        let is_software = gpu.is_software();
        Self::assuming(ASSUMED[usize::from(!is_software)], is_software)
    }

    fn assuming(assumed_speed: f64, has_worker: bool) -> Self {
        Self {
            shown: Plot::default(),
            is_enlarged: false,
            surveys: Series::default(),
            profiles: Profiles::new(has_worker),
            errors: Errors::default(),
            told: Told::default(),
            is_told: true,
            marks: Vec::new(),
            run: 0,
            assumed_speed,
            is_behind: false,
            slice: SLICE,
            longest: LONGEST,
            is_slicing: false,
            holds_steps: false,
            awaits_step: false,
            too_many: None,
            is_asked: false,
            is_refused: false,
            frame: 0.0,
            // The first measurement is due at once.
            since_survey: f64::INFINITY,
            since_profile: f64::INFINITY,
            since_told: f64::INFINITY,
            since_mark: f64::INFINITY,
            now: (0.0, 0),
            physics: None,
            era: 0,
            reference: None,
            alarmed: 0.0,
            under_way: VecDeque::new(),
            judged: None,
            surveyed: None,
            profiled: None,
        }
    }

    /// Resets the measurements for another run. What is shown, and how, stays.
    pub fn restart(&mut self) {
        let Self { shown, is_enlarged, run, slice, longest, assumed_speed, .. } = *self;
        *self =
            Self { shown, is_enlarged, run: run + 1, slice, longest, ..Self::assuming(assumed_speed, self.profiles.has_worker) };
    }

    /// Resets the reference of the energy's error, because bodies or softening were changed and the energy with them. The next
    /// recorded reading becomes the reference.
    pub fn rebase(&mut self) {
        self.mark();
        self.era += 1;
        (self.reference, self.alarmed) = (None, 0.0);
    }

    /// The relative error of the energy, as measured last.
    fn error(&self) -> Option<f64> {
        self.surveys.samples().last()?.value.drift.map(f64::abs)
    }

    /// Whether the energy is right, as measured last.
    pub fn is_right(&self) -> bool {
        self.error().is_some_and(|error| error < ALARMING)
    }

    /// The relative error of the energy, once it reaches [`ALARMING`], and again whenever it is ten times what was returned
    /// before.
    pub fn alarm(&mut self) -> Option<f64> {
        let error = self.error().filter(|error| error.is_finite())?;
        let is_new = error >= ALARMING.max(10.0 * self.alarmed);
        is_new.then(|| {
            self.alarmed = error;
            error
        })
    }

    /// Everything measured so far.
    pub fn measurements(&self) -> Measurements {
        Measurements {
            surveys: self.surveys.clone(),
            radii: self.profiles.radii.clone(),
            marks: self.marks.clone(),
            run: self.run,
            reference: self.reference,
            alarmed: self.alarmed,
            physics: self.physics,
        }
    }

    /// Shows what was measured in a run up to a moment, from which it continues.
    pub fn restore(&mut self, measured: Measurements, time: f64, steps: u64) {
        self.let_go();
        let Measurements { surveys, radii, marks, run, reference, alarmed, physics } = measured;
        (self.surveys, self.profiles.radii, self.profiles.newest) = (surveys, radii, None);
        (self.marks, self.run, self.physics) = (marks, run, physics);
        // A survey that is still in flight belongs to other bodies.
        (self.era, self.reference, self.alarmed) = (self.era + 1, reference, alarmed);
        (self.now, self.judged, self.surveyed, self.profiled) = ((time, steps), None, None, None);
        self.is_told = false;
    }

    /// Continues from an earlier moment of the run. Later measurements belong to another branch and are dropped.
    pub fn go_back(&mut self, time: f64, steps: u64) {
        self.let_go();
        self.surveys.go_back(time);
        self.profiles.radii.go_back(time);
        let marks = self.marks.len();
        self.marks.retain(|mark| *mark <= time);
        if self.marks.len() < marks {
            // The energy may have differed then.
            (self.era, self.reference) = (self.era + 1, None);
        }
        (self.now, self.judged, self.surveyed, self.profiled) = ((time, steps), None, None, None);
        self.is_told = false;
    }

    /// Called when another session continues the run: measurements in flight from the old one are lost.
    pub fn let_go(&mut self) {
        self.under_way.clear();
        self.is_slicing = false;
        self.profiles.let_go();
    }

    fn mark(&mut self) {
        // Dragging a slider makes many changes; only the last one counts.
        if self.since_mark < MARK_INTERVAL {
            self.marks.pop();
        }
        if self.marks.len() < MARKS {
            self.marks.push(self.now.0);
        }
        self.since_mark = 0.0;
    }

    /// Whether frames are needed although nothing moves, because a measurement is in flight or due soon.
    pub fn is_waiting(&self) -> bool {
        self.is_behind || self.is_slicing || !self.under_way.is_empty() || self.profiles.is_coming() || !self.is_told
    }

    /// Whether no steps may run in this frame: because it holds a slice of a long measurement, during which the bodies must not
    /// move (and both would make the frame too long), or because the first measurement of the run is still being prepared.
    pub fn holds_steps(&self) -> bool {
        self.holds_steps
    }

    /// Records a survey and a profile if they are due. Call it in every frame before the steps, so that the first one shows the
    /// start of the run. In the middle of a spread step it does nothing. Returns whether the profile needs a snapshot, recorded
    /// at the same point, for [`Statistics::take_snapshot`].
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out; see [`Statistics::forgo`].
    pub fn record(&mut self, session: &mut Session, encoder: &mut wgpu::CommandEncoder, elapsed: f32) -> Result<bool, GpuError> {
        let timers = [&mut self.since_survey, &mut self.since_profile, &mut self.since_told, &mut self.since_mark];
        for since in timers {
            *since += f64::from(elapsed);
        }
        self.tell();
        self.see(session);
        self.holds_steps = false;
        self.profiles.go_on(session, encoder, elapsed)?;
        let count = f64::from(session.simulation().bodies().count());
        let speed = session.work_per_second().unwrap_or(self.assumed_speed);
        let cost = session.simulation().work() / speed;
        let is_tree = matches!(session.simulation().gravity(), Gravity::Tree(_));
        // Direct sums grow as the square of the number of bodies, trees almost in proportion to it.
        let most = count * (self.longest / cost).powf(if is_tree { 1.0 } else { 0.5 });
        self.too_many = TooMany::of(cost, self.longest, most as u64, self.too_many);

        let state = Some((self.now.1, self.era));
        self.judged = state;
        let is_wanted = self.too_many.is_none() || self.is_asked;
        let wants_survey = self.surveyed != state && is_wanted && !self.is_refused;
        // What was asked for is known already.
        self.is_asked &= wants_survey;
        let wants_profile = self.profiled != state && !self.is_refused;
        self.is_behind = wants_survey || wants_profile;
        let is_survey_time = self.is_asked || self.since_survey >= INTERVAL.max(cost / SHARE);
        let is_profile_time = self.since_profile >= INTERVAL.max(PROFILE_INTERVAL_A_BODY * count);
        self.awaits_step = session.progress().is_some()
            && session.is_due()
            && (wants_survey && is_survey_time || wants_profile && is_profile_time);
        if session.progress().is_some() && session.is_due() {
            return Ok(false);
        }
        let has_profile = wants_profile && self.profiles.prepare(session)?;
        // At most two in flight, so that they do not accumulate if the GPU is slower than expected.
        let is_due = is_survey_time && self.under_way.len() < 2;
        self.errors.record(session, encoder, elapsed, speed)?;
        if wants_survey && !session.prepare_survey()? {
            // Steps wait, but not the window, so that the first measurement of a run is that of its start.
            self.holds_steps = true;
            return Ok(false);
        }
        // A single long frame does not make a slow machine.
        let frame = elapsed.min(std::mem::replace(&mut self.frame, elapsed)).clamp(0.0, LONGEST as f32);
        let slice = if frame > SLOW { self.slice.max(Duration::from_secs_f32(frame)) } else { self.slice };
        let surveys = wants_survey && (self.is_slicing || is_due) && self.record_survey(session, encoder, cost, slice)?;
        if surveys {
            // Skips the steps of a frame that would otherwise be noticeably longer than the others.
            self.holds_steps |= cost > NOTICEABLE * f64::from(frame);
            (self.since_survey, self.is_asked) = (0.0, false);
            self.surveyed = state;
            self.under_way.push_back((self.now.1, self.era));
        }
        // Together with a survey if there is one, so that both go into one row of the table.
        let is_time = is_profile_time && (surveys || !wants_survey);
        if !has_profile || !is_time || self.profiles.is_coming() {
            return Ok(false);
        }
        let wants_snapshot = self.profiles.record(session, encoder, elapsed)?;
        self.since_profile = 0.0;
        self.profiled = state;
        Ok(wants_snapshot)
    }

    /// Records a survey that takes `cost` seconds, or a slice of it. Returns whether it is complete.
    fn record_survey(
        &mut self,
        session: &mut Session,
        encoder: &mut wgpu::CommandEncoder,
        cost: f64,
        slice: Duration,
    ) -> Result<bool, GpuError> {
        let is_complete = if cost <= slice.as_secs_f64() && !self.is_slicing {
            session.record_survey(encoder)?;
            true
        } else {
            self.holds_steps = true;
            session.record_survey_within(encoder, slice)?
        };
        self.is_slicing = !is_complete;
        Ok(is_complete)
    }

    /// Takes the readings and the profile that have arrived. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self, session: &mut Session) -> Result<(), GpuError> {
        while let Some(reading) = session.reading()? {
            self.add(&reading);
        }
        self.errors.collect(session)?;
        if self.profiles.collect(session)? {
            self.is_told = false;
        }
        Ok(())
    }

    /// Takes the snapshot that [`Statistics::record`] wanted.
    pub fn take_snapshot(&mut self, snapshot: Snapshot) {
        self.profiles.take_snapshot(snapshot);
    }

    /// Checks whether this is still the same run under the same physics.
    fn see(&mut self, session: &Session) {
        let (time, steps) = (session.simulation().time(), session.simulation().steps());
        if steps < self.now.1 {
            self.restart();
        }
        self.now = (time, steps);
        let physics = session.scene().physics;
        match self.physics.replace(physics) {
            Some(before) if before.softening != physics.softening || before.gravity != physics.gravity => {
                // The session has dropped the surveys in flight with the old softening or gravity.
                self.under_way.clear();
                if before.softening != physics.softening || before.gravity.tree() != physics.gravity.tree() {
                    self.rebase();
                } else {
                    self.mark();
                }
            }
            Some(before) if before != physics => self.mark(),
            _ => {}
        }
    }

    fn add(&mut self, reading: &Reading) {
        let mut era = self.era;
        while let Some((steps, recorded)) = self.under_way.pop_front() {
            if steps == reading.steps {
                era = recorded;
                break;
            }
        }
        let diagnostics = reading.diagnostics;
        // A survey from before the energy changed has no meaningful error now.
        let reference = (era == self.era).then(|| *self.reference.get_or_insert(diagnostics));
        let has_scale = |start: &Diagnostics| start.energy().abs() > REMAINDER * start.potential.abs();
        let drift = reference.filter(has_scale).map(|start| diagnostics.energy_drift(&start));
        let value = Measured { diagnostics, drift };
        self.surveys.push(Sample { time: reading.time, steps: reading.steps, value });
        self.is_told = false;
    }

    /// Updates the numbers of the table, if they have stood long enough.
    fn tell(&mut self) {
        if self.is_told || self.since_told < TOLD {
            return;
        }
        let last = self.surveys.samples().last();
        let (measured, time) = (last.map(|sample| sample.value), last.map(|sample| sample.time));
        let half_mass_radius = self.profiles.radii.samples().last().map(|sample| sample.value[HALF_MASS]);
        self.told = Told { measured, time, half_mass_radius };
        self.since_told = 0.0;
        self.is_told = true;
    }

    /// The numbers of the table.
    pub fn told(&self) -> &Told {
        &self.told
    }

    /// Diagnostics over time.
    pub fn surveys(&self) -> &[Sample<Measured>] {
        self.surveys.samples()
    }

    /// Radii that hold 1, 10, 50 and 90 % of the mass, over time.
    pub fn radii(&self) -> &[Sample<[f64; 4]>] {
        self.profiles.radii.samples()
    }

    /// The latest profile of the system.
    pub fn profile(&self) -> Option<&Profile> {
        self.profiles.newest.as_ref().map(|sample| &sample.value)
    }

    /// Times at which the physics changed, or bodies were edited.
    pub fn marks(&self) -> &[f64] {
        &self.marks
    }

    /// Number of the run.
    pub fn run(&self) -> u64 {
        self.run
    }
}

#[cfg(test)]
mod tests;
