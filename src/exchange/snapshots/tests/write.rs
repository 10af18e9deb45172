use super::{column, open};
use crate::exchange::snapshots::header::{Column, Group, Moment, Scalar, Unit, Units};
use crate::exchange::snapshots::write::{Output, Parameter, Snapshot, WriteError, write};
#[cfg(feature = "hdf5")]
use crate::exchange::snapshots::{Cosmology, Reader};
use crate::exchange::snapshots::{Values, names, si};

/// Two gas, one dark and two star bodies; only gas has a density.
fn made() -> Snapshot {
    let group = |name: &str, rows| Group { name: name.into(), rows };
    let moment = Moment {
        time: Some(2.5),
        bodies: 5,
        groups: vec![group("gas", 0..2), group("dark", 2..3), group("star", 3..5)],
        ..Moment::default()
    };
    let units = Units {
        length: Some(Unit::from_si(si::KPC)),
        velocity: Some(Unit::from_si(1e3)),
        mass: Some(Unit::from_si(2e40)),
        ..Units::default()
    };
    let with =
        |name: &str, components, scalar, si| Column { si, ..Column::new(name, components, scalar) };
    let positions: Vec<f64> = (0..15).map(|k| f64::from(k) * 0.5).collect();
    let velocities: Vec<f32> = (0..15_u8).map(|k| -f32::from(k)).collect();
    let density = vec![4.0, 5.0, f32::NAN, f32::NAN, f32::NAN];
    let columns = vec![
        (with(names::POSITION, 3, Scalar::F64, units.length), Values::F64(positions)),
        (with(names::VELOCITY, 3, Scalar::F32, units.velocity), Values::F32(velocities)),
        (with(names::MASS, 1, Scalar::F32, units.mass), Values::F32(vec![1.0, 2.0, 3.0, 4.0, 5.0])),
        (with(names::ID, 1, Scalar::U64, None), Values::U64(vec![10, 11, 12, 13, 1 << 40])),
        (Column::new(names::DENSITY, 1, Scalar::F32).with_groups(&["gas"]), Values::F32(density)),
    ];
    let parameters = vec![
        ("Softening", Parameter::Number(0.05)),
        ("Name", Parameter::Text("two\nlines".to_owned())),
    ];
    Snapshot { moment, box_size: Some([7.0; 3]), units, columns, parameters }
}

fn written(output: Output) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes, output, &made()).unwrap();
    bytes
}

fn same_bodies(output: Output) {
    let mut reader = open(&written(output)).unwrap();
    assert_eq!(reader.header().moments[0].time, Some(2.5));
    for name in [names::POSITION, names::VELOCITY, names::MASS] {
        let made = made();
        let (as_made, values) = made.column(name).unwrap();
        let of_column = reader.header().columns.iter().find(|column| column.name == name).unwrap();
        let unit = of_column.si.map_or(1.0, |unit| unit.si / as_made.si.unwrap().si);
        let found = column(&mut *reader, 0, name).to_f64();
        for (found, wanted) in found.iter().zip(values.to_f64()) {
            assert!((found * unit - wanted).abs() <= 1e-12 * wanted.abs(), "{name}: {found}");
        }
    }
}

#[test]
fn tipsy_reads_back() {
    same_bodies(Output::Tipsy);
    let mut reader = open(&written(Output::Tipsy)).unwrap();
    assert_eq!(reader.header().moments[0].groups, made().moment.groups);
    assert_eq!(column(&mut *reader, 0, names::DENSITY).to_f64()[..2], [4.0, 5.0]);
}

#[test]
fn ply_reads_back() {
    same_bodies(Output::Ply);
    let mut reader = open(&written(Output::Ply)).unwrap();
    assert_eq!(column(&mut *reader, 0, "group"), Values::U64(vec![0, 0, 1, 2, 2]));
    let notes = &reader.header().notes;
    assert!(notes.iter().any(|note| note.contains("parameter Name = two lines")), "{notes:?}");
    assert_eq!(column(&mut *reader, 0, names::ID), Values::U64(vec![10, 11, 12, 13, 1 << 40]));
}

#[cfg(feature = "hdf5")]
#[test]
fn gadget_4_reads_back() {
    same_bodies(Output::Gadget4);
    let mut reader = open(&written(Output::Gadget4)).unwrap();
    let header = reader.header().clone();
    assert_eq!(header.moments[0].groups, made().moment.groups);
    assert_eq!(header.box_size, Some([7.0; 3]));
    // In the units that yt assumes whatever the file says.
    let mass = header.units.mass.unwrap().si;
    assert!((mass / (1e10 * si::SUN) - 1.0).abs() < 1e-12, "{mass}");
    assert!((header.units.length.unwrap().si / si::KPC - 1.0).abs() < 1e-12);
    assert_eq!(column(&mut *reader, 0, names::ID), made().column(names::ID).unwrap().1);
    let density = column(&mut *reader, 0, names::DENSITY).to_f64();
    assert!(density[..2] == [4.0, 5.0] && density[2].is_nan());
}

#[cfg(feature = "hdf5")]
#[test]
fn comoving_snapshots_become_those_of_gadget() {
    // As SWIFT writes them: comoving Mpc, peculiar km/s, kilograms, without h.
    let mut snapshot = made();
    let mpc = Unit { si: 1e3 * si::KPC, expansion: 1.0 };
    let (km, sun) = (Unit::from_si(1e3), Unit::from_si(1e10 * si::SUN));
    snapshot.moment.expansion = Some(0.25);
    snapshot.moment.cosmology = Some(Cosmology { hubble: 0.7, matter: 0.3, lambda: 0.6875 });
    let (length, velocity, mass) = (Some(mpc), Some(km), Some(sun));
    snapshot.units = Units { length, velocity, mass, ..Units::default() };
    for (column, _) in &mut snapshot.columns {
        column.si = match column.name.as_str() {
            names::POSITION => Some(mpc),
            names::VELOCITY => Some(km),
            names::MASS => Some(sun),
            _ => None,
        };
    }
    let mut bytes = Vec::new();
    write(&mut bytes, Output::Gadget4, &snapshot).unwrap();
    let mut reader = open(&bytes).unwrap();
    let header = reader.header().clone();
    let moment = &header.moments[0];
    assert!(header.comoving && header.hubble == Some(0.7));
    assert_eq!((moment.expansion, moment.redshift), (Some(0.25), Some(3.0)));
    assert_eq!(moment.cosmology, snapshot.moment.cosmology);
    // Comoving kpc/h, km/s over the root of a, 1e10 solar masses/h.
    let first = |reader: &mut dyn Reader, name| column(reader, 0, name).number(1);
    let [x, v, m] = [names::POSITION, names::VELOCITY, names::MASS].map(|n| first(&mut *reader, n));
    assert!((x - 0.5 * 1e3 * 0.7).abs() < 1e-9 && (m - 2.0 * 0.7).abs() < 1e-12, "{x} {m}");
    assert!((v - -1.0 / 0.5).abs() < 1e-12, "{v}");
    assert!((header.box_size.unwrap()[0] - 7e3 * 0.7).abs() < 1e-8);
    let si = header.units.length.unwrap();
    assert!((si.si * x / (0.5e3 * si::KPC) - 1.0).abs() < 1e-12 && si.expansion == 1.0);
}

#[cfg(feature = "hdf5")]
#[test]
fn bodies_without_ids_get_some_that_are_free() {
    let mut snapshot = made();
    let ids = |snapshot: &Snapshot| {
        let mut bytes = Vec::new();
        write(&mut bytes, Output::Gadget4, snapshot).unwrap();
        column(&mut *open(&bytes).unwrap(), 0, names::ID)
    };
    let of_ids = snapshot.columns.iter_mut().find(|(column, _)| column.name == names::ID).unwrap();
    // Ids of the stars alone.
    of_ids.0.groups = vec!["star".to_owned()];
    of_ids.1 = Values::U64(vec![u64::MAX, u64::MAX, u64::MAX, 7, 20]);
    assert_eq!(ids(&snapshot), Values::U64(vec![21, 22, 23, 7, 20]));
    snapshot.columns.retain(|(column, _)| column.name != names::ID);
    assert_eq!(ids(&snapshot), Values::U64(vec![0, 1, 2, 3, 4]));
}

#[test]
fn a_table_has_units_in_its_header() {
    let text = String::from_utf8(written(Output::Csv)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "# time 2.5; Softening = 0.05; Name = two lines");
    let head = "x [kpc],y [kpc],z [kpc],vx [km/s],vy [km/s],vz [km/s],m [kg],id,density,group";
    assert_eq!(lines[1], head);
    assert_eq!(lines[4], "3.0,3.5,4.0,-6.0,-7.0,-8.0,6e40,12,NaN,dark");
    assert_eq!(lines.len(), 7);
}

#[test]
fn arrays_begin_at_multiples_of_64_bytes_within_their_files() {
    let bytes = written(Output::Npz);
    let find = |what: &[u8]| bytes.windows(what.len()).position(|w| w == what).unwrap();
    let head = find(b"position.npy") + b"position.npy".len();
    let length = usize::from(u16::from_le_bytes([bytes[head + 8], bytes[head + 9]]));
    assert_eq!((10 + length) % 64, 0);
    assert!(bytes[head..].starts_with(b"\x93NUMPY\x01\x00"));
    let data = head + 10 + length;
    assert_eq!(bytes[data + 8..data + 16], 0.5_f64.to_le_bytes());
    find(b"{'descr': '<f4', 'fortran_order': False, 'shape': (5, 3), }");
    find(b"PK\x05\x06\0\0\0\0\x0a\0\x0a\0");
    find(b"Softening = 0.05\nName = two lines");
}

#[test]
fn wrong_snapshots_are_refused() {
    let mut snapshot = made();
    snapshot.columns[2].1 = Values::F32(vec![1.0]);
    let error = write(&mut Vec::new(), Output::Csv, &snapshot);
    assert!(matches!(error, Err(WriteError::Lengths { wanted: 5, found: 1, .. })));
    snapshot.columns.clear();
    let error = write(&mut Vec::new(), Output::Csv, &snapshot);
    assert!(matches!(error, Err(WriteError::Empty)));
}
