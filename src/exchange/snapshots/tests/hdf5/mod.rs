//! HDF5 files as the programs write them; `make.py` made them with h5py.

use std::io::Read;

use super::{column, failure, is_sound, open, survives_some};
use crate::exchange::snapshots::{Origin, Values, open as open_path};

const LONE: &[u8] = include_bytes!("lone.hdf5.gz");
const PARTS: [&[u8]; 2] = [include_bytes!("swift.0.hdf5.gz"), include_bytes!("swift.1.hdf5.gz")];
const MASTER: &[u8] = include_bytes!("swift.hdf5.gz");
const GADGET_4: &[u8] = include_bytes!("gadget4.hdf5.gz");
const AREPO: &[u8] = include_bytes!("arepo.hdf5.gz");
const PHANTOM: &[u8] = include_bytes!("phantom.h5.gz");
const SINKLESS: &[u8] = include_bytes!("sinkless.h5.gz");
const SETS: &[u8] = include_bytes!("sets.amuse.gz");
const TIMES: &[u8] = include_bytes!("times.amuse.gz");

fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(packed).read_to_end(&mut bytes).unwrap();
    bytes
}

fn close(found: f64, wanted: f64) -> bool {
    (found / wanted - 1.0).abs() < 1e-6
}

#[test]
fn swift_with_lossy_filters() {
    let mut reader = open(LONE).unwrap();
    let header = reader.header().clone();
    let moment = &header.moments[0];
    assert_eq!((moment.bodies, moment.expansion, moment.redshift), (10, Some(0.5), Some(1.0)));
    assert_eq!(moment.groups.iter().map(|g| g.rows.clone()).collect::<Vec<_>>(), [0..4, 4..10]);
    assert_eq!(header.box_size, Some([100.0, 100.0, 50.0]));
    assert!(header.comoving && header.units.origin == Origin::File);
    let length = header.units.length.unwrap();
    assert!(close(length.si, 3.0e22) && length.expansion == 1.0);
    let position = reader.read(0, "position", 3..6).unwrap().to_f64();
    for (found, wanted) in position.iter().zip([3.125, 3.25, 3.5, 100.125, 100.25, 100.5]) {
        assert!((found - wanted).abs() < 1e-3, "{found} {wanted}");
    }
    assert_eq!(reader.read(0, "velocity", 9..10).unwrap().to_f64(), [-105.125, -105.25, -105.5]);
    let metals = column(&mut *reader, 0, "metallicity").to_f64();
    assert_eq!(metals[..3], [0.0, -0.5, 1.5]);
    assert!((metals[3] - 1e-3).abs() < 1e-5 && metals[4].is_nan());
    let id = reader.read(0, "id", 4..6).unwrap();
    assert_eq!(id, Values::U64(vec![(1 << 40) + 100, (1 << 40) + 101]));
}

#[test]
fn swift_says_what_is_physical() {
    let reader = open(LONE).unwrap();
    let si = |name: &str| {
        let column = reader.header().columns.iter().find(|c| c.name == name).unwrap();
        (column.si.unwrap().si, column.si.unwrap().expansion)
    };
    let (density, power) = si("density");
    assert!(close(density, 2.0e43 / 2.7e73 * 1e3) && power == 0.0);
    let (pressure, power) = si("Pressures");
    assert!(close(pressure, 0.7) && power == -5.0);
    assert!(close(si("mass").0, 2.0e40));
}

#[test]
fn swift_cells_tell_rows_of_a_region() {
    let reader = open(LONE).unwrap();
    let all = reader.rows_within(0, [-1e9; 3], [1e9; 3]);
    assert_eq!((all.len(), all[0].clone()), (1, 0..10));
    assert_eq!(reader.rows_within(0, [0.0; 3], [10.0; 3]), [2..4, 7..10]);
    assert_eq!(reader.rows_within(0, [350.0, 0.0, 0.0], [360.0; 3]), [0..2, 4..7]);
    assert!(reader.rows_within(0, [1e6; 3], [1e7; 3]).is_empty());
    assert_eq!(open(PHANTOM).unwrap().rows_within(0, [0.0; 3], [0.0; 3])[0], 0..5);
}

#[test]
fn parts_and_their_master_agree() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for (k, part) in PARTS.iter().enumerate() {
        std::fs::write(path(&format!("swift.{k}.hdf5")), unpacked(part)).unwrap();
    }
    std::fs::write(path("swift.hdf5"), unpacked(MASTER)).unwrap();
    for name in ["swift.0.hdf5", "swift.1.hdf5", "swift.hdf5"] {
        let mut reader = open_path(&path(name)).unwrap();
        let groups: Vec<_> =
            reader.header().moments[0].groups.iter().map(|g| g.rows.clone()).collect();
        assert_eq!(groups, [0..8, 8..20]);
        let mass = column(&mut *reader, 0, "mass").to_f64();
        assert_eq!(mass[2..6], [3.0, 4.0, 1001.0, 1002.0]);
        assert_eq!(mass[13..15], [106.0, 1101.0]);
    }
    std::fs::remove_file(path("swift.1.hdf5")).unwrap();
    assert_eq!(open_path(&path("swift.0.hdf5")).unwrap().header().moments[0].bodies, 10);
    std::fs::remove_file(path("swift.0.hdf5")).unwrap();
    let error = open_path(&path("swift.hdf5")).err().unwrap().to_string();
    assert!(error.contains("master file"), "{error}");
}

#[test]
fn gadget_4_and_arepo() {
    for (file, bodies) in [(GADGET_4, 5), (AREPO, 6)] {
        let mut reader = open(file).unwrap();
        let header = reader.header().clone();
        assert_eq!((header.moments[0].bodies, header.hubble), (bodies, Some(0.5)));
        assert!(header.comoving && header.units.origin == Origin::File);
        let units = header.units;
        assert!(close(units.length.unwrap().si, 6.0e19) && units.length.unwrap().expansion == 1.0);
        assert!(close(units.velocity.unwrap().si, 1e3));
        assert_eq!(units.velocity.unwrap().expansion, 0.5);
        let position = reader.read(0, "position", 1..3).unwrap().to_f64();
        assert_eq!(position, [1.125, 1.25, 1.5, 2.125, 2.25, 2.5]);
        let mass = column(&mut *reader, 0, "mass").to_f64();
        assert_eq!(mass[..5], [1.0, 2.0, 0.5, 0.5, 0.5]);
        assert_eq!(reader.read(0, "id", 4..5).unwrap(), Values::U64(vec![11]));
        assert_eq!(reader.read(0, "ElementFractions", 1..3).unwrap().to_f64()[..5], [1.0; 5]);
    }
    let reader = open(AREPO).unwrap();
    let groups = &reader.header().moments[0].groups;
    assert_eq!(groups.last().map(|g| g.name.as_str()), Some("black hole"));
    assert!(reader.header().notes.iter().any(|n| n.contains("PartType3 has no positions")));
}

#[test]
fn phantom_takes_masses_by_type() {
    let mut reader = open(PHANTOM).unwrap();
    assert_eq!(reader.header().moments[0].time, Some(3.5));
    assert!(close(reader.header().units.velocity.unwrap().si, 3.0e4));
    let mass = column(&mut *reader, 0, "mass").to_f64();
    assert_eq!(mass, [0.25, 0.25, 0.5, 0.5, 8.0]);
    assert_eq!(reader.read(0, "position", 3..5).unwrap().to_f64()[2..], [3.5, 9.0, 9.0, 9.0]);
    assert!(column(&mut *reader, 0, "velocity").to_f64()[12].is_nan());
    // A run without sinks has an empty group of them.
    let reader = open(SINKLESS).unwrap();
    let groups: Vec<_> = reader.header().moments[0].groups.iter().map(|g| &*g.name).collect();
    assert_eq!((reader.header().moments[0].bodies, groups), (4, vec!["gas and dust"]));
}

#[test]
fn amuse_tells_sets_from_times() {
    let mut reader = open(SETS).unwrap();
    let groups: Vec<_> = reader.header().moments[0].groups.iter().map(|g| g.name.clone()).collect();
    assert_eq!(groups, ["gas", "star"]);
    assert_eq!(reader.header().units.length.map(|u| u.si), Some(1000.0));
    let position = reader.read(0, "position", 2..4).unwrap().to_f64();
    assert_eq!(position, [12.0, 13.0, 14.0, 20.0, 21.0, 22.0]);
    assert_eq!(reader.read(0, "id", 0..1).unwrap(), Values::U64(vec![(1 << 63) + 1]));
    let mut reader = open(TIMES).unwrap();
    let bodies: Vec<_> = reader.header().moments.iter().map(|m| m.bodies).collect();
    assert_eq!(bodies, [3, 2]);
    assert_eq!(column(&mut *reader, 1, "mass").to_f64(), [20.0, 21.0]);
}

#[test]
fn other_hdf5_and_cut_files_are_said() {
    let bytes = unpacked(PHANTOM);
    let error = failure(&bytes[..bytes.len() / 2]);
    assert!(error.contains("made.snap: cut short"), "{error}");
    assert!(!is_sound(&bytes[..100]));
}

#[test]
fn damage_never_panics() {
    for file in [LONE, GADGET_4, AREPO, PHANTOM, SETS] {
        let bytes = unpacked(file);
        // HDF5 takes longer to open than the others.
        survives_some(&bytes, bytes.len(), 17, 1000);
    }
}
