//! Reads the notes out of captures.

use std::io::{self, BufRead, Read};
use std::path::Path;

use super::exr;
use super::note::Note;
use super::png::{self, MAX_NOTES};
use super::video;
use crate::file;

/// The notes in a picture or video, as passed to [`FrameSink::keep`](super::FrameSink::keep).
/// `None` for a file type that Starshell does not write. Reads no more of the file than necessary,
/// and leaves out notes that do not fit in 16 MiB.
///
/// # Errors
/// The system's error, or [`io::ErrorKind::InvalidData`] if the file is damaged.
pub fn read_notes(path: &Path) -> io::Result<Vec<Note>> {
    let mut reader = file::open(path)?;
    match reader.fill_buf()? {
        [0x89, b'P', b'N', b'G', ..] => png::notes(reader),
        start if start.starts_with(&exr::MAGIC) => exr::notes(reader),
        [b'G', b'I', b'F', ..] => {
            // They come before the pictures.
            let mut beginning = Vec::new();
            reader.take(MAX_NOTES as u64).read_to_end(&mut beginning)?;
            video::gif::notes(&beginning)
        }
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => video::mp4::notes(&mut reader),
        _ => Ok(Vec::new()),
    }
}

/// Width and height of a PNG or EXR file in pixels.
///
/// # Errors
/// As [`read_notes`]; [`io::ErrorKind::InvalidData`] also for other files.
pub fn picture_size(path: &Path) -> io::Result<[u32; 2]> {
    let mut reader = file::open(path)?;
    match reader.fill_buf()? {
        [0x89, b'P', b'N', b'G', ..] => png::size(reader),
        start if start.starts_with(&exr::MAGIC) => exr::size(reader),
        _ => Err(io::Error::new(io::ErrorKind::InvalidData, "it is neither PNG nor EXR")),
    }
}
