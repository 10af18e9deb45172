//! PLY points, binary and little-endian: Blender takes further properties as attributes.

use std::io::{BufWriter, Write};

use super::error::WriteError;
use super::snapshot::{Snapshot, joined};
use crate::exchange::snapshots::names;
use crate::exchange::snapshots::values::Values;

/// One property of a point.
struct Property<'a> {
    name: String,
    values: &'a Values,
    kind: &'static str,
    /// Values per row, and which of them this is.
    step: usize,
    component: usize,
}

pub(super) fn write(sink: &mut dyn Write, snapshot: &Snapshot) -> Result<(), WriteError> {
    let properties = properties(snapshot);
    let mut out = BufWriter::with_capacity(1 << 20, sink);
    writeln!(out, "ply\nformat binary_little_endian 1.0")?;
    if let Some(time) = snapshot.moment.time {
        writeln!(out, "comment time {time:?}")?;
    }
    for (k, group) in snapshot.moment.groups.iter().enumerate() {
        writeln!(out, "comment group {k} {}", joined(&group.name))?;
    }
    for line in snapshot.parameter_lines() {
        writeln!(out, "comment parameter {line}")?;
    }
    let units = snapshot.units;
    for (name, unit) in [("length", units.length), ("velocity", units.velocity)] {
        if let Some(unit) = unit {
            writeln!(out, "comment unit {name} {:?} SI", unit.si)?;
        }
    }
    writeln!(out, "element vertex {}", snapshot.moment.bodies)?;
    for property in &properties {
        writeln!(out, "property {} {}", property.kind, property.name)?;
    }
    writeln!(out, "property uchar group\nend_header")?;
    for (row, group) in snapshot.group_of_rows().into_iter().enumerate() {
        for property in &properties {
            put(&mut out, property, row * property.step + property.component)?;
        }
        out.write_all(&[group])?;
    }
    out.flush()?;
    Ok(())
}

/// Positions and velocities by their usual names, then all others.
fn properties(snapshot: &Snapshot) -> Vec<Property<'_>> {
    let mut properties = Vec::new();
    for (column, values) in &snapshot.columns {
        let (step, kind) = (column.components, kind(values));
        for component in 0..step {
            let name = match (column.name.as_str(), component) {
                (names::POSITION, k) => ["x", "y", "z"].get(k).map(|n| (*n).to_owned()),
                (names::VELOCITY, k) => ["vx", "vy", "vz"].get(k).map(|n| (*n).to_owned()),
                (name, _) if step == 1 => Some(joined(name)),
                (name, k) => Some(format!("{}_{k}", joined(name))),
            };
            let name = name.unwrap_or_default();
            properties.push(Property { name, values, kind, step, component });
        }
    }
    properties
}

/// The type of a property: whole numbers beyond 32 bits become doubles, exact to 2^53.
fn kind(values: &Values) -> &'static str {
    match values {
        Values::F32(_) => "float",
        Values::U64(v) if v.iter().all(|&x| u32::try_from(x).is_ok()) => "uint",
        _ => "double",
    }
}

fn put(out: &mut impl Write, property: &Property, at: usize) -> std::io::Result<()> {
    match (property.values, property.kind) {
        (Values::F32(v), _) => out.write_all(&v.get(at).copied().unwrap_or(0.0).to_le_bytes()),
        (Values::U64(v), "uint") => {
            let id = v.get(at).and_then(|&x| u32::try_from(x).ok()).unwrap_or(0);
            out.write_all(&id.to_le_bytes())
        }
        (values, _) => out.write_all(&values.number(at).to_le_bytes()),
    }
}
