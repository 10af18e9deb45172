//! Snapshots of other programs: what they say, and their bodies column by column.
//!
//! [`open()`] recognises a file by its content. A [`Reader`] then has a [`Header`] at hand, and
//! reads any rows of any column, so that a picture of the positions can stand before the rest is
//! read. Values come in units of the file; the header has their SI values where known.
//!
//! Every count is checked against the length of the file before memory is taken or a loop runs.

mod error;
#[cfg(feature = "hdf5")]
mod expression;
mod formats;
mod gadget;
#[cfg(feature = "hdf5")]
mod hdf5;
pub(in crate::exchange) mod header;
mod laid;
pub mod names;
mod nemo;
mod ply;
mod reader;
mod rebound;
pub(in crate::exchange) mod si;
mod source;
mod tipsy;
mod unpack;
mod values;
pub mod write;

#[cfg(test)]
mod tests;

use std::ops::Range;
use std::path::Path;

pub use error::Error;
pub use header::{Column, Cosmology, Group, Header, Moment, Origin, Scalar, Unit, Units};
pub use reader::Reader;
pub use values::Values;

// For the program, the laboratory and tests; no version promises anything about these.
#[doc(hidden)]
pub use formats::{FORMATS, Format};
#[doc(hidden)]
pub use reader::{Limits, Start};
#[doc(hidden)]
pub use source::{Bytes, Source};

/// Opens a snapshot, whatever its format; gzip and zstd are unpacked on the way.
///
/// # Errors
/// If the file cannot be read, is of no known format, or contradicts its format.
pub fn open(path: &Path) -> Result<Box<dyn Reader>, Error> {
    open_source(Source::open(path)?, &Limits::default())
}

/// Whether the content of a file is that of a format that is read. Of a compressed file, the beginning
/// is unpacked to tell.
pub fn is_snapshot(path: &Path) -> bool {
    start(path).is_some_and(|start| is_known(&start))
}

/// Whether files of a known format begin like this.
pub(super) fn is_known(start: &Start) -> bool {
    FORMATS.iter().any(|format| (format.recognises)(start))
}

/// The beginning of a file, unpacked; none if it cannot be read.
pub(super) fn start(path: &Path) -> Option<Start> {
    let mut source = Source::open(path).ok()?;
    match unpack::start(path, &mut source).ok()? {
        Some(start) => Some(start),
        None => Start::new(&mut source).ok(),
    }
}

/// The whole content of a compressed file; none if it is not compressed, or no regular file.
///
/// # Errors
/// If the file is damaged, or too large.
pub(super) fn unpacked(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    let Ok(source) = Source::open(path) else { return Ok(None) };
    let (mut source, note) = unpack::unpack(source, Limits::default().memory)?;
    note.map(|_| source.bytes(0, source.len(), "the content")).transpose()
}

/// Opens a snapshot in anything that reads and seeks.
///
/// # Errors
/// As [`open()`].
#[doc(hidden)]
pub fn open_source(source: Source, limits: &Limits) -> Result<Box<dyn Reader>, Error> {
    let (mut source, note) = unpack::unpack(source, limits.memory)?;
    let start = Start::new(&mut source)?;
    let Some(format) = FORMATS.iter().find(|format| (format.recognises)(&start)) else {
        return Err(formats::unknown(source.path(), &start.bytes));
    };
    let reader = (format.open)(source, limits)?;
    Ok(match note {
        Some(note) => Box::new(Noted::new(reader, note)),
        None => reader,
    })
}

/// A reader with one note more.
struct Noted {
    reader: Box<dyn Reader>,
    header: Header,
}

impl Noted {
    fn new(reader: Box<dyn Reader>, note: String) -> Self {
        let mut header = reader.header().clone();
        header.notes.push(note);
        Self { reader, header }
    }
}

impl Reader for Noted {
    fn header(&self) -> &Header {
        &self.header
    }

    fn read(&mut self, moment: usize, column: &str, rows: Range<u64>) -> Result<Values, Error> {
        self.reader.read(moment, column, rows)
    }

    fn rows_within(&self, moment: usize, low: [f64; 3], high: [f64; 3]) -> Vec<Range<u64>> {
        self.reader.rows_within(moment, low, high)
    }
}
