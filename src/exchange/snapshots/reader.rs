//! What a format is recognised by, and what an open snapshot offers.

use std::ops::Range;

use super::error::Error;
use super::header::Header;
use super::source::Source;
use super::values::Values;

/// How many bytes formats are recognised by.
pub(super) const START: u64 = 4096;

/// What a format is recognised by.
pub struct Start {
    /// The first bytes.
    pub bytes: Vec<u8>,
    /// The length of the whole file.
    pub len: u64,
}

impl Start {
    pub(super) fn new(source: &mut Source) -> Result<Self, Error> {
        Ok(Self { bytes: source.start(START)?, len: source.len() })
    }
}

/// An open snapshot.
pub trait Reader: Send {
    /// What the file says before its bodies are read.
    fn header(&self) -> &Header;

    /// Reads rows of one column of one snapshot within the file.
    ///
    /// # Errors
    /// If there is no such moment, column or row, or if the file fails.
    fn read(&mut self, moment: usize, column: &str, rows: Range<u64>) -> Result<Values, Error>;

    /// Rows that hold all bodies of a box, and others: with an index only parts of the file.
    ///
    /// The box is in units of the file, and is not wrapped around a periodic edge.
    fn rows_within(&self, moment: usize, low: [f64; 3], high: [f64; 3]) -> Vec<Range<u64>> {
        let _ = (low, high);
        self.header().moments.get(moment).map(|moment| 0..moment.bodies).into_iter().collect()
    }
}

/// What reading may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes that a compressed file or a text may take in memory.
    pub memory: u64,
    /// Snapshots within one file.
    pub moments: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory: 4 << 30, moments: 1 << 20 }
    }
}
