//! The boxes of an MP4 file: a length, a four-letter type, and a body that may hold further boxes.

use std::io::{self, Read, Seek, SeekFrom};

/// The four-letter type of a box.
pub type Kind = [u8; 4];

/// Appends a box whose body `fill` writes.
pub fn put(out: &mut Vec<u8>, kind: &Kind, fill: impl FnOnce(&mut Vec<u8>)) {
    let start = out.len();
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(kind);
    fill(out);
    let length = (out.len() - start) as u32;
    out[start..start + 4].copy_from_slice(&length.to_be_bytes());
}

/// Appends a box that begins with a version and flags.
pub fn put_full(
    out: &mut Vec<u8>,
    kind: &Kind,
    version: u8,
    flags: u32,
    fill: impl FnOnce(&mut Vec<u8>),
) {
    put(out, kind, |out| {
        out.extend_from_slice(&(u32::from(version) << 24 | flags).to_be_bytes());
        fill(out);
    });
}

/// Appends 32-bit numbers.
pub fn words(out: &mut Vec<u8>, words: &[u32]) {
    words.iter().for_each(|word| out.extend_from_slice(&word.to_be_bytes()));
}

/// The boxes in `body`, up to the first truncated one.
pub fn inside(mut body: &[u8]) -> Vec<(Kind, &[u8])> {
    let mut found = Vec::new();
    while let Some((length, kind)) =
        body.first_chunk::<4>().zip(body.get(4..).and_then(|rest| rest.first_chunk::<4>()))
    {
        let length = u32::from_be_bytes(*length) as usize;
        let Some(whole) = body.get(..length).filter(|whole| whole.len() >= 8) else { break };
        found.push((*kind, &whole[8..]));
        body = &body[length..];
    }
    found
}

/// The body of the first box at the end of `path` below `body`.
pub fn find<'a>(body: &'a [u8], path: &[&Kind]) -> Option<&'a [u8]> {
    let Some((kind, rest)) = path.split_first() else { return Some(body) };
    let (_, body) = inside(body).into_iter().find(|(found, _)| found == *kind)?;
    // This is a full box: version and flags precede its contents.
    find(if *kind == b"meta" { body.get(4..)? } else { body }, rest)
}

/// A box of a file: its type, and offset and length of its body.
pub type Place = (Kind, u64, u64);

/// Most boxes of a file that are looked at. Those that matter come first or are few; a damaged file
/// can have millions.
const MAX_BOXES: usize = 1 << 16;

/// The boxes of a file, up to the first truncated one.
pub fn outline(file: &mut (impl Read + Seek)) -> io::Result<Vec<Place>> {
    let end = file.seek(SeekFrom::End(0))?;
    outline_within(file, 0, end)
}

/// The boxes between two offsets of a file, up to the first truncated one.
pub fn outline_within(
    file: &mut (impl Read + Seek),
    begin: u64,
    end: u64,
) -> io::Result<Vec<Place>> {
    let mut found = Vec::new();
    let mut at = begin;
    while at + 8 <= end && found.len() < MAX_BOXES {
        file.seek(SeekFrom::Start(at))?;
        let mut head = [0; 16];
        file.read_exact(&mut head[..8])?;
        let (mut length, mut header) =
            (u64::from(u32::from_be_bytes([head[0], head[1], head[2], head[3]])), 8);
        if length == 1 && at + 16 <= end {
            file.read_exact(&mut head[8..])?;
            (length, header) =
                (head[8..].iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)), 16);
        } else if length == 0 {
            length = end - at;
        }
        let Some(next) = at.checked_add(length).filter(|next| length >= header && *next <= end)
        else {
            break;
        };
        found.push(([head[4], head[5], head[6], head[7]], at + header, length - header));
        at = next;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_box_is_found_and_a_truncated_one_is_not() {
        let mut out = Vec::new();
        put(&mut out, b"moov", |out| {
            put(out, b"free", |_| ());
            put(out, b"udta", |out| {
                put_full(out, b"meta", 0, 0, |out| {
                    put(out, b"ilst", |out| out.extend_from_slice(b"text"))
                })
            });
        });
        put(&mut out, b"mdat", |out| out.extend_from_slice(&[7; 10]));
        assert_eq!(find(&out, &[b"moov", b"udta", b"meta", b"ilst"]), Some(&b"text"[..]));
        assert_eq!(find(&out, &[b"moov", b"none"]), None);
        let mut file = io::Cursor::new(out.clone());
        let kinds = |outline: Vec<(Kind, u64, u64)>| {
            outline.into_iter().map(|(kind, ..)| kind).collect::<Vec<_>>()
        };
        assert_eq!(kinds(outline(&mut file).unwrap()), [*b"moov", *b"mdat"]);
        let many = (0..MAX_BOXES + 1).flat_map(|_| *b"\0\0\0\x08free").collect::<Vec<u8>>();
        assert_eq!(outline(&mut io::Cursor::new(many)).unwrap().len(), MAX_BOXES);
        for length in 0..out.len() {
            assert!(inside(&out[..length]).len() < 2);
            assert!(outline(&mut io::Cursor::new(&out[..length])).unwrap().len() < 2);
        }
    }
}
