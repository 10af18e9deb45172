//! Snapshots with their bodies by identity, and how bodies move between two of them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use glam::DVec3;
use rayon::prelude::*;

use super::{Contents, ImportError, Moment, Properties, Reading, read};
use crate::physics::{Body, Column, State};
use crate::render::{Appearance, Look};

/// Velocities that lead this part of the way elsewhere, in the middle of all bodies, do not belong
/// to the places.
const ELSEWHERE: f64 = 0.5;
/// Bodies by which that is judged.
const JUDGED: usize = 4096;

/// Where a snapshot is.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub path: PathBuf,
    /// Its number in the file, from 1.
    pub number: usize,
    pub time: f64,
    /// Whether it has the column that is asked for; true if none is.
    pub has_column: bool,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.number > 1 {
            write!(f, "snapshot {} of ", self.number)?;
        }
        self.path.display().fmt(f)
    }
}

/// A snapshot with its bodies by their identity.
#[derive(Debug)]
pub(super) struct Numbered {
    /// In the order of their identities, if they have any.
    pub imported: Contents,
    /// A hash of the identities in the order of the file.
    pub order: u64,
}

impl Numbered {
    /// `types` are those of the series, whose numbers the components get.
    pub fn read(place: &Place, reading: &Reading, types: &[String]) -> Result<Self, ImportError> {
        let mut reading = Reading { moment: Some(Moment::Number(place.number)), ..reading.clone() };
        let wanted = reading.properties.named().cloned();
        if !place.has_column {
            reading.properties = Properties::None;
        }
        let mut imported = read(&place.path, &reading)?;
        let Contents { state, ids, properties, types: own, .. } = &mut imported;
        if *own != types {
            let number = |name| types.iter().position(|other| other == name).unwrap_or_default();
            let numbers: Vec<u32> = own.iter().map(|name| number(name) as u32).collect();
            let renumbered = |body: Body| {
                let component = numbers.get(body.component as usize).copied();
                Body { component: component.unwrap_or(body.component), ..body }
            };
            *state = State::exact(state.bodies().map(renumbered));
            *own = types.to_vec();
        }
        // Its bodies have no number in the column that others have.
        if let (Some(name), false) = (wanted, place.has_column) {
            let values = Arc::new(vec![f32::NAN; state.len()]);
            properties.push(Column { name, unit: String::new(), values });
        }
        let mut hasher = DefaultHasher::new();
        ids.hash(&mut hasher);
        let mut order: Vec<u32> = (0..ids.len() as u32).collect();
        order.par_sort_by_key(|place| ids[*place as usize]);
        if !ids.is_empty() {
            *state = State::exact(order.iter().map(|place| state.body(*place as usize)));
            *ids = Arc::new(order.iter().map(|place| ids[*place as usize]).collect());
            for column in properties {
                *column = column.of(order.iter().map(|place| *place as usize));
            }
        }
        Ok(Self { imported, order: hasher.finish() })
    }
}

/// Two snapshots that follow each other.
#[derive(Debug)]
pub(super) struct Pair {
    /// The place of the first.
    pub at: usize,
    pub both: [Arc<Numbered>; 2],
    /// Which bodies of both are one, by their places; none where one of the two does not have it.
    joined: Vec<[Option<u32>; 2]>,
    /// Whether the velocities lead from one to the other.
    pub is_curved: bool,
}

/// Which bodies of two snapshots are one, by their identities or else by their places.
fn joined([first, second]: &[Arc<Numbered>; 2]) -> Vec<[Option<u32>; 2]> {
    if first.imported.ids.is_empty() || second.imported.ids.is_empty() {
        return (0..first.imported.state.len() as u32).map(|place| [Some(place); 2]).collect();
    }
    let mut joined = Vec::with_capacity(first.imported.ids.len().max(second.imported.ids.len()));
    let (mut one, mut other) = (0, 0);
    while one < first.imported.ids.len() || other < second.imported.ids.len() {
        let [left, right] = [first.imported.ids.get(one), second.imported.ids.get(other)];
        let is_left = right.is_none_or(|right| left.is_some_and(|left| left <= right));
        let is_right = left.is_none_or(|left| right.is_some_and(|right| right <= left));
        joined.push([is_left.then_some(one as u32), is_right.then_some(other as u32)]);
        (one, other) = (one + usize::from(is_left), other + usize::from(is_right));
    }
    joined
}

impl Pair {
    pub fn new(at: usize, both: [Arc<Numbered>; 2]) -> Self {
        Self { at, joined: joined(&both), both, is_curved: false }
    }

    /// Whether the velocities of most bodies lead from one place to the other within the interval.
    pub fn are_led(&self, interval: f64) -> bool {
        let [first, second] = &self.both;
        let both = self.joined.iter().step_by(self.joined.len().div_ceil(JUDGED).max(1));
        let both = both.filter_map(|pair| Some((pair[0]? as usize, pair[1]? as usize)));
        let mut shares: Vec<f64> = both
            .filter_map(|(one, other)| {
                let [from, to] =
                    [first.imported.state.body(one), second.imported.state.body(other)];
                let way = to.position - from.position;
                let led = 0.5 * interval * (from.velocity + to.velocity);
                let length = way.length().max(led.length());
                (length > 0.0).then(|| way.distance(led) / length)
            })
            .collect();
        shares.sort_unstable_by(f64::total_cmp);
        shares.get(shares.len() / 2).is_some_and(|share| *share < ELSEWHERE)
    }

    /// The bodies after a part of the interval between the two, and what pictures show of them: all
    /// columns are named, but only the one that the look shows has its numbers. A body that is in
    /// the first alone goes on as it moves there, and fades until the second; one that is in the
    /// second alone comes as it moves there, and fades in.
    pub fn between(&self, part: f64, interval: f64, look: &Look) -> (Vec<Body>, Appearance) {
        let both = self.both.each_ref().map(|snapshot| &snapshot.imported);
        let columns = both.map(|contents| look.column_of(&contents.properties));
        let ids = both.map(|contents| &contents.ids);
        let value = |of: usize, row: usize| {
            columns[of].and_then(|column| column.values.get(row)).copied().unwrap_or(f32::NAN)
        };
        let alone = |of: usize, row: usize, share: f64, after: f64| {
            let body = both[of].state.body(row);
            let way = if self.is_curved { after * interval * body.velocity } else { DVec3::ZERO };
            let (position, mass) = (body.position + way, share * body.mass);
            (Body { position, mass, ..body }, share, value(of, row))
        };
        let shown = |(place, pair): (usize, &[Option<u32>; 2])| {
            let rows = pair.map(|row| row.map(|row| row as usize));
            let (body, share, value) = match rows {
                [Some(one), Some(other)] => {
                    let [from, to] = [both[0].state.body(one), both[1].state.body(other)];
                    let body = moved(&from, &to, part, interval, self.is_curved);
                    (body, 1.0, mixed([value(0, one), value(1, other)], part as f32))
                }
                [Some(one), None] => alone(0, one, 1.0 - part, part),
                [None, Some(other)] => alone(1, other, part, part - 1.0),
                [None, None] => return None,
            };
            let id = |of: usize| rows[of].and_then(|row| ids[of].get(row)).copied();
            let identity = id(0).or_else(|| id(1)).unwrap_or(place as u64);
            (share > 0.0).then_some((body, share as f32, identity as u32, value))
        };
        let all: Vec<_> = self.joined.par_iter().enumerate().filter_map(shown).collect();
        let known = both.into_iter().find(|contents| !contents.properties.is_empty());
        let shown = columns[0].or(columns[1]).map(|column| &column.name);
        let named = known.into_iter().flat_map(|contents| &contents.properties);
        let columns = named.map(|column| {
            let values = all.iter().filter(|_| shown == Some(&column.name));
            let values = Arc::new(values.map(|(.., value)| *value).collect());
            Column { name: column.name.clone(), unit: column.unit.clone(), values }
        });
        let appearance = Appearance {
            columns: columns.collect(),
            range: None,
            shares: all.iter().map(|(_, share, ..)| *share).collect(),
            identities: all.iter().map(|(_, _, identity, _)| *identity).collect(),
        };
        (all.into_iter().map(|(body, ..)| body).collect(), appearance)
    }
}

/// A number between two; the one that there is if the other is missing.
fn mixed([from, to]: [f32; 2], part: f32) -> f32 {
    match (from.is_nan(), to.is_nan()) {
        (false, false) => from + part * (to - from),
        (true, _) => to,
        (_, true) => from,
    }
}

/// A body on its way: along the cubic through both places with both velocities (Hermite), or straight.
fn moved(from: &Body, to: &Body, part: f64, interval: f64, is_curved: bool) -> Body {
    let velocity = from.velocity.lerp(to.velocity, part);
    let position = if is_curved {
        let (s, rest) = (part, 1.0 - part);
        let [at_start, at_end] = [rest * rest * (1.0 + 2.0 * s), s * s * (3.0 - 2.0 * s)];
        let [by_start, by_end] = [s * rest * rest * interval, -s * s * rest * interval];
        at_start * from.position
            + at_end * to.position
            + by_start * from.velocity
            + by_end * to.velocity
    } else {
        from.position.lerp(to.position, part)
    };
    let mass = from.mass + part * (to.mass - from.mass);
    Body { position, velocity, mass, component: from.component }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_between_two_snapshots_follows_its_orbit() {
        let at = |angle: f64| Body {
            position: DVec3::new(angle.cos(), angle.sin(), 0.0),
            velocity: DVec3::new(-angle.sin(), angle.cos(), 0.0),
            mass: 1.0,
            component: 0,
        };
        let interval = 0.4;
        for part in [0.0, 0.25, 0.5, 0.9, 1.0] {
            let moved = moved(&at(0.0), &at(interval), part, interval, true);
            assert!(moved.position.distance(at(part * interval).position) < 1e-4, "{part}");
        }
    }
}
