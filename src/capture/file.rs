//! Files that appear whole: written under a temporary name, renamed when they are complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The files of this process that are being written, for an end that does not wait for them.
static PARTIAL: Mutex<Vec<Scaffold>> = Mutex::new(Vec::new());

/// A file under a temporary name beside its final one. Dropped without [`AtomicFile::commit`], it leaves nothing behind.
#[derive(Debug)]
pub struct AtomicFile {
    writer: Option<BufWriter<File>>,
    scaffold: Scaffold,
    path: PathBuf,
}

/// What stands only until a file is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Scaffold {
    temporary: PathBuf,
    /// Folders that were made for the file, the innermost first.
    folders: Vec<PathBuf>,
}

impl Scaffold {
    /// Makes the folders and opens the file.
    fn raise(&self) -> io::Result<File> {
        if let Some(folder) = self.temporary.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            if let Some(file) = folder.ancestors().find(|folder| folder.exists()).filter(|folder| !folder.is_dir()) {
                let message = format!("{} is a file, not a folder", file.display());
                return Err(io::Error::new(io::ErrorKind::NotADirectory, message));
            }
            fs::create_dir_all(folder)?;
        }
        // Not one that exists: two spellings of one path would write into each other.
        File::options().write(true).create_new(true).open(&self.temporary)
    }

    /// Removes the temporary file, and the folders that were made for it where nothing else is in them by now.
    fn remove(&self) {
        // After a commit there is nothing under this name.
        let _ = fs::remove_file(&self.temporary);
        for folder in &self.folders {
            if fs::remove_dir(folder).is_err() {
                return;
            }
        }
    }
}

/// Ends the process now, from any thread, with no half-written file left behind: for a run that does not answer.
pub fn end_process(code: u8) -> ! {
    // Held to the end: no thread can begin another file.
    let partial = PARTIAL.lock().unwrap_or_else(PoisonError::into_inner);
    partial.iter().for_each(Scaffold::remove);
    std::process::exit(code.into())
}

impl AtomicFile {
    /// Opens the temporary file, making the folders above it: what cannot be written is known before the work begins.
    ///
    /// # Errors
    /// What the system says; nothing is left behind then.
    pub fn create(path: &Path) -> io::Result<Self> {
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        if path.exists() && !path.is_file() {
            // Renaming over it would replace a device such as /dev/null for everyone.
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a device or a pipe, not a file"));
        }
        let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it names no file"))?;
        // The process number keeps two runs into the same folder apart.
        let temporary = path.with_file_name(format!(".{}.{}.partial", name.to_string_lossy(), std::process::id()));
        let above = path.ancestors().skip(1).take_while(|folder| !folder.as_os_str().is_empty());
        let folders: Vec<PathBuf> = above.take_while(|folder| !folder.exists()).map(Path::to_owned).collect();
        let scaffold = Scaffold { temporary, folders };

        let mut partial = PARTIAL.lock().unwrap_or_else(PoisonError::into_inner);
        let file = match scaffold.raise() {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, "it is being written already"));
            }
            Err(error) => {
                scaffold.remove();
                return Err(error);
            }
        };
        partial.push(scaffold.clone());
        Ok(Self { writer: Some(BufWriter::new(file)), scaffold, path: path.to_owned() })
    }

    /// Gives the complete file its name, replacing what had it.
    ///
    /// # Errors
    /// What the system says; nothing is left behind then.
    pub fn commit(mut self) -> io::Result<()> {
        if let Some(mut writer) = self.writer.take() {
            writer.flush()?;
        }
        fs::rename(&self.scaffold.temporary, &self.path)
    }

    /// The final path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.as_mut().map_or(Ok(0), |writer| writer.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        drop(self.writer.take());
        let mut partial = PARTIAL.lock().unwrap_or_else(PoisonError::into_inner);
        self.scaffold.remove();
        partial.retain(|scaffold| *scaffold != self.scaffold);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/picture.png");
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing half-written stays, nor the folder made for it");
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"whole").unwrap();
        assert!(!path.exists());
        file.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        assert!(AtomicFile::create(folder.path()).is_err(), "a folder is no file");
        let error = AtomicFile::create(&path.join("deep/below.png")).unwrap_err().to_string();
        assert!(error.contains("picture.png is a file, not a folder"), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_not_replaced_by_a_file() {
        let error = AtomicFile::create(Path::new("/dev/null")).unwrap_err().to_string();
        assert!(error.contains("device"), "{error}");
    }

    #[test]
    fn a_folder_stays_while_another_file_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let first = AtomicFile::create(&folder.path().join("new/first.png")).unwrap();
        AtomicFile::create(&folder.path().join("new/second.png")).unwrap().commit().unwrap();
        drop(first);
        assert!(folder.path().join("new/second.png").is_file());
    }
}
