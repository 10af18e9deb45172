//! A table of text: one line per body, units in the header.

use std::io::{BufWriter, Write};

use super::error::WriteError;
use super::snapshot::{Snapshot, joined};
use crate::exchange::snapshots::header::{Column, Unit};
use crate::exchange::snapshots::values::Values;
use crate::exchange::snapshots::{names, si};

/// Units that have names: what they measure, their name, and their SI value.
const UNITS: &[(&str, &str, f64)] = &[
    (names::POSITION, "m", 1.0),
    (names::POSITION, "km", si::KM),
    (names::POSITION, "au", si::AU),
    (names::POSITION, "pc", si::PARSEC),
    (names::POSITION, "kpc", si::KPC),
    (names::POSITION, "Mpc", 1e3 * si::KPC),
    (names::VELOCITY, "m/s", 1.0),
    (names::VELOCITY, "km/s", si::KM),
    (names::MASS, "kg", 1.0),
    (names::MASS, "Msun", si::SUN),
];

/// A column on its way into the table.
struct Field<'a> {
    column: &'a Column,
    values: &'a Values,
    factor: Option<f64>,
}

pub(super) fn write(sink: &mut dyn Write, snapshot: &Snapshot) -> Result<(), WriteError> {
    let mut out = BufWriter::with_capacity(1 << 20, sink);
    // In one line: a table's comments may begin moments.
    let time = snapshot.moment.time.map(|time| format!("time {time:?}"));
    let known: Vec<_> = time.into_iter().chain(snapshot.parameter_lines()).collect();
    if !known.is_empty() {
        writeln!(out, "# {}", known.join("; "))?;
    }
    let (mut fields, mut heads) = (Vec::new(), Vec::new());
    let a = snapshot.moment.expansion.unwrap_or(1.0);
    let units = snapshot.units;
    // Units of all three, or of none: a table with some alone would mix systems.
    let complete = units.length.is_some() && units.velocity.is_some() && units.mass.is_some();
    for (column, values) in &snapshot.columns {
        let unit = match column.name.as_str() {
            names::POSITION => units.length,
            names::VELOCITY => units.velocity,
            names::MASS => units.mass,
            _ => None,
        };
        let (factor, mut text) = named(&column.name, unit.filter(|_| complete), a);
        // As the table had it, unless it has characters that would change how a table is read.
        if column.si.is_none() && !column.unit.is_empty() && !column.unit.contains(['[', ',', '"'])
        {
            text = format!(" [{}]", column.unit);
        }
        heads.extend(titles(column, &text));
        fields.push(Field { column, values, factor });
    }
    writeln!(out, "{},group", heads.join(","))?;
    for (row, group) in snapshot.group_of_rows().into_iter().enumerate() {
        for field in &fields {
            let step = field.column.components;
            (0..step).try_for_each(|k| put(&mut out, field, row * step + k))?;
        }
        let name = snapshot.moment.groups.get(usize::from(group)).map_or("", |g| &g.name);
        writeln!(out, "{}", joined(name))?;
    }
    out.flush()?;
    Ok(())
}

/// The names of a column's components, with the unit in brackets.
fn titles(column: &Column, unit: &str) -> Vec<String> {
    let names: Vec<String> = match column.name.as_str() {
        names::POSITION => ["x", "y", "z"].map(str::to_owned).to_vec(),
        names::VELOCITY => ["vx", "vy", "vz"].map(str::to_owned).to_vec(),
        names::MASS => vec!["m".into()],
        name if column.components == 1 => vec![joined(name)],
        name => (0..column.components).map(|k| format!("{}_{k}", joined(name))).collect(),
    };
    names.into_iter().map(|name| format!("{name}{unit}")).collect()
}

/// The factor that leads to a unit with a name, none for 1, and that name in brackets.
fn named(column: &str, unit: Option<Unit>, a: f64) -> (Option<f64>, String) {
    let Some(unit) = unit else { return (None, String::new()) };
    let si = unit.si * a.powf(unit.expansion);
    let known = UNITS.iter().filter(|u| u.0 == column);
    match known.clone().find(|u| (si / u.2 - 1.0).abs() < 1e-9) {
        Some(known) => (None, format!(" [{}]", known.1)),
        None => (Some(si), known.take(1).map(|u| format!(" [{}]", u.1)).collect()),
    }
}

/// One value and a comma, in the fewest digits that read back the same.
fn put(out: &mut impl Write, field: &Field, at: usize) -> std::io::Result<()> {
    match (field.values, field.factor) {
        (Values::U64(v), _) => write!(out, "{},", v.get(at).copied().unwrap_or(u64::MAX)),
        (values, Some(factor)) => write!(out, "{:?},", values.number(at) * factor),
        (Values::F32(v), None) => write!(out, "{:?},", v.get(at).copied().unwrap_or(f32::NAN)),
        (values, None) => write!(out, "{:?},", values.number(at)),
    }
}
