//! Saving and opening runs and scenes.

use std::path::{Path, PathBuf};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use starshell::file;
use starshell::gpu::GpuError;
use starshell::physics::Snapshot;
use starshell::session::{Branch, Clock, Pace, Session};
use starshell::snapshot::{Checkpoint, ENDING, WindowState};
use starshell::words::t;

use crate::app::commands::{Command, Intent};
use crate::app::shell::{
    files::{Kind, remember},
    settings::Guides,
};
use crate::app::simulation::{
    desk::Desk,
    interaction::Purpose,
    loading::{Arrival, Came},
    origin::Origin,
    rescue::Rescue,
    saving::Saving,
    screenshot::{Writing, write_by},
};

impl Desk {
    /// Opens the dialogue, or closes it.
    pub fn show_files(&mut self, intent: Option<Intent>) {
        let name = self.file_name();
        self.shell.show_files(intent, || format!("{name}.{ENDING}"));
    }

    /// The scene as the beginning of a file name.
    pub fn file_name(&self) -> String {
        self.origin.name.map_or_else(|| plain(&self.origin.scene.title), str::to_owned)
    }

    /// Saves the run or, under a name that ends in .toml, its scene.
    pub fn save(&mut self, path: PathBuf) {
        match Kind::of(&path) {
            Some(Kind::Scene) if self.has_no_scene_file() => {}
            Some(Kind::Scene) => {
                let text = self.stage.session.scene().to_toml();
                self.write(path, move |path| Ok(file::write(path, text.as_bytes())?));
            }
            // Another edit may be about to replace the bodies.
            _ if self.stage.interaction.is_waiting() => self.shell.ask(Command::Save(path)),
            _ => self.stage.interaction.wanted.push(Purpose::Save(path)),
        }
    }

    /// Writes a file in a thread, and remembers it as recent.
    pub fn write(
        &mut self,
        path: PathBuf,
        write: impl FnOnce(&Path) -> anyhow::Result<()> + Send + 'static,
    ) {
        remember(&mut self.shell.settings.recent, &path);
        match write_by("save", "no thread to write the file", move || write(&path).map(|()| path)) {
            Ok(writing) => self.captures.writing.push(writing),
            Err(error) => self.shell.notices.warn(error.to_string()),
        }
    }

    /// Takes the bodies of a run to be saved.
    pub fn take_saving(&mut self, path: &Path, snapshot: Snapshot) {
        let mut run = self.run_of(snapshot);
        if self.shell.settings.collection.timeline {
            let until = run.snapshot.time;
            let moments = self
                .line()
                .into_iter()
                .flat_map(Branch::moments)
                .filter(|moment| moment.time() <= until);
            run.timeline = moments.map(|moment| (moment.snapshot(), *moment.physics())).collect();
        }
        if let Some(saving) = self
            .storage
            .saving
            .iter_mut()
            .find(|saving| saving.run.is_none() && saving.path == path)
        {
            saving.run = Some(run);
        }
    }

    /// The run on stage at `snapshot`, as it is saved, without trails.
    pub fn run_of(&self, snapshot: Snapshot) -> Checkpoint {
        let Guides { axes, grid, scale_bar, legend, .. } = self.shell.settings.guides;
        let paused = !self.viewer.transport.is_playing;
        let window = Some(WindowState { axes, grid, scale_bar, legend, paused });
        let curves =
            self.stage.statistics.measurements().curves().until(snapshot.steps, snapshot.time);
        let origin = self.origin.scene.clone();
        Checkpoint {
            origin,
            window,
            curves: Some(curves),
            ..Checkpoint::new(self.stage.session.scene().clone(), snapshot)
        }
    }

    /// Writes the runs whose copies have arrived.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect_saving(&mut self) -> Result<(), GpuError> {
        for mut saving in std::mem::take(&mut self.storage.saving) {
            if saving.run.is_none() && !self.is_copying(&saving.path) {
                self.shell.notices.warn(t!("notice-not-saved", path = saving.path.display()));
                continue;
            }
            if let (Some(run), Some(copy)) = (&mut saving.run, &mut saving.trails)
                && let Some(points) = copy.collect()?
            {
                (run.trails, saving.trails) = (Some(points), None);
            }
            match saving {
                Saving { path, run: Some(run), trails: None } => {
                    self.write(path, move |path| Ok(run.write(path)?))
                }
                unfinished => self.storage.saving.push(unfinished),
            }
        }
        Ok(())
    }

    /// Whether the bodies of a run to be saved to `path` are still on their way. A change of the
    /// bodies may have dropped them.
    fn is_copying(&self, path: &Path) -> bool {
        let is_for_it =
            |purpose: &Purpose| matches!(purpose, Purpose::Save(other) if other == path);
        let stages = std::iter::once(&self.stage)
            .chain(self.other_view.as_ref().map(|beside| &beside.stage));
        stages.into_iter().any(|stage| {
            stage
                .interaction
                .wanted
                .iter()
                .chain(stage.interaction.under_way.values())
                .any(is_for_it)
        })
    }

    /// Waits for the copies of runs that are being saved, when the window is closed, until `end` at
    /// the latest.
    pub fn finish_saving(&mut self, end: Instant) {
        // Threads read the copies of many bodies.
        while !self.storage.saving.is_empty() && Instant::now() < end {
            let arrived = self
                .shell
                .gpu
                .wait()
                .and_then(|()| self.collect_stage())
                .and_then(|()| self.collect_saving());
            if arrived.is_err() {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Ends a recording, waits up to `patience` for pictures and videos to be drawn and written,
    /// and returns their errors. A picture that takes longer is abandoned.
    pub fn finish_writing(&mut self, patience: Duration) -> Vec<anyhow::Error> {
        self.end_filming();
        let end = Instant::now() + patience;
        self.finish_picture(end);
        self.finish_saving(end);
        let failure = |writing: Writing| match writing
            .recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            Ok(written) => written.err(),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = patience.as_secs();
                Some(anyhow!(
                    "a picture or video was not complete after {seconds} s; a video is in its .partial file"
                ))
            }
            Err(RecvTimeoutError::Disconnected) => None,
        };
        self.captures.writing.drain(..).filter_map(failure).collect()
    }

    /// Opens a saved run, a scene by its path, or a preview of bodies.
    pub fn open_file(&mut self, path: PathBuf) {
        let kind = Kind::of(&path);
        if !path.is_file() {
            self.shell.settings.recent.retain(|recent| *recent != path);
        } else if kind.is_some() {
            remember(&mut self.shell.settings.recent, &path);
        }
        match kind {
            Some(Kind::Run) => self.open_run(path),
            Some(Kind::Bodies) => self.import(path),
            Some(Kind::Scene) | None => self.open(&path.to_string_lossy()),
        }
    }

    /// Continues a saved run, built on another thread.
    pub fn open_run(&mut self, path: PathBuf) {
        let gpu = self.shell.gpu.clone();
        let title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        self.load_by(title, move || {
            let run = Checkpoint::read(&path)?;
            let clock = Clock::after(
                run.snapshot.steps,
                Pace::StepsPerFrame(0),
                run.scene.physics.time_step,
            );
            let session = gpu.attempt(|| Session::reopen(&gpu, &run, clock))?;
            let (window, curves, timeline) = (run.window, run.curves.map(Box::new), run.timeline);
            Ok(Arrival {
                session,
                origin: Origin::of(run.origin),
                came: Came::File { window, curves, timeline },
            })
        });
    }

    /// Draws over the picture what was drawn when a run was saved, and pauses if it was paused
    /// then.
    pub fn restore_window(&mut self, window: WindowState) {
        let WindowState { axes, grid, scale_bar, legend, paused } = window;
        let settings = &mut self.shell.settings;
        (
            settings.guides.axes,
            settings.guides.grid,
            settings.guides.scale_bar,
            settings.guides.legend,
        ) = (axes, grid, scale_bar, legend);
        self.viewer.transport.is_playing &= !paused;
    }

    /// Stores the newest state for recovery from a crash.
    pub fn keep_for_rescue(&mut self, elapsed: f32) {
        let Some(mut rescue) = self.storage.rescue.take() else { return };
        let newest = self.stage.interaction.newest.kept.as_ref();
        match rescue.advance(elapsed, newest, |snapshot| self.run_of(snapshot)) {
            Ok(()) => self.storage.rescue = Some(rescue),
            // It would fail again and again.
            Err(error) => {
                self.shell.notices.warn(t!("notice-no-rescue", cause = error.to_string()))
            }
        }
    }

    /// Stores the newest state of a window that has failed. Returns whether the next one has a run
    /// to continue.
    pub fn leave(&self, rescue: Rescue) -> bool {
        let simulation = self.stage.session.simulation();
        let (time, steps) = (simulation.time(), simulation.steps());
        // Without its device, the last copy is the newest.
        let now = simulation.state().ok().map(|state| Snapshot { time, steps, state });
        rescue.leave(now.as_ref().or(self.stage.interaction.newest.kept.as_ref()), |snapshot| {
            self.run_of(snapshot)
        })
    }

    /// Continues or discards the run that an earlier window left behind.
    pub fn answer_rescue(&mut self, is_wanted: bool) {
        let Some(rescue) = &mut self.storage.rescue else { return };
        let left = rescue.offer().map(Path::to_owned);
        rescue.answer(is_wanted);
        if let Some(left) = left.filter(|_| is_wanted) {
            self.open_run(left);
        }
    }
}

/// A title as the beginning of a file name.
pub fn plain(title: &str) -> String {
    let letters: String = title
        .to_lowercase()
        .chars()
        .map(|letter| if letter.is_alphanumeric() { letter } else { '-' })
        .collect();
    let words: Vec<&str> = letters.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "scene".to_owned() } else { words.join("-") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_become_names_of_files() {
        assert_eq!(plain("Two galaxies: M 51/a"), "two-galaxies-m-51-a");
        assert_eq!(plain("…"), "scene");
    }
}
