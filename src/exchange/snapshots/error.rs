//! What can be wrong with a snapshot, said with its place and a remedy.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a snapshot could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The system refuses to read the file.
    #[error("{}: the file cannot be read: {cause}", shown(path))]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A pipe, a device, a folder or a file of `/proc`, whose length says nothing.
    #[error("{}: not a file with a length; copy its content to a regular file first", shown(path))]
    NotRegular {
        /// The path as given.
        path: PathBuf,
    },
    /// No reader recognises the content.
    #[error(
        "{}: no known snapshot format (it starts with {start}); known are {known}",
        shown(path)
    )]
    Unknown {
        /// The file.
        path: PathBuf,
        /// Its first bytes, printable.
        start: String,
        /// The names of all formats.
        known: String,
    },
    /// The file ends before something that it announces.
    #[error(
        "{}: cut short: {what} needs {need} bytes from byte {offset}, the file has {len}; \
         copy it again or take an earlier snapshot",
        shown(path)
    )]
    Short {
        /// The file.
        path: PathBuf,
        /// What should be there.
        what: String,
        /// Where it should begin.
        offset: u64,
        /// How many bytes it takes.
        need: u64,
        /// The length of the file.
        len: u64,
    },
    /// Something in the file contradicts its format or itself.
    #[error("{}, byte {offset}: {what}; {remedy}", shown(path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where.
        offset: u64,
        /// What was found, and what was expected.
        what: String,
        /// What the user can do.
        remedy: &'static str,
    },
    /// A dataset, group or attribute of a structured file does not fit.
    #[error("{}, {name}: {what}", shown(path))]
    Dataset {
        /// The file.
        path: PathBuf,
        /// The path of the dataset or attribute within the file.
        name: String,
        /// What is wrong with it, and what to do.
        what: String,
    },
    /// The file is fine, but of a kind that is not read.
    #[error("{}: {what}; {remedy}", shown(path))]
    Unsupported {
        /// The file.
        path: PathBuf,
        /// What is not read.
        what: String,
        /// What the user can do.
        remedy: &'static str,
    },
    /// A compressed file, a text or an archive needs more memory than allowed.
    #[error(
        "{}: {what} takes more than the limit of {limit} bytes; \
         raise the limit or unpack and split the file first",
        shown(path)
    )]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// What takes so much.
        what: &'static str,
        /// The limit.
        limit: u64,
    },
    /// A caller asks for a column that the moment does not have.
    #[error("{}: no column '{column}' in snapshot {moment}", shown(path))]
    NoColumn {
        /// The file.
        path: PathBuf,
        /// The name asked for.
        column: String,
        /// The snapshot within the file, from 0.
        moment: usize,
    },
    /// A caller asks for a snapshot that the file does not have.
    #[error("{}: no snapshot {moment}, the file has {count}", shown(path))]
    NoMoment {
        /// The file.
        path: PathBuf,
        /// The snapshot asked for, from 0.
        moment: usize,
        /// How many there are.
        count: usize,
    },
    /// A caller asks for a type of bodies that the moment does not have.
    #[error("{}: no bodies of the type '{}', only {known}", shown(path), printable(wanted))]
    NoType {
        /// The file.
        path: PathBuf,
        /// The type asked for.
        wanted: String,
        /// The types that there are.
        known: String,
    },
    /// A caller asks for a number per body that the file does not have.
    #[error(
        "{}: no column '{}' with a number per body, only {known}",
        shown(path),
        printable(wanted)
    )]
    NoProperty {
        /// The file.
        path: PathBuf,
        /// The column asked for.
        wanted: String,
        /// The columns that there are.
        known: String,
    },
    /// Nothing is left of the bodies, or the file has none.
    #[error(
        "{}: none of its {bodies} bodies is taken; \
         name another moment, or a larger part by --within, --where or --component",
        shown(path)
    )]
    NothingTaken {
        /// The file.
        path: PathBuf,
        /// How many bodies the moment has.
        bodies: u64,
    },
    /// A caller asks for bodies that the moment does not have.
    #[error("{}: no bodies {start}..{end}, the snapshot has {bodies}", shown(path))]
    NoRows {
        /// The file.
        path: PathBuf,
        /// The first body asked for.
        start: u64,
        /// The end of the range asked for.
        end: u64,
        /// How many bodies there are.
        bodies: u64,
    },
}

/// What a user does about a file whose bytes contradict each other.
pub(super) const COPY_AGAIN: &str = "copy the file again, or write the snapshot again";

impl Error {
    /// A contradiction at a byte of a file.
    pub(super) fn damaged(path: &Path, offset: u64, what: impl Into<String>) -> Self {
        Self::Damaged { path: path.into(), offset, what: what.into(), remedy: COPY_AGAIN }
    }

    /// A failure of the system, or the end of the file.
    pub(super) fn from_io(path: &Path, cause: io::Error) -> Self {
        Self::Io { path: path.into(), cause }
    }
}

/// A path without characters that steer a terminal or turn the direction of text.
pub(super) fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

/// Text of a file, safe to print: control and invisible direction characters become escapes.
pub(super) fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let hidden = matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' | '\u{feff}');
        if c.is_control() || hidden {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}
