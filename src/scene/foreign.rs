//! Files that are not scenes, by what they begin with.

use std::path::Path;

use super::SceneError;
use crate::file;
use crate::words::{Text, say};

/// How files of other kinds begin, behind so many other bytes, and the keys of texts that say what
/// they are and what to do.
const KINDS: &[(usize, &[u8], &str)] = &[
    (0, b"starshell run\r\n\x1a", "foreign-run"),
    (0, b"\x89PNG", "foreign-picture"),
    (0, b"\x76\x2f\x31\x01", "foreign-picture"),
    (0, b"GIF8", "foreign-picture"),
    (4, b"ftyp", "foreign-picture"),
    (0, b"\x1a\x45\xdf\xa3", "foreign-picture"),
    (0, b"\x1f\x8b", "foreign-compressed"),
    (0, b"PK\x03\x04", "foreign-compressed"),
    (0, b"BZh", "foreign-compressed"),
    (0, b"\xfd7zXZ\0", "foreign-compressed"),
    (0, b"\x28\xb5\x2f\xfd", "foreign-compressed"),
    (0, b"\xff\xfe", "foreign-utf16"),
    (0, b"\xfe\xff", "foreign-utf16"),
];

/// Reads the text of a scene file, called `name` in messages.
pub(super) fn read(path: &Path, name: &str) -> Result<String, SceneError> {
    let bytes = file::read(path)
        .map_err(|source| SceneError::Unreadable { file: name.to_owned(), source })?;
    match kind(&bytes) {
        Some(kind) => Err(SceneError::Foreign { file: name.to_owned(), kind }),
        None => String::from_utf8(bytes)
            .map_err(|_| SceneError::Foreign { file: name.to_owned(), kind: say!("foreign-text") }),
    }
}

/// What the file is, if it is no text in UTF-8.
fn kind(bytes: &[u8]) -> Option<Text> {
    if bytes.trim_ascii().is_empty() {
        return Some(say!("foreign-empty"));
    }
    let begins =
        |place: usize, with: &[u8]| bytes.get(place..).is_some_and(|rest| rest.starts_with(with));
    let known = KINDS.iter().find(|(place, with, _)| begins(*place, with));
    let key =
        known.map(|(_, _, key)| *key).or_else(|| bytes.contains(&0).then_some("foreign-binary"));
    key.map(Text::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_kinds_are_named() {
        for (bytes, words) in [
            (&b""[..], "is empty"),
            (b" \n", "is empty"),
            (b"starshell run\r\n\x1a\x01\0\0\0", "a saved run"),
            (b"\x89PNG\r\n\x1a\n", "--again"),
            (b"\0\0\0\x20ftypisom", "--again"),
            (b"\x1f\x8b\x08\0", "unpack it"),
            (b"\xff\xfet\0i\0", "UTF-16"),
            (b"a\0b", "no text"),
        ] {
            let told = kind(bytes).unwrap_or_else(|| panic!("{bytes:?} pass")).to_string();
            assert!(told.contains(words), "{told}");
        }
        assert_eq!(kind(b"title = \"x\""), None);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("latin.toml");
        std::fs::write(&path, b"title = \"n\xe9\"").unwrap();
        let told = read(&path, "latin.toml").unwrap_err().to_string();
        assert!(
            told.contains(
                "latin.toml is text in another encoding, such as Latin-1: save it as UTF-8"
            ),
            "{told}"
        );
    }
}
