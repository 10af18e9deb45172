//! Doing what was asked for.

use std::sync::mpsc::{TryRecvError, channel};
use std::time::Duration;

use starshell::gpu::{Gpu, GpuError};
use starshell::name::Named;
use starshell::physics::{Attraction, Tuned};
use starshell::render::{ColorBy, ColorMap, Look};
use starshell::scene::{Scene, embedded};
use starshell::session::{Pace, Session, SessionError};

use super::{Desk, Loading, Request, first_target};
use crate::app::action::Action;
use crate::app::bounds;
use crate::app::drafts::Drafts;
use crate::app::hands::{Edit, Follow, Purpose, Tool};
use crate::app::rates::Rates;
use crate::app::screenshot;
use crate::app::settings::{BOOKMARKS, bookmark_key};
use crate::app::statistics::Statistics;
use crate::app::tuner::Tuner;
use crate::app::words::{self, t};

/// Most time that the simulation may take in one frame: with the picture, the window then answers within 100 ms.
pub(super) const BUDGET: Duration = Duration::from_millis(40);
impl Desk {
    /// Writes the picture without panels, of the whole window's size or 16:9 at the height asked for.
    pub(super) fn take_screenshot(&mut self) {
        let size = self.settings.screenshot_height.map_or(self.window_size, |height| [height.saturating_mul(16) / 9, height]);
        let limit = self.gpu.limits().max_texture_dimension_2d;
        let longest = size[0].max(size[1]).max(1);
        // Smaller as a whole where the adapter draws no such size, so that the shape stays.
        let fits = |side: u32| (u64::from(side) * u64::from(limit.min(longest)) / u64::from(longest)).max(1) as u32;
        let size = size.map(fits);
        let steps = self.session.simulation().steps();
        let name = format!("{}_{steps:06}", self.name.unwrap_or("scene"));
        let path = screenshot::free_path(&self.folder, &name, "png");
        match screenshot::take(&self.gpu, &mut self.session, size, &path) {
            Ok(writing) => self.writing.push(writing),
            Err(error) => self.notices.warn(error.to_string()),
        }
    }

    /// Takes the session that was being made, if it is there.
    pub(super) fn receive(&mut self) {
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

    /// Takes what the search for the fastest kernels has found, if it is over.
    pub(super) fn receive_tuning(&mut self) {
        let Some(found) = self.tuner.as_ref().and_then(Tuner::found) else { return };
        self.tuner = None;
        let table = match found {
            Ok(table) if table.is_empty() => return,
            Ok(table) => table,
            Err(error) => return self.notices.warn(error),
        };
        match self.gpu.remember(Tuned::NAME, &table) {
            Ok(()) => self.notices.tell(t!("notice-tuned", adapter = self.gpu.adapter_name())),
            Err(error) => self.notices.warn(t!("notice-tuned-unkept", cause = error.to_string())),
        }
        // The running simulation takes the plan that was found.
        self.perform(Action::ForceKernel(self.session.force_kernel()));
    }

    /// Gives a new session what the user has chosen for all of them.
    pub(super) fn prepare(&mut self, session: &mut Session) {
        session.set_budget(Some(BUDGET));
        if let Err(error) = session.set_force_kernel(self.session.force_kernel()) {
            self.notices.warn(error.to_string());
        }
    }

    /// Goes on with another session.
    pub(super) fn begin(&mut self, mut session: Session, origin: Scene, name: Option<&'static str>) {
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
                *session.look_mut() = projected(look, self.settings.light);
            }
        }
        self.session = session;
        self.hands.let_go();
        self.since_kept = f32::INFINITY;
        self.statistics.restart();
        (self.origin, self.name) = (origin, name);
        self.drafts = Drafts::of(self.session.scene());
        self.transport.remaining = 0;
        self.rates = Rates::default();
        if self.tour.is_some() {
            self.notices.tell(self.origin.title.clone());
        }
    }

    /// Makes a session of `scene` in another thread: a million bodies take a second.
    pub(super) fn load(&mut self, scene: Scene, origin: Scene, name: Option<&'static str>) {
        let (sender, arrives) = channel();
        let gpu = self.gpu.clone();
        self.loading = Some(Loading { scene: origin, name, arrives });
        std::thread::spawn(move || {
            // Nobody listens where something else was asked for meanwhile.
            let _ = sender.send(Session::new(&gpu, scene, Pace::StepsAFrame(0)));
        });
    }

    /// Loads a scene by name or path.
    pub(super) fn open(&mut self, name_or_path: &str) {
        match Scene::load(name_or_path) {
            Ok(scene) => {
                let name = embedded().iter().find(|embedded| embedded.name == name_or_path).map(|embedded| embedded.name);
                self.load(scene.clone(), scene, name);
            }
            Err(error) => self.notices.warn(error.to_string()),
        }
    }

    /// Makes the present scene anew, changed by `change`.
    pub(super) fn reload(&mut self, change: impl FnOnce(&mut Scene)) {
        let mut scene = self.session.scene().clone();
        change(&mut scene);
        self.load(scene, self.origin.clone(), self.name);
    }

    /// Goes on with another device: after the old one was lost (the `cause`), or because another adapter was chosen.
    ///
    /// # Errors
    /// [`SessionError`] where the new one cannot hold the session.
    pub fn recover(&mut self, gpu: &Gpu, cause: Option<&GpuError>) -> Result<(), SessionError> {
        let scene = self.session.scene().clone();
        let kept = self.hands.kept.as_ref().map(|kept| kept.snapshot.clone());
        let session = match &kept {
            Some(snapshot) => Session::resume(gpu, scene, snapshot, Pace::StepsAFrame(0))?,
            None => Session::new(gpu, scene, Pace::StepsAFrame(0))?,
        };
        self.gpu = gpu.clone();
        self.statistics = Statistics::new(gpu);
        self.target = first_target(gpu)?;
        self.loading = None;
        self.tuner = None;
        self.writing.clear();
        let (origin, name) = (self.origin.clone(), self.name);
        self.begin(session, origin, name);
        let time = words::number(self.session.simulation().time());
        match cause {
            Some(cause) => self.notices.warn(t!("notice-device", cause = cause, time = time)),
            None => self.notices.tell(t!("notice-adapter", adapter = gpu.adapter_name(), time = time)),
        }
        Ok(())
    }

    pub(super) fn next_scene(&mut self, by: i32) {
        let scenes = embedded();
        let place = scenes.iter().position(|scene| Some(scene.name) == self.name).unwrap_or(0);
        let next = (place as i64 + i64::from(by)).rem_euclid(scenes.len() as i64) as usize;
        self.open(scenes[next].name);
    }

    pub(super) fn toggle_projector(&mut self) {
        *self.session.look_mut() = match self.projector.take() {
            Some(look) => look,
            None => {
                let look = self.session.scene().look.clone();
                let projected = projected(&look, self.settings.light);
                self.projector = Some(look);
                projected
            }
        };
    }

    /// Does one thing.
    pub(super) fn perform(&mut self, action: Action) {
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
            Action::Tune => {
                self.tuner = match self.tuner.take() {
                    Some(_) => None,
                    None => Some(Tuner::begin(&self.gpu, self.tuning_time)),
                };
            }
            Action::ResetPhysics => self.perform(Action::Physics(self.origin.physics)),
            Action::Camera(camera) => {
                self.flight.stop();
                *self.session.camera_mut() = bounds::camera(&camera, &self.origin.camera);
            }
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
                match (self.hands.attraction, attraction) {
                    (None, Some(_)) => self.hands.wanted.push(Purpose::Mark),
                    (Some(_), None) => self.statistics.rebase(),
                    _ => {}
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
            Action::ToggleLight => {
                self.settings.light = !self.settings.light;
                if self.is_projector() {
                    self.session.look_mut().negative = self.settings.light;
                }
            }
            Action::TogglePanels => self.panels_hidden = !self.panels_hidden,
            Action::ToggleHelp => self.help_open = !self.help_open,
            Action::ToggleHud => self.settings.hud = !self.settings.hud,
            Action::ToggleFullscreen => self.requests.push(Request::ToggleFullscreen),
            Action::Adapter(name) => {
                self.settings.adapter = name;
                self.hands.wanted.push(Purpose::Reopen);
            }
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
                if self.help_open || self.gallery_open || self.statistics.is_enlarged {
                    (self.help_open, self.gallery_open, self.statistics.is_enlarged) = (false, false, false);
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

/// How a projector shows a look: thick points, strong light, and a map of colours that colour-blind eyes can read; with light
/// panels, dark bodies on white.
fn projected(look: &Look, is_light: bool) -> Look {
    Look {
        color_map: if look.color_by == ColorBy::Component { ColorMap::Viridis } else { ColorMap::Cividis },
        min_pixels: (2.0 * look.min_pixels).max(2.4),
        exposure: look.exposure + 1.0,
        bloom: 0.2,
        negative: look.negative || is_light,
        magnitude_spread: 0.5 * look.magnitude_spread,
        ..look.clone()
    }
}
