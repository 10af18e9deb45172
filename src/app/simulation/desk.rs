//! The desk: a stage, all that a user does with it, and the shell around both. It depends on
//! neither window nor surface, so tests and benchmarks run the same code.

use starshell::gpu::Gpu;
use starshell::render::Target;
use starshell::scene::Scene;
use starshell::session::{Branch, Clock, History, Members, Pace, Session, SessionError};
use starshell::snapshot::Checkpoint;

use crate::app::commands::Command;
use crate::app::shell::{
    settings::Settings,
    state::{Mode, Shell},
};
use crate::app::simulation::{
    around::Around,
    auto_count::AutoCount,
    comparison::OtherView,
    drafts::Drafts,
    filming::Filming,
    loading::{Loading, SAVED},
    origin::Origin,
    preview::{Incoming, Preview},
    rescue::Rescue,
    saving::Saving,
    screenshot::{Drawing, Writing},
    stage::Stage,
    trial::Trials,
    tuning::Tuning,
    viewer::Viewer,
};

/// Pictures and videos on their way to files.
#[derive(Default)]
pub struct Captures {
    /// Those being written.
    pub writing: Vec<Writing>,
    /// The picture being drawn, during which the simulation is suspended.
    pub still: Option<Drawing>,
    /// The video being recorded.
    pub filming: Option<Filming>,
}

/// Runs on their way to files, and bodies on their way from one.
#[derive(Default)]
pub struct Storage {
    pub saving: Vec<Saving>,
    pub incoming: Option<Incoming>,
    /// Recovery from a crash, if the window has it.
    pub rescue: Option<Rescue>,
}

/// A stage and everything around it.
pub struct Desk {
    pub shell: Shell,
    pub viewer: Viewer,
    pub stage: Stage,
    /// The other stage of a comparison.
    pub other_view: Option<OtherView>,
    /// The stage of a comparison that has ended, until the copy of its last state arrives.
    pub leaving: Vec<Stage>,
    /// Stored states of the run.
    pub history: History,
    pub origin: Origin,
    pub loading: Option<Loading>,
    pub trials: Trials,
    pub tuning: Tuning,
    pub drafts: Drafts,
    pub storage: Storage,
    pub captures: Captures,
    pub auto_count: AutoCount,
    /// Seconds since the tour reached its current scene.
    pub tour: Option<f32>,
    /// The command that waited until the present was stored, once it is.
    pub stored_for: Option<Command>,
}

/// Options at the start.
#[derive(Clone, Debug, Default)]
pub struct Start {
    pub is_projector: bool,
    pub is_kiosk: bool,
    /// What computes the forces, if not what the settings say.
    pub members: Option<Members>,
    /// The saved run to continue.
    pub saved: Option<Box<Checkpoint>>,
    /// Bodies from a file, which begin once they are confirmed.
    pub preview: Option<Box<Preview>>,
    /// The simple mode, which cannot be left.
    pub is_locked: bool,
    /// The simple mode.
    pub is_simple: bool,
    /// The lesson to give, and whether it begins anew when it ends.
    pub lesson: Option<(String, bool)>,
    /// Whether scenes that are too slow for this machine begin with fewer bodies, until the user
    /// chooses how many.
    pub suits_machine: bool,
}

impl Desk {
    /// A desk for `scene`, playing.
    ///
    /// # Errors
    /// [`SessionError`] if the scene cannot be built.
    pub fn new(
        gpu: &Gpu,
        scene: Scene,
        settings: Settings,
        start: &Start,
    ) -> Result<Self, SessionError> {
        let (mut stage, scene) = match &start.saved {
            Some(run) => {
                let clock = Clock::after(
                    run.snapshot.steps,
                    Pace::StepsPerFrame(1),
                    scene.physics.time_step,
                );
                let mut stage = Stage::of(gpu, Session::reopen(gpu, run, clock)?)?;
                stage.altered = Some(SAVED);
                run.curves.clone().into_iter().for_each(|curves| stage.reopen_curves(curves));
                (stage, run.origin.clone())
            }
            None => (Stage::new(gpu, scene.clone())?, scene),
        };
        let mut shell = Shell::new(gpu, settings);
        shell.panels_hidden = start.is_kiosk;
        match start {
            Start { is_locked: true, .. } => shell.mode = Mode::Locked,
            Start { is_simple: true, .. } => shell.mode = Mode::Simple,
            _ => {}
        }
        let mut desk = Self {
            drafts: Drafts::of(stage.session.scene()),
            history: History::new(shell.settings.history_bytes()),
            shell,
            viewer: Viewer::new(&mut stage),
            stage,
            other_view: None,
            leaving: Vec::new(),
            origin: Origin::of(scene),
            loading: None,
            trials: Trials::default(),
            tuning: Tuning::default(),
            storage: Storage {
                incoming: start.preview.clone().map(Incoming::Shown),
                ..Storage::default()
            },
            captures: Captures::default(),
            auto_count: AutoCount::new(start.suits_machine),
            tour: start.is_kiosk.then_some(0.0),
            stored_for: None,
        };
        desk.tuning.members =
            start.members.clone().unwrap_or_else(|| desk.shell.settings.members.clone());
        desk.stage.session.set_members(desk.tuning.members.clone())?;
        desk.viewer.flight.rotates = start.is_kiosk;
        start
            .saved
            .iter()
            .for_each(|run| desk.stage.recall(&mut desk.history, run.timeline.clone()));
        start
            .saved
            .as_ref()
            .and_then(|run| run.window)
            .into_iter()
            .for_each(|window| desk.restore_window(window));
        if start.is_projector {
            desk.toggle_projector();
        }
        Ok(desk)
    }

    /// Asks for a command, to be performed before the next frame.
    pub fn ask(&mut self, command: Command) {
        self.shell.ask(command);
    }

    /// The stage that has the focus, and what it shares with the other.
    pub fn on_stage(&mut self) -> (&mut Stage, Around<'_>) {
        let Self { shell, stage, history, storage, .. } = self;
        (stage, Around { shell, history, saving: &mut storage.saving })
    }

    /// The other view of a comparison, and what it shares with the one that has the focus.
    pub fn on_other_view(&mut self) -> Option<(&mut OtherView, Around<'_>)> {
        let Self { shell, other_view, history, storage, .. } = self;
        Some((other_view.as_mut()?, Around { shell, history, saving: &mut storage.saving }))
    }

    /// The branch on stage, once it has a stored moment.
    pub fn line(&self) -> Option<&Branch> {
        self.stage.line(&self.history)
    }

    /// The picture, and the one beside it.
    pub fn targets(&self) -> [Option<&Target>; 2] {
        [Some(&self.stage.target), self.other_view.as_ref().map(|beside| &beside.stage.target)]
    }

    /// The title of a scene that is loading.
    pub fn loading(&self) -> Option<&str> {
        self.loading.as_ref().map(|loading| loading.title.as_str())
    }

    /// Whether the tour through the scenes is on.
    pub fn is_tour(&self) -> bool {
        self.tour.is_some()
    }

    /// Whether the next frame will differ from the last without any input.
    pub fn is_moving(&self) -> bool {
        let stages = [Some(&self.stage), self.other_view.as_ref().map(|beside| &beside.stage)];
        self.viewer.is_moving(&self.stage)
            || stages.into_iter().flatten().any(Stage::is_moving)
            || !self.leaving.is_empty()
            || self.loading.is_some()
            || !self.storage.saving.is_empty()
            || matches!(self.storage.incoming, Some(Incoming::Read(_) | Incoming::ReadAgain(..)))
            || !self.captures.is_empty()
    }
}

impl Desk {
    /// Whether nothing moves until the processor has computed the next steps.
    pub fn is_computing(&mut self) -> bool {
        let is_alone = self.other_view.is_none()
            && self.leaving.is_empty()
            && self.loading.is_none()
            && self.captures.is_empty();
        is_alone && self.viewer.is_still() && self.stage.is_computing()
    }
}

impl Captures {
    /// Whether nothing is drawn, recorded or written.
    pub fn is_empty(&self) -> bool {
        self.writing.is_empty() && self.still.is_none() && self.filming.is_none()
    }
}
