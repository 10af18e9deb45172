//! Rendering without a window: every frame of a session, in order, none dropped.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::{CAPTION, CaptureError, FrameSink, Note, Recorder};
use crate::gpu::Gpu;
use crate::physics::Reading;
use crate::render::Target;
use crate::session::Session;

/// Time that one submission of steps, or of a part of a step, should take: short enough that no driver's watchdog (two seconds on
/// Windows) fires and that the user is answered at once, long enough that submitting costs nothing beside it.
const BATCH: Duration = Duration::from_millis(100);
/// Steps in a submission at most.
const MOST: u64 = 1000;

/// How the pictures of a run were made: all that it takes to make them again, but the moment.
fn run_notes(gpu: &Gpu, session: &Session) -> Vec<Note> {
    let info = gpu.info();
    let scene = session.scene();
    vec![
        Note::new("Title", scene.title.as_str()),
        Note::new("Software", concat!("Starshell ", env!("CARGO_PKG_VERSION"))),
        Note::new("Seed", scene.seed.to_string()),
        Note::new("Scene", scene.to_toml()),
        Note::new("Adapter", format!("{} ({} {}, {})", info.name, info.driver, info.driver_info, info.backend)),
    ]
}

/// The moment that a picture shows.
fn moment_notes(session: &Session) -> [Note; 2] {
    let simulation = session.simulation();
    [Note::new("Time", simulation.time().to_string()), Note::new("Steps", simulation.steps().to_string())]
}

/// What a picture of the session's present state says of itself: title, scene, adapter, time and steps.
pub fn notes(gpu: &Gpu, session: &Session) -> Vec<Note> {
    run_notes(gpu, session).into_iter().chain(moment_notes(session)).collect()
}

/// Draws the frames of a session into a sink.
#[derive(Debug)]
pub struct Headless {
    gpu: Gpu,
    session: Session,
    target: Target,
    recorder: Recorder,
    notes: Vec<Note>,
    surveys: Option<Surveys>,
    /// Steps at the last measurement.
    surveyed: Option<u64>,
}

/// When a run is measured. Each measurement costs a force pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surveys {
    /// Whenever the count of steps is a multiple of this number, which is not 0; so also at the start, if a step is due.
    pub every: u64,
    /// At every frame too.
    pub at_frames: bool,
}

impl Headless {
    /// Prepares to draw `session` into `target` and hand the pictures to `sink`.
    ///
    /// # Errors
    /// [`CaptureError::Gpu`] where memory is short.
    pub fn new(gpu: &Gpu, session: Session, target: Target, sink: Arc<dyn FrameSink>) -> Result<Self, CaptureError> {
        let recorder = Recorder::new(gpu, &target, sink)?;
        let notes = run_notes(gpu, &session);
        Ok(Self { gpu: gpu.clone(), session, target, recorder, notes, surveys: None, surveyed: None })
    }

    /// The same with measurements along the way.
    #[must_use]
    pub fn with_surveys(self, surveys: Surveys) -> Self {
        Self { surveys: Some(surveys), ..self }
    }

    /// Draws the next frame. `proceed` is told the steps done, now and then, and says whether to go on. Returns whether the
    /// frame was drawn.
    ///
    /// # Errors
    /// [`CaptureError`].
    pub fn frame(&mut self, proceed: &mut dyn FnMut(u64) -> bool) -> Result<bool, CaptureError> {
        let (begun, spacing) = (self.session.simulation().steps(), self.session.trail_spacing(self.session.steps_due()));
        while self.session.is_due() {
            let done = self.session.simulation().steps();
            let mut most = MOST;
            if let Some(Surveys { every, .. }) = self.surveys
                && self.session.steps_due() > 0
            {
                if done.is_multiple_of(every) && !self.survey(proceed)? {
                    return Ok(false);
                }
                most = most.min(every - done % every);
            }
            let mut encoder = self.gpu.encoder("steps");
            // To the next point of the trails, if there are any.
            let on_the_way = (done - begun) % spacing;
            if on_the_way == 0 {
                self.session.record_trails(&mut encoder)?;
            }
            let most = most.min(spacing - on_the_way);
            self.session.record_within(&mut encoder, most as u32, BATCH)?;
            let submission = self.session.submit(encoder);
            if self.session.is_due() {
                self.session.wait_for(submission)?;
                if !proceed(self.session.simulation().steps()) {
                    return Ok(false);
                }
            }
        }
        self.session.wait_for_time()?;
        let (time, steps) = (self.session.simulation().time(), self.session.simulation().steps());
        let is_surveyed = |surveys: &Surveys| surveys.at_frames || steps > 0 && steps.is_multiple_of(surveys.every);
        if self.surveys.as_ref().is_some_and(is_surveyed) && !self.survey(proceed)? {
            return Ok(false);
        }
        let mut encoder = self.gpu.encoder("frame");
        self.session.frame(&mut encoder, &self.target)?;
        let mut notes = self.notes.clone();
        notes.extend(moment_notes(&self.session));
        notes.push(Note::new(CAPTION, format!("t = {}", shortest(time, self.session.scene().duration))));
        self.recorder.record(&mut encoder, notes)?;
        let submission = self.session.submit(encoder);
        self.recorder.request(&submission);
        proceed(steps);
        Ok(true)
    }

    /// Submits a measurement, unless the present state has been measured already. Returns false where `proceed` stopped it.
    fn survey(&mut self, proceed: &mut dyn FnMut(u64) -> bool) -> Result<bool, CaptureError> {
        let steps = self.session.simulation().steps();
        while self.surveyed != Some(steps) {
            let mut encoder = self.gpu.encoder("survey");
            let is_complete = self.session.record_survey_within(&mut encoder, BATCH)?;
            let submission = self.session.submit(encoder);
            if is_complete {
                self.surveyed = Some(steps);
            } else {
                self.session.wait_for(submission)?;
                if !proceed(steps) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The next measurement that has arrived, in order. Never waits.
    ///
    /// # Errors
    /// [`CaptureError::Gpu`].
    pub fn reading(&mut self) -> Result<Option<Reading>, CaptureError> {
        Ok(self.session.reading()?)
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Waits for all pictures and completes what they make; measurements can still be read through `last`.
    ///
    /// # Errors
    /// [`CaptureError`].
    pub fn finish(self, mut last: impl FnMut(Reading)) -> Result<PathBuf, CaptureError> {
        let Self { mut session, recorder, .. } = self;
        let path = recorder.finish()?;
        while let Some(reading) = session.last_reading()? {
            last(reading);
        }
        Ok(path)
    }

    /// Waits for the pictures that were drawn, and leaves the rest: for a run that was stopped.
    ///
    /// # Errors
    /// [`CaptureError`].
    pub fn abandon(self, mut last: impl FnMut(Reading)) -> Result<(), CaptureError> {
        let Self { mut session, recorder, .. } = self;
        recorder.abandon()?;
        while let Some(reading) = session.last_reading()? {
            last(reading);
        }
        Ok(())
    }
}

/// A time for people: as many decimals as tell moments apart in a run of this duration.
fn shortest(time: f64, duration: f64) -> String {
    let decimals = (2.0 - duration.max(1e-12).log10().floor()).clamp(0.0, 9.0) as usize;
    format!("{time:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::shortest;

    #[test]
    fn times_have_the_decimals_that_their_run_needs() {
        for (time, duration, text) in
            [(1.234_56, 8.0, "1.23"), (12.3456, 20.0, "12.3"), (0.001_234, 0.02, "0.0012"), (345.6, 300.0, "346")]
        {
            assert_eq!(shortest(time, duration), text);
        }
    }
}
