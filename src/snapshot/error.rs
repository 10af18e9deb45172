//! What can go wrong with a saved run.

use std::io;

use super::sections::{ENDING, VERSION};
use crate::file::FileError;
use crate::scene::SceneError;
use crate::words::{said, t};

/// Why a saved run cannot be written or read. Each message is one sentence with a remedy.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be read.
    #[error("{}", t!("error-run-unreadable", file = file, cause = source))]
    Unreadable {
        /// The file's path as given.
        file: String,
        /// The system's error.
        source: io::Error,
    },
    /// The file is of another kind.
    #[error("{}", t!("error-run-foreign", file = .0, ending = ENDING))]
    Foreign(String),
    /// A later version wrote the file.
    #[error("{}", t!("error-run-newer", file = file, version = version, most = VERSION))]
    Newer {
        /// The file's path as given.
        file: String,
        /// The version of its format.
        version: u32,
    },
    /// The end of the file is missing.
    #[error("{}", t!("error-run-cut", file = .0))]
    CutShort(String),
    /// The file has been changed since.
    #[error("{}", t!("error-run-damaged", file = file, section = section))]
    Damaged {
        /// The file's path as given.
        file: String,
        /// The section.
        section: String,
    },
    /// The contents make no sense.
    #[error("{}", t!("error-run-invalid", file = file, message = said(message).verbatim()))]
    Invalid {
        /// The file's path as given.
        file: String,
        /// What is wrong.
        message: String,
    },
    /// The scene in the file is not valid.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}
