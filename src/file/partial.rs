//! Temporary files, until they are complete: unique names, locks, and the folders made for them.

use std::collections::BTreeSet;
use std::fs::{self, File, Permissions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::error::Refusal;

/// The files that this process is writing.
pub(super) struct Partial {
    pub(super) scaffolds: Vec<PartialFile>,
    /// Files that stay if something is in them.
    pub(super) reserved: Vec<PathBuf>,
    /// Folders already cleared of files from killed processes.
    clean: BTreeSet<PathBuf>,
}

static PARTIAL: Mutex<Partial> =
    Mutex::new(Partial { scaffolds: Vec::new(), reserved: Vec::new(), clean: BTreeSet::new() });
/// Signalled when a file is completed or abandoned.
pub(super) static COMPLETED: Condvar = Condvar::new();
const ENDING: &str = ".partial";
/// Hexadecimal digits that make temporary names unique.
const DIGITS: usize = 16;
/// How often a lock that another process holds is tried again, and the time in between.
const ATTEMPTS: u32 = 10;
const PAUSE: Duration = Duration::from_millis(10);

pub(super) fn lock() -> MutexGuard<'static, Partial> {
    PARTIAL.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Partial {
    /// Removes what is unfinished.
    pub(super) fn remove(&self) {
        // In the order in which they would be dropped, so that folders become empty.
        self.scaffolds.iter().rev().for_each(PartialFile::remove);
        for path in &self.reserved {
            if fs::metadata(path).is_ok_and(|metadata| metadata.len() == 0) {
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// The temporary file and the folders created for it, which exist until the file is complete or
/// abandoned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PartialFile {
    pub(super) target: PathBuf,
    pub(super) temporary: PathBuf,
    /// Folders that were created for the file, innermost first.
    folders: Vec<PathBuf>,
}

impl PartialFile {
    /// Creates the folders, opens a temporary file for `target`, and notes it in `partial` until
    /// [`PartialFile::end`].
    pub(super) fn raise(
        target: &Path,
        partial: &mut Partial,
        open: impl FnOnce(&mut Self) -> io::Result<File>,
    ) -> io::Result<(Self, File)> {
        let name = target
            .file_name()
            .ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "it names no file"))?;
        let folder = target
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        if let Some(file) =
            folder.ancestors().find(|folder| folder.exists()).filter(|folder| !folder.is_dir())
        {
            let message = format!("{} is a file, not a folder", file.display());
            return Err(io::Error::new(ErrorKind::NotADirectory, message));
        }
        let above = folder.ancestors().take_while(|folder| !folder.as_os_str().is_empty());
        let folders = above.take_while(|folder| !folder.exists()).map(Path::to_owned).collect();
        let mut scaffold = Self { target: target.to_owned(), temporary: PathBuf::new(), folders };
        let opened = fs::create_dir_all(folder).and_then(|()| {
            // Different spellings of a path must count as one file.
            let folder = fs::canonicalize(folder)?;
            scaffold.target = folder.join(name);
            if partial.scaffolds.iter().any(|other| other.target == scaffold.target) {
                return Err(io::Error::new(
                    ErrorKind::AlreadyExists,
                    "it is being written already",
                ));
            }
            if partial.clean.insert(folder.clone()) {
                remove_dead(&folder);
            }
            open(&mut scaffold)
        });
        match opened {
            Ok(file) => {
                partial.scaffolds.push(scaffold.clone());
                Ok((scaffold, file))
            }
            Err(error) => {
                scaffold.remove();
                Err(error)
            }
        }
    }

    /// Opens and locks a temporary file with a unique name.
    pub(super) fn open(&mut self, permissions: Option<Permissions>) -> io::Result<File> {
        let name = self.target.file_name().unwrap_or_default().to_string_lossy().into_owned();
        loop {
            // Randomness from the hash keys, which differ per process.
            let temporary = self
                .target
                .with_file_name(hidden(&name, RandomState::new().hash_one(&self.target)));
            let file = match File::options().write(true).create_new(true).open(&temporary) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                opened => opened?,
            };
            self.temporary = temporary;
            // On file systems without locks, other processes leave the file alone anyway.
            let _ = file.lock();
            // Before it was locked, another process may have removed it as a leftover.
            if self.temporary.exists() {
                if let Some(permissions) = permissions {
                    file.set_permissions(permissions)?;
                }
                return Ok(file);
            }
        }
    }

    /// Opens and locks the target itself as its temporary file, which another process may have left
    /// behind.
    pub(super) fn hold(&mut self) -> io::Result<File> {
        let mut attempts = 0;
        loop {
            let file =
                File::options().write(true).create(true).truncate(false).open(&self.target)?;
            match file.try_lock() {
                Ok(()) if !is_file_at(&file, &self.target) => continue,
                // Without locks, nothing is known of other processes.
                Ok(()) | Err(TryLockError::Error(_)) => {
                    self.temporary.clone_from(&self.target);
                    return Ok(file);
                }
                // It may be held for an instant by a process that looks for leftovers, or that has
                // just been started by this one.
                Err(TryLockError::WouldBlock) if attempts < ATTEMPTS => {
                    attempts += 1;
                    std::thread::sleep(PAUSE);
                }
                Err(TryLockError::WouldBlock) => return Err(Refusal::Owned.into()),
            }
        }
    }

    /// Removes the temporary file, and forgets it.
    pub(super) fn end(&self) {
        let mut partial = lock();
        self.remove();
        partial.scaffolds.retain(|scaffold| scaffold != self);
        COMPLETED.notify_all();
    }

    /// Removes the temporary file, and the folders that were created for it if they are still
    /// empty.
    pub(super) fn remove(&self) {
        // After a commit there is no file of this name.
        let _ = fs::remove_file(&self.temporary);
        for folder in &self.folders {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// The name of a temporary file. It has only part of the target's name: if that is as long as the
/// system allows, all of it would be too long.
pub(super) fn hidden(name: &str, digits: u64) -> String {
    let part: String = name.chars().take(40).collect();
    format!(".{part}.{digits:0DIGITS$x}{ENDING}")
}

/// Whether the open `file` still has this path: its owner may have removed it before it could be
/// locked.
fn is_file_at(file: &File, path: &Path) -> bool {
    let (Ok(opened), Ok(found)) = (file.metadata(), fs::metadata(path)) else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (opened.dev(), opened.ino()) == (found.dev(), found.ino())
    }
    #[cfg(not(unix))]
    {
        opened.created().ok() == found.created().ok()
    }
}

/// Removes the temporary files of killed processes, which nobody holds a lock on.
fn remove_dead(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()).filter(|path| is_temporary(path)) {
        let Ok(file) = File::options().write(true).open(&path) else { continue };
        match file.try_lock() {
            Ok(()) => _ = fs::remove_file(&path),
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => {}
        }
    }
}

/// Whether a file name looks like one from [`hidden`].
fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let digits = name
        .strip_prefix('.')
        .and_then(|name| name.strip_suffix(ENDING))
        .and_then(|name| name.rsplit_once('.'));
    digits.is_some_and(|(_, digits)| {
        digits.len() == DIGITS && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
    }) && path.symlink_metadata().is_ok_and(|metadata| metadata.is_file())
}
