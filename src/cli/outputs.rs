//! The files that a run writes besides its frames, and what is told about all of them at the end.

use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use starshell::capture::{CaptureError, Recipe};
use starshell::file::{AtomicFile, FileError};
use starshell::session::Session;
use starshell::snapshot::{Checkpoint, ENDING};

use super::arguments::Saving;
use super::failure::{Failure, input, run, unprinted};
use super::terminal::tell;

/// What became of one output: the file to print, if any.
pub type Output = Result<Option<PathBuf>, Failure>;

/// Rejects outputs that cannot be written, or would overwrite each other or the scene that is read, before the work. `out` is a
/// file or a folder of frames.
pub fn check(scene: &str, out: &Path, is_folder: bool, log: Option<&Path>, save: Option<&Path>) -> Result<(), Failure> {
    if let Some(file) = save.filter(|file| !Checkpoint::is_named(file)) {
        return Err(input(anyhow!("--save {} does not end in .{ENDING}: give it that ending", file.display())));
    }
    for (option, path) in [("--out", Some(out)), ("--log", log)] {
        if let Some(path) = path.filter(|path| path.is_file() && is_same(path, Path::new(scene))) {
            return Err(input(anyhow!("{option} {} is the scene file itself: give another name", path.display())));
        }
    }
    if out.parent().is_none() {
        return Err(input(anyhow!(
            "--out {} names no file: give it a name, such as {}picture.png",
            out.display(),
            out.display()
        )));
    }
    let recipe = Recipe::beside(out, is_folder);
    let named = [("--out", Some(out)), ("--log", log), ("--save", save), ("the recipe", Some(&recipe))];
    let named: Vec<_> = named.into_iter().filter_map(|(name, path)| Some((name, path?))).collect();
    for (place, (name, path)) in named.iter().enumerate() {
        if let Some((other, _)) = named[..place].iter().find(|(_, other)| is_same(other, path)) {
            return Err(input(anyhow!("{other} and {name} are both {}: give each a different name", path.display())));
        }
    }
    // Those who write the frames and the log open them before the work.
    save.map_or(Ok(()), check_place)
}

/// Rejects a file that cannot be written, before the work.
pub fn check_place(path: &Path) -> Result<(), Failure> {
    AtomicFile::create(path).map(drop).map_err(|error| input(CaptureError::from(error)))
}

/// The failure to write a file after the work.
pub fn unwritten(error: FileError) -> Failure {
    run(CaptureError::from(error))
}

/// Rejects a capture beside which its recipe cannot be written.
pub fn check_recipe(out: &Path, is_folder: bool) -> Result<(), Failure> {
    check_place(&Recipe::beside(out, is_folder))
}

/// Whether two paths lead to the same file.
fn is_same(a: &Path, b: &Path) -> bool {
    // A file that is not there yet may have a folder that is; otherwise, names alone are compared.
    let within = |path: &Path| Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?));
    let whole = |path: &Path| {
        let path = std::path::absolute(path).ok()?;
        path.canonicalize().ok().or_else(|| within(&path)).or_else(|| Some(without_detours(&path)))
    };
    a == b || whole(a).is_some_and(|a| whole(b).is_some_and(|b| a == b))
}

/// The path without `..` and what precedes it.
fn without_detours(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut path, part| {
        match part {
            Component::ParentDir => drop(path.pop()),
            part => path.push(part),
        }
        path
    })
}

/// Writes the recipe beside the capture at `path`, if that is there.
pub fn note(recipe: &Recipe, path: &Result<PathBuf, Failure>) -> Output {
    if let Ok(path) = path {
        recipe.write_beside(path).map_err(run)?;
    }
    Ok(None)
}

/// Where a run is saved, and when.
#[derive(Debug)]
pub struct Saves<'a> {
    file: Option<&'a Path>,
    every: Option<Duration>,
    last: Instant,
}

impl<'a> Saves<'a> {
    pub fn new(saving: &'a Saving) -> Self {
        let every = saving.save_every.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        Self { file: saving.save.as_deref(), every, last: Instant::now() }
    }

    /// Saves the run during its work if it is time. If that fails, the run goes on, and the last saved state is kept.
    pub fn between_frames(&mut self, session: &mut Session) {
        if self.every.is_some_and(|every| self.last.elapsed() >= every) {
            if let Err(failure) = self.save(session) {
                tell(&format!("warning: the run goes on without being saved: {failure}"));
            }
            self.last = Instant::now();
        }
    }

    /// Saves the run as it is now, if that was asked for.
    pub fn save(&self, session: &mut Session) -> Output {
        let Some(file) = self.file else { return Ok(None) };
        session.checkpoint().map_err(run)?.write(file).map_err(run)?;
        Ok(Some(file.to_owned()))
    }
}

/// Prints the files that are complete. If some outputs failed, the error also names those that did not.
pub fn conclude(outputs: impl IntoIterator<Item = Output>) -> Result<(), Failure> {
    let (files, errors) = sorted(outputs);
    let mut out = io::stdout().lock();
    let told = files.iter().try_for_each(|file| writeln!(out, "{file}")).map_err(unprinted);
    match (errors.is_empty(), files.is_empty()) {
        (true, _) => told,
        (false, true) => Err(run(anyhow!(errors.join("; ")))),
        (false, false) => Err(run(anyhow!("{}; these files are complete: {}", errors.join("; "), files.join(", ")))),
    }
}

/// The failure of a run that ended before its end: why, and the files that hold what was done until then.
pub fn failed(failure: Failure, outputs: impl IntoIterator<Item = Output>) -> Failure {
    let (files, errors) = sorted([Err(failure)].into_iter().chain(outputs));
    let held = if files.is_empty() { String::new() } else { format!("; what was done by then is in {}", files.join(", ")) };
    run(anyhow!("{}{held}", errors.join("; ")))
}

/// The end of a run that was stopped with `code`, unless something failed while its files were completed.
pub fn stopped(message: String, code: u8, outputs: impl IntoIterator<Item = Output>) -> Failure {
    match sorted(outputs).1.join("; ") {
        errors if errors.is_empty() => Failure::Stopped(message, code),
        errors => run(anyhow!("{message}; {errors}")),
    }
}

/// The files of outputs, and what went wrong with others.
fn sorted(outputs: impl IntoIterator<Item = Output>) -> (Vec<String>, Vec<String>) {
    let (mut files, mut errors) = (Vec::new(), Vec::new());
    for output in outputs {
        match output {
            Ok(file) => files.extend(file.map(|file| file.display().to_string())),
            // A lost device fails everything in the same way.
            Err(failure) => {
                let error = failure.to_string();
                if !errors.contains(&error) {
                    errors.push(error);
                }
            }
        }
    }
    (files, errors)
}
