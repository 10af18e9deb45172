//! Saving and opening runs and scenes.

use std::path::{Path, PathBuf};

use starshell::exchange::series::{self, Series};
use starshell::exchange::snapshots::write::Output;
use starshell::exchange::{Reading, convert};
use starshell::file;
use starshell::gpu::GpuError;
use starshell::physics::{Carried, Snapshot};
use starshell::scene::Dimension;
use starshell::session::{Clock, Pace, Session};
use starshell::snapshot::{Checkpoint, ENDING, Film, WindowState};
use starshell::words::{self, t};

use crate::app::commands::{Command, Intent};
use crate::app::shell::{
    files::{Kind, remember, table_without_bodies},
    settings::Guides,
    state::Shell,
};
use crate::app::simulation::history::{Branch, Moment};
use crate::app::simulation::{
    acts::{loading, moment, preview},
    aside::Aside,
    desk::Desk,
    interaction::Purpose,
    loading::{Arrival, Came},
    offline::Offline,
    origin::Origin,
    preview::Incoming,
    reel::Reel,
    rescue::{self, Rescue},
    run::Run,
    saving::Saving,
    screenshot::write_by,
    viewer::Viewer,
};
use crate::explained::explained;

impl Desk {
    /// Stores the newest state for recovery from a crash.
    pub fn keep_for_rescue(&mut self, elapsed: f32) {
        let Some(mut rescue) = self.rescue.take() else { return };
        // A lesson's scenes are begun again with the lesson.
        let run = if let Aside::Run(run) = &self.aside { run } else { &self.run };
        let newest = &run.stage.interaction.newest;
        match rescue.advance(elapsed, newest.kept.as_ref(), |snapshot| {
            let carried = newest.carried.clone();
            Checkpoint { carried, ..run_of(&self.shell, run, &self.viewer, snapshot) }
        }) {
            Ok(()) => self.rescue = Some(rescue),
            // It would fail again and again.
            Err(error) => {
                self.shell.notices.warn(t!("notice-no-rescue", cause = explained(&error)))
            }
        }
    }
}

/// Opens the dialogue, or closes it.
pub fn show_files(shell: &mut Shell, run: &Run, intent: Option<Intent>) {
    let name = run.capture_name();
    shell.show_files(intent, || format!("{name}.{ENDING}"));
}

/// Saves the run or, by the ending of the name, its scene or its bodies for another program.
pub fn save(shell: &mut Shell, run: &mut Run, path: PathBuf) {
    match Kind::from_path(&path) {
        Some(Kind::Scene) if run.has_no_scene_file(shell) => {}
        Some(Kind::Scene) => {
            let text = run.stage.session.scene().to_toml();
            write(shell, run, path, move |path| Ok(file::write(path, text.as_bytes())?));
        }
        // Another edit may be about to replace the bodies.
        _ if run.stage.interaction.is_waiting() => shell.ask(Command::Save(path)),
        _ => run.stage.interaction.wanted.push(Purpose::Save(path)),
    }
}

/// Writes a file in a thread, and remembers it as recent.
pub fn write(
    shell: &mut Shell,
    run: &mut Run,
    path: PathBuf,
    write: impl FnOnce(&Path) -> anyhow::Result<()> + Send + 'static,
) {
    remember(&mut shell.settings.recent, &path);
    match write_by("save", "no thread to write the file", move || write(&path).map(|()| path)) {
        Ok(writing) => run.captures.writing.push(writing),
        Err(error) => shell.notices.warn(explained(&*error)),
    }
}

/// Takes the bodies of a run to be saved.
pub fn take_saving(shell: &Shell, run: &mut Run, path: &Path, mut saved: Checkpoint) {
    if shell.settings.collection.timeline {
        let until = saved.snapshot.time;
        let moments = run
            .line()
            .into_iter()
            .flat_map(Branch::moments)
            .filter(|moment| moment.time() <= until);
        saved.timeline = moments.map(|moment| (moment.snapshot(), *moment.physics())).collect();
    }
    if let Some(saving) =
        run.captures.saving.iter_mut().find(|saving| saving.run.is_none() && saving.path == path)
    {
        saving.run = Some(saved);
    }
}

/// The run on stage at `snapshot`, as it is saved, without trails.
pub fn run_of(shell: &Shell, run: &Run, viewer: &Viewer, snapshot: Snapshot) -> Checkpoint {
    let Guides { axes, grid, scale_bar, legend, .. } = shell.settings.guides;
    let paused = !viewer.transport.is_playing;
    let window = Some(WindowState { axes, grid, scale_bar, legend, paused });
    let curves = run.stage.statistics.measurements().curves().until(snapshot.steps, snapshot.time);
    let origin = run.origin.scene.clone();
    Checkpoint {
        origin,
        window,
        curves: Some(curves),
        ..Checkpoint::new(run.stage.session.scene().clone(), snapshot)
    }
}

/// Writes the runs whose copies have arrived.
///
/// # Errors
/// [`GpuError::Lost`].
pub fn collect_saving(shell: &mut Shell, run: &mut Run) -> Result<(), GpuError> {
    for mut saving in std::mem::take(&mut run.captures.saving) {
        if saving.run.is_none() && !is_copying(run, &saving.path) {
            run.captures.planned.retain(|plan| plan.path != saving.path);
            shell.notices.warn(t!("notice-not-saved", path = saving.path.display()));
            continue;
        }
        if let (Some(saved), Some(copy)) = (&mut saving.run, &mut saving.trails)
            && let Some(points) = copy.collect()?
        {
            (saved.trails, saving.trails) = (Some(points), None);
        }
        match saving {
            Saving { path, run: Some(saved), trails: None }
                if let Some(place) =
                    run.captures.planned.iter().position(|plan| plan.path == path) =>
            {
                let plan = run.captures.planned.remove(place);
                run.captures.films.push_back(Offline::new(plan, saved));
            }
            Saving { path, run: Some(saved), trails: None } => {
                write(shell, run, path, move |path| match Output::from_path(path) {
                    Some(output) => Ok(convert::file(path, output, &saved.exported())?),
                    None => Ok(saved.write(path)?),
                });
            }
            unfinished => run.captures.saving.push(unfinished),
        }
    }
    Ok(())
}

/// Whether the bodies of a run to be saved to `path` are still on their way. A change of the
/// bodies may have dropped them.
fn is_copying(run: &Run, path: &Path) -> bool {
    let is_for_it = |purpose: &Purpose| matches!(purpose, Purpose::Save(other) if other == path);
    let stages =
        std::iter::once(&run.stage).chain(run.other_view.as_ref().map(|beside| &beside.stage));
    stages.into_iter().any(|stage| {
        stage.interaction.wanted.iter().chain(stage.interaction.under_way.values()).any(is_for_it)
    })
}

/// Opens a saved run, a scene by its path, or a preview of bodies.
pub fn open_file(shell: &mut Shell, run: &mut Run, incoming: &mut Option<Incoming>, path: PathBuf) {
    if path.is_dir() {
        return open_series(shell, run, path);
    }
    if let Some(key) = table_without_bodies(&path) {
        return shell.notices.tell_long(words::text(key, &[("path", path.display().to_string())]));
    }
    let kind = Kind::from_path(&path);
    if !path.is_file() {
        shell.settings.recent.retain(|recent| *recent != path);
    } else if kind.is_some() {
        remember(&mut shell.settings.recent, &path);
    }
    match kind {
        Some(Kind::Run) => open_run(shell, run, path),
        Some(Kind::Bodies) => preview::import(incoming, path),
        Some(Kind::Scene) | None if moment::open(shell, run, &path) => {}
        Some(Kind::Scene) | None => loading::open(shell, run, &path.to_string_lossy()),
    }
}

/// Opens the snapshots of a folder as a film, on another thread.
fn open_series(shell: &mut Shell, run: &mut Run, folder: PathBuf) {
    let title = folder.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let gpu = shell.gpu.clone();
    loading::load_by(shell, run, title, move || {
        let files = series::files(&folder.to_string_lossy())?.unwrap_or_default();
        let series = Series::open(&files, &Reading::default())?;
        series.check()?;
        let measures = series.measures().cloned();
        let film = Film::new(series, measures)?;
        let mut scene = film.scene().clone();
        // Its pictures name the columns of each moment.
        scene.initial.forget_columns();
        let (reel, origin) = (Reel::begin(film)?, Origin::new(scene.clone()));
        let session = gpu.attempt(|| reel.session(&gpu, scene, Pace::StepsPerFrame(0)))?;
        Ok(Arrival { session, origin, came: Came::Film(Box::new(reel)) })
    });
}

/// Continues a saved run, built on another thread.
pub fn open_run(shell: &mut Shell, run: &mut Run, path: PathBuf) {
    let title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let gpu = shell.gpu.clone();
    loading::load_by(shell, run, title, move || {
        let saved = Checkpoint::read(&path)?;
        let clock = Clock::after(
            saved.snapshot.steps,
            Pace::StepsPerFrame(0),
            saved.scene.physics.time_step,
        );
        let session = gpu.attempt(|| Session::reopen(&gpu, &saved, clock))?;
        let (window, curves) = (saved.window, saved.curves.map(Box::new));
        let timeline = saved
            .timeline
            .into_iter()
            .map(|(snapshot, physics)| Moment::new(snapshot, physics))
            .collect();
        Ok(Arrival {
            session,
            origin: Origin::new(saved.origin),
            came: Came::File { window, curves, timeline },
        })
    });
}

/// Stores the newest state of a window that has failed. Returns whether the next one has a run
/// to continue.
pub fn leave(shell: &Shell, run: &mut Run, viewer: &Viewer, rescue: Rescue) -> bool {
    let (newest, carried) = newest(run);
    rescue.leave(newest.as_ref(), |snapshot| Checkpoint {
        carried,
        ..run_of(shell, run, viewer, snapshot)
    })
}

/// Stores the newest state of a window that is closed, from which the next one may go on.
pub fn end(shell: &Shell, run: &mut Run, viewer: &Viewer, rescue: Rescue) {
    // The copy of many bodies would only be thrown away.
    let (newest, carried) = match rescue::can_store(run.stage.session.simulation()) {
        true => newest(run),
        false => (None, None),
    };
    rescue.end(newest.as_ref(), |snapshot| Checkpoint {
        carried,
        ..run_of(shell, run, viewer, snapshot)
    });
}

/// The newest state of the run on stage, and what it carries from step to step there.
fn newest(run: &Run) -> (Option<Snapshot>, Option<Carried>) {
    let carried = run.stage.session.simulation().carried().ok().flatten();
    let simulation = run.stage.session.simulation();
    let (time, steps) = (simulation.time(), simulation.steps());
    // Without its device, the last copy is the newest.
    let now = simulation.state().ok().map(|state| Snapshot { time, steps, state });
    let newest = &run.stage.interaction.newest;
    let carried = if now.is_some() { carried } else { newest.carried.clone() };
    (now.or_else(|| newest.kept.clone()), carried)
}

/// What the next start says about the run that it may go on with.
pub fn left_off(run: &Run) -> Option<String> {
    let simulation = run.stage.session.simulation();
    let is_stored = simulation.steps() > 0 && rescue::can_store(simulation);
    is_stored.then(|| {
        let time = run.stage.numbers().text(Dimension::Time, simulation.time());
        let title = run.stage.session.scene().spoken_title();
        t!("welcome-left-off", title = title, time = time)
    })
}

/// Goes on with the run of the window that was closed last.
pub fn go_on(shell: &mut Shell, run: &mut Run, rescue: &mut Option<Rescue>) {
    let last = rescue.as_ref().and_then(Rescue::last).map(Path::to_owned);
    rescue.iter_mut().for_each(Rescue::pass);
    last.into_iter().for_each(|last| open_run(shell, run, last));
}

/// Continues or discards the run that an earlier window left behind.
pub fn answer_rescue(
    shell: &mut Shell,
    run: &mut Run,
    rescue: &mut Option<Rescue>,
    is_wanted: bool,
) {
    let Some(rescue) = rescue else { return };
    let left = rescue.offer().map(Path::to_owned);
    rescue.answer(is_wanted);
    if let Some(left) = left.filter(|_| is_wanted) {
        open_run(shell, run, left);
    }
}
