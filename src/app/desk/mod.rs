//! The desk: a session, what the user has asked of it, and the panels around it. It knows neither window nor surface, so
//! that tests and benches run the very same.

mod frame;
mod perform;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use starshell::gpu::Gpu;
use starshell::lab::TUNING_TIME;
use starshell::physics::milliseconds_a_step;
use starshell::render::{Look, Target, TargetError};
use starshell::scene::{Scene, embedded};
use starshell::session::{Pace, Session, SessionError};

use super::action::Action;
use super::drafts::Drafts;
use super::flight::Flight;
use super::hands::Hands;
use super::notices::Notices;
use super::panels::program::Adapters;
use super::rates::Rates;
use super::screenshot::Writing;
use super::settings::{Settings, output_folder};
use super::statistics::Statistics;
use super::tuner::Tuner;

/// Whether the simulation runs, and how fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transport {
    pub is_playing: bool,
    /// Steps from each frame to the next.
    pub steps_a_frame: u32,
    /// Steps still to be done while paused.
    pub remaining: u32,
}

/// What the desk asks of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    ToggleFullscreen,
    LeaveFullscreen,
    Copy(String),
    /// The adapter of the settings, in place of the present one.
    Reopen,
    Quit,
}

/// A session that is being made, away from the window's thread.
struct Loading {
    scene: Scene,
    name: Option<&'static str>,
    arrives: Receiver<Result<Session, SessionError>>,
}

/// A session and all that surrounds it.
pub struct Desk {
    gpu: Gpu,
    pub session: Session,
    target: Target,
    /// The scene as it was loaded, and its name among the embedded ones.
    pub origin: Scene,
    pub name: Option<&'static str>,
    loading: Option<Loading>,
    /// The search for the fastest kernels, while the simulation rests.
    pub tuner: Option<Tuner>,
    /// How long a search may take.
    pub tuning_time: Duration,
    pub transport: Transport,
    pub flight: Flight,
    pub rates: Rates,
    pub statistics: Statistics,
    pub settings: Settings,
    pub drafts: Drafts,
    pub notices: Notices,
    pub hands: Hands,
    /// The folder for pictures and tables.
    pub folder: PathBuf,
    /// Pictures that are being written.
    writing: Vec<Writing>,
    /// Seconds since the state was last kept.
    since_kept: f32,
    pub adapters: Adapters,
    pub panels_hidden: bool,
    pub help_open: bool,
    pub gallery_open: bool,
    /// Look and theme from before projector mode.
    projector: Option<Look>,
    /// Seconds since the tour's present scene began.
    tour: Option<f32>,
    /// Width and height of the picture in pixels, as the panels leave it.
    pub picture_size: [u32; 2],
    /// Width and height of the window in pixels.
    pub window_size: [u32; 2],
    actions: VecDeque<Action>,
    requests: Vec<Request>,
    /// Frames since the desk began.
    pub frames: u64,
}

/// What a desk begins with.
#[derive(Clone, Debug, Default)]
pub struct Start {
    pub is_projector: bool,
    pub is_kiosk: bool,
}

impl Desk {
    /// A desk for `scene`, playing.
    ///
    /// # Errors
    /// [`SessionError`] where the scene cannot be.
    pub fn new(gpu: &Gpu, scene: Scene, settings: Settings, start: &Start) -> Result<Self, SessionError> {
        let name = embedded().iter().find(|embedded| embedded.scene.title == scene.title).map(|embedded| embedded.name);
        let mut session = Session::new(gpu, scene.clone(), Pace::StepsAFrame(1))?;
        session.set_budget(Some(perform::BUDGET));
        let target = first_target(gpu)?;
        let mut desk = Self {
            gpu: gpu.clone(),
            drafts: Drafts::of(session.scene()),
            session,
            target,
            origin: scene,
            name,
            loading: None,
            tuner: None,
            tuning_time: TUNING_TIME,
            transport: Transport { is_playing: true, steps_a_frame: 1, remaining: 0 },
            flight: Flight::default(),
            rates: Rates::default(),
            statistics: Statistics::new(gpu),
            settings,
            notices: Notices::default(),
            hands: Hands::default(),
            folder: output_folder(),
            writing: Vec::new(),
            since_kept: f32::INFINITY,
            adapters: Adapters::default(),
            panels_hidden: start.is_kiosk,
            help_open: false,
            gallery_open: false,
            projector: None,
            tour: start.is_kiosk.then_some(0.0),
            picture_size: [64, 64],
            window_size: [64, 64],
            actions: VecDeque::new(),
            requests: Vec::new(),
            frames: 0,
        };
        if start.is_projector {
            desk.toggle_projector();
        }
        Ok(desk)
    }

    /// Asks for `action`, to be done before the next frame.
    pub fn ask(&mut self, action: Action) {
        self.actions.push_back(action);
    }

    /// What the desk asks of the window since the last call.
    pub fn requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// The GPU.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// The picture.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// The title of a scene that is being made.
    pub fn loading(&self) -> Option<&str> {
        self.loading.as_ref().map(|loading| loading.scene.title.as_str())
    }

    /// Whether projector mode is on.
    pub fn is_projector(&self) -> bool {
        self.projector.is_some()
    }

    /// Whether the tour through the scenes is on.
    pub fn is_tour(&self) -> bool {
        self.tour.is_some()
    }

    /// Whether the next frame differs from the last without anybody touching anything.
    pub fn is_moving(&self) -> bool {
        self.transport.is_playing
            || self.transport.remaining > 0
            || self.session.progress().is_some()
            || self.flight.is_moving()
            || self.loading.is_some()
            || self.statistics.is_waiting()
            || !self.actions.is_empty()
            || !self.hands.wanted.is_empty()
            || !self.hands.under_way.is_empty()
            || self.hands.attraction.is_some()
            || self.hands.reverses
            || !self.writing.is_empty()
    }

    /// The values at the two ends of the legend, where they are known.
    pub fn color_range(&self) -> Option<[f64; 2]> {
        let scene = self.session.scene();
        if let Some([low, high]) = scene.look.color_range {
            return Some([f64::from(low), f64::from(high)]);
        }
        let kept = self.hands.kept.as_ref()?;
        scene.look.measured_range(scene.camera.target, &kept.snapshot.bodies)
    }

    /// Milliseconds that a step of `count` bodies takes on this machine, as far as steps have been measured.
    pub fn forecast(&self, count: usize) -> Option<f64> {
        let speed = self.session.interactions_a_second()?;
        Some(milliseconds_a_step(count, self.session.scene().physics.integrator, speed))
    }
}

/// A target to begin with, before the panels have said how large the picture is.
fn first_target(gpu: &Gpu) -> Result<Target, SessionError> {
    Target::new(gpu, [64, 64]).map_err(|error| match error {
        TargetError::Gpu(error) => SessionError::Gpu(error),
        TargetError::Size { .. } => unreachable!("64 pixels are possible everywhere"),
    })
}
