//! Atomic files: written under a temporary name and renamed when complete, so they appear whole or
//! not at all.
//!
//! The temporary file is next to its target, has a unique name, and is locked while it is being
//! written. Leftovers of a killed process are removed by the next process that writes to the
//! folder.
//!
//! Use it for results that took minutes to compute: a full disk or a killed process leaves the old
//! file as it was.
//! ```
//! let path = std::env::temp_dir().join(format!("starshell-example-{}.csv", std::process::id()));
//! starshell::file::write(&path, b"time,energy").unwrap();
//! # std::fs::remove_file(&path).unwrap();
//! ```

mod claim;
mod error;
mod origin;
mod partial;
mod place;
mod reading;

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

pub use error::FileError;
pub use origin::{SOFTWARE, check_replaceable};
use partial::{COMPLETED, Partial, PartialFile, lock};
pub use place::follow;
use place::place;
pub use reading::{MAX_LENGTH, spare_memory};

// For the program, the laboratory and tests; no version promises anything about these.
#[doc(hidden)]
pub use claim::Claim;
#[cfg(feature = "capture")]
pub(crate) use error::Refusal;
#[doc(hidden)]
pub use reading::Reading;

/// A file under a temporary name next to its final one. If dropped without [`AtomicFile::commit`],
/// it leaves nothing behind.
#[derive(Debug)]
pub struct AtomicFile {
    writer: BufWriter<File>,
    scaffold: PartialFile,
    /// The path as the caller gave it.
    path: PathBuf,
}

/// Writes `bytes` to `path`, whole or not at all.
///
/// # Errors
/// [`FileError`]; `path` is then unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes).map_err(|source| FileError::new(path, source))?;
    file.commit()
}

/// Reads a regular file of at most [`MAX_LENGTH`] bytes. Others are rejected because opening a pipe
/// would block until someone writes to it, and so is a file that blocks nevertheless.
///
/// # Errors
/// The system's error, or that `path` is not such a file, or [`ErrorKind::TimedOut`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = open(path)?;
    let too_long = || {
        io::Error::new(
            ErrorKind::FileTooLarge,
            format!("it is longer than {} MiB", MAX_LENGTH >> 20),
        )
    };
    if file.length() > MAX_LENGTH { Err(too_long()) } else { file.rest() }
}

/// Reads a regular file of any length, such as a table of bodies.
///
/// # Errors
/// As [`Reading::rest`], or that `path` is not such a file.
pub fn read_long(path: &Path) -> io::Result<Vec<u8>> {
    open(path)?.rest()
}

/// Opens a regular file of any length for reading.
///
/// # Errors
/// The system's error, or that `path` is not a regular file, or [`ErrorKind::TimedOut`].
pub fn open(path: &Path) -> io::Result<Reading> {
    Reading::open(path)
}

/// Reads a text file in UTF-8.
///
/// # Errors
/// As [`read`], or that the file is not UTF-8.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|_| {
        io::Error::new(ErrorKind::InvalidData, "it is not UTF-8 text: save it as UTF-8")
    })
}

/// Renames what is at `path`, which cannot be read, to a free name such as `progress-damaged.json`,
/// so that writing the file again destroys nothing. Does nothing if there is nothing, or it cannot
/// be renamed.
pub fn set_aside(path: &Path) {
    let [name, ending] = [path.file_stem(), path.extension()]
        .map(|part| part.unwrap_or_default().to_string_lossy().into_owned());
    if path.exists() {
        let _ = fs::rename(
            path,
            free_path(path.parent().unwrap_or(Path::new("")), &format!("{name}-damaged"), &ending),
        );
    }
}

/// A path in `folder` that does not exist yet and that nobody is writing: `name.ending`, with a
/// number appended to the name if necessary. An empty `ending` gives a name without extension, for
/// a folder.
pub fn free_path(folder: &Path, name: &str, ending: &str) -> PathBuf {
    free_path_with(folder, name, ending, &[])
}

/// As [`free_path`], for a file that gets others beside it, whose names have the endings `beside`
/// and must be free, too.
pub fn free_path_with(folder: &Path, name: &str, ending: &str, beside: &[&str]) -> PathBuf {
    let whole = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let is_being_written = |path: &Path| {
        let target = path.file_name().map(|name| whole.join(name));
        let by_another =
            || Claim::path(path).is_some_and(|claim| fs::symlink_metadata(claim).is_ok());
        lock().scaffolds.iter().any(|scaffold| Some(&scaffold.target) == target.as_ref())
            || by_another()
    };
    let is_free = |path: &PathBuf| fs::symlink_metadata(path).is_err() && !is_being_written(path);
    let names =
        std::iter::once(name.to_owned()).chain((2_u64..).map(|number| format!("{name}-{number}")));
    let path = |name: &str, ending: &str| {
        folder.join(if ending.is_empty() { name.to_owned() } else { format!("{name}.{ending}") })
    };
    let mut free = names
        .filter(|name| beside.iter().chain([&ending]).all(|ending| is_free(&path(name, ending))));
    free.next()
        .map_or_else(|| unreachable!("there are numbers without end"), |name| path(&name, ending))
}

/// Waits up to `patience` for the files that other threads are writing, and removes those that are
/// still unfinished. Call it when the program ends.
pub fn settle(patience: Duration) {
    wait(patience, |_| true).remove();
}

/// Waits while any file for which `is_awaited` holds is being written.
fn wait(
    patience: Duration,
    is_awaited: impl Fn(&PartialFile) -> bool,
) -> MutexGuard<'static, Partial> {
    let is_busy = |partial: &mut Partial| partial.scaffolds.iter().any(&is_awaited);
    COMPLETED
        .wait_timeout_while(lock(), patience, is_busy)
        .unwrap_or_else(PoisonError::into_inner)
        .0
}

/// Notes that the file at `path` is to be removed if the process ends while nothing is in it, until
/// [`release`].
pub fn reserve(path: &Path) {
    lock().reserved.push(path.to_owned());
}

/// Ends [`reserve`].
pub fn release(path: &Path) {
    lock().reserved.retain(|other| other != path);
}

/// The reserved files that have something in them: what stays of recordings if the process ends
/// now.
pub fn remains() -> Vec<PathBuf> {
    let has_content = |path: &&PathBuf| fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0);
    lock().reserved.iter().filter(has_content).cloned().collect()
}

/// Removes unfinished files, and keeps all threads from beginning others until the process ends:
/// for a run that does not respond.
pub fn abandon() {
    let partial = lock();
    partial.remove();
    // Never released, so any thread that begins another file waits.
    std::mem::forget(partial);
}

impl AtomicFile {
    /// Opens the temporary file and creates missing parent folders, so that an unwritable path is
    /// found before any work begins. Follows symbolic links; keeps the permissions of the file it
    /// replaces.
    ///
    /// # Errors
    /// [`FileError`], also if `path` is a folder, a device, a pipe or read-only, or is already
    /// being written by this process. Nothing is left behind.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        Self::open(path).map_err(|source| FileError::new(path, source))
    }

    fn open(path: &Path) -> io::Result<Self> {
        let (target, permissions) = place(path)?;
        let mut partial = lock();
        let (scaffold, file) =
            PartialFile::raise(&target, &mut partial, |scaffold| scaffold.open(permissions))?;
        Ok(Self { writer: BufWriter::new(file), scaffold, path: path.to_owned() })
    }

    /// Renames the complete file, replacing what was at its final path. The contents are flushed to
    /// disk first.
    ///
    /// # Errors
    /// [`FileError`]; nothing is left behind.
    pub fn commit(mut self) -> Result<(), FileError> {
        let done = self
            .flush_to_disk()
            .and_then(|()| fs::rename(&self.scaffold.temporary, &self.scaffold.target));
        done.map_err(|source| FileError::new(&self.path, source))
    }

    /// As [`AtomicFile::commit`], but what was at the final path stays under the name `before`, in
    /// place of what is there. At every moment, one of the two names is a whole file. The names are
    /// flushed to disk, too.
    ///
    /// # Errors
    /// [`FileError`]; nothing is left behind.
    pub fn commit_keeping(mut self, before: &Path) -> Result<(), FileError> {
        let PartialFile { temporary, target, .. } = self.scaffold.clone();
        let done = self.flush_to_disk().and_then(|()| {
            if target.exists() {
                fs::rename(&target, before)?;
            }
            fs::rename(temporary, &target)?;
            sync_folder(&target)
        });
        done.map_err(|source| FileError::new(&self.path, source))
    }

    /// The bytes written so far.
    ///
    /// # Errors
    /// The system's error.
    pub fn contents(&mut self) -> io::Result<Vec<u8>> {
        self.writer.flush()?;
        fs::read(&self.scaffold.temporary)
    }

    /// Renames the complete file to its final path or, if that exists, to the first free one of the
    /// [`numbered`] paths. Returns the path.
    ///
    /// # Errors
    /// [`FileError`]; nothing is left behind.
    pub fn commit_to_free(mut self) -> Result<PathBuf, FileError> {
        let done = self
            .flush_to_disk()
            .and_then(|()| rename_to_free(&self.scaffold.temporary, &self.path));
        done.map_err(|source| FileError::new(&self.path, source))
    }

    fn flush_to_disk(&mut self) -> io::Result<()> {
        self.writer.flush()?;
        sync(self.writer.get_ref())
    }

    /// The final path as the caller gave it.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Flushes the file's contents to disk, if its file system supports that.
///
/// # Errors
/// The system's error.
pub fn sync(file: &File) -> io::Result<()> {
    match file.sync_all() {
        Err(error) if matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::InvalidInput) => {
            Ok(())
        }
        done => done,
    }
}

/// Flushes the names in the folder of `path` to disk, where the system can.
fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent().filter(|_| cfg!(unix)) {
        Some(folder) => sync(&File::open(folder)?),
        None => Ok(()),
    }
}

/// `path` with `-2`, `-3` and so on before its extension.
pub fn numbered(path: &Path) -> impl Iterator<Item = PathBuf> {
    let stem = path.file_stem().unwrap_or_default().to_owned();
    (2_u64..).map(move |number| {
        let mut name = stem.clone();
        name.push(format!("-{number}"));
        if let Some(ending) = path.extension() {
            name.push(".");
            name.push(ending);
        }
        path.with_file_name(name)
    })
}

/// Renames the file `from` to `to` or, if that exists, to the first free one of the [`numbered`]
/// paths, and returns that path. Replaces no file, even if another process takes the same name at
/// this moment; on file systems without hard links, that last guarantee does not hold.
///
/// # Errors
/// The system's error.
pub(crate) fn rename_to_free(from: &Path, to: &Path) -> io::Result<PathBuf> {
    for name in std::iter::once(to.to_owned()).chain(numbered(to)) {
        match fs::hard_link(from, &name) {
            Ok(()) => return fs::remove_file(from).map(|()| name),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            // A file system without hard links.
            Err(_) if !name.exists() => return fs::rename(from, &name).map(|()| name),
            Err(_) => {}
        }
    }
    unreachable!("there are numbers without end")
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.writer.seek(position)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        self.scaffold.end();
    }
}

#[cfg(test)]
mod tests;
