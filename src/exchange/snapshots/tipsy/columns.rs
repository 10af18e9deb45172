//! Columns of Tipsy records, and the ids that some programs store in place of potentials.

use super::shape::Shape;
use crate::exchange::snapshots::error::Error;
use crate::exchange::snapshots::header::{Column, Header, Order, Scalar};
use crate::exchange::snapshots::laid::{Layout, Place, Segment};
use crate::exchange::snapshots::names;
use crate::exchange::snapshots::source::{Numbers, Source};
use crate::exchange::snapshots::values::Kind;

/// What the last words of dark and star records hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ids {
    /// Potentials, as the format says.
    No,
    /// A 32-bit id in place of the potential.
    Short,
    /// A 64-bit id in place of softening and potential.
    Long,
}

/// How many records are looked at.
const SAMPLES: u64 = 512;

/// Looks at the potentials: ids are small whole numbers, none twice, which as floats would be
/// positive and below 1e-28.
pub(super) fn ids(source: &mut Source, shape: &Shape, order: Order) -> Result<Ids, Error> {
    let [gas, dark, star] = shape.records();
    if shape.counts.gas > 0 {
        return Ok(Ids::No);
    }
    if pad(source, shape, order)? == 2 {
        return Ok(Ids::Long);
    }
    let mut seen = Vec::new();
    let mut begin = shape.header + shape.counts.gas * gas;
    for (count, record) in [(shape.counts.dark, dark), (shape.counts.star, star)] {
        let step = (count / SAMPLES).max(1);
        for row in (0..count).step_by(usize::try_from(step).unwrap_or(usize::MAX)) {
            let word = source.bytes(begin + row * record + record - 4, 4, "a potential")?;
            seen.push(Numbers::new(&word, order).u32(0));
        }
        begin += count * record;
    }
    let enough = seen.len() >= 8;
    let small = seen.iter().all(|&id| id < 0x1000_0000);
    seen.sort_unstable();
    let distinct = seen.windows(2).all(|pair| pair[0] != pair[1]);
    Ok(if enough && small && distinct { Ids::Short } else { Ids::No })
}

fn pad(source: &mut Source, shape: &Shape, order: Order) -> Result<u32, Error> {
    if shape.header < 32 || shape.extended {
        return Ok(0);
    }
    Ok(Numbers::new(&source.bytes(28, 4, "the pad word")?, order).u32(0))
}

/// A column: its name, and where it lies in gas, dark and star records after the velocity.
type Extra = (&'static str, [Option<u64>; 3]);

const GAS: [&str; 3] = ["gas", "dark", "star"];

fn extras(ids: Ids) -> Vec<Extra> {
    let mut extras = vec![
        (names::DENSITY, [Some(0), None, None]),
        (names::TEMPERATURE, [Some(4), None, None]),
        (names::SMOOTHING, [Some(8), None, None]),
        (names::METALLICITY, [Some(12), None, Some(0)]),
        (names::FORMATION, [None, None, Some(4)]),
    ];
    match ids {
        Ids::Long => extras.push((names::ID, [None, Some(0), Some(8)])),
        Ids::Short => {
            extras.push((names::SOFTENING, [None, Some(0), Some(8)]));
            extras.push((names::ID, [None, Some(4), Some(12)]));
        }
        Ids::No => {
            extras.push((names::SOFTENING, [None, Some(0), Some(8)]));
            extras.push((names::POTENTIAL, [Some(16), Some(4), Some(12)]));
        }
    }
    extras
}

/// Makes the columns of the header, and says where they lie.
pub(super) fn layout(shape: &Shape, order: Order, ids: Ids, header: &mut Header) -> Layout {
    if ids == Ids::Short {
        let note = "the words for potentials hold whole numbers, taken as ids (NVIDIA's dialect)";
        header.notes.push(note.into());
    }
    let kind = |size| if size == 8 { Kind::F64 } else { Kind::F32 };
    let (position, velocity) = (kind(shape.position), kind(shape.velocity));
    let core = shape.core();
    let mut layout = Layout::new();
    let mut push = |name: &str, kind: Kind, components: u64, at: [Option<u64>; 3]| {
        let segments = segments(shape, order, (kind, components), at);
        if segments.is_empty() {
            return;
        }
        let scalar = if name == names::ID { Scalar::U64 } else { kind.scalar() };
        let groups: Vec<&str> =
            GAS.iter().zip(at).filter(|(_, at)| at.is_some()).map(|(name, _)| *name).collect();
        let groups = if groups.len() == 3 { Vec::new() } else { groups };
        let count = if components == 3 { 3 } else { 1 };
        header.columns.push(Column::new(name, count, scalar).with_groups(&groups));
        layout.push(segments);
    };
    push(names::POSITION, position, 3, [Some(4); 3]);
    push(names::VELOCITY, velocity, 3, [Some(4 + 3 * shape.position); 3]);
    push(names::MASS, Kind::F32, 1, [Some(0); 3]);
    for (name, at) in extras(ids) {
        let kind = match (name, ids) {
            (names::ID, Ids::Long) => Kind::U64,
            (names::ID, _) => Kind::U32,
            _ => Kind::F32,
        };
        push(name, kind, 1, at.map(|at| at.map(|at| at + core)));
    }
    layout
}

/// One segment for each type that has the column.
fn segments(
    shape: &Shape,
    order: Order,
    (kind, components): (Kind, u64),
    at: [Option<u64>; 3],
) -> Vec<Segment> {
    let counts = [shape.counts.gas, shape.counts.dark, shape.counts.star];
    let (mut row, mut begin) = (0_u64, shape.header);
    let mut segments = Vec::new();
    for ((count, record), at) in counts.into_iter().zip(shape.records()).zip(at) {
        if let Some(at) = at.filter(|_| count > 0) {
            let place = Place::packed((0, order), begin + at, record, kind, components);
            segments.push(Segment { rows: row..row + count, place });
        }
        row += count;
        begin += count * record;
    }
    segments
}
