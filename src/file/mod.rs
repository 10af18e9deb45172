//! Atomic files: written under a temporary name and renamed when complete, so they appear whole or not at all.
//!
//! The temporary file is next to its target, has a unique name, and is locked while it is being written. Leftovers of a killed
//! process are removed by the next process that writes to the folder.
//!
//! Use it for results that took minutes to compute: a full disk or a killed process leaves the old file as it was.
//! ```
//! let path = std::env::temp_dir().join(format!("starshell-example-{}.csv", std::process::id()));
//! starshell::file::write(&path, b"time,energy").unwrap();
//! # std::fs::remove_file(&path).unwrap();
//! ```

mod partial;
mod reading;

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use partial::{COMPLETED, Partial, PartialFile, lock};
pub use reading::{Reading, spare_memory};

use crate::words::t;

/// Most bytes of a file that is read whole: more than settings, scenes or results ever have.
pub const MAX_LENGTH: u64 = 64 << 20;

/// Why a file could not be written. The message names the file, with the reason in brackets.
#[derive(Debug, thiserror::Error)]
#[error("{}", t!("error-unwritable", path = path.display(), cause = source))]
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
}

impl From<FileError> for io::Error {
    fn from(error: FileError) -> Self {
        Self::new(error.source.kind(), error)
    }
}

/// A file under a temporary name next to its final one. If dropped without [`AtomicFile::commit`], it leaves nothing behind.
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

/// Reads a regular file of at most [`MAX_LENGTH`] bytes. Others are rejected because opening a pipe would block until someone
/// writes to it, and so is a file that blocks nevertheless.
///
/// # Errors
/// The system's error, or that `path` is not such a file, or [`ErrorKind::TimedOut`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = open(path)?;
    let too_long = || io::Error::new(ErrorKind::FileTooLarge, format!("it is longer than {} MiB", MAX_LENGTH >> 20));
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
    String::from_utf8(read(path)?).map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8 text: save it as UTF-8"))
}

/// Renames what is at `path`, which cannot be read, to a free name such as `progress-damaged.json`, so that writing the file
/// again destroys nothing. Does nothing if there is nothing, or it cannot be renamed.
pub fn set_aside(path: &Path) {
    let [name, ending] = [path.file_stem(), path.extension()].map(|part| part.unwrap_or_default().to_string_lossy().into_owned());
    if path.exists() {
        let _ = fs::rename(path, free_path(path.parent().unwrap_or(Path::new("")), &format!("{name}-damaged"), &ending));
    }
}

/// A path in `folder` that does not exist yet and that this process is not writing: `name.ending`, with a number appended to the name if necessary. An empty
/// `ending` gives a name without extension, for a folder.
pub fn free_path(folder: &Path, name: &str, ending: &str) -> PathBuf {
    let path = |name: &str| folder.join(if ending.is_empty() { name.to_owned() } else { format!("{name}.{ending}") });
    let numbered = (2_u64..).map(|number| path(&format!("{name}-{number}")));
    let whole = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let is_being_written = |path: &Path| {
        let target = path.file_name().map(|name| whole.join(name));
        lock().scaffolds.iter().any(|scaffold| Some(&scaffold.target) == target.as_ref())
    };
    let is_free = |path: &PathBuf| fs::symlink_metadata(path).is_err() && !is_being_written(path);
    std::iter::once(path(name)).chain(numbered).find(is_free).unwrap_or_else(|| unreachable!("there are numbers without end"))
}

/// Waits up to `patience` for the files that other threads are writing, and removes those that are still unfinished. Call it
/// when the program ends.
pub fn settle(patience: Duration) {
    wait(patience, |_| true).remove();
}

/// Waits while any file for which `is_awaited` holds is being written.
fn wait(patience: Duration, is_awaited: impl Fn(&PartialFile) -> bool) -> MutexGuard<'static, Partial> {
    let is_busy = |partial: &mut Partial| partial.scaffolds.iter().any(&is_awaited);
    COMPLETED.wait_timeout_while(lock(), patience, is_busy).unwrap_or_else(PoisonError::into_inner).0
}

/// Notes that the file at `path` is to be removed if the process ends while nothing is in it, until [`release`].
pub fn reserve(path: &Path) {
    lock().reserved.push(path.to_owned());
}

/// Ends [`reserve`].
pub fn release(path: &Path) {
    lock().reserved.retain(|other| other != path);
}

/// The reserved files that have something in them: what stays of recordings if the process ends now.
pub fn remains() -> Vec<PathBuf> {
    let has_content = |path: &&PathBuf| fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0);
    lock().reserved.iter().filter(has_content).cloned().collect()
}

/// Ends the process now, from any thread, without leaving a half-written file: for a run that does not respond.
pub fn end_process(code: u8) -> ! {
    // The lock is never released, so no thread can begin another file.
    let partial = lock();
    partial.remove();
    std::process::exit(code.into())
}

impl AtomicFile {
    /// Opens the temporary file and creates missing parent folders, so that an unwritable path is found before any work begins.
    /// Follows symbolic links; keeps the permissions of the file it replaces.
    ///
    /// # Errors
    /// [`FileError`], also if `path` is a folder, a device or a pipe, or is already being written by this process. Nothing is
    /// left behind.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        Self::open(path).map_err(|source| FileError::new(path, source))
    }

    fn open(path: &Path) -> io::Result<Self> {
        if path.as_os_str().as_encoded_bytes().last().is_some_and(|&byte| std::path::is_separator(byte.into())) {
            return Err(io::Error::new(ErrorKind::IsADirectory, "a name that ends in a slash means a folder"));
        }
        let target = follow(path)?;
        let permissions = match fs::metadata(&target) {
            // Renaming over a device such as /dev/null would replace it for everyone.
            Ok(metadata) => check_regular(&metadata).map(|()| Some(metadata.permissions()))?,
            Err(error) => (error.kind() != ErrorKind::InvalidFilename).then_some(None).ok_or(error)?,
        };
        let mut partial = lock();
        let (scaffold, file) = PartialFile::raise(&target, permissions, &mut partial)?;
        partial.scaffolds.push(scaffold.clone());
        Ok(Self { writer: BufWriter::new(file), scaffold, path: path.to_owned() })
    }

    /// Renames the complete file, replacing what was at its final path. The contents are flushed to disk first.
    ///
    /// # Errors
    /// [`FileError`]; nothing is left behind.
    pub fn commit(mut self) -> Result<(), FileError> {
        let done = self.flush_to_disk().and_then(|()| fs::rename(&self.scaffold.temporary, &self.scaffold.target));
        done.map_err(|source| FileError::new(&self.path, source))
    }

    /// Renames the complete file to its final path or, if that exists, to the first free one of the [`numbered`] paths. Returns
    /// the path.
    ///
    /// # Errors
    /// [`FileError`]; nothing is left behind.
    pub fn commit_to_free(mut self) -> Result<PathBuf, FileError> {
        let done = self.flush_to_disk().and_then(|()| rename_to_free(&self.scaffold.temporary, &self.path));
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
        Err(error) if matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::InvalidInput) => Ok(()),
        done => done,
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

/// Renames the file `from` to `to` or, if that exists, to the first free one of the [`numbered`] paths, and returns that path.
/// Replaces no file, even if another process takes the same name at this moment; on file systems without hard links, that last
/// guarantee does not hold.
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
        let mut partial = lock();
        self.scaffold.remove();
        partial.scaffolds.retain(|scaffold| *scaffold != self.scaffold);
        COMPLETED.notify_all();
    }
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

fn check_regular(metadata: &fs::Metadata) -> io::Result<()> {
    if metadata.is_dir() {
        return Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder"));
    }
    if !metadata.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it is a device or a pipe, not a file"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_file_appears_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/picture.png");
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(names(folder.path()), [""; 0], "no half-written file is left, nor the folder created for it");
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"whole").unwrap();
        assert!(!path.exists());
        file.commit().unwrap();
        assert_eq!(read(&path).unwrap(), b"whole");
        assert_eq!(names(path.parent().unwrap()), ["picture.png"]);
        let error = AtomicFile::create(&path.join("deep/below.png")).unwrap_err().to_string();
        assert!(error.contains("picture.png is a file, not a folder"), "{error}");
        assert_eq!(names(folder.path()), ["new"]);
    }

    #[test]
    fn only_reserved_files_with_content_remain() {
        let folder = tempfile::tempdir().unwrap();
        let [empty, full] = ["a", "b"].map(|name| folder.path().join(name));
        fs::write(&empty, "").unwrap();
        fs::write(&full, "x").unwrap();
        [&empty, &full].into_iter().for_each(|path| reserve(path));
        assert!(remains().contains(&full) && !remains().contains(&empty));
        [&empty, &full].into_iter().for_each(|path| release(path));
        assert!(!remains().contains(&full));
    }

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.b.mp4");
        let commit = |text: &[u8]| {
            let mut file = AtomicFile::create(&path).unwrap();
            file.write_all(text).unwrap();
            let name = file.commit_to_free().unwrap();
            assert_eq!(read(&name).unwrap(), text);
            name.file_name().unwrap().to_owned()
        };
        assert_eq!([b"1", b"2", b"3"].map(|text| commit(text)), ["a.b.mp4", "a.b-2.mp4", "a.b-3.mp4"]);
        assert_eq!(names(folder.path()).len(), 3);
    }

    #[test]
    fn errors_name_the_file_and_come_before_the_work() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("o.png");
        let _first = AtomicFile::create(&path).unwrap();
        for (path, why) in [
            (folder.path().to_owned(), "it is a folder"),
            (folder.path().join("new.png/"), "ends in a slash"),
            (folder.path().join("./o.png"), "it is being written already"),
            (folder.path().join("new/.."), "it names no file"),
        ] {
            let error = AtomicFile::create(&path).unwrap_err().to_string();
            assert!(error.contains(why) && error.starts_with(&path.display().to_string()), "{error}");
        }
        assert_eq!(names(folder.path()).len(), 1);
    }

    #[test]
    fn a_name_as_long_as_the_system_allows_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("é".repeat(120) + ".png");
        write(&path, b"whole").unwrap();
        assert_eq!(read(&path).unwrap(), b"whole");
    }

    #[test]
    fn leftovers_of_killed_processes_are_removed_and_open_files_stay() {
        let folder = tempfile::tempdir().unwrap();
        let dead = folder.path().join(".o.png.0123456789abcdef.partial");
        let alive = folder.path().join(".o.png.fedcba9876543210.partial");
        let others = [".o.png.1.partial", "o.partial", ".0123456789abcdef.partial.txt"].map(|name| folder.path().join(name));
        for path in others.iter().chain([&dead, &alive]) {
            fs::write(path, "").unwrap();
        }
        let writer = File::options().write(true).open(&alive).unwrap();
        writer.lock().unwrap();
        write(&folder.path().join("o.png"), b"whole").unwrap();
        assert!(!dead.exists() && alive.exists() && others.iter().all(|path| path.exists()), "{:?}", names(folder.path()));
    }

    #[test]
    fn a_folder_stays_while_another_file_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let first = AtomicFile::create(&folder.path().join("new/first.png")).unwrap();
        write(&folder.path().join("new/second.png"), b"").unwrap();
        drop(first);
        assert!(folder.path().join("new/second.png").is_file());
    }

    #[test]
    fn the_program_waits_for_open_files_before_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("o.png");
        let file = AtomicFile::create(&path).unwrap();
        let writer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            file.commit().unwrap();
        });
        let folder = fs::canonicalize(folder.path()).unwrap();
        drop(wait(Duration::from_secs(60), |scaffold| scaffold.target.starts_with(&folder)));
        assert!(path.exists());
        writer.join().unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay_as_they_are() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [file, link, dangling, circle] = ["file", "link", "dangling", "circle"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        symlink("file", &link).unwrap();
        symlink("new/file", &dangling).unwrap();
        symlink("circle", &circle).unwrap();
        write(&link, b"new").unwrap();
        write(&dangling, b"new").unwrap();
        assert!(link.is_symlink() && dangling.is_symlink());
        assert_eq!((read(&file).unwrap(), read(&folder.path().join("new/file")).unwrap()), (b"new".to_vec(), b"new".to_vec()));
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(write(&circle, b"").unwrap_err().to_string().contains("leads to itself"));
    }

    #[cfg(unix)]
    #[test]
    fn a_device_or_a_pipe_is_neither_replaced_nor_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [Path::new("/dev/null"), &pipe] {
            let error = AtomicFile::create(path).unwrap_err().to_string();
            assert!(error.contains("device or a pipe"), "{error}");
            assert!(read_to_string(path).unwrap_err().to_string().contains("device or a pipe"));
        }
    }

    #[test]
    fn a_file_that_is_too_long_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long");
        // Without contents, which take no room.
        let file = File::create(&path).unwrap();
        file.set_len(MAX_LENGTH).unwrap();
        assert_eq!(read(&path).unwrap().len() as u64, MAX_LENGTH);
        file.set_len(10 << 30).unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert_eq!(error, "it is longer than 64 MiB");
    }

    #[test]
    fn a_free_path_replaces_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let names = |ending: &str| -> Vec<_> {
            let name = || {
                let path = free_path(folder.path(), "shell_000120", ending);
                fs::write(&path, "").unwrap();
                path.file_name().unwrap().to_string_lossy().into_owned()
            };
            (0..3).map(|_| name()).collect()
        };
        assert_eq!(names("png"), ["shell_000120.png", "shell_000120-2.png", "shell_000120-3.png"]);
        assert_eq!(names(""), ["shell_000120", "shell_000120-2", "shell_000120-3"]);
    }
}
