//! Why a snapshot is not written.

use std::io;

use crate::file::FileError;
use crate::words::{Text, say};

/// Why a snapshot cannot be written, or has no forces to write.
#[derive(Debug, thiserror::Error)]
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
    /// The sums of forces would take too long.
    #[error(
        "accelerations and potentials are direct sums of at most {most} bodies, but there are {count}: take part of them with --thin, or leave --forces out"
    )]
    ForcesOfMany {
        /// Number of bodies.
        count: usize,
        /// Most bodies of which forces are summed.
        most: usize,
    },
    /// Space expands.
    #[error(
        "the positions are comoving, and accelerations among them are none: leave --forces out"
    )]
    ForcesComoving,
    /// An external field pulls, too.
    #[error(
        "these bodies are in an external field, which the sums would leave out: leave --forces out"
    )]
    ForcesExternal,
    /// There are no masses.
    #[error("the file has no masses, from which accelerations come: leave --forces out")]
    ForcesMassless,
    /// The format cannot hold it, or the file fails while it is written.
    #[error("{}", self.text())]
    Unfit {
        /// The file's path as given.
        file: String,
        /// Why.
        source: Box<WriteError>,
    },
    /// The file cannot be created or completed.
    #[error(transparent)]
    File(#[from] FileError),
}

impl WriteError {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        match self {
            Self::Unfit { file, source } => say!("error-in-file", file, message = source.text()),
            Self::File(error) => error.text(),
            other => other.to_string().into(),
        }
    }

    /// Whether the system refuses, and not the format.
    pub fn is_of_system(&self) -> bool {
        match self {
            Self::Unfit { source, .. } => source.is_of_system(),
            other => matches!(other, Self::Io(_) | Self::File(_)),
        }
    }
}
