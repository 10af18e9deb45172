//! The file that a video is written to: under a partial name until it is complete, then under its
//! final one.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::file::{
    AtomicFile, Claim, FileError, Refusal, follow, numbered, release, rename_to_free, reserve, sync,
};

/// A file `NAME.partial.EXTENSION`, which remains if the program is killed.
#[derive(Debug)]
pub struct Place {
    /// The final path.
    target: PathBuf,
    partial: PathBuf,
    file: File,
    /// Whether it may replace an existing file of its final name.
    is_overwriting: bool,
    /// Bytes appended so far. A failed write may leave more in the file.
    length: u64,
    /// Of a name that is taken whether or not it is free.
    _claim: Option<Claim>,
}

impl Place {
    /// Reserves the first free name among `path` and `path` with -2, -3 and so on. With
    /// `is_overwriting`, reserves `path` itself, which [`Place::commit`] replaces, whoever wrote
    /// it, unless it is read-only.
    ///
    /// # Errors
    /// [`FileError`] if no file can be written there.
    pub fn take(path: &Path, is_overwriting: bool) -> Result<Self, FileError> {
        let claim = is_overwriting.then(|| Claim::take(path)).transpose()?;
        // Creates missing folders, and fails early if no file can be written. One that stays may be
        // read-only.
        let created = AtomicFile::create(path).map(drop);
        created.or_else(|error| {
            if error.refusal() == Some(Refusal::ReadOnly) && !is_overwriting {
                Ok(())
            } else {
                Err(error)
            }
        })?;
        let failed = |source| FileError::new(path, source);
        // As a picture does, a recording that replaces a file writes through links to it.
        let end = if is_overwriting { follow(path).map_err(failed)? } else { path.to_owned() };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        for name in std::iter::once(end.clone()).chain(numbered(&end)) {
            if !is_overwriting && fs::symlink_metadata(&name).is_ok() {
                continue;
            }
            let partial = partial(&name);
            match File::options().read(true).write(true).create_new(true).open(&partial) {
                Ok(file) => {
                    reserve(&partial);
                    let target = if is_overwriting { path.to_owned() } else { name };
                    return Ok(Self {
                        target,
                        partial,
                        file,
                        is_overwriting,
                        length: 0,
                        _claim: claim,
                    });
                }
                // Another recording with this name is in progress, or was killed.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(error)),
            }
        }
        unreachable!("there are numbers without end")
    }

    /// Opens what an earlier process left of a recording to `path`: the first `length` bytes of the
    /// file named `partial` in the same folder, which may be missing if `length` is 0. Nothing
    /// changes until [`Place::cut`].
    ///
    /// # Errors
    /// [`FileError`] about that file, also if it is shorter.
    pub fn reopen(
        path: &Path,
        partial: &str,
        length: u64,
        is_overwriting: bool,
    ) -> Result<Self, FileError> {
        let claim = is_overwriting.then(|| Claim::take(path)).transpose()?;
        // Whoever made the checkpoint must not choose what is cut off here.
        let is_own = partial.contains("partial") && !partial.contains(['/', '\\']);
        let partial = path.with_file_name(partial);
        let reopened = || {
            if !is_own {
                return Err(io::Error::new(
                    ErrorKind::InvalidInput,
                    "it is no unfinished recording",
                ));
            }
            // A recording without a picture leaves no file behind.
            let file = File::options().read(true).write(true).create(length == 0).open(&partial)?;
            if file.metadata()?.len() < length {
                return Err(io::Error::new(ErrorKind::UnexpectedEof, "it has lost its end"));
            }
            Ok(file)
        };
        let file = reopened().map_err(|source| FileError::new(&partial, source))?;
        reserve(&partial);
        Ok(Self { target: path.to_owned(), partial, file, is_overwriting, length, _claim: claim })
    }

    /// The name of the file until it is complete, without its folder.
    pub fn partial_name(&self) -> String {
        self.partial.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Appends all of `bytes`, or none.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let written = self.file.write_all(bytes);
        if written.is_err() {
            // If truncating fails too, readers stop at the incomplete box.
            let _ =
                self.file.set_len(self.length).and_then(|()| self.file.seek(io::SeekFrom::End(0)));
        } else {
            self.length += bytes.len() as u64;
        }
        written.map_err(|source| self.failed(source))
    }

    /// Cuts off what a reopened file holds beyond its length, and appends from there on.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn cut(&mut self) -> Result<(), FileError> {
        let cut =
            self.file.set_len(self.length).and_then(|()| self.file.seek(io::SeekFrom::End(0)));
        cut.map(|_| ()).map_err(|source| FileError::new(&self.partial, source))
    }

    /// The checksum of the bytes so far, read back.
    ///
    /// # Errors
    /// The system's error.
    pub fn checksum(&mut self) -> io::Result<crc32fast::Hasher> {
        let mut sum = crc32fast::Hasher::new();
        let mut part = vec![0; 1 << 16];
        self.file.rewind()?;
        let mut file = (&self.file).take(self.length);
        loop {
            let length = file.read(&mut part)?;
            if length == 0 {
                return Ok(sum);
            }
            sum.update(&part[..length]);
        }
    }

    /// Flushes the file to disk.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn sync(&self) -> Result<(), FileError> {
        sync(&self.file).map_err(|source| self.failed(source))
    }

    /// The file itself, for reading back and for patching its header.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Bytes appended so far.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The final path.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// The path until the file is complete.
    pub fn partial(&self) -> &Path {
        &self.partial
    }

    /// Renames the file to its final path, and returns that. If another file has taken it
    /// meanwhile, appends a number.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn commit(&mut self) -> Result<PathBuf, FileError> {
        let done = sync(&self.file).and_then(|()| match self.is_overwriting {
            true => {
                let end = follow(&self.target)?;
                fs::rename(&self.partial, end).map(|()| self.target.clone())
            }
            false => rename_to_free(&self.partial, &self.target),
        });
        done.map_err(|source| self.failed(source))
    }

    /// Like [`Place::commit`], for a format that is rewritten at the end: `write` converts the
    /// partial file into the final one, then the partial file is removed.
    ///
    /// # Errors
    /// [`FileError`]; the partial file then remains.
    pub fn commit_rewritten(
        &mut self,
        write: impl FnOnce(&mut File, &mut AtomicFile) -> io::Result<()>,
    ) -> Result<PathBuf, FileError> {
        let mut complete = AtomicFile::create(&self.target)?;
        write(&mut self.file, &mut complete).map_err(|source| self.failed(source))?;
        let path = match self.is_overwriting {
            true => complete.commit().map(|()| self.target.clone()),
            false => complete.commit_to_free(),
        }?;
        // A leftover is harmless.
        let _ = fs::remove_file(&self.partial);
        Ok(path)
    }

    fn failed(&self, source: io::Error) -> FileError {
        FileError::new(&self.target, source)
    }
}

impl Write for Place {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.append(bytes).map(|()| bytes.len()).map_err(|error| error.source)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // Leave no empty file behind. After a commit, no file has the partial name.
        if self.length == 0 && fs::metadata(&self.partial).is_ok_and(|metadata| metadata.len() == 0)
        {
            let _ = fs::remove_file(&self.partial);
        }
        release(&self.partial);
    }
}

/// `NAME.partial.EXTENSION` for `NAME.EXTENSION`, in the same folder.
fn partial(path: &Path) -> PathBuf {
    let mut ending = OsString::from("partial");
    if let Some(own) = path.extension() {
        ending.push(".");
        ending.push(own);
    }
    path.with_extension(ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn names_that_are_taken_or_being_taken_get_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/a.mp4");
        let mut first = Place::take(&path, false).unwrap();
        let mut second = Place::take(&path, false).unwrap();
        assert_eq!(names(&folder.path().join("new")), ["a-2.partial.mp4", "a.partial.mp4"]);
        first.append(b"first").unwrap();
        assert_eq!(first.commit().unwrap(), path);
        // Another program takes the name meanwhile.
        fs::write(folder.path().join("new/a-2.mp4"), "other").unwrap();
        assert_eq!(second.commit().unwrap(), folder.path().join("new/a-2-2.mp4"));
        let mut over = Place::take(&path, true).unwrap();
        assert_eq!(over.target(), path);
        over.commit().unwrap();
        drop(over);
        assert_eq!(fs::read(&path).unwrap(), b"");
        assert_eq!(names(&folder.path().join("new")), ["a-2-2.mp4", "a-2.mp4", "a.mp4"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_recording_is_written_through_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let [link, file] = ["link.mp4", "far/file.mp4"].map(|name| folder.path().join(name));
        fs::create_dir(folder.path().join("far")).unwrap();
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink("far/file.mp4", &link).unwrap();
        for is_rewritten in [false, true] {
            let mut place = Place::take(&link, true).unwrap();
            assert_eq!(place.partial(), file.with_extension("partial.mp4"));
            place.append(b"new").unwrap();
            let written = match is_rewritten {
                true => place.commit_rewritten(|_, out| out.write_all(b"plain")),
                false => place.commit(),
            };
            assert_eq!(written.unwrap(), link);
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(
                fs::read(&file).unwrap(),
                if is_rewritten { b"plain".as_slice() } else { b"new" }
            );
        }
        assert_eq!(names(&folder.path().join("far")), ["file.mp4"]);
    }

    #[test]
    fn a_rewritten_file_takes_the_place_of_the_partial_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.mp4");
        let mut place = Place::take(&path, false).unwrap();
        place.append(b"fragments").unwrap();
        let full = |_: &mut File, _: &mut AtomicFile| Err(io::Error::from(ErrorKind::StorageFull));
        assert!(place.commit_rewritten(full).is_err());
        assert_eq!(names(folder.path()), ["a.partial.mp4"]);
        place.commit_rewritten(|_, out| out.write_all(b"plain")).unwrap();
        assert_eq!(
            (names(folder.path()), fs::read(&path).unwrap()),
            (vec!["a.mp4".to_owned()], b"plain".to_vec())
        );
    }
}
