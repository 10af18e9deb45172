//! Files that hold results.

use starshell::file::FileError;
use starshell::lab::chart::ChartError;

/// Why results cannot be written to a file.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error(transparent)]
    Chart(#[from] ChartError),
    #[error(transparent)]
    File(#[from] FileError),
}
