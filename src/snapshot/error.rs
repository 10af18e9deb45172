//! What can go wrong with a saved run.

use std::io;

use super::sections::{ENDING, VERSION};
use crate::file::FileError;
use crate::scene::SceneError;
use crate::words::{Text, said, say};

/// Why a saved run cannot be written or read. Each message is one sentence with a remedy.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be read.
    Unreadable {
        /// The file's path as given.
        file: String,
        /// The system's error.
        source: io::Error,
    },
    /// The file is of another kind.
    Foreign(String),
    /// A later version wrote the file.
    Newer {
        /// The file's path as given.
        file: String,
        /// The version of its format.
        version: u32,
    },
    /// The end of the file is missing.
    CutShort(String),
    /// The file has been changed since.
    Damaged {
        /// The file's path as given.
        file: String,
        /// The section.
        section: String,
    },
    /// The contents make no sense.
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

impl CheckpointError {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        match self {
            Self::Unreadable { file, source } => {
                say!("error-run-unreadable", file, cause = source.to_string())
            }
            Self::Foreign(file) => say!("error-run-foreign", file, ending = ENDING),
            Self::Newer { file, version } => say!("error-run-newer", file, version, most = VERSION),
            Self::CutShort(file) => say!("error-run-cut", file),
            Self::Damaged { file, section } => say!("error-run-damaged", file, section),
            Self::Invalid { file, message } => {
                say!("error-run-invalid", file, message = said(message))
            }
            Self::Scene(error) => error.text(),
            Self::File(error) => error.text(),
        }
    }
}
