//! The dialogue that saves and opens files: a folder, what is in it, and a name. It needs no
//! dialogue of the desktop.

use std::io::Read;
use std::path::{Path, PathBuf};

use starshell::capture::FOLDER_FILE;
use starshell::exchange;
use starshell::exchange::snapshots::write::Output;
use starshell::snapshot::{Checkpoint, ENDING};
use starshell::words::t;

use crate::app::commands::Intent;

/// Most entries of a folder that are listed.
const MAX: usize = 1000;
/// Most files that are remembered.
const RECENT: usize = 8;

/// Most bytes of the header of a table.
const HEAD: u64 = 4096;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A running state.
    Run,
    /// A scene, which starts anew.
    Scene,
    /// Bodies in a file of another program.
    Bodies,
}

/// Endings of pictures and videos, which have their recipes beside them.
pub const CAPTURES: [&str; 8] = ["png", "apng", "exr", "gif", "mp4", "mov", "mkv", "webm"];

impl Kind {
    /// The kinds that are saved, with their names.
    pub const ALL: [(Self, &str); 3] =
        [(Self::Run, "run"), (Self::Scene, "scene"), (Self::Bodies, "bodies")];

    /// The kind of a file, by its name or its content.
    pub fn from_path(path: &Path) -> Option<Self> {
        // Only bodies are known by the content of their file.
        Self::to_save(path).or_else(|| exchange::is_bodies(path).then_some(Self::Bodies))
    }

    /// The kind as which a file of this name is saved. Reads nothing, since a dialogue asks in every
    /// frame.
    fn to_save(path: &Path) -> Option<Self> {
        let is_scene = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"));
        let kinds = [
            (is_scene, Self::Scene),
            (Checkpoint::is_named(path), Self::Run),
            (Output::from_path(path).is_some(), Self::Bodies),
        ];
        kinds.into_iter().find_map(|(is_it, kind)| is_it.then_some(kind))
    }

    fn ending(self) -> &'static str {
        match self {
            Self::Run => ENDING,
            Self::Scene => "toml",
            Self::Bodies => "hdf5",
        }
    }
}

/// A file or folder in the list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    // Folders come first.
    pub is_file: bool,
    pub name: String,
}

/// The state of the dialogue.
#[derive(Clone, Debug)]
pub struct Files {
    pub intent: Intent,
    pub folder: PathBuf,
    /// The name of the file, or a path.
    pub name: String,
    pub entries: Vec<Entry>,
    /// Why the folder cannot be listed.
    pub fault: Option<String>,
    /// Whether it has been drawn: the name gets the focus once.
    pub is_drawn: bool,
    /// Whether the system's dialogue is to take its place.
    pub wants_system: bool,
}

impl Files {
    /// The dialogue in `folder`, with a name to begin with.
    pub fn new(intent: Intent, folder: &Path, name: String) -> Self {
        let (folder_until, entries) = (PathBuf::new(), Vec::new());
        let mut files = Self {
            intent,
            folder: folder_until,
            name,
            entries,
            fault: None,
            is_drawn: false,
            wants_system: false,
        };
        files.enter(folder);
        files
    }

    /// Lists a folder. One that does not exist yet is empty: saving creates it.
    pub fn enter(&mut self, folder: &Path) {
        folder.clone_into(&mut self.folder);
        (self.entries, self.fault) = match list(folder, self.intent) {
            Ok(entries) => (entries, None),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => (Vec::new(), None),
            Err(error) => {
                (Vec::new(), Some(t!("files-unlisted", folder = folder.display(), cause = error)))
            }
        };
    }

    /// Lists the folder above.
    pub fn leave(&mut self) {
        if let Some(above) = self.folder.parent().map(Path::to_owned) {
            self.enter(&above);
        }
    }

    /// Takes an entry: enters a folder, or takes the name of a file.
    pub fn take(&mut self, entry: &Entry) {
        if entry.is_file {
            self.name.clone_from(&entry.name);
        } else {
            self.enter(&self.folder.join(&entry.name));
        }
    }

    /// What the name stands for.
    pub fn kind(&self) -> Kind {
        Kind::to_save(Path::new(&self.name)).unwrap_or(Kind::Run)
    }

    /// Gives the name the ending of a kind.
    pub fn set_kind(&mut self, kind: Kind) {
        let path = Path::new(&self.name);
        let stem =
            if Kind::to_save(path).is_some() { path.with_extension("") } else { path.to_owned() };
        self.name = format!("{}.{}", stem.display(), kind.ending());
    }

    /// A path that was chosen elsewhere. One to save to gets an ending if it has none.
    pub fn chosen(mut self, path: PathBuf) -> PathBuf {
        self.name = path.to_string_lossy().into_owned();
        self.path().filter(|_| self.intent == Intent::Save).unwrap_or(path)
    }

    /// The path to save to or to open, once there is a name. A name to save under gets an ending if
    /// it has none.
    pub fn path(&self) -> Option<PathBuf> {
        let name = self.name.trim();
        if name.is_empty() || name.ends_with(std::path::is_separator) {
            return None;
        }
        let needs_ending = self.intent == Intent::Save && Kind::to_save(Path::new(name)).is_none();
        let name = if needs_ending { format!("{name}.{ENDING}") } else { name.to_owned() };
        Some(self.folder.join(name))
    }
}

/// The folders and the files that can be opened in `folder`, by name. What is hidden is left out.
fn list(folder: &Path, intent: Intent) -> std::io::Result<Vec<Entry>> {
    let is_wanted = |path: &Path| match intent {
        Intent::Compare => are_results(path),
        Intent::Save => Kind::to_save(path).is_some() && !is_recipe(path),
        Intent::Open => (Kind::from_path(path).is_some() || is_capture(path)) && !is_recipe(path),
    };
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder)?.filter_map(Result::ok).take(MAX) {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let is_file = path.is_file();
        if !name.starts_with('.')
            && !name.contains(".partial.")
            && (path.is_dir() || is_file && is_wanted(&path))
        {
            entries.push(Entry { is_file, name });
        }
    }
    entries.sort();
    Ok(entries)
}

/// Whether the name is that of a picture or video, which may lead back to its moment.
fn is_capture(path: &Path) -> bool {
    path.extension()
        .and_then(|ending| ending.to_str())
        .is_some_and(|ending| CAPTURES.contains(&ending.to_ascii_lowercase().as_str()))
}

/// Whether a file lies beside a capture and says how it was made. It is no scene that a person
/// saved.
fn is_recipe(path: &Path) -> bool {
    let is_of_folder = path.file_name().is_some_and(|name| name == FOLDER_FILE);
    let beside = path.with_extension("");
    let is_beside = is_capture(&beside) || beside.is_file();
    is_of_folder || Kind::from_path(path) == Some(Kind::Scene) && is_beside
}

/// Whether the name of a file stands for results of the laboratory.
pub fn are_results(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
}

/// What a table of this program holds, by its header, if it holds no bodies: the key of a sentence about
/// it.
pub fn table_without_bodies(path: &Path) -> Option<&'static str> {
    if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv")) {
        return None;
    }
    let mut head = Vec::new();
    std::fs::File::open(path).ok()?.take(HEAD).read_to_end(&mut head).ok()?;
    let head = String::from_utf8_lossy(&head);
    let names: Vec<_> = head.lines().next()?.split(',').collect();
    // Units follow the names.
    let names: Vec<_> = names.iter().map(|name| name.split(" [").next().unwrap_or(name)).collect();
    match names[..] {
        ["time", "steps", "kinetic", ..] | ["radius", "density"] | ["speed_from", ..] => {
            Some("files-measurements")
        }
        ["experiment", "variant", ..] => Some("files-results"),
        ["lesson", "card", ..] => Some("files-answers"),
        _ => None,
    }
}

/// Puts a file that was opened or saved first among the recent ones.
pub fn remember(recent: &mut Vec<PathBuf>, path: &Path) {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    recent.retain(|other| *other != path);
    recent.insert(0, path);
    recent.truncate(RECENT);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_lists_its_folders_and_files_that_can_be_opened() {
        let folder = tempfile::tempdir().unwrap();
        for file in [
            "b.starshell",
            "a.TOML",
            "picture.png",
            "picture.png.toml",
            "gone.mp4.toml",
            "run.partial.starshell",
            "recipe.toml",
            ".hidden.toml",
            "c.csv",
        ] {
            std::fs::write(folder.path().join(file), "").unwrap();
        }
        std::fs::create_dir(folder.path().join("deeper")).unwrap();
        let mut files = Files::new(Intent::Open, folder.path(), String::new());
        let names: Vec<_> = files.entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["deeper", "a.TOML", "b.starshell", "c.csv", "picture.png"]);
        // Any of them can be replaced.
        let to_save = Files::new(Intent::Save, folder.path(), String::new());
        assert_eq!(to_save.entries, files.entries[..4]);
        assert_eq!(files.path(), None);
        files.take(&files.entries[2].clone());
        assert_eq!(files.path(), Some(folder.path().join("b.starshell")));
        files.take(&files.entries[0].clone());
        assert_eq!(
            (files.folder.as_path(), files.entries.len()),
            (folder.path().join("deeper").as_path(), 0)
        );
        files.leave();
        assert_eq!(files.folder, folder.path());
        files.enter(&folder.path().join("not yet"));
        assert!(files.entries.is_empty() && files.fault.is_none());
        files.enter(&folder.path().join("picture.png"));
        assert!(
            files.fault.as_ref().is_some_and(|fault| fault.contains("picture.png")),
            "{:?}",
            files.fault
        );
    }

    #[test]
    fn file_names_end_with_the_extension_of_their_contents() {
        let mut files = Files::new(Intent::Save, Path::new("no such folder"), "a.b".to_owned());
        let path = |name: &str| Some(Path::new("no such folder").join(name));
        assert_eq!((files.kind(), files.path()), (Kind::Run, path("a.b.starshell")));
        files.set_kind(Kind::Scene);
        assert_eq!((files.kind(), files.path()), (Kind::Scene, path("a.b.toml")));
        files.set_kind(Kind::Run);
        assert_eq!(files.path(), path("a.b.starshell"));
        files.name = "c.csv".to_owned();
        assert_eq!((files.kind(), files.path()), (Kind::Bodies, path("c.csv")));
        files.name = "c.txt".to_owned();
        assert_eq!((files.kind(), files.path()), (Kind::Run, path("c.txt.starshell")));
        files.set_kind(Kind::Bodies);
        assert_eq!((files.kind(), files.path()), (Kind::Bodies, path("c.txt.hdf5")));
        files.name = "/elsewhere/c.toml".to_owned();
        assert_eq!(files.path(), Some(PathBuf::from("/elsewhere/c.toml")));
        files.name = " / ".to_owned();
        assert_eq!(files.path(), None);
    }

    #[test]
    fn the_newest_of_a_few_recent_files_is_first() {
        let mut recent = Vec::new();
        for number in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 5] {
            remember(&mut recent, Path::new(&format!("/{number}.toml")));
        }
        let names: Vec<_> = recent.iter().map(|path| path.display().to_string()).collect();
        assert_eq!(
            names,
            [
                "/5.toml", "/9.toml", "/8.toml", "/7.toml", "/6.toml", "/4.toml", "/3.toml",
                "/2.toml"
            ]
        );
    }
}
