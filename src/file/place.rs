//! Where a file can be written.

use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::error::Refusal;
use super::reading::check_regular;

/// Where a file at `path` is to be written, and the permissions of the one that it replaces.
///
/// # Errors
/// That nothing can or may be written there.
pub(super) fn place(path: &Path) -> io::Result<(PathBuf, Option<Permissions>)> {
    if path
        .as_os_str()
        .as_encoded_bytes()
        .last()
        .is_some_and(|&byte| std::path::is_separator(byte.into()))
    {
        return Err(io::Error::new(
            ErrorKind::IsADirectory,
            "a name that ends in a slash means a folder",
        ));
    }
    let target = follow(path)?;
    let permissions = match fs::metadata(&target) {
        // Renaming over a device such as /dev/null would replace it for everyone.
        Ok(metadata) => check_regular(&metadata)
            .and_then(|()| check_writable(&target, &metadata))
            .map(|()| Some(metadata.permissions()))?,
        Err(error) => (error.kind() != ErrorKind::InvalidFilename).then_some(None).ok_or(error)?,
    };
    Ok((target, permissions))
}

/// Resolves symbolic links from `path`, whether or not the file exists.
///
/// # Errors
/// That the links lead nowhere.
pub fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    // Linux's limit on the number of links followed.
    for _ in 0..40 {
        let Ok(next) = fs::read_link(&target) else { return Ok(target) };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    Err(io::Error::new(ErrorKind::InvalidInput, "it is a symbolic link that leads to itself"))
}

/// Rejects a file that is read-only, which a new one would replace nevertheless.
pub(super) fn check_writable(target: &Path, metadata: &Metadata) -> io::Result<()> {
    // Nothing is written to it.
    let opened = File::options().append(true).open(target);
    let is_denied = opened.is_err_and(|error| error.kind() == ErrorKind::PermissionDenied);
    if metadata.permissions().readonly() || is_denied {
        Err(Refusal::ReadOnly.into())
    } else {
        Ok(())
    }
}
