//! A picture in host memory.

use std::ops::Range;

use half::f16;

use super::CaptureError;

/// A picture: the channels of each pixel, row by row from the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The channels of all pixels.
    pub pixels: Pixels,
}

/// The channels of pixels: red, green, blue, and alpha in some.
///
/// Eight and sixteen bits are encoded for a display (sRGB), with straight alpha, as PNG stores it.
/// Half floats are linear light before the tone map, with premultiplied alpha, as EXR stores it.
#[derive(Clone, Debug, PartialEq)]
pub enum Pixels {
    /// Three bytes per pixel.
    Rgb8(Vec<u8>),
    /// Four bytes per pixel.
    Rgba8(Vec<u8>),
    /// Three numbers per pixel.
    Rgb16(Vec<u16>),
    /// Four numbers per pixel.
    Rgba16(Vec<u16>),
    /// Three half floats per pixel.
    RgbHalf(Vec<f16>),
    /// Four half floats per pixel.
    RgbaHalf(Vec<f16>),
}

impl Pixels {
    /// Channels per pixel: 3, or 4 with alpha.
    pub fn channels(&self) -> usize {
        match self {
            Self::Rgb8(_) | Self::Rgb16(_) | Self::RgbHalf(_) => 3,
            Self::Rgba8(_) | Self::Rgba16(_) | Self::RgbaHalf(_) => 4,
        }
    }

    /// This many pixels of the same format, all channels 0.
    pub fn zeroed(&self, pixels: usize) -> Self {
        let count = self.channels() * pixels;
        match self {
            Self::Rgb8(_) => Self::Rgb8(vec![0; count]),
            Self::Rgba8(_) => Self::Rgba8(vec![0; count]),
            Self::Rgb16(_) => Self::Rgb16(vec![0; count]),
            Self::Rgba16(_) => Self::Rgba16(vec![0; count]),
            Self::RgbHalf(_) => Self::RgbHalf(vec![f16::ZERO; count]),
            Self::RgbaHalf(_) => Self::RgbaHalf(vec![f16::ZERO; count]),
        }
    }

    /// Some of the channels.
    fn part(&self, range: Range<usize>) -> Self {
        match self {
            Self::Rgb8(all) => Self::Rgb8(all[range].to_vec()),
            Self::Rgba8(all) => Self::Rgba8(all[range].to_vec()),
            Self::Rgb16(all) => Self::Rgb16(all[range].to_vec()),
            Self::Rgba16(all) => Self::Rgba16(all[range].to_vec()),
            Self::RgbHalf(all) => Self::RgbHalf(all[range].to_vec()),
            Self::RgbaHalf(all) => Self::RgbaHalf(all[range].to_vec()),
        }
    }

    /// Name of the format, for messages.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Rgb8(_) => "8 bits per channel",
            Self::Rgba8(_) => "8 bits per channel with alpha",
            Self::Rgb16(_) => "16 bits per channel",
            Self::Rgba16(_) => "16 bits per channel with alpha",
            Self::RgbHalf(_) => "half floats",
            Self::RgbaHalf(_) => "half floats with alpha",
        }
    }
}

impl Picture {
    /// An 8-bit picture filled with one colour.
    pub fn filled(width: u32, height: u32, color: [u8; 3]) -> Self {
        let pixels =
            color.iter().copied().cycle().take(3 * width as usize * height as usize).collect();
        Self { width, height, pixels: Pixels::Rgb8(pixels) }
    }

    /// The bytes of an 8-bit picture without alpha: three per pixel.
    ///
    /// # Errors
    /// [`CaptureError::Pixels`] if it is another kind of picture.
    pub fn rgb8(&self) -> Result<&[u8], CaptureError> {
        match &self.pixels {
            Pixels::Rgb8(bytes) => Ok(bytes),
            other => {
                Err(CaptureError::Pixels { got: other.name(), expected: "8 bits per channel" })
            }
        }
    }

    /// Copies `picture` so that its upper left corner is at (x, y), which must be inside. Anything
    /// beyond the right or lower edge is clipped.
    ///
    /// # Errors
    /// [`CaptureError::Pixels`] if it is another kind of picture.
    pub fn place(&mut self, picture: &Self, x: u32, y: u32) -> Result<(), CaptureError> {
        fn copy<T: Copy>(
            into: &mut [T],
            width: u32,
            from: &[T],
            row: u32,
            [x, y]: [u32; 2],
            channels: usize,
        ) {
            let (row, fitting) = (channels * row as usize, channels * row.min(width - x) as usize);
            let lines = into.chunks_exact_mut((channels * width as usize).max(1)).skip(y as usize);
            for (line, source) in lines.zip(from.chunks_exact(row.max(1))) {
                line[channels * x as usize..][..fitting].copy_from_slice(&source[..fitting]);
            }
        }
        let (width, channels, place) = (self.width, self.pixels.channels(), [x, y]);
        match (&mut self.pixels, &picture.pixels) {
            (Pixels::Rgb8(into), Pixels::Rgb8(from))
            | (Pixels::Rgba8(into), Pixels::Rgba8(from)) => {
                copy(into, width, from, picture.width, place, channels);
            }
            (Pixels::Rgb16(into), Pixels::Rgb16(from))
            | (Pixels::Rgba16(into), Pixels::Rgba16(from)) => {
                copy(into, width, from, picture.width, place, channels);
            }
            (Pixels::RgbHalf(into), Pixels::RgbHalf(from))
            | (Pixels::RgbaHalf(into), Pixels::RgbaHalf(from)) => {
                copy(into, width, from, picture.width, place, channels);
            }
            (into, from) => {
                return Err(CaptureError::Pixels { got: from.name(), expected: into.name() });
            }
        }
        Ok(())
    }

    /// Its parts of this many rows, and what is left below them.
    pub(super) fn strips(self, rows: u32) -> impl Iterator<Item = Self> {
        let row = self.width as usize * self.pixels.channels();
        (0..self.height).step_by(rows.max(1) as usize).map(move |first| {
            let height = rows.max(1).min(self.height - first);
            let (begin, length) = (first as usize * row, height as usize * row);
            let pixels = self.pixels.part(begin..begin + length);
            Self { width: self.width, height, pixels }
        })
    }

    /// Adds a picture of the same width below this one.
    ///
    /// # Errors
    /// [`CaptureError::Pixels`] if it is another kind of picture.
    pub fn append(&mut self, below: Self) -> Result<(), CaptureError> {
        match (&mut self.pixels, below.pixels) {
            (Pixels::Rgb8(all), Pixels::Rgb8(more)) | (Pixels::Rgba8(all), Pixels::Rgba8(more)) => {
                all.extend(more)
            }
            (Pixels::Rgb16(all), Pixels::Rgb16(more))
            | (Pixels::Rgba16(all), Pixels::Rgba16(more)) => all.extend(more),
            (Pixels::RgbHalf(all), Pixels::RgbHalf(more))
            | (Pixels::RgbaHalf(all), Pixels::RgbaHalf(more)) => all.extend(more),
            (all, more) => {
                return Err(CaptureError::Pixels { got: more.name(), expected: all.name() });
            }
        }
        self.height += below.height;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_any_channels_are_placed_but_not_mixed() {
        let part = |value: u16| vec![value; 2 * 4];
        let mut picture = Picture { width: 3, height: 2, pixels: Pixels::Rgba16(vec![0; 24]) };
        picture
            .place(&Picture { width: 2, height: 1, pixels: Pixels::Rgba16(part(7)) }, 1, 1)
            .unwrap();
        let Pixels::Rgba16(numbers) = &picture.pixels else { unreachable!() };
        assert_eq!(numbers.iter().position(|number| *number == 7), Some(16));
        assert_eq!(numbers.iter().filter(|number| **number == 7).count(), 8);
        // Only the part that fits.
        picture
            .place(&Picture { width: 2, height: 4, pixels: Pixels::Rgba16(vec![9; 32]) }, 2, 0)
            .unwrap();
        let Pixels::Rgba16(numbers) = &picture.pixels else { unreachable!() };
        assert_eq!(numbers[8..12], [9; 4]);
        assert_eq!(numbers.iter().filter(|number| **number == 9).count(), 8);
        picture
            .append(Picture { width: 3, height: 1, pixels: Pixels::Rgba16(vec![3; 12]) })
            .unwrap();
        assert_eq!((picture.height, picture.pixels.channels()), (3, 4));
        let heights: Vec<_> = picture.clone().strips(2).map(|strip| strip.height).collect();
        assert_eq!(heights, [2, 1]);
        let mut strips = picture.clone().strips(2);
        let mut again = strips.next().unwrap();
        strips.for_each(|strip| again.append(strip).unwrap());
        assert_eq!(again, picture);
        let error = picture.place(&Picture::filled(1, 1, [0; 3]), 0, 0).unwrap_err().to_string();
        assert!(
            error.contains("8 bits per channel")
                && error.contains("16 bits per channel with alpha"),
            "{error}"
        );
    }
}
