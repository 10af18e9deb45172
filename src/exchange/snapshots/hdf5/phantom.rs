//! Phantom: `header`, `particles` with gas and dust mixed by `itype`, and `sinks`.

use super::book::Book;
use super::columns::{Columns, Draft, Part, Place};
use super::dimensions::of;
use crate::exchange::snapshots::error::{Error, printable};
use crate::exchange::snapshots::header::{Column, Header, Moment, Origin, Scalar, Unit, Units};
use crate::exchange::snapshots::names;
use crate::exchange::snapshots::reader::Reader;

/// Names of datasets.
const NAMES: &[(&str, &str)] = &[
    ("xyz", names::POSITION),
    ("vxyz", names::VELOCITY),
    ("m", names::MASS),
    ("h", names::SMOOTHING),
    ("u", names::ENERGY),
    ("poten", names::POTENTIAL),
    ("T", names::TEMPERATURE),
    ("iorig", names::ID),
];

pub(super) fn open(book: Book) -> Result<Box<dyn Reader>, Error> {
    let groups = book.groups("")?;
    let units = units(&book);
    let mut draft = Draft::default();
    let mut notes = vec!["a smoothing length below 0 marks a body that was accreted".to_owned()];
    let (mut counts, mut next) = (Vec::new(), 0_u64);
    for (group, name) in [("particles", "gas and dust"), ("sinks", "sink")] {
        // Runs without sinks have an empty group.
        if !groups.iter().any(|found| found == group) || book.datasets(group)?.is_empty() {
            continue;
        }
        let path = format!("{group}/xyz");
        let Some(shape) = book.shape(&path)?.filter(|shape| shape.width == 3) else {
            return Err(book.error(&path, "no positions of three components"));
        };
        book.holds(&path, shape)?;
        let rows = next..next.saturating_add(shape.rows);
        next = rows.end;
        counts.push((name, shape.rows));
        gather(&book, (group, name), &rows, &units, &mut draft)?;
        if group == "particles" {
            masses(&book, name, rows, &units, (&mut draft, &mut notes))?;
        }
    }
    let mut moment = Moment::from_counts(&counts);
    moment.time = number(&book, "time");
    let program = book.dataset("header/fileident").ok().and_then(|d| d.read_string().ok());
    let program = program.map_or(String::new(), |p| format!(" ({})", printable(p.trim())));
    let header = Header {
        format: format!("Phantom, HDF5{program}"),
        comoving: false,
        box_size: None,
        hubble: None,
        gravity: Some(1.0),
        units,
        columns: draft.columns,
        moments: vec![moment],
        notes,
    };
    Ok(Box::new(Columns::new(header, vec![book], vec![draft.parts])?))
}

/// Adds the datasets of a group that have one row per body.
fn gather(
    book: &Book,
    (group, name): (&str, &str),
    rows: &std::ops::Range<u64>,
    units: &Units,
    draft: &mut Draft,
) -> Result<(), Error> {
    for own in book.datasets(group)? {
        let path = format!("{group}/{own}");
        let Some(shape) = book.shape(&path)?.filter(|s| s.rows == rows.end - rows.start) else {
            continue;
        };
        let standard = NAMES.iter().find(|n| n.0 == own).map_or(own.as_str(), |n| n.1);
        let scalar = if standard == names::ID { Scalar::U64 } else { shape.form.scalar() };
        let column = Column {
            si: si(units, standard),
            groups: vec![name.into()],
            components: shape.width,
            ..Column::new(&printable(standard), shape.width, scalar)
        };
        let place = Place::Dataset { book: 0, name: path, width: shape.width };
        draft.push(&column, Part { rows: rows.clone(), component: 0, place });
    }
    Ok(())
}

/// Masses of bodies follow from their types.
fn masses(
    book: &Book,
    name: &str,
    rows: std::ops::Range<u64>,
    units: &Units,
    (draft, notes): (&mut Draft, &mut Vec<String>),
) -> Result<(), Error> {
    let table = numbers_of(book, "massoftype");
    let place = match book.shape("particles/itype") {
        Ok(Some(shape)) if shape.rows == rows.end - rows.start => {
            notes.push("masses come from the table by type; itype tells gas from dust".into());
            Place::Table { book: 0, name: "particles/itype".into(), table }
        }
        _ => match table.first() {
            Some(&mass) if mass > 0.0 => Place::Constant(mass),
            _ => return Err(book.error("header/massoftype", "no mass of the bodies")),
        },
    };
    let groups = vec![name.to_owned()];
    let column = Column { si: units.mass, groups, ..Column::new(names::MASS, 1, Scalar::F64) };
    draft.push(&column, Part { rows, component: 0, place });
    Ok(())
}

/// Values of the header: datasets of a group, or its attributes.
fn numbers_of(book: &Book, name: &str) -> Vec<f64> {
    if let Some(values) = book.numbers("header", name) {
        return values;
    }
    let path = format!("header/{name}");
    let Ok(Some(shape)) = book.shape(&path) else { return Vec::new() };
    let Ok(dataset) = book.dataset(&path) else { return Vec::new() };
    if shape.rows > 64 || shape.width > 1 {
        return Vec::new();
    }
    let bytes = super::cells::bytes(&dataset, 0..shape.rows, 1, shape.form.size());
    let mut values = vec![f64::NAN; usize::try_from(shape.rows).unwrap_or(0)];
    shape.form.decode(&bytes.unwrap_or_default(), &mut values);
    values
}

fn number(book: &Book, name: &str) -> Option<f64> {
    numbers_of(book, name).first().copied()
}

/// The units of the header, which are CGS.
fn units(book: &Book) -> Units {
    let positive = |name| number(book, name).filter(|x| *x > 0.0 && x.is_finite());
    let (length, mass, time) = (positive("udist"), positive("umass"), positive("utime"));
    let known = length.is_some() && mass.is_some() && time.is_some();
    Units {
        length: length.map(|cm| Unit::from_si(cm * 1e-2)),
        velocity: length.zip(time).map(|(cm, s)| Unit::from_si(cm * 1e-2 / s)),
        mass: mass.map(|g| Unit::from_si(g * 1e-3)),
        time: time.map(Unit::from_si),
        origin: if known { Origin::File } else { Origin::Unknown },
    }
}

/// The unit of a standard column from those of length, mass and time.
fn si(units: &Units, name: &str) -> Option<Unit> {
    let [l, m, t] = of(name)?;
    if name == names::TEMPERATURE {
        return Some(Unit::from_si(1.0));
    }
    let (length, mass, time) = (units.length?.si, units.mass?.si, units.time?.si);
    Some(Unit::from_si(length.powi(l) * mass.powi(m) * time.powi(t)))
}
