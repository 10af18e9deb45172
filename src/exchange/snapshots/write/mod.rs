//! Writers of snapshots for other programs.
//!
//! A [`Snapshot`] holds one moment with all its columns, and what is known of the run. [`write()`]
//! sends it to anything that takes bytes; the caller decides about files, and about replacing them.

mod csv;
mod error;
#[cfg(feature = "hdf5")]
mod gadget;
mod npz;
mod ply;
mod snapshot;
mod tipsy;
#[cfg(feature = "hdf5")]
mod usual;

use std::io::Write;
use std::path::Path;

pub use error::WriteError;
pub use snapshot::{Parameter, Snapshot};

use crate::named;

named! {
    /// A format that is written.
    pub enum Output: "format" {
        /// Tipsy standard: big-endian, single precision; ids and other columns are left out.
        Tipsy = "tipsy",
        /// HDF5 in the layout of Gadget-4.
        Gadget4 = "gadget-4",
        /// PLY points, binary and little-endian.
        Ply = "ply",
        /// NumPy arrays in a zip archive.
        Npz = "npz",
        /// A table of text with units in the header.
        Csv = "csv",
    }
}

/// The endings of files, and what is written to them.
const ENDINGS: [(&str, Output); 7] = [
    ("tipsy", Output::Tipsy),
    ("std", Output::Tipsy),
    ("hdf5", Output::Gadget4),
    ("h5", Output::Gadget4),
    ("ply", Output::Ply),
    ("npz", Output::Npz),
    ("csv", Output::Csv),
];

impl Output {
    /// The endings of the files that are written.
    pub fn endings() -> impl Iterator<Item = &'static str> {
        ENDINGS.iter().map(|(ending, _)| *ending)
    }

    /// The format that the ending of a path stands for.
    pub fn from_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        ENDINGS.iter().find(|(known, _)| *known == ending).map(|(_, output)| *output)
    }
}

/// Writes a snapshot.
///
/// # Errors
/// If the snapshot is empty or contradicts itself, is too large for the format, or if the sink
/// fails.
pub fn write(sink: &mut dyn Write, output: Output, snapshot: &Snapshot) -> Result<(), WriteError> {
    snapshot.check()?;
    match output {
        Output::Tipsy => tipsy::write(sink, snapshot),
        #[cfg(feature = "hdf5")]
        Output::Gadget4 => gadget::write(sink, snapshot),
        #[cfg(not(feature = "hdf5"))]
        Output::Gadget4 => Err(WriteError::Hdf5("this build does not write it".to_owned())),
        Output::Ply => ply::write(sink, snapshot),
        Output::Npz => npz::write(sink, snapshot),
        Output::Csv => csv::write(sink, snapshot),
    }
}
