//! Everything that reads files, fed with any bytes: by the fuzzer, and by a test with the files of
//! the corpus.

use std::path::Path;

use starshell::exchange::snapshots::{FORMATS, Limits, Reader, Source};
use starshell::exchange::{self, Reading};
use starshell::scene::Scene;
use starshell::snapshot::Checkpoint;

/// Has a reader take in a file with these bytes. Returns whether it is one.
///
/// # Panics
/// If the reader is wrong: it panics, its error is not a readable line, or it yields something
/// other than its header says.
pub fn take(reader: &str, bytes: &[u8]) -> bool {
    let told = |error: String| {
        assert!(!error.is_empty() && !error.contains(['\0', '\u{1b}']), "{error:?}");
    };
    match reader {
        "table" => {
            let read = exchange::read_table("made.csv", bytes, &Reading::default());
            read.map_err(|error| told(error.to_string())).is_ok()
        }
        "run" => {
            let read = Checkpoint::from_bytes(bytes, "made.starshell");
            read.map_err(|error| told(error.to_string())).is_ok()
        }
        "scene" => {
            let Ok(text) = std::str::from_utf8(bytes) else { return false };
            Scene::parse(text, "made.toml").map_err(|error| told(error.to_string())).is_ok()
        }
        format => {
            let name = format.replace('_', " ");
            let format = FORMATS
                .iter()
                .find(|format| format.name.eq_ignore_ascii_case(&name))
                .unwrap_or_else(|| panic!("{name} is no format"));
            let limits = Limits { memory: 1 << 20, moments: 1000 };
            let source = Source::from_bytes(Path::new("made.snap"), bytes.to_vec());
            match (format.open)(source, &limits) {
                Ok(mut reader) => {
                    check(reader.as_mut());
                    true
                }
                Err(error) => {
                    told(error.to_string());
                    false
                }
            }
        }
    }
}

/// Reads some rows of every column: an error, or as many values as the header promises.
fn check(reader: &mut dyn Reader) {
    let header = reader.header().clone();
    let texts = header.notes.iter().chain(header.columns.iter().map(|column| &column.name));
    texts.for_each(|text| assert!(!text.chars().any(char::is_control), "{text:?}"));
    for (place, moment) in header.moments.iter().enumerate().take(4) {
        assert!(moment.groups.iter().all(|group| group.rows.end <= moment.bodies));
        for column in &header.columns {
            let rows = moment.bodies.saturating_sub(20)..moment.bodies;
            let count = (rows.end - rows.start) as usize * column.components;
            match reader.read(place, &column.name, rows) {
                Ok(values) => assert_eq!(values.len(), count),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}
