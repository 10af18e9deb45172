//! Bodies of a snapshot of another program, in the file's numbers, with what they measure.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use glam::DVec3;

use super::contents::{Contents, Doubt, Question, Reading};
use super::fitting::are_bound;
use super::measures::Measures;
use super::moments::Moment;
use super::part::Picker;
use super::properties::{self, PIECE};
use super::sketch::Sketch;
use super::snapshots::header::{Header, Moment as Stored, Origin};
use super::snapshots::{self, Error, Reader, Values, names};
use crate::physics::{Body, Exact, State};
use crate::words::say;

/// Values of a column that its median is taken of.
const SAMPLED: u64 = 1 << 16;

/// Reads the bodies of a snapshot, after a sketch of them.
///
/// # Errors
/// [`Error`], with the byte or dataset that is wrong.
pub fn read(
    path: &Path,
    reading: &Reading,
    sketched: Option<&mut dyn FnMut(Sketch)>,
) -> Result<Contents, Error> {
    let mut reader = snapshots::open(path)?;
    let header = reader.header().clone();
    let place = match reading.moment {
        Some(Moment::Number(number)) => number - 1,
        _ => header.moments.len().saturating_sub(1),
    };
    // Only the reader knows what to say of a moment that is not there.
    reader.read(place, names::POSITION, 0..0)?;
    let moment = &header.moments[place];
    properties::check(path, &header, &reading.part, &reading.properties)?;
    if let Some(sketched) = sketched.filter(|_| reading.part.is_all()) {
        sketched(Sketch::of(reader.as_mut(), &header, place)?);
    }
    let mut notes = header.notes.clone();
    let Taken { mut bodies, ids, rows } =
        bodies(reader.as_mut(), &header, place, reading, &mut notes)?;
    check_types(path, moment, reading)?;
    if bodies.len() == 0 {
        return Err(Error::NothingTaken { path: path.into(), bodies: moment.bodies });
    }
    let mut measures = Measures::of_snapshot(&header, moment);
    if let (None, Some(gravity)) = (&measures, header.gravity)
        && gravity != 1.0
    {
        bodies.scale_masses(0, gravity);
        notes.push(format!("masses are multiplied by G = {gravity}, so that G = 1 here"));
    }
    let state = bodies.into_state();
    let mut doubts = Vec::new();
    // Bodies of several moments are no system.
    if header.moments.len() > 1 && matches!(reading.moment, None | Some(Moment::All)) {
        let reason = say!("import-doubt-snapshots", count = header.moments.len());
        doubts.push(Doubt { question: Question::Moment, reason });
    }
    if header.units.origin == Origin::Default {
        doubts.extend(settle_units(&state, &mut measures, &mut notes));
    } else if measures.is_none() {
        doubts.extend(Measures::doubt(&state));
    }
    notes.extend(conversions(&header, moment));
    let (chosen, unused) = properties::chosen(&header, &reading.properties);
    let properties =
        properties::read(reader.as_mut(), place, &chosen, rows.as_deref(), moment.bodies)?;
    Ok(Contents {
        properties,
        unused,
        softening: softening(reader.as_mut(), &header, place)?,
        types: moment.groups.iter().map(|group| group.name.clone()).collect(),
        state,
        ids,
        measures,
        moments: (header.moments.len() > 1).then_some(header.moments.len()),
        taken: (header.moments.len() > 1).then_some(place + 1),
        doubts,
        format: Some(header.format),
        notes,
        ..Contents::default()
    })
}

/// Fails if a type is asked for that the moment does not have.
fn check_types(path: &Path, moment: &Stored, reading: &Reading) -> Result<(), Error> {
    let known: Vec<&str> = groups(moment).into_iter().map(|(.., name)| name).collect();
    match reading.part.types.iter().find(|wanted| !known.contains(&wanted.as_str())) {
        None => Ok(()),
        Some(wanted) => Err(Error::NoType {
            path: path.into(),
            wanted: wanted.clone(),
            known: known.join(", "),
        }),
    }
}

/// Bodies that are taken, with their identities, and their rows unless these are all.
struct Taken {
    bodies: Exact,
    ids: Arc<Vec<u64>>,
    rows: Option<Vec<u64>>,
}

/// The bodies of a moment, or the part of them that is asked for, type by type.
fn bodies(
    reader: &mut dyn Reader,
    header: &Header,
    moment: usize,
    reading: &Reading,
    notes: &mut Vec<String>,
) -> Result<Taken, Error> {
    let part = &reading.part;
    let mut taken = (!part.is_all()).then(Vec::new);
    let stored = &header.moments[moment];
    let has = |name: &str| header.columns.iter().any(|column| column.name == name);
    let has_columns = [names::VELOCITY, names::MASS, names::ID].map(has);
    if !has_columns[0] {
        notes.push("no velocities: the bodies are at rest".to_owned());
    }
    if !has_columns[1] {
        notes.push("no masses: all bodies together have a mass of 1".to_owned());
    }
    let equal = 1.0 / (stored.bodies.max(1) as f64);
    let near = match part.bounds() {
        Some([low, high]) => reader.rows_within(moment, low, high),
        None => std::iter::once(0..stored.bodies).collect(),
    };
    let mut picker = Picker::new(part);
    for (number, rows, name) in groups(stored) {
        if !picker.begins(name) {
            continue;
        }
        for range in near.iter().filter_map(|near| overlap(near, &rows)) {
            let mut start = range.start;
            while start < range.end {
                let piece = start..range.end.min(start + PIECE);
                let positions = reader.read(moment, names::POSITION, piece.clone())?;
                let of = |reader: &mut dyn Reader, name, is_there| match is_there {
                    true => reader.read(moment, name, piece.clone()).map(Some),
                    false => Ok(None),
                };
                let velocities = of(&mut *reader, names::VELOCITY, has_columns[0])?;
                let masses = of(&mut *reader, names::MASS, has_columns[1])?;
                let ids = match of(&mut *reader, names::ID, has_columns[2])? {
                    Some(Values::U64(ids)) => Some(ids),
                    _ => None,
                };
                let allowed = properties::allowed(reader, moment, header, part, &piece)?;
                let is_allowed = |row: &usize| allowed.as_ref().is_none_or(|all| all[*row]);
                for row in (0..(piece.end - piece.start) as usize).filter(is_allowed) {
                    let body = Body {
                        position: vector(&positions, row),
                        velocity: velocities.as_ref().map_or(DVec3::ZERO, |all| vector(all, row)),
                        mass: masses.as_ref().map_or(equal, |all| all.number(row)),
                        component: number,
                    };
                    let id = ids.as_ref().and_then(|ids| ids.get(row).copied());
                    if picker.offer(body, id) {
                        taken.iter_mut().for_each(|taken| taken.push(piece.start + row as u64));
                    }
                }
                start = piece.end;
            }
        }
    }
    let (bodies, ids, massless) = picker.end();
    if massless > 0 {
        notes.push(format!("{massless} bodies have no mass in the file: it is taken as 0"));
    }
    // Types without ids have the largest number in their place.
    let is_numbered = ids.len() == bodies.len() && !ids.contains(&u64::MAX);
    let ids = Arc::new(if is_numbered { ids } else { Vec::new() });
    Ok(Taken { bodies, ids, rows: taken })
}

/// The types of bodies with their rows; one that holds all where the file has none.
fn groups(stored: &Stored) -> Vec<(u32, Range<u64>, &str)> {
    if stored.groups.is_empty() {
        return vec![(0, 0..stored.bodies, "bodies")];
    }
    let groups = stored.groups.iter().enumerate();
    groups.map(|(number, group)| (number as u32, group.rows.clone(), &*group.name)).collect()
}

fn overlap(one: &Range<u64>, other: &Range<u64>) -> Option<Range<u64>> {
    let both = one.start.max(other.start)..one.end.min(other.end);
    (!both.is_empty()).then_some(both)
}

fn vector(values: &Values, row: usize) -> DVec3 {
    DVec3::from_array([0, 1, 2].map(|axis| values.number(3 * row + axis)))
}

/// The median softening length of the bodies that have one.
fn softening(
    reader: &mut dyn Reader,
    header: &Header,
    moment: usize,
) -> Result<Option<f64>, Error> {
    if !header.columns.iter().any(|column| column.name == names::SOFTENING) {
        return Ok(None);
    }
    let rows = header.moments[moment].bodies.min(SAMPLED);
    let values = reader.read(moment, names::SOFTENING, 0..rows)?;
    let mut known: Vec<f64> = values.to_f64().into_iter().filter(|length| *length > 0.0).collect();
    known.sort_unstable_by(f64::total_cmp);
    Ok(known.get(known.len() / 2).copied())
}

/// Decides between the format's usual units and G = 1 where the file names neither: by the one in
/// which the bodies are bound. Otherwise it stays in doubt.
fn settle_units(
    bodies: &State,
    measures: &mut Option<Measures>,
    notes: &mut Vec<String>,
) -> Option<Doubt> {
    let usual = measures.clone()?;
    match [are_bound(bodies, Some(&usual)), are_bound(bodies, None)] {
        [true, false] => {
            notes.push(format!(
                "the file names no units: taken in the format's usual ones, {usual}, in which the bodies are bound"
            ));
            None
        }
        [false, true] => {
            notes.push(format!(
                "the file names no units: taken with G = 1, in which the bodies are bound, and not in the format's usual ones, {usual}"
            ));
            *measures = None;
            None
        }
        _ => {
            *measures = None;
            let reason = say!("import-doubt-usual", units = usual.to_string());
            Some(Doubt { question: Question::Units, reason })
        }
    }
}

/// What is converted on the way, and what is not.
fn conversions(header: &Header, moment: &Stored) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(a) = moment.expansion.filter(|_| header.comoving) {
        notes.push(format!(
            "comoving coordinates are made physical by the expansion factor a = {a:.6}; space does not expand during the run"
        ));
    }
    if let Some(h) = header.hubble.filter(|h| *h != 1.0 && *h > 0.0) {
        notes.push(format!("the Hubble parameter h = {h} is worked into the units"));
    }
    if header.box_size.is_some_and(|sides| sides.iter().all(|side| *side > 0.0)) {
        notes.push(
            "the file's box repeats in space; here space is open unless a grid with --period is chosen"
                .to_owned(),
        );
    }
    notes
}
