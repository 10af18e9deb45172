//! The container of a saved run: a signature, a version, and named sections, each with its length
//! and checksum.
//!
//! ```text
//! signature   16 bytes
//! version     u32
//! section     name of 4 bytes, length u64, contents, CRC-32 of name and contents
//! ...
//! END         the last section, empty
//! ```
//!
//! Numbers are little-endian. Readers skip sections that they do not know.

use std::io::{self, Write};

/// Extension of saved runs.
pub const ENDING: &str = "starshell";
/// The first bytes of a file. Like those of PNG, they show a transfer that changed the ends of
/// lines.
pub(super) const SIGNATURE: [u8; 16] = *b"starshell run\r\n\x1a";
/// The version that is written, and the newest that is read. A new kind of section needs no new
/// version.
pub(super) const VERSION: u32 = 1;
const END: Name = *b"END ";

/// Name of a section.
pub(super) type Name = [u8; 4];

/// Why a file is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Another kind of file.
    Foreign,
    /// A version after [`VERSION`].
    Newer(u32),
    /// The end is missing.
    CutShort,
    /// The contents of this section are not those that were written.
    Damaged(String),
}

/// Writes sections, and the end of the file.
pub(super) struct Writer<W: Write>(W);

impl<W: Write> Writer<W> {
    /// Writes the beginning of a file.
    pub(super) fn begin(mut out: W) -> io::Result<Self> {
        out.write_all(&SIGNATURE)?;
        out.write_all(&VERSION.to_le_bytes())?;
        Ok(Self(out))
    }

    pub(super) fn section(&mut self, name: Name, contents: &[u8]) -> io::Result<()> {
        let out = &mut self.0;
        out.write_all(&name)?;
        out.write_all(&(contents.len() as u64).to_le_bytes())?;
        out.write_all(contents)?;
        out.write_all(&checksum(name, contents).to_le_bytes())
    }

    pub(super) fn end(mut self) -> io::Result<()> {
        self.section(END, &[])?;
        self.0.flush()
    }
}

fn checksum(name: Name, contents: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&name);
    hasher.update(contents);
    hasher.finalize()
}

/// The sections of a whole file.
pub(super) struct Sections<'a>(Vec<(Name, &'a [u8])>);

impl<'a> Sections<'a> {
    /// Finds and checks the sections in the bytes of a file.
    pub(super) fn new(file: &'a [u8]) -> Result<Self, Fault> {
        let rest = match file.split_at_checked(SIGNATURE.len()) {
            Some((signature, rest)) if signature == SIGNATURE => rest,
            None if !file.is_empty() && SIGNATURE.starts_with(file) => return Err(Fault::CutShort),
            _ => return Err(Fault::Foreign),
        };
        let (version, mut rest) = rest.split_first_chunk().ok_or(Fault::CutShort)?;
        let version = u32::from_le_bytes(*version);
        if version > VERSION {
            return Err(Fault::Newer(version));
        }
        let mut found = Vec::new();
        loop {
            let (name, behind) = rest.split_first_chunk::<4>().ok_or(Fault::CutShort)?;
            let (length, behind) = behind.split_first_chunk().ok_or(Fault::CutShort)?;
            let length =
                usize::try_from(u64::from_le_bytes(*length)).map_err(|_| Fault::CutShort)?;
            let (contents, behind) = behind.split_at_checked(length).ok_or(Fault::CutShort)?;
            let (sum, behind) = behind.split_first_chunk().ok_or(Fault::CutShort)?;
            if u32::from_le_bytes(*sum) != checksum(*name, contents) {
                return Err(Fault::Damaged(String::from_utf8_lossy(name).trim().to_owned()));
            }
            if *name == END {
                return Ok(Self(found));
            }
            found.push((*name, contents));
            rest = behind;
        }
    }

    /// The contents of a section, if the file has it.
    pub(super) fn get(&self, wanted: Name) -> Option<&'a [u8]> {
        self.0.iter().find(|(name, _)| *name == wanted).map(|(_, contents)| *contents)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = Writer::begin(&mut bytes).unwrap();
        writer.section(*b"TEXT", b"one").unwrap();
        writer.section(*b"NONE", &[]).unwrap();
        writer.end().unwrap();
        bytes
    }

    #[test]
    fn sections_come_back_by_name() {
        let file = file();
        assert_eq!(file.len(), SIGNATURE.len() + 4 + 3 * 16 + 3);
        let sections = Sections::new(&file).unwrap();
        assert_eq!(
            (sections.get(*b"TEXT"), sections.get(*b"NONE")),
            (Some(&b"one"[..]), Some(&[][..]))
        );
        assert_eq!((sections.get(*b"MORE"), sections.get(END)), (None, None));
    }

    #[test]
    fn no_file_that_has_lost_its_end_is_read() {
        let file = file();
        assert_eq!(Sections::new(&[]).err(), Some(Fault::Foreign));
        for length in 1..file.len() {
            assert_eq!(
                Sections::new(&file[..length]).err(),
                Some(Fault::CutShort),
                "{length} bytes"
            );
        }
    }

    #[test]
    fn no_changed_byte_is_overlooked() {
        let file = file();
        for place in 0..file.len() {
            let mut changed = file.clone();
            changed[place] ^= 0x10;
            let fault = Sections::new(&changed)
                .err()
                .unwrap_or_else(|| panic!("byte {place} does not matter"));
            match place {
                ..16 => assert_eq!(fault, Fault::Foreign),
                16..20 => assert!(matches!(fault, Fault::Newer(_)), "{fault:?}"),
                _ => assert!(matches!(fault, Fault::CutShort | Fault::Damaged(_)), "{fault:?}"),
            }
        }
    }
}
