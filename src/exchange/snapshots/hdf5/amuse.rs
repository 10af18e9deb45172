//! AMUSE: sets of bodies with one dataset per attribute, and units as text.

use super::book::{self, Book};
use super::columns::{Columns, Draft, Part, Place};
use crate::exchange::snapshots::error::{Error, printable};
use crate::exchange::snapshots::header::{Column, Header, Moment, Origin, Scalar, Unit, Units};
use crate::exchange::snapshots::reader::{Limits, Reader};
use crate::exchange::snapshots::{expression, names};

/// Names of attributes, their columns, and the components they are.
const NAMES: &[(&str, &str, usize, usize)] = &[
    ("x", names::POSITION, 0, 3),
    ("y", names::POSITION, 1, 3),
    ("z", names::POSITION, 2, 3),
    ("vx", names::VELOCITY, 0, 3),
    ("vy", names::VELOCITY, 1, 3),
    ("vz", names::VELOCITY, 2, 3),
    ("mass", names::MASS, 0, 1),
    ("radius", names::RADIUS, 0, 1),
    ("density", names::DENSITY, 0, 1),
    ("u", names::ENERGY, 0, 1),
    ("h_smooth", names::SMOOTHING, 0, 1),
    ("temperature", names::TEMPERATURE, 0, 1),
    ("metallicity", names::METALLICITY, 0, 1),
    ("epsilon", names::SOFTENING, 0, 1),
    ("ax", names::ACCELERATION, 0, 3),
    ("ay", names::ACCELERATION, 1, 3),
    ("az", names::ACCELERATION, 2, 3),
];

/// One set of bodies.
struct Set {
    path: String,
    /// The group of sets it lies in, if that has a name of its own.
    name: Option<String>,
    bodies: u64,
    attributes: Vec<String>,
    time: Option<f64>,
    /// What the unit of that time is in SI.
    time_unit: Option<f64>,
}

/// The name of a first set.
const FIRST: &str = "0000000001";

/// Whether a group of the root holds numbered sets.
pub(super) fn recognises(book: &Book, groups: &[String]) -> bool {
    let within = |name: &String| book.groups(name).unwrap_or_default();
    groups.iter().take(64).any(|name| within(name).iter().any(|set| set == FIRST))
}

pub(super) fn open(book: Book, limits: &Limits) -> Result<Box<dyn Reader>, Error> {
    let mut notes = Vec::new();
    let sets = sets(&book, limits)?;
    // Sets of the same attributes are one set at several times; others exist together.
    let alike = sets
        .windows(2)
        .all(|pair| pair[0].attributes == pair[1].attributes && pair[0].name == pair[1].name);
    let frames: Vec<&[Set]> = if alike { sets.chunks(1).collect() } else { vec![&sets] };
    let mut draft = Draft::default();
    let (mut moments, mut layouts) = (Vec::new(), Vec::new());
    for frame in frames {
        draft.parts.iter_mut().for_each(Vec::clear);
        let names = group_names(frame);
        let counts: Vec<(&str, u64)> =
            names.iter().map(String::as_str).zip(frame.iter().map(|s| s.bodies)).collect();
        let mut moment = Moment::from_counts(&counts);
        moment.time = frame.first().and_then(|set| set.time);
        let mut row = 0_u64;
        for (set, name) in frame.iter().zip(&names) {
            let rows = row..row.saturating_add(set.bodies);
            row = rows.end;
            gather(&book, set, name, &rows, (&mut draft, &mut notes))?;
        }
        moments.push(moment);
        layouts.push(draft.parts.clone());
    }
    let si = |name| draft.columns.iter().find(|c| c.name == name).and_then(|c| c.si);
    let units = Units {
        length: si(names::POSITION),
        velocity: si(names::VELOCITY),
        mass: si(names::MASS),
        time: sets.iter().find_map(|set| set.time_unit).map(Unit::from_si),
        origin: if si(names::POSITION).is_some() { Origin::File } else { Origin::Unknown },
    };
    if units.origin == Origin::Unknown {
        notes.push("the units are those of an N-body system with G = 1, or unknown".into());
    }
    let header = Header {
        format: "AMUSE, HDF5".into(),
        comoving: false,
        box_size: None,
        hubble: None,
        gravity: None,
        units,
        columns: draft.columns,
        moments,
        notes,
    };
    Ok(Box::new(Columns::new(header, vec![book], layouts)?))
}

/// All sets with bodies, in the order of their numbers.
fn sets(book: &Book, limits: &Limits) -> Result<Vec<Set>, Error> {
    let mut sets = Vec::new();
    for root in book.groups("")?.iter().filter(|name| *name != "AMUSE_INF").take(64) {
        let mut names = book.groups(root)?;
        names.sort();
        let own = !["particles", "data"].contains(&root.as_str());
        for name in names {
            let path = format!("{root}/{name}");
            if sets.len() >= limits.moments {
                return Err(book.error(&path, format!("more than {} sets", limits.moments)));
            }
            let Ok(mut attributes) = book.datasets(&format!("{path}/attributes")) else { continue };
            attributes.sort();
            let first = format!("{path}/attributes/x");
            if !attributes.iter().any(|name| name == "x") {
                continue;
            }
            let Some(shape) = book.shape(&first)?.filter(|shape| shape.width == 1) else {
                return Err(book.error(&first, "no column of numbers"));
            };
            book.holds(&first, shape)?;
            let told = book.number(&path, "number_of_particles");
            #[allow(clippy::cast_precision_loss)]
            if told.is_some_and(|told| told != shape.rows as f64) {
                let what = format!("{} rows, the set says {told:?}", shape.rows);
                return Err(book.error(&first, what));
            }
            let time = book.number(&path, "timestamp");
            let time_unit = book.text(&path, "timestamp_unit");
            let time_unit = time_unit.and_then(|text| expression::parse(&text));
            let (name, bodies) = (own.then(|| printable(root)), shape.rows);
            sets.push(Set { path, name, bodies, attributes, time, time_unit });
        }
    }
    Ok(sets)
}

/// What sets are, by what their bodies have.
fn group_names(sets: &[Set]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for set in sets {
        let has = |list: &[&str]| list.iter().any(|n| set.attributes.iter().any(|a| a == n));
        let name = if let Some(name) = &set.name {
            name
        } else if has(&["u", "h_smooth", "rho", "internal_energy"]) {
            "gas"
        } else if has(&["birth_age", "age", "stellar_type", "luminosity", "Lx"]) {
            "star"
        } else {
            "bodies"
        };
        let before = names.iter().filter(|n| n.starts_with(name)).count();
        names.push(if before > 0 { format!("{name} {}", before + 1) } else { name.into() });
    }
    names
}

/// Adds the attributes and keys of a set.
fn gather(
    book: &Book,
    set: &Set,
    group: &str,
    rows: &std::ops::Range<u64>,
    (draft, notes): (&mut Draft, &mut Vec<String>),
) -> Result<(), Error> {
    let attributes = set.attributes.iter().map(|own| (own.as_str(), "attributes/"));
    for (own, folder) in attributes.chain([("keys", "")]) {
        let path = format!("{}/{folder}{own}", set.path);
        let shape = match book.shape(&path) {
            Ok(shape) => shape.filter(|s| s.rows == set.bodies),
            Err(_) if folder.is_empty() => continue,
            Err(cause) => return Err(cause),
        };
        let Some(shape) = shape else {
            let note = format!("{} is left out", printable(&path));
            if notes.len() < 64 {
                notes.push(note);
            }
            continue;
        };
        let known = NAMES.iter().find(|n| n.0 == own && shape.width == 1);
        let (name, component, components) = match known {
            Some(&(_, name, component, components)) => (name, component, components),
            None if folder.is_empty() => (names::ID, 0, 1),
            None => (own, 0, shape.width),
        };
        let dataset = book.dataset(&path)?;
        let unit = dataset.attribute("units").ok().and_then(|a| book::text(&a));
        let unit = unit.unwrap_or_default();
        let si = expression::parse(&unit).map(Unit::from_si);
        let scalar = if name == names::ID { Scalar::U64 } else { shape.form.scalar() };
        let groups = vec![group.to_owned()];
        let column = Column { name: printable(name), components, scalar, unit, si, groups };
        let place = Place::Dataset { book: 0, name: path, width: shape.width };
        draft.push(&column, Part { rows: rows.clone(), component, place });
    }
    Ok(())
}
