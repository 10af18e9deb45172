#![no_main]

#[path = "../readers.rs"]
mod readers;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|bytes: &[u8]| {
    readers::take("run", bytes);
});

// Checksums refuse nearly every change of a byte. So most changes are to the contents of a section,
// whose length and checksum are then put right.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let Some((start, mut sections)) = sections(&data[..size]) else {
        return fuzzer_mutate(data, size, max_size);
    };
    let [place, other] = [8, 8192].map(|part| seed as usize / part % sections.len());
    let room = max_size.saturating_sub(size);
    match seed % 8 {
        0 => return fuzzer_mutate(data, size, max_size),
        1 => drop(sections.remove(place)),
        2 => sections.swap(place, other),
        _ => {
            let contents = &mut sections[place].1;
            let length = contents.len();
            contents.resize((length + room).max(1), 0);
            let length = fuzzer_mutate(contents, length, (length + room).max(1));
            contents.truncate(length);
        }
    }
    let mut changed = start;
    for (name, contents) in sections {
        let mut sum = crc32fast::Hasher::new();
        sum.update(&name);
        sum.update(&contents);
        changed.extend(name);
        changed.extend((contents.len() as u64).to_le_bytes());
        changed.extend(contents);
        changed.extend(sum.finalize().to_le_bytes());
    }
    let size = changed.len().min(max_size);
    data[..size].copy_from_slice(&changed[..size]);
    size
});

/// A section: its name and contents.
type Section = ([u8; 4], Vec<u8>);

/// The first bytes of a saved run, and its sections, if there are any.
fn sections(bytes: &[u8]) -> Option<(Vec<u8>, Vec<Section>)> {
    let (start, mut rest) = bytes.split_at_checked(20)?;
    let mut sections = Vec::new();
    while let Some((name, behind)) = rest.split_first_chunk()
        && let Some((length, behind)) = behind.split_first_chunk()
        && let Ok(length) = usize::try_from(u64::from_le_bytes(*length))
        && let Some((contents, behind)) = behind.split_at_checked(length)
        && let Some((_, behind)) = behind.split_first_chunk::<4>()
    {
        sections.push((*name, contents.to_vec()));
        rest = behind;
    }
    (!sections.is_empty()).then(|| (start.to_vec(), sections))
}
