//! Tables in text: a body per line.

use std::collections::HashSet;
use std::sync::Arc;

use glam::DVec3;
use rayon::prelude::*;

use super::columns::{Columns, NAMES, NONE, Row, parts};
use super::contents::{Contents, Doubt, Fault, Question, Reading};
use super::layout::{self, Layout, Line, Lines, split};
use super::measures::Measures;
use super::moments::{self, Found, Moment};
use super::number::number;
use super::part::{Condition, Part, Picker};
use super::snapshots::Values;
use super::units::{self, Said};
use super::{encoding, order};
use crate::name::unknown;
use crate::physics::initial::MAX_COUNT;
use crate::physics::{Body, Column, State, is_called};
use crate::words::{Text, say};

/// Wrong lines that a message names by number.
const MAX_TOLD: usize = 6;
/// Lines that tell whether a column may be one of times.
const FIRST: usize = 1024;
/// Lines that a thread reads at once.
const CHUNK: usize = 4096;
/// Fields of whole columns that are read at once.
const FIELDS: usize = 1 << 22;

/// Whether a file that begins like this is a table. Unless it is whole, its last line may be cut.
pub fn is_begun(start: &[u8], is_whole: bool) -> bool {
    let last = start.iter().rposition(|letter| *letter == b'\n').unwrap_or_default();
    let lines = if is_whole { start } else { &start[..last] };
    !lines.contains(&0) && std::str::from_utf8(lines).is_ok_and(layout::begins)
}

/// Reads a table.
///
/// # Errors
/// [`Fault`] with the lines that are wrong.
pub fn read(bytes: &[u8], reading: &Reading) -> Result<Contents, Fault> {
    let text = encoding::text(bytes)?;
    let lines = Lines::from_text(text.trim_start_matches('\u{feff}'));
    if lines.said.is_empty() {
        return Err(Fault::of_file(say!("import-empty")));
    }
    let (mut layout, of_header) = layout::of(&lines, reading.columns.as_deref())?;
    let rows = &lines.said[layout.first.min(lines.said.len())..];
    if rows.is_empty() {
        return Err(Fault::of_file(say!("import-empty")));
    }
    if rows.len() > MAX_COUNT {
        return Err(Fault::of_file(say!("import-too-many", count = rows.len(), most = MAX_COUNT)));
    }
    // Titles say as much as comments.
    let comments = [&lines.said[..layout.preamble], &lines.comments].concat();
    let (measures, mut doubt_of_units) = units::of(&comments, of_header)?;
    if doubt_of_units == Said::Nothing {
        doubt_of_units = column_of_units(&rows[0], &layout).map_or(Said::Nothing, Said::Doubtfully);
    }
    let mut numbers = numbers(rows, &layout)?;
    if !layout.is_named && layout.doubts.is_empty() {
        layout.doubts.extend(order::check(&mut numbers, &mut layout.columns));
    }
    if layout.doubts.is_empty() {
        check_masses(rows, &numbers)?;
    }
    let from = |gaps: &[usize]| {
        gaps.iter()
            .filter_map(|gap| gap.checked_sub(layout.first))
            .filter(|gap| *gap > 0)
            .collect::<Vec<_>>()
    };
    let found = found(rows, &numbers, &layout, [&from(&lines.times), &from(&lines.gaps)]);
    let (taken, series, doubt) = taken(found, rows.len(), reading.moment)?;
    let mut doubts = std::mem::take(&mut layout.doubts);
    doubts.extend(doubt);
    let properties = properties(rows, &layout, taken.as_deref(), reading);
    let ids = ids(rows, &layout, taken.as_deref()).unwrap_or_default();
    check_wanted(&properties, &layout, reading)?;
    let bodies: Vec<Body> = match taken {
        None => numbers.into_iter().map(body).collect(),
        Some(taken) => numbers
            .into_iter()
            .zip(taken)
            .filter(|(_, is_taken)| *is_taken)
            .map(|(row, _)| body(row))
            .collect(),
    };
    let is_certain = doubts.iter().all(|doubt| doubt.question != Question::Columns);
    doubts.extend(match doubt_of_units {
        Said::Nothing if is_certain => Measures::doubt(&bodies),
        Said::Nothing | Said::Clearly => None,
        Said::Doubtfully(doubt) => Some(doubt),
    });
    let (state, ids, properties) = picked(bodies, ids, properties, &reading.part)?;
    let known: HashSet<&str> = properties.iter().map(|of| of.name.as_str()).collect();
    let is_left = |name: &String| !known.contains(parts(name).0.as_str());
    let (unused, preamble) = (layout.columns.unused(), layout.preamble);
    let unused = unused.into_iter().filter(is_left).collect();
    Ok(Contents {
        state,
        ids: Arc::new(ids),
        properties,
        measures,
        columns: layout.columns.names,
        unused,
        moments: series.map(|(count, _)| count),
        taken: series.and_then(|(_, taken)| taken),
        preamble,
        doubts,
        ..Contents::default()
    })
}

/// The columns left out that are numbers in all lines taken, where they are not empty.
fn properties(
    rows: &[Line],
    layout: &Layout,
    taken: Option<&[bool]>,
    reading: &Reading,
) -> Vec<Column> {
    let lines: Vec<Line>;
    let rows = match taken {
        None => rows,
        Some(taken) => {
            let lines_taken = rows.iter().zip(taken).filter(|(_, is_taken)| **is_taken);
            lines = lines_taken.map(|(line, _)| *line).collect();
            &lines
        }
    };
    let value = |field: &str| match field.trim() {
        "" => Some(f32::NAN),
        field if field.eq_ignore_ascii_case("nan") => Some(f32::NAN),
        field => number(field, layout.mark).ok().map(|number| number as f32),
    };
    let Columns { names, time, .. } = &layout.columns;
    let is_wanted = |place: &usize| {
        let (name, _) = parts(&names[*place]);
        names[*place] != NONE
            && *time != Some(*place)
            && (reading.properties.takes(&name)
                || reading.part.conditions.iter().any(|it| is_called(&name, &it.column)))
    };
    let column = |(place, values): (usize, Vec<Option<f32>>)| {
        let (name, unit) = parts(&names[place]);
        let values: Vec<f32> = values.into_iter().collect::<Option<_>>()?;
        let is_said = values.iter().any(|value| value.is_finite());
        let unit = unit.unwrap_or_default();
        is_said.then(|| Column { name, unit, values: Arc::new(values) })
    };
    let places = others(layout).filter(is_wanted).collect();
    columns(rows, layout, places, value)
        .filter_map(column)
        .take(reading.properties.most())
        .collect()
}

/// Whole columns, one after the other. Lines are split once for many of them: for each alone, that
/// would take a time that grows with the square of their number.
fn columns<T: Send>(
    rows: &[Line],
    layout: &Layout,
    places: Vec<usize>,
    of: impl Fn(&str) -> T + Sync,
) -> impl Iterator<Item = (usize, Vec<T>)> {
    let at_once = (FIELDS / rows.len().max(1)).max(1);
    (0..places.len()).step_by(at_once).flat_map(move |start| {
        let places = places[start..places.len().min(start + at_once)].to_vec();
        let read = |chunk: &[Line]| {
            let mut columns: Vec<Vec<T>> = places.iter().map(|_| Vec::new()).collect();
            let mut fields = Vec::new();
            for line in chunk {
                split(line.text, layout.separator, &mut fields);
                for (column, place) in columns.iter_mut().zip(&places) {
                    column.push(of(fields.get(*place).copied().unwrap_or_default()));
                }
            }
            columns
        };
        let chunks: Vec<Vec<Vec<T>>> = rows.par_chunks(CHUNK).map(read).collect();
        let mut columns: Vec<Vec<T>> = places.iter().map(|_| Vec::new()).collect();
        for chunk in chunks {
            columns.iter_mut().zip(chunk).for_each(|(column, part)| column.extend(part));
        }
        places.into_iter().zip(columns)
    })
}

/// The identities in the lines taken; none without a column of them, or if one is not an integer.
fn ids(rows: &[Line], layout: &Layout, taken: Option<&[bool]>) -> Option<Vec<u64>> {
    let (place, _) = layout.columns.identity.filter(|(_, is_unique)| *is_unique)?;
    let lines = rows.par_iter().enumerate();
    lines
        .filter(|(row, _)| taken.is_none_or(|taken| taken[*row]))
        .map(|(_, line)| line.fields(layout.separator).get(place)?.trim().parse().ok())
        .collect()
}

/// Fails if the column asked for is not a property, unless the table has no other columns.
fn check_wanted(properties: &[Column], layout: &Layout, reading: &Reading) -> Result<(), Fault> {
    let Some(name) = reading.properties.named() else { return Ok(()) };
    let others: Vec<String> =
        layout.columns.unused().iter().map(|header| parts(header).0).collect();
    if Column::named(properties, name).is_some() || others.is_empty() {
        return Ok(());
    }
    let unknown = unknown("column", name, others.iter().map(String::as_str));
    Err(Fault::of_file(unknown))
}

/// Bodies with their identities and properties.
type Picked = (State, Vec<u64>, Vec<Column>);

/// The part of the bodies that is asked for.
fn picked(
    bodies: Vec<Body>,
    ids: Vec<u64>,
    properties: Vec<Column>,
    part: &Part,
) -> Result<Picked, Fault> {
    if part.is_all() {
        return Ok((State::exact(bodies), ids, properties));
    }
    if !part.types.is_empty() {
        return Err(Fault::of_file(say!("import-no-types")));
    }
    let mut conditions = Vec::new();
    for condition in &part.conditions {
        let Some(column) = Column::named(&properties, &condition.column) else {
            let known: Vec<_> = properties.iter().map(|column| column.name.as_str()).collect();
            let unknown = unknown("column", &condition.column, known);
            return Err(Fault::of_file(unknown));
        };
        // A property has seven digits of an id, which a condition tells from its neighbours.
        let is_id = !ids.is_empty()
            && column.values.iter().zip(&ids).all(|(value, id)| *value == *id as f32);
        let values =
            if is_id { Values::U64(ids.clone()) } else { Values::F32(column.values.to_vec()) };
        conditions.push((condition, values));
    }
    let mut picker = Picker::new(part);
    picker.begins("bodies");
    let mut places = Vec::new();
    for (place, body) in bodies.into_iter().enumerate() {
        let holds = |(condition, values): &(&Condition, Values)| condition.holds_in(values, place);
        if conditions.iter().all(holds) && picker.offer(body, ids.get(place).copied()) {
            places.push(place);
        }
    }
    let (bodies, ids, _) = picker.end();
    if bodies.len() == 0 {
        return Err(Fault::of_file(say!("import-none-taken")));
    }
    let properties = properties.iter().map(|column| column.of(places.iter().copied())).collect();
    Ok((bodies.into_state(), ids, properties))
}

/// The numbers of all lines.
fn numbers(rows: &[Line], layout: &Layout) -> Result<Vec<Row>, Fault> {
    /// What a chunk of lines holds: its numbers, or the first of its faults and their count.
    type Read = (Vec<Row>, Vec<(usize, Text)>, usize);
    let read = |chunk: &[Line]| {
        let (mut found, mut wrong, mut count): Read =
            (Vec::with_capacity(chunk.len()), Vec::new(), 0);
        let mut fields = Vec::new();
        for line in chunk {
            split(line.text, layout.separator, &mut fields);
            match row(&mut fields, layout) {
                Ok(row) if count == 0 => found.push(row),
                Ok(_) => {}
                Err(told) => {
                    (found, count) = (Vec::new(), count + 1);
                    // A message per wrong line would fill the memory.
                    if wrong.len() < MAX_TOLD {
                        wrong.push((line.number, told()));
                    }
                }
            }
        }
        (found, wrong, count)
    };
    let chunks: Vec<Read> = rows.par_chunks(CHUNK).map(read).collect();
    let count = chunks.iter().map(|(_, _, count)| count).sum();
    let mut wrong = chunks.iter().flat_map(|(_, wrong, _)| wrong).take(MAX_TOLD);
    match wrong.next() {
        None => Ok(chunks.into_iter().flat_map(|(rows, _, _)| rows).collect()),
        Some((line, message)) => {
            let lines = [*line].into_iter().chain(wrong.map(|(line, _)| *line)).collect();
            Err(Fault { lines, count, message: message.clone() })
        }
    }
}

/// The numbers in the fields of a line, or what says why there are none.
fn row<'a>(fields: &mut Vec<&'a str>, layout: &Layout) -> Result<Row, Box<dyn Fn() -> Text + 'a>> {
    let Columns { places, .. } = &layout.columns;
    let wanted = layout.columns.fields();
    // Separators behind the last field.
    while fields.len() > wanted && fields.last().is_some_and(|field| field.is_empty()) {
        fields.pop();
    }
    if fields.len() != wanted {
        let count = fields.len();
        return Err(Box::new(move || say!("import-fields", count = count, wanted = wanted)));
    }
    let mut values = [0.0; NAMES.len()];
    for ((value, place), column) in values.iter_mut().zip(places).zip(NAMES) {
        let field = fields[*place];
        *value = number(field, layout.mark).map_err(|wrong| {
            Box::new(move || wrong.told(field, column)) as Box<dyn Fn() -> Text>
        })?;
    }
    Ok(values)
}

/// Rejects negative masses.
fn check_masses(rows: &[Line], numbers: &[Row]) -> Result<(), Fault> {
    let mut wrong = rows.iter().zip(numbers).filter(|(_, row)| row[6] < 0.0);
    let Some((first, row)) = wrong.next() else { return Ok(()) };
    let message = say!("import-negative", field = row[6].to_string());
    let others: Vec<usize> = wrong.map(|(line, _)| line.number).collect();
    let lines =
        [first.number].into_iter().chain(others.iter().take(MAX_TOLD - 1).copied()).collect();
    Err(Fault { lines, count: 1 + others.len(), message })
}

/// The moments of the lines, if there are signs of them: times at the starts of blocks, and gaps.
fn found(
    rows: &[Line],
    numbers: &[Row],
    layout: &Layout,
    [times, gaps]: [&[usize]; 2],
) -> Option<Found> {
    let Columns { names, time, identity, .. } = &layout.columns;
    let keys = |place: usize| -> Vec<u64> {
        let key = |fields: &mut Vec<_>, line| {
            split(line, layout.separator, fields);
            moments::key(fields.get(place).copied().unwrap_or_default())
        };
        rows.par_iter().map_init(Vec::new, |fields, line| key(fields, line.text)).collect()
    };
    let by_place = || {
        let bits = |[x, y, z, ..]: &Row| [x, y, z].map(|number| number.to_bits());
        moments::by_place(&numbers.iter().map(bits).collect::<Vec<_>>())
    };
    let masses: Vec<f64> = numbers.iter().map(|row| row[6]).collect();
    time.and_then(|place| moments::by_time(&keys(place), &names[place]))
        .or_else(|| {
            identity.and_then(|(place, is_unique)| {
                moments::by_identity(&keys(place), &names[place], is_unique)
            })
        })
        .or_else(|| moments::by_blocks(times, gaps, &masses))
        .or_else(|| {
            steps(rows, &masses, layout)
                .and_then(|place| moments::by_time(&keys(place), &names[place]))
        })
        .or_else(|| {
            columns(rows, layout, unnamed(layout).collect(), moments::key)
                .find_map(|(place, keys)| moments::by_return(&keys, &masses, &names[place]))
        })
        .or_else(by_place)
        // The only moment of a table that says when.
        .or_else(|| {
            time.map(|_| Found { of_line: vec![0; rows.len()], count: 1, reason: Text::default() })
        })
}

/// The columns left out by names that are not known, so that what is in them has to tell what they
/// are.
fn others(layout: &Layout) -> impl Iterator<Item = usize> {
    let columns = &layout.columns;
    (0..columns.fields())
        .filter(|place| !columns.places.contains(place) && !columns.is_kind(*place))
}

/// Those of [`others`] that may hold times: not identities that are all different, which already
/// show that no body comes again.
fn unnamed(layout: &Layout) -> impl Iterator<Item = usize> {
    let identity = layout.columns.identity.filter(|(_, is_unique)| *is_unique);
    others(layout).filter(move |place| identity.is_none_or(|(of, _)| of != *place))
}

/// The first column left out whose numbers go on by steps, while the masses come again: one of
/// times by a name that is not known.
fn steps(rows: &[Line], masses: &[f64], layout: &Layout) -> Option<usize> {
    let [first, last] = [rows.first()?, rows.last()?].map(|line| line.fields(layout.separator));
    let places = unnamed(layout).filter(|place| first.get(*place) != last.get(*place)).collect();
    // The numbers of columns that hold nothing else.
    let numbers = |rows, places| {
        columns(rows, layout, places, |field| number(field, layout.mark).ok()).filter_map(
            |(place, numbers)| Some((place, numbers.into_iter().collect::<Option<Vec<_>>>()?)),
        )
    };
    // Most columns are not of times, which their first lines tell.
    let may_be = numbers(&rows[..rows.len().min(FIRST)], places)
        .filter(|(_, numbers)| moments::may_be_steps(numbers))
        .map(|(place, _)| place)
        .collect();
    let is_of_times = |(_, numbers): &(usize, Vec<f64>)| {
        moments::steps(numbers).is_some_and(|length| {
            masses.iter().zip(&masses[length..]).all(|(one, next)| one == next)
        })
    };
    numbers(rows, may_be).find(is_of_times).map(|(place, _)| place)
}

/// What is in doubt if a column left out holds units.
fn column_of_units(row: &Line, layout: &Layout) -> Option<Doubt> {
    let fields = row.fields(layout.separator);
    let place = others(layout)
        .find(|place| fields.get(*place).is_some_and(|field| units::are_units(field)))?;
    let (column, units) =
        (layout.columns.names[place].clone(), super::contents::quoted(fields[place]));
    Some(Doubt {
        question: Question::Units,
        reason: say!("import-doubt-column-units", column = column, units = units),
    })
}

/// Which lines are taken, if not all; the series that they are from; and whether that is in doubt.
type Taken = (Option<Vec<bool>>, Option<(usize, Option<usize>)>, Option<Doubt>);

fn taken(found: Option<Found>, lines: usize, wanted: Option<Moment>) -> Result<Taken, Fault> {
    let count = match (&found, wanted) {
        (None, Some(Moment::Last | Moment::Number(_))) => {
            return Err(Fault::of_file(say!("import-no-series")));
        }
        (found, _) => found.as_ref().map_or(1, |found| found.count),
    };
    if let Some(Moment::Number(number)) =
        wanted.filter(|wanted| matches!(wanted, Moment::Number(number) if *number > count))
    {
        return Err(Fault::of_file(say!("import-no-moment", number = number, count = count)));
    }
    let Some(Found { of_line, reason, .. }) = found.filter(|_| count > 1) else {
        return Ok((None, None, None));
    };
    // Without an answer, the last is shown.
    let number = match wanted {
        Some(Moment::All) => return Ok((None, Some((count, None)), None)),
        Some(Moment::Number(number)) => number,
        Some(Moment::Last) | None => count,
    };
    debug_assert_eq!(of_line.len(), lines);
    let is_taken = of_line.into_iter().map(|moment| moment as usize + 1 == number).collect();
    let doubt = wanted.is_none().then_some(Doubt { question: Question::Moment, reason });
    Ok((Some(is_taken), Some((count, Some(number))), doubt))
}

fn body([x, y, z, u, v, w, mass]: Row) -> Body {
    Body { position: DVec3::new(x, y, z), velocity: DVec3::new(u, v, w), mass, component: 0 }
}
