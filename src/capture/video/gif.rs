//! Animated GIF: an adaptive palette of 254 colours, ordered dithering, and only the changes from
//! frame to frame.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use color_quant::NeuQuant;
use gif::{AnyExtension, DisposalMethod, Encoder, EncodingError, Extension, Frame, Repeat};

use super::ordered::Writer;
use super::place::Place;
use super::{FrameRate, VideoSettings};
use crate::capture::{CaptureError, Note, Picture};
use crate::file::FileError;
use crate::words::{said, say};

/// Number of chosen colours in a palette. Black follows, then the index of unchanged pixels.
const COLORS: usize = 254;
const BLACK: u8 = 254;
const UNCHANGED: u8 = 255;
/// Channels up to this value count as black, so that noise in the sky is not stored.
const DARK: u8 = 3;
/// One in this many pixels is sampled to choose and to judge a palette.
const SAMPLED: usize = 7;
/// Ticks per second, and the shortest delay that browsers respect, in ticks.
const TICKS: f64 = 100.0;
const MIN_TICKS: f64 = 2.0;

/// A GIF that loops, being written.
pub struct Gif {
    encoder: Encoder<Place>,
    size: [u16; 2],
    rate: FrameRate,
    frames: u64,
    palette: Option<Palette>,
    /// The pixels currently shown.
    shown: Vec<[u8; 3]>,
}

impl Gif {
    /// A GIF at `path`, or under a numbered name if that exists.
    ///
    /// # Errors
    /// [`CaptureError::VideoSize`] and [`CaptureError::Format`] if GIF cannot hold it;
    /// [`CaptureError::Unwritable`].
    pub fn new(path: &Path, settings: &VideoSettings) -> Result<Self, CaptureError> {
        let [width, height] = settings.size;
        let size = [u16::try_from(width), u16::try_from(height)];
        let [Ok(columns), Ok(rows)] = size else {
            let remedy = say!("remedy-sides", most = u16::MAX.to_string());
            return Err(CaptureError::VideoSize {
                format: "GIF".into(),
                width,
                height,
                remedy: Box::new(remedy),
            });
        };
        if settings.rate.per_second() > TICKS / MIN_TICKS {
            return Err(CaptureError::Format(say!(
                "error-gif-rate",
                rate = settings.rate.to_string()
            )));
        }
        let place = Place::take(path, settings.is_overwriting)?;
        let target = place.target().to_owned();
        let failed = |error| failed(&target, error);
        let mut encoder = Encoder::new(place, columns, rows, &[]).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        let shown = vec![[0; 3]; width as usize * height as usize];
        Ok(Self {
            encoder,
            size: [columns, rows],
            rate: settings.rate,
            frames: 0,
            palette: None,
            shown,
        })
    }

    /// The final path.
    pub fn target(&self) -> &Path {
        self.encoder.get_ref().target()
    }

    /// The delay of a frame in ticks: the difference between its time and that of the next frame,
    /// both rounded.
    fn delay(&self) -> u16 {
        let at = |frame: u64| (frame as f64 * TICKS / self.rate.per_second()).round();
        (at(self.frames + 1) - at(self.frames)) as u16
    }
}

impl Writer for Gif {
    type Frame = Vec<[u8; 3]>;

    fn prepare(_: &VideoSettings, picture: Picture) -> Result<Self::Frame, CaptureError> {
        Ok(picture.rgb8()?.as_chunks().0.to_vec())
    }

    fn append(&mut self, pixels: Self::Frame, notes: &[Note]) -> Result<(), CaptureError> {
        let target = self.target().to_owned();
        let failed = |error| failed(&target, error);
        for note in notes {
            let text = format!("{}: {}", note.keyword, note.text);
            self.encoder
                .write_raw_extension(AnyExtension(Extension::Comment as u8), &[text.as_bytes()])
                .map_err(failed)?;
        }
        if self.palette.as_mut().is_none_or(|palette| !palette.suits(&pixels)) {
            self.palette = None;
        }
        let palette = self.palette.get_or_insert_with(|| Palette::new(&pixels));
        let width = usize::from(self.size[0]);
        let mut indices: Vec<u8> = pixels
            .iter()
            .enumerate()
            .map(|(index, pixel)| palette.dithered(*pixel, index % width, index / width))
            .collect();
        for (index, shown) in indices.iter_mut().zip(&mut self.shown) {
            let color = palette.colors[usize::from(*index)];
            if *shown == color && self.frames > 0 {
                *index = UNCHANGED;
            }
            *shown = color;
        }
        let mut frame = cropped(&indices, self.size);
        frame.palette = Some(palette.colors.concat());
        frame.transparent = Some(UNCHANGED);
        frame.dispose = DisposalMethod::Keep;
        frame.delay = self.delay();
        self.encoder.write_frame(&frame).map_err(failed)?;
        self.frames += 1;
        Ok(())
    }

    fn finish(self) -> Result<PathBuf, CaptureError> {
        let target = self.target().to_owned();
        let mut place = self.encoder.into_inner().map_err(|error| failed(&target, error))?;
        Ok(place.commit()?)
    }

    fn bytes(&mut self) -> u64 {
        self.encoder.get_ref().length()
    }

    fn partial(&self) -> PathBuf {
        self.encoder.get_ref().partial().to_owned()
    }
}

impl std::fmt::Debug for Gif {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gif").field("frames", &self.frames).finish_non_exhaustive()
    }
}

/// The bounding box of all changed pixels; at least one pixel, because decoders require one.
fn cropped(indices: &[u8], [width, height]: [u16; 2]) -> Frame<'static> {
    let row_length = usize::from(width);
    let is_changed = |index: &u8| *index != UNCHANGED;
    let rows = || indices.chunks_exact(row_length);
    let top = rows().position(|row| row.iter().any(is_changed)).unwrap_or(0);
    let bottom = rows().rposition(|row| row.iter().any(is_changed)).unwrap_or(0);
    let left = rows().filter_map(|row| row.iter().position(is_changed)).min().unwrap_or(0);
    let right = rows().filter_map(|row| row.iter().rposition(is_changed)).max().unwrap_or(0);
    let part: Vec<u8> = rows()
        .take(bottom + 1)
        .skip(top)
        .flat_map(|row| row[left..=right].iter().copied())
        .collect();
    debug_assert!(bottom < usize::from(height));
    Frame {
        left: left as u16,
        top: top as u16,
        width: (right - left + 1) as u16,
        height: (bottom - top + 1) as u16,
        buffer: Cow::Owned(part),
        ..Frame::default()
    }
}

/// A palette, and how well it fitted the picture that it was chosen for.
struct Palette {
    /// 256 colours: the chosen ones, black, and one that is never shown.
    colors: Vec<[u8; 3]>,
    /// Cache of the index of the nearest colour, by the upper six bits of each channel.
    nearest: Vec<Option<u8>>,
    error: f64,
}

impl Palette {
    fn new(pixels: &[[u8; 3]]) -> Self {
        let mut sample: Vec<u8> =
            sampled(pixels).flat_map(|[red, green, blue]| [*red, *green, *blue, 255]).collect();
        // The quantiser rejects an empty picture.
        sample.resize(sample.len().max(4 * 64), 255);
        let chosen = NeuQuant::new(1, COLORS, &sample).color_map_rgb();
        let mut colors = chosen.as_chunks::<3>().0.to_vec();
        colors.resize(256, [0; 3]);
        let mut palette = Self { colors, nearest: vec![None; 1 << 18], error: 0.0 };
        palette.error = palette.error(pixels);
        palette
    }

    /// Whether it fits this picture about as well as the one that it was chosen for.
    fn suits(&mut self, pixels: &[[u8; 3]]) -> bool {
        self.error(pixels) <= 1.5 * self.error + 4.0
    }

    /// Mean squared distance of the sampled colours from the nearest in the palette.
    fn error(&mut self, pixels: &[[u8; 3]]) -> f64 {
        let (mut sum, mut count) = (0, 0_u32);
        for pixel in sampled(pixels) {
            let nearest = self.nearest(*pixel);
            sum += u64::from(distance(self.colors[usize::from(nearest)], *pixel));
            count += 1;
        }
        sum as f64 / f64::from(count.max(1))
    }

    /// The palette index for a pixel, dithered by its position.
    fn dithered(&mut self, pixel: [u8; 3], x: usize, y: usize) -> u8 {
        let brightest = pixel.into_iter().max().unwrap_or(0);
        if brightest <= DARK {
            return BLACK;
        }
        // Dither dark pixels less, so that the sky stays smooth.
        let strength = i32::from(brightest).min(48);
        let offset = (threshold(x, y) * 2 - 63) * strength / (63 * 8);
        self.nearest(pixel.map(|channel| (i32::from(channel) + offset).clamp(0, 255) as u8))
    }

    fn nearest(&mut self, pixel: [u8; 3]) -> u8 {
        let at = pixel.into_iter().fold(0, |sum, channel| sum << 6 | usize::from(channel >> 2));
        if let Some(index) = self.nearest[at] {
            return index;
        }
        // The centre of the colours that share this cache entry.
        let middle = pixel.map(|channel| channel & !3 | 2);
        let of = |index: &usize| distance(self.colors[*index], middle);
        let index = (0..=COLORS).min_by_key(of).unwrap_or(0) as u8;
        self.nearest[at] = Some(index);
        index
    }
}

/// A sample of the pixels that are not dark.
fn sampled(pixels: &[[u8; 3]]) -> impl Iterator<Item = &[u8; 3]> {
    pixels.iter().filter(|pixel| pixel.iter().any(|channel| *channel > DARK)).step_by(SAMPLED)
}

fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    a.into_iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

/// The threshold of the 8 x 8 Bayer matrix at (x, y): each number from 0 to 63 occurs once.
fn threshold(x: usize, y: usize) -> i32 {
    (0..3).fold(0, |sum, bit| {
        let (x, y) = (x >> bit & 1, y >> bit & 1);
        sum << 2 | (2 * (x ^ y) + y) as i32
    })
}

fn failed(path: &Path, error: EncodingError) -> CaptureError {
    match error {
        EncodingError::Io(source) => FileError::new(path, source).into(),
        other => CaptureError::Encoder(said(other)),
    }
}

/// The notes in the comment extensions of a GIF, which precede its first picture.
pub fn notes(bytes: &[u8]) -> io::Result<Vec<Note>> {
    let read = || {
        let table = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
        let mut rest = bytes.get(13 + table(*bytes.get(10)?)..)?;
        let mut notes = Vec::new();
        while let [0x21, label, after @ ..] = rest {
            let mut text = Vec::new();
            rest = after;
            while let Some((&length, after)) = rest.split_first() {
                let (block, after) = after.split_at_checked(length.into())?;
                text.extend_from_slice(block);
                rest = after;
                if length == 0 {
                    break;
                }
            }
            let text = String::from_utf8_lossy(&text).into_owned();
            if let (Some((keyword, text)), 0xfe) = (text.split_once(": "), *label) {
                notes.push(Note::new(keyword, text));
            }
        }
        Some(notes)
    };
    read().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "the GIF is cut off"))
}
