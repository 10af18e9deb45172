//! The run that the window shows: one stage or, in a comparison, two, with what is stored, captured
//! and loaded of it. Panels read it, and commands change it.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::SystemTime;

use starshell::physics::Snapshot;
use starshell::physics::initial::InitialState;
use starshell::render::Target;
use starshell::words::t;

use crate::app::commands::Command;
use crate::app::shell::state::Shell;
use crate::app::simulation::history::{Branch, History};
use crate::app::simulation::{
    around::Around,
    auto_count::AutoCount,
    comparison::OtherView,
    filming::Filming,
    loading::Loading,
    offline::{Offline, Plan},
    origin::{Origin, plain},
    saving::Saving,
    screenshot::{Drawing, Writing},
    stage::Stage,
    statistics::Kept,
    trial::Trials,
    undo::Past,
};

/// What is played.
pub struct Run {
    pub stage: Stage,
    /// The other stage of a comparison.
    pub other_view: Option<OtherView>,
    /// The stage of a comparison that has ended, until the copy of its last state arrives.
    pub leaving: Vec<Stage>,
    /// Stored states.
    pub history: History,
    pub origin: Origin,
    /// Whether a lesson has begun it, so that the next one may replace it.
    pub is_of_lesson: bool,
    /// The file of the scene on stage, if it came from one.
    pub file: Option<SceneFile>,
    pub loading: Option<Loading>,
    pub trials: Trials,
    pub captures: Captures,
    pub auto_count: AutoCount,
    /// Seconds since the tour reached its current scene.
    pub tour: Option<f32>,
    /// The command that waited until the present was stored, once it is.
    pub stored_for: Option<Command>,
}

/// The file of a scene, which may be changed while the scene is on stage.
#[derive(Clone, Debug)]
pub struct SceneFile {
    pub path: PathBuf,
    /// When it was changed last, as far as is known.
    pub changed: Option<SystemTime>,
    /// Seconds since it was looked at.
    pub since: f32,
}

impl SceneFile {
    pub fn new(path: PathBuf) -> Self {
        let changed = std::fs::metadata(&path).and_then(|about| about.modified()).ok();
        Self { path, changed, since: 0.0 }
    }
}

/// Pictures, videos and runs on their way to files.
#[derive(Default)]
pub struct Captures {
    /// Runs of which a part is still to be copied from the GPU.
    pub saving: Vec<Saving>,
    /// Those being written.
    pub writing: Vec<Writing>,
    /// Pictures that take several frames: the one being drawn, and those that wait.
    pub queue: VecDeque<Drawing>,
    /// Videos and sequences that a thread draws, likewise; and those whose first moment is being
    /// copied.
    pub films: VecDeque<Offline>,
    pub planned: Vec<Plan>,
    /// Whether the window was asked to close while there were some.
    pub is_closing: bool,
    /// The video being recorded.
    pub filming: Option<Filming>,
}

impl Run {
    /// A run whose history may take this many bytes.
    pub fn new(stage: Stage, origin: Origin, history_bytes: u64) -> Self {
        Self {
            stage,
            other_view: None,
            leaving: Vec::new(),
            history: History::new(history_bytes),
            origin,
            is_of_lesson: false,
            file: None,
            loading: None,
            trials: Trials::default(),
            captures: Captures::default(),
            auto_count: AutoCount::new(false),
            tour: None,
            stored_for: None,
        }
    }

    /// The stage that has the focus, and what it shares with the other.
    pub fn on_stage<'a>(&'a mut self, shell: &'a mut Shell) -> (&'a mut Stage, Around<'a>) {
        let Self { stage, history, captures, .. } = self;
        (stage, Around { shell, history, saving: &mut captures.saving })
    }

    /// The other view of a comparison, and what it shares with the one that has the focus.
    pub fn on_other_view<'a>(
        &'a mut self,
        shell: &'a mut Shell,
    ) -> Option<(&'a mut OtherView, Around<'a>)> {
        let Self { other_view, history, captures, .. } = self;
        Some((other_view.as_mut()?, Around { shell, history, saving: &mut captures.saving }))
    }

    /// Whether the next frame will differ from the last without any input.
    pub fn is_moving(&self) -> bool {
        self.stages().into_iter().flatten().any(Stage::is_moving)
            || !self.leaving.is_empty()
            || self.loading.is_some()
            || !self.captures.is_empty()
    }

    /// Whether nothing moves until the processor has computed the next steps.
    pub fn is_computing(&mut self) -> bool {
        let is_alone = self.other_view.is_none()
            && self.leaving.is_empty()
            && self.loading.is_none()
            && self.captures.is_empty();
        is_alone && self.stage.is_computing()
    }

    /// The branch on stage, once it has a stored moment.
    pub fn line(&self) -> Option<&Branch> {
        self.stage.line(&self.history)
    }

    /// The picture, and the one beside it.
    pub fn targets(&self) -> [Option<&Target>; 2] {
        self.stages().map(|stage| stage.map(|stage| &stage.target))
    }

    /// Whether what stands over a picture was drawn for another step than the picture: a slow machine
    /// has done more or fewer than could be foreseen. It is then to be drawn again, for pictures that
    /// are there.
    pub fn was_foretold_wrongly(&mut self) -> bool {
        let is_wrong = |stage: &Stage| {
            let simulation = stage.session.simulation();
            let half = 0.5 * simulation.elapsed().step().unwrap_or(0.0);
            let told = stage.foretold.take();
            told.is_some_and(|told| (told - simulation.time()).abs() > half)
        };
        // Each forgets what was told.
        self.stages().map(|stage| stage.is_some_and(is_wrong)).contains(&true)
    }

    /// Draws over pictures that are there, or that are still to come.
    pub fn note_drawn(&mut self, is_drawn: bool) {
        self.stage.is_drawn = is_drawn;
        self.other_view.iter_mut().for_each(|beside| beside.stage.is_drawn = is_drawn);
    }

    /// The stage, and the one beside it.
    pub fn stages(&self) -> [Option<&Stage>; 2] {
        [Some(&self.stage), self.other_view.as_ref().map(|beside| &beside.stage)]
    }

    /// The title of a scene that is loading.
    pub fn loading(&self) -> Option<&str> {
        self.loading.as_ref().map(|loading| loading.title.as_str())
    }

    /// The runs of this scene that stay in the plots: those of others have other units, other sizes
    /// and nothing to say here.
    pub fn kept(&self) -> impl Iterator<Item = &Kept> {
        self.trials.kept.iter().filter(|kept| kept.is_of(&self.origin))
    }

    /// Whether the tour through the scenes is on.
    pub fn is_tour(&self) -> bool {
        self.tour.is_some()
    }

    /// The run on stage at `snapshot`, for undo and redo.
    pub fn past_of(&self, snapshot: Snapshot) -> Past {
        let stage = &self.stage;
        let picked =
            stage.interaction.picked.filter(|picked| (*picked as usize) < snapshot.state.len());
        Past {
            snapshot,
            scene: stage.session.scene().clone(),
            origin: self.origin.clone(),
            course: stage.course.clone(),
            measured: stage.statistics.measurements().clone(),
            picked,
        }
    }

    /// Simulated times of the start of the run, of what is shown, and of the newest state on this
    /// branch.
    pub fn times(&self) -> [f64; 3] {
        let present = self.stage.time();
        let ends = self
            .line()
            .and_then(|line| Some((line.moments().first()?.time(), line.newest()?.time())));
        let (first, newest) = ends.unwrap_or((present, present));
        let reel = &self.stage.reel;
        let (first, newest) = match reel.span().zip(reel.end(self.line())) {
            Some(([start, _], end)) => (first.min(start), newest.max(end)),
            None => (first, newest),
        };
        [first.min(present), present, newest.max(present)]
    }

    /// Whether both halves show the same time, to within half a step of each; true without a
    /// comparison.
    pub fn are_together(&self) -> bool {
        let stages = || self.other_view.iter().map(|beside| &beside.stage).chain([&self.stage]);
        let latest =
            stages().map(|stage| stage.session.simulation().time()).fold(f64::MIN, f64::max);
        self.other_view.is_none() || stages().all(|stage| stage.is_at(latest))
    }

    /// Whether its bodies are others than those that its scene began with, by the model generator.
    pub fn is_built(&self) -> bool {
        self.stage.session.scene().title != self.origin.scene.title
    }

    /// The name of its built-in scene, if it has the bodies of one.
    pub fn name(&self) -> Option<&'static str> {
        self.origin.name.filter(|_| !self.is_built())
    }

    /// Its scene as the beginning of a file name.
    pub fn file_name(&self) -> String {
        match self.is_built() {
            true => plain(&self.stage.session.scene().title),
            false => self.origin.file_name(),
        }
    }

    /// The beginning of the name of every file that is made of it now: its scene, and the steps done.
    pub fn capture_name(&self) -> String {
        let steps = self.stage.session.simulation().steps();
        format!("{}_{steps:06}", self.file_name())
    }

    /// Whether no scene file can hold the scene, because its bodies are one's own. Says so.
    pub fn has_no_scene_file(&self, shell: &mut Shell) -> bool {
        let is_own = matches!(self.stage.session.scene().initial, InitialState::Bodies(_));
        if is_own {
            shell.notices.warn(t!("notice-no-scene-file"));
        }
        is_own
    }
}

impl Captures {
    /// Whether nothing is copied, drawn, recorded or written.
    pub fn is_empty(&self) -> bool {
        self.saving.is_empty()
            && self.writing.is_empty()
            && self.queue.is_empty()
            && self.films.is_empty()
            && self.filming.is_none()
    }

    /// Seconds by which camera and tools move in this frame: real time, or video time while
    /// recording.
    pub fn seconds_to_move(&self, elapsed: f32) -> f32 {
        self.filming.as_ref().map_or(elapsed, Filming::elapsed)
    }
}
