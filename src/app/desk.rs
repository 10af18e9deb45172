//! The desk: a session, what the user has asked of it, and the panels around it. It knows neither window nor surface, so
//! that tests and benches run the very same.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use starshell::gpu::{Gpu, GpuError};
use starshell::name::Named;
use starshell::physics::{Attraction, Snapshot, milliseconds_a_step};
use starshell::render::{Camera, ColorBy, ColorMap, Look, Target, TargetError};
use starshell::scene::{Scene, embedded};
use starshell::session::{Pace, Session, SessionError};

use super::action::Action;
use super::bounds;
use super::drafts::Drafts;
use super::flight::Flight;
use super::hands::{Edit, Follow, Hands, Kept, Purpose, Tool};
use super::notices::Notices;
use super::rates::Rates;
use super::screenshot::{self, Writing};
use super::settings::{BOOKMARKS, Settings, bookmark_key, output_folder};
use super::words::{self, t};

/// Most time that the simulation may take in one frame: with the picture, the window then answers within 100 ms.
const BUDGET: Duration = Duration::from_millis(40);
/// Seconds between two copies of the whole state, for a few thousand bodies.
const KEPT: f32 = 2.0;
/// Seconds that the tour stays with a scene.
const TOUR: f32 = 40.0;

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
    Quit,
}

/// A session that is being made, away from the window's thread.
struct Loading {
    scene: Scene,
    name: Option<&'static str>,
    arrives: Receiver<Result<Session, SessionError>>,
}

/// What the picture in the target shows.
#[derive(Clone, PartialEq)]
struct Drawn {
    camera: Camera,
    look: Look,
    size: [u32; 2],
    steps: u64,
}

/// A session and all that surrounds it.
pub struct Desk {
    gpu: Gpu,
    pub session: Session,
    target: Target,
    drawn: Option<Drawn>,
    /// The scene as it was loaded, and its name among the embedded ones.
    pub origin: Scene,
    pub name: Option<&'static str>,
    loading: Option<Loading>,
    pub transport: Transport,
    pub flight: Flight,
    pub rates: Rates,
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
    pub panels_hidden: bool,
    pub help_open: bool,
    pub gallery_open: bool,
    /// Look and theme from before projector mode.
    projector: Option<Look>,
    /// Seconds since the tour's present scene began.
    tour: Option<f32>,
    /// Width and height of the picture in pixels, as the panels leave it.
    pub picture_size: [u32; 2],
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
        session.set_budget(Some(BUDGET));
        let target = Target::new(gpu, [64, 64]).map_err(|error| match error {
            TargetError::Gpu(error) => SessionError::Gpu(error),
            TargetError::Size { .. } => unreachable!("64 pixels are possible everywhere"),
        })?;
        let mut desk = Self {
            gpu: gpu.clone(),
            drafts: Drafts::of(session.scene()),
            session,
            target,
            drawn: None,
            origin: scene,
            name,
            loading: None,
            transport: Transport { is_playing: true, steps_a_frame: 1, remaining: 0 },
            flight: Flight::default(),
            rates: Rates::default(),
            settings,
            notices: Notices::default(),
            hands: Hands::default(),
            folder: output_folder(),
            writing: Vec::new(),
            since_kept: f32::INFINITY,
            panels_hidden: start.is_kiosk,
            help_open: false,
            gallery_open: false,
            projector: None,
            tour: start.is_kiosk.then_some(0.0),
            picture_size: [64, 64],
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
            || !self.actions.is_empty()
            || !self.hands.wanted.is_empty()
            || !self.hands.under_way.is_empty()
            || self.hands.attraction.is_some()
            || self.hands.reverses
            || !self.writing.is_empty()
    }

    /// Does what was asked for, then what is due by `elapsed` seconds: camera, steps, picture. Never waits for the GPU.
    ///
    /// # Errors
    /// [`GpuError`] where the device is lost; lesser failures become notices.
    pub fn frame(&mut self, elapsed: f32) -> Result<(), GpuError> {
        self.frames += 1;
        self.notices.advance(elapsed);
        // Those that are there now: an edit that must wait for another is asked for again.
        for action in std::mem::take(&mut self.actions) {
            self.perform(action);
        }
        self.receive();
        self.tour_on(elapsed);
        self.collect()?;
        self.move_camera(elapsed);
        self.fit_target()?;

        let transport = self.transport;
        let due = if self.hands.is_waiting() {
            0
        } else if transport.is_playing {
            transport.steps_a_frame
        } else {
            transport.remaining.min(transport.steps_a_frame)
        };
        if self.session.pace() != Pace::StepsAFrame(due) {
            self.session.set_pace(Pace::StepsAFrame(due));
        }
        let before = self.session.simulation().steps();
        let mut encoder = self.gpu.encoder("frame");
        let touched = self.touch(&mut encoder, elapsed)?;
        let is_due = due > 0 || self.session.progress().is_some() || self.drawn.as_ref() != Some(&self.to_draw());
        let mut drawn = Ok(());
        if is_due || touched {
            drawn = self.session.frame(&mut encoder, &self.target);
            self.drawn = Some(self.to_draw());
        }
        if is_due || touched || !self.hands.under_way.is_empty() {
            self.session.submit(encoder);
        }
        drawn.or_else(|error| self.tell(error))?;
        let done = self.session.simulation().steps() - before;
        self.transport.remaining = transport.remaining.saturating_sub(if transport.is_playing { 0 } else { done as u32 });
        self.rates.count(elapsed, done);
        self.gpu.poll().or_else(|error| self.tell(error))
    }

    /// Moves the camera: by inertia, by itself, with what it follows.
    fn move_camera(&mut self, elapsed: f32) {
        let mut camera = self.session.scene().camera;
        self.flight.advance(&mut camera, elapsed);
        let target = match self.hands.follow {
            Follow::Nothing => None,
            Follow::CenterOfMass => self.hands.kept.as_ref().map(|kept| kept.center_at(self.session.simulation().time())),
            Follow::Picked => self.hands.watched.map(|watched| watched.body.position),
        };
        if let Some(target) = target.filter(|target| target.is_finite()) {
            // Catches up within a few frames, so that beginning to follow is no jump.
            let share = 1.0 - (-elapsed / 0.08).exp();
            let way = target.as_vec3() - camera.target;
            camera.target += if way.length() > 1e-3 * camera.distance { share.max(0.3) * way } else { way };
        }
        let bounded = bounds::camera(&camera, &self.origin.camera);
        if bounded != camera {
            // At the end of the world, or lost: there is nowhere to glide on to.
            self.flight.stop();
        }
        *self.session.camera_mut() = bounded;
    }

    /// Records what hands do to the simulation. Whether anything was recorded.
    fn touch(&mut self, encoder: &mut wgpu::CommandEncoder, elapsed: f32) -> Result<bool, GpuError> {
        self.since_kept += elapsed;
        let count = self.session.simulation().bodies().count();
        // Copying a million bodies takes a moment, and so is seldom.
        let is_old = self.since_kept > KEPT * (1.0 + count as f32 / 65_536.0);
        if is_old && (self.hands.kept.is_none() || self.transport.is_playing) && self.hands.under_way.is_empty() {
            self.since_kept = 0.0;
            self.hands.wanted.push(Purpose::Keep);
        }
        let mut touched = false;
        for purpose in std::mem::take(&mut self.hands.wanted) {
            match self.session.record_snapshot(encoder) {
                Ok(()) => self.hands.under_way.push_back(purpose),
                Err(error) => self.tell(error)?,
            }
            touched = true;
        }
        if std::mem::take(&mut self.hands.reverses) {
            self.session.record_reverse(encoder)?;
            self.since_kept = f32::INFINITY;
            touched = true;
        }
        if let Some(attraction) = self.hands.attraction {
            let impulse = attraction.impulse * elapsed;
            self.session.record_attraction(encoder, Attraction { impulse, ..attraction })?;
            touched = true;
        }
        Ok(touched)
    }

    /// Takes what has arrived from the GPU and from threads.
    fn collect(&mut self) -> Result<(), GpuError> {
        while let Some(snapshot) = self.session.snapshot()? {
            if let Some(purpose) = self.hands.under_way.pop_front() {
                self.arrive(snapshot, purpose);
            }
        }
        if let Some(watched) = self.session.watched()? {
            self.hands.watched = Some(watched);
        }
        let notices = &mut self.notices;
        self.writing.retain(|writing| match writing.try_recv() {
            Ok(Ok(path)) => {
                notices.tell(t!("notice-written", path = path.display()));
                false
            }
            Ok(Err(error)) => {
                notices.warn(error.to_string());
                false
            }
            Err(TryRecvError::Empty) => true,
            Err(TryRecvError::Disconnected) => false,
        });
        Ok(())
    }

    /// Does what a snapshot was asked for.
    fn arrive(&mut self, snapshot: Snapshot, purpose: Purpose) {
        let look = &self.session.scene().look;
        match purpose {
            Purpose::Keep => {}
            Purpose::Pick { camera, size, pixel, follow } => {
                let reach = 24.0;
                let picked = camera.pick(look, size, pixel, &snapshot.bodies, reach).map(|index| index as u32);
                self.pick(picked);
                if follow && picked.is_some() {
                    self.hands.follow = Follow::Picked;
                }
            }
            Purpose::Fit => {
                let camera = self.session.scene().camera.fit(look, self.picture_size, &snapshot.bodies);
                self.flight.go_to(camera);
            }
            Purpose::Mark => self.hands.undo = Some(snapshot.clone()),
            Purpose::Edit(edit) => {
                let before = snapshot.clone();
                let mut after = snapshot;
                let picked = match &edit {
                    Edit::Delete(_) => None,
                    _ => self.hands.picked,
                };
                if !edit.apply(&mut after.bodies) {
                    return self.notices.warn(t!("notice-last-body"));
                }
                if self.resume(&after, picked) {
                    self.hands.undo = Some(before);
                }
                return;
            }
        }
        self.hands.kept = Some(Kept::new(snapshot));
    }

    /// Goes on from `snapshot`. Whether that was possible.
    fn resume(&mut self, snapshot: &Snapshot, picked: Option<u32>) -> bool {
        let scene = self.session.scene().clone();
        match Session::resume(&self.gpu, scene, snapshot, Pace::StepsAFrame(0)) {
            Ok(mut session) => {
                self.prepare(&mut session);
                self.session = session;
                self.drawn = None;
                // What was asked of the old bodies is not answered any more.
                self.hands.under_way.clear();
                self.hands.kept = Some(Kept::new(snapshot.clone()));
                self.pick(picked);
                true
            }
            Err(error) => {
                self.notices.warn(error.to_string());
                false
            }
        }
    }

    fn pick(&mut self, picked: Option<u32>) {
        self.session.watch(picked);
        self.session.set_body_trail(picked);
        if picked != self.hands.picked || picked.is_none() {
            self.hands.watched = None;
            self.hands.draft = None;
        }
        self.hands.picked = picked;
        if picked.is_none() && self.hands.follow == Follow::Picked {
            self.hands.follow = Follow::Nothing;
        }
        self.drawn = None;
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

    /// Writes the picture without panels.
    fn take_screenshot(&mut self) {
        let [width, height] = self.picture_size.map(|side| side.max(1));
        let size = match self.settings.screenshot_height {
            Some(wanted) => {
                let limit = self.gpu.limits().max_texture_dimension_2d;
                let width = (f64::from(wanted) * f64::from(width) / f64::from(height)).round() as u32;
                [width.clamp(1, limit), wanted.clamp(1, limit)]
            }
            None => [width, height],
        };
        let steps = self.session.simulation().steps();
        let name = format!("{}_{steps:06}", self.name.unwrap_or("scene"));
        let path = screenshot::free_path(&self.folder, &name, "png");
        match screenshot::take(&self.gpu, &mut self.session, size, &path) {
            Ok(writing) => self.writing.push(writing),
            Err(error) => self.notices.warn(error.to_string()),
        }
        self.drawn = None;
    }

    /// Turns a failure that does not end the session into a notice.
    fn tell(&mut self, error: GpuError) -> Result<(), GpuError> {
        if matches!(error, GpuError::Lost(_)) {
            return Err(error);
        }
        self.notices.warn(error.to_string());
        Ok(())
    }

    fn to_draw(&self) -> Drawn {
        let scene = self.session.scene();
        let steps = self.session.simulation().steps();
        Drawn { camera: scene.camera, look: scene.look.clone(), size: self.target.size(), steps }
    }

    /// Gives the target the size of the place that the panels leave.
    fn fit_target(&mut self) -> Result<(), GpuError> {
        let limit = self.gpu.limits().max_texture_dimension_2d;
        let size = self.picture_size.map(|side| side.clamp(1, limit));
        if size == self.target.size() {
            return Ok(());
        }
        match Target::new(&self.gpu, size) {
            Ok(target) => self.target = target,
            Err(TargetError::Gpu(error)) => return self.tell(error),
            Err(error) => self.notices.warn(error.to_string()),
        }
        Ok(())
    }

    /// Takes the session that was being made, if it is there.
    fn receive(&mut self) {
        let Some(loading) = &self.loading else { return };
        let made = match loading.arrives.try_recv() {
            Ok(made) => made,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => {
                self.loading = None;
                return self.notices.warn(t!("notice-not-made"));
            }
        };
        let Some(Loading { scene, name, .. }) = self.loading.take() else { return };
        match made {
            Ok(session) => self.begin(session, scene, name),
            Err(error) => {
                self.drafts = Drafts::of(self.session.scene());
                self.notices.warn(error.to_string());
            }
        }
    }

    /// Gives a new session what the user has chosen for all of them.
    fn prepare(&mut self, session: &mut Session) {
        session.set_budget(Some(BUDGET));
        if let Err(error) = session.set_force_kernel(self.session.force_kernel()) {
            self.notices.warn(error.to_string());
        }
    }

    /// Goes on with another session.
    fn begin(&mut self, mut session: Session, origin: Scene, name: Option<&'static str>) {
        self.prepare(&mut session);
        let is_other = origin != self.origin;
        if !is_other {
            // The same scene again: the view is the user's.
            *session.camera_mut() = self.session.scene().camera;
            *session.look_mut() = self.session.scene().look.clone();
        } else {
            self.flight.stop();
            if let Some(look) = &mut self.projector {
                *look = session.scene().look.clone();
                *session.look_mut() = projected(look);
            }
        }
        self.session = session;
        self.hands.let_go();
        self.since_kept = f32::INFINITY;
        (self.origin, self.name) = (origin, name);
        self.drafts = Drafts::of(self.session.scene());
        self.transport.remaining = 0;
        self.rates = Rates::default();
        self.drawn = None;
    }

    /// Makes a session of `scene` in another thread: a million bodies take a second.
    fn load(&mut self, scene: Scene, origin: Scene, name: Option<&'static str>) {
        let (sender, arrives) = channel();
        let gpu = self.gpu.clone();
        self.loading = Some(Loading { scene: origin, name, arrives });
        std::thread::spawn(move || {
            // Nobody listens where something else was asked for meanwhile.
            let _ = sender.send(Session::new(&gpu, scene, Pace::StepsAFrame(0)));
        });
    }

    /// Loads a scene by name or path.
    fn open(&mut self, name_or_path: &str) {
        match Scene::load(name_or_path) {
            Ok(scene) => {
                let name = embedded().iter().find(|embedded| embedded.name == name_or_path).map(|embedded| embedded.name);
                self.load(scene.clone(), scene, name);
            }
            Err(error) => self.notices.warn(error.to_string()),
        }
    }

    /// Makes the present scene anew, changed by `change`.
    fn reload(&mut self, change: impl FnOnce(&mut Scene)) {
        let mut scene = self.session.scene().clone();
        change(&mut scene);
        self.load(scene, self.origin.clone(), self.name);
    }

    /// Milliseconds that a step of `count` bodies takes on this machine, as far as steps have been measured.
    pub fn forecast(&self, count: usize) -> Option<f64> {
        let speed = self.session.interactions_a_second()?;
        Some(milliseconds_a_step(count, self.session.scene().physics.integrator, speed))
    }

    /// Goes on with another device, after the old one was lost.
    ///
    /// # Errors
    /// [`SessionError`] where the new one cannot hold the session.
    pub fn recover(&mut self, gpu: &Gpu, cause: &GpuError) -> Result<(), SessionError> {
        let scene = self.session.scene().clone();
        let kept = self.hands.kept.as_ref().map(|kept| kept.snapshot.clone());
        let session = match &kept {
            Some(snapshot) => Session::resume(gpu, scene, snapshot, Pace::StepsAFrame(0))?,
            None => Session::new(gpu, scene, Pace::StepsAFrame(0))?,
        };
        self.gpu = gpu.clone();
        self.target = Target::new(gpu, [64, 64]).map_err(|_| SessionError::Gpu(cause.clone()))?;
        self.loading = None;
        self.writing.clear();
        let (origin, name) = (self.origin.clone(), self.name);
        self.begin(session, origin, name);
        let time = words::number(self.session.simulation().time());
        self.notices.warn(t!("notice-device", cause = cause, time = time));
        Ok(())
    }

    fn tour_on(&mut self, elapsed: f32) {
        let Some(seconds) = &mut self.tour else { return };
        *seconds += elapsed;
        if *seconds > TOUR && self.loading.is_none() {
            *seconds = 0.0;
            self.next_scene(1);
        }
    }

    fn next_scene(&mut self, by: i32) {
        let scenes = embedded();
        let place = scenes.iter().position(|scene| Some(scene.name) == self.name).unwrap_or(0);
        let next = (place as i64 + i64::from(by)).rem_euclid(scenes.len() as i64) as usize;
        self.open(scenes[next].name);
    }

    fn toggle_projector(&mut self) {
        *self.session.look_mut() = match self.projector.take() {
            Some(look) => look,
            None => {
                let look = self.session.scene().look.clone();
                let projected = projected(&look);
                self.projector = Some(look);
                projected
            }
        };
    }

    /// Does one thing.
    fn perform(&mut self, action: Action) {
        match action {
            Action::TogglePlay => {
                self.transport.is_playing = !self.transport.is_playing;
                self.transport.remaining = 0;
            }
            Action::Steps(steps) => {
                self.transport.is_playing = false;
                self.transport.remaining = self.transport.remaining.saturating_add(steps);
            }
            Action::Restart => self.reload(|_| ()),
            Action::Reverse => {
                self.hands.reverses = !self.hands.reverses;
                self.notices.tell(t!("notice-reversed"));
            }
            Action::Speed(steps) => self.transport.steps_a_frame = steps.clamp(1, 1000),
            Action::Scene(name) => self.open(&name),
            Action::Open(path) => self.open(&path.to_string_lossy()),
            Action::NextScene(by) => self.next_scene(by),
            Action::Bodies { count, seed, initial } => self.reload(|scene| {
                (scene.count, scene.seed, scene.initial) = (count, seed, initial);
            }),
            Action::Physics(parameters) => {
                if let Err(error) = self.session.set_parameters(parameters) {
                    self.notices.warn(error.to_string());
                }
            }
            Action::ForceKernel(kernel) => {
                if let Err(error) = self.session.set_force_kernel(kernel) {
                    self.notices.warn(error.to_string());
                }
            }
            Action::ResetPhysics => self.perform(Action::Physics(self.origin.physics)),
            Action::Camera(camera) => {
                self.flight.stop();
                *self.session.camera_mut() = bounds::camera(&camera, &self.origin.camera);
            }
            Action::FlyTo(camera) => self.flight.go_to(bounds::camera(&camera, &self.origin.camera)),
            Action::Look(look) => *self.session.look_mut() = bounds::look(*look),
            Action::ResetView => {
                self.projector = None;
                *self.session.look_mut() = self.origin.look.clone();
                self.flight.go_to(self.origin.camera);
            }
            Action::ToggleFly => self.flight.flies = !self.flight.flies,
            Action::ToggleRotation => self.flight.rotates = !self.flight.rotates,
            Action::NextColor => {
                let look = self.session.look_mut();
                let place = ColorBy::ALL.iter().position(|color| *color == look.color_by).unwrap_or(0);
                look.color_by = ColorBy::ALL[(place + 1) % ColorBy::ALL.len()];
                look.color_range = None;
                let quantity = words::text(&format!("color-by-{}", look.color_by.name()), &[]);
                self.notices.tell(t!("notice-color", quantity = quantity));
            }
            Action::StoreBookmark(number) => {
                let key = bookmark_key(number.min(BOOKMARKS - 1));
                self.settings.bookmarks.insert(key.clone(), self.session.scene().camera);
                self.notices.tell(t!("notice-bookmark", key = key));
            }
            Action::RecallBookmark(number) => {
                let key = bookmark_key(number);
                match self.settings.bookmarks.get(&key) {
                    Some(camera) => self.flight.go_to(bounds::camera(camera, &self.origin.camera)),
                    None => self.notices.tell(t!("notice-no-bookmark", key = key)),
                }
            }
            Action::Fit => self.hands.wanted.push(Purpose::Fit),
            Action::Follow(follow) => {
                self.hands.follow = follow;
                if follow == Follow::Picked && self.hands.picked.is_none() {
                    self.hands.follow = Follow::Nothing;
                    self.notices.tell(t!("notice-none-picked"));
                }
            }
            Action::Tool(tool) => {
                self.hands.tool = tool;
                self.hands.throw = None;
                self.perform(Action::Attract(None));
            }
            Action::Pick { pixel, follow } => {
                let camera = self.session.scene().camera;
                self.hands.wanted.push(Purpose::Pick { camera, size: self.picture_size, pixel, follow });
            }
            Action::Unpick => self.pick(None),
            Action::DeletePicked => match self.hands.picked {
                Some(index) => self.perform(Action::Edit(Edit::Delete(index))),
                None => self.notices.tell(t!("notice-none-picked")),
            },
            Action::Throw(throw) => {
                let bodies = self.hands.thrown(throw);
                self.hands.throw = None;
                self.perform(Action::Edit(Edit::Add(bodies)));
            }
            Action::Edit(edit) => {
                if self.hands.is_waiting() {
                    self.actions.push_back(Action::Edit(edit));
                } else {
                    self.hands.wanted.push(Purpose::Edit(edit));
                }
            }
            Action::Attract(attraction) => {
                let attraction = attraction.filter(Attraction::is_valid);
                if self.hands.attraction.is_none() && attraction.is_some() {
                    self.hands.wanted.push(Purpose::Mark);
                }
                self.hands.attraction = attraction;
            }
            Action::Undo => match self.hands.undo.take() {
                Some(snapshot) => {
                    let count = snapshot.bodies.len();
                    let is_same = count == self.session.simulation().bodies().count() as usize;
                    let picked = self.hands.picked.filter(|_| is_same);
                    if self.resume(&snapshot, picked) {
                        self.notices.tell(t!("notice-undone"));
                    }
                }
                None => self.notices.tell(t!("notice-nothing-to-undo")),
            },
            Action::ToggleProjector => self.toggle_projector(),
            Action::ToggleLight => self.settings.light = !self.settings.light,
            Action::TogglePanels => self.panels_hidden = !self.panels_hidden,
            Action::ToggleHelp => self.help_open = !self.help_open,
            Action::ToggleHud => self.settings.hud = !self.settings.hud,
            Action::ToggleFullscreen => self.requests.push(Request::ToggleFullscreen),
            Action::ToggleTour => {
                self.tour = if self.tour.is_some() { None } else { Some(0.0) };
                let text = if self.tour.is_some() { t!("notice-tour") } else { t!("notice-no-tour") };
                self.notices.tell(text);
            }
            Action::Screenshot => self.take_screenshot(),
            Action::CopyScene => {
                self.requests.push(Request::Copy(self.session.scene().to_toml()));
                self.notices.tell(t!("notice-copied"));
            }
            Action::Escape => {
                if self.help_open || self.gallery_open {
                    (self.help_open, self.gallery_open) = (false, false);
                } else if self.hands.tool != Tool::Look || self.hands.throw.is_some() {
                    self.perform(Action::Tool(Tool::Look));
                } else if self.hands.picked.is_some() {
                    self.pick(None);
                } else {
                    self.requests.push(Request::LeaveFullscreen);
                }
            }
            Action::Quit => self.requests.push(Request::Quit),
        }
    }
}

/// How a projector shows a look: thick points, strong light, and a map of colours that colour-blind eyes can read.
fn projected(look: &Look) -> Look {
    Look {
        color_map: if look.color_by == ColorBy::Component { ColorMap::Viridis } else { ColorMap::Cividis },
        min_pixels: (2.0 * look.min_pixels).max(2.4),
        exposure: look.exposure + 1.0,
        bloom: 0.2,
        magnitude_spread: 0.5 * look.magnitude_spread,
        ..look.clone()
    }
}

/// The path of a file that was dropped, as an action.
pub fn dropped(path: PathBuf) -> Action {
    Action::Open(path)
}
