//! What the records hold: by name in format 2, by order and size in format 1.

use std::path::Path;

use super::blocks::{Block, Part};
use super::head::Head;
use crate::exchange::snapshots::error::Error;
use crate::exchange::snapshots::header::{Column, Header, Order, Unit};
use crate::exchange::snapshots::laid::{Layout, Place, Segment};
use crate::exchange::snapshots::names;
use crate::exchange::snapshots::values::Kind;

/// A known block: its label, the column, its components, and the types that have it.
struct Known(&'static str, &'static str, u64, &'static [usize]);

const ALL: &[usize] = &[0, 1, 2, 3, 4, 5];

const KNOWN: &[Known] = &[
    Known("POS", names::POSITION, 3, ALL),
    Known("VEL", names::VELOCITY, 3, ALL),
    Known("ID", names::ID, 1, ALL),
    Known("MASS", names::MASS, 1, ALL),
    Known("U", names::ENERGY, 1, &[0]),
    Known("RHO", names::DENSITY, 1, &[0]),
    Known("NE", "electron abundance", 1, &[0]),
    Known("NH", "neutral hydrogen abundance", 1, &[0]),
    Known("HSML", names::SMOOTHING, 1, &[0]),
    Known("SFR", "star formation rate", 1, &[0]),
    Known("AGE", names::FORMATION, 1, &[4]),
    Known("Z", names::METALLICITY, 1, &[0, 4]),
    Known("TEMP", names::TEMPERATURE, 1, &[0]),
    Known("POT", names::POTENTIAL, 1, ALL),
    Known("ACCE", names::ACCELERATION, 3, ALL),
    Known("ENDT", "rate of change of entropy", 1, &[0]),
    Known("TSTP", "time step", 1, ALL),
];

/// A column that a block fits.
struct Fit {
    name: String,
    components: u64,
    kind: Kind,
    types: Vec<usize>,
}

/// Whether types of a list have bodies in a part, and how many.
fn bodies(head: &Head, types: &[usize]) -> u64 {
    types.iter().filter_map(|&t| head.counts.get(t)).sum()
}

/// Types whose masses are in a block, not in the table.
fn without_mass(head: &Head) -> Vec<usize> {
    ALL.iter().copied().filter(|&t| head.masses[t] == 0.0 && head.counts[t] > 0).collect()
}

/// The labels that records of format 1 stand for, in their order.
fn unnamed(head: &Head) -> Vec<&'static str> {
    let gas = head.counts[0] > 0;
    let wanted = [
        ("POS", true),
        ("VEL", true),
        ("ID", true),
        ("MASS", !without_mass(head).is_empty()),
        ("U", gas),
        ("RHO", gas),
        ("NE", gas && head.cooling),
        ("NH", gas && head.cooling),
        ("HSML", gas),
        ("SFR", gas && head.star_formation),
        ("AGE", head.ages && head.counts[4] > 0),
        ("Z", head.metals && head.counts[0].saturating_add(head.counts[4]) > 0),
        ("POT", true),
        ("ACCE", true),
        ("ENDT", gas),
        ("TSTP", true),
    ];
    wanted.into_iter().filter(|w| w.1).map(|w| w.0).collect()
}

/// The precision that makes a block of `count` bodies as large as it is.
fn kind(size: u64, count: u64, components: u64, id: bool) -> Option<Kind> {
    let numbers = count.checked_mul(components).filter(|&n| n > 0)?;
    match (size / numbers, size % numbers) {
        (4, 0) => Some(if id { Kind::U32 } else { Kind::F32 }),
        (8, 0) => Some(if id { Kind::U64 } else { Kind::F64 }),
        _ => None,
    }
}

/// What a block with a label holds; blocks of unknown names are tried for all types and gas.
fn fit(block: &Block, label: &str, head: &Head) -> Option<Fit> {
    if let Some(Known(_, name, components, types)) = KNOWN.iter().find(|k| k.0 == label) {
        let types = if label == "MASS" { without_mass(head) } else { types.to_vec() };
        let kind = kind(block.size, bodies(head, &types), *components, label == "ID")?;
        return Some(Fit { name: (*name).into(), components: *components, kind, types });
    }
    for (types, components) in [(ALL, 1), (ALL, 3), (&[0][..], 1), (&[0][..], 3), (&[4][..], 1)] {
        if let Some(kind) = kind(block.size, bodies(head, types), components, false) {
            let (name, types) = (label.to_owned(), types.to_vec());
            return Some(Fit { name, components, kind, types });
        }
    }
    None
}

/// Makes the columns of the header, and says where they lie in the parts.
pub(super) fn layout(
    paths: &[&Path],
    parts: &[Part],
    totals: [u64; 6],
    order: Order,
    header: &mut Header,
) -> Result<Layout, Error> {
    let mut layout = Layout::new();
    let mut next = [0_u64; 6];
    for t in 1..6 {
        next[t] = next[t - 1].saturating_add(totals[t - 1]);
    }
    for (file, (part, path)) in parts.iter().zip(paths).enumerate() {
        let labels = unnamed(&part.head);
        for (k, block) in part.blocks.iter().enumerate() {
            let unknown = format!("block {}", k + 1);
            let label = block.name.as_deref().or(labels.get(k).copied()).unwrap_or(&unknown);
            let Some(fit) = fit(block, label, &part.head) else {
                skip(path, block, label, &part.head, header)?;
                continue;
            };
            let segments = segments(block, &fit, &part.head, (file, order), &next);
            add(header, &mut layout, &fit, segments);
        }
        table(&part.head, &next, header, &mut layout);
        for (next, count) in next.iter_mut().zip(part.head.counts) {
            *next = next.saturating_add(count);
        }
    }
    if header.columns.first().is_none_or(|c| c.name != names::POSITION) {
        let path = paths.first().copied().unwrap_or(Path::new(""));
        return Err(Error::damaged(path, 264, "no block of positions follows the header"));
    }
    Ok(layout)
}

/// Positions must fit; other blocks that do not are left out with a note.
fn skip(
    path: &Path,
    block: &Block,
    label: &str,
    head: &Head,
    header: &mut Header,
) -> Result<(), Error> {
    let (size, total) = (block.size, head.total());
    if ["POS", "VEL", "ID", "MASS"].contains(&label) && total > 0 {
        let what = format!("block {label} of {size} bytes does not fit {total} bodies");
        return Err(Error::damaged(path, block.at, what));
    }
    if size > 0 && header.notes.len() < 64 {
        header.notes.push(format!("block {label} of {size} bytes fits no type; left out"));
    }
    Ok(())
}

/// One segment for each type that has the block.
fn segments(
    block: &Block,
    fit: &Fit,
    head: &Head,
    file: (usize, Order),
    next: &[u64; 6],
) -> Vec<Segment> {
    let stride = fit.components * fit.kind.size();
    let mut at = block.at;
    let mut segments = Vec::new();
    for &t in &fit.types {
        let count = head.counts[t];
        if count > 0 {
            let place = Place::packed(file, at, stride, fit.kind, fit.components);
            segments.push(Segment { rows: next[t]..next[t].saturating_add(count), place });
            at = at.saturating_add(count.saturating_mul(stride));
        }
    }
    segments
}

/// Appends segments to their column, which the first part that has it makes.
fn add(header: &mut Header, layout: &mut Layout, fit: &Fit, segments: Vec<Segment>) {
    let index = header.columns.iter().position(|c| c.name == fit.name);
    let index = index.unwrap_or_else(|| {
        let components = if fit.components == 3 { 3 } else { 1 };
        let mut column = Column::new(&fit.name, components, fit.kind.scalar());
        let (si, unit) = unit(&fit.name, header);
        (column.si, column.unit) = (si, unit.into());
        if fit.types.len() < 6 && fit.name != names::MASS {
            column.groups = fit.types.iter().map(|&t| names::GADGET[t].into()).collect();
        }
        header.columns.push(column);
        layout.push(Vec::new());
        layout.len() - 1
    });
    if let Some(held) = layout.get_mut(index) {
        held.extend(segments);
    }
}

/// The unit of a column, and its text, from those of length, velocity and mass.
fn unit(name: &str, header: &Header) -> (Option<Unit>, &'static str) {
    let units = header.units;
    let (Some(l), Some(v), Some(m)) = (units.length, units.velocity, units.mass) else {
        return (None, "");
    };
    let (unit, text) = match name {
        names::POSITION | names::SMOOTHING => (l, "kpc/h"),
        names::VELOCITY if header.comoving => (v, "km/s, over the root of a"),
        names::VELOCITY => (v, "km/s"),
        names::MASS => (m, "1e10 Msun/h"),
        names::ENERGY => (Unit::from_si(v.si * v.si), "(km/s)^2"),
        names::DENSITY => {
            let unit = Unit { si: m.si / l.si.powi(3), expansion: -3.0 * l.expansion };
            (unit, "1e10 h^2 Msun/kpc^3")
        }
        _ => return (None, ""),
    };
    (Some(unit), text)
}

/// Masses from the table of the header.
fn table(head: &Head, next: &[u64; 6], header: &mut Header, layout: &mut Layout) {
    for (t, (&mass, &count)) in head.masses.iter().zip(&head.counts).enumerate() {
        if mass > 0.0 && count > 0 {
            let place = Place::Constant(mass);
            let segment = Segment { rows: next[t]..next[t].saturating_add(count), place };
            let (name, types) = (names::MASS.into(), ALL.to_vec());
            let fit = Fit { name, components: 1, kind: Kind::F64, types };
            add(header, layout, &fit, vec![segment]);
        }
    }
}
