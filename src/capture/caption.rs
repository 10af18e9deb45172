//! Text in a picture.

use ab_glyph::{Font, FontRef, PxScale, ScaleFont};

use super::Picture;

/// The typeface of captions, which is the window's too.
const TYPEFACE: &[u8] = include_bytes!("../../assets/fonts/Inter-Regular.ttf");

impl Picture {
    /// Writes `text` in one line of `height` pixels, centred at `x` with its upper edge at `y`. What lies outside of the
    /// picture is cut off.
    pub fn write_centered(&mut self, text: &str, x: f32, y: f32, height: f32, color: [u8; 3]) {
        // The typeface is part of the program: that it can be read is tested below.
        let Ok(font) = FontRef::try_from_slice(TYPEFACE) else { return };
        let font = font.as_scaled(PxScale::from(height));
        let width: f32 = text.chars().map(|letter| font.h_advance(font.glyph_id(letter))).sum();
        let mut at = x - width / 2.0;
        for letter in text.chars() {
            let mut glyph = font.scaled_glyph(letter);
            glyph.position = ab_glyph::point(at, y + font.ascent());
            at += font.h_advance(glyph.id);
            let Some(outline) = font.outline_glyph(glyph) else { continue };
            let bounds = outline.px_bounds();
            outline.draw(|column, row, cover| {
                let (column, row) = (bounds.min.x + column as f32, bounds.min.y + row as f32);
                let inside = |place: f32, size: u32| place >= 0.0 && place < size as f32;
                if inside(column, self.width) && inside(row, self.height) {
                    for (under, over) in self.pixel_mut(column as u32, row as u32).iter_mut().zip(color) {
                        *under = (f32::from(*under) + (f32::from(over) - f32::from(*under)) * cover.min(1.0)).round() as u8;
                    }
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_centred_and_stays_in_the_picture() {
        let mut picture = Picture::filled(200, 40, [0, 0, 0]);
        picture.write_centered("t = 1.25", 100.0, 8.0, 20.0, [255, 255, 255]);
        let lit: Vec<u32> =
            (0..200 * 40).filter(|index| picture.pixels[3 * *index as usize] > 100).map(|index| index % 200).collect();
        assert!(lit.len() > 60, "{} pixels are lit", lit.len());
        let (left, right) = (lit.iter().min().unwrap(), lit.iter().max().unwrap());
        assert!((i64::from(left + right) - 200).abs() < 8, "from {left} to {right}");
        Picture::filled(8, 8, [0, 0, 0]).write_centered("far too long for this", 4.0, -3.0, 20.0, [255, 255, 255]);
    }
}
