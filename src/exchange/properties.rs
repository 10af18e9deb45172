//! What a snapshot says of bodies besides their motion and mass: columns of numbers.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::contents::Properties;
use super::part::Part;
use super::snapshots::header::{Column as Stored, Header};
use super::snapshots::{Error, Reader, Values, names};
use crate::physics::{Column, is_called};

/// Rows that are read at once, which bounds the memory that a column takes on its way.
pub(super) const PIECE: u64 = 1 << 18;

/// Columns that are no properties, because a run begins with them.
pub(super) const USED: [&str; 4] =
    [names::POSITION, names::VELOCITY, names::MASS, names::SOFTENING];

/// Whether a column holds a number per body that gravity does not use.
fn is_property(column: &Stored) -> bool {
    column.components == 1 && !USED.contains(&&*column.name)
}

/// The columns that become properties, and the names of those that are left out.
pub(super) fn chosen<'a>(
    header: &'a Header,
    wanted: &Properties,
) -> (Vec<&'a Stored>, Vec<String>) {
    let (taken, left): (Vec<_>, Vec<_>) = header
        .columns
        .iter()
        .filter(|column| !USED.contains(&&*column.name))
        .partition(|column| is_property(column) && wanted.takes(&column.name));
    let (taken, beyond) = taken.split_at(taken.len().min(wanted.most()));
    let left = left.into_iter().chain(beyond.iter().copied());
    (taken.to_vec(), left.map(|column| column.name.clone()).collect())
}

/// Reads properties of the bodies in `rows`, of all if there are none. Columns that no body has are
/// left out.
pub(super) fn read(
    reader: &mut dyn Reader,
    moment: usize,
    columns: &[&Stored],
    rows: Option<&[u64]>,
    bodies: u64,
) -> Result<Vec<Column>, Error> {
    let mut read = Vec::new();
    for column in columns {
        let mut values = Vec::with_capacity(rows.map_or(bodies as usize, <[u64]>::len));
        let mut left = rows.unwrap_or_default();
        for start in (0..bodies).step_by(PIECE as usize) {
            let piece = start..bodies.min(start + PIECE);
            let (here, after) = left.split_at(left.partition_point(|row| *row < piece.end));
            left = after;
            if rows.is_some() && here.is_empty() {
                continue;
            }
            let Some(numbers) = piece_of(reader, moment, &column.name, piece)? else { break };
            match rows {
                None => values.extend((0..numbers.len()).map(|row| numbers.number(row) as f32)),
                Some(_) => values
                    .extend(here.iter().map(|row| numbers.number((row - start) as usize) as f32)),
            }
        }
        if values.iter().any(|value: &f32| value.is_finite()) {
            let (name, unit) = (column.name.clone(), column.short_unit());
            read.push(Column { name, unit, values: Arc::new(values) });
        }
    }
    Ok(read)
}

/// Rows of a column; none if this moment does not have it.
fn piece_of(
    reader: &mut dyn Reader,
    moment: usize,
    name: &str,
    rows: Range<u64>,
) -> Result<Option<Values>, Error> {
    match reader.read(moment, name, rows) {
        Err(Error::NoColumn { .. }) => Ok(None),
        read => read.map(Some),
    }
}

/// Which of these rows a part's conditions allow; all if it has none.
pub(super) fn allowed(
    reader: &mut dyn Reader,
    moment: usize,
    header: &Header,
    part: &Part,
    rows: &Range<u64>,
) -> Result<Option<Vec<bool>>, Error> {
    let mut allowed: Option<Vec<bool>> = None;
    for condition in &part.conditions {
        let column =
            header.columns.iter().find(|column| is_called(&column.name, &condition.column));
        let numbers = match column {
            Some(column) => piece_of(reader, moment, &column.name, rows.clone())?,
            None => None,
        };
        let all = allowed.get_or_insert_with(|| vec![true; (rows.end - rows.start) as usize]);
        for (row, is_allowed) in all.iter_mut().enumerate() {
            *is_allowed &= numbers.as_ref().is_some_and(|numbers| condition.holds_in(numbers, row));
        }
    }
    Ok(allowed)
}

/// Fails if a column is asked for, by a condition or for colours, that the file does not have.
pub(super) fn check(
    path: &Path,
    header: &Header,
    part: &Part,
    wanted: &Properties,
) -> Result<(), Error> {
    let known = || header.columns.iter().filter(|column| column.components == 1);
    // Masses and softenings decide over bodies, but colours have their own name for masses.
    let properties = || known().filter(|column| is_property(column));
    let conditions = part.conditions.iter().map(|condition| (&condition.column, false));
    for (name, is_colour) in conditions.chain(wanted.named().map(|name| (name, true))) {
        let known: Vec<_> = if is_colour { properties().collect() } else { known().collect() };
        if !known.iter().any(|column| is_called(&column.name, name)) {
            let known: Vec<_> = known.iter().map(|column| column.name.as_str()).collect();
            let (path, wanted, known) = (path.into(), name.clone(), known.join(", "));
            return Err(Error::NoProperty { path, wanted, known });
        }
    }
    Ok(())
}
