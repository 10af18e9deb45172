//! Bodies of one's own, from files that other programs wrote.
//!
//! Use it to simulate observed or computed bodies: [`read`] returns them in the file's numbers,
//! with its units if it names them, and [`Scene::of_imported`](crate::scene::Scene::of_imported)
//! makes a scene of them. [`Scene::load`](crate::scene::Scene::load) does both. Files are
//! recognised by their content; gzip and zstd are unpacked on the way.
//!
//! A table is text with a body per line: numbers, separated by commas, semicolons, tabs or spaces.
//! A header names the columns `x`, `y`, `z`, `vx`, `vy`, `vz` and `m` in any order, and others,
//! which are properties of the bodies if they are numbers; without one, there are these seven. It
//! may stand in a comment or below a title. What follows `#` is a comment, and one such as `# units: pc km/s Msun` says what lengths,
//! speeds and masses measure. So do units behind the columns' names, or a line of them below.
//! Otherwise numbers are in units in which G = 1.
//!
//! What can be read in more than one way is a [`Doubt`]: masses that come first, several moments,
//! numbers that G = 1 cannot suit. A [`Reading`] answers it.
//!
//! ```
//! use starshell::exchange;
//!
//! let path = std::env::temp_dir().join(format!("starshell-bodies-{}.csv", std::process::id()));
//! std::fs::write(&path, "m, x, y, z, vx, vy, vz\n1, 0, 0, 0, 0, 0, 0\n1e-3, 1, 0, 0, 0, 1, 0\n")?;
//! let imported = exchange::read(&path, &exchange::Reading::default())?;
//! assert_eq!((imported.state.len(), imported.state.mass(1)), (2, 1e-3));
//! # std::fs::remove_file(path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bodies;
mod columns;
mod contents;
pub mod convert;
mod encoding;
mod fitting;
mod layout;
mod measures;
mod moments;
mod number;
mod order;
mod pair;
mod part;
mod pattern;
mod properties;
pub mod series;
mod sketch;
pub mod snapshots;
mod spread;
mod table;
mod units;

use std::io;
use std::path::Path;

use contents::Fault;
pub use contents::{Contents, Doubt, Properties, Question, Reading};
pub(crate) use measures::{ASTRONOMICAL_UNIT, EARTH, PARSEC, SUN, YEAR};
pub use measures::{Measures, Unit, number_end};
pub use moments::Moment;
pub use order::usual as usual_orders;
pub use part::{Condition, Part};

// For the program, the laboratory and tests; no version promises anything about these.
#[doc(hidden)]
pub use sketch::Sketch;
#[doc(hidden)]
pub use spread::Spread;

use crate::file;
use crate::words::{Text, say};

/// The endings of tables. Files with them are read as tables whatever they hold, and errors then
/// name the wrong lines.
const TABLES: [&str; 6] = ["csv", "tsv", "tab", "txt", "dat", "asc"];

/// Why bodies cannot be taken from a file. Each message is one sentence with a remedy.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum ImportError {
    /// The file cannot be read.
    Unreadable {
        /// The file's path as given.
        file: String,
        /// The system's error.
        source: io::Error,
    },
    /// The file as a whole is wrong, or what its bodies measure.
    Invalid {
        /// The file's path as given.
        file: String,
        /// What is wrong and what to do about it.
        message: Text,
    },
    /// The file can be read in more than one way, and nobody has said which is meant.
    Doubtful {
        /// The file's path as given.
        file: String,
        /// What has to be said, and why.
        doubts: Vec<Doubt>,
    },
    /// A snapshot cannot be read.
    #[error(transparent)]
    Snapshot(#[from] snapshots::Error),
    /// Lines are wrong.
    Lines {
        /// The file's path as given.
        file: String,
        /// The first of the lines, counted from 1.
        lines: Vec<usize>,
        /// How many lines are wrong.
        count: usize,
        /// What is wrong with the first and what to do about it.
        message: Text,
    },
}

impl ImportError {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        match self {
            Self::Unreadable { file, source } => {
                say!("error-import-unreadable", file, cause = source.to_string())
            }
            Self::Invalid { file, message } => say!("error-in-file", file, message),
            Self::Doubtful { file, doubts } => say!("error-in-file", file, message = asked(doubts)),
            Self::Snapshot(error) => error.to_string().into(),
            Self::Lines { file, lines, count, message } => say!(
                "error-in-line",
                file,
                line = lines.first().unwrap_or(&0),
                message = told(message, lines, *count)
            ),
        }
    }
}

/// Why a file is in doubt, and what to say about it.
fn asked(doubts: &[Doubt]) -> Text {
    let asked = doubts.iter().map(|Doubt { question, reason }| {
        say!("error-import-doubt", reason, remedy = question.remedy())
    });
    asked.reduce(|first, next| say!("error-joined", first, next)).unwrap_or_default()
}

/// What is said about the first of `count` lines, and which others are wrong.
fn told(message: &Text, lines: &[usize], count: usize) -> Text {
    if count < 2 {
        return message.clone();
    }
    let others: Vec<_> = lines[1..].iter().map(usize::to_string).collect();
    let more = if count > lines.len() { ", …" } else { "" };
    say!("error-import-lines", message, count = count - 1, lines = others.join(", ") + more)
}

/// Rejects names of columns that leave out one that is needed, or give it twice.
///
/// # Errors
/// What is wrong, in a sentence.
pub fn check_columns(names: &[String]) -> Result<(), Text> {
    columns::Columns::named(names).map(drop)
}

/// Whether `path` is a file of bodies: a snapshot or a table by its content, or a table by its
/// ending. Scene files are not.
pub fn is_bodies(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let is = |known: &&str| known.eq_ignore_ascii_case(ending);
    let is_begun = |start: snapshots::Start| {
        snapshots::is_known(&start)
            || table::is_begun(&start.bytes, start.bytes.len() as u64 >= start.len)
    };
    TABLES.iter().any(is) || !is(&"toml") && snapshots::start(path).is_some_and(is_begun)
}

/// Usual endings of the files of all formats. Files are recognised by their content, whatever their
/// ending.
pub fn endings() -> impl Iterator<Item = &'static str> {
    TABLES
        .into_iter()
        .chain(["hdf5", "h5", "amuse", "bin", "tipsy", "std", "nemo", "snap", "ply", "gz", "zst"])
}

/// Reads bodies from a file: a snapshot, which its content tells, or a table. What stays in doubt
/// is in [`Contents::doubts`], with the bodies as they seem to be meant.
///
/// # Errors
/// [`ImportError`], with the lines that are wrong.
pub fn read(path: &Path, reading: &Reading) -> Result<Contents, ImportError> {
    read_by(path, reading, None)
}

/// As [`read`]. A snapshot is sketched before its bodies are read, if all of them are wanted.
///
/// # Errors
/// As [`read`].
#[doc(hidden)]
pub fn read_sketched(
    path: &Path,
    reading: &Reading,
    sketched: &mut dyn FnMut(Sketch),
) -> Result<Contents, ImportError> {
    read_by(path, reading, Some(sketched))
}

fn read_by(
    path: &Path,
    reading: &Reading,
    sketched: Option<&mut dyn FnMut(Sketch)>,
) -> Result<Contents, ImportError> {
    let file = path.display().to_string();
    let name = path.file_name().map_or(file.clone(), |name| name.to_string_lossy().into_owned());
    if snapshots::is_snapshot(path) {
        return Ok(Contents { file: name, ..bodies::read(path, reading, sketched)? });
    }
    // Tables are text, in which nothing is 0: a file of another kind may be longer than the
    // memory, and most of it a hole.
    let whole = || file::open(path)?.rest_until(|block| block.contains(&0));
    let bytes = match snapshots::unpacked(path)? {
        Some(bytes) => bytes,
        None => whole().map_err(|source| ImportError::Unreadable { file: file.clone(), source })?,
    };
    Ok(Contents { file: name, ..read_table(&file, &bytes, reading)? })
}

/// Reads a table of bodies from the bytes of a file, called `file` in messages. What stays in doubt
/// is in [`Contents::doubts`].
///
/// # Errors
/// [`ImportError`], with the lines that are wrong.
pub fn read_table(file: &str, bytes: &[u8], reading: &Reading) -> Result<Contents, ImportError> {
    table::read(bytes, reading).map_err(|fault| invalid(file, fault))
}

/// What is wrong with a table.
fn invalid(file: &str, fault: Fault) -> ImportError {
    let Fault { lines, count, message } = fault;
    let file = file.to_owned();
    if lines.is_empty() {
        ImportError::Invalid { file, message }
    } else {
        ImportError::Lines { file, lines, count, message }
    }
}
