use std::io::Write;
use std::path::Path;

use super::{column, failure, open, survives};
use crate::exchange::snapshots::open as open_path;

const TEXT: &[u8] = b"1\n3\n0.5\n1\n0 1 2\n3 4 5\n";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

#[test]
fn compressed_files_open() {
    for packed in [gzip(TEXT), zstd(TEXT), [gzip(&TEXT[..9]), gzip(&TEXT[9..])].concat()] {
        let mut reader = open(&packed).unwrap();
        assert_eq!(column(&mut *reader, 0, "velocity").to_f64(), [3.0, 4.0, 5.0]);
        assert!(reader.header().notes.iter().any(|note| note.starts_with("unpacked")));
    }
}

#[test]
fn bombs_stop_at_the_limit() {
    for packed in [gzip(&vec![b' '; 3 << 20]), zstd(&vec![b' '; 3 << 20])] {
        let error = failure(&packed);
        assert!(error.contains("limit of 1048576 bytes"), "{error}");
    }
}

#[test]
fn damage_never_panics() {
    survives(&gzip(TEXT), 20);
    survives(&zstd(TEXT), 20);
}

#[test]
fn only_files_with_a_length_open() {
    let folder = tempfile::tempdir().unwrap();
    assert!(open_path(folder.path()).is_err());
    assert!(open_path(&folder.path().join("none")).is_err());
    for endless in ["/dev/zero", "/proc/kmsg", "/proc/self/pagemap"] {
        if Path::new(endless).exists() {
            let error = open_path(endless.as_ref()).err().unwrap().to_string();
            assert!(error.contains("not a file with a length"), "{error}");
        }
    }
}

#[test]
fn names_do_not_steer_the_terminal() {
    let error = open_path(Path::new("ev\u{1b}[31m\u{202e}il")).err().unwrap().to_string();
    assert!(!error.contains('\u{1b}') && !error.contains('\u{202e}'), "{error}");
}
