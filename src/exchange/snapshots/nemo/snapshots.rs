//! Snapshots within a structured file.

use super::items::{Content, Item, item};
use crate::exchange::snapshots::error::{COPY_AGAIN, Error, printable};
use crate::exchange::snapshots::header::{Column, Header, Moment, Order, Scalar};
use crate::exchange::snapshots::laid::{Layout, Place, Segment};
use crate::exchange::snapshots::names;
use crate::exchange::snapshots::reader::Limits;
use crate::exchange::snapshots::source::{Numbers, Source};
use crate::exchange::snapshots::values::Kind;

/// Sets within sets, at most.
const MAX_DEPTH: usize = 16;
/// Columns of one file, at most.
const MAX_COLUMNS: usize = 64;

/// Tags of columns, their names, and components per body.
const TAGS: &[(&str, &str, u64)] = &[
    ("Position", names::POSITION, 3),
    ("Velocity", names::VELOCITY, 3),
    ("Mass", names::MASS, 1),
    ("Key", names::ID, 1),
    ("Potential", names::POTENTIAL, 1),
    ("Acceleration", names::ACCELERATION, 3),
    ("Density", names::DENSITY, 1),
    ("Eps", names::SOFTENING, 1),
    ("SmoothLength", names::SMOOTHING, 1),
];

/// A column of the snapshot at hand.
struct Found {
    name: String,
    components: u64,
    kind: Kind,
    place: Place,
}

/// The snapshot at hand.
#[derive(Default)]
struct Frame {
    bodies: Option<u64>,
    time: Option<f64>,
    found: Vec<Found>,
}

/// Walks all items; each set `SnapShot` with bodies is a moment.
pub(super) fn gather(
    source: &mut Source,
    order: Order,
    limits: &Limits,
    header: &mut Header,
) -> Result<Vec<Layout>, Error> {
    let (mut at, mut open, mut layouts) = (0, Vec::<String>::new(), Vec::new());
    let mut frame = Frame::default();
    while at < source.len() {
        let item = item(source, order, at)?;
        match &item.content {
            Content::Begin if open.len() == MAX_DEPTH => {
                let what = format!("more than {MAX_DEPTH} sets within each other");
                return Err(Error::damaged(source.path(), at, what));
            }
            Content::Begin => open.push(item.tag.clone()),
            Content::End => match open.pop() {
                Some(tag) if tag == "SnapShot" && open.is_empty() => {
                    finish(std::mem::take(&mut frame), header, &mut layouts);
                    if layouts.len() > limits.moments {
                        let (what, limit) = ("the list of snapshots", limits.moments as u64);
                        let path = source.path().into();
                        return Err(Error::TooLarge { path, what, limit });
                    }
                }
                Some(_) => {}
                None => {
                    let what = "a set ends that never began";
                    return Err(Error::damaged(source.path(), at, what));
                }
            },
            Content::Numbers { .. } => match open.last().map(String::as_str) {
                Some("Parameters") => parameter(source, order, &item, &mut frame)?,
                Some("Particles") => body(source, order, &item, at, &mut frame)?,
                _ => {}
            },
            &Content::Other { at } if open.is_empty() && item.tag == "Headline" => {
                let bytes = source.bytes(at, (item.next - at).min(256), "the headline")?;
                let text = String::from_utf8_lossy(&bytes);
                header.notes.push(format!("headline: {}", printable(text.trim_end_matches('\0'))));
            }
            Content::Other { .. } => {}
        }
        at = item.next;
    }
    complete(source, &open, layouts)
}

/// Fails if a set is still open, or if no snapshot has bodies.
fn complete(source: &Source, open: &[String], layouts: Vec<Layout>) -> Result<Vec<Layout>, Error> {
    let (path, offset) = (source.path().into(), source.len());
    let what = match open.last() {
        Some(tag) => format!("the file ends within the set {}", tag),
        None if layouts.is_empty() => "the file holds no snapshot with positions".into(),
        None => return Ok(layouts),
    };
    Err(Error::Damaged { path, offset, what, remedy: COPY_AGAIN })
}

fn parameter(
    source: &mut Source,
    order: Order,
    item: &Item,
    frame: &mut Frame,
) -> Result<(), Error> {
    let Content::Numbers { kind, at, .. } = item.content else { return Ok(()) };
    let bytes = source.bytes(at, kind.size(), "a parameter")?;
    let numbers = Numbers::new(&bytes, order);
    match (item.tag.as_str(), kind) {
        ("Nobj", Kind::I32) => match u64::try_from(numbers.i32(0)) {
            Ok(bodies) => frame.bodies = Some(bodies),
            Err(_) => {
                let what = format!("{} bodies", numbers.i32(0));
                return Err(Error::damaged(source.path(), at, what));
            }
        },
        ("Time", Kind::F64) => frame.time = Some(numbers.f64(0)),
        ("Time", Kind::F32) => frame.time = Some(numbers.f32(0).into()),
        _ => {}
    }
    Ok(())
}

/// A column of bodies; `PhaseSpace` holds positions and velocities by turns.
fn body(
    source: &Source,
    order: Order,
    item: &Item,
    offset: u64,
    frame: &mut Frame,
) -> Result<(), Error> {
    let Content::Numbers { kind, at, dimensions } = &item.content else { return Ok(()) };
    let Some((&count, shape)) = dimensions.split_first() else { return Ok(()) };
    if Some(count) != frame.bodies {
        let told = frame.bodies.map_or("no number".into(), |n| n.to_string());
        let what = format!("{} has {count} bodies, Nobj says {told}", item.tag);
        return Err(Error::damaged(source.path(), offset, what));
    }
    let size = kind.size();
    let mut push = |name: &str, first: u64, components: u64, stride: u64| {
        let place = Place::packed((0, order), at + first, stride, *kind, components);
        frame.found.push(Found { name: name.into(), components, kind: *kind, place });
    };
    let known = TAGS.iter().find(|t| t.0 == item.tag);
    match (item.tag.as_str(), shape, known) {
        ("PhaseSpace", [2, 3], _) => {
            push(names::POSITION, 0, 3, 6 * size);
            push(names::VELOCITY, 3 * size, 3, 6 * size);
        }
        (_, [], Some((_, name, 1))) => push(name, 0, 1, size),
        (_, [3], Some((_, name, 3))) => push(name, 0, 3, 3 * size),
        ("PhaseSpace", ..) | (_, _, Some(_)) => {
            return Err(Error::Unsupported {
                path: source.path().into(),
                what: format!("{} has dimensions {dimensions:?}", item.tag),
                remedy: "only bodies in three dimensions are read",
            });
        }
        (tag, [], None) => push(tag, 0, 1, size),
        (tag, [3], None) => push(tag, 0, 3, 3 * size),
        _ => {}
    }
    Ok(())
}

/// Appends a frame that has positions; others hold diagnostics alone.
fn finish(frame: Frame, header: &mut Header, layouts: &mut Vec<Layout>) {
    let bodies = frame.bodies.unwrap_or(0);
    if bodies == 0 || !frame.found.iter().any(|f| f.name == names::POSITION) {
        return;
    }
    let mut moment = Moment::from_counts(&[("bodies", bodies)]);
    moment.time = frame.time;
    let mut layout: Layout = vec![Vec::new(); header.columns.len()];
    for found in frame.found {
        let index = header.columns.iter().position(|c| c.name == found.name);
        if index.is_none() && header.columns.len() >= MAX_COLUMNS {
            continue;
        }
        let index = index.unwrap_or_else(|| {
            let id = found.name == names::ID;
            let scalar = if id { Scalar::U64 } else { found.kind.scalar() };
            let components = if found.components == 3 { 3 } else { 1 };
            header.columns.push(Column::new(&found.name, components, scalar));
            layout.push(Vec::new());
            layout.len() - 1
        });
        // A later snapshot may give a column another shape; then it goes without.
        let components = header.columns.get(index).map_or(0, |c| c.components as u64);
        if let Some(segments) = layout.get_mut(index).filter(|_| components == found.components) {
            *segments = vec![Segment { rows: 0..bodies, place: found.place }];
        }
    }
    inherit_mass(header, layouts.last(), &mut layout, bodies);
    header.moments.push(moment);
    layouts.push(layout);
}

/// Integrators write masses once: later snapshots of as many bodies take those before them.
fn inherit_mass(header: &mut Header, last: Option<&Layout>, layout: &mut Layout, bodies: u64) {
    let Some(index) = header.columns.iter().position(|c| c.name == names::MASS) else { return };
    let before = last.and_then(|last| last.get(index)).filter(|s| !s.is_empty());
    if let (Some(before), Some(now)) = (before, layout.get_mut(index))
        && now.is_empty()
        && before.iter().all(|s| s.rows == (0..bodies))
    {
        now.clone_from(before);
        let note = "later snapshots take their masses from an earlier one";
        if !header.notes.iter().any(|n| n == note) {
            header.notes.push(note.into());
        }
    }
}
