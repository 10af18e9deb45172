//! What an output may replace: only files that Starshell wrote.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::error::{FileError, Refusal};
use super::place::{check_writable, follow};

/// How much of a file is searched for the [`MARK`]: mostly the first part is enough.
const HEADS: [u64; 2] = [64 << 10, 1 << 20];
/// The program and its version, as written into files.
pub const SOFTWARE: &str = concat!("Starshell ", env!("CARGO_PKG_VERSION"));
/// What precedes the version in every file of Starshell that has room for it, soon after one of the
/// [`KEYS`].
const MARK: &[u8] = b"Starshell ";
/// The names under which formats store the program that wrote a file, in small letters.
const KEYS: [&[u8]; 3] = [b"software", b"generator", b"creator"];
/// Most bytes from a key to the end of the mark: formats of pictures have lengths and types in
/// between.
const NEAR: usize = 48;
/// How tables and reports begin, which have no room for a mark.
const BEGINNINGS: [&[u8]; 7] = [
    b"time,steps,kinetic,",
    b"time [yr],steps,kinetic [",
    b"time [Myr],steps,kinetic [",
    b"time [d],steps,kinetic [",
    b"experiment,variant,count,",
    b"# Starshell's laboratory\n",
    b"\x93NUMPY\x01\x00\x36\x01{'descr': [('time', '<f8'), ('id', '<u8'), ('x', '<f8'), ('y', '<f8'),",
];
/// How reports as JSON and charts as SVG begin, and how they go on after their version and their
/// height.
const OPENINGS: [[&str; 2]; 2] = [
    ["{\n  \"version\": \"", "\",\n  \"adapter\": \""],
    [
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 ",
        "\" font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
    ],
];

/// Checks that what is at `path`, if anything, may be replaced by an output: it is empty, or
/// Starshell wrote it, and not read-only.
///
/// # Errors
/// [`FileError`] if it is refused, or because it cannot be read.
pub fn check_replaceable(path: &Path) -> Result<(), FileError> {
    let read = || -> io::Result<()> {
        let target = follow(path)?;
        // What is no file is refused by whoever writes it.
        if !target.is_file() {
            return Ok(());
        }
        check_writable(&target, &target.metadata()?)?;
        let (mut file, mut head) = (File::open(&target)?, Vec::new());
        for length in HEADS {
            (&mut file).take(length - head.len() as u64).read_to_end(&mut head)?;
            if is_ours(&head) {
                return Ok(());
            }
        }
        Err(Refusal::Foreign.into())
    };
    read().map_err(|source| FileError::new(path, source))
}

/// Whether a file that begins with `head` is empty or says that Starshell wrote it.
fn is_ours(head: &[u8]) -> bool {
    let opens = |[first, then]: [&str; 2]| {
        let rest = head.strip_prefix(first.as_bytes())?;
        let end = rest.iter().position(|letter| *letter == b'"')?;
        Some(rest[end..].starts_with(then.as_bytes()))
    };
    let is_marked = |at: &usize| {
        let before = head[at.saturating_sub(NEAR)..*at].to_ascii_lowercase();
        let is_version = head.get(at + MARK.len()).is_some_and(u8::is_ascii_digit);
        is_version && KEYS.iter().any(|key| before.windows(key.len()).any(|word| word == *key))
    };
    let mut marks =
        head.windows(MARK.len()).enumerate().filter(|(_, word)| *word == MARK).map(|(at, _)| at);
    head.is_empty()
        || BEGINNINGS.iter().any(|beginning| head.starts_with(beginning))
        || OPENINGS.iter().any(|opening| opens(*opening) == Some(true))
        || marks.any(|at| is_marked(&at))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::{AtomicFile, Claim};
    use super::*;

    #[test]
    fn only_what_starshell_wrote_may_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let verdict = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            check_replaceable(&path).map_err(|error| error.refusal().unwrap())
        };
        assert!(check_replaceable(&folder.path().join("none")).is_ok());
        let far = [&[b' '; 70_000], &b"software = \"Starshell 0.4.0\""[..]].concat();
        for ours in [
            &b""[..],
            b"# How this capture was made.\nsoftware = \"Starshell 0.3.1\"\n",
            b"\x89PNG\r\n\x1a\n....iTXtSoftware\0\0\0\0\0Starshell 0.4.0....",
            b"Software\0string\0\x0f\0\0\0Starshell 0.4.0",
            b"<meta name=\"generator\" content=\"Starshell 0.4.0\">",
            b"time,steps,kinetic,potential",
            b"{\n  \"version\": \"0.4.0\",\n  \"adapter\": \"x\"",
            &far,
        ] {
            assert_eq!(verdict(ours), Ok(()), "{}", String::from_utf8_lossy(ours));
        }
        for foreign in [
            &b"MINE\n"[..],
            b"# about Starshell 0.4.0\n",
            b"software = \"Starshell\"\n",
            b"\x89PNG\r\n\x1a\n....iTXtSoftware\0\0\0\0\0gimp....",
            b"{\n  \"version\": \"2.0.0\",\n  \"tasks\": []",
            b"time,steps\n",
        ] {
            assert_eq!(
                verdict(foreign),
                Err(Refusal::Foreign),
                "{}",
                String::from_utf8_lossy(foreign)
            );
        }
        let told = Claim::of_file(&path).unwrap_err().to_string();
        assert!(told.contains("file") && told.contains("Starshell did not write it"), "{told}");
    }

    #[test]
    fn read_only_files_are_refused_with_the_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("o.png");
        fs::write(&path, "software = \"Starshell 0.4.0\"").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        for error in [AtomicFile::create(&path).map(drop), Claim::of_file(&path).map(drop)]
            .map(Result::unwrap_err)
        {
            assert_eq!(error.refusal(), Some(Refusal::ReadOnly));
            assert!(error.to_string().contains("make it writable"), "{error}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
