//! Why a snapshot is not written.

use std::io;

use thiserror::Error;

/// Why a snapshot cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The system refuses.
    #[error("the snapshot cannot be written: {0}")]
    Io(#[from] io::Error),
    /// There is nothing to write.
    #[error("the snapshot has no positions, or no bodies")]
    Empty,
    /// A column is not as long as the others.
    #[error("column '{column}' has {found} values, {wanted} are needed")]
    Lengths {
        /// Its name.
        column: String,
        /// How many values it has.
        found: usize,
        /// How many it should have.
        wanted: usize,
    },
    /// The format cannot count as far.
    #[error("{what} exceeds what the format holds; write HDF5, or fewer bodies")]
    TooLarge {
        /// What is too large.
        what: &'static str,
    },
    /// The library for HDF5 refuses.
    #[error("HDF5: {0}")]
    Hdf5(String),
}

impl WriteError {
    /// Whether the system refuses, and not the format.
    pub fn is_of_system(&self) -> bool {
        matches!(self, Self::Io(_))
    }
}
