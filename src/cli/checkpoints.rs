//! Checkpoints of long captures: written at intervals, to go on from.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use starshell::capture::{Begun, BodyTable, Headless, Paused, Recipe, Written};
use starshell::file::{Claim, SOFTWARE};
use starshell::physics::StoredPlan;
use starshell::scene::Scene;
use starshell::session::{Members, Session};
use starshell::snapshot::{Checkpoint, Curves, ENDING, Unfinished};

use super::arguments::{Saving, Tables};
use super::failure::{Failure, input, run};
use super::monitor::Monitor;
use super::outputs::{Output, claim};
use super::terminal::{mention, tell};

/// What a checkpoint says of its capture, besides what the library says.
#[derive(Serialize, Deserialize)]
struct Head {
    software: String,
    adapter: String,
    /// The command and its options, as [`super::arguments::Remake::line`] has them.
    line: Vec<String>,
    /// The folder in which it was given.
    folder: PathBuf,
    /// The name of the output without its folder, which is that of the checkpoint.
    out: String,
    /// Where the capture begins: time and steps, and whether that is a saved run.
    begun: (f64, u64),
    is_saved: bool,
    /// Whether the run was on the way to the first frame of a video.
    is_on_the_way: bool,
    members: Members,
    paused: Paused,
    /// How far the output is.
    output: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    log: Option<Written>,
    plan: Option<StoredPlan>,
}

/// A capture that goes on from a checkpoint.
pub struct Resumed {
    file: PathBuf,
    /// Whether it takes the place of a newer one that is damaged or missing.
    is_before: bool,
    pub run: Checkpoint,
    head: Head,
    begun: Begun,
}

impl Resumed {
    /// Reads the capture in the checkpoint `file`, or in the checkpoint beside `file` if that is a
    /// file of another kind. If the checkpoint is damaged, the one before it is read, with a note.
    /// `command` is the one that the user gave.
    pub fn read(file: &Path, command: &str) -> Result<Self, Failure> {
        let file = match Checkpoint::is_named(file) {
            true => file.to_owned(),
            false => beside(file),
        };
        let before = Checkpoint::before(&file);
        let (file, run, is_before) = match Checkpoint::read(&file) {
            Ok(run) => (file, run, false),
            Err(error) if before.is_file() => {
                let run = Checkpoint::read(&before)
                    .map_err(|other| input(anyhow!("{error}; {other}")))?;
                tell(&format!("note: {error}; {}, the one before, is taken", before.display()));
                (before, run, true)
            }
            Err(error) => return Err(input(error)),
        };
        let name = file.display().to_string();
        let Some(Unfinished { head, data }) = run.unfinished.clone() else {
            return Err(input(anyhow!(
                "{name} is a saved run, and no checkpoint of a capture: give it in place of a scene, without --resume"
            )));
        };
        let head: Head = toml::from_str(&head).map_err(|error| {
            input(anyhow!("{name} does not say how far its capture is: {}", error.message()))
        })?;
        match head.line.first() {
            Some(own) if own == command => {}
            own => {
                let own = own.map_or("", String::as_str);
                return Err(input(anyhow!(
                    "{name} is a checkpoint of `{own}`: starshell {own} --resume {name} goes on"
                )));
            }
        }
        let begun = Begun::from_parts(head.output.clone(), data);
        let resumed = Self { file, is_before, run, head, begun };
        // Fails while the capture still runs, before touching anything that it writes.
        claim(&beside(&resumed.out()?)).map(drop)?;
        Ok(resumed)
    }

    /// Fails unless the command is one that [`super::resume::expand`] made: its only scene is the
    /// checkpoint itself.
    pub fn check(file: &Path, scenes: &[String], command: &str) -> Result<(), Failure> {
        if scenes.iter().map(Path::new).eq([file]) {
            return Ok(());
        }
        Err(input(anyhow!(
            "--resume takes everything from the checkpoint: starshell {command} --resume {}, and --adapter after it",
            file.display()
        )))
    }

    /// The checkpoint that was read.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The command and its options.
    pub fn line(&self) -> &[String] {
        &self.head.line
    }

    /// Where the capture began, and whether that was a saved run.
    pub fn beginning(&self) -> ((f64, u64), bool) {
        (self.head.begun, self.head.is_saved)
    }

    /// What computes the forces, and by which plan.
    pub fn forces(&self) -> (Members, Option<StoredPlan>) {
        (self.head.members.clone(), self.head.plan.clone())
    }

    pub fn paused(&self) -> &Paused {
        &self.head.paused
    }

    /// How far the output is.
    pub fn begun(&self) -> &Begun {
        &self.begun
    }

    pub fn log(&self) -> Option<&Written> {
        self.head.log.as_ref()
    }

    pub fn is_on_the_way(&self) -> bool {
        self.head.is_on_the_way
    }

    /// The output: beside the checkpoint, wherever that is now.
    pub fn out(&self) -> Result<PathBuf, Failure> {
        // Whoever made the file must not choose the folder.
        match Path::new(&self.head.out).file_name() {
            Some(name) if *name == *self.head.out => Ok(self.file.with_file_name(name)),
            _ => Err(input(anyhow!("{} names no output beside it", self.file.display()))),
        }
    }

    /// Finds the other files of the command, which may have been given in another folder.
    pub fn relocate(&self, tables: &mut Tables, saving: &mut Saving) {
        if std::env::current_dir().is_ok_and(|folder| folder == self.head.folder) {
            return;
        }
        let files = [&mut tables.log, &mut tables.table, &mut saving.save];
        files.into_iter().flatten().for_each(|file| *file = self.head.folder.join(&*file));
    }

    /// Says where the capture goes on, and what may be different since.
    pub fn tell(&self, adapter: &str) {
        let (file, Head { paused, software, adapter: earlier, .. }) =
            (self.file.display(), &self.head);
        let steps = self.run.snapshot.steps;
        mention(&format!("{file}: goes on after {} frames and {steps} steps", paused.frames));
        if software != SOFTWARE || earlier != adapter {
            mention(&format!(
                "note: it was written by {software} on {earlier}, so that the last digits may differ from here on"
            ));
        }
    }
}

/// Checks that another process could go on with the tables of a run that gets checkpoints.
pub fn check(saving: &Saving, tables: &Tables) -> Result<(), Failure> {
    match tables.table.as_deref().filter(|_| saving.checkpoint.is_some()) {
        Some(table) => BodyTable::check_resumable(table).map_err(input),
        None => Ok(()),
    }
}

/// Refuses checkpoints of what was edited by hand: they hold the bodies, but not the edits to come.
pub fn check_edits(saving: &Saving, recipe: &Recipe) -> Result<(), Failure> {
    let is_by_hand = !recipe.edits.is_empty() || !recipe.shots.is_empty();
    if is_by_hand && saving.checkpoint.is_some() {
        return Err(input(anyhow!(
            "a run that was edited by hand keeps no checkpoints: leave out --checkpoint"
        )));
    }
    Ok(())
}

/// Checks that no capture to `out` was left unfinished.
pub fn check_left(out: &Path, command: &str) -> Result<(), Failure> {
    let file = beside(out);
    let all = [Checkpoint::before(&file), file];
    match all.iter().rev().find(|file| file.exists()) {
        None => Ok(()),
        Some(left) => {
            let left = left.display();
            Err(input(anyhow!(
                "{left} is left from a capture that did not end: starshell {command} --resume {left} goes on with it; delete it to begin again"
            )))
        }
    }
}

/// The checkpoint of the capture at `out`.
fn beside(out: &Path) -> PathBuf {
    out.with_added_extension(format!("checkpoint.{ENDING}"))
}

/// Writes checkpoints of a capture, if they were asked for.
pub struct Checkpoints(Option<Writing>);

struct Writing {
    file: PathBuf,
    every: Duration,
    next: Instant,
    /// Whether there is one.
    has_any: bool,
    /// The scene as it was loaded.
    origin: Scene,
    head: Head,
    _claim: Claim,
}

/// What checkpoints say of a capture from its beginning on.
pub struct Capture<'a> {
    /// The final path of the output.
    pub out: &'a Path,
    /// The command and its options.
    pub line: &'a [String],
    /// The scene as it was loaded.
    pub origin: Scene,
    /// As in [`Resumed::beginning`].
    pub beginning: ((f64, u64), bool),
}

impl Checkpoints {
    /// Claims the file, before the work. One that is left from another capture is not replaced.
    pub fn new(
        saving: &Saving,
        capture: Capture,
        resumed: Option<&Resumed>,
    ) -> Result<Self, Failure> {
        let Some(seconds) = saving.checkpoint else { return Ok(Self(None)) };
        let Capture { out, line, origin, beginning: (begun, is_saved) } = capture;
        let file = beside(out);
        let claim = claim(&file)?;
        match resumed {
            None => check_left(out, line.first().map_or("", String::as_str))?,
            // The next one takes the place of the damaged one, not of this one.
            Some(resumed) if resumed.is_before => {
                std::fs::rename(&resumed.file, &file).map_err(|error| {
                    let (from, to) = (resumed.file.display(), file.display());
                    run(anyhow!("{from} cannot be renamed to {to}: {error}"))
                })?;
            }
            Some(_) => {}
        }
        let every = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        let head = Head {
            software: SOFTWARE.to_owned(),
            adapter: String::new(),
            line: line.to_vec(),
            // The names in the command are relative to it, wherever the capture goes on.
            folder: resumed.map_or_else(
                || std::env::current_dir().unwrap_or_default(),
                |resumed| resumed.head.folder.clone(),
            ),
            out: out.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            begun,
            is_saved,
            is_on_the_way: false,
            members: Members::default(),
            paused: Paused::default(),
            output: String::new(),
            log: None,
            plan: None,
        };
        let (next, has_any) = (after(every), resumed.is_some());
        Ok(Self(Some(Writing { file, every, next, has_any, origin, head, _claim: claim })))
    }

    /// Notes what computes the forces.
    pub fn note_forces(&mut self, recipe: &Recipe) {
        if let Self(Some(Writing { head, .. })) = self {
            head.adapter.clone_from(&recipe.adapter);
            (head.members, head.plan) = (recipe.members.clone(), Some(recipe.plan.clone()));
        }
    }

    /// Notes whether the run is on the way to the first frame of a video.
    pub fn note_way(&mut self, is_on_the_way: bool) {
        if let Self(Some(Writing { head, .. })) = self {
            head.is_on_the_way = is_on_the_way;
        }
    }

    /// When the next one is due.
    pub fn next(&self) -> Option<Instant> {
        self.0.as_ref().map(|writing| writing.next)
    }

    /// Writes one if it is time. If that fails, the run goes on, and the last one is kept.
    pub fn between(
        &mut self,
        headless: &mut Headless,
        monitor: &mut Monitor,
        bar: &ProgressBar,
    ) -> Result<(), Failure> {
        if let Some(writing) = self.0.as_mut().filter(|writing| writing.next <= Instant::now()) {
            writing.write(headless, monitor, bar)?;
            writing.next = after(writing.every);
        }
        Ok(())
    }

    /// Writes one of a run that was asked to stop, after the step in progress.
    pub fn stop(
        &mut self,
        headless: &mut Headless,
        monitor: &mut Monitor,
        bar: &ProgressBar,
    ) -> Output {
        let Some(writing) = &mut self.0 else { return Ok(None) };
        if headless.session().simulation().engine().progress().is_some() {
            headless.pause_at(Some(Instant::now()));
            let advanced = headless.advance(&mut |_| true);
            advanced.map_err(|error| monitor.failure(error, headless))?;
        }
        writing.write(headless, monitor, bar).map(|()| None)
    }

    /// The command that goes on, if there is anything to go on from.
    pub fn hint(&self) -> Option<String> {
        let writing = self.0.as_ref().filter(|writing| writing.has_any)?;
        let command = writing.head.line.first()?;
        Some(format!("starshell {command} --resume {} goes on", writing.file.display()))
    }

    /// A failure with the command that goes on from the last one.
    pub fn hinted(&self, failure: Failure) -> Failure {
        match self.hint() {
            Some(hint) => run(anyhow!("{failure}; {hint} from the last checkpoint")),
            None => failure,
        }
    }

    /// Removes them if the capture is complete.
    pub fn end(self, path: &Result<PathBuf, Failure>) {
        if let (Some(Writing { file, .. }), Ok(_)) = (self.0, path) {
            // A file that cannot be removed does no harm.
            let _ = std::fs::remove_file(Checkpoint::before(&file));
            let _ = std::fs::remove_file(file);
        }
    }
}

impl Writing {
    fn write(
        &mut self,
        headless: &mut Headless,
        monitor: &mut Monitor,
        bar: &ProgressBar,
    ) -> Result<(), Failure> {
        let paused = headless.paused(|measurement| monitor.see(&measurement, bar));
        let paused = paused.map_err(|error| monitor.failure(error, headless))?;
        let Some((saved, paused, begun)) = paused else { return Ok(()) };
        let Self { file, head, origin, .. } = self;
        let (output, data) = begun.into_parts();
        (head.paused, head.output, head.log) = (paused, output, monitor.written());
        let text = toml::to_string(head).map_err(run)?;
        let reference = monitor.reference();
        let checkpoint = Checkpoint {
            origin: origin.clone(),
            curves: reference.map(|_| Curves { reference, ..Curves::default() }),
            unfinished: Some(Unfinished { head: text, data }),
            ..saved
        };
        match checkpoint.write_next(file) {
            Ok(()) => self.has_any = true,
            Err(error) => bar.suspend(|| {
                tell(&format!("warning: the run goes on without this checkpoint: {error}"));
            }),
        }
        Ok(())
    }
}

/// The moment `every` from now.
fn after(every: Duration) -> Instant {
    let now = Instant::now();
    // Beyond any run.
    now.checked_add(every).unwrap_or(now + Duration::from_secs(1 << 32))
}

/// Goes on with what the run carried from step to step.
pub fn carry_on(session: &mut Session, resumed: Option<&Resumed>) {
    let carried = resumed.and_then(|resumed| resumed.run.carried.as_ref());
    // The choice of what computes the forces may have dropped them.
    if carried.is_some_and(|carried| !session.computing_mut().carry_on(carried)) {
        mention(
            "note: what the run carries from step to step cannot be used here, so the last digits may differ from now on",
        );
    }
}
