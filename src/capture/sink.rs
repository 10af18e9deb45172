//! Where finished pictures go.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::AtomicFile;
use super::png::{Note, Picture};

/// Why a picture could not be kept.
#[derive(Debug, thiserror::Error)]
pub enum CaptureError {
    /// The file cannot be written.
    #[error("{path} cannot be written ({source}): choose another place, or free some space")]
    Unwritable {
        /// The path.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A contact sheet without pictures, or one past memory.
    #[error(
        "a sheet of {columns}x{rows} pictures of {width}x{height} pixels is not possible: it needs at least one column and one row, and at most 1 GiB of memory"
    )]
    SheetSize {
        /// Pictures side by side.
        columns: u32,
        /// Pictures one below the other.
        rows: u32,
        /// Width of a picture.
        width: u32,
        /// Height of a picture.
        height: u32,
    },
    /// The GPU refuses.
    #[error(transparent)]
    Gpu(#[from] crate::gpu::GpuError),
}

impl CaptureError {
    /// The error for `path`.
    pub fn unwritable(path: &Path, source: io::Error) -> Self {
        Self::Unwritable { path: path.to_owned(), source }
    }
}

/// Takes finished pictures, from several threads and in any order.
pub trait FrameSink: Send + Sync {
    /// Keeps picture number `frame`, counted from 0. The notes say how it was made.
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`].
    fn keep(&self, frame: u64, picture: Picture, notes: &[Note]) -> Result<(), CaptureError>;

    /// All pictures are there: completes what they make together, and says where it is.
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`].
    fn finish(&self) -> Result<PathBuf, CaptureError>;
}

/// Writes a picture as a complete PNG file, or nothing.
pub(super) fn write_png(mut file: AtomicFile, picture: &Picture, notes: &[Note], compact: bool) -> Result<(), CaptureError> {
    let path = file.path().to_owned();
    let written = picture.write_png(&mut file, notes, compact).map_err(io::Error::from).and_then(|()| file.commit());
    written.map_err(|source| CaptureError::unwritable(&path, source))
}

/// One PNG file.
#[derive(Debug)]
pub struct SinglePng {
    path: PathBuf,
    file: Mutex<Option<AtomicFile>>,
}

impl SinglePng {
    /// A file at `path`.
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`] where it cannot be written.
    pub fn new(path: &Path) -> Result<Self, CaptureError> {
        let file = AtomicFile::create(path).map_err(|source| CaptureError::unwritable(path, source))?;
        Ok(Self { path: path.to_owned(), file: Mutex::new(Some(file)) })
    }
}

impl FrameSink for SinglePng {
    fn keep(&self, _frame: u64, picture: Picture, notes: &[Note]) -> Result<(), CaptureError> {
        match self.file.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(file) => write_png(file, &picture, notes, true),
            None => Ok(()),
        }
    }

    fn finish(&self) -> Result<PathBuf, CaptureError> {
        Ok(self.path.clone())
    }
}

/// A folder of PNG files: `frame_000000.png`, `frame_000001.png` and so on.
#[derive(Debug)]
pub struct PngSequence {
    folder: PathBuf,
}

impl PngSequence {
    /// A sequence in `folder`, which is made where it is missing. Frames of the same number are replaced.
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`] where files cannot be written there.
    pub fn new(folder: &Path) -> Result<Self, CaptureError> {
        let sequence = Self { folder: folder.to_owned() };
        // Writes a temporary file and takes it back: a folder without permission is known before the work begins.
        AtomicFile::create(&sequence.path(0)).map_err(|source| CaptureError::unwritable(folder, source))?;
        Ok(sequence)
    }

    fn path(&self, frame: u64) -> PathBuf {
        self.folder.join(format!("frame_{frame:06}.png"))
    }
}

impl FrameSink for PngSequence {
    fn keep(&self, frame: u64, picture: Picture, notes: &[Note]) -> Result<(), CaptureError> {
        let path = self.path(frame);
        let file = AtomicFile::create(&path).map_err(|source| CaptureError::unwritable(&path, source))?;
        write_png(file, &picture, notes, false)
    }

    fn finish(&self) -> Result<PathBuf, CaptureError> {
        Ok(self.folder.clone())
    }
}
