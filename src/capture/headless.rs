//! Rendering without a window: every frame of a session in order, none dropped.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::moment::{caption_note, notes, stereo_note};
use super::observer::{Measurement, Observer, Surveys};
use super::recipe::Recipe;
use super::shots::Frame;
use super::{BodyTable, CaptureError, Every, FrameSink, Note, Picture, Recorder, Still};
use crate::gpu::{Gpu, GpuError};
use crate::physics::Snapshot;
use crate::render::{Easing, Followed, Format, Print, Target};
use crate::session::{Edited, Pace, Session};

/// Target duration of one submission of steps or part of a step. Short enough that no driver's
/// watchdog (two seconds on Windows) fires and the program responds quickly; long enough that the
/// cost of submitting is negligible.
const BATCH: Duration = Duration::from_millis(100);
/// Most steps per submission.
const MAX: u64 = 1000;
/// Most bytes of a state that is copied beside each measurement.
const MAX_COPIED: usize = 16 << 20;

/// Draws the frames of a session into a sink.
#[derive(Debug)]
pub struct Headless {
    gpu: Gpu,
    pub(super) session: Session,
    pub(super) film: Film,
    pub(super) observer: Observer,
    /// Notes added to every frame.
    recipe: Option<Note>,
    /// Whether the camera follows the scene's path.
    follows: bool,
    /// How the camera follows what the scene's does, if not at once: with the seconds from frame to
    /// frame.
    pub(super) easing: Option<(Easing, f32)>,
    pub(super) has_begun: bool,
    /// What is to be done to the run by hand, and how much of it before the next frame.
    edits: VecDeque<Edited>,
    edits_due: usize,
    edits_made: usize,
    /// The frames to come of a video that was recorded by hand.
    shots: VecDeque<Frame>,
    /// When the run pauses.
    pub(super) pause: Option<Instant>,
    /// Whether a measurement or a picture in tiles has begun and not ended.
    pub(super) is_within: bool,
}

/// How frames are drawn and where they go.
pub(super) enum Film {
    /// In one piece.
    Whole(Target, Box<Recorder>),
    /// Tile by tile, with the number of frames so far.
    Tiles(Print, Arc<dyn FrameSink>, u64),
}

impl Film {
    /// How far the eyes are apart; 0 for one picture.
    fn eyes(&self) -> f32 {
        match self {
            Self::Whole(target, _) => target.eyes(),
            Self::Tiles(print, ..) => print.eyes,
        }
    }

    /// Width and height of one eye's picture.
    fn size_of_eye(&self) -> [u32; 2] {
        match self {
            Self::Whole(target, _) => target.size_of_eye(),
            Self::Tiles(print, ..) => print.size_of_eye(),
        }
    }

    /// Whether the next frame's notes are used.
    fn wants_notes(&self) -> bool {
        match self {
            Self::Whole(_, recorder) => recorder.wants_notes(),
            Self::Tiles(_, sink, frames) => sink.wants_notes(*frames),
        }
    }
}

impl std::fmt::Debug for Film {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(target, _) => f.debug_tuple("Whole").field(target).finish(),
            Self::Tiles(print, ..) => f.debug_tuple("Tiles").field(print).finish(),
        }
    }
}

impl Headless {
    /// Prepares to draw `session` into `target` and pass the pictures to `sink`.
    ///
    /// # Errors
    /// [`CaptureError::Gpu`] if memory runs out.
    pub fn new(
        gpu: &Gpu,
        session: Session,
        target: Target,
        sink: Arc<dyn FrameSink>,
    ) -> Result<Self, CaptureError> {
        let recorder = Recorder::new(gpu, &target, sink)?;
        Ok(Self::from_session(gpu, session, Film::Whole(target, Box::new(recorder))))
    }

    /// Prepares to draw `session` tile by tile and pass the pictures to `sink`: for large pictures,
    /// or several samples per pixel.
    pub fn of_tiles(gpu: &Gpu, session: Session, print: Print, sink: Arc<dyn FrameSink>) -> Self {
        Self::from_session(gpu, session, Film::Tiles(print, sink, 0))
    }

    fn from_session(gpu: &Gpu, session: Session, film: Film) -> Self {
        Self {
            gpu: gpu.clone(),
            session,
            film,
            observer: Observer::default(),
            recipe: None,
            follows: false,
            easing: None,
            has_begun: false,
            edits: VecDeque::new(),
            edits_due: usize::MAX,
            edits_made: 0,
            shots: VecDeque::new(),
            pause: None,
            is_within: false,
        }
    }

    /// Adds measurements during the run.
    #[must_use]
    #[doc(hidden)]
    pub fn with_surveys(mut self, surveys: Surveys) -> Self {
        self.observer.set_surveys(surveys, self.session.simulation());
        self
    }

    /// Writes all bodies into a table at these moments. The run waits for the GPU at each.
    #[must_use]
    pub fn with_table(mut self, table: BodyTable, every: Every) -> Self {
        self.observer.set_table(table, every, self.session.simulation());
        self
    }

    /// Moves the camera along the scene's path, if it has one: each frame is seen from the path's
    /// position at its time. Without this, the camera follows what the scene's does, in each frame
    /// anew.
    #[must_use]
    pub fn along_path(self) -> Self {
        Self { follows: true, ..self }
    }

    /// Eases the camera after the light, if it follows that, as a window does that shows a frame
    /// every `seconds`: for videos.
    #[must_use]
    pub fn eased(self, seconds: f32) -> Self {
        Self { easing: Some((Easing::default(), seconds)), ..self }
    }

    /// Adds the recipe to the notes of every frame, and does to the run what was done by hand. The
    /// frames of a video that was recorded by hand are seen as they were.
    #[must_use]
    pub fn with_recipe(mut self, recipe: &Recipe) -> Self {
        self.edits = recipe.edits.iter().cloned().collect();
        self.shots = recipe.shots.frames().collect();
        self.observer.is_by_hand = !recipe.edits.is_empty();
        self.with_note(recipe.note())
    }

    /// Adds a note to those of every frame: that of a recipe whose edits have been made already.
    #[must_use]
    pub fn with_note(self, note: Note) -> Self {
        Self { recipe: Some(note), ..self }
    }

    /// Draws the next frame. `proceed` is called regularly with the number of steps done, and
    /// returns whether to continue. Returns whether the frame was drawn. If not, because `proceed`
    /// or a [pause](Headless::pause_at) ended the call, the next one goes on.
    ///
    /// # Errors
    /// [`CaptureError`].
    pub fn frame(&mut self, proceed: &mut dyn FnMut(u64) -> bool) -> Result<bool, CaptureError> {
        self.aim();
        if !self.advance(proceed)? {
            return Ok(false);
        }
        if !self.observe(true, proceed)? {
            return Ok(false);
        }
        let steps = self.session.simulation().steps();
        match self.shots.pop_front() {
            Some(Frame { camera, look, .. }) => {
                if let Some(camera) = camera {
                    self.session.viewing().set_camera(&camera);
                }
                if let Some(look) = look {
                    *self.session.viewing().look_mut() = look;
                }
            }
            None => self.move_camera()?,
        }
        let mut all = Vec::new();
        if self.film.wants_notes() {
            all = notes(&self.gpu, &self.session);
            all.push(caption_note(&self.session));
            all.extend(stereo_note(self.film.eyes()));
            all.extend(self.recipe.clone());
        }
        self.draw(all, &mut || proceed(steps))
    }

    /// Sets the steps and the edits before the next frame of a video that was recorded by hand.
    fn aim(&mut self) {
        let Some(Frame { steps, edits, .. }) = self.shots.front() else { return };
        let made = self.edits_made;
        let done = self.session.simulation().steps();
        self.edits_due = edits.saturating_sub(made);
        self.session.set_pace(Pace::StepsPerFrame(steps.saturating_sub(done) as u32));
    }

    /// Makes the edits that are due after the steps done so far.
    fn make_edits(&mut self) -> Result<(), CaptureError> {
        let steps = self.session.simulation().steps();
        while self.edits_due > 0
            && self.session.simulation().engine().progress().is_none()
            && let Some(edited) = self.edits.pop_front_if(|edited| edited.steps <= steps)
        {
            edited.edit.make(&mut self.session)?;
            self.edits_made += 1;
            self.edits_due -= 1;
        }
        Ok(())
    }

    /// Steps until the next edit.
    fn steps_to_edit(&self) -> u64 {
        let steps = self.session.simulation().steps();
        self.edits.front().map_or(u64::MAX, |next| next.steps.saturating_sub(steps).max(1))
    }

    /// Moves the camera for the frame whose steps are done.
    fn move_camera(&mut self) -> Result<(), CaptureError> {
        let size = self.film.size_of_eye();
        if self.follows {
            return Ok(self.session.viewing().follow_path(size)?);
        }
        let mut camera = self.session.viewing().following_camera(size)?;
        if let Some((easing, seconds)) = self.easing.as_mut().filter(|_| self.has_begun)
            && self.session.scene().follow == Some(Followed::Light)
        {
            camera = easing.advance(&self.session.scene().camera, &camera, *seconds);
        }
        self.session.viewing().set_camera(&camera);
        self.has_begun = true;
        Ok(())
    }

    /// Draws the frame whose steps are done. Returns false if `proceed` stopped the run.
    fn draw(
        &mut self,
        notes: Vec<Note>,
        proceed: &mut dyn FnMut() -> bool,
    ) -> Result<bool, CaptureError> {
        let mut encoder = self.gpu.encoder("frame");
        let (print, sink, frames) = match &mut self.film {
            Film::Whole(target, recorder) => {
                self.session.frame(&mut encoder, target)?;
                recorder.encode(&mut encoder, notes)?;
                self.session.submit(encoder);
                proceed();
                return Ok(true);
            }
            Film::Tiles(print, sink, frames) => (*print, Arc::clone(sink), frames),
        };
        self.is_within = true;
        self.session.frame_without_picture(&mut encoder)?;
        self.session.submit(encoder);
        let (renderer, scene) = (self.session.pictures().renderer(), self.session.scene());
        let seen = (&scene.camera, &scene.look);
        let mut still = Still::new(&self.gpu, renderer, seen, print, sink, *frames, notes)?;
        while !still.is_drawn() && !still.is_written() {
            let mut encoder = self.gpu.encoder("tile");
            if still.encode(&mut encoder, self.session.pictures().renderer())? {
                self.session.submit(encoder);
            } else {
                still.wait()?;
            }
            if !proceed() {
                return Ok(false);
            }
        }
        still.finish()?;
        *frames += 1;
        self.is_within = false;
        Ok(true)
    }

    /// Does the steps up to the next frame without drawing it. `proceed` is as for
    /// [`Headless::frame`]. Returns whether all were done.
    ///
    /// # Errors
    /// [`CaptureError`].
    pub fn advance(&mut self, proceed: &mut dyn FnMut(u64) -> bool) -> Result<bool, CaptureError> {
        self.make_edits()?;
        while self.session.is_due() {
            if self.session.steps_due() > 0 && !self.observe(false, proceed)? {
                return Ok(false);
            }
            if self.is_paused() {
                return Ok(false);
            }
            // A pause comes after a whole step.
            let most = if self.is_pausing() { 1 } else { MAX };
            let most = most
                .min(self.observer.most_steps(self.session.simulation()))
                .min(self.steps_to_edit());
            let mut encoder = self.gpu.encoder("steps");
            self.session.encode_within(&mut encoder, most as u32, BATCH)?;
            let submission = self.session.submit(encoder);
            if self.session.is_due() {
                self.session.wait_for(submission)?;
                self.hear()?;
                if !proceed(self.session.simulation().steps()) {
                    return Ok(false);
                }
            }
            self.make_edits()?;
        }
        self.session.computing_mut().wait_for_time()?;
        self.hear()?;
        Ok(true)
    }

    /// Whether the run pauses as soon as a step is whole.
    fn is_pausing(&self) -> bool {
        self.pause.is_some_and(|pause| pause <= Instant::now())
    }

    /// Whether the run pauses now.
    fn is_paused(&self) -> bool {
        self.is_pausing() && self.session.simulation().engine().progress().is_none()
    }

    /// Takes in the measurements that have arrived. Never waits.
    fn hear(&mut self) -> Result<(), CaptureError> {
        while let Some(reading) = self.session.measuring().reading()? {
            self.observer.hear(reading, self.session.scene())?;
        }
        Ok(())
    }

    /// Measures and writes what is due at the present state. Returns false if `proceed` stopped the
    /// run.
    fn observe(
        &mut self,
        is_frame: bool,
        proceed: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool, CaptureError> {
        if self.observer.needs_time(self.session.simulation()) {
            self.session.computing_mut().wait_for_time()?;
        }
        let due = self.observer.take(self.session.simulation(), is_frame);
        if due.survey && !self.survey(proceed)? {
            return Ok(false);
        }
        if due.row || due.table {
            let simulation = self.session.simulation();
            self.observer.observe(
                &due,
                &simulation.state()?,
                simulation.time(),
                simulation.steps(),
            );
        }
        Ok(true)
    }

    /// Submits a measurement, unless the present state has been measured already. Returns false if
    /// `proceed` stopped the run.
    fn survey(&mut self, proceed: &mut dyn FnMut(u64) -> bool) -> Result<bool, CaptureError> {
        let steps = self.session.simulation().steps();
        self.is_within = true;
        while self.observer.surveyed != Some(steps) {
            let mut encoder = self.gpu.encoder("survey");
            let is_complete = self.session.measuring().encode_survey_within(&mut encoder, BATCH)?;
            let simulation = self.session.simulation();
            let bytes = 2
                * simulation.bodies().count() as usize
                * simulation.parameters().precision.row_bytes();
            if is_complete && bytes <= MAX_COPIED {
                self.session.encode_snapshot(&mut encoder)?;
            }
            let submission = self.session.submit(encoder);
            if is_complete {
                self.observer.surveyed = Some(steps);
            } else {
                self.session.wait_for(submission)?;
                if !proceed(steps) {
                    return Ok(false);
                }
            }
        }
        self.is_within = false;
        Ok(true)
    }

    /// The next measurement that has arrived, in order. Never waits.
    ///
    /// # Errors
    /// [`CaptureError::Gpu`]; [`CaptureError::Broken`] if it ends the run.
    pub fn measurement(&mut self) -> Result<Option<Measurement>, CaptureError> {
        self.hear()?;
        Ok(self.observer.next())
    }

    /// Completes the table of bodies, if there is one; none is written from then on.
    ///
    /// # Errors
    /// The [`CaptureError`] with which the table ended, perhaps long before.
    pub fn finish_table(&mut self) -> Result<Option<PathBuf>, CaptureError> {
        self.observer.finish_table()
    }

    /// The next state that was copied beside a measurement and has arrived, in order. Never waits.
    /// Those of more than 16 MiB are not copied.
    ///
    /// # Errors
    /// [`CaptureError::Gpu`].
    pub fn state(&mut self) -> Result<Option<Snapshot>, CaptureError> {
        Ok(self.session.snapshot()?.map(|(_, snapshot)| snapshot))
    }

    /// Draws the last frame again at `size` pixels with 8 bits per channel, for a sheet of several
    /// runs.
    ///
    /// # Errors
    /// [`CaptureError`].
    pub fn proof(&mut self, size: [u32; 2]) -> Result<Picture, CaptureError> {
        let target = Target::new(&self.gpu, size, Format::default())?;
        let kept = Arc::new(Kept::default());
        let mut recorder = Recorder::new(&self.gpu, &target, kept.clone())?;
        let mut encoder = self.gpu.encoder("proof");
        let mut canvas = self.session.pictures().canvas(&target)?;
        self.session.encode_canvas(&mut encoder, &mut canvas)?;
        recorder.encode(&mut encoder, Vec::new())?;
        self.session.submit(encoder);
        recorder.finish()?;
        let picture = kept.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        picture.ok_or_else(|| GpuError::Lost("a picture did not arrive".to_owned()).into())
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The session, for changes between frames.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Waits for all pictures and completes the output; `last` gets the remaining measurements.
    ///
    /// # Errors
    /// [`CaptureError`].
    pub fn finish(self, mut last: impl FnMut(Measurement)) -> Result<PathBuf, CaptureError> {
        let Self { mut session, film, mut observer, .. } = self;
        let path = match film {
            Film::Whole(_, recorder) => recorder.finish()?,
            Film::Tiles(_, sink, _) => sink.finish()?,
        };
        while let Some(measurement) = observer.next() {
            last(measurement);
        }
        while let Some(reading) = session.measuring().last_reading()? {
            last(observer.measurement(reading));
        }
        Ok(path)
    }

    /// Waits for the pictures already drawn, and leaves the output incomplete: for a run that was
    /// stopped.
    ///
    /// # Errors
    /// [`CaptureError`].
    pub fn abandon(self, mut last: impl FnMut(Measurement)) -> Result<(), CaptureError> {
        let Self { mut session, film, mut observer, .. } = self;
        if let Film::Whole(_, recorder) = film {
            recorder.abandon()?;
        }
        while let Some(measurement) = observer.next() {
            last(measurement);
        }
        while let Some(reading) = session.measuring().last_reading()? {
            last(observer.measurement(reading));
        }
        Ok(())
    }
}

/// Keeps a picture in memory.
#[derive(Default)]
pub(super) struct Kept(pub(super) Mutex<Option<Picture>>);

impl FrameSink for Kept {
    fn keep(&self, _frame: u64, picture: Picture, _notes: &[Note]) -> Result<(), CaptureError> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(picture);
        Ok(())
    }

    fn finish(&self) -> Result<PathBuf, CaptureError> {
        Ok(PathBuf::new())
    }
}
