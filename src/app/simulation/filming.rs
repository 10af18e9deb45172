//! Recording a video of the stage. Successive video frames are a fixed number of steps apart,
//! however slowly the window itself is drawn: the simulation waits for the encoder, never the
//! reverse, and the window waits for neither.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use starshell::capture::video::{FrameRate, VideoSettings, create};
use starshell::capture::{
    CaptureError, Frame, FrameSink, Recipe, Recorder, Shots, notes, stereo_note,
};
use starshell::gpu::Gpu;
use starshell::render::{Camera, Canvas, Format, Look, Target};
use starshell::scene::Scene;
use starshell::session::{Course, Session};

use crate::app::simulation::{
    screenshot::{TRAIL, Writing, write_by},
    transport::Transport,
};

/// Seconds between two frames of a window that draws slowly.
const WATCHED: f32 = 0.5;

/// Why a video cannot be made again.
const BACK: &str = "the run went back, or another one began, while it was recorded";
pub const LONG: &str = "the camera moved in more frames than a recipe holds";

/// A video being recorded.
pub struct Filming {
    gpu: Gpu,
    recorder: Recorder,
    sink: Arc<dyn FrameSink>,
    target: Target,
    view: Canvas,
    rate: FrameRate,
    path: PathBuf,
    recipe: Recipe,
    /// How each frame was seen, and how the run had come about at the last.
    shots: Shots,
    course: Course,
    begun: Instant,
    frames: u64,
    /// Frames after which it is complete.
    most: u64,
    /// What the last video frame showed.
    shown: Option<Shown>,
    /// Whether the window's last frame added a video frame.
    has_advanced: bool,
    /// Seconds since the window was last painted, if it shows fewer frames than the video.
    since_painted: f32,
    /// Whether the window is not painted in this frame.
    pub is_unseen: bool,
    /// Whether the trail of the selected body is in the video.
    pub has_body_trail: bool,
}

/// What a video frame depends on.
#[derive(PartialEq)]
struct Shown {
    steps: u64,
    /// Where no steps lead, as to a moment of a film.
    time: Option<f64>,
    camera: Camera,
    look: Look,
}

impl Shown {
    fn new(session: &Session) -> Self {
        let (scene, simulation) = (session.scene(), session.simulation());
        let steps = simulation.steps();
        let time = (steps == 0).then(|| simulation.time());
        Self { steps, time, camera: scene.camera, look: scene.look.clone() }
    }
}

impl Filming {
    /// Starts a video at `path`, of at most this many seconds. Its frames are pairs if `eyes`,
    /// their distance in world units, is not 0.
    ///
    /// # Errors
    /// If the GPU has no room for the pictures, or the file cannot be written.
    pub fn begin(
        gpu: &Gpu,
        session: &Session,
        path: &Path,
        settings: &VideoSettings,
        eyes: f32,
        seconds: Option<u32>,
    ) -> anyhow::Result<Self> {
        let target = Target::new(gpu, settings.size, Format::default())?.with_eyes(eyes);
        let view = session.pictures().canvas(&target)?;
        let (sink, path) = create(path, settings, None)?;
        let recorder = Recorder::new(gpu, &target, Arc::clone(&sink))?;
        let mut recipe = Recipe::new(gpu, session, Vec::new());
        // Its notes are written before its frames are known.
        (recipe.scene.follow, recipe.altered) = (None, Some(Shots::BESIDE.to_owned()));
        Ok(Self {
            gpu: gpu.clone(),
            recorder,
            path,
            sink,
            target,
            view,
            rate: settings.rate,
            recipe,
            shots: Shots::default(),
            course: Course::default(),
            begun: Instant::now(),
            frames: 0,
            most: seconds.map_or(u64::MAX, |seconds| {
                (f64::from(seconds) * settings.rate.per_second()).round() as u64
            }),
            shown: None,
            has_advanced: true,
            since_painted: 0.0,
            is_unseen: false,
            has_body_trail: false,
        })
    }

    /// Seconds of video time since the last frame of the window. Camera and tools advance by these,
    /// so that they move in the video as they would in a window without delay.
    pub fn elapsed(&self) -> f32 {
        if self.has_advanced { 1.0 / self.rate.per_second() as f32 } else { 0.0 }
    }

    /// Adds no frame in this one of the window, because what the next shows is still to come.
    pub fn wait(&mut self) {
        self.has_advanced = false;
    }

    /// Decides whether a window that draws slowly is painted in a frame of `elapsed` seconds: twice
    /// per second is enough to watch the recording.
    pub fn see(&mut self, elapsed: f32) {
        self.since_painted += elapsed;
        self.is_unseen = self.since_painted < WATCHED;
        if !self.is_unseen {
            self.since_painted = 0.0;
        }
    }

    /// Steps since the last video frame: more than any frame needs if there is none yet, or if the
    /// run has gone back since.
    fn done(&self, session: &Session) -> u64 {
        let shown = self.shown.as_ref().map_or(u64::MAX, |shown| shown.steps);
        session.simulation().steps().checked_sub(shown).unwrap_or(u64::MAX)
    }

    /// Steps left until the next video frame, where frames are `per_frame` steps apart. 0 while the
    /// encoder is behind.
    ///
    /// # Errors
    /// [`CaptureError`] of an earlier frame.
    pub fn due(&mut self, session: &Session, per_frame: u32) -> Result<u32, CaptureError> {
        let done = self.done(session);
        // Once begun, the steps of a frame continue to its end.
        let may_go_on = done > 0 || self.recorder.is_ready()?;
        Ok(if may_go_on { u64::from(per_frame).saturating_sub(done) as u32 } else { 0 })
    }

    /// Encodes the next video frame, if `session` shows anything new and has done all steps up to
    /// that frame. While it plays, a camera that moves during a step adds no frame; a paused run
    /// does not wait for its steps.
    ///
    /// # Errors
    /// [`CaptureError`] of this or an earlier frame.
    pub fn encode(
        &mut self,
        session: &mut Session,
        course: &Course,
        encoder: &mut wgpu::CommandEncoder,
        transport: &Transport,
    ) -> Result<(), CaptureError> {
        self.has_advanced = false;
        let (shown, done) = (Shown::new(session), self.done(session));
        let is_on_the_way = done < u64::from(transport.steps_per_frame) && !transport.is_resting();
        if self.shown.as_ref() == Some(&shown)
            || is_on_the_way
            || self.is_complete()
            || !self.recorder.is_ready()?
        {
            return Ok(());
        }
        self.view.set_body_trail(self.has_body_trail);
        session.encode_canvas(encoder, &mut self.view)?;
        let mut all = Vec::new();
        if self.recorder.wants_notes() {
            all = notes(&self.gpu, session);
            all.extend(stereo_note(self.target.eyes()));
            all.push(self.recipe.note());
        }
        self.recorder.encode(encoder, all)?;
        self.note(&shown, session, course);
        self.shown = Some(shown);
        self.frames += 1;
        self.has_advanced = true;
        Ok(())
    }

    /// Takes note of how a frame is seen, for whoever makes it again.
    fn note(&mut self, shown: &Shown, session: &Session, course: &Course) {
        let last = self.shown.as_ref();
        let start = |scene: &Scene| (scene.count, scene.seed, scene.initial.kind());
        let has_gone_back = last.is_some_and(|last| last.steps > shown.steps)
            || course.edits().len() < self.course.edits().len()
            || start(session.scene()) != start(&self.recipe.scene);
        let altered = self.course.altered().or(has_gone_back.then_some(BACK));
        let frame = Frame {
            steps: shown.steps,
            edits: course.edits().len(),
            camera: Some(shown.camera).filter(|now| last.is_none_or(|last| last.camera != *now)),
            look: Some(&shown.look)
                .filter(|now| last.is_none_or(|last| last.look != **now))
                .cloned(),
        };
        let has_room = self.shots.add(frame);
        self.course = course.clone();
        let altered = altered.or((!has_room).then_some(LONG));
        let altered = altered.or(self.has_body_trail.then_some(TRAIL));
        altered.into_iter().for_each(|why| self.course.alter(why));
    }

    /// How the whole of it can be made again.
    fn whole_recipe(&self) -> Recipe {
        let (recipe, shots) = (self.recipe.clone(), self.shots.clone());
        let (size, eyes) = (self.target.size_of_eye(), self.target.eyes());
        let command = command(size, eyes, self.rate, self.seconds());
        Recipe { command, shots, ..recipe }.after(&self.course)
    }

    /// How much of its length is recorded, from 0 to 1, if it ends by itself.
    pub fn share(&self) -> Option<f32> {
        (self.most < u64::MAX).then(|| self.frames as f32 / self.most.max(1) as f32)
    }

    /// Seconds since it was begun.
    pub fn seconds_since(&self) -> f32 {
        self.begun.elapsed().as_secs_f32()
    }

    /// Seconds after which it ends by itself, if it does.
    pub fn most_seconds(&self) -> Option<f64> {
        (self.most < u64::MAX).then(|| self.most as f64 / self.rate.per_second())
    }

    /// Whether it has reached its length.
    pub fn is_complete(&self) -> bool {
        self.frames >= self.most
    }

    /// Frames recorded so far.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Length of the video so far, in seconds.
    pub fn seconds(&self) -> f64 {
        self.frames as f64 / self.rate.per_second()
    }

    /// Bytes written so far.
    pub fn bytes(&self) -> u64 {
        self.sink.bytes()
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.target.size()
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Completes the file in a thread. After a failure, the file holds the frames before it.
    pub fn end(self) -> anyhow::Result<Writing> {
        write_by("video", "no thread to complete the video", move || {
            let recipe = self.whole_recipe();
            let Self { recorder, sink, .. } = self;
            let path = match recorder.finish() {
                // The frames before a failure of the GPU are complete.
                Err(error) if !error.is_of_output() => sink.finish(),
                done => done,
            }?;
            recipe.write_beside(&path)?;
            Ok(path)
        })
    }
}

/// The command that makes a video again whose frames are in its recipe: of so many pixels per eye, and
/// so many seconds.
pub fn command([width, height]: [u32; 2], eyes: f32, rate: FrameRate, seconds: f64) -> Vec<String> {
    let is_pair = eyes != 0.0;
    // In the order in which the command line lists them.
    let options = [
        Some("record".to_owned()),
        Some(format!("--size={width}x{height}")),
        is_pair.then(|| "--stereo=side-by-side".to_owned()),
        is_pair.then(|| format!("--eye-separation={eyes}")),
        Some(format!("--duration={seconds}")),
        Some("--steps-per-frame=1".to_owned()),
        Some(format!("--fps={rate}")),
    ];
    options.into_iter().flatten().collect()
}
