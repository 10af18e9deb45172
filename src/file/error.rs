//! Why files are not written.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::words::{Text, say};

/// Why a file could not be written. The message names the file, with the reason in brackets; of a
/// refusal, it has the remedy.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub struct FileError {
    /// The path as the caller gave it.
    pub path: PathBuf,
    /// The system's error.
    pub source: io::Error,
}

impl FileError {
    /// The error `source` about `path`.
    pub fn new(path: &Path, source: io::Error) -> Self {
        Self { path: path.to_owned(), source }
    }

    /// The rule by which the file was not written, if it was one.
    pub(crate) fn refusal(&self) -> Option<Refusal> {
        Refusal::from_error(&self.source)
    }

    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        let path = self.path.display().to_string();
        match self.refusal() {
            Some(Refusal::ReadOnly) => say!("error-read-only", path),
            Some(Refusal::Owned) => say!("error-owned", path),
            Some(Refusal::Foreign) => say!("error-foreign", path),
            None => say!("error-unwritable", path, cause = self.source.to_string()),
        }
    }
}

impl From<FileError> for io::Error {
    fn from(error: FileError) -> Self {
        Self::new(error.source.kind(), error)
    }
}

/// Why a file that could be written is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// It may not be changed.
    #[error("it is read-only")]
    ReadOnly,
    /// Another process is writing it.
    #[error("another run is writing it")]
    Owned,
    /// It is there, and another program or a person wrote it.
    #[error("Starshell did not write it")]
    Foreign,
}

impl Refusal {
    fn from_error(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }
}

impl From<Refusal> for io::Error {
    fn from(refusal: Refusal) -> Self {
        let kind = match refusal {
            Refusal::ReadOnly => ErrorKind::PermissionDenied,
            Refusal::Owned => ErrorKind::ResourceBusy,
            Refusal::Foreign => ErrorKind::AlreadyExists,
        };
        Self::new(kind, refusal)
    }
}
