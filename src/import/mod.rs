//! Bodies of one's own, from files that other programs wrote.
//!
//! Use it to simulate observed or computed bodies: [`read`] returns them in the file's numbers, with its units if it names them, and
//! [`Scene::of_imported`](crate::scene::Scene::of_imported) makes a scene of them. [`Scene::load`](crate::scene::Scene::load) does
//! both. Each format is a function from the bytes of a file to its [`Contents`].
//!
//! A table is text with a body per line: numbers, separated by commas, semicolons, tabs or spaces. A header names the columns `x`, `y`,
//! `z`, `vx`, `vy`, `vz` and `m` in any order, and others, which are left out; without one, there are these seven. It may stand in a
//! comment. What follows `#` is a comment, and one such as `# units: pc km/s Msun` says what lengths, speeds and masses measure. So do
//! units in brackets behind the columns' names. Otherwise numbers are in units in which G = 1.
//!
//! ```
//! use starshell::import;
//!
//! let path = std::env::temp_dir().join(format!("starshell-example-{}.csv", std::process::id()));
//! std::fs::write(&path, "m, x, y, z, vx, vy, vz\n1, 0, 0, 0, 0, 0, 0\n1e-3, 1, 0, 0, 0, 1, 0\n")?;
//! let imported = import::read(&path)?;
//! assert_eq!((imported.bodies.len(), imported.bodies[1].mass), (2, 1e-3));
//! # std::fs::remove_file(path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod columns;
mod contents;
mod measures;
mod spread;
mod table;

use std::io::{self, Read};
use std::path::Path;

pub use contents::Contents;
use contents::Fault;
pub use measures::Measures;
pub(crate) use measures::{ASTRONOMICAL_UNIT, EARTH, PARSEC, SUN, YEAR};
pub use spread::Spread;

use crate::file;
use crate::physics::Body;
use crate::words::{Text, t};

/// A format: the endings of its files, and what reads one.
type Format = (&'static [&'static str], fn(&[u8]) -> Result<Contents, Fault>);

const FORMATS: &[Format] = &[(&["csv", "tsv", "tab", "txt", "dat", "asc"], table::read)];

/// Bodies from a file, in its own numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The file's name.
    pub file: String,
    /// The bodies.
    pub bodies: Vec<Body>,
    /// What the numbers measure, if the file says so.
    pub measures: Option<Measures>,
    /// The columns that are left out.
    pub unused: Vec<String>,
}

/// Why bodies cannot be taken from a file. Each message is one sentence with a remedy.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The file cannot be read.
    #[error("{}", t!("error-import-unreadable", file = file, cause = source))]
    Unreadable {
        /// The file's path as given.
        file: String,
        /// The system's error.
        source: io::Error,
    },
    /// The file as a whole is wrong, or what its bodies measure.
    #[error("{file}: {}", message.verbatim())]
    Invalid {
        /// The file's path as given.
        file: String,
        /// What is wrong and what to do about it.
        message: Text,
    },
    /// Lines are wrong.
    #[error("{file}:{}: {}", lines.first().unwrap_or(&0), told(message, lines, *count))]
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

/// What is said about the first of `count` lines, and which others are wrong.
fn told(message: &Text, lines: &[usize], count: usize) -> String {
    if count < 2 {
        return message.verbatim();
    }
    let others: Vec<_> = lines[1..].iter().map(usize::to_string).collect();
    let more = if count > lines.len() { ", …" } else { "" };
    t!("error-import-lines", message = message.verbatim(), count = count - 1, lines = others.join(", ") + more)
}

/// Whether `path` ends as the files of a known format do.
pub fn is_named(path: &Path) -> bool {
    format(path).is_some()
}

/// The endings of the files of all formats.
pub fn endings() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().flat_map(|(endings, _)| endings.iter().copied())
}

fn format(path: &Path) -> Option<&'static Format> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    FORMATS.iter().find(|(endings, _)| endings.contains(&ending.as_str()))
}

/// Reads bodies from a file, in the format of its ending; any other is a table.
///
/// # Errors
/// [`ImportError`], with the lines that are wrong.
pub fn read(path: &Path) -> Result<Imported, ImportError> {
    let file = path.display().to_string();
    let mut bytes = Vec::new();
    let source = file::open(path).and_then(|mut open| open.read_to_end(&mut bytes));
    source.map_err(|source| ImportError::Unreadable { file: file.clone(), source })?;
    let (_, read) = format(path).unwrap_or(&FORMATS[0]);
    let Contents { bodies, measures, unused } = read(&bytes).map_err(|fault| match fault.lines.is_empty() {
        true => ImportError::Invalid { file: file.clone(), message: fault.message },
        false => ImportError::Lines { file: file.clone(), lines: fault.lines, count: fault.count, message: fault.message },
    })?;
    let name = path.file_name().map_or(file.clone(), |name| name.to_string_lossy().into_owned());
    Ok(Imported { file: name, bodies, measures, unused })
}
