//! A picture in the host's memory, and as a PNG that says how it was made.

use std::io::Write;

/// Red, green, blue of each pixel, row by row from the top, eight bits each, encoded as sRGB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Three bytes a pixel.
    pub pixels: Vec<u8>,
}

/// A keyword and its text, stored in a PNG: scene, seed, adapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The keyword: 1 to 79 Latin letters.
    pub keyword: String,
    /// The text.
    pub text: String,
}

impl Note {
    /// A note.
    pub fn new(keyword: &str, text: impl Into<String>) -> Self {
        Self { keyword: keyword.to_owned(), text: text.into() }
    }
}

impl Picture {
    /// A picture in one colour.
    pub fn filled(width: u32, height: u32, color: [u8; 3]) -> Self {
        let pixels = color.iter().copied().cycle().take(3 * width as usize * height as usize).collect();
        Self { width, height, pixels }
    }

    /// The red, green and blue of a pixel that is in the picture.
    pub fn pixel_mut(&mut self, x: u32, y: u32) -> &mut [u8] {
        let at = 3 * (y as usize * self.width as usize + x as usize);
        &mut self.pixels[at..at + 3]
    }

    /// Copies `picture` to the place (x, y) of its upper left corner; it must fit.
    pub fn place(&mut self, picture: &Self, x: u32, y: u32) {
        let row = 3 * picture.width as usize;
        for (index, source) in picture.pixels.chunks_exact(row).enumerate() {
            let at = 3 * ((y as usize + index) * self.width as usize + x as usize);
            self.pixels[at..at + row].copy_from_slice(source);
        }
    }

    /// Writes the picture as a PNG with these notes as text chunks. `compact` takes longer and makes a smaller file.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_png(&self, writer: impl Write, notes: &[Note], compact: bool) -> Result<(), png::EncodingError> {
        let mut encoder = png::Encoder::new(writer, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        encoder.set_compression(if compact { png::Compression::Balanced } else { png::Compression::Fast });
        for note in notes {
            // International text chunks hold any language; the older kind only Latin-1.
            encoder.add_itxt_chunk(note.keyword.clone(), note.text.clone())?;
        }
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.pixels)?;
        writer.finish()
    }
}
