//! Tipsy standard: gas, dark, then star, each record in single precision.

use std::io::{BufWriter, Write};

use super::error::WriteError;
use super::snapshot::{Snapshot, kind};
use crate::exchange::snapshots::names;
use crate::exchange::snapshots::values::Values;

/// Columns after the velocity, of gas, dark and star; those without a column are 0.
const EXTRAS: [&[&str]; 3] = [
    &[names::DENSITY, names::TEMPERATURE, names::SMOOTHING, names::METALLICITY, names::POTENTIAL],
    &[names::SOFTENING, names::POTENTIAL],
    &[names::METALLICITY, names::FORMATION, names::SOFTENING, names::POTENTIAL],
];

pub(super) fn write(sink: &mut dyn Write, snapshot: &Snapshot) -> Result<(), WriteError> {
    let rows = by_type(snapshot);
    let too_large = |_| WriteError::TooLarge { what: "the number of bodies" };
    let total = i32::try_from(snapshot.moment.bodies).map_err(too_large)?;
    let mut out = BufWriter::with_capacity(1 << 20, sink);
    out.write_all(&snapshot.moment.time.unwrap_or(0.0).to_be_bytes())?;
    let mut head = vec![total, 3];
    for rows in &rows {
        head.push(i32::try_from(rows.len()).map_err(too_large)?);
    }
    head.push(0);
    for word in head {
        out.write_all(&word.to_be_bytes())?;
    }
    let find = |name: &str| snapshot.column(name).map(|(_, values)| values);
    let vectors = [find(names::POSITION), find(names::VELOCITY)];
    let mass = find(names::MASS);
    for (rows, extras) in rows.iter().zip(EXTRAS) {
        let extras: Vec<Option<&Values>> = extras.iter().map(|name| find(name)).collect();
        for &row in rows {
            put(&mut out, mass, row)?;
            for vector in vectors {
                for k in 0..3 {
                    put(&mut out, vector, 3 * row + k)?;
                }
            }
            for extra in &extras {
                put(&mut out, *extra, row)?;
            }
        }
    }
    out.flush()?;
    Ok(())
}

/// One value, 0 where there is none.
#[allow(clippy::cast_possible_truncation)]
fn put(out: &mut impl Write, values: Option<&Values>, at: usize) -> std::io::Result<()> {
    let value = values.map_or(0.0, |values| values.number(at));
    let value = if value.is_nan() { 0.0 } else { value };
    out.write_all(&(value as f32).to_be_bytes())
}

/// Rows of gas, dark and star.
fn by_type(snapshot: &Snapshot) -> [Vec<usize>; 3] {
    let mut rows = [Vec::new(), Vec::new(), Vec::new()];
    let kinds: Vec<usize> = snapshot.moment.groups.iter().map(|g| kind(&g.name)).collect();
    for (row, group) in snapshot.group_of_rows().into_iter().enumerate() {
        let slot = match kinds.get(usize::from(group)) {
            Some(0) => 0,
            Some(2..=4) => 2,
            _ => 1,
        };
        rows[slot].push(row);
    }
    rows
}
