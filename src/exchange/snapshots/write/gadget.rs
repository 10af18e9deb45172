//! HDF5 in the layout of Gadget-4, in its usual units where the snapshot's are known, with the
//! scales of every dataset.

use std::io::Write;

use hdf5_writer::{AttributeBuilder, DatasetBuilder, H5WriteElement, Hdf5Builder, WriteOptions};

use super::error::WriteError;
use super::snapshot::{Parameter, Snapshot, joined, kind};
use super::usual::{Scale, Usual, scale};
use crate::exchange::snapshots::hdf5::{dataset_name, dimensions};
use crate::exchange::snapshots::header::{Column, Scalar, Unit};
use crate::exchange::snapshots::values::Values;
use crate::exchange::snapshots::{names, si};

const TYPES: usize = 6;
/// Stands for the unit of a column that has one which nobody knows.
const UNKNOWN: &str = "unknown";
/// The usual unit of time in gigayears.
const GYR: f64 = si::KPC / si::KM / (1e9 * si::YEAR);

pub(super) fn write(sink: &mut dyn Write, snapshot: &Snapshot) -> Result<(), WriteError> {
    let mut rows: [Vec<usize>; TYPES] = Default::default();
    let kinds: Vec<usize> = snapshot.moment.groups.iter().map(|g| kind(&g.name)).collect();
    for (row, group) in snapshot.group_of_rows().into_iter().enumerate() {
        rows[kinds.get(usize::from(group)).copied().unwrap_or(1)].push(row);
    }
    let usual = Usual::of(snapshot);
    let mut file = header(snapshot, usual.as_ref(), &rows).map_err(failure)?;
    let first = free_id(snapshot);
    for (t, rows) in rows.iter().enumerate().filter(|(_, rows)| !rows.is_empty()) {
        let held = |column: &Column| {
            let groups = snapshot.moment.groups.iter().filter(|g| kind(&g.name) == t);
            let mut names = groups.map(|group| &group.name);
            column.groups.is_empty() || names.any(|name| column.groups.contains(name))
        };
        let of_type = || snapshot.columns.iter().filter(|(column, _)| held(column));
        for (column, values) in of_type() {
            let scale = scale(usual.as_ref(), column);
            // If its unit is known only as a text, other programs would assume the usual one.
            let is_needed = [names::POSITION, names::VELOCITY, names::MASS, names::ID]
                .contains(&column.name.as_str());
            let measures = dimensions::of(&column.name).is_some();
            let is_unknown = usual.is_some() && scale.is_none() && measures && !is_needed;
            let is_usual = !is_unknown && (scale.is_some() || column.unit.is_empty() || is_needed);
            let mut column = column.clone();
            if is_unknown && column.unit.is_empty() {
                column.unit = UNKNOWN.to_owned();
            }
            let own = dataset_name(&column.name).filter(|_| is_usual);
            let own = own.map_or_else(|| joined(&column.name), ToOwned::to_owned);
            let name = format!("PartType{t}/{own}");
            file = file.dataset(dataset(name, &column, values, rows, scale).map_err(failure)?);
        }
        // pynbody counts bodies by their ids.
        if !of_type().any(|(column, _)| column.name == names::ID) {
            let ids: Vec<u64> = rows.iter().map(|row| first + *row as u64).collect();
            let shape = vec![ids.len() as u64];
            let made = typed(format!("PartType{t}/ParticleIDs"), shape, &ids);
            file = file.dataset(made.map_err(failure)?);
        }
    }
    let plan = file.into_plan().map_err(failure)?;
    let bytes = plan.encode(WriteOptions::default()).map_err(failure)?;
    sink.write_all(&bytes)?;
    Ok(())
}

#[allow(clippy::needless_pass_by_value)]
fn failure(cause: hdf5_writer::Error) -> WriteError {
    WriteError::Hdf5(cause.to_string())
}

type Made<T> = Result<T, hdf5_writer::Error>;

/// The first number above all ids that bodies of some types have.
fn free_id(snapshot: &Snapshot) -> u64 {
    match snapshot.column(names::ID) {
        Some((_, Values::U64(ids))) => {
            let known = ids.iter().copied().filter(|id| *id != u64::MAX);
            known.max().map_or(0, |last| last.saturating_add(1))
        }
        _ => 0,
    }
}

/// The time in the usual unit, or that of the snapshot if it has no units.
fn time(snapshot: &Snapshot, usual: Option<&Usual>) -> Option<f64> {
    let (time, unit) = (snapshot.moment.time?, snapshot.units.time);
    Some(match (usual, unit) {
        (Some(_), Some(Unit { si, .. })) => time * si / (si::KPC / si::KM),
        (Some(usual), None) => time * usual.factor([0, 0, 1]),
        (None, _) => time,
    })
}

/// Counts, time and units, in the groups where readers look for them.
fn header(
    snapshot: &Snapshot,
    usual: Option<&Usual>,
    rows: &[Vec<usize>; TYPES],
) -> Made<Hdf5Builder> {
    let mut file = Hdf5Builder::new();
    let counts = rows.each_ref().map(|rows| rows.len() as u64);
    let moment = &snapshot.moment;
    let comoving = moment.expansion.is_some();
    let time = time(snapshot, usual);
    let edge = snapshot.box_size.map_or(0.0, |edges| edges[0]);
    let redshift = moment.redshift.or_else(|| moment.expansion.map(|a| 1.0 / a - 1.0));
    let mut numbers = vec![
        ("BoxSize", edge * usual.map_or(1.0, |usual| usual.factor([1, 0, 0]))),
        ("Time", moment.expansion.or(time).unwrap_or(0.0)),
        ("Redshift", redshift.unwrap_or(0.0)),
    ];
    // Without expansion, h is 1. From densities of 0, yt takes the run for one without.
    let cosmology = moment.cosmology.filter(|_| comoving);
    let [matter, lambda] = cosmology.map_or([0.0; 2], |known| [known.matter, known.lambda]);
    let hubble = usual.map_or(1.0, |usual| usual.hubble);
    let mut both = vec![("HubbleParam", hubble), ("Omega0", matter), ("OmegaLambda", lambda)];
    if usual.is_some() {
        both.push(("UnitLength_in_cm", si::KPC * 1e2));
        both.push(("UnitVelocity_in_cm_per_s", si::KM * 1e2));
        both.push(("UnitMass_in_g", 1e10 * si::SUN * 1e3));
    }
    // Readers would otherwise assume the usual units.
    let gravity = snapshot.units.length.is_none().then_some(("GravityConstantInternal", 1.0));
    // Otherwise pynbody would take the age of the universe.
    both.extend(time.filter(|_| !comoving).map(|time| ("Time_GYR", time * GYR)));
    numbers.extend(both.iter().copied());
    for (name, value) in numbers {
        file = file.group_attribute("Header", AttributeBuilder::scalar(name, value)?);
    }
    for (name, value) in both.into_iter().chain(gravity) {
        file = file.group_attribute("Parameters", AttributeBuilder::scalar(name, value)?);
    }
    for (name, parameter) in &snapshot.parameters {
        let factor = usual.map_or(1.0, |usual| usual.of_parameter(name));
        let attribute = match parameter {
            Parameter::Number(number) => AttributeBuilder::scalar(*name, factor * number)?,
            Parameter::Text(text) => AttributeBuilder::fixed_string(*name, text),
        };
        file = file.group_attribute("Parameters", attribute);
    }
    let lists = [
        AttributeBuilder::vector("NumPart_ThisFile", &counts)?,
        AttributeBuilder::vector("NumPart_Total", &counts)?,
        AttributeBuilder::vector("MassTable", &[0.0_f64; TYPES])?,
        AttributeBuilder::scalar("NumFilesPerSnapshot", 1_i32)?,
    ];
    file = lists.into_iter().fold(file, |file, list| file.group_attribute("Header", list));
    let flag = AttributeBuilder::scalar("ComovingIntegrationOn", i32::from(comoving))?;
    Ok(file.group_attribute("Parameters", flag))
}

/// Some rows of a column, with what turns them into CGS. Converted numbers become doubles, to lose
/// no digits.
fn dataset(
    name: String,
    column: &Column,
    values: &Values,
    rows: &[usize],
    scale: Option<Scale>,
) -> Made<DatasetBuilder> {
    let step = column.components;
    let shape =
        if step == 1 { vec![rows.len() as u64] } else { vec![rows.len() as u64, step as u64] };
    let scale = scale.filter(|_| column.scalar != Scalar::U64);
    let factor = scale.as_ref().map_or(1.0, |scale| scale.factor);
    let made = match values {
        Values::F32(v) if factor == 1.0 => typed(name, shape, &taken(v, rows, step)),
        Values::F32(v) => {
            let converted = taken(v, rows, step).into_iter().map(|x| factor * f64::from(x));
            typed(name, shape, &converted.collect::<Vec<f64>>())
        }
        Values::F64(v) => {
            let mut converted = taken(v, rows, step);
            converted.iter_mut().for_each(|x| *x *= factor);
            typed(name, shape, &converted)
        }
        Values::U64(v) => typed(name, shape, &taken(v, rows, step)),
    };
    let Some(Scale { to_cgs, dimensions: [l, m, t], a, h, .. }) = scale else {
        // The text of a unit that cannot be converted.
        let unit = AttributeBuilder::fixed_string("unit", &column.unit);
        return Ok(if column.unit.is_empty() { made? } else { made?.attribute(unit) });
    };
    let scales = [
        ("to_cgs", to_cgs),
        ("a_scaling", a),
        ("h_scaling", h),
        ("length_scaling", f64::from(l + t)),
        ("mass_scaling", f64::from(m)),
        ("velocity_scaling", f64::from(-t)),
    ];
    let attributes = scales.into_iter().map(|(name, value)| AttributeBuilder::scalar(name, value));
    attributes.into_iter().try_fold(made?, |made, one| Ok(made.attribute(one?)))
}

fn typed<T: H5WriteElement>(name: String, shape: Vec<u64>, values: &[T]) -> Made<DatasetBuilder> {
    DatasetBuilder::typed_data(name, shape, values)
}

/// The values of some rows.
fn taken<T: Copy>(values: &[T], rows: &[usize], step: usize) -> Vec<T> {
    let row = |&row: &usize| values.get(row * step..(row + 1) * step).unwrap_or_default();
    rows.iter().flat_map(row).copied().collect()
}
