use std::io::{Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Out, column, failure, open, survives};
use crate::exchange::snapshots::header::Order;
use crate::exchange::snapshots::{Limits, Source, open_source};
use crate::exchange::{self, Moment, Part, Reading, convert};

/// A field with its number in version 4, its name in version 5.
fn field(out: &mut Out, named: bool, (number, name): (u32, &str), data: &[u8]) {
    if named {
        out.u64(name.len() as u64 + 1).u64(data.len() as u64).text(name).text("\0");
    } else {
        out.u32(number).u32(0).u64(data.len() as u64);
    }
    out.bytes.extend(data);
}

fn bodies(named: bool, count: u8, base: f64) -> Vec<u8> {
    let mut out = Out::new(Order::Little);
    for body in 0..count {
        for k in 0..11_u8 {
            out.f64(base + f64::from(body) * 100.0 + f64::from(k));
        }
        (0..if named { 3 } else { 5 }).for_each(|_| _ = out.u64(0));
    }
    out.bytes
}

/// A first snapshot of 2 bodies, then one of 3 and one where time alone changes.
fn made(named: bool) -> Vec<u8> {
    let mut out = Out::new(Order::Little);
    out.text(if named {
        "REBOUND Binary File. Version: 5.0.0"
    } else {
        "REBOUND Binary File. Version: 4.4.1"
    });
    out.bytes.resize(64, 0);
    let mut begin = 64;
    let mut sizes = Vec::new();
    for frame in 0..3_u8 {
        field(&mut out, named, (0, "t"), &f64::from(frame).to_le_bytes());
        if frame < 2 {
            let count = 2 + frame;
            if named {
                field(&mut out, named, (4, "N"), &u64::from(count).to_le_bytes());
            } else {
                field(&mut out, named, (4, "N"), &u32::from(count).to_le_bytes());
            }
            let data = bodies(named, count, 1000.0 * f64::from(frame));
            field(&mut out, named, (85, "particles"), &data);
        }
        if frame == 0 {
            field(&mut out, named, (1, "G"), &39.5_f64.to_le_bytes());
            field(&mut out, named, (130, "python_unit_l"), &0x7fe5_e95a_u32.to_le_bytes());
        }
        field(&mut out, named, (9999, "end"), &[]);
        let size = u32::try_from(out.bytes.len() - begin).unwrap();
        sizes.push((out.bytes.len(), size));
        out.u32(frame.into()).u32(if frame == 0 { 0 } else { size }).u32(0);
        begin = out.bytes.len();
    }
    for pair in sizes.windows(2) {
        let next = (pair[1].1 + 12).to_le_bytes();
        out.bytes[pair[0].0 + 8..pair[0].0 + 12].copy_from_slice(&next);
    }
    out.bytes
}

#[test]
fn both_versions_read_every_snapshot() {
    for named in [false, true] {
        let mut reader = open(&made(named)).unwrap();
        let header = reader.header().clone();
        let seen: Vec<_> = header.moments.iter().map(|m| (m.bodies, m.time)).collect();
        assert_eq!(seen, [(2, Some(0.0)), (3, Some(1.0)), (2, Some(2.0))]);
        assert_eq!(header.gravity, Some(39.5));
        assert_eq!(header.units.length.map(|u| u.si), Some(149_597_870_700.0));
        let position = reader.read(1, "position", 2..3).unwrap().to_f64();
        assert_eq!(position, [1200.0, 1201.0, 1202.0]);
        assert_eq!(column(&mut *reader, 2, "mass").to_f64(), [9.0, 109.0]);
        assert_eq!(column(&mut *reader, 0, "velocity").to_f64()[3..], [103.0, 104.0, 105.0]);
        assert_eq!(column(&mut *reader, 0, "radius").to_f64(), [10.0, 110.0]);
    }
}

/// An archive of one body whose units have these hashes, in the order of REBOUND's fields.
fn with_units(named: bool, hashes: [u32; 3]) -> Vec<u8> {
    let mut out = Out::new(Order::Little);
    out.text("REBOUND Binary File. Version: ").text(if named { "5.2.2" } else { "4.4.1" });
    out.bytes.resize(64, 0);
    field(&mut out, named, (1, "G"), &39.477_f64.to_le_bytes());
    let count = 1_u64.to_le_bytes();
    field(&mut out, named, (4, "N"), if named { &count } else { &count[..4] });
    field(&mut out, named, (85, "particles"), &bodies(named, 1, 1.0));
    for (unit, hash) in (130..).zip(hashes) {
        let name = ["python_unit_l", "python_unit_m", "python_unit_t"][unit as usize - 130];
        field(&mut out, named, (unit, name), &hash.to_le_bytes());
    }
    field(&mut out, named, (9999, "end"), &[]);
    out.u32(0).u32(0).u32(0);
    out.bytes
}

#[test]
fn units_of_both_versions_are_known_by_their_hashes() {
    let folder = tempfile::tempdir().unwrap();
    // As 4.4.1 and 5.2.2 write au, msun and yr, the latter in each other's fields.
    let four = [0x7fe5_e95a, 0x6f26_74a6, 0x00c5_6ac8];
    let five = [0x0059_7a50, 0x0059_773b, 0x7c9a_cd88];
    for (named, hashes) in [(false, four), (true, five)] {
        let path = folder.path().join("units.bin");
        std::fs::write(&path, with_units(named, hashes)).unwrap();
        let contents = exchange::read(&path, &Reading::default()).unwrap();
        let measures = contents.measures.unwrap();
        assert!((measures.speed / (149_597_870_700.0 / 31_557_600.0) - 1.0).abs() < 1e-12);
        assert_eq!((&*measures.names[0], &*measures.names[2]), ("AU", "Msun"));
        assert_eq!(contents.state.mass(0), 10.0, "the file's number, which G does not multiply");
    }
    // sidereal_yr, aus and massist; below, names that nobody knows.
    let rare = [0x6d1a_1738, 0x0b88_5f0e, 0xb4f1_c009];
    let units = open(&with_units(true, rare)).unwrap().header().units;
    assert!((units.mass.unwrap().si / 6.7198e33 - 1.0).abs() < 1e-4);
    assert!((units.time.unwrap().si - 31_558_149.763_5).abs() < 1e-3);
    assert_eq!(open(&with_units(true, [1, 2, 3])).unwrap().header().units, Default::default());
}

/// Bytes, and a count of how often they were read.
struct Counted(Cursor<Vec<u8>>, Arc<AtomicUsize>);

impl Read for Counted {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.read(bytes)
    }
}

impl Seek for Counted {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.0.seek(to)
    }
}

#[test]
fn the_fields_of_an_archive_are_not_asked_for_one_by_one() {
    for named in [false, true] {
        let (bytes, count) = (made(named), Arc::new(AtomicUsize::new(0)));
        let inner = Counted(Cursor::new(bytes), Arc::clone(&count));
        let source = Source::new(Path::new("counted"), Box::new(inner)).unwrap();
        open_source(source, &Limits::default()).unwrap();
        // A read of the start, to recognise the format, and a few for the whole archive.
        assert!(count.load(Ordering::Relaxed) < 5, "{count:?}");
    }
}

#[test]
fn a_constant_of_gravity_other_than_1_is_converted_into_masses() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.bin");
    std::fs::write(&path, made(true)).unwrap();
    let reading = Reading { moment: Some(Moment::Number(3)), ..Reading::default() };
    let contents = exchange::read(&path, &reading).unwrap();
    assert!(contents.measures.is_none(), "{:?}", contents.measures);
    let masses: Vec<f64> = contents.state.bodies().map(|body| body.mass).collect();
    assert_eq!(masses, [9.0 * 39.5, 109.0 * 39.5]);
    let snapshot = convert::whole(&path, &contents, None, &Part::default()).unwrap();
    assert_eq!(snapshot.column("mass").unwrap().1.to_f64(), masses);
}

#[test]
fn a_killed_run_leaves_its_complete_snapshots() {
    for named in [false, true] {
        let bytes = made(named);
        let reader = open(&bytes[..bytes.len() - 30]).unwrap();
        assert_eq!(reader.header().moments.len(), 2);
        assert!(reader.header().notes.iter().any(|note| note.contains("ends the list")));
    }
}

#[test]
fn older_archives_say_what_to_do() {
    let mut bytes = b"REBOUND Binary File. Version: 3.19.3".to_vec();
    bytes.resize(64, 0);
    let error = failure(&bytes);
    assert!(error.contains("3.19.3") && error.contains("REBOUND 4"), "{error}");
}

#[test]
fn damage_never_panics() {
    survives(&made(false), 200);
    survives(&made(true), 200);
}
