//! Videos and sequences that a thread draws frame by frame, on a device of its own, while the run goes
//! on: each frame is complete, however long it takes.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use anyhow::anyhow;
use starshell::capture::video::{VideoSettings, create};
use starshell::capture::{Frame, Headless, Recipe, Shots, check_memory};
use starshell::gpu::Gpu;
use starshell::render::{Camera, Format, Look, Target};
use starshell::session::{Clock, Course, Members, Pace, Session};
use starshell::snapshot::Checkpoint;

use crate::app::simulation::{
    filming::{LONG, command},
    screenshot::{Writing, write_by},
    stage::{OTHERS, begins_anew},
};

/// What is to be drawn.
#[derive(Clone)]
pub struct Plan {
    /// The video, or the folder of a sequence.
    pub path: PathBuf,
    pub settings: VideoSettings,
    /// How far the eyes of a pair are apart; 0 for one picture.
    pub eyes: f32,
    pub frames: u64,
    pub steps_per_frame: u32,
    pub members: Members,
    /// How the run has come to its first frame.
    pub course: Course,
}

/// A video or a sequence in the queue.
pub struct Offline {
    pub plan: Plan,
    /// The run at the first frame, until the thread has begun.
    saved: Option<Checkpoint>,
    begun: Option<Begun>,
}

/// What the thread and the window tell each other.
#[derive(Default)]
struct Shared {
    drawn: AtomicU64,
    is_ended: AtomicBool,
}

struct Begun {
    at: Instant,
    shared: Arc<Shared>,
    file: Writing,
}

impl Offline {
    pub fn new(plan: Plan, saved: Checkpoint) -> Self {
        Self { plan, saved: Some(saved), begun: None }
    }

    /// Begins to draw, unless it has begun. Returns what has become of the file, once that is known.
    pub fn advance(&mut self, gpu: &Gpu) -> Option<anyhow::Result<PathBuf>> {
        if let Some(saved) = self.saved.take() {
            let (shared, gpu, plan) = (Arc::new(Shared::default()), gpu.clone(), self.plan.clone());
            let by = Arc::clone(&shared);
            let draw = move || draw(&gpu, &plan, &saved, &by);
            match write_by("film", "no thread to draw the video", draw) {
                Ok(file) => self.begun = Some(Begun { at: Instant::now(), shared, file }),
                Err(error) => return Some(Err(error)),
            }
        }
        self.begun.as_ref()?.file.try_recv().ok()
    }

    /// Ends it after the frame that is being drawn: the file then holds those before. Returns whether
    /// there is none to wait for.
    pub fn end(&mut self) -> bool {
        self.begun.iter().for_each(|begun| begun.shared.is_ended.store(true, Relaxed));
        self.begun.is_none()
    }

    /// The thread's file.
    pub fn into_file(self) -> Option<Writing> {
        self.begun.map(|begun| begun.file)
    }

    /// Progress, from 0 to 1.
    pub fn progress(&self) -> f32 {
        let drawn = self.begun.as_ref().map_or(0, |begun| begun.shared.drawn.load(Relaxed));
        drawn as f32 / self.plan.frames.max(1) as f32
    }

    /// Seconds since it was begun.
    pub fn seconds(&self) -> f32 {
        self.begun.as_ref().map_or(0.0, |begun| begun.at.elapsed().as_secs_f32())
    }
}

/// Draws all frames, or until it is ended, and puts the recipe beside the file.
fn draw(gpu: &Gpu, plan: &Plan, saved: &Checkpoint, shared: &Shared) -> anyhow::Result<PathBuf> {
    let gpu = gpu.sibling()?;
    let Plan { settings, steps_per_frame, .. } = plan;
    let (time, steps) = (saved.snapshot.time, saved.snapshot.steps);
    let pace = Pace::StepsPerFrame(*steps_per_frame);
    let clock = Clock::from(steps, time, pace, saved.scene.physics.time_step);
    let mut session = Session::reopen(&gpu, saved, clock)?;
    session.computing_mut().set_members(plan.members.clone())?;
    let mut course = plan.course.clone();
    let now = session.computing().present();
    let is_other = course.setup().is_some_and(|setup| setup.members != now);
    let anew = begins_anew(&session, &saved.snapshot);
    is_other.then_some(OTHERS).or(anew).into_iter().for_each(|why| course.alter(why));
    let mut recipe = Recipe::new(&gpu, &session, Vec::new());
    // Its notes are written before its frames are known.
    (recipe.scene.follow, recipe.altered) = (None, Some(Shots::BESIDE.to_owned()));
    let follows = session.scene().path.is_some();
    check_memory(&gpu, settings.size, plan.frames, None)?;
    let target = Target::new(&gpu, settings.size, Format::default())?.with_eyes(plan.eyes);
    let size = target.size_of_eye();
    let (sink, _) = create(&plan.path, settings, None)?;
    let headless = Headless::new(&gpu, session, target, sink)?.with_note(recipe.note());
    let rate = settings.rate.per_second();
    let mut headless =
        if follows { headless.along_path() } else { headless.eased((1.0 / rate) as f32) };
    let (mut shots, mut seen) = (Shots::default(), None);
    let goes_on = || !shared.is_ended.load(Relaxed);
    while shared.drawn.load(Relaxed) < plan.frames && goes_on() {
        if !headless.frame(&mut |_| goes_on())? {
            continue;
        }
        if !shots.add(frame(headless.session(), course.edits().len(), &mut seen)) {
            course.alter(LONG);
        }
        shared.drawn.fetch_add(1, Relaxed);
    }
    let drawn = shared.drawn.load(Relaxed);
    if drawn == 0 {
        headless.abandon(|_| ())?;
        return Err(anyhow!("{} was ended before its first frame", plan.path.display()));
    }
    let path = headless.finish(|_| ())?;
    let command = command(size, plan.eyes, settings.rate, drawn as f64 / rate);
    Recipe { command, shots, ..recipe }.after(&course).write_beside(&path)?;
    Ok(path)
}

/// How a frame is seen, for whoever makes it again, where the last was seen as `seen` says.
fn frame(session: &Session, edits: usize, seen: &mut Option<(Camera, Look)>) -> Frame {
    let (scene, steps) = (session.scene(), session.simulation().steps());
    let last = seen.replace((scene.camera, scene.look.clone()));
    let is_new = |is_other: fn(&(Camera, Look), &(Camera, Look)) -> bool| {
        last.as_ref().zip(seen.as_ref()).is_none_or(|(last, now)| is_other(last, now))
    };
    Frame {
        steps,
        edits,
        camera: is_new(|last, now| last.0 != now.0).then_some(scene.camera),
        look: is_new(|last, now| last.1 != now.1).then(|| scene.look.clone()),
    }
}
