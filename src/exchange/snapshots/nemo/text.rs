//! The text format "205": N, dimensions, time, then all masses, positions and velocities.

use std::path::Path;

use super::empty;
use crate::exchange::snapshots::error::{COPY_AGAIN, Error};
use crate::exchange::snapshots::header::{Column, Moment, Order, Scalar};
use crate::exchange::snapshots::laid::{Laid, Layout, Place, Segment};
use crate::exchange::snapshots::names;
use crate::exchange::snapshots::reader::Start;
use crate::exchange::snapshots::reader::{Limits, Reader};
use crate::exchange::snapshots::source::Source;
use crate::exchange::snapshots::values::Kind;

/// Whether three lines hold a count, the number 3, and a time.
pub(in crate::exchange::snapshots) fn recognises(start: &Start) -> bool {
    let bytes = start.bytes.get(..start.bytes.len().min(256)).unwrap_or_default();
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut next = || lines.next().unwrap_or_default();
    let count = next().parse::<u64>().is_ok_and(|n| n > 0);
    count && next() == "3" && next().parse::<f64>().is_ok()
}

pub(in crate::exchange::snapshots) fn open(
    mut source: Source,
    limits: &Limits,
) -> Result<Box<dyn Reader>, Error> {
    let text = source.text(limits.memory / 4)?;
    let path = source.path().to_owned();
    let numbers = numbers(&path, &text)?;
    let mut header = empty("NEMO text (205)".into());
    let mut layouts = Vec::new();
    let mut at = 0;
    while at < numbers.len() {
        let (moment, layout, end) = frame(&path, &numbers, at)?;
        header.moments.push(moment);
        layouts.push(layout);
        at = end;
    }
    let shapes = [(names::POSITION, 3), (names::VELOCITY, 3), (names::MASS, 1)];
    let more = [(names::POTENTIAL, 1), (names::ACCELERATION, 3)];
    let count = layouts.iter().map(Vec::len).max().unwrap_or(0);
    let columns = shapes.into_iter().chain(more).take(count);
    header.columns = columns.map(|(name, n)| Column::new(name, n, Scalar::F64)).collect();
    let bytes = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    Ok(Box::new(Laid::new(header, vec![Source::from_bytes(&path, bytes)], layouts)?))
}

/// All numbers of a text.
fn numbers(path: &Path, text: &str) -> Result<Vec<f64>, Error> {
    let mut numbers = Vec::new();
    for word in text.split_ascii_whitespace() {
        let Ok(number) = word.parse::<f64>() else {
            let at = word.as_ptr().addr().saturating_sub(text.as_ptr().addr()) as u64;
            let word: String = word.chars().take(20).collect();
            let word = crate::exchange::snapshots::error::printable(&word);
            return Err(Error::damaged(path, at, format!("'{word}' is no number")));
        };
        numbers.push(number);
    }
    Ok(numbers)
}

/// One snapshot from a place in the numbers: what it is, where it lies, and where it ends.
fn frame(path: &Path, numbers: &[f64], at: usize) -> Result<(Moment, Layout, usize), Error> {
    let bad = |what: String| Error::Damaged {
        path: path.into(),
        offset: 0,
        what: format!("number {} of the text: {what}", at + 1),
        remedy: COPY_AGAIN,
    };
    let head = numbers.get(at..at.saturating_add(3)).unwrap_or_default();
    let &[count, dimensions, time] = head else {
        return Err(bad("a snapshot needs a count, dimensions and a time".into()));
    };
    let rest = numbers.len() - at - 3;
    // A count that is no whole number, or larger than the text, fails this comparison.
    let Some(n) = (1..=rest / 7).contains(&whole(count)).then(|| whole(count)) else {
        return Err(bad(format!("{count} bodies need 7 numbers each, {rest} follow")));
    };
    if whole(dimensions) != 3 {
        return Err(bad(format!("{dimensions} dimensions, only 3 are read")));
    }
    // What follows velocities is a next snapshot, or potentials and accelerations of this one.
    let more = rest - 7 * n;
    let after = at + 3 + 7 * n;
    let next = numbers.get(after..after.saturating_add(2)).unwrap_or_default();
    let another = matches!(next, &[count, d] if whole(count) > 0 && whole(d) == 3);
    let blocks: &[(usize, usize)] = match more {
        _ if more == n && !another => &[(n, 3), (4 * n, 3), (0, 1), (7 * n, 1)],
        _ if more == 4 * n && !another => &[(n, 3), (4 * n, 3), (0, 1), (7 * n, 1), (8 * n, 3)],
        _ => &[(n, 3), (4 * n, 3), (0, 1)],
    };
    let rows = 0..n as u64;
    let segment = |&(first, components): &(usize, usize)| {
        let (start, components) = (8 * (at + 3 + first) as u64, components as u64);
        let place = Place::packed((0, Order::Little), start, 8 * components, Kind::F64, components);
        vec![Segment { rows: rows.clone(), place }]
    };
    let layout: Layout = blocks.iter().map(segment).collect();
    let used = 7 * n + if blocks.len() > 3 { more } else { 0 };
    let moment = Moment::from_counts(&[("bodies", n as u64)]).with_time(time);
    Ok((moment, layout, at + 3 + used))
}

/// A whole number that a text of this size can count, else 0.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(x: f64) -> usize {
    if x.fract() == 0.0 && (0.0..1e15).contains(&x) { x as usize } else { 0 }
}
