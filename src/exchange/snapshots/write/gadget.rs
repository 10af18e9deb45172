//! HDF5 in the layout of Gadget-4, with the scales of every dataset.

use std::io::Write;

use hdf5_writer::{AttributeBuilder, DatasetBuilder, H5WriteElement, Hdf5Builder, WriteOptions};

use super::error::WriteError;
use super::snapshot::{Parameter, Snapshot, joined, kind};
use crate::exchange::snapshots::hdf5::{dataset_name, dimensions};
use crate::exchange::snapshots::header::{Column, Scalar};
use crate::exchange::snapshots::values::Values;

const TYPES: usize = 6;

pub(super) fn write(sink: &mut dyn Write, snapshot: &Snapshot) -> Result<(), WriteError> {
    let mut rows: [Vec<usize>; TYPES] = Default::default();
    let kinds: Vec<usize> = snapshot.moment.groups.iter().map(|g| kind(&g.name)).collect();
    for (row, group) in snapshot.group_of_rows().into_iter().enumerate() {
        rows[kinds.get(usize::from(group)).copied().unwrap_or(1)].push(row);
    }
    let mut file = header(snapshot, &rows).map_err(failure)?;
    for (t, rows) in rows.iter().enumerate().filter(|(_, rows)| !rows.is_empty()) {
        let held = |column: &Column| {
            let groups = snapshot.moment.groups.iter().filter(|g| kind(&g.name) == t);
            let mut names = groups.map(|group| &group.name);
            column.groups.is_empty() || names.any(|name| column.groups.contains(name))
        };
        for (column, values) in snapshot.columns.iter().filter(|(column, _)| held(column)) {
            let own = dataset_name(&column.name);
            let own = own.map_or_else(|| joined(&column.name), ToOwned::to_owned);
            let name = format!("PartType{t}/{own}");
            file = file.dataset(dataset(name, column, values, rows).map_err(failure)?);
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

/// Counts, time and units, in the groups where readers look for them.
fn header(snapshot: &Snapshot, rows: &[Vec<usize>; TYPES]) -> Made<Hdf5Builder> {
    let mut file = Hdf5Builder::new();
    let counts = rows.each_ref().map(|rows| rows.len() as u64);
    let moment = &snapshot.moment;
    let comoving = moment.expansion.is_some();
    let mut numbers = vec![
        ("BoxSize", snapshot.box_size.map_or(0.0, |edges| edges[0])),
        ("Time", moment.expansion.or(moment.time).unwrap_or(0.0)),
        ("Redshift", moment.redshift.unwrap_or(0.0)),
    ];
    // h is part of the units already.
    let mut both = vec![("HubbleParam", 1.0), ("Omega0", 0.0), ("OmegaLambda", 0.0)];
    let units = snapshot.units;
    if let (Some(length), Some(velocity), Some(mass)) = (units.length, units.velocity, units.mass) {
        both.push(("UnitLength_in_cm", length.si * 1e2));
        both.push(("UnitVelocity_in_cm_per_s", velocity.si * 1e2));
        both.push(("UnitMass_in_g", mass.si * 1e3));
    }
    // Without units, readers would take the usual ones.
    let gravity = units.length.is_none().then_some(("GravityConstantInternal", 1.0));
    numbers.extend(both.iter().copied());
    for (name, value) in numbers {
        file = file.group_attribute("Header", AttributeBuilder::scalar(name, value)?);
    }
    for (name, value) in both.into_iter().chain(gravity) {
        file = file.group_attribute("Parameters", AttributeBuilder::scalar(name, value)?);
    }
    for (name, parameter) in &snapshot.parameters {
        let attribute = match parameter {
            Parameter::Number(number) => AttributeBuilder::scalar(*name, *number)?,
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

/// Some rows of a column, with what turns them into CGS.
fn dataset(name: String, column: &Column, values: &Values, rows: &[usize]) -> Made<DatasetBuilder> {
    let step = column.components;
    let shape =
        if step == 1 { vec![rows.len() as u64] } else { vec![rows.len() as u64, step as u64] };
    let mut made = match values {
        Values::F32(v) => typed(name, shape, &taken(v, rows, step))?,
        Values::F64(v) => typed(name, shape, &taken(v, rows, step))?,
        Values::U64(v) => typed(name, shape, &taken(v, rows, step))?,
    };
    if column.scalar == Scalar::U64 {
        return Ok(made);
    }
    if let (Some(unit), Some([l, m, t])) = (column.si, dimensions::of(&column.name)) {
        let cgs = unit.si / dimensions::cgs([l, m, t]);
        let scales = [
            ("to_cgs", cgs),
            ("a_scaling", unit.expansion),
            ("h_scaling", 0.0),
            ("length_scaling", f64::from(l + t)),
            ("mass_scaling", f64::from(m)),
            ("velocity_scaling", f64::from(-t)),
        ];
        for (name, value) in scales {
            made = made.attribute(AttributeBuilder::scalar(name, value)?);
        }
    }
    Ok(made)
}

fn typed<T: H5WriteElement>(name: String, shape: Vec<u64>, values: &[T]) -> Made<DatasetBuilder> {
    DatasetBuilder::typed_data(name, shape, values)
}

/// The values of some rows.
fn taken<T: Copy>(values: &[T], rows: &[usize], step: usize) -> Vec<T> {
    let row = |&row: &usize| values.get(row * step..(row + 1) * step).unwrap_or_default();
    rows.iter().flat_map(row).copied().collect()
}
