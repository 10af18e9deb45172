//! All lessons: those that come with the program, and those in the user's folder, which are read again when a file changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use super::{Lesson, LessonError, read};

/// The lessons that come with the program.
pub const EMBEDDED: &[(&str, &str)] = &[];

/// Seconds between two looks at the user's folder.
const INTERVAL: f32 = 1.0;

/// The user's folder of lessons; `None` if the system has no place for it.
pub fn lesson_folder() -> Option<PathBuf> {
    crate::app::data_folder("lessons")
}

/// The lessons that there are.
#[derive(Debug, Default)]
pub struct Shelf {
    /// By their order, then by name. A user's lesson takes the place of one with the same name.
    pub lessons: Vec<Lesson>,
    /// Mistakes in the user's files.
    pub faults: Vec<LessonError>,
    folder: Option<PathBuf>,
    /// The files as they were read, with their times.
    known: BTreeMap<PathBuf, SystemTime>,
    looked: Option<Instant>,
}

impl Shelf {
    /// The lessons of the program, and those in `folder`.
    pub fn new(folder: Option<PathBuf>) -> Self {
        let mut shelf = Self { folder, ..Self::default() };
        shelf.renew();
        shelf
    }

    /// The lesson with this name.
    pub fn lesson(&self, name: &str) -> Option<&Lesson> {
        self.lessons.iter().find(|lesson| lesson.name == name)
    }

    /// Reads the user's lessons again if a file has changed, at most once per second. Returns whether it did.
    pub fn look(&mut self) -> bool {
        if self.looked.is_some_and(|looked| looked.elapsed().as_secs_f32() < INTERVAL) {
            return false;
        }
        self.looked = Some(Instant::now());
        let is_new = self.folder.as_deref().is_some_and(|folder| files(folder) != self.known);
        if is_new {
            self.renew();
        }
        is_new
    }

    fn renew(&mut self) {
        (self.lessons, self.faults) = (Vec::new(), Vec::new());
        // A test reads all of them.
        self.lessons.extend(EMBEDDED.iter().filter_map(|(name, text)| read(name, text).ok()));
        self.known = self.folder.as_deref().map(files).unwrap_or_default();
        for path in self.known.keys() {
            let file = path.display().to_string();
            let text = std::fs::read_to_string(path);
            let read = text.map_err(|error| LessonError { file: file.clone(), line: 1, cause: error.to_string() });
            match read.and_then(|text| super::read(&file, &text)) {
                Ok(lesson) => {
                    self.lessons.retain(|other| other.name != lesson.name);
                    self.lessons.push(lesson);
                }
                Err(fault) => self.faults.push(fault),
            }
        }
        self.lessons.sort_by(|a, b| (a.head.order, &a.name).cmp(&(b.head.order, &b.name)));
    }
}

/// The files of lessons in a folder, with their times.
fn files(folder: &Path) -> BTreeMap<PathBuf, SystemTime> {
    let Ok(entries) = std::fs::read_dir(folder) else { return BTreeMap::new() };
    let is_lesson = |path: &PathBuf| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md"));
    let timed = |path: PathBuf| Some((path.clone(), path.metadata().ok()?.modified().ok()?));
    entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_lesson).filter_map(timed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_of_the_program_can_be_read() {
        for (name, text) in EMBEDDED {
            read(name, text).unwrap_or_else(|error| panic!("{error}"));
        }
    }

    #[test]
    fn a_folder_of_ones_own_is_read_again_when_it_changes() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine.md");
        let lesson = |title: &str| format!("+++\ntitle = \"{title}\"\nminutes = 1\naims = []\n+++\n# A\n");
        let mut shelf = Shelf::new(Some(folder.path().to_owned()));
        assert!(shelf.lesson("mine").is_none());
        let write = |text: &str, seconds: u64| {
            std::fs::write(&file, text).unwrap();
            let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
            std::fs::File::open(&file).unwrap().set_modified(time).unwrap();
        };
        write(&lesson("one"), 1);
        assert!(shelf.look());
        assert_eq!(shelf.lesson("mine").unwrap().head.title, "one");
        write("no lesson", 2);
        shelf.looked = None;
        assert!(shelf.look() && shelf.lesson("mine").is_none());
        assert!(shelf.faults[0].to_string().contains("mine.md, line 1"), "{:?}", shelf.faults);
        shelf.looked = None;
        assert!(!shelf.look(), "nothing has changed");
    }
}
