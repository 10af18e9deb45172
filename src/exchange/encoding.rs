//! Whether bytes are text, and what they are if not.

use super::contents::Fault;
use crate::words::{Text, say};

/// What begins files that are mistaken for tables, and what they are.
const KINDS: [(&[u8], &str); 14] = [
    (&[0x1f, 0x8b], "gzip"),
    (b"BZh", "bzip2"),
    (&[0xfd, b'7', b'z', b'X', b'Z'], "xz"),
    (&[0x28, 0xb5, 0x2f, 0xfd], "zstd"),
    (b"PK\x03\x04", "zip"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"\x89HDF\r\n", "HDF5"),
    (b"\x89PNG\r\n", "PNG"),
    (b"PAR1", "Parquet"),
    (b"SIMPLE  =", "FITS"),
    (b"\x93NUMPY", "NumPy"),
    (b"\xd0\xcf\x11\xe0", "Excel"),
    (b"%PDF", "PDF"),
    (b"\xff\xd8\xff", "JPEG"),
];

/// Kinds that hold a file in fewer bytes.
const PACKED: [&str; 6] = ["gzip", "bzip2", "xz", "zstd", "zip", "7z"];

/// The text in UTF-8 that the bytes are.
///
/// # Errors
/// [`Fault`] that says what they are instead.
pub fn text(bytes: &[u8]) -> Result<&str, Fault> {
    if let Some((_, kind)) = KINDS.iter().find(|(begin, _)| bytes.starts_with(begin)) {
        return Err(Fault::of_file(other(kind)));
    }
    let is_wide = bytes.starts_with(&[0xff, 0xfe])
        || bytes.starts_with(&[0xfe, 0xff])
        || has_wide_letters(bytes);
    if is_wide {
        return Err(Fault::of_file(say!("import-not-utf8", encoding = "UTF-16")));
    }
    let line_of = |place: usize| 1 + bytes[..place].iter().filter(|byte| **byte == b'\n').count();
    if let Some(place) = bytes.iter().position(|byte| *byte == 0) {
        return Err(Fault::of_line(line_of(place), say!("import-binary")));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let byte = bytes[error.valid_up_to()];
        // Letters with accents, between letters without.
        let is_latin = byte >= 0xa0 && bytes.iter().all(|byte| !(0x80..0xa0).contains(byte));
        let message = if is_latin {
            say!("import-not-utf8", encoding = "Latin-1")
        } else {
            say!("import-not-text")
        };
        Fault::of_line(line_of(error.valid_up_to()), message)
    })
}

/// What to do with a file of another kind.
fn other(kind: &'static str) -> Text {
    if PACKED.contains(&kind) {
        say!("import-packed", kind = kind)
    } else {
        say!("import-other-kind", kind = kind)
    }
}

/// Whether every second of the first bytes is 0, as in UTF-16 without a byte order mark.
fn has_wide_letters(bytes: &[u8]) -> bool {
    let begin = &bytes[..bytes.len().min(64) & !1];
    let is_wide = |odd: usize| {
        begin
            .chunks_exact(2)
            .all(|pair| pair[odd] == 0 && pair[1 - odd].is_ascii() && pair[1 - odd] != 0)
    };
    begin.len() >= 8 && (is_wide(0) || is_wide(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_files_and_encodings_are_named() {
        let told = |bytes: &[u8]| text(bytes).unwrap_err().message.to_string();
        let wide = |bytes: fn(u16) -> [u8; 2]| {
            "x,y,z\n1,2,3\n".encode_utf16().flat_map(bytes).collect::<Vec<_>>()
        };
        assert!(told(b"\x1f\x8b\x08\x00").contains("gzip"));
        assert!(told(b"\x89HDF\r\n\x1a\n").contains("HDF5"));
        assert!(told(&[&[0xff, 0xfe], &wide(u16::to_le_bytes)[..]].concat()).contains("UTF-16"));
        assert!(
            told(&wide(u16::to_le_bytes)).contains("UTF-16")
                && told(&wide(u16::to_be_bytes)).contains("UTF-16")
        );
        assert!(told(b"name,x\nn\xe9e,1\n").contains("Latin-1"));
        assert!(told(b"0 0 0\n\xff\xfe\x80\n").contains("not text in UTF-8"));
        assert!(told(b"0 0 0\n1 \0 2\n").contains("binary"));
        assert!(
            told(&["0 0 0\n".repeat(300_000).as_bytes(), &[0]].concat()).contains("binary"),
            "far behind, too"
        );
        assert_eq!(text("x,é\n".as_bytes()).ok(), Some("x,é\n"));
    }
}
