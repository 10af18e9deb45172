//! Pictures as EXR: half floats of linear light, with notes as attributes.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Cursor, Seek, Write};

use exr::block::writer::ChunksWriter;
use exr::block::{BlockIndex, UncompressedBlock, enumerate_ordered_header_block_indices};
use exr::compression::Compression;
use exr::error::Error;
use exr::math::Vec2;
use exr::meta::attribute::{AttributeValue, ChannelDescription, LineOrder, SampleType, Text};
use exr::meta::header::Header;
use exr::meta::{BlockDescription, MetaData};
use half::f16;
use rayon::prelude::*;

use super::{Note, Picture, Pixels};

/// First bytes of an EXR file.
pub(super) const MAGIC: [u8; 4] = [0x76, 0x2f, 0x31, 0x01];
/// Most bytes of a text attribute: ffmpeg loses its place in headers with longer ones.
const PIECE: usize = 255;
/// Follows the keyword of a note in the names of its further pieces, before their numbers from 1.
const CONTINUED: &str = " ~";
/// Blocks of 16 rows that are compressed at once, by all cores.
const BATCH: usize = 32;

/// Writes a picture of `size` pixels that arrives in `bands`, each as wide as the picture, from the
/// top. Returns whether all of it arrived.
///
/// # Errors
/// The writer's error, or [`io::ErrorKind::InvalidInput`] if the pixels are not half floats.
pub(super) fn write(
    mut writer: impl Write + Seek,
    size: [u32; 2],
    bands: &mut dyn Iterator<Item = Picture>,
    notes: &[Note],
) -> io::Result<bool> {
    let Some(first) = bands.next() else { return Ok(false) };
    let channels = first.pixels.channels();
    let mut rows = Rows { size, channels, bands, band: light(first)?, row: 0 };
    let mut is_whole = true;
    let header = header(size, channels, notes);
    let opening = opening(&header).ok_or(io::ErrorKind::InvalidData)?;
    let written =
        exr::block::write(&mut writer, [header].into_iter().collect(), true, |meta, chunks| {
            let blocks: Vec<_> = enumerate_ordered_header_block_indices(&meta.headers).collect();
            for batch in blocks.chunks(BATCH) {
                let mut filled = Vec::new();
                for (index, place) in batch {
                    match rows.block(*place)? {
                        Some(block) => filled.push((*index, block)),
                        None => {
                            is_whole = false;
                            return Err(Error::Aborted);
                        }
                    }
                }
                let compress = |(index, block): (usize, UncompressedBlock)| {
                    Ok((index, block.compress_to_chunk(&meta.headers)?))
                };
                let compressed: Vec<exr::error::Result<_>> =
                    filled.into_par_iter().map(compress).collect();
                for chunk in compressed {
                    let (index, chunk) = chunk?;
                    chunks.write_chunk(index, chunk)?;
                }
            }
            Ok(())
        });
    match written {
        Err(Error::Aborted) if !is_whole => return Ok(false),
        other => other.map_err(of_system)?,
    }
    writer.rewind()?;
    writer.write_all(&opening)?;
    Ok(true)
}

/// The header of the file, up to the offset table. The `exr` crate writes attributes in a different
/// order each time; here they are sorted, so that the same picture gives the same file.
fn opening(header: &Header) -> Option<Vec<u8>> {
    let mut file = Cursor::new(Vec::new());
    // Writes the header only.
    let _ = exr::block::write(&mut file, [header.clone()].into_iter().collect(), true, |_, _| {
        Err::<(), _>(Error::Aborted)
    });
    let bytes = file.into_inner();
    let (start, mut rest) = bytes.split_at_checked(8)?;
    let mut attributes = Vec::new();
    // Each attribute is name, type, size, value; an empty name ends the list.
    while *rest.first()? != 0 {
        let name = rest.iter().position(|byte| *byte == 0)? + 1;
        let kind = rest[name..].iter().position(|byte| *byte == 0)? + 1;
        let size = rest.get(name + kind..)?.first_chunk::<4>()?;
        let (attribute, others) =
            rest.split_at_checked(name + kind + 4 + u32::from_le_bytes(*size) as usize)?;
        attributes.push(attribute);
        rest = others;
    }
    attributes.sort_unstable();
    Some([start, &attributes.concat(), &[0]].concat())
}

/// The notes in an EXR file.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] if the file is damaged.
pub(super) fn notes(reader: impl BufRead) -> io::Result<Vec<Note>> {
    let meta = MetaData::read_from_buffered(reader, false).map_err(of_system)?;
    let mut texts = BTreeMap::<String, BTreeMap<usize, &[u8]>>::new();
    for (name, value) in meta.headers.iter().flat_map(|header| &header.own_attributes.other) {
        let AttributeValue::Text(text) = value else { continue };
        let name = name.to_string();
        let piece = name
            .split_once(CONTINUED)
            .and_then(|(keyword, number)| Some((keyword, number.parse().ok()?)));
        let (keyword, number) = piece.unwrap_or((&name, 0));
        texts.entry(keyword.to_owned()).or_default().insert(number, text.as_slice());
    }
    let whole = |pieces: BTreeMap<usize, &[u8]>| pieces.into_values().collect::<Vec<_>>().concat();
    Ok(texts
        .into_iter()
        .map(|(keyword, pieces)| Note::new(&keyword, String::from_utf8_lossy(&whole(pieces))))
        .collect())
}

/// Width and height of an EXR file.
///
/// # Errors
/// As [`notes`].
pub(super) fn size(reader: impl BufRead) -> io::Result<[u32; 2]> {
    let meta = MetaData::read_from_buffered(reader, false).map_err(of_system)?;
    let size = meta.headers.first().map(|header| header.layer_size);
    let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
    size.map(|size| [side(size.0), side(size.1)]).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

/// Converts the error to an I/O error, which it may wrap.
fn of_system(error: Error) -> io::Error {
    match error {
        Error::Io(error) => error,
        other => io::Error::new(io::ErrorKind::InvalidData, other.to_string()),
    }
}

fn header([width, height]: [u32; 2], channels: usize, notes: &[Note]) -> Header {
    // Sorted by name, as the format requires.
    let names = &["A", "B", "G", "R"][4 - channels..];
    let channels =
        names.iter().map(|name| ChannelDescription::named(*name, SampleType::F16)).collect();
    let size = Vec2(width as usize, height as usize);
    let mut header = Header::new(Text::from("light"), size, channels).with_encoding(
        Compression::ZIP16,
        BlockDescription::ScanLines,
        LineOrder::Increasing,
    );
    // Leave the only layer unnamed; otherwise some programs show `light.R` instead of `R`.
    header.own_attributes.layer_name = None;
    for note in notes {
        for (index, piece) in note.text.as_bytes().chunks(PIECE).enumerate() {
            let keyword = if index == 0 {
                note.keyword.clone()
            } else {
                format!("{}{CONTINUED}{index}", note.keyword)
            };
            let value = AttributeValue::Text(Text::from_slice_unchecked(piece));
            header.own_attributes.other.insert(Text::from(keyword.as_str()), value);
        }
    }
    header
}

/// The rows of a picture that arrives in bands.
struct Rows<'a> {
    size: [u32; 2],
    channels: usize,
    bands: &'a mut dyn Iterator<Item = Picture>,
    band: Vec<f16>,
    /// Rows of the band already used.
    row: usize,
}

impl Rows<'_> {
    /// The next block, or `None` if its rows do not arrive. Within a row, samples are grouped by
    /// channel.
    fn block(&mut self, index: BlockIndex) -> exr::error::Result<Option<UncompressedBlock>> {
        let (width, count) = (self.size[0] as usize, self.channels);
        let mut data = Vec::with_capacity(2 * count * index.pixel_size.area());
        for _ in 0..index.pixel_size.height() {
            if self.row * width * count >= self.band.len() {
                let Some(next) = self.bands.next() else { return Ok(None) };
                (self.band, self.row) = (light(next)?, 0);
            }
            let row = &self.band[self.row * width * count..][..width * count];
            // Stored as A, B, G, R.
            for channel in (0..count).rev() {
                data.extend(
                    row[channel..].iter().step_by(count).flat_map(|sample| sample.to_ne_bytes()),
                );
            }
            self.row += 1;
        }
        Ok(Some(UncompressedBlock { index, data }))
    }
}

fn light(picture: Picture) -> io::Result<Vec<f16>> {
    match picture.pixels {
        Pixels::RgbHalf(light) | Pixels::RgbaHalf(light) => Ok(light),
        other => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("EXR files hold half floats, not {}", other.name()),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// Channels that differ from pixel to pixel.
    fn picture(width: u32, height: u32, channels: usize) -> Picture {
        let number = |index: usize| f16::from_f32(index as f32 * 0.37 - 3.0);
        let light = (0..channels * (width * height) as usize).map(number).collect();
        let pixels = if channels == 3 { Pixels::RgbHalf(light) } else { Pixels::RgbaHalf(light) };
        Picture { width, height, pixels }
    }

    /// Splits a picture into bands of these heights.
    fn bands(picture: &Picture, heights: &[u32]) -> Vec<Picture> {
        let (Pixels::RgbHalf(light) | Pixels::RgbaHalf(light)) = &picture.pixels else {
            unreachable!()
        };
        let (mut rest, row) =
            (light.as_slice(), picture.width as usize * picture.pixels.channels());
        let band = |height: &u32| {
            let part;
            (part, rest) = rest.split_at(row * *height as usize);
            let light = part.to_vec();
            let pixels = if picture.pixels.channels() == 3 {
                Pixels::RgbHalf(light)
            } else {
                Pixels::RgbaHalf(light)
            };
            Picture { width: picture.width, height: *height, pixels }
        };
        heights.iter().map(band).collect()
    }

    #[test]
    fn a_picture_in_bands_is_read_back_channel_by_channel() {
        for channels in [3, 4] {
            let whole = picture(21, 45, channels);
            let mut file = Cursor::new(Vec::new());
            let notes =
                [Note::new("Title", "Höhe – 高さ"), Note::new("Recipe", "a = 1\n".repeat(2000))];
            let mut arriving = bands(&whole, &[7, 16, 20, 2]).into_iter();
            assert!(write(&mut file, [21, 45], &mut arriving, &notes).unwrap());
            let bytes = file.into_inner();
            assert_eq!(bytes[..4], MAGIC);
            use exr::prelude::{ReadChannels, ReadLayers};
            let read = exr::prelude::read()
                .no_deep_data()
                .largest_resolution_level()
                .all_channels()
                .all_layers()
                .all_attributes();
            let read = read.from_buffered(Cursor::new(&bytes)).unwrap();
            let layer = &read.layer_data[0];
            let (Pixels::RgbHalf(light) | Pixels::RgbaHalf(light)) = &whole.pixels else {
                unreachable!()
            };
            assert_eq!(
                (layer.size.0, layer.size.1, layer.channel_data.list.len()),
                (21, 45, channels)
            );
            for (index, name) in ["R", "G", "B", "A"][..channels].iter().enumerate() {
                let channel =
                    layer.channel_data.list.iter().find(|channel| channel.name.eq(name)).unwrap();
                let got: Vec<f32> = channel.sample_data.values_as_f32().collect();
                let expected: Vec<f32> =
                    light[index..].iter().step_by(channels).map(|light| light.to_f32()).collect();
                assert_eq!(got, expected, "{name}");
            }
            assert_eq!(
                super::notes(bytes.as_slice()).unwrap(),
                [notes[1].clone(), notes[0].clone()]
            );
        }
    }

    #[test]
    fn an_incomplete_or_mixed_picture_leaves_no_file() {
        let whole = picture(8, 40, 3);
        let mut file = Cursor::new(Vec::new());
        assert!(
            !write(&mut file, [8, 40], &mut bands(&whole, &[16, 16]).into_iter(), &[]).unwrap()
        );
        let error =
            write(&mut file, [8, 8], &mut std::iter::once(Picture::filled(8, 8, [0; 3])), &[])
                .unwrap_err();
        assert!(error.to_string().contains("8 bits per channel"), "{error}");
        assert!(super::notes(&MAGIC[..]).is_err());
    }
}
