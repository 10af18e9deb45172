//! Pictures as PNG, with notes on how they were made.

use std::borrow::Cow;
use std::io::{self, BufRead, Seek, Write};

use super::spherical::{Spherical, XMP};
use super::{Note, Picture, Pixels};

/// Most bytes of all notes that are read from a file. A picture can hold text that expands a
/// thousandfold.
pub(super) const MAX_NOTES: usize = 16 << 20;

/// The notes in a PNG.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] if the file is damaged.
pub(super) fn notes(reader: impl BufRead + Seek) -> io::Result<Vec<Note>> {
    let reader = png::Decoder::new(reader).read_info().map_err(damaged)?;
    let mut room = MAX_NOTES;
    let of_chunk = |chunk: &png::text_metadata::ITXtChunk| {
        let mut chunk = chunk.clone();
        chunk.decompress_text_with_limit(room).ok()?;
        let text = chunk.get_text().ok()?;
        room = room.checked_sub(text.len())?;
        Some(Note::new(&chunk.keyword, text))
    };
    let own = reader.info().utf8_text.iter().filter(|chunk| chunk.keyword != XMP);
    Ok(own.filter_map(of_chunk).collect())
}

/// Converts a decoder's error to an I/O error. Which bytes are wrong helps no one who has the wrong
/// file.
fn damaged(error: png::DecodingError) -> io::Error {
    match error {
        png::DecodingError::IoError(error) if error.kind() != io::ErrorKind::UnexpectedEof => error,
        _ => io::Error::new(io::ErrorKind::InvalidData, "the PNG is damaged"),
    }
}

/// Width and height of a PNG.
///
/// # Errors
/// As [`notes`].
pub(super) fn size(reader: impl BufRead + Seek) -> io::Result<[u32; 2]> {
    let reader = png::Decoder::new(reader).read_info().map_err(damaged)?;
    Ok([reader.info().width, reader.info().height])
}

impl Picture {
    /// Writes the picture as a PNG with these notes as text chunks. `compact` takes longer and
    /// makes a smaller file.
    ///
    /// # Errors
    /// The encoder's or writer's error; [`io::ErrorKind::InvalidInput`] for half floats, which PNG
    /// does not store.
    pub fn write_png(
        &self,
        writer: impl Write,
        notes: &[Note],
        compact: bool,
    ) -> Result<(), png::EncodingError> {
        let bytes = bytes(&self.pixels)?;
        let mut writer = begin(writer, [self.width, self.height], &self.pixels, notes, compact)?;
        writer.write_image_data(&bytes)?;
        writer.finish()
    }
}

/// Writes a picture of `size` pixels that arrives in `bands`, each as wide as the picture, from the
/// top. Returns whether all of it has arrived.
///
/// # Errors
/// As [`Picture::write_png`].
pub(super) fn write(
    writer: impl Write,
    size: [u32; 2],
    bands: &mut dyn Iterator<Item = Picture>,
    notes: &[Note],
) -> Result<bool, png::EncodingError> {
    let Some(first) = bands.next() else { return Ok(false) };
    let mut writer = begin(writer, size, &first.pixels, notes, true)?;
    let mut stream = writer.stream_writer()?;
    let mut rows = 0;
    for band in std::iter::once(first).chain(bands) {
        rows += band.height;
        stream.write_all(&bytes(&band.pixels)?)?;
    }
    if rows < size[1] {
        return Ok(false);
    }
    stream.finish()?;
    writer.finish().map(|()| true)
}

/// Writes everything before the pixels.
fn begin<W: Write>(
    writer: W,
    [width, height]: [u32; 2],
    pixels: &Pixels,
    notes: &[Note],
    compact: bool,
) -> Result<png::Writer<W>, png::EncodingError> {
    let is_deep = matches!(pixels, Pixels::Rgb16(_) | Pixels::Rgba16(_));
    let mut encoder = png::Encoder::new(writer, width, height);
    encoder.set_color(if pixels.channels() == 3 {
        png::ColorType::Rgb
    } else {
        png::ColorType::Rgba
    });
    encoder.set_depth(if is_deep { png::BitDepth::Sixteen } else { png::BitDepth::Eight });
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    encoder.set_compression(if compact {
        png::Compression::Balanced
    } else {
        png::Compression::Fast
    });
    for note in notes {
        // International text chunks support any language; the older kind only Latin-1.
        encoder.add_itxt_chunk(note.keyword.clone(), note.text.clone())?;
    }
    if let Some(xmp) = Spherical::new(notes).xmp([width, height]) {
        encoder.add_itxt_chunk(XMP.to_owned(), xmp)?;
    }
    encoder.write_header()
}

/// The pixels as PNG stores them.
fn bytes(pixels: &Pixels) -> io::Result<Cow<'_, [u8]>> {
    match pixels {
        Pixels::Rgb8(bytes) | Pixels::Rgba8(bytes) => Ok(Cow::Borrowed(bytes)),
        Pixels::Rgb16(numbers) | Pixels::Rgba16(numbers) => Ok(Cow::Owned(big_endian(numbers))),
        Pixels::RgbHalf(_) | Pixels::RgbaHalf(_) => {
            Err(io::Error::new(io::ErrorKind::InvalidInput, "PNG does not store half floats"))
        }
    }
}

fn big_endian(numbers: &[u16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_that_expand_beyond_their_bound_are_left_out() {
        let mut file = Vec::new();
        let mut writer = png::Encoder::new(&mut file, 1, 1).write_header().unwrap();
        let notes = [
            ("Large", "a".repeat(MAX_NOTES + 1)),
            ("Half", "b".repeat(MAX_NOTES / 2 + 1)),
            ("Other", "c".repeat(MAX_NOTES / 2)),
        ];
        for (keyword, text) in notes.into_iter().chain([("Small", "d".to_owned())]) {
            let mut chunk = png::text_metadata::ITXtChunk::new(keyword, text);
            chunk.compress_text().unwrap();
            writer.write_text_chunk(&chunk).unwrap();
        }
        writer.write_image_data(&[0]).unwrap();
        writer.finish().unwrap();
        let found: Vec<String> = super::notes(io::Cursor::new(&file))
            .unwrap()
            .into_iter()
            .map(|note| note.keyword)
            .collect();
        assert_eq!(found, ["Half", "Small"], "of {} bytes", file.len());
    }

    #[test]
    fn every_depth_is_read_back_as_it_was() {
        let numbers: Vec<u16> = (0..48).map(|number| number * 1311 + 7).collect();
        let bytes: Vec<u8> = (0..48).map(|number| number * 5 + 1).collect();
        for (pixels, raw) in [
            (Pixels::Rgb8(bytes[..36].to_vec()), bytes[..36].to_vec()),
            (Pixels::Rgba8(bytes.clone()), bytes.clone()),
            (Pixels::Rgb16(numbers[..36].to_vec()), big_endian(&numbers[..36])),
            (Pixels::Rgba16(numbers.clone()), big_endian(&numbers)),
        ] {
            let picture = Picture { width: 4, height: 3, pixels };
            let mut file = Vec::new();
            picture.write_png(&mut file, &[Note::new("Seed", "7")], false).unwrap();
            let mut reader = png::Decoder::new(io::Cursor::new(file)).read_info().unwrap();
            let mut got = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut got).unwrap();
            assert_eq!(got, raw, "{}", picture.pixels.name());
            assert_eq!(reader.info().utf8_text[0].get_text().unwrap(), "7");
        }
        let light =
            Picture { width: 1, height: 1, pixels: Pixels::RgbHalf(vec![half::f16::ONE; 3]) };
        assert!(
            light
                .write_png(Vec::new(), &[], false)
                .unwrap_err()
                .to_string()
                .contains("half floats")
        );
    }
}
