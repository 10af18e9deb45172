//! The corpus of the fuzzer, fed to the readers: see `fuzz/`.

use std::fs;
use std::path::Path;

#[path = "../../fuzz/readers.rs"]
mod readers;

/// The targets of the fuzzer: one reader each.
const READERS: [&str; 10] =
    ["tipsy", "gadget", "hdf5", "nemo", "nemo_text", "rebound", "ply", "table", "run", "scene"];

#[test]
fn every_file_of_the_corpus_is_read_or_refused_in_words() {
    let corpus = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus"));
    for reader in READERS {
        let folder = corpus.join(reader);
        let files: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(files.len() > 1, "{reader}: {files:?}");
        let taken = files.iter().filter(|file| readers::take(reader, &fs::read(file).unwrap()));
        // Others are damaged.
        assert!(taken.count() > 0, "{reader} takes none of its corpus");
    }
}

#[test]
fn the_corpus_is_small_and_each_reader_has_a_target() {
    let fuzz = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz"));
    let manifest = fs::read_to_string(fuzz.join("Cargo.toml")).unwrap();
    let nightly = Path::new(env!("CARGO_MANIFEST_DIR")).join(".github/workflows/nightly.yml");
    let nightly = fs::read_to_string(nightly).unwrap();
    for reader in READERS {
        let target = fs::read_to_string(fuzz.join(format!("fuzz_targets/{reader}.rs"))).unwrap();
        assert!(target.contains(&format!("take(\"{reader}\", bytes)")), "{reader}");
        assert!(manifest.contains(&format!("name = \"{reader}\"")), "{reader}");
        assert!(nightly.split([' ', ',', '[', ']']).any(|word| word == reader), "{reader}");
        let bytes: u64 = fs::read_dir(fuzz.join("corpus").join(reader))
            .unwrap()
            .map(|entry| entry.unwrap().metadata().unwrap().len())
            .sum();
        assert!(bytes <= 64 << 10, "{reader}: {bytes} bytes");
    }
}
