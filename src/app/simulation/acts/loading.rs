//! Scenes and sessions: built by a thread, taken when ready, continued on another device.

use std::sync::mpsc::{TryRecvError, channel};

use starshell::capture::load_scene;
use starshell::gpu::{Gpu, GpuError};
use starshell::physics::{Precision, Snapshot, Tuned};
use starshell::render::Followed;
use starshell::scene::{Dimension, Scene, embedded};
use starshell::session::{Pace, Session, SessionError};
use starshell::words::t;

use crate::app::simulation::{
    acts::view::projected,
    desk::Desk,
    drafts::Drafts,
    interaction::Purpose,
    loading::{Arrival, Came, Loading, SAVED},
    origin::Origin,
    rates::Rates,
    stage::{BUDGET, ELSEWHERE, begins_anew, first_target},
    statistics::Statistics,
    tuning::{Kernels, Tuner},
    undo::Past,
};

impl Desk {
    /// Takes a new session, if it is ready and the run on stage has been copied for undo.
    pub fn receive(&mut self) {
        // A run that is being saved is copied first.
        let Some(loading) = self.loading.as_mut().filter(|_| self.storage.saving.is_empty()) else {
            return;
        };
        match loading.arrives.try_recv() {
            Ok(Ok(arrival)) => loading.ready = Some(arrival),
            Ok(Err(error)) => {
                self.loading = None;
                self.drafts = Drafts::of(self.stage.session.scene());
                return self.shell.notices.warn(error.to_string());
            }
            Err(TryRecvError::Disconnected) if loading.ready.is_none() => {
                self.loading = None;
                return self.shell.notices.warn(t!("notice-not-made"));
            }
            Err(_) => {}
        }
        if loading.ready.is_none() || self.is_leaving_run() {
            return;
        }
        let Some(Loading { ready: Some(arrival), left, .. }) = self.loading.take() else { return };
        self.begin_history(arrival.session.scene());
        let is_other = arrival.origin.scene.title != self.origin.scene.title;
        match left.filter(|_| !matches!(arrival.came, Came::Past(_))) {
            Some(left) => self
                .stage
                .interaction
                .undo_stack
                .mark(left, if is_other { "undo-scene" } else { "undo-start" }),
            // No run lies between the settings of one scene and the other.
            None if is_other && !matches!(arrival.came, Came::Past(_)) => {
                self.stage.interaction.undo_stack.forget_settings()
            }
            None => {}
        }
        self.begin(arrival);
    }

    /// Whether the copy of the run on stage, to which undo returns after a new one has begun, is
    /// still on its way. Requests it.
    fn is_leaving_run(&mut self) -> bool {
        let simulation = self.stage.session.simulation();
        let has_begun = simulation.steps() > 0 || self.stage.altered.is_some();
        // Undo returns to the run before both halves of a trial.
        let is_second = self.trials.under_way.is_some_and(|trial| trial.place == 1);
        let is_kept = has_begun && self.tour.is_none() && !is_second;
        let Some(loading) = self.loading.as_mut().filter(|loading| loading.is_kept && is_kept)
        else {
            return false;
        };
        // Undo has copied it already.
        if matches!(loading.ready, Some(Arrival { came: Came::Past(_), .. })) {
            return false;
        }
        let interaction = &mut self.stage.interaction;
        if !std::mem::replace(&mut loading.is_leaving, true) {
            interaction.wanted.push(Purpose::Replace);
        }
        let is_copy = |purpose: &Purpose| matches!(purpose, Purpose::Replace);
        loading.left.is_none()
            && interaction.wanted.iter().chain(interaction.under_way.values()).any(is_copy)
    }

    /// Takes the copy of the run on stage before a new one begins.
    pub fn leave_run(&mut self, snapshot: Snapshot) {
        let left = self.past_of(snapshot);
        if let Some(loading) = &mut self.loading {
            loading.left = Some(left);
        }
    }

    /// Returns to a run with other bodies, in a session built on another thread.
    pub fn load_past(&mut self, past: Past) {
        let gpu = self.shell.gpu.clone();
        self.load_by(past.origin.scene.title.clone(), move || {
            let scene = past.scene.clone();
            let session = gpu
                .attempt(|| Session::resume(&gpu, scene, &past.snapshot, Pace::StepsPerFrame(0)))?;
            Ok(Arrival { session, origin: past.origin.clone(), came: Came::Past(Box::new(past)) })
        });
    }

    /// Takes the result of the search for the fastest kernels, if it has finished.
    pub fn receive_tuning(&mut self) {
        let Some(found) = self.tuning.search.as_ref().and_then(Tuner::found) else { return };
        self.tuning.search = None;
        let table = match found {
            Ok(table) if table.is_empty() => return,
            Ok(table) => table,
            Err(error) => return self.shell.notices.warn(error),
        };
        match self.shell.gpu.remember(Tuned::NAME, &table) {
            Ok(()) => {
                self.shell.notices.tell(t!("notice-tuned", adapter = self.shell.gpu.adapter_name()))
            }
            Err(error) => {
                self.shell.notices.warn(t!("notice-tuned-unkept", cause = error.to_string()))
            }
        }
        self.tuning.kernels = Kernels::default();
        self.replan();
    }

    /// Applies the user's choices for all sessions to a new one.
    pub fn prepare(&mut self, session: &mut Session) {
        session.set_budget(Some(BUDGET));
        if let Err(error) = session.set_members(self.tuning.members.clone()) {
            self.shell.notices.warn(error.to_string());
        }
    }

    /// Switches to another session.
    pub fn begin(&mut self, arrival: Arrival) {
        let Arrival { mut session, origin, came } = arrival;
        self.prepare(&mut session);
        let is_other =
            origin.scene != self.origin.scene || matches!(came, Came::File { .. } | Came::Past(_));
        if !is_other {
            // For the same scene, keep the user's view.
            session.set_camera(&self.stage.session.scene().camera);
            *session.look_mut() = self.stage.session.scene().look.clone();
            session.set_path(self.stage.session.scene().path.clone());
            // The body that was followed is another one now.
            session.set_follow(
                self.stage
                    .session
                    .scene()
                    .follow
                    .filter(|followed| !matches!(followed, Followed::Body(_))),
            );
        } else {
            self.viewer.flight.stop();
            self.viewer.end_travel(&mut self.stage);
            self.viewer.travel.selected = None;
            self.viewer.zoom_out = 1.0;
            if let Some(projector) = &mut self.shell.projector {
                projector.look = session.scene().look.clone();
                *session.look_mut() = projected(&projector.look, self.shell.settings.light);
            }
        }
        session.set_plain_light(self.stage.session.has_plain_light());
        self.stage.session = session;
        self.stage.altered = None;
        self.stage.interaction.let_go();
        self.stage.marks.restart();
        self.viewer.follow_scene(&mut self.stage);
        self.stage.cursor.since_kept = f32::INFINITY;
        (self.stage.cursor.waiting, self.stage.cursor.is_stored) = (None, false);
        self.stage.statistics.restart();
        match came {
            Came::Start | Came::Device => {}
            Came::File { window, curves, timeline } => {
                self.stage.altered = Some(SAVED);
                self.stage.recall(&mut self.history, timeline);
                window.into_iter().for_each(|window| self.restore_window(window));
                curves.into_iter().for_each(|curves| self.stage.reopen_curves(*curves));
            }
            Came::Past(past) => {
                let Snapshot { time, steps, .. } = past.snapshot;
                self.stage.altered =
                    past.altered.or(begins_anew(&self.stage.session, &past.snapshot));
                self.stage.statistics.restore(past.measured, time, steps);
                self.stage.pick(past.picked);
            }
        }
        self.origin = origin;
        self.drafts = Drafts::of(self.stage.session.scene());
        self.viewer.transport.remaining = 0;
        self.stage.rates = Rates::default();
        self.viewer.slow_for = self.viewer.slow_for.map(|_| 0.0);
    }

    /// Builds a session of `scene` on another thread, because a million bodies take a second.
    pub fn load(&mut self, scene: Scene, origin: Origin) {
        let gpu = self.shell.gpu.clone();
        self.load_by(origin.scene.title.clone(), move || {
            let session = gpu.attempt(|| Session::new(&gpu, scene, Pace::StepsPerFrame(0)))?;
            Ok(Arrival { session, origin, came: Came::Start })
        });
    }

    /// Builds a session on another thread.
    pub fn load_by(
        &mut self,
        title: String,
        build: impl FnOnce() -> anyhow::Result<Arrival> + Send + 'static,
    ) {
        let (sender, arrives) = channel();
        if let Some(trial) = self.trials.under_way.take() {
            self.tell_abandoned(trial);
        }
        self.loading = Some(Loading {
            title,
            arrives,
            ready: None,
            is_leaving: false,
            left: None,
            is_kept: true,
        });
        std::thread::spawn(move || {
            // Fails only if something else was requested since and the receiver is gone.
            let _ = sender.send(build());
        });
    }

    /// Loads a scene by name or path.
    pub fn open(&mut self, name_or_path: &str) {
        match load_scene(name_or_path) {
            Ok(scene) => {
                let origin = Origin::called(name_or_path, scene.clone());
                let scene = if origin.name.is_some() { self.suited(scene) } else { scene };
                self.load(scene, origin);
            }
            Err(error) => self.shell.notices.warn(error.to_string()),
        }
    }

    /// Reloads the current scene with a change.
    pub fn reload(&mut self, change: impl FnOnce(&mut Scene)) {
        let mut scene = self.stage.session.scene().clone();
        if let Some(trial) = self.trials.under_way {
            scene.physics = trial.restored(scene.physics);
        }
        change(&mut scene);
        scene.path = scene.path.map(|path| path.for_bodies(scene.count));
        self.load(scene, self.origin.clone());
    }

    /// Continues on another device, after the old one was lost (with its `cause`) or another
    /// adapter was chosen.
    ///
    /// # Errors
    /// [`SessionError`] if the new device cannot hold the session.
    pub fn recover(&mut self, gpu: &Gpu, cause: Option<&GpuError>) -> Result<(), SessionError> {
        // Its pictures are on the old device.
        self.end_filming();
        let mut scene = self.stage.session.scene().clone();
        let has_precision = scene.physics.precision.is_supported(gpu);
        if !has_precision {
            scene.physics.precision = Precision::Pair;
        }
        let kept = self.stage.interaction.newest.kept.clone();
        let session = match &kept {
            Some(snapshot) => Session::resume(gpu, scene, snapshot, Pace::StepsPerFrame(0))?,
            None => {
                self.history.clear();
                Session::new(gpu, scene, Pace::StepsPerFrame(0))?
            }
        };
        let has_moved = kept.as_ref().is_some_and(|kept| kept.steps > 0);
        let is_elsewhere =
            has_moved && (gpu.adapter_name() != self.shell.gpu.adapter_name() || !has_precision);
        let altered = match is_elsewhere {
            true => Some(ELSEWHERE),
            false => {
                kept.as_ref().and_then(|kept| self.stage.altered.or(begins_anew(&session, kept)))
            }
        };
        (self.other_view, self.captures.still) = (None, None);
        for saving in std::mem::take(&mut self.storage.saving) {
            self.shell.notices.warn(t!("notice-not-saved", path = saving.path.display()));
        }
        self.leaving.clear();
        self.history.set_beside(None);
        self.shell.gpu = gpu.clone();
        self.stage.statistics = Statistics::new(gpu);
        self.tuning.kernels = Kernels::default();
        self.stage.target = first_target(gpu)?;
        self.loading = None;
        self.tuning.search = None;
        self.begin(Arrival { session, origin: self.origin.clone(), came: Came::Device });
        self.stage.altered = altered;
        let time =
            self.stage.numbers().text(Dimension::Time, self.stage.session.simulation().time());
        match cause {
            Some(cause) => self.shell.notices.warn(t!("notice-device", cause = cause, time = time)),
            None => self.shell.notices.tell(t!(
                "notice-adapter",
                adapter = gpu.adapter_name(),
                time = time
            )),
        }
        if !has_precision {
            self.shell.notices.warn(t!("notice-no-double", adapter = gpu.adapter_name()));
        }
        Ok(())
    }

    pub fn next_scene(&mut self, by: i32) {
        let scenes = embedded();
        let place =
            scenes.iter().position(|scene| Some(scene.name) == self.origin.name).unwrap_or(0);
        let next = (place as i64 + i64::from(by)).rem_euclid(scenes.len() as i64) as usize;
        self.open(scenes[next].name);
    }
}
