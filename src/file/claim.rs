//! The right to write a file or the files of a folder, which one process at a time has.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::error::FileError;
use super::origin::check_replaceable;
use super::partial::{PartialFile, hidden, lock};
use super::place::place;

/// Stands for all files of a folder in the name of the file by which it is claimed.
const FOLDER: &str = "folder";

/// The right of this process to write a file, or the files of a folder, until it is dropped. Other
/// processes see it by a hidden file that is locked, and which the system unlocks if this process
/// is killed. Where the file system has no locks, everyone gets the right.
#[derive(Debug)]
pub struct Claim {
    scaffold: PartialFile,
    lock: File,
}

impl Claim {
    /// Claims an output, before the work: `path` must be free, or a file that Starshell wrote.
    /// Creates missing folders, which do not remain if nothing is written into them.
    ///
    /// # Errors
    /// [`FileError`] if another process has claimed it, or it [may not be
    /// replaced](super::check_replaceable), or cannot be written.
    pub fn of_file(path: &Path) -> Result<Self, FileError> {
        check_replaceable(path)?;
        Self::take(path)
    }

    /// Claims a file, whoever wrote what is at `path`.
    ///
    /// # Errors
    /// [`FileError`] if another process has claimed it, or it cannot be written.
    pub fn take(path: &Path) -> Result<Self, FileError> {
        let taken = place(path).and_then(|(target, _)| {
            let claim = Self::path(&target)
                .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it names no file"))?;
            Self::hold(&claim)
        });
        taken.map_err(|source| FileError::new(path, source))
    }

    /// Claims a folder for files whose names are not known yet, such as those of frames. Creates it
    /// if it is missing.
    ///
    /// # Errors
    /// [`FileError`] if another process has claimed it, or nothing can be written there.
    pub fn of_folder(folder: &Path) -> Result<Self, FileError> {
        let claim = folder.join(hidden(FOLDER, 0));
        Self::hold(&claim).map_err(|source| FileError::new(folder, source))
    }

    /// The hidden file by which the file at `path` is claimed.
    pub(super) fn path(path: &Path) -> Option<PathBuf> {
        let mut name = path.file_name()?.to_string_lossy().into_owned();
        if cfg!(any(windows, target_os = "macos")) {
            // Their file systems ignore case.
            name = name.to_lowercase();
        }
        // FNV-1a, which is the same in every process and version.
        let hash = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Some(path.with_file_name(hidden(&name, name.bytes().fold(0xcbf2_9ce4_8422_2325, hash))))
    }

    fn hold(path: &Path) -> io::Result<Self> {
        let (scaffold, lock) = PartialFile::raise(path, &mut lock(), PartialFile::hold)?;
        Ok(Self { scaffold, lock })
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.scaffold.end();
        // A process that this one is just starting has the file, too, until it runs its own
        // program.
        let _ = self.lock.unlock();
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::{AtomicFile, Refusal, free_path};
    use super::*;

    /// Another process, by a lock that this one takes past its own list of files.
    fn another(path: &Path) -> File {
        let file = File::options().write(true).create(true).truncate(false).open(path).unwrap();
        file.lock().unwrap();
        file
    }

    #[test]
    fn what_another_process_writes_is_refused_until_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let (path, frames) = (folder.path().join("o.png"), folder.path().join("frames"));
        fs::create_dir(&frames).unwrap();
        let hidden_file = Claim::path(&path).unwrap();
        let others = [another(&hidden_file), another(&frames.join(hidden(FOLDER, 0)))];
        for error in [Claim::of_file(&path).unwrap_err(), Claim::of_folder(&frames).unwrap_err()] {
            assert_eq!(error.refusal(), Some(Refusal::Owned));
            assert!(error.to_string().contains("another run"), "{error}");
        }
        assert_eq!(free_path(folder.path(), "o", "png"), folder.path().join("o-2.png"));
        // Killed: the files stay, without their locks.
        drop(others);
        let claims = [Claim::of_file(&path).unwrap(), Claim::of_folder(&frames).unwrap()];
        let file = AtomicFile::create(&path).unwrap();
        assert!(Claim::of_file(&path).is_err() && Claim::of_folder(&frames).is_err(), "twice");
        drop((file, claims));
        assert!(!hidden_file.exists() && fs::read_dir(&frames).unwrap().next().is_none());
    }

    #[test]
    fn a_folder_stays_if_something_was_written_into_it() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("new/frames");
        drop(Claim::of_folder(&deep).unwrap());
        assert!(!folder.path().join("new").exists());
        let claim = Claim::of_folder(&deep).unwrap();
        super::super::write(&deep.join("a.png"), b"").unwrap();
        drop(claim);
        assert_eq!(fs::read_dir(&deep).unwrap().count(), 1);
    }
}
