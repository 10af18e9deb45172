//! Animated PNG: lossless and looping. Viewers without support for animation show the first frame.

use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::VideoSettings;
use super::ordered::Writer;
use super::place::Place;
use crate::capture::{Begun, CaptureError, Note, Picture};
use crate::file::FileError;
use crate::words::{said, say};

/// Signature of a PNG file.
const SIGNATURE: usize = 8;

/// An animation being written.
#[derive(Debug)]
pub struct Apng {
    place: Place,
    size: [u32; 2],
    /// Duration of a frame in seconds, as numerator and denominator.
    delay: [u16; 2],
    frames: u32,
    /// The next sequence number of the animation's chunks.
    sequence: u32,
    /// Offset of the `acTL` chunk, which holds the number of frames.
    control: u64,
}

impl Apng {
    /// An animation at `path`, or under a numbered name if that exists.
    ///
    /// # Errors
    /// [`CaptureError::Format`] if the frame rate cannot be stored; [`CaptureError::Unwritable`].
    pub fn new(path: &Path, settings: &VideoSettings) -> Result<Self, CaptureError> {
        let delay = delay(settings)?;
        let place = Place::take(path, settings.is_overwriting)?;
        Ok(Self { place, size: settings.size, delay, frames: 0, sequence: 0, control: 0 })
    }

    /// Goes on with the animation that a process which has ended left at `path`. Returns the number
    /// of its frames, too.
    ///
    /// # Errors
    /// As [`Apng::new`]; [`CaptureError::Format`] if it was another output.
    pub fn after(
        path: &Path,
        settings: &VideoSettings,
        begun: &Begun,
    ) -> Result<(Self, u64), CaptureError> {
        let Head { partial, length, frames, sequence, control } = begun.head()?;
        let mut place = Place::reopen(path, &partial, length, settings.is_overwriting)?;
        let delay = delay(settings)?;
        place.cut()?;
        let frames_before = frames.into();
        Ok((Self { place, size: settings.size, delay, frames, sequence, control }, frames_before))
    }

    /// The final path.
    pub fn target(&self) -> &Path {
        self.place.target()
    }

    /// Writes the number of frames into the `acTL` chunk.
    fn count(&mut self) -> Result<(), CaptureError> {
        let control = self.control;
        let chunk = chunk(b"acTL", &[self.frames.to_be_bytes(), [0; 4]].concat());
        let file = self.place.file();
        let done = file
            .seek(SeekFrom::Start(control))
            .and_then(|_| file.write_all(&chunk))
            .and_then(|()| file.seek(SeekFrom::End(0)));
        done.map(|_| ()).map_err(|source| FileError::new(self.place.target(), source).into())
    }
}

/// The duration of a frame.
fn delay(settings: &VideoSettings) -> Result<[u16; 2], CaptureError> {
    match settings.rate.fraction().map(u16::try_from) {
        [Ok(denominator), Ok(numerator)] => Ok([numerator, denominator]),
        _ => Err(CaptureError::Format(say!("error-apng-rate", rate = settings.rate.to_string()))),
    }
}

/// What another process has to know of an animation.
#[derive(serde::Serialize, serde::Deserialize)]
struct Head {
    partial: String,
    length: u64,
    frames: u32,
    sequence: u32,
    control: u64,
}

impl Writer for Apng {
    /// A whole PNG.
    type Frame = Vec<u8>;

    fn prepare(_: &VideoSettings, picture: Picture) -> Result<Self::Frame, CaptureError> {
        whole(&picture, &[])
    }

    fn append(&mut self, still: Self::Frame, notes: &[Note]) -> Result<(), CaptureError> {
        let mut out = Vec::new();
        if self.frames == 0 {
            // The chunks before the pixels, then the frame count.
            let data = chunks(&still).position(|(kind, _)| kind == b"IDAT").unwrap_or(0);
            out.extend_from_slice(&still[..SIGNATURE]);
            chunks(&still).take(data).for_each(|(kind, body)| out.extend(chunk(kind, body)));
            let texts = whole(&Picture::filled(1, 1, [0; 3]), notes)?;
            chunks(&texts)
                .filter(|(kind, _)| *kind == b"iTXt")
                .for_each(|(kind, body)| out.extend(chunk(kind, body)));
            self.control = out.len() as u64;
            out.extend(chunk(b"acTL", &[0; 8]));
        }
        let [width, height] = self.size;
        let words = [self.sequence, width, height, 0, 0].map(u32::to_be_bytes).concat();
        let delay = self.delay.map(u16::to_be_bytes).concat();
        // The frame stays until the next one replaces it.
        out.extend(chunk(b"fcTL", &[words, delay, vec![0, 0]].concat()));
        self.sequence += 1;
        for (_, body) in chunks(&still).filter(|(kind, _)| *kind == b"IDAT") {
            if self.frames == 0 {
                out.extend(chunk(b"IDAT", body));
            } else {
                out.extend(chunk(b"fdAT", &[&self.sequence.to_be_bytes(), body].concat()));
                self.sequence += 1;
            }
        }
        self.place.append(&out)?;
        self.frames += 1;
        self.count()
    }

    fn finish(mut self) -> Result<PathBuf, CaptureError> {
        self.place.append(&chunk(b"IEND", &[]))?;
        Ok(self.place.commit()?)
    }

    fn bytes(&mut self) -> u64 {
        self.place.length()
    }

    fn partial(&self) -> PathBuf {
        self.place.partial().to_owned()
    }

    fn begun(&mut self) -> Result<Option<Begun>, CaptureError> {
        self.place.sync()?;
        let Self { frames, sequence, control, .. } = *self;
        let (partial, length) = (self.place.partial_name(), self.place.length());
        Ok(Some(Begun::new(&Head { partial, length, frames, sequence, control }, &[])))
    }
}

/// A picture as a PNG file.
fn whole(picture: &Picture, notes: &[Note]) -> Result<Vec<u8>, CaptureError> {
    let mut bytes = Vec::new();
    picture
        .write_png(&mut bytes, notes, true)
        .map_err(|error| CaptureError::Encoder(said(error)))?;
    Ok(bytes)
}

/// A chunk with its length and checksum.
fn chunk(kind: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let mut chunk = (body.len() as u32).to_be_bytes().to_vec();
    chunk.extend_from_slice(kind);
    chunk.extend_from_slice(body);
    let checksum = crc32fast::hash(&chunk[4..]);
    chunk.extend_from_slice(&checksum.to_be_bytes());
    chunk
}

/// Kind and body of each chunk of a whole PNG.
fn chunks(png: &[u8]) -> impl Iterator<Item = (&[u8; 4], &[u8])> {
    let mut rest = png.get(SIGNATURE..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk::<4>()?;
        let (kind, after) = after.split_first_chunk::<4>()?;
        let (body, after) = after.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        rest = after.get(4..)?;
        Some((kind, body))
    })
}
