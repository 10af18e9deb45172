//! A kernel as it is edited.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use starshell::file::{self, FileError};
use starshell::lab::SpeedUp;
use starshell::lab::workbench::{Bench, Ended, Fault, check};
use starshell::lab::{Change, difference};

use crate::app::workbench::history::History;

/// Seconds without a change after which a text is checked and kept.
const PAUSE: f32 = 0.25;
/// Most bytes of a file that is read.
const LARGEST: u64 = 256 << 10;

/// How a line differs from the original.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Whether it is not in the original.
    pub is_new: bool,
    /// Whether lines of the original are missing before it.
    pub lacks: bool,
}

/// Where the cursor is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The character of the text, from 0; where it is, if `None`.
    pub place: Option<usize>,
    /// Whether the editor gets the focus.
    pub has_focus: bool,
}

/// A text that somebody wants to read: of the part that was taken out, or a hint, by its number
/// from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reveal {
    Break(usize),
    Hint(usize),
}

/// What came of a run, and of which text.
#[derive(Clone, Debug)]
pub struct Attempt {
    pub ended: Ended,
    pub text: String,
    /// Whether it is the text that others are timed beside.
    pub is_model: bool,
}

impl Attempt {
    /// How many times as fast as the original the kernel is; `None` if a result is wrong or
    /// missing.
    pub fn speed_up(&self) -> Option<SpeedUp> {
        match &self.ended {
            // It has no other time than its own: what differs is chance.
            Ended::Ran(ran) if ran.is_right() && self.is_model => Some(SpeedUp::Times(1.0)),
            Ended::Ran(ran) if ran.is_right() => Some(ran.speed_up()),
            _ => None,
        }
    }
}

/// A kernel as it is edited.
#[derive(Debug)]
pub struct Sheet {
    pub bench: &'static Bench,
    text: String,
    history: History,
    lines: Vec<Line>,
    /// What was wrong when it was checked last, and the fault that the cursor was sent to.
    pub faults: Vec<Fault>,
    at_fault: Option<usize>,
    /// Seconds since the last change, until the text is checked.
    since: Option<f32>,
    checking: Option<Receiver<Vec<Fault>>>,
    pub verdict: Option<Attempt>,
    /// The part that was taken out last, by its number from 0.
    pub broken: Option<usize>,
    /// What has just been chosen, whose text is to come into view.
    pub news: Option<Reveal>,
    /// How many hints are shown of an exercise, by its number from 0.
    hints: BTreeMap<usize, usize>,
    pub cursor: Option<Cursor>,
    /// Whether the first change comes into view.
    pub shows_change: bool,
}

impl Sheet {
    /// The kernel of a bench as it was left in `folder`, or the original.
    pub(super) fn new(bench: &'static Bench, folder: Option<&Path>) -> Self {
        let kept = folder.and_then(|folder| read(&path(folder, bench)).ok());
        let mut sheet = Self {
            bench,
            text: kept.unwrap_or_else(|| bench.wgsl().to_owned()),
            history: History::default(),
            lines: Vec::new(),
            faults: Vec::new(),
            at_fault: None,
            since: None,
            checking: None,
            verdict: None,
            broken: None,
            news: None,
            hints: BTreeMap::new(),
            cursor: None,
            shows_change: false,
        };
        if sheet.is_changed() {
            sheet.follow_change();
        }
        sheet
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text, to be typed in; [`Self::typed`] must be told.
    pub fn text_mut(&mut self) -> &mut String {
        &mut self.text
    }

    /// Whether it differs from the original.
    pub fn is_changed(&self) -> bool {
        self.text != self.bench.wgsl()
    }

    /// Where one begins to write a kernel whose body is still empty: behind the last word.
    pub fn body(&self) -> Option<usize> {
        let is_empty = self.bench.is_written() && !self.is_changed();
        let words = self.text.trim_end_matches(['}', '\n']);
        is_empty.then(|| words.chars().count())
    }

    /// How each line differs from the original; lines that are not listed do not.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Notes that `before` was changed by typing, at this time in seconds.
    pub fn typed(&mut self, before: String, time: f64) {
        self.history.typed(before, time);
        self.follow_change();
    }

    /// Changes the whole text at once.
    pub fn set_text(&mut self, text: String) {
        if text != self.text {
            let before = self.replace(text);
            self.history.note(before);
        }
    }

    /// Takes out the part with this number, if it is there.
    pub fn take_out(&mut self, number: usize) {
        let broken = self.bench.breaks.get(number);
        if let Some(text) = broken.and_then(|broken| broken.of(&self.text)) {
            self.set_text(text);
            (self.broken, self.news, self.shows_change) =
                (Some(number), Some(Reveal::Break(number)), true);
        }
    }

    /// Returns to the original.
    pub fn reset(&mut self) {
        self.set_text(self.bench.wgsl().to_owned());
    }

    /// Undoes a change, or redoes it.
    pub fn undo(&mut self, is_redo: bool) {
        if let Some(text) = self.history.go(&self.text, is_redo) {
            self.replace(text);
        }
    }

    /// Whether there is something to undo, and to redo.
    pub fn has_history(&self) -> [bool; 2] {
        self.history.has()
    }

    /// How many hints are shown of the exercise with this number.
    pub fn hints(&self, exercise: usize) -> usize {
        self.hints.get(&exercise).copied().unwrap_or_default()
    }

    /// Shows the next hint of an exercise; after the last one, none. Returns whether there was one.
    pub fn next_hint_of(&mut self, exercise: usize) -> bool {
        let all = self.bench.exercises.get(exercise).map_or(0, |exercise| exercise.hints);
        let shown = self.hints.entry(exercise).or_default();
        let is_more = *shown < all;
        *shown = if is_more { *shown + 1 } else { 0 };
        self.news = is_more.then_some(Reveal::Hint(exercise));
        is_more
    }

    /// Shows the next hint; after the last one, none.
    pub fn next_hint(&mut self) {
        let all = self.bench.exercises.iter().enumerate();
        let next = all.into_iter().find(|(number, exercise)| self.hints(*number) < exercise.hints);
        match next.map(|(number, _)| number) {
            Some(number) => drop(self.next_hint_of(number)),
            None => self.hints.clear(),
        }
    }

    /// Puts a solution of the exercise with this number in place of the text.
    pub fn solve(&mut self, exercise: usize) {
        if let Some(text) = self.bench.solution(exercise) {
            self.set_text(text);
            self.shows_change = true;
        }
    }

    /// Puts the text, what was before it, and what came of it away: somebody else begins.
    pub(super) fn forget(&mut self) {
        *self = Self { since: Some(0.0), ..Self::new(self.bench, None) };
    }

    /// Sends the cursor to the next fault.
    pub fn go_to_fault(&mut self) {
        let next = self.at_fault.map_or(0, |at| at + 1);
        let next = if next < self.faults.len() { next } else { 0 };
        if let Some(fault) = self.faults.get(next) {
            self.cursor = Some(Cursor { place: Some(place(&self.text, fault)), has_focus: true });
            self.at_fault = Some(next);
        }
    }

    /// The fault that the cursor was sent to, or the first one.
    pub fn shown_fault(&self) -> Option<(usize, &Fault)> {
        let at = self.at_fault.unwrap_or(0).min(self.faults.len().saturating_sub(1));
        self.faults.get(at).map(|fault| (at, fault))
    }

    /// Whether it waits to be checked.
    pub fn is_pending(&self) -> bool {
        self.since.is_some() || self.checking.is_some()
    }

    /// Takes faults that have been found, and checks a text that has rested. Returns whether it has
    /// just come to rest.
    pub(super) fn receive(&mut self, elapsed: f32, of_adapter: &wgpu::Limits) -> bool {
        match self.checking.as_ref().map(Receiver::try_recv) {
            Some(Ok(faults)) => (self.faults, self.at_fault, self.checking) = (faults, None, None),
            Some(Err(TryRecvError::Disconnected)) => self.checking = None,
            Some(Err(TryRecvError::Empty)) | None => {}
        }
        let Some(since) = &mut self.since else { return false };
        *since += elapsed;
        if *since < PAUSE || self.checking.is_some() {
            return false;
        }
        let (sender, receiver) = channel();
        let (bench, text, limits) = (self.bench, self.text.clone(), of_adapter.clone());
        // A text may take the compiler long: not the window's time.
        std::thread::spawn(move || {
            drop(sender.send(check(bench, &text, &limits).err().unwrap_or_default()))
        });
        (self.since, self.checking) = (None, Some(receiver));
        true
    }

    /// Keeps the text in `folder`; an original needs no file.
    pub(super) fn keep(&self, folder: &Path) -> Result<(), FileError> {
        let path = path(folder, self.bench);
        if self.is_changed() {
            std::fs::create_dir_all(folder).map_err(|error| FileError::new(folder, error))?;
            return file::write(&path, self.text.as_bytes());
        }
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(FileError::new(&path, error))
            }
            _ => Ok(()),
        }
    }

    /// Replaces the text, and sends the cursor to what has changed. Returns the text before.
    fn replace(&mut self, text: String) -> String {
        let same = self.text.chars().zip(text.chars()).take_while(|(old, new)| old == new).count();
        self.cursor = Some(Cursor { place: Some(same), has_focus: false });
        let before = std::mem::replace(&mut self.text, text);
        self.broken = None;
        self.follow_change();
        before
    }

    fn follow_change(&mut self) {
        self.since = Some(0.0);
        self.lines = lines(self.bench.wgsl(), &self.text);
    }
}

/// Where the text of a bench is kept.
fn path(folder: &Path, bench: &Bench) -> PathBuf {
    folder.join(format!("{}.wgsl", bench.name))
}

/// The text of a file, if it is not too large.
pub fn read(path: &Path) -> std::io::Result<String> {
    if std::fs::metadata(path)?.len() > LARGEST {
        return Err(std::io::Error::other(format!("it is larger than {} KiB", LARGEST >> 10)));
    }
    Ok(file::read_to_string(path)?.replace("\r\n", "\n"))
}

/// The character of `text`, from 0, at which a fault stands.
fn place(text: &str, fault: &Fault) -> usize {
    let before: usize =
        text.split('\n').take(fault.line - 1).map(|line| line.chars().count() + 1).sum();
    (before + fault.column - 1).min(text.chars().count())
}

/// How the lines of `text` differ from those of the original.
fn lines(original: &str, text: &str) -> Vec<Line> {
    let (mut lines, mut lacks) = (Vec::new(), false);
    for (change, _) in difference(original, text) {
        match change {
            Change::Removed => lacks = true,
            // It stands in the place of what is missing.
            Change::Added => {
                lacks = false;
                lines.push(Line { is_new: true, lacks: false });
            }
            Change::Same => lines.push(Line { is_new: false, lacks: std::mem::take(&mut lacks) }),
        }
    }
    if let Some(last) = lines.last_mut().filter(|_| lacks) {
        last.lacks = true;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use starshell::lab::workbench::bench;
    use starshell::words::Text;

    fn sheet() -> Sheet {
        Sheet::new(bench("bins").unwrap(), None)
    }

    #[test]
    fn a_removed_line_is_marked_and_comes_back() {
        let mut sheet = sheet();
        let original = sheet.text().to_owned();
        assert!(!sheet.is_changed() && sheet.lines().is_empty());
        sheet.take_out(1);
        let missing: Vec<usize> =
            (0..sheet.lines().len()).filter(|line| sheet.lines()[*line].lacks).collect();
        assert_eq!((missing, sheet.broken), (vec![25], Some(1)));
        assert_eq!(
            sheet.cursor.and_then(|cursor| cursor.place),
            original.find("    workgroupBarrier").map(|place| place + 4)
        );
        sheet.take_out(1);
        sheet.take_out(99);
        sheet.take_out(0);
        assert_eq!(sheet.lines().iter().filter(|line| line.is_new).count(), 1);
        sheet.undo(false);
        sheet.undo(false);
        assert_eq!((sheet.text(), sheet.has_history()), (original.as_str(), [false, true]));
        sheet.undo(true);
        sheet.reset();
        assert!(!sheet.is_changed());
        sheet.undo(false);
        assert!(sheet.is_changed());
    }

    #[test]
    fn hints_open_one_by_one_and_close() {
        for (name, each) in [("bins", 1), ("own_sum", 3)] {
            let mut sheet = Sheet::new(bench(name).unwrap(), None);
            let exercises = sheet.bench.exercises.len();
            (0..each * exercises).for_each(|_| sheet.next_hint());
            assert!((0..exercises).all(|number| sheet.hints(number) == each));
            sheet.next_hint();
            assert!((0..exercises).all(|number| sheet.hints(number) == 0));
            assert!((0..each).all(|_| sheet.next_hint_of(1)) && !sheet.next_hint_of(1));
            assert_eq!((sheet.hints(0), sheet.hints(1)), (0, 0));
        }
    }

    #[test]
    fn a_solution_takes_the_place_of_a_text_which_comes_back() {
        let mut own = Sheet::new(bench("own_sum").unwrap(), None);
        own.set_text("mine".to_owned());
        own.solve(0);
        let first = own.text().to_owned();
        own.solve(3);
        assert!(first != own.text() && own.text() == own.bench.model());
        own.undo(false);
        own.undo(false);
        assert_eq!(own.text(), "mine");
        own.forget();
        assert_eq!(
            (own.is_changed(), own.has_history(), own.is_pending()),
            (false, [false; 2], true)
        );
        let mut other = sheet();
        other.solve(0);
        assert!(!other.is_changed(), "there is none");
    }

    #[test]
    fn texts_are_kept_until_they_are_the_original_again() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("deep/workbench");
        let mut changed = sheet();
        changed.take_out(0);
        changed.keep(&folder).unwrap();
        assert_eq!(Sheet::new(changed.bench, Some(&folder)).text(), changed.text());
        changed.reset();
        changed.keep(&folder).unwrap();
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
        changed.keep(&folder).unwrap();
        std::fs::write(folder.join("bins.wgsl()"), [0xff, 0xfe]).unwrap();
        assert!(!Sheet::new(changed.bench, Some(&folder)).is_changed());
        std::fs::write(folder.join("bins.wgsl()"), " ".repeat(300 << 10)).unwrap();
        assert!(read(&folder.join("bins.wgsl()")).is_err());
    }

    #[test]
    fn faults_have_their_place_in_the_text() {
        let at = |line, column| place("ab\né\n", &Fault { line, column, message: Text::default() });
        assert_eq!(
            [at(1, 1), at(1, 2), at(2, 1), at(2, 2), at(3, 1), at(9, 9)],
            [0, 1, 3, 4, 5, 5]
        );
    }
}
