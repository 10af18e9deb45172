//! MP4 files with one H.264 track: fragmented during recording, so that the file of a killed run
//! can be played; plain in the end, with the index in front of the frames (faststart).

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::FrameRate;
use super::h264::Group;
use crate::capture::Note;
use crate::capture::boxes::{Kind, find, inside, outline, outline_within, put, put_full, words};
use crate::capture::png::MAX_NOTES;
use crate::capture::spherical::Spherical;

/// The track of a file: everything in its index except the places of the frames.
#[derive(Clone, Debug)]
pub struct Track {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Frames per second.
    pub rate: FrameRate,
    /// Sequence parameter set.
    pub sps: Vec<u8>,
    /// Picture parameter set.
    pub pps: Vec<u8>,
    /// How the video was made.
    pub notes: Vec<Note>,
}

/// Where the frames of a file are.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Index {
    /// Size of each frame in bytes.
    sizes: Vec<u32>,
    /// Offset of each group of frames, and its number of frames.
    groups: Vec<(u64, u32)>,
}

/// The identity transformation matrix.
const UPRIGHT: [u32; 9] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000];
/// Sample flags in fragments: of a frame that depends on others, and of a key frame.
const DEPENDENT: u32 = 0x0101_0000;
const INDEPENDENT: u32 = 0x0200_0000;
/// Namespace of the notes' keywords.
const OWNER: &[u8] = b"starshell";

impl Track {
    /// The beginning of a fragmented file.
    pub fn beginning(&self) -> Vec<u8> {
        let mut out = Vec::new();
        file_type(&mut out, &[b"isom", b"iso5", b"iso6", b"avc1", b"mp41"]);
        self.index(&mut out, &Index::default(), 0, true);
        out
    }

    /// A fragment with the frames of `group`, which begins with frame number `first`; `sequence`
    /// counts fragments from 1.
    pub fn fragment(&self, sequence: u32, first: u64, group: &Group) -> Vec<u8> {
        let [_, per_frame] = self.rate.units();
        let mut out = Vec::with_capacity(group.data.len() + 4 * group.sizes.len() + 200);
        let mut place = 0;
        put(&mut out, b"moof", |out| {
            put_full(out, b"mfhd", 0, 0, |out| words(out, &[sequence]));
            put(out, b"traf", |out| {
                // Offsets are relative to the `moof` box; duration and flags hold for every frame.
                put_full(out, b"tfhd", 0, 0x2_0028, |out| words(out, &[1, per_frame, DEPENDENT]));
                let time = first * u64::from(per_frame);
                put_full(out, b"tfdt", 1, 0, |out| words(out, &[(time >> 32) as u32, time as u32]));
                // With the offset of the data, the flags of the first frame, and the size of each
                // frame.
                put_full(out, b"trun", 0, 0x205, |out| {
                    words(out, &[group.sizes.len() as u32]);
                    place = out.len();
                    words(out, &[0, INDEPENDENT]);
                    words(out, &group.sizes);
                });
            });
        });
        let data = out.len() as u32 + 8;
        out[place..place + 4].copy_from_slice(&data.to_be_bytes());
        put(&mut out, b"mdat", |out| out.extend_from_slice(&group.data));
        out
    }

    /// Writes a plain file with the frames that `index` lists in `fragments`.
    pub fn write_plain(
        &self,
        fragments: &mut File,
        index: &Index,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let length: u64 = index.sizes.iter().map(|size| u64::from(*size)).sum();
        let header: u64 = if length + 8 > u64::from(u32::MAX) { 16 } else { 8 };
        let mut head = Vec::new();
        file_type(&mut head, &[b"isom", b"iso2", b"avc1", b"mp41"]);
        let before = head.len();
        // The length of the index depends only on the width of its offsets.
        let is_wide = length + (1 << 30) > u64::from(u32::MAX);
        let with_offsets = |head: &mut Vec<u8>, start: u64| {
            let mut at = start;
            let mut sizes = index.sizes.iter();
            let groups = index.groups.iter().map(|(_, count)| {
                let group = (at, *count);
                at +=
                    sizes.by_ref().take(*count as usize).map(|size| u64::from(*size)).sum::<u64>();
                group
            });
            let index = Index { sizes: index.sizes.clone(), groups: groups.collect() };
            self.index_of_width(head, &index, is_wide);
        };
        with_offsets(&mut head, 0);
        let start = head.len() as u64 + header;
        head.truncate(before);
        with_offsets(&mut head, start);
        match header {
            8 => words(&mut head, &[length as u32 + 8]),
            _ => words(&mut head, &[1]),
        }
        head.extend_from_slice(b"mdat");
        if header == 16 {
            words(&mut head, &[((length + 16) >> 32) as u32, (length + 16) as u32]);
        }
        out.write_all(&head)?;
        let mut sizes = index.sizes.iter();
        for (offset, count) in &index.groups {
            let length: u64 =
                sizes.by_ref().take(*count as usize).map(|size| u64::from(*size)).sum();
            fragments.seek(SeekFrom::Start(*offset))?;
            if io::copy(&mut fragments.take(length), out)? != length {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(())
    }

    fn index_of_width(&self, out: &mut Vec<u8>, index: &Index, is_wide: bool) {
        self.index(out, index, if is_wide { 64 } else { 32 }, false);
    }

    /// The box `moov`. `bits` is the width of offsets.
    fn index(&self, out: &mut Vec<u8>, index: &Index, bits: u32, is_fragmented: bool) {
        let [per_second, per_frame] = self.rate.units();
        let duration = index.sizes.len() as u64 * u64::from(per_frame);
        let [width, height] = self.size;
        put(out, b"moov", |out| {
            timed(out, b"mvhd", 0, &[per_second], duration, |out| {
                // Normal speed, full volume, one track.
                words(out, &[0x1_0000, 0x100_0000, 0, 0]);
                words(out, &UPRIGHT);
                words(out, &[0, 0, 0, 0, 0, 0, 2]);
            });
            put(out, b"trak", |out| {
                timed(out, b"tkhd", 3, &[1, 0], duration, |out| {
                    words(out, &[0, 0, 0, 0]);
                    words(out, &UPRIGHT);
                    words(out, &[width << 16, height << 16]);
                });
                put(out, b"mdia", |out| {
                    // 0x55c4 is `und`: no language.
                    timed(out, b"mdhd", 0, &[per_second], duration, |out| {
                        words(out, &[0x55c4_0000])
                    });
                    handler(out, b"vide", b"Starshell");
                    put(out, b"minf", |out| {
                        put_full(out, b"vmhd", 0, 1, |out| words(out, &[0, 0]));
                        put(out, b"dinf", |out| {
                            put_full(out, b"dref", 0, 0, |out| {
                                words(out, &[1]);
                                put_full(out, b"url ", 0, 1, |_| ());
                            });
                        });
                        put(out, b"stbl", |out| self.tables(out, index, bits));
                    });
                });
                Spherical::new(&self.notes).put_text(out);
            });
            if is_fragmented {
                put(out, b"mvex", |out| {
                    put_full(out, b"trex", 0, 0, |out| words(out, &[1, 1, per_frame, 0, 0]))
                });
            }
            put(out, b"udta", |out| self.notes(out));
        });
    }

    /// The sample tables: format, duration, size and offset of the frames.
    fn tables(&self, out: &mut Vec<u8>, Index { sizes, groups }: &Index, bits: u32) {
        let [_, per_frame] = self.rate.units();
        put_full(out, b"stsd", 0, 0, |out| {
            words(out, &[1]);
            put(out, b"avc1", |out| self.format(out));
        });
        let count = sizes.len() as u32;
        put_full(out, b"stts", 0, 0, |out| match count {
            0 => words(out, &[0]),
            _ => words(out, &[1, count, per_frame]),
        });
        // Key frames: the first of each group.
        put_full(out, b"stss", 0, 0, |out| {
            words(out, &[groups.len() as u32]);
            let mut frame = 1;
            for (_, count) in groups {
                words(out, &[frame]);
                frame += count;
            }
        });
        // Consecutive groups of equal length share an entry; only the last may differ.
        put_full(out, b"stsc", 0, 0, |out| {
            let starts = (0..groups.len())
                .filter(|&at| at == 0 || groups[at].1 != groups[at - 1].1)
                .collect::<Vec<_>>();
            words(out, &[starts.len() as u32]);
            starts.iter().for_each(|at| words(out, &[*at as u32 + 1, groups[*at].1, 1]));
        });
        put_full(out, b"stsz", 0, 0, |out| {
            words(out, &[0, count]);
            words(out, sizes);
        });
        put_full(out, if bits == 64 { b"co64" } else { b"stco" }, 0, 0, |out| {
            words(out, &[groups.len() as u32]);
            for (offset, _) in groups {
                match bits {
                    64 => words(out, &[(offset >> 32) as u32, *offset as u32]),
                    _ => words(out, &[*offset as u32]),
                }
            }
        });
    }

    /// The body of the box `avc1`: size, parameter sets and colours.
    fn format(&self, out: &mut Vec<u8>) {
        let [width, height] = self.size;
        words(out, &[0, 1, 0, 0, 0, 0, width << 16 | height, 0x48_0000, 0x48_0000, 0]);
        // One frame per sample, an encoder name of 32 bytes, depth 24 bits, no colour table.
        out.extend_from_slice(&[0, 1]);
        out.extend_from_slice(&[0; 32]);
        words(out, &[0x18_ffff]);
        put(out, b"avcC", |out| {
            let profile = [self.sps.get(1), self.sps.get(2), self.sps.get(3)]
                .map(|byte| byte.copied().unwrap_or(0));
            out.push(1);
            out.extend_from_slice(&profile);
            // Four-byte lengths; one parameter set of each kind.
            out.extend_from_slice(&[0xff, 0xe1]);
            out.extend_from_slice(&(self.sps.len() as u16).to_be_bytes());
            out.extend_from_slice(&self.sps);
            out.push(1);
            out.extend_from_slice(&(self.pps.len() as u16).to_be_bytes());
            out.extend_from_slice(&self.pps);
            if profile[0] == 100 {
                // 4:2:0, 8 bits, no extensions.
                out.extend_from_slice(&[0xfd, 0xf8, 0xf8, 0]);
            }
        });
        // BT.709 primaries, transfer function and matrix, limited range.
        put(out, b"colr", |out| out.extend_from_slice(b"nclx\0\x01\0\x01\0\x01\0"));
        put(out, b"pasp", |out| words(out, &[1, 1]));
        Spherical::new(&self.notes).put_boxes(out);
    }

    /// The notes, each under its keyword; those that players display also under the standard names.
    fn notes(&self, out: &mut Vec<u8>) {
        let text = |out: &mut Vec<u8>, text: &str| {
            put(out, b"data", |out| {
                words(out, &[1, 0]);
                out.extend_from_slice(text.as_bytes());
            });
        };
        put_full(out, b"meta", 0, 0, |out| {
            put_full(out, b"hdlr", 0, 0, |out| {
                words(out, &[0]);
                out.extend_from_slice(b"mdirappl\0\0\0\0\0\0\0\0\0");
            });
            put(out, b"ilst", |out| {
                for (keyword, kind) in
                    [("Title", b"\xa9nam"), ("Software", b"\xa9too"), ("Scene", b"\xa9cmt")]
                {
                    if let Some(note) = self.notes.iter().find(|note| note.keyword == keyword) {
                        put(out, kind, |out| text(out, &note.text));
                    }
                }
                for note in &self.notes {
                    put(out, b"----", |out| {
                        put_full(out, b"mean", 0, 0, |out| out.extend_from_slice(OWNER));
                        put_full(out, b"name", 0, 0, |out| {
                            out.extend_from_slice(note.keyword.as_bytes())
                        });
                        text(out, &note.text);
                    });
                }
            });
        });
    }
}

impl Index {
    /// Adds a group whose fragment, as [`Track::fragment`] makes it, ends at the offset `end`.
    pub fn add(&mut self, group: &Group, end: u64) {
        self.sizes.extend_from_slice(&group.sizes);
        self.groups.push((end - group.data.len() as u64, group.sizes.len() as u32));
    }

    /// Number of frames.
    pub fn frames(&self) -> u64 {
        self.sizes.len() as u64
    }
}

fn file_type(out: &mut Vec<u8>, brands: &[&Kind]) {
    put(out, b"ftyp", |out| {
        out.extend_from_slice(b"isom");
        words(out, &[0x200]);
        brands.iter().for_each(|brand| out.extend_from_slice(*brand));
    });
}

/// A box with creation and modification times, which stay 0 so that the same video has the same
/// bytes; then `before` and the duration.
fn timed(
    out: &mut Vec<u8>,
    kind: &Kind,
    flags: u32,
    before: &[u32],
    duration: u64,
    rest: impl FnOnce(&mut Vec<u8>),
) {
    let is_long = duration > u64::from(u32::MAX);
    put_full(out, kind, u8::from(is_long), flags, |out| {
        words(out, if is_long { &[0; 4] } else { &[0; 2] });
        words(out, before);
        if is_long {
            words(out, &[(duration >> 32) as u32]);
        }
        words(out, &[duration as u32]);
        rest(out);
    });
}

fn handler(out: &mut Vec<u8>, kind: &Kind, name: &[u8]) {
    put_full(out, b"hdlr", 0, 0, |out| {
        words(out, &[0]);
        out.extend_from_slice(kind);
        words(out, &[0, 0, 0]);
        out.extend_from_slice(name);
        out.push(0);
    });
}

/// The notes in an MP4 file, fragmented or plain.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] if it has no index.
pub fn notes(file: &mut (impl Read + Seek)) -> io::Result<Vec<Note>> {
    let wrong = |what| io::Error::new(io::ErrorKind::InvalidData, what);
    let index = outline(file)?.into_iter().find(|(kind, ..)| kind == b"moov");
    let (_, at, length) = index.ok_or_else(|| wrong("it is not an MP4 file"))?;
    // Not the tables, which take bytes for every frame, or as many as a damaged file claims.
    let parts = outline_within(file, at, at + length)?
        .into_iter()
        .filter(|(kind, ..)| [*b"udta", *b"meta"].contains(kind));
    let mut body = Vec::new();
    for (kind, at, length) in parts {
        if body.len() as u64 + length > MAX_NOTES as u64 {
            return Err(wrong("its notes are longer than 16 MiB"));
        }
        file.seek(SeekFrom::Start(at))?;
        let mut part = Vec::new();
        file.take(length).read_to_end(&mut part)?;
        put(&mut body, &kind, |out| out.extend_from_slice(&part));
    }
    let list = find(&body, &[b"udta", b"meta", b"ilst"]).unwrap_or_default();
    let note = |(kind, body): (Kind, &[u8])| {
        if &kind != b"----" || find(body, &[b"mean"])?.get(4..)? != OWNER {
            return None;
        }
        let keyword = text(find(body, &[b"name"])?.get(4..)?)?;
        Some(Note { keyword, text: text(find(body, &[b"data"])?.get(8..)?)? })
    };
    let own: Vec<Note> = inside(list).into_iter().filter_map(note).collect();
    Ok(if own.is_empty() { keyed_notes(&body).unwrap_or_default() } else { own })
}

/// Notes as ffmpeg writes them: a list of keys, and a text for each.
fn keyed_notes(index: &[u8]) -> Option<Vec<Note>> {
    let within =
        |body| inside(body).into_iter().find_map(|(kind, body)| (&kind == b"meta").then_some(body));
    let meta = find(index, &[b"udta"]).and_then(within).or_else(|| within(index))?;
    // In .mov files this box has no version and flags.
    let meta = if meta.get(4..8)? == b"hdlr" { meta } else { meta.get(4..)? };
    let keys = inside(find(meta, &[b"keys"])?.get(8..)?);
    let note = |(number, body): (Kind, &[u8])| {
        let (_, key) = keys.get((u32::from_be_bytes(number) as usize).checked_sub(1)?)?;
        let keyword = match text(key)?.as_str() {
            "title" => "Title".to_owned(),
            "comment" => "Scene".to_owned(),
            other => other.to_owned(),
        };
        Some(Note { keyword, text: text(find(body, &[b"data"])?.get(8..)?)? })
    };
    Some(inside(find(meta, &[b"ilst"])?).into_iter().filter_map(note).collect())
}

fn text(bytes: &[u8]) -> Option<String> {
    String::from_utf8(bytes.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_read_without_the_tables_and_within_a_bound() {
        let note = |text: String| Note { keyword: "Scene".to_owned(), text };
        let notes_of = |text: String, sizes: usize| {
            let rate = FrameRate::default();
            let track = Track {
                size: [16, 16],
                rate,
                sps: vec![0; 4],
                pps: vec![0],
                notes: vec![note(text)],
            };
            let mut out = Vec::new();
            track.index(&mut out, &Index { sizes: vec![1; sizes], groups: Vec::new() }, 32, false);
            notes(&mut io::Cursor::new(out))
        };
        let long = MAX_NOTES;
        assert_eq!(
            notes_of("a scene".to_owned(), long).unwrap(),
            [note("a scene".to_owned())],
            "the tables are larger"
        );
        assert!(
            notes_of("a".repeat(long), 0).unwrap_err().to_string().contains("longer than 16 MiB")
        );
    }
}
