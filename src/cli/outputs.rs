//! The files that a run writes besides its frames, and what is told about all of them at the end.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use starshell::capture::{BodyTable, CaptureError, FOLDER_FILE, Recipe, is_frame_name};
use starshell::file::{Claim, FileError};
use starshell::physics::{Diagnostics, Snapshot};
use starshell::session::Session;
use starshell::snapshot::{Checkpoint, Curves, ENDING};

use super::arguments::{Saving, Tables};
use super::failure::{Failure, input, run, unprinted};
use super::terminal::{Shown, mention, tell};

/// Endings of pictures, videos and animations.
pub const CAPTURES: [&str; 9] = ["png", "exr", "mp4", "m4v", "mov", "mkv", "webm", "gif", "apng"];
/// How the name of a recipe begins in messages, and that of the sheet of a batch.
const RECIPE: &str = "the recipe";
pub const SHEET: &str = "the contact sheet";

/// What became of one output: the file to print, if any.
pub type Output = Result<Option<PathBuf>, Failure>;

/// A file or a folder of frames that a command writes, named by the user or derived from such a
/// name.
#[derive(Clone, Debug)]
pub struct Place {
    /// What it is called in messages, such as `--log`.
    pub what: String,
    pub path: PathBuf,
    pub is_folder: bool,
}

impl Place {
    pub fn of_file(what: impl Into<String>, path: impl Into<PathBuf>) -> Self {
        Self { what: what.into(), path: path.into(), is_folder: false }
    }

    /// A capture, and its recipe beside it or in the folder of its frames.
    pub fn of_capture(what: &str, path: &Path, is_folder: bool) -> [Self; 2] {
        let recipe = Self::of_file(format!("{RECIPE} of {what}"), Recipe::beside(path, is_folder));
        [Self { what: what.to_owned(), path: path.to_owned(), is_folder }, recipe]
    }
}

/// Rejects outputs of a single run that have impossible names, or would overwrite each other or the
/// scene that is read, before the work. `out` is a file or a folder of frames.
pub fn check(
    scene: &str,
    out: &Path,
    is_folder: bool,
    tables: &Tables,
    save: Option<&Path>,
) -> Result<(), Failure> {
    if let Some(file) = &tables.table {
        check_stem("--table", file, &["csv", "npy", "hdf5", "tipsy", "ply", "npz"], "bodies")?;
        BodyTable::check_name(file).map_err(input)?;
    }
    if let Some(file) = save.filter(|file| !Checkpoint::is_named(file)) {
        check_stem("--save", file, &[ENDING], "run")?;
        return Err(input(anyhow!(
            "--save {} does not end in .{ENDING}: give it that ending",
            file.display()
        )));
    }
    if out.parent().is_none() {
        return Err(input(anyhow!(
            "--out {} names no file: give it a name, such as {}picture.png",
            out.display(),
            out.display()
        )));
    }
    let named =
        [("--log", tables.log.as_deref()), ("--table", tables.table.as_deref()), ("--save", save)];
    let named = named.into_iter().filter_map(|(what, path)| Some(Place::of_file(what, path?)));
    let places: Vec<_> =
        Place::of_capture("--out", out, is_folder).into_iter().chain(named).collect();
    check_apart(&places, &[scene])?;
    let others = [tables.log.as_deref(), tables.table.as_deref(), save];
    note_missing(others.into_iter().flatten().chain([out]));
    Ok(())
}

/// Rejects a name that is nothing but one of these endings, which a path does not take for one.
pub fn check_stem(
    option: &str,
    path: &Path,
    endings: &[&str],
    example: &str,
) -> Result<(), Failure> {
    let is_bare = |ending: &&&str| {
        path.file_name().is_some_and(|name| name.eq_ignore_ascii_case(format!(".{ending}")))
    };
    match endings.iter().find(is_bare) {
        None => Ok(()),
        Some(ending) => Err(input(anyhow!(
            "{} is an extension without a name: give {option} a name such as {example}.{ending}",
            path.display()
        ))),
    }
}

/// Rejects outputs of which two are the same file, or one is a file that is read.
pub fn check_apart(places: &[Place], scenes: &[&str]) -> Result<(), Failure> {
    // Of a folder of pictures, its recipe is read.
    let file =
        |scene: &Path| if scene.is_dir() { scene.join(FOLDER_FILE) } else { scene.to_owned() };
    let read = scenes.iter().map(|scene| file(Path::new(scene))).filter(|file| file.is_file());
    let read: HashSet<PathBuf> = read.map(|file| identity(&file)).collect();
    let mut seen: HashMap<PathBuf, &Place> = HashMap::new();
    let both = |one: &Place, other: &Place| {
        let remedy = if other.what == SHEET {
            "make that one by itself"
        } else {
            "give each a different name"
        };
        let (one, other, path) = (&one.what, &other.what, other.path.display());
        Err(input(anyhow!("{one} and {other} are both {path}: {remedy}")))
    };
    for place in places {
        let identity = identity(&place.path);
        // A saved run may go on in its own file.
        if read.contains(&identity) && !Checkpoint::is_named(&place.path) {
            let Place { what, path, .. } = place;
            return Err(input(anyhow!(
                "{what} {} is the file that is read: give another name",
                path.display()
            )));
        }
        if let Some(other) = seen.insert(identity, place) {
            return both(other, place);
        }
    }
    // The frames of a folder are not in the list.
    for (folder, at) in
        places.iter().filter(|place| place.is_folder).map(|folder| (folder, identity(&folder.path)))
    {
        let is_frame = |place: &&Place| {
            is_frame_name(&place.path) && identity(&place.path).parent() == Some(&at)
        };
        if let Some(frame) = places.iter().find(is_frame) {
            return both(folder, frame);
        }
    }
    Ok(())
}

/// Folders of outputs that were not there before the work.
static MISSING: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Notes which folders of outputs are not there yet.
pub fn note_missing<'a>(outputs: impl IntoIterator<Item = &'a Path>) {
    let folders = outputs.into_iter().filter_map(Path::parent);
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let missing = folders.filter(is_missing).map(Path::to_owned);
    MISSING.lock().unwrap_or_else(PoisonError::into_inner).extend(missing);
}

/// Says after the work which of them were created: a name may be mistyped.
pub fn mention_created() {
    let missing = MISSING.lock().unwrap_or_else(PoisonError::into_inner);
    for folder in missing.iter().filter(|folder| folder.exists()) {
        mention(&format!("note: created the folder {}", folder.display()));
    }
}

/// Claims an output before the work, or rejects one that cannot be written or may not be replaced.
pub fn claim(path: &Path) -> Result<Claim, Failure> {
    Claim::of_file(path).map_err(|error| input(CaptureError::from(error)))
}

/// Claims a folder of files before the work, or rejects one that cannot be written or may not be
/// replaced.
pub fn claim_folder(folder: &Path) -> Result<Claim, Failure> {
    Claim::of_folder(folder).map_err(|error| input(CaptureError::from(error)))
}

/// The failure to write a file after the work.
pub fn unwritten(error: FileError) -> Failure {
    run(CaptureError::from(error))
}

/// Rejects a capture beside which its recipe cannot be written.
pub fn check_recipe(out: &Path, is_folder: bool) -> Result<(), Failure> {
    claim(&Recipe::beside(out, is_folder)).map(drop)
}

/// A path that is the same for all names of a file.
fn identity(path: &Path) -> PathBuf {
    // A file that is not there yet may have a folder that is; otherwise, names alone are compared.
    let within = |path: &Path| Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?));
    let whole = |path: PathBuf| {
        path.canonicalize().ok().or_else(|| within(&path)).unwrap_or_else(|| without_detours(&path))
    };
    let found = std::path::absolute(path).map_or_else(|_| path.to_owned(), whole);
    if found.ancestors().find(|part| part.exists()).is_some_and(ignores_case) {
        return found.to_string_lossy().to_lowercase().into();
    }
    found
}

/// Whether the file system finds what is at `path` under the same name with other letters, too.
fn ignores_case(path: &Path) -> bool {
    let swapped = |letter: char| {
        if letter.is_ascii_lowercase() {
            letter.to_ascii_uppercase()
        } else {
            letter.to_ascii_lowercase()
        }
    };
    let other = path
        .file_name()
        .and_then(|name| name.to_str())
        .map(|name| name.chars().map(swapped).collect::<String>());
    let Some(other) = other.map(|other| path.with_file_name(other)).filter(|other| other != path)
    else {
        // Digits and roots tell nothing.
        return cfg!(any(windows, target_os = "macos"));
    };
    other.canonicalize().is_ok_and(|other| path.canonicalize().is_ok_and(|path| path == other))
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
    _claim: Option<Claim>,
    every: Option<Duration>,
    last: Instant,
}

impl<'a> Saves<'a> {
    /// Claims the file, before the work.
    pub fn new(saving: &'a Saving) -> Result<Self, Failure> {
        let every = saving
            .save_every
            .map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        let file = saving.save.as_deref();
        let claim = file.map(claim).transpose()?;
        Ok(Self { file, _claim: claim, every, last: Instant::now() })
    }

    /// Whether the run is saved.
    pub fn is_wanted(&self) -> bool {
        self.file.is_some()
    }

    /// Saves the run during its work if it is time. If that fails, the run goes on, and the last
    /// saved state is kept.
    pub fn between_frames(&mut self, session: &mut Session, reference: Option<Diagnostics>) {
        if self.every.is_some_and(|every| self.last.elapsed() >= every) {
            if let Err(failure) = self.save(session, reference, None) {
                tell(&format!("warning: the run goes on without being saved: {failure}"));
            }
            self.last = Instant::now();
        }
    }

    /// Saves the run as it is now or was at `good`, if that was asked for, with the measurement to
    /// which changes of the energy refer.
    pub fn save(
        &self,
        session: &mut Session,
        reference: Option<Diagnostics>,
        good: Option<Snapshot>,
    ) -> Output {
        let Some(file) = self.file else { return Ok(None) };
        let curves = reference.map(|_| Curves { reference, ..Curves::default() });
        let mut checkpoint = Checkpoint { curves, ..session.checkpoint().map_err(run)? };
        if let Some(snapshot) = good {
            // The trails are those of now.
            checkpoint = Checkpoint { snapshot, carried: None, trails: None, ..checkpoint };
        }
        checkpoint.write(file).map_err(run)?;
        Ok(Some(file.to_owned()))
    }
}

/// Prints the files that are complete. If some outputs failed, the error also names those that did
/// not.
pub fn conclude(outputs: impl IntoIterator<Item = Output>) -> Result<(), Failure> {
    let (paths, errors) = sorted(outputs);
    let mut out = Shown::stdout();
    let told = paths.iter().try_for_each(|path| out.path(path)).map_err(unprinted);
    let files = displayed(&paths);
    match (errors.is_empty(), files.is_empty()) {
        (true, _) => told,
        (false, true) => Err(run(anyhow!(errors.join("; ")))),
        (false, false) => {
            Err(run(anyhow!("{}; these files are complete: {files}", errors.join("; "))))
        }
    }
}

/// The failure of a run that ended before its end: why, and the files that hold what was done until
/// then.
pub fn failed(failure: Failure, outputs: impl IntoIterator<Item = Output>) -> Failure {
    let (paths, errors) = sorted([Err(failure)].into_iter().chain(outputs));
    let held = if paths.is_empty() {
        String::new()
    } else {
        format!("; what was done by then is in {}", displayed(&paths))
    };
    run(anyhow!("{}{held}", errors.join("; ")))
}

/// The end of a run that was stopped with `code`, unless something failed while its files were
/// completed.
pub fn stopped(message: String, code: u8, outputs: impl IntoIterator<Item = Output>) -> Failure {
    match sorted(outputs).1.join("; ") {
        errors if errors.is_empty() => Failure::Stopped(message, code),
        errors => run(anyhow!("{message}; {errors}")),
    }
}

/// Paths in a sentence.
fn displayed(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// The files of outputs, and what went wrong with others.
fn sorted(outputs: impl IntoIterator<Item = Output>) -> (Vec<PathBuf>, Vec<String>) {
    let (mut files, mut errors) = (Vec::new(), Vec::new());
    for output in outputs {
        match output {
            Ok(file) => files.extend(file),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(places: &[Place], scenes: &[&str]) -> String {
        match check_apart(places, scenes) {
            Err(Failure::Input(error)) => error.to_string(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn all_names_are_compared_derived_ones_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let place = |what: &str, name: &str| Place::of_file(what, path(name));
        let capture =
            |name: &str, is_folder| Vec::from(Place::of_capture("--out", &path(name), is_folder));
        for (places, words) in [
            (
                [capture("o.png", false), vec![place("--log", "o.png.toml")]].concat(),
                "the recipe of --out and --log are both",
            ),
            (
                [capture("f", true), vec![place("--log", "f/recipe.toml")]].concat(),
                "the recipe of --out and --log are both",
            ),
            (
                [capture("f", true), vec![place("--log", "f/frame_000003.png")]].concat(),
                "--out and --log are both",
            ),
            (
                [capture("new/sheet.png", false), vec![place("--log", "new/x/../sheet.png")]]
                    .concat(),
                "--out and --log are both",
            ),
        ] {
            let told = refused(&places, &[]);
            assert!(told.contains(words) && told.contains("a different name"), "{told}");
        }
        std::fs::write(path("a.toml"), "").unwrap();
        let scene = path("a.toml");
        assert!(
            refused(&[place("--log", "./a.toml")], &[scene.to_str().unwrap()])
                .contains("is the file that is read")
        );
        // What was changed in a recipe by hand would be lost.
        let told = refused(&capture("a", false), &[scene.to_str().unwrap()]);
        assert!(
            told.starts_with("the recipe of --out ") && told.contains("is the file that is read"),
            "{told}"
        );
        std::fs::create_dir(path("frames")).unwrap();
        std::fs::write(path("frames/recipe.toml"), "").unwrap();
        let frames = path("frames");
        assert!(
            refused(&capture("frames", true), &[frames.to_str().unwrap()])
                .starts_with("the recipe of --out ")
        );
        assert!(check_apart(&[capture("f", true), capture("g", true)].concat(), &[]).is_ok());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn capitals_are_other_letters_where_the_system_thinks_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("case");
        std::fs::create_dir(&path).unwrap();
        assert!(!ignores_case(&path));
        // As if both names were one folder.
        std::os::unix::fs::symlink(&path, folder.path().join("CASE")).unwrap();
        assert!(ignores_case(&path));
        let places = ["Sheet.png", "sheet.png"].map(|name| Place::of_file(name, path.join(name)));
        assert!(refused(&places, &[]).contains("Sheet.png and sheet.png are both"));
    }
}
