//! REBOUND's archives, versions 4 and 5: a first snapshot, then changes against it.

mod fields;
mod units;

use super::error::{Error, printable};
use super::header::{Column, Header, Moment, Order, Scalar, Units};
use super::laid::{Laid, Layout, Place, Segment};
use super::names;
use super::reader::Start;
use super::reader::{Limits, Reader};
use super::source::Source;
use super::values::Kind;
use fields::{Blob, Field, Key, State};

const MAGIC: &[u8] = b"REBOUND Binary File. Version: ";
/// Bytes before the first field.
const HEAD: u64 = 64;

pub(super) fn recognises(start: &Start) -> bool {
    start.bytes.starts_with(MAGIC)
}

pub(super) fn open(mut source: Source, limits: &Limits) -> Result<Box<dyn Reader>, Error> {
    let head = source.bytes(0, HEAD, "the header")?;
    let text = head.get(MAGIC.len()..).unwrap_or_default();
    let text = String::from_utf8_lossy(text.split(|&b| b == 0).next().unwrap_or_default());
    let version = printable(&text);
    let major = version.split('.').next().and_then(|v| v.parse::<u32>().ok());
    let named = match major {
        Some(4) => false,
        Some(5..) => true,
        _ => {
            return Err(Error::Unsupported {
                path: source.path().into(),
                what: format!("an archive of REBOUND {version}"),
                remedy: "open it with REBOUND 4 and save it again; versions 4 and 5 are read",
            });
        }
    };
    let mut notes = Vec::new();
    if major > Some(5) {
        notes.push("newer than version 5, read as if it were 5".into());
    }
    let states = snapshots(&mut source, named, limits, &mut notes)?;
    let first = states.first().cloned().unwrap_or_default();
    let (mut moments, mut layouts) = (Vec::new(), Vec::new());
    for state in &states {
        let bodies = state.bodies(source.path(), named)?;
        moments.push(Moment::from_counts(&[("bodies", bodies)]).with_time(state.time));
        layouts.push(layout(state, bodies, named));
    }
    let (units, texts) = units::units(first.units);
    let header = Header {
        format: format!("REBOUND archive, version {version}"),
        comoving: false,
        box_size: None,
        hubble: None,
        gravity: Some(first.gravity),
        columns: columns(named, &units, &texts),
        units,
        moments,
        notes,
    };
    Ok(Box::new(Laid::new(header, vec![source], layouts)?))
}

/// All complete snapshots. An archive of a run that was killed ends in a broken one.
fn snapshots(
    source: &mut Source,
    named: bool,
    limits: &Limits,
    notes: &mut Vec<String>,
) -> Result<Vec<State>, Error> {
    let (first, mut blob) = snapshot(source, HEAD, named, &State::default())?;
    let mut states = vec![first.clone()];
    while blob.next > 0 && blob.end < source.len() {
        if states.len() >= limits.moments {
            let (path, limit) = (source.path().into(), limits.moments as u64);
            return Err(Error::TooLarge { path, what: "the list of snapshots", limit });
        }
        let begin = blob.end;
        match snapshot(source, begin, named, &first) {
            Ok((state, next)) if next.previous == next.end - begin - fields::BLOB => {
                states.push(state);
                blob = next;
            }
            Ok(_) => {
                notes.push(format!("the snapshot at byte {begin} is damaged; it ends the list"));
                return Ok(states);
            }
            Err(cause) => {
                notes.push(format!("the snapshot at byte {begin} ends the list: {cause}"));
                return Ok(states);
            }
        }
    }
    if blob.end < source.len() {
        let left = source.len() - blob.end;
        notes.push(format!("{left} bytes after the last snapshot are not read"));
    }
    Ok(states)
}

/// One snapshot: its fields on top of those of the first one.
fn snapshot(
    source: &mut Source,
    begin: u64,
    named: bool,
    first: &State,
) -> Result<(State, Blob), Error> {
    let (mut state, mut at) = (first.clone(), begin);
    loop {
        let field = Field::read(source, at, named)?;
        at = field.at + field.size;
        if field.key == Key::End {
            let blob = Blob::read(source, at)?;
            return Ok((state, blob));
        }
        state.take(source, &field)?;
    }
}

fn columns(named: bool, units: &Units, [length, velocity, mass]: &[String; 3]) -> Vec<Column> {
    let column = |name, components, si, unit: &String| Column {
        si,
        unit: unit.clone(),
        ..Column::new(name, components, Scalar::F64)
    };
    let mut columns = vec![
        column(names::POSITION, 3, units.length, length),
        column(names::VELOCITY, 3, units.velocity, velocity),
        column(names::MASS, 1, units.mass, mass),
        column(names::RADIUS, 1, units.length, length),
        column(names::SOFTENING, 1, units.length, length),
        Column::new(names::ACCELERATION, 3, Scalar::F64),
    ];
    if !named {
        columns.push(Column::new("hash", 1, Scalar::U64));
    }
    columns
}

/// Where columns lie within a body's record.
fn layout(state: &State, bodies: u64, named: bool) -> Layout {
    let stride = fields::record(named);
    let rows = 0..bodies;
    let part = |at: u64, kind, components| {
        let at = state.bodies_at.saturating_add(at);
        let place = Place::packed((0, Order::Little), at, stride, kind, components);
        vec![Segment { rows: rows.clone(), place }]
    };
    let softening = Place::Constant(state.softening);
    let mut layout = vec![
        part(0, Kind::F64, 3),
        part(24, Kind::F64, 3),
        part(72, Kind::F64, 1),
        part(80, Kind::F64, 1),
        vec![Segment { rows: rows.clone(), place: softening }],
        part(48, Kind::F64, 3),
    ];
    if !named {
        layout.push(part(104, Kind::U32, 1));
    }
    layout
}
