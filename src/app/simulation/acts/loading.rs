//! Scenes and sessions: built by a thread, taken when ready, continued on another device.

use starshell::physics::initial::InitialState;
use starshell::scene::MAX_SEED;
use starshell::snapshot::WindowState;
use starshell::words;
use std::path::PathBuf;
use std::sync::mpsc::{TryRecvError, channel};

use starshell::capture::load_scene;
use starshell::gpu::{Gpu, GpuError};
use starshell::physics::{Precision, Snapshot, Tuned};
use starshell::render::Followed;
use starshell::scene::{Dimension, Scene, embedded};
use starshell::session::{Course, Pace, Session, SessionError};
use starshell::words::t;

use crate::app::shell::{files::Kind, state::Shell};
use crate::app::simulation::{
    acts::{auto_count, compare, film, perform, queue, series, timeline, view},
    aside::Aside,
    auto_count::{KNOWN, LATE, smaller},
    built::describe,
    desk::Desk,
    drafts::Drafts,
    interaction::Purpose,
    loading::{Arrival, Came, Loading, SAVED},
    origin::Origin,
    rates::Rates,
    run::{Run, SceneFile},
    stage::{BUDGET, ELSEWHERE, OTHERS, begins_anew, first_target},
    statistics::Statistics,
    trial::Trial,
    tuning::{Kernels, Tuner, Tuning},
    undo::Past,
    viewer::Viewer,
};
use crate::explained::explained;

impl Desk {
    /// Takes a new session, if it is ready and the run on stage has been copied for undo.
    pub fn receive(&mut self) {
        // A run that is being saved is copied first.
        let Some(loading) =
            self.run.loading.as_mut().filter(|_| self.run.captures.saving.is_empty())
        else {
            return;
        };
        match loading.arrives.try_recv() {
            Ok(Ok(arrival)) => loading.ready = Some(arrival),
            Ok(Err(error)) => {
                self.run.loading = None;
                self.drafts = Drafts::new(self.run.stage.session.scene());
                return self.shell.notices.warn(explained(&*error));
            }
            Err(TryRecvError::Disconnected) if loading.ready.is_none() => {
                self.run.loading = None;
                return self.shell.notices.warn(t!("notice-not-made"));
            }
            Err(_) => {}
        }
        let lays_aside = self.shell.is_teaching && matches!(self.aside, Aside::Due);
        if loading.ready.is_none() || !lays_aside && is_leaving_run(&mut self.run) {
            return;
        }
        let Some(Loading { ready: Some(arrival), left, .. }) = self.run.loading.take() else {
            return;
        };
        if lays_aside {
            return self.begin(arrival);
        }
        compare::begin_history(
            &mut self.shell,
            &mut self.run,
            &mut self.drafts,
            arrival.session.scene(),
        );
        let is_other = arrival.origin.scene.title != self.run.origin.scene.title;
        match left.filter(|_| !matches!(arrival.came, Came::Past(_))) {
            Some(left) => self
                .run
                .stage
                .interaction
                .undo_stack
                .mark(left, if is_other { "undo-scene" } else { "undo-start" }),
            // No run lies between the settings of one scene and the other.
            None if is_other && !matches!(arrival.came, Came::Past(_)) => {
                self.run.stage.interaction.undo_stack.forget_settings()
            }
            None => {}
        }
        self.begin(arrival);
    }

    /// Switches to another session.
    pub fn begin(&mut self, arrival: Arrival) {
        let Arrival { mut session, origin, came } = arrival;
        prepare(&mut self.shell, &self.tuning, &mut session);
        let lays_aside = self.shell.is_teaching && matches!(self.aside, Aside::Due);
        let is_other = lays_aside
            || origin.scene != self.run.origin.scene
            || matches!(came, Came::File { .. } | Came::Film(_) | Came::Past(_) | Came::Moment(..));
        if !is_other {
            // For the same scene, keep the user's view.
            session.viewing().set_camera(&self.run.stage.session.scene().camera);
            *session.viewing().look_mut() = self.run.stage.session.scene().look.clone();
            session.viewing().set_path(self.run.stage.session.scene().path.clone());
            // The body that was followed is another one now.
            session.viewing().set_follow(
                self.run
                    .stage
                    .session
                    .scene()
                    .follow
                    .filter(|followed| !matches!(followed, Followed::Body(_))),
            );
        } else {
            self.viewer.flight.stop();
            if !lays_aside {
                self.viewer.end_travel(&mut self.run.stage);
            }
            self.viewer.travel.selected = None;
            self.viewer.zoom_out = 1.0;
            (self.viewer.tools.kind, self.viewer.tools.mass) = (None, None);
        }
        if lays_aside {
            if let Err(error) = self.lay_aside(session, origin.clone()) {
                return self.shell.notices.warn(explained(&error));
            }
        } else {
            self.run.stage.session = session;
        }
        if is_other {
            view::project_anew(&mut self.shell, &mut self.run);
        }
        self.run.stage.course = Course::default();
        self.run.stage.interaction.let_go();
        self.run.stage.marks.restart();
        self.viewer.follow_scene(&mut self.run.stage);
        self.run.stage.cursor.since_kept = f32::INFINITY;
        (self.run.stage.cursor.waiting, self.run.stage.cursor.is_stored) = (None, false);
        self.run.stage.statistics.restart();
        // On another device, the film shows the same moment again.
        let film_time = self.run.stage.reel.time.filter(|_| matches!(came, Came::Device));
        self.run.stage.reel.leave();
        self.run.stage.reel.time = film_time;
        match came {
            Came::Start | Came::Device => {}
            Came::Film(reel) => {
                self.viewer.replay(0);
                series::begin(&mut self.run.stage, &mut self.run.history, *reel);
            }
            Came::File { window, curves, timeline } => {
                self.run.stage.course.alter(SAVED);
                self.run.stage.recall(&mut self.run.history, timeline);
                window
                    .into_iter()
                    .for_each(|window| restore_window(&mut self.shell, &mut self.viewer, window));
                curves.into_iter().for_each(|curves| self.run.stage.reopen_curves(*curves));
            }
            Came::Moment(course, told) => {
                self.shell.notices.tell(told);
                self.viewer.transport.is_playing = false;
                self.take_moment(*course);
            }
            Came::Past(past) => {
                let Snapshot { time, steps, .. } = past.snapshot;
                self.run.stage.course = past.course;
                begins_anew(&self.run.stage.session, &past.snapshot)
                    .into_iter()
                    .for_each(|why| self.run.stage.course.alter(why));
                self.run.stage.statistics.restore(past.measured, time, steps);
                self.run.stage.pick(past.picked);
            }
        }
        self.run.origin = origin;
        self.run.is_of_lesson = self.shell.is_teaching;
        self.drafts = Drafts::new(self.run.stage.session.scene());
        self.viewer.transport.remaining = 0;
        self.run.stage.rates = Rates::default();
        self.viewer.slow_for = self.viewer.slow_for.map(|_| 0.0);
    }

    /// Goes on as the run of a picture came to its moment.
    fn take_moment(&mut self, course: Course) {
        let stage = &mut self.run.stage;
        // What the settings let compute from now on rounds in another way.
        let now = stage.session.computing().present();
        let is_other = course.setup().is_some_and(|setup| setup.members != now);
        stage.course = course;
        if is_other {
            stage.course.alter(OTHERS);
        }
    }

    /// Continues on another device, after the old one was lost (with its `cause`) or another
    /// adapter was chosen.
    ///
    /// # Errors
    /// [`SessionError`] if the new device cannot hold the session.
    pub fn recover(&mut self, gpu: &Gpu, cause: Option<&GpuError>) -> Result<(), SessionError> {
        // Its pictures are on the old device.
        film::end_filming(&mut self.shell, &mut self.run);
        let precision = self.run.stage.session.scene().physics.precision;
        let has_precision = precision.is_supported(gpu);
        let kept = self.run.stage.interaction.newest.kept.clone();
        let session = session_on(gpu, &mut self.run)?;
        self.recover_aside(gpu);
        let has_moved = kept.as_ref().is_some_and(|kept| kept.steps > 0);
        let is_elsewhere =
            has_moved && (gpu.adapter_name() != self.shell.gpu.adapter_name() || !has_precision);
        let altered = match is_elsewhere {
            true => Some(ELSEWHERE),
            false => kept.as_ref().and_then(|kept| {
                let course = &self.run.stage.course;
                // The copy may be older than the last edits.
                let lost = course.is_edited().then_some(ELSEWHERE);
                course.altered().or(lost).or(begins_anew(&session, kept))
            }),
        };
        self.run.other_view = None;
        queue::empty(&mut self.shell, &mut self.run);
        for saving in std::mem::take(&mut self.run.captures.saving) {
            self.shell.notices.warn(t!("notice-not-saved", path = saving.path.display()));
        }
        self.run.leaving.clear();
        self.run.history.set_beside(None);
        self.shell.gpu = gpu.clone();
        self.run.stage.statistics = Statistics::new(gpu);
        self.tuning.kernels = Kernels::default();
        self.run.stage.target = first_target(gpu)?;
        self.run.loading = None;
        self.tuning.search = None;
        self.begin(Arrival { session, origin: self.run.origin.clone(), came: Came::Device });
        altered.into_iter().for_each(|why| self.run.stage.course.alter(why));
        let time = self
            .run
            .stage
            .numbers()
            .text(Dimension::Time, self.run.stage.session.simulation().time());
        match cause {
            Some(cause) => {
                self.shell.notices.warn(t!("notice-device", cause = explained(cause), time = time))
            }
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
}

/// A session on another device that goes on from the last copy of a run, or from its start if there is
/// none.
///
/// # Errors
/// [`SessionError`] if the device cannot hold it.
pub fn session_on(gpu: &Gpu, run: &mut Run) -> Result<Session, SessionError> {
    let mut scene = run.stage.session.scene().clone();
    if !scene.physics.precision.is_supported(gpu) {
        scene.physics.precision = Precision::Pair;
    }
    match &run.stage.interaction.newest.kept {
        Some(snapshot) => Session::resume(gpu, scene, snapshot, Pace::StepsPerFrame(0)),
        None => {
            run.history.clear();
            Session::new(gpu, scene, Pace::StepsPerFrame(0))
        }
    }
}

/// Whether the copy of the run on stage, to which undo returns after a new one has begun, is
/// still on its way. Requests it.
fn is_leaving_run(run: &mut Run) -> bool {
    let simulation = run.stage.session.simulation();
    let has_begun = simulation.steps() > 0 || run.stage.course.is_edited();
    // Undo returns to the run before both halves of a trial.
    let is_second = run.trials.under_way.is_some_and(|trial| trial.place == 1);
    let is_kept = has_begun && run.tour.is_none() && !is_second;
    let Some(loading) = run.loading.as_mut().filter(|loading| loading.is_kept && is_kept) else {
        return false;
    };
    // Undo has copied it already.
    if matches!(loading.ready, Some(Arrival { came: Came::Past(_), .. })) {
        return false;
    }
    let interaction = &mut run.stage.interaction;
    if !std::mem::replace(&mut loading.is_leaving, true) {
        interaction.wanted.push(Purpose::Replace);
    }
    let is_copy = |purpose: &Purpose| matches!(purpose, Purpose::Replace);
    loading.left.is_none()
        && interaction.wanted.iter().chain(interaction.under_way.values()).any(is_copy)
}

/// Returns to a run with other bodies, in a session built on another thread.
pub fn load_past(shell: &mut Shell, run: &mut Run, past: Past) {
    let gpu = shell.gpu.clone();
    load_by(shell, run, past.origin.scene.title.clone(), move || {
        let scene = past.scene.clone();
        let session =
            gpu.attempt(|| Session::resume(&gpu, scene, &past.snapshot, Pace::StepsPerFrame(0)))?;
        Ok(Arrival { session, origin: past.origin.clone(), came: Came::Past(Box::new(past)) })
    });
}

/// Takes the result of the search for the fastest kernels, if it has finished.
pub fn receive_tuning(shell: &mut Shell, run: &mut Run, tuning: &mut Tuning) {
    let Some(found) = tuning.search.as_ref().and_then(Tuner::found) else { return };
    tuning.search = None;
    let table = match found {
        Ok(table) if table.is_empty() => return,
        Ok(table) => table,
        Err(error) => return shell.notices.warn(error),
    };
    match shell.gpu.findings().remember(Tuned::NAME, &table) {
        Ok(()) => shell.notices.tell(t!("notice-tuned", adapter = shell.gpu.adapter_name())),
        Err(error) => shell.notices.warn(t!("notice-tuned-unkept", cause = explained(&error))),
    }
    tuning.kernels = Kernels::default();
    perform::replan(shell, run);
}

/// Applies the user's choices for all sessions to a new one.
pub fn prepare(shell: &mut Shell, tuning: &Tuning, session: &mut Session) {
    session.set_budget(Some(BUDGET));
    if let Err(error) = session.computing_mut().set_members(tuning.members.clone()) {
        shell.notices.warn(explained(&error));
    }
}

/// Builds a session of `scene` on another thread, because a million bodies take a second.
pub fn load(shell: &mut Shell, run: &mut Run, scene: Scene, origin: Origin) {
    let gpu = shell.gpu.clone();
    load_by(shell, run, origin.scene.title.clone(), move || {
        let session = gpu.attempt(|| Session::new(&gpu, scene, Pace::StepsPerFrame(0)))?;
        Ok(Arrival { session, origin, came: Came::Start })
    });
}

/// Builds a session on another thread.
pub fn load_by(
    shell: &mut Shell,
    run: &mut Run,
    title: String,
    build: impl FnOnce() -> anyhow::Result<Arrival> + Send + 'static,
) {
    let (sender, arrives) = channel();
    if let Some(trial) = run.trials.under_way.take() {
        tell_abandoned(shell, run, trial);
    }
    run.file = None;
    run.loading = Some(Loading {
        title,
        arrives,
        ready: None,
        is_leaving: false,
        left: None,
        is_kept: true,
        alive: None,
        told: None,
    });
    std::thread::spawn(move || {
        // Fails only if something else was requested since and the receiver is gone.
        let _ = sender.send(build());
    });
}

/// Loads a scene by name or path.
pub fn open(shell: &mut Shell, run: &mut Run, name_or_path: &str) {
    match load_scene(name_or_path) {
        Ok(scene) => {
            let origin = Origin::called(name_or_path, scene.clone());
            let scene =
                if origin.name.is_some() { auto_count::suited(shell, run, scene) } else { scene };
            load(shell, run, scene, origin);
            let path = PathBuf::from(name_or_path);
            if Kind::from_path(&path) == Some(Kind::Scene) && path.is_file() {
                run.file = Some(SceneFile::new(path));
            }
        }
        Err(error) => shell.notices.warn(explained(&error)),
    }
}

/// Shows the beginning of a film, or begins the run again.
pub fn restart(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer) {
    match run.stage.reel.span() {
        Some([start, _]) => timeline::look_back(shell, run, viewer, start),
        None => reload(shell, run, |_| ()),
    }
}

/// Reloads the current scene with a change.
pub fn reload(shell: &mut Shell, run: &mut Run, change: impl FnOnce(&mut Scene)) {
    let mut scene = run.stage.session.scene().clone();
    if let Some(trial) = run.trials.under_way {
        scene.physics = trial.restored(scene.physics);
    }
    scene.guests.clear();
    change(&mut scene);
    scene.path = scene.path.map(|path| path.for_bodies(scene.count));
    let file = run.file.take();
    load(shell, run, scene, run.origin.clone());
    run.file = file;
}

pub fn next_scene(shell: &mut Shell, run: &mut Run, by: i32) {
    let scenes = embedded();
    let place = scenes.iter().position(|scene| Some(scene.name) == run.origin.name).unwrap_or(0);
    let next = (place as i64 + i64::from(by)).rem_euclid(scenes.len() as i64) as usize;
    open(shell, run, scenes[next].name);
}

/// Restarts with other bodies. If only their number changes, a classic scene keeps its total
/// mass.
pub fn set_bodies(
    shell: &mut Shell,
    run: &mut Run,
    count: usize,
    seed: u64,
    initial: InitialState,
) {
    run.auto_count.choose();
    let (mut mass, before) = (None, run.stage.session.scene().count);
    let origin = run.origin.scene.clone();
    reload(shell, run, |scene| {
        scene.seed = seed.min(MAX_SEED);
        if scene.initial == initial {
            mass = scene.set_count(count);
        } else {
            (scene.count, scene.initial) = (count, initial);
            describe(scene, &origin);
        }
    });
    if let Some(mass) = mass {
        let (of, all) = (words::number(mass), words::number(mass * count as f64));
        shell.notices.tell(t!(
            "notice-mass",
            before = words::grouped(before as u64),
            of = of,
            all = all
        ));
    }
}

/// Restarts a scene that is too slow for this machine with as many bodies as run smoothly,
/// unless the user has chosen how many there are.
pub fn suit_machine(shell: &mut Shell, run: &mut Run, viewer: &Viewer, elapsed: f32) {
    let Some(seconds) = &mut run.auto_count.unchosen else { return };
    *seconds += elapsed.min(1.0);
    if *seconds > LATE
        || run.stage.course.is_edited()
        || run.captures.filming.is_some()
        || run.other_view.is_some()
    {
        return run.auto_count.choose();
    }
    if *seconds < KNOWN
        || run.loading.is_some()
        || !run.captures.queue.is_empty()
        || !viewer.transport.is_playing
    {
        return;
    }
    let scene = run.stage.session.scene();
    if let Some(speed) = run.stage.session.computing().work_per_second()
        && let Some(count) = smaller(&shell.gpu, scene, speed)
    {
        let scene = scene.clone();
        auto_count::tell_suited(shell, run, &scene, count, speed);
        run.auto_count.choose();
        run.auto_count.chosen.insert(scene.title, count);
        reload(shell, run, |scene| {
            scene.set_count(count);
        });
        // Nothing is lost that undo should bring back.
        if let Some(loading) = &mut run.loading {
            loading.is_kept = false;
        }
    }
}

/// Draws over the picture what was drawn when a run was saved, and pauses if it was paused
/// then.
pub fn restore_window(shell: &mut Shell, viewer: &mut Viewer, window: WindowState) {
    let WindowState { axes, grid, scale_bar, legend, paused } = window;
    let settings = &mut shell.settings;
    (
        settings.guides.axes,
        settings.guides.grid,
        settings.guides.scale_bar,
        settings.guides.legend,
    ) = (axes, grid, scale_bar, legend);
    viewer.transport.is_playing &= !paused;
}

pub fn tell_abandoned(shell: &mut Shell, run: &Run, trial: Trial) {
    let moment = |time| run.stage.numbers().text(Dimension::Time, time);
    let time = moment(run.stage.session.simulation().time());
    shell.notices.tell(t!("trial-ended", time = time, goal = moment(trial.goal)));
}
