//! Text in a picture.

use ab_glyph::{Font, FontRef, PxScale, ScaleFont};
use half::f16;

use super::{Picture, Pixels};

/// The typeface of captions, shared with the window.
const TYPEFACE: &[u8] = include_bytes!("../../assets/fonts/Inter-Regular.ttf");

impl Picture {
    /// Writes `text` on one line `height` pixels high, centred at `x` with its top at `y`. Anything
    /// outside the picture is clipped.
    pub fn write_centered(&mut self, text: &str, x: f32, y: f32, height: f32, color: [u8; 3]) {
        let place = Writing { x: x - text_width(text, height) / 2.0, y, height, top: 0 };
        self.write(text, &place, color, 1.0);
    }

    /// Writes `text` on one line, with the given opacity. Anything outside the picture is clipped.
    pub(super) fn write(
        &mut self,
        text: &str,
        &Writing { x, y, height, top }: &Writing,
        color: [u8; 3],
        opacity: f32,
    ) {
        // The typeface is embedded; a test below checks that it can be read.
        let Ok(font) = FontRef::try_from_slice(TYPEFACE) else { return };
        let font = font.as_scaled(PxScale::from(height));
        let mut at = x;
        for letter in text.chars() {
            let mut glyph = font.scaled_glyph(letter);
            glyph.position = ab_glyph::point(at, y + font.ascent());
            at += font.h_advance(glyph.id);
            let Some(outline) = font.outline_glyph(glyph) else { continue };
            let bounds = outline.px_bounds();
            outline.draw(|column, row, cover| {
                let (column, row) =
                    (bounds.min.x + column as f32, bounds.min.y + row as f32 - top as f32);
                let inside = |place: f32, size: u32| place >= 0.0 && place < size as f32;
                if inside(column, self.width) && inside(row, self.height) {
                    self.cover(column as u32, row as u32, color, opacity * cover.min(1.0));
                }
            });
        }
    }

    /// Blends a colour into a pixel, which must be inside the picture, with the given coverage.
    fn cover(&mut self, x: u32, y: u32, color: [u8; 3], share: f32) {
        let channels = self.pixels.channels();
        let at = channels * (y as usize * self.width as usize + x as usize);
        match &mut self.pixels {
            Pixels::Rgb8(bytes) | Pixels::Rgba8(bytes) => {
                let pixel = &mut bytes[at..at + channels];
                let covered = covered(
                    pixel.iter().map(|byte| f32::from(*byte)),
                    color.map(f32::from),
                    255.0,
                    share,
                );
                pixel.iter_mut().zip(covered).for_each(|(byte, value)| *byte = value.round() as u8);
            }
            Pixels::Rgb16(numbers) | Pixels::Rgba16(numbers) => {
                let pixel = &mut numbers[at..at + channels];
                let color = color.map(|channel| 257.0 * f32::from(channel));
                let covered =
                    covered(pixel.iter().map(|number| f32::from(*number)), color, 65535.0, share);
                pixel
                    .iter_mut()
                    .zip(covered)
                    .for_each(|(number, value)| *number = value.round() as u16);
            }
            // Premultiplied linear light: what lies below is attenuated, alpha included.
            Pixels::RgbHalf(numbers) | Pixels::RgbaHalf(numbers) => {
                let [red, green, blue] = color.map(linear);
                for (number, over) in
                    numbers[at..at + channels].iter_mut().zip([red, green, blue, 1.0])
                {
                    let under = number.to_f32();
                    *number = f16::from_f32(under + (over - under) * share);
                }
            }
        }
    }
}

/// Position of a line of text.
pub(super) struct Writing {
    /// Its upper left corner, in pixels of the whole picture.
    pub(super) x: f32,
    pub(super) y: f32,
    /// Its height in pixels.
    pub(super) height: f32,
    /// Row of the whole picture at which the band being written begins.
    pub(super) top: u32,
}

/// Width in pixels of `text` on one line `height` pixels high.
pub(super) fn text_width(text: &str, height: f32) -> f32 {
    let Ok(font) = FontRef::try_from_slice(TYPEFACE) else { return 0.0 };
    let font = font.as_scaled(PxScale::from(height));
    text.chars().map(|letter| font.h_advance(font.glyph_id(letter))).sum()
}

/// Blends a colour over a pixel with straight alpha, with the given coverage. Alpha goes up to
/// `full`; pixels without alpha are opaque.
fn covered(under: impl Iterator<Item = f32>, over: [f32; 3], full: f32, share: f32) -> [f32; 4] {
    let mut pixel = [full; 4];
    pixel.iter_mut().zip(under).for_each(|(channel, value)| *channel = value);
    let alpha = pixel[3] + (full - pixel[3]) * share;
    if alpha > 0.0 {
        // The new colour's share of the resulting opacity.
        let part = share / (alpha / full);
        pixel.iter_mut().zip(over).for_each(|(channel, over)| *channel += (over - *channel) * part);
    }
    pixel[3] = alpha;
    pixel
}

/// Linear light from an sRGB channel.
fn linear(byte: u8) -> f32 {
    let encoded = f32::from(byte) / 255.0;
    if encoded <= 0.04045 { encoded / 12.92 } else { ((encoded + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_centred_and_stays_in_the_picture() {
        let mut picture = Picture::filled(200, 40, [0, 0, 0]);
        picture.write_centered("t = 1.25", 100.0, 8.0, 20.0, [255, 255, 255]);
        let lit: Vec<u32> = (0..200 * 40)
            .filter(|index| picture.rgb8().unwrap()[3 * *index as usize] > 100)
            .map(|index| index % 200)
            .collect();
        assert!(lit.len() > 60, "{} pixels are lit", lit.len());
        let (left, right) = (lit.iter().min().unwrap(), lit.iter().max().unwrap());
        assert!((i64::from(left + right) - 200).abs() < 8, "from {left} to {right}");
        Picture::filled(8, 8, [0, 0, 0]).write_centered(
            "far too long for this",
            4.0,
            -3.0,
            20.0,
            [255, 255, 255],
        );
    }

    #[test]
    fn a_color_covers_pixels_of_every_kind_alike() {
        let of = |pixels: Pixels| {
            let mut picture = Picture { width: 1, height: 1, pixels };
            picture.cover(0, 0, [255, 0, 102], 0.25);
            picture.pixels
        };
        assert_eq!(of(Pixels::Rgb8(vec![0, 200, 2])), Pixels::Rgb8(vec![64, 150, 27]));
        assert_eq!(of(Pixels::Rgb16(vec![0, 51400, 514])), Pixels::Rgb16(vec![16384, 38550, 6939]));
        // Over full transparency, the result is the colour itself, a quarter opaque.
        assert_eq!(of(Pixels::Rgba8(vec![9, 9, 9, 0])), Pixels::Rgba8(vec![255, 0, 102, 64]));
        // Over half opacity: 5/8 opaque, 2/5 of that from the new colour.
        assert_eq!(
            of(Pixels::Rgba16(vec![0, 10000, 26214, 32768])),
            Pixels::Rgba16(vec![26214, 6000, 26214, 40960])
        );
        let Pixels::RgbaHalf(light) =
            of(Pixels::RgbaHalf([2.0, 0.5, 0.0, 0.5].map(f16::from_f32).to_vec()))
        else {
            panic!()
        };
        let light: Vec<f32> = light.iter().map(|number| number.to_f32()).collect();
        for (got, expected) in light.iter().zip([1.75, 0.375, 0.25 * 0.13287, 0.625]) {
            assert!((got - expected).abs() < 1e-3, "{light:?}");
        }
    }
}
