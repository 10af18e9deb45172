//! Files of bodies as snapshots with all their columns, to be written in another format.

use std::path::Path;

use rayon::prelude::*;

use super::measures::{KILOGRAM, Measures};
use super::part::Part;
use super::snapshots::header::{Column, Group, Moment, Origin, Scalar, Unit, Units};
use super::snapshots::write::{Output, Parameter, Snapshot, WriteError, write};
use super::snapshots::{self, Values, names};
use super::{Contents, ImportError};
use crate::file::{AtomicFile, SOFTWARE};
use crate::physics::initial::InitialState;
use crate::physics::{self, Body, Softening, is_called, reference};

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
        let Contents { state, ids, properties, types, .. } = contents;
        let bodies: Vec<Body> = state.bodies().collect();
        let mut snapshot = with_columns(&bodies, (ids, properties, types), None, measures);
        snapshot.parameters.push(software());
        return Ok(snapshot);
    }
    let mut reader = snapshots::open(path)?;
    let place = contents.taken.unwrap_or(1) - 1;
    let mut snapshot = Snapshot::from_reader(reader.as_mut(), place)?;
    if measures != contents.measures.as_ref() || measures.is_none() {
        // Other units than those of the file, so those of its columns do not hold either.
        snapshot.units = measures.map(in_si).unwrap_or_default();
        for (column, _) in &mut snapshot.columns {
            if column.si.is_some() {
                column.unit.clear();
            }
            column.si = unit_of(&snapshot.units, &column.name);
        }
    }
    // Before masses change, because conditions are in the numbers of the file.
    let mut snapshot = if part.is_all() { snapshot } else { taken(&snapshot, part) };
    // Without units, G = 1 in what is written.
    let gravity = reader.header().gravity.filter(|_| measures.is_none()).unwrap_or(1.0);
    scale_masses(&mut snapshot, |_| gravity);
    snapshot.parameters.push(software());
    Ok(snapshot)
}

/// A snapshot of bodies at a time in their numbers, type by type, with their places as ids.
pub fn of_bodies(bodies: &[Body], time: Option<f64>, measures: Option<&Measures>) -> Snapshot {
    with_columns(bodies, (&[], &[], &[]), time, measures)
}

/// As [`of_bodies`], for a run that began with `initial`: with the names of its types, and with the
/// ids and columns of the caller's bodies as long as their number is the same.
pub fn of_run(
    initial: &InitialState,
    bodies: &[Body],
    time: f64,
    measures: Option<&Measures>,
) -> Snapshot {
    let (ids, known, types) = (initial.ids(), initial.columns(), initial.types());
    let ids = if ids.len() == bodies.len() { ids } else { &[] };
    let known: Vec<_> =
        known.iter().filter(|column| column.values.len() == bodies.len()).cloned().collect();
    with_columns(bodies, (ids, &known, &types), Some(time), measures)
}

/// As [`of_bodies`], with their ids, if they have any, what else is known of them, and the names of
/// their types.
fn with_columns(
    bodies: &[Body],
    (ids, known, types): (&[u64], &[physics::Column], &[String]),
    time: Option<f64>,
    measures: Option<&Measures>,
) -> Snapshot {
    let mut numbered: Vec<(usize, &Body)> = bodies.iter().enumerate().collect();
    numbered.sort_by_key(|(_, body)| body.component);
    let (places, rows): (Vec<usize>, Vec<&Body>) = numbered.into_iter().unzip();
    let mut groups: Vec<Group> = Vec::new();
    for (row, body) in rows.iter().enumerate() {
        let named = types.get(body.component as usize).cloned();
        let name = named.unwrap_or_else(|| format!("component {}", body.component));
        match groups.last_mut().filter(|group| group.name == name) {
            Some(group) => group.rows.end += 1,
            None => groups.push(Group { name, rows: row as u64..row as u64 + 1 }),
        }
    }
    if groups.len() == 1 && types.is_empty() {
        groups[0].name = "bodies".to_owned();
    }
    let units = measures.map(in_si).unwrap_or_default();
    let column = |name: &str, components: usize, scalar: Scalar, values: Values| {
        (Column::new(name, components, scalar), values)
    };
    let measured = |name: &str, components: usize, values: Values| {
        let si = unit_of(&units, name);
        (Column { si, ..Column::new(name, components, Scalar::F64) }, values)
    };
    let vectors = |of: fn(&Body) -> glam::DVec3| {
        Values::F64(rows.iter().flat_map(|body| of(body).to_array()).collect())
    };
    let masses = Values::F64(rows.iter().map(|body| body.mass).collect());
    // Ids are written as integers, not from a property, which has single precision.
    let are_ids = |known: &physics::Column| {
        let both = || known.values.iter().zip(ids);
        known.name == names::ID || !ids.is_empty() && both().all(|(value, id)| *value == *id as f32)
    };
    let others = known.iter().filter(|known| !are_ids(known)).map(|known| {
        let values = known.of(places.iter().copied()).values;
        let (mut column, values) =
            column(&known.name, 1, Scalar::F32, Values::F32(values.to_vec()));
        column.unit.clone_from(&known.unit);
        (column, values)
    });
    let others: Vec<_> = others.collect();
    let id = |place: &usize| ids.get(*place).copied().unwrap_or(*place as u64);
    let numbers = Values::U64(places.iter().map(id).collect());
    let mut columns = vec![
        measured(names::POSITION, 3, vectors(|body| body.position)),
        measured(names::VELOCITY, 3, vectors(|body| body.velocity)),
        measured(names::MASS, 1, masses),
        column(names::ID, 1, Scalar::U64, numbers),
    ];
    columns.extend(others);
    let moment = Moment { time, bodies: rows.len() as u64, groups, ..Moment::default() };
    Snapshot { moment, box_size: None, units, columns, parameters: Vec::new() }
}

/// Most bodies of which [`add_forces`] sums.
pub const MOST_FORCES: usize = 1 << 18;

/// Adds the accelerations of all bodies and the potentials at them: direct sums in double precision
/// on all cores, with this softening in the numbers of the columns. They take the place
/// of those that a file may have. Takes time with the square of the number of bodies, at most
/// [`MOST_FORCES`].
///
/// # Errors
/// [`WriteError`].
pub fn add_forces(
    snapshot: &mut Snapshot,
    softening: impl Into<Softening>,
) -> Result<(), WriteError> {
    let softening = softening.into();
    let count = snapshot.moment.bodies as usize;
    if count > MOST_FORCES {
        return Err(WriteError::ForcesOfMany { count, most: MOST_FORCES });
    }
    if snapshot.moment.expansion.is_some() {
        return Err(WriteError::ForcesComoving);
    }
    if snapshot.parameters.iter().any(|(name, _)| *name == EXTERNAL) {
        return Err(WriteError::ForcesExternal);
    }
    let Units { length, velocity, mass, .. } = snapshot.units;
    let all = length.zip(velocity).zip(mass);
    let gravity = all.map_or(1.0, |((length, velocity), mass)| {
        mass.si * KILOGRAM / (length.si * velocity.si * velocity.si)
    });
    let numbers = |name: &str| snapshot.column(name).map(|(_, values)| values.to_f64());
    let (Some(places), Some(masses)) = (numbers(names::POSITION), numbers(names::MASS)) else {
        return Err(WriteError::ForcesMassless);
    };
    let bodies: Vec<Body> = places
        .as_chunks::<3>()
        .0
        .iter()
        .zip(masses)
        .map(|(place, mass)| Body {
            position: (*place).into(),
            velocity: glam::DVec3::ZERO,
            mass: gravity * mass,
            component: 0,
        })
        .collect();
    let forces: Vec<(glam::DVec3, f64)> = (0..bodies.len())
        .into_par_iter()
        .map(|index| {
            let acceleration = reference::acceleration_of(&bodies, softening, index);
            (acceleration, reference::potential_of(&bodies, softening, index))
        })
        .collect();
    let own = [names::ACCELERATION, names::POTENTIAL];
    snapshot.columns.retain(|(column, _)| !own.contains(&column.name.as_str()));
    let squared = velocity.map(|velocity| velocity.si * velocity.si);
    let column = |name: &str, components: usize, si: Option<f64>, values: Vec<f64>| {
        let (name, unit, groups) = (name.to_owned(), String::new(), Vec::new());
        let si = si.map(Unit::from_si);
        (Column { name, components, scalar: Scalar::F64, unit, si, groups }, Values::F64(values))
    };
    let accelerations =
        forces.iter().flat_map(|(acceleration, _)| acceleration.to_array()).collect();
    let potentials = forces.iter().map(|(_, potential)| *potential).collect();
    let per_length = squared.zip(length).map(|(squared, length)| squared / length.si);
    snapshot.columns.extend([
        column(names::ACCELERATION, 3, per_length, accelerations),
        column(names::POTENTIAL, 1, squared, potentials),
    ]);
    if !snapshot.parameters.iter().any(|(name, _)| *name == SOFTENING) {
        snapshot.parameters.push((SOFTENING, Parameter::Number(softening.length)));
    }
    Ok(())
}

/// The parameter that says which program wrote a file: outputs replace only files that have it.
pub fn software() -> (&'static str, Parameter) {
    ("Software", Parameter::Text(SOFTWARE.to_owned()))
}

/// The name of the softening among the parameters of a run.
pub const SOFTENING: &str = "Softening";
/// The external field of a run, by the name that files of bodies give it.
pub const EXTERNAL: &str = "ExternalField";

/// Writes a snapshot to a file, whole or not at all.
///
/// # Errors
/// [`WriteError`].
pub fn file(path: &Path, output: Output, snapshot: &Snapshot) -> Result<(), WriteError> {
    let mut file = AtomicFile::create(path)?;
    write(&mut file, output, snapshot).map_err(|source| WriteError::Unfit {
        file: path.display().to_string(),
        source: Box::new(source),
    })?;
    Ok(file.commit()?)
}

/// The unit of a column that is a length, a velocity or a mass.
fn unit_of(units: &Units, column: &str) -> Option<Unit> {
    let of = |made: &dyn Fn(f64, f64, f64) -> f64| {
        Some(Unit::from_si(made(units.length?.si, units.velocity?.si, units.mass?.si)))
    };
    match column {
        names::POSITION | names::SOFTENING | names::SMOOTHING | names::RADIUS => units.length,
        names::VELOCITY => units.velocity,
        names::MASS => units.mass,
        names::DENSITY => of(&|l, _, m| m / l.powi(3)),
        names::POTENTIAL | names::ENERGY => of(&|_, v, _| v * v),
        names::ACCELERATION => of(&|l, v, _| v * v / l),
        _ => None,
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
                values.is_some_and(|values| condition.holds_in(values, row))
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
    let parameters = snapshot.parameters.clone();
    let mut taken = Snapshot { moment, columns, parameters, ..*snapshot };
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
