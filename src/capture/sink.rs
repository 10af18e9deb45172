//! Where finished pictures go.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::begun::Begun;
use super::{CaptureError, Note, Picture, Pixels, exr, png};
use crate::file::{AtomicFile, Claim, FileError, check_replaceable};
use crate::words::say;

/// Accepts finished pictures, from several threads and in any order.
pub trait FrameSink: Send + Sync {
    /// Saves picture number `frame`, counted from 0. The notes say how it was made.
    ///
    /// May wait for pictures with lower numbers. So a caller must not hold any of these back: each
    /// must have been passed on already, or be about to be passed on by another thread.
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`].
    fn keep(&self, frame: u64, picture: Picture, notes: &[Note]) -> Result<(), CaptureError>;

    /// Saves a picture of `size` pixels that arrives in bands, each as wide as the picture, from
    /// the top. If the bands end early, because the run was stopped, nothing is saved.
    ///
    /// By default, this assembles the picture in memory.
    ///
    /// # Errors
    /// As [`FrameSink::keep`].
    fn keep_bands(
        &self,
        frame: u64,
        size: [u32; 2],
        bands: &mut dyn Iterator<Item = Picture>,
        notes: &[Note],
    ) -> Result<(), CaptureError> {
        let Some(mut whole) = bands.next() else { return Ok(()) };
        for band in bands {
            whole.append(band)?;
        }
        if whole.height == size[1] { self.keep(frame, whole, notes) } else { Ok(()) }
    }

    /// Called after the last picture: completes the output and returns its path.
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`].
    fn finish(&self) -> Result<PathBuf, CaptureError>;

    /// Whether it uses the notes of picture number `frame`. Videos store those of their first frame
    /// alone.
    fn wants_notes(&self, frame: u64) -> bool {
        let _ = frame;
        true
    }

    /// Bytes written so far, for formats that report it.
    fn bytes(&self) -> u64 {
        0
    }

    /// How far the output is after `frames` pictures, all of which have been passed to it, so that
    /// another process can go on with it. Waits until they are on the disk.
    ///
    /// By default, each picture is a file of its own, and nothing else has to be known.
    ///
    /// # Errors
    /// [`CaptureError`] of any picture.
    fn begun(&self, frames: u64) -> Result<Begun, CaptureError> {
        let _ = frames;
        Ok(Begun::default())
    }
}

/// Writes a picture as a complete file, or not at all: EXR for half floats, otherwise PNG.
pub(super) fn write_picture(
    mut file: AtomicFile,
    picture: Picture,
    notes: &[Note],
    compact: bool,
) -> Result<(), CaptureError> {
    let path = file.path().to_owned();
    let written = match picture.pixels {
        Pixels::RgbHalf(_) | Pixels::RgbaHalf(_) => exr::write(
            &mut file,
            [picture.width, picture.height],
            &mut std::iter::once(picture),
            notes,
        )
        .map(drop),
        _ => picture.write_png(&mut file, notes, compact).map_err(io::Error::from),
    };
    written.map_err(|source| FileError::new(&path, source))?;
    Ok(file.commit()?)
}

/// As [`write_picture`], for a picture that arrives in bands.
fn write_bands(
    mut file: AtomicFile,
    size: [u32; 2],
    bands: &mut dyn Iterator<Item = Picture>,
    notes: &[Note],
) -> Result<(), CaptureError> {
    let path = file.path().to_owned();
    let mut bands = bands.peekable();
    let written = match bands.peek().map(|band| &band.pixels) {
        Some(Pixels::RgbHalf(_) | Pixels::RgbaHalf(_)) => {
            exr::write(&mut file, size, &mut bands, notes)
        }
        _ => png::write(&mut file, size, &mut bands, notes).map_err(io::Error::from),
    };
    let is_whole = written.map_err(|source| FileError::new(&path, source))?;
    if is_whole { Ok(file.commit()?) } else { Ok(()) }
}

/// One picture file: PNG, or EXR for half floats.
#[derive(Debug)]
pub struct SinglePng {
    path: PathBuf,
    file: Mutex<Option<AtomicFile>>,
    _claim: Claim,
}

impl SinglePng {
    /// A single file at `path`, which it [claims](Claim).
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`] if it cannot be written.
    pub fn new(path: &Path) -> Result<Self, CaptureError> {
        let claim = Claim::of_file(path)?;
        let file = AtomicFile::create(path)?;
        Ok(Self { path: path.to_owned(), file: Mutex::new(Some(file)), _claim: claim })
    }
}

impl FrameSink for SinglePng {
    fn keep(&self, _frame: u64, picture: Picture, notes: &[Note]) -> Result<(), CaptureError> {
        match self.file.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(file) => write_picture(file, picture, notes, true),
            None => Ok(()),
        }
    }

    fn keep_bands(
        &self,
        _frame: u64,
        size: [u32; 2],
        bands: &mut dyn Iterator<Item = Picture>,
        notes: &[Note],
    ) -> Result<(), CaptureError> {
        match self.file.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(file) => write_bands(file, size, bands, notes),
            None => Ok(()),
        }
    }

    fn finish(&self) -> Result<PathBuf, CaptureError> {
        Ok(self.path.clone())
    }
}

/// A folder of picture files: `frame_000000.png`, `frame_000001.png` and so on, or EXR files.
#[derive(Debug)]
pub struct PngSequence {
    folder: PathBuf,
    ending: &'static str,
    /// One more than the highest frame number saved.
    frames: AtomicU64,
    /// Whether any frame is complete.
    has_any: AtomicBool,
    _claim: Claim,
}

impl PngSequence {
    /// A sequence of PNG files in `folder`, which it [claims](Claim), and creates if missing. It
    /// replaces an earlier sequence of Starshell frame by frame, and [`FrameSink::finish`] removes
    /// surplus frames of that earlier one.
    ///
    /// # Errors
    /// [`CaptureError::Unwritable`] if files cannot be written there, or the frames there are
    /// another program's.
    pub fn new(folder: &Path) -> Result<Self, CaptureError> {
        Self::with_ending(folder, "png")
    }

    /// As [`PngSequence::new`], but EXR files, for half floats.
    ///
    /// # Errors
    /// As [`PngSequence::new`].
    pub fn exr(folder: &Path) -> Result<Self, CaptureError> {
        Self::with_ending(folder, "exr")
    }

    /// Goes on with the sequence of a process that has ended, of which the first `frames` stay.
    ///
    /// # Errors
    /// [`CaptureError::Format`] if one of these is missing.
    pub fn after(self, frames: u64) -> Result<Self, CaptureError> {
        if let Some(missing) =
            (0..frames).map(|frame| self.path(frame)).find(|path| !path.is_file())
        {
            let file = missing.display().to_string();
            return Err(CaptureError::Format(say!("error-frame-missing", file = file)));
        }
        self.frames.fetch_max(frames, Ordering::Relaxed);
        self.has_any.fetch_or(frames > 0, Ordering::Relaxed);
        Ok(self)
    }

    fn with_ending(folder: &Path, ending: &'static str) -> Result<Self, CaptureError> {
        let claim = Claim::of_folder(folder)?;
        let (frames, has_any) = (AtomicU64::new(0), AtomicBool::new(false));
        let sequence = Self { folder: folder.to_owned(), ending, frames, has_any, _claim: claim };
        for frame in sequence.frames_from(0) {
            check_replaceable(&frame)?;
        }
        // Create and discard a temporary file, so that an unwritable folder is found before the
        // work begins.
        AtomicFile::create(&sequence.path(0))?;
        Ok(sequence)
    }

    /// The frames of an earlier sequence in the folder, from this number on.
    pub fn frames_from(&self, frame: u64) -> Vec<PathBuf> {
        let number = |path: &PathBuf| frame_number(path, self.ending).filter(|_| path.is_file());
        let paths =
            fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|entry| entry.path());
        paths.filter(|path| number(path).is_some_and(|number| number >= frame)).collect()
    }

    fn path(&self, frame: u64) -> PathBuf {
        self.folder.join(frame_name(frame, self.ending))
    }
}

fn frame_name(frame: u64, ending: &str) -> String {
    format!("frame_{frame:06}.{ending}")
}

/// The number of the frame for which a sequence uses the name of `path`.
fn frame_number(path: &Path, ending: &str) -> Option<u64> {
    let name = path.file_name()?.to_str()?;
    let number =
        name.strip_prefix("frame_")?.strip_suffix(ending)?.strip_suffix('.')?.parse().ok()?;
    (frame_name(number, ending) == name).then_some(number)
}

/// Whether a [`PngSequence`] uses the name of `path` for a frame.
pub fn is_frame_name(path: &Path) -> bool {
    ["png", "exr"].iter().any(|ending| frame_number(path, ending).is_some())
}

impl FrameSink for PngSequence {
    fn keep(&self, frame: u64, picture: Picture, notes: &[Note]) -> Result<(), CaptureError> {
        self.frames.fetch_max(frame + 1, Ordering::Relaxed);
        let created = AtomicFile::create(&self.path(frame)).map_err(CaptureError::from);
        match created.and_then(|file| write_picture(file, picture, notes, false)) {
            Ok(()) => self.has_any.store(true, Ordering::Relaxed),
            Err(failure) if self.has_any.load(Ordering::Relaxed) => {
                return Err(CaptureError::Cut {
                    source: Box::new(failure),
                    frames: None,
                    path: self.folder.clone(),
                });
            }
            Err(failure) => return Err(failure),
        }
        Ok(())
    }

    fn finish(&self) -> Result<PathBuf, CaptureError> {
        let surplus = self.frames_from(self.frames.load(Ordering::Relaxed));
        // What another program has written meanwhile stays.
        for path in surplus.into_iter().filter(|path| check_replaceable(path).is_ok()) {
            fs::remove_file(&path).map_err(|source| FileError::new(&path, source))?;
        }
        Ok(self.folder.clone())
    }
}
