//! A contact sheet: many pictures in one, each with a caption.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::begun::{Begun, other};
use super::sink::write_picture;
use super::{CaptureError, FrameSink, Note, Picture, Pixels};
use crate::file::{AtomicFile, Claim};

/// Keyword of the note that is printed under each picture of a sheet.
pub const CAPTION: &str = "Caption";
/// Size limit of a sheet in memory, in bytes.
const MAX_BYTES: u64 = 1 << 30;
const PAPER: [u8; 3] = [11, 12, 16];
const INK: [u8; 3] = [176, 182, 196];

/// Pictures of 8 bits per channel in rows from the upper left, each with its caption below.
#[derive(Debug)]
pub struct ContactSheet {
    path: PathBuf,
    columns: u32,
    size: [u32; 2],
    margin: u32,
    caption: u32,
    state: Mutex<State>,
    _claim: Claim,
}

#[derive(Debug)]
struct State {
    sheet: Picture,
    notes: Vec<Note>,
    file: Option<AtomicFile>,
}

impl ContactSheet {
    /// A sheet of `columns` by `rows` pictures of `size` pixels each, to be written to `path`,
    /// which it [claims](Claim).
    ///
    /// # Errors
    /// [`CaptureError::SheetSize`], or [`CaptureError::Unwritable`] if the file cannot be written.
    pub fn new(path: &Path, columns: u32, rows: u32, size: [u32; 2]) -> Result<Self, CaptureError> {
        let (margin, caption) = spaces(size[1]);
        let [width, height] = Self::checked_size(columns, rows, size)?;
        let claim = Claim::of_file(path)?;
        let file = AtomicFile::create(path)?;
        let state = State {
            sheet: Picture::filled(width, height, PAPER),
            notes: Vec::new(),
            file: Some(file),
        };
        Ok(Self {
            path: path.to_owned(),
            columns,
            size,
            margin,
            caption,
            state: Mutex::new(state),
            _claim: claim,
        })
    }

    /// Goes on with the sheet of a process that has ended.
    ///
    /// # Errors
    /// [`CaptureError::Format`] if it was another sheet.
    pub fn after(self, begun: &Begun) -> Result<Self, CaptureError> {
        let Head { notes } = begun.head()?;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let length = 3 * state.sheet.width as usize * state.sheet.height as usize;
        let pixels = begun.pictures(1, length)?.pop().ok_or_else(other)?;
        (state.sheet.pixels, state.notes) = (Pixels::Rgb8(pixels), notes);
        drop(state);
        Ok(self)
    }

    pub(super) fn checked_size(
        columns: u32,
        rows: u32,
        size: [u32; 2],
    ) -> Result<[u32; 2], CaptureError> {
        let too_large =
            || CaptureError::SheetSize { columns, rows, width: size[0], height: size[1] };
        Self::size(columns, rows, size).ok_or_else(too_large)
    }

    /// Width and height of such a sheet in pixels; `None` if it would be empty or too large.
    pub fn size(columns: u32, rows: u32, [width, height]: [u32; 2]) -> Option<[u32; 2]> {
        let (margin, caption) = spaces(height);
        let side = |count: u32, length: u32| {
            count.checked_mul(length.checked_add(margin)?)?.checked_add(margin)
        };
        let size = [side(columns, width)?, side(rows, height.checked_add(caption)?)?];
        let bytes = u64::from(size[0]).checked_mul(size[1].into())?.checked_mul(3)?;
        (columns > 0 && rows > 0 && bytes <= MAX_BYTES).then_some(size)
    }
}

/// What another process has to know of a sheet.
#[derive(serde::Serialize, serde::Deserialize)]
struct Head {
    #[serde(default)]
    notes: Vec<Note>,
}

/// Gap between pictures and height of the caption below each, in pixels, for pictures of this
/// height.
fn spaces(height: u32) -> (u32, u32) {
    ((height / 60).max(2), (height / 14).max(14))
}

impl FrameSink for ContactSheet {
    fn keep(&self, frame: u64, picture: Picture, notes: &[Note]) -> Result<(), CaptureError> {
        let (column, row) = (frame as u32 % self.columns, frame as u32 / self.columns);
        let x = self.margin + column * (self.size[0] + self.margin);
        let y = self.margin + row * (self.size[1] + self.caption + self.margin);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.sheet.place(&picture, x, y)?;
        if let Some(note) = notes.iter().find(|note| note.keyword == CAPTION) {
            let (middle, below) = (x as f32 + self.size[0] as f32 / 2.0, (y + self.size[1]) as f32);
            let height = self.caption as f32 * 0.62;
            let top = below + (self.caption as f32 - height) * 0.6;
            state.sheet.write_centered(&note.text, middle, top, height, INK);
        }
        // The first picture's notes say how the sheet was made; captions show what differs between
        // pictures.
        if frame == 0 {
            let of_all = |note: &&Note| {
                note.keyword != CAPTION && note.keyword != "Time" && note.keyword != "Steps"
            };
            state.notes = notes.iter().filter(of_all).cloned().collect();
        }
        Ok(())
    }

    fn begun(&self, _frames: u64) -> Result<Begun, CaptureError> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let notes = state.notes.clone();
        match &state.sheet.pixels {
            Pixels::Rgb8(pixels) => Ok(Begun::new(&Head { notes }, &[pixels])),
            _ => Err(other()),
        }
    }

    fn finish(&self) -> Result<PathBuf, CaptureError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = state.file.take() {
            let sheet = std::mem::replace(&mut state.sheet, Picture::filled(0, 0, PAPER));
            write_picture(file, sheet, &state.notes, true)?;
        }
        Ok(self.path.clone())
    }
}
