//! Files of bodies as snapshots with all their columns, to be written in another format.

use std::path::Path;

use super::measures::{KILOGRAM, Measures};
use super::part::Part;
use super::snapshots::header::{Column, Group, Moment, Origin, Scalar, Unit, Units};
use super::snapshots::write::{Output, Snapshot, WriteError, write};
use super::snapshots::{self, Values, names};
use super::{Contents, ImportError};
use crate::file::{AtomicFile, FileError};
use crate::physics::{self, Body, is_called};

/// The snapshot that `contents` were read from, with all its columns, or of their bodies if that was
/// a table. `measures` are what the numbers measure.
///
/// # Errors
/// [`ImportError::Snapshot`] if the file fails.
pub fn whole(
    path: &Path,
    contents: &Contents,
    measures: Option<&Measures>,
    part: &Part,
) -> Result<Snapshot, ImportError> {
    if contents.format.is_none() {
        return Ok(with_columns(&contents.bodies, None, measures, &contents.properties));
    }
    let mut reader = snapshots::open(path)?;
    let place = contents.series.as_ref().and_then(|series| series.taken).unwrap_or(1) - 1;
    let mut snapshot = Snapshot::from_reader(reader.as_mut(), place)?;
    if measures != contents.measures.as_ref() || measures.is_none() {
        // Other units than those of the file, so those of its columns do not hold either.
        snapshot.units = measures.map(in_si).unwrap_or_default();
        snapshot.columns.iter_mut().for_each(|(column, _)| column.si = None);
    }
    // Without units, G = 1 in what is written.
    let gravity = reader.header().gravity.filter(|_| measures.is_none()).unwrap_or(1.0);
    scale_masses(&mut snapshot, |_| gravity);
    Ok(if part.is_all() { snapshot } else { taken(&snapshot, part) })
}

/// A snapshot of bodies at a time in their numbers, type by type, with their places as ids.
pub fn of_bodies(bodies: &[Body], time: Option<f64>, measures: Option<&Measures>) -> Snapshot {
    with_columns(bodies, time, measures, &[])
}

/// As [`of_bodies`], with what else is known of them.
fn with_columns(
    bodies: &[Body],
    time: Option<f64>,
    measures: Option<&Measures>,
    known: &[physics::Column],
) -> Snapshot {
    let mut numbered: Vec<(u64, &Body)> = (0..).zip(bodies).collect();
    numbered.sort_by_key(|(_, body)| body.component);
    let (ids, rows): (Vec<u64>, Vec<&Body>) = numbered.into_iter().unzip();
    let mut groups: Vec<Group> = Vec::new();
    for (row, body) in rows.iter().enumerate() {
        let name = format!("component {}", body.component);
        match groups.last_mut().filter(|group| group.name == name) {
            Some(group) => group.rows.end += 1,
            None => groups.push(Group { name, rows: row as u64..row as u64 + 1 }),
        }
    }
    if groups.len() == 1 {
        groups[0].name = "bodies".to_owned();
    }
    let column = |name: &str, components: usize, scalar: Scalar, values: Values| {
        let (name, unit) = (name.to_owned(), String::new());
        (Column { name, components, scalar, unit, si: None, groups: Vec::new() }, values)
    };
    let vectors = |of: fn(&Body) -> glam::DVec3| {
        Values::F64(rows.iter().flat_map(|body| of(body).to_array()).collect())
    };
    let masses = Values::F64(rows.iter().map(|body| body.mass).collect());
    let others = known.iter().filter(|known| known.name != names::ID).map(|known| {
        let values = known.of(ids.iter().map(|place| *place as usize)).values;
        let (mut column, values) =
            column(&known.name, 1, Scalar::F32, Values::F32(values.to_vec()));
        column.unit.clone_from(&known.unit);
        (column, values)
    });
    let others: Vec<_> = others.collect();
    let mut columns = vec![
        column(names::POSITION, 3, Scalar::F64, vectors(|body| body.position)),
        column(names::VELOCITY, 3, Scalar::F64, vectors(|body| body.velocity)),
        column(names::MASS, 1, Scalar::F64, masses),
        column(names::ID, 1, Scalar::U64, Values::U64(ids)),
    ];
    columns.extend(others);
    let moment = Moment { time, bodies: rows.len() as u64, groups, ..Moment::default() };
    Snapshot { moment, box_size: None, units: measures.map(in_si).unwrap_or_default(), columns }
}

/// Writes a snapshot to a file, whole or not at all.
///
/// # Errors
/// [`ConvertError`].
pub fn file(path: &Path, output: Output, snapshot: &Snapshot) -> Result<(), ConvertError> {
    let mut file = AtomicFile::create(path)?;
    write(&mut file, output, snapshot)
        .map_err(|source| ConvertError::Unfit { file: path.display().to_string(), source })?;
    Ok(file.commit()?)
}

/// Why a snapshot is not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// The format cannot hold it, or the file fails while it is written.
    #[error("{file}: {source}")]
    Unfit {
        /// The file's path as given.
        file: String,
        /// Why.
        source: WriteError,
    },
    /// The file cannot be created or completed.
    #[error(transparent)]
    File(#[from] FileError),
}

impl ConvertError {
    /// Whether the system refuses, and not the format.
    pub fn is_of_system(&self) -> bool {
        match self {
            Self::Unfit { source, .. } => source.is_of_system(),
            Self::File(_) => true,
        }
    }
}

/// Units in SI.
fn in_si(measures: &Measures) -> Units {
    let Measures { length, speed, gravity, .. } = *measures;
    let [length, velocity, mass, time] =
        [length, speed, gravity / KILOGRAM, length / speed].map(|size| Some(Unit::from_si(size)));
    Units { length, velocity, mass, time, origin: Origin::File }
}

/// The rows of a snapshot that a part takes, with the mass of all that they stand for.
fn taken(snapshot: &Snapshot, part: &Part) -> Snapshot {
    let number = |name: &str, at: usize| snapshot.column(name).map(|(_, values)| values.number(at));
    let (mut rows, mut factors, mut groups) = (Vec::new(), Vec::new(), Vec::new());
    let place = |row: usize| {
        [0, 1, 2].map(|axis| number(names::POSITION, 3 * row + axis).unwrap_or(f64::NAN))
    };
    let conditions: Vec<_> = part
        .conditions
        .iter()
        .map(|condition| {
            let named =
                |(column, _): &&(Column, Values)| is_called(&column.name, &condition.column);
            (condition, snapshot.columns.iter().find(named).map(|(_, values)| values))
        })
        .collect();
    for group in &snapshot.moment.groups {
        if !part.takes(&group.name) {
            continue;
        }
        let first = rows.len();
        let is_so = |row: usize| {
            conditions.iter().all(|(condition, values)| {
                condition.holds(values.map_or(f64::NAN, |values| values.number(row)))
            })
        };
        let held = group.rows.clone().map(|row| row as usize);
        let within = held.filter(|row| part.holds(place(*row)) && is_so(*row));
        let (mut all, mut kept) = (0.0, 0.0);
        for (offered, row) in within.enumerate() {
            let mass = number(names::MASS, row).filter(|mass| mass.is_finite()).unwrap_or(0.0);
            all += mass;
            if part.keeps(offered as u64) {
                kept += mass;
                rows.push(row);
            }
        }
        if rows.len() > first {
            factors.resize(rows.len(), if kept > 0.0 { all / kept } else { 1.0 });
            let rows = first as u64..rows.len() as u64;
            groups.push(Group { name: group.name.clone(), rows });
        }
    }
    let columns = snapshot
        .columns
        .iter()
        .map(|(column, values)| (column.clone(), picked(values, &rows, column.components)));
    let columns = columns.collect();
    let moment = Moment { bodies: rows.len() as u64, groups, ..snapshot.moment.clone() };
    let mut taken = Snapshot { moment, columns, ..*snapshot };
    scale_masses(&mut taken, |row| factors[row]);
    taken
}

/// Multiplies the mass of each row.
fn scale_masses(snapshot: &mut Snapshot, by: impl Fn(usize) -> f64) {
    let masses = snapshot.columns.iter_mut().find(|(column, _)| column.name == names::MASS);
    match masses.map(|(_, values)| values) {
        Some(Values::F32(all)) => {
            let rows = all.iter_mut().enumerate();
            rows.for_each(|(row, mass)| *mass = (f64::from(*mass) * by(row)) as f32);
        }
        Some(Values::F64(all)) => {
            all.iter_mut().enumerate().for_each(|(row, mass)| *mass *= by(row));
        }
        Some(Values::U64(_)) | None => {}
    }
}

fn picked(values: &Values, rows: &[usize], components: usize) -> Values {
    fn of<T: Copy>(all: &[T], rows: &[usize], components: usize) -> Vec<T> {
        rows.iter().flat_map(|row| &all[row * components..][..components]).copied().collect()
    }
    match values {
        Values::F32(all) => Values::F32(of(all, rows, components)),
        Values::F64(all) => Values::F64(of(all, rows, components)),
        Values::U64(all) => Values::U64(of(all, rows, components)),
    }
}
