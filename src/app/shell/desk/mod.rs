//! The desk: the shell around a stage, with panels, settings, notices and the user's requests. It depends on neither window nor
//! surface, so tests and benchmarks run the same code.

mod frame;
pub mod loading;
mod perform;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use starshell::gpu::Gpu;
use starshell::lab::TUNING_TIME;
use starshell::physics::Integrator;
use starshell::render::{Look, Target};
use starshell::scene::Scene;
use starshell::session::{Clock, History, Pace, Session, SessionError};
use starshell::snapshot::Checkpoint;

use crate::app::laboratory::Laboratory;
use crate::app::lessons::Classroom;
use crate::app::shell::{
    action::Action,
    notices::Notices,
    offers::{Adapters, Kernels},
    settings::Settings,
    view::View,
};
use crate::app::simulation::{
    drafts::Drafts,
    files::Files,
    filming::Filming,
    past::Past,
    rescue::Rescue,
    screenshot::{Drawing, Writing},
    statistics::Kept,
    tuner::Tuner,
};
use crate::app::workbench::Workbench;
use crate::folders;

use crate::app::simulation::acts::compare::Beside;
use crate::app::simulation::acts::files::{Saving, name_of};
use crate::app::simulation::acts::suit::Suit;
use crate::app::simulation::acts::trial::{TRIAL_TIME, Trial};
use crate::app::simulation::stage::Stage;
use loading::{Arrival, SAVED};

/// What the desk asks of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    ToggleFullscreen,
    LeaveFullscreen,
    Copy(String),
    /// Show this folder in the desktop's file manager.
    Show(PathBuf),
    /// Switch to the adapter in the settings.
    Reopen,
    Quit,
}

/// A session being built on another thread.
pub struct Loading {
    /// What is being built, for display.
    pub title: String,
    pub arrives: Receiver<anyhow::Result<Arrival>>,
    /// The session, once it has been built, until the run on stage can be left.
    pub ready: Option<Arrival>,
    /// Whether a copy of the run on stage has been requested, and the copy.
    pub is_leaving: bool,
    pub left: Option<Past>,
    /// Whether undo returns to the run on stage.
    pub is_kept: bool,
}

/// A stage and everything around it.
pub struct Desk {
    pub gpu: Gpu,
    pub stage: Stage,
    /// The other stage of a comparison.
    pub beside: Option<Beside>,
    /// The stage of a comparison that has ended, until the copy of its last state arrives.
    pub leaving: Vec<Stage>,
    /// Stored states of the run.
    pub history: History,
    /// The scene as loaded, and its name if it is built in.
    pub origin: Scene,
    pub name: Option<&'static str>,
    pub loading: Option<Loading>,
    /// Runs that stay in the plots, the oldest first.
    pub kept: Vec<Kept>,
    /// Two integrators being compared, and the one with which the button compares.
    pub trial: Option<Trial>,
    /// Read it by [`Desk::other_integrator`], since it may be the present one.
    pub other_integrator: Integrator,
    /// How long each of them runs at the scene's pace.
    pub trial_time: Duration,
    /// The search for the fastest kernels, during which the simulation is suspended.
    pub tuner: Option<Tuner>,
    /// Time limit of a search.
    pub tuning_time: Duration,
    pub settings: Settings,
    pub drafts: Drafts,
    pub notices: Notices,
    /// The warning of the energy that is shown, until the energy is right again.
    pub energy_notice: Option<String>,
    /// The folder for pictures, tables and runs.
    pub folder: PathBuf,
    /// The dialogue for files, if it is open.
    pub files: Option<Files>,
    /// Runs on their way to files.
    pub saving: Vec<Saving>,
    /// Recovery from a crash, if the window has it.
    pub rescue: Option<Rescue>,
    /// Pictures and videos being written.
    pub writing: Vec<Writing>,
    /// The picture being drawn, during which the simulation is suspended.
    pub still: Option<Drawing>,
    /// The video being recorded.
    pub filming: Option<Filming>,
    pub adapters: Adapters,
    pub kernels: Kernels,
    pub panels_hidden: bool,
    /// Whether the simple mode cannot be left.
    pub is_locked: bool,
    /// Whether the simple mode is on.
    pub simple: bool,
    /// What the window shows.
    pub view: View,
    pub laboratory: Laboratory,
    pub workbench: Workbench,
    pub classroom: Classroom,
    /// The look before projector mode.
    pub projector: Option<Look>,
    pub suit: Suit,
    /// Seconds since the tour reached its current scene.
    pub tour: Option<f32>,
    /// Width and height of the window in pixels.
    pub window_size: [u32; 2],
    pub actions: VecDeque<Action>,
    pub requests: Vec<Request>,
    /// Frames since the start.
    pub frames: u64,
}

/// Options at the start.
#[derive(Clone, Debug, Default)]
pub struct Start {
    pub is_projector: bool,
    pub is_kiosk: bool,
    /// The saved run to continue.
    pub saved: Option<Box<Checkpoint>>,
    /// The simple mode, which cannot be left.
    pub is_locked: bool,
    /// The simple mode.
    pub is_simple: bool,
    /// The lesson to give, and whether it begins anew when it ends.
    pub lesson: Option<(String, bool)>,
    /// Whether scenes that are too slow for this machine begin with fewer bodies, until the user chooses how many.
    pub suits_machine: bool,
}

impl Desk {
    /// A desk for `scene`, playing.
    ///
    /// # Errors
    /// [`SessionError`] if the scene cannot be built.
    pub fn new(gpu: &Gpu, scene: Scene, settings: Settings, start: &Start) -> Result<Self, SessionError> {
        let (stage, origin) = match &start.saved {
            Some(run) => {
                let clock = Clock::after(run.snapshot.steps, Pace::StepsPerFrame(1), scene.physics.time_step);
                let mut stage = Stage::of(gpu, Session::reopen(gpu, run, clock)?)?;
                stage.altered = Some(SAVED);
                run.curves.clone().into_iter().for_each(|curves| stage.reopen_curves(curves));
                (stage, run.origin.clone())
            }
            None => (Stage::new(gpu, scene.clone())?, scene),
        };
        let name = name_of(&origin);
        let is_simple = settings.panels.simple || start.is_simple;
        let mut desk = Self {
            gpu: gpu.clone(),
            drafts: Drafts::of(stage.session.scene()),
            stage,
            beside: None,
            leaving: Vec::new(),
            history: History::new(settings.history_bytes()),
            origin,
            name,
            loading: None,
            kept: Vec::new(),
            trial: None,
            other_integrator: Integrator::RungeKutta4,
            trial_time: TRIAL_TIME,
            tuner: None,
            tuning_time: TUNING_TIME,
            settings,
            notices: Notices::default(),
            energy_notice: None,
            folder: folders::output(),
            files: None,
            saving: Vec::new(),
            rescue: None,
            writing: Vec::new(),
            still: None,
            filming: None,
            adapters: Adapters::default(),
            kernels: Kernels::default(),
            panels_hidden: start.is_kiosk,
            is_locked: start.is_locked,
            simple: is_simple,
            view: View::default(),
            laboratory: Laboratory::new(gpu, None),
            workbench: Workbench::new(gpu, None),
            classroom: Classroom::new(None, None),
            projector: None,
            suit: Suit::new(start.suits_machine),
            tour: start.is_kiosk.then_some(0.0),
            window_size: [64, 64],
            actions: VecDeque::new(),
            requests: Vec::new(),
            frames: 0,
        };
        desk.stage.flight.rotates = start.is_kiosk;
        start.saved.as_ref().and_then(|run| run.window).into_iter().for_each(|window| desk.restore_window(window));
        if start.is_projector {
            desk.toggle_projector();
        }
        Ok(desk)
    }

    /// Requests `action`, to be carried out before the next frame.
    pub fn ask(&mut self, action: Action) {
        self.actions.push_back(action);
    }

    /// Ends a recording, waits up to `patience` for pictures and videos to be drawn and written, and returns their errors. A
    /// picture that takes longer is abandoned.
    pub fn finish_writing(&mut self, patience: Duration) -> Vec<anyhow::Error> {
        self.end_filming();
        let end = Instant::now() + patience;
        self.finish_picture(end);
        self.finish_saving(end);
        let failure = |writing: Writing| match writing.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(written) => written.err(),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = patience.as_secs();
                Some(anyhow!("a picture or video was not complete after {seconds} s; a video is in its .partial file"))
            }
            Err(RecvTimeoutError::Disconnected) => None,
        };
        self.writing.drain(..).filter_map(failure).collect()
    }

    /// Whether requests wait for the next frame.
    #[cfg(test)]
    pub fn is_asked(&self) -> bool {
        !self.actions.is_empty()
    }

    /// Takes the requests to the window made since the last call.
    pub fn requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// The GPU.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// The picture, and the one beside it.
    pub fn targets(&self) -> [Option<&Target>; 2] {
        [Some(&self.stage.target), self.beside.as_ref().map(|beside| &beside.stage.target)]
    }

    /// The title of a scene that is loading.
    pub fn loading(&self) -> Option<&str> {
        self.loading.as_ref().map(|loading| loading.title.as_str())
    }

    /// Whether only the controls of the simple mode are there.
    pub fn is_simple(&self) -> bool {
        self.is_locked || self.simple
    }

    /// Whether projector mode is on.
    pub fn is_projector(&self) -> bool {
        self.projector.is_some()
    }

    /// Shows `view` or, if it is shown already, the simulation.
    pub fn toggle_view(&mut self, view: View) {
        self.view = if self.view == view { View::Simulation } else { view };
    }

    /// Whether the tour through the scenes is on.
    pub fn is_tour(&self) -> bool {
        self.tour.is_some()
    }

    /// Whether the next frame will differ from the last without any input.
    pub fn is_moving(&self) -> bool {
        let is_beside = self.beside.as_ref().is_some_and(|beside| beside.stage.is_moving());
        self.stage.is_moving()
            || is_beside
            || !self.leaving.is_empty()
            || self.loading.is_some()
            || !self.actions.is_empty()
            || !self.writing.is_empty()
            || !self.saving.is_empty()
            || self.filming.is_some()
            || self.still.is_some()
            || self.laboratory.measuring.is_some()
            || self.laboratory.showing.plays
            || self.workbench.is_busy()
    }
}
