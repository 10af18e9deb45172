//! A series of snapshots as motion: bodies are joined by their identity and move between two
//! snapshots as their places and velocities there say.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use glam::DVec3;
use rayon::prelude::*;

pub use super::pattern::files;
use super::{
    Contents, ImportError, Imported, Measures, Moment, Part, Properties, Question, Reading,
    properties, read, snapshots,
};
use crate::physics::{Body, Column};
use crate::render::{Appearance, ColorBy, Look};
use crate::words::say;

/// Velocities that lead this part of the way elsewhere, in the middle of all bodies, do not belong
/// to the places.
const ELSEWHERE: f64 = 0.5;
/// Bodies by which that is judged.
const JUDGED: usize = 4096;

/// Snapshots of a run, in the order of their times.
#[derive(Debug)]
pub struct Series {
    places: Vec<Place>,
    reading: Reading,
    /// The types of bodies in all snapshots: a type is the same component throughout.
    types: Arc<[String]>,
    first: Arc<Numbered>,
    /// The pair of snapshots that was looked at last.
    pair: Option<Pair>,
    /// The snapshot after the pair, which a thread reads.
    ahead: Option<(usize, Arriving)>,
    is_comoving: bool,
    /// A column that is shown, and its range.
    range: Option<(String, [f64; 2])>,
    notes: Vec<String>,
}

/// A snapshot that a thread reads.
type Arriving = Receiver<Result<Arc<Numbered>, ImportError>>;

/// Where a snapshot is.
#[derive(Clone, Debug)]
struct Place {
    path: PathBuf,
    /// Its number in the file, from 1.
    number: usize,
    time: f64,
    /// Whether it has the column that is asked for; true if none is.
    has_column: bool,
}

/// A snapshot with its bodies by their identity.
#[derive(Debug)]
struct Numbered {
    /// In the order of their identities, if they have any.
    imported: Imported,
    /// A hash of the identities in the order of the file.
    order: u64,
}

/// Two snapshots that follow each other.
#[derive(Debug)]
struct Pair {
    /// The place of the first.
    at: usize,
    both: [Arc<Numbered>; 2],
    /// Which bodies of both are one, by their places; none where one of the two does not have it.
    joined: Vec<[Option<u32>; 2]>,
    /// Whether the velocities lead from one to the other.
    is_curved: bool,
}

impl Series {
    /// Opens the snapshots in `files`, each of which may hold several. `reading` says which bodies are
    /// taken.
    ///
    /// # Errors
    /// [`ImportError`] if a file is no snapshot, or if there is only one.
    pub fn open(files: &[PathBuf], reading: &Reading) -> Result<Self, ImportError> {
        let mut places = Vec::new();
        let (mut types, mut lacking): (Vec<String>, Vec<_>) = Default::default();
        let (mut has_times, mut is_comoving) = (true, false);
        for path in files {
            let reader = snapshots::open(path)?;
            let header = reader.header();
            // Fails before a film begins, not in the middle of it.
            properties::check(path, header, &reading.part, &Properties::None)?;
            let asked = properties::check(path, header, &Part::default(), &reading.properties);
            let has_column = asked.is_ok();
            lacking.extend(asked.err());
            is_comoving |= header.comoving;
            for (place, moment) in header.moments.iter().enumerate() {
                let time = if header.comoving { moment.expansion } else { header.time(place) };
                has_times &= time.is_some_and(f64::is_finite);
                let time = time.unwrap_or(0.0);
                places.push(Place { path: path.clone(), number: place + 1, time, has_column });
                for group in &moment.groups {
                    if !types.contains(&group.name) {
                        types.push(group.name.clone());
                    }
                }
            }
        }
        let named = files.first().map_or_else(String::new, |path| path.display().to_string());
        if places.len() < 2 {
            return Err(ImportError::Invalid { file: named, message: say!("import-short-series") });
        }
        let mut notes = Vec::new();
        let without = lacking.len();
        if let Some(error) = lacking.into_iter().next() {
            // Early snapshots may have no stars yet, or no ages.
            if without == files.len() {
                return Err(error.into());
            }
            notes.push(format!("{error}; {without} of {} files lack it", files.len()));
        }
        let earliest = places.iter().map(|place| place.time).fold(f64::INFINITY, f64::min);
        if has_times && places.iter().any(|place| place.time > earliest) {
            notes.extend(sort(&mut places));
            notes.extend(gaps(&places));
        } else {
            notes.push(
                "the snapshots have no times: they follow each other at even steps".to_owned(),
            );
            places.iter_mut().enumerate().for_each(|(place, at)| at.time = place as f64);
        }
        if is_comoving {
            notes.push(
                "comoving snapshots: bodies move evenly with the expansion factor between them"
                    .to_owned(),
            );
        }
        let reading = Reading { moment: None, ..reading.clone() };
        let types: Arc<[String]> = types.into();
        let first = Arc::new(Numbered::read(&places[0], &reading, &types)?);
        if first.imported.ids.is_empty() {
            notes.push(
                "the snapshots have no ids: bodies are taken in the same order in all".to_owned(),
            );
        }
        Ok(Self {
            places,
            reading,
            types,
            first,
            pair: None,
            ahead: None,
            is_comoving,
            range: None,
            notes,
        })
    }

    /// The first snapshot.
    pub fn first(&self) -> &Imported {
        &self.first.imported
    }

    /// The times of all snapshots, in their order.
    pub fn times(&self) -> impl Iterator<Item = f64> + '_ {
        self.places.iter().map(|place| place.time)
    }

    /// How many snapshots there are.
    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// The times of the first and the last snapshot, in the file's lengths over its speeds; or expansion
    /// factors.
    pub fn span(&self) -> [f64; 2] {
        [self.places[0].time, self.places[self.places.len() - 1].time]
    }

    /// Whether expansion factors stand in place of times.
    pub fn is_comoving(&self) -> bool {
        self.is_comoving
    }

    /// What is odd about the series, in sentences.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Fails if something is in doubt, apart from which snapshot is meant.
    ///
    /// # Errors
    /// [`ImportError::Doubtful`].
    pub fn check(&self) -> Result<(), ImportError> {
        let doubts: Vec<_> = self
            .first()
            .doubts
            .iter()
            .filter(|doubt| doubt.question != Question::Moment)
            .cloned()
            .collect();
        match doubts.is_empty() {
            true => Ok(()),
            false => Err(ImportError::Doubtful { file: self.first().file.clone(), doubts }),
        }
    }

    /// What the numbers of the files measure.
    pub fn measures(&self) -> Option<&Measures> {
        self.first().measures.as_ref()
    }

    /// The bodies at a time within the span, in the numbers of the files. A body that is in only
    /// one of the snapshots before and after is included up to the other.
    ///
    /// # Errors
    /// [`ImportError`] if a file fails, or if bodies cannot be joined.
    pub fn at(&mut self, time: f64) -> Result<Vec<Body>, ImportError> {
        self.shown_at(time, &Look::default()).map(|(bodies, _)| bodies)
    }

    /// As [`Series::at`], and what pictures show of these bodies: the column that `look` asks for,
    /// and who comes or goes, whose light fades in or out.
    ///
    /// # Errors
    /// As [`Series::at`].
    pub fn shown_at(
        &mut self,
        time: f64,
        look: &Look,
    ) -> Result<(Vec<Body>, Appearance), ImportError> {
        let range = self.range_of(look);
        let after = self.places.partition_point(|place| place.time <= time);
        let at = after.saturating_sub(1).min(self.places.len() - 2);
        if self.pair.as_ref().is_none_or(|pair| pair.at != at) {
            self.pair = Some(self.pair_at(at)?);
        }
        let [start, end] = [at, at + 1].map(|place| self.places[place].time);
        let Some(pair) = &self.pair else { return Ok(Default::default()) };
        let (bodies, shown) = pair.between((time - start) / (end - start), end - start, look);
        Ok((bodies, Appearance { range, ..shown }))
    }

    /// The range of the column that a look shows, the same for the whole film: of the first snapshot,
    /// and of those in memory when it is first asked for.
    fn range_of(&mut self, look: &Look) -> Option<[f64; 2]> {
        let column = |of: &Arc<Numbered>| look.column_of(&of.imported.properties)?.spread();
        let known = self.range.as_ref().filter(|(name, _)| *name == look.color_column);
        if known.is_none() {
            let pair = self.pair.iter().flat_map(|pair| &pair.both);
            let all = std::iter::once(&self.first).chain(pair).filter_map(column);
            let range = all.reduce(|one, two| [one[0].min(two[0]), one[1].max(two[1])])?;
            self.range = Some((look.color_column.clone(), range));
        }
        self.range.as_ref().filter(|_| look.color_by == ColorBy::Column).map(|(_, range)| *range)
    }

    /// The pair of snapshots from a place on. A thread begins to read what follows them.
    fn pair_at(&mut self, at: usize) -> Result<Pair, ImportError> {
        let known = |place: usize| {
            let pair = self.pair.as_ref()?;
            let number = place.checked_sub(pair.at).filter(|number| *number < 2)?;
            Some(Arc::clone(&pair.both[number]))
        };
        let [known_first, known_second] = [at, at + 1].map(known);
        let first = match known_first {
            Some(first) => first,
            None => self.load(at)?,
        };
        let second = match known_second {
            Some(second) => second,
            None => self.load(at + 1)?,
        };
        if (first.imported.ids.is_empty() || second.imported.ids.is_empty())
            && first.imported.bodies.len() != second.imported.bodies.len()
        {
            let file = self.places[at + 1].path.display().to_string();
            let counts = [first.imported.bodies.len(), second.imported.bodies.len()]
                .map(|count| count.to_string());
            let [before, after] = counts;
            let message = say!("import-no-ids", before = before, after = after);
            return Err(ImportError::Invalid { file, message });
        }
        if let Some(next) = self.places.get(at + 2).cloned() {
            let (sender, arrives) = channel();
            let (reading, types) = (self.reading.clone(), Arc::clone(&self.types));
            // Fails only if the series is gone.
            std::thread::spawn(move || {
                sender.send(Numbered::read(&next, &reading, &types).map(Arc::new))
            });
            self.ahead = Some((at + 2, arrives));
        }
        let interval = self.places[at + 1].time - self.places[at].time;
        let both = [first, second];
        let mut pair = Pair { at, joined: joined(&both), both, is_curved: false };
        pair.is_curved = !self.is_comoving && pair.are_led(interval);
        if !pair.is_curved && !self.is_comoving {
            self.say(STRAIGHT);
        }
        let [first, second] = &pair.both;
        if first.order != second.order && first.imported.ids == second.imported.ids {
            self.say(ORDER);
        }
        Ok(pair)
    }

    /// Adds a note, once.
    fn say(&mut self, note: &str) {
        if !self.notes.iter().any(|said| said == note) {
            self.notes.push(note.to_owned());
        }
    }

    fn load(&mut self, place: usize) -> Result<Arc<Numbered>, ImportError> {
        if place == 0 {
            return Ok(Arc::clone(&self.first));
        }
        let arrived = self.ahead.take().filter(|(ahead, _)| *ahead == place);
        if let Some(read) = arrived.and_then(|(_, arrives)| arrives.recv().ok()) {
            return read;
        }
        Numbered::read(&self.places[place], &self.reading, &self.types).map(Arc::new)
    }
}

/// What is said where velocities do not lead from snapshot to snapshot.
const STRAIGHT: &str =
    "the velocities do not lead from one snapshot to the next: bodies move straight between them";

/// The note where the order of the bodies changes.
const ORDER: &str = "the order of the bodies changes: they are joined by their ids";
/// Most gaps that are named.
const GAPS: usize = 3;

/// Sorts snapshots by their times, keeps one per time, and says what that changes.
fn sort(places: &mut Vec<Place>) -> Vec<String> {
    let mut notes = Vec::new();
    if !places.is_sorted_by(|one, next| one.time <= next.time) {
        notes.push("the names are not in the order of the times, which is taken".to_owned());
        places.sort_by(|one, other| one.time.total_cmp(&other.time));
    }
    let (count, mut first) = (places.len(), None);
    places.dedup_by(|later, earlier| {
        let is_same = later.time == earlier.time;
        if is_same {
            first.get_or_insert_with(|| format!("{later} has the time of {earlier}"));
        }
        is_same
    });
    notes.extend(first.map(|first| {
        let left = count - places.len();
        format!("{first}: of each time, the first snapshot is taken, which leaves {left} out")
    }));
    notes
}

/// Intervals between snapshots that are much longer than usual.
fn gaps(places: &[Place]) -> Option<String> {
    let intervals = || places.windows(2).map(|pair| pair[1].time - pair[0].time);
    let mut sorted: Vec<f64> = intervals().collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let usual = sorted[sorted.len() / 2];
    let long: Vec<usize> =
        intervals().enumerate().filter(|one| one.1 > 1.5 * usual).map(|one| one.0).collect();
    let named: Vec<String> = long
        .iter()
        .take(GAPS)
        .map(|&place| {
            let [before, after] = [&places[place], &places[place + 1]];
            let times = (after.time - before.time) / usual;
            format!("{before} to {after} is {times:.1} times the usual interval")
        })
        .collect();
    let more = match long.len().saturating_sub(GAPS) {
        0 => String::new(),
        more => format!(", and {more} more are long"),
    };
    (!named.is_empty()).then(|| format!("snapshots are missing: {}{more}", named.join(", ")))
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.number > 1 {
            write!(f, "snapshot {} of ", self.number)?;
        }
        self.path.display().fmt(f)
    }
}

impl Numbered {
    /// `types` are those of the series, whose numbers the components get.
    fn read(place: &Place, reading: &Reading, types: &[String]) -> Result<Self, ImportError> {
        let mut reading = Reading { moment: Some(Moment::Number(place.number)), ..reading.clone() };
        let wanted = reading.properties.named().cloned();
        if !place.has_column {
            reading.properties = Properties::None;
        }
        let mut imported = read(&place.path, &reading)?;
        let Contents { bodies, ids, properties, types: own, .. } = &mut imported.contents;
        if *own != types {
            let number = |name| types.iter().position(|other| other == name).unwrap_or_default();
            let numbers: Vec<u32> = own.iter().map(|name| number(name) as u32).collect();
            for body in bodies.iter_mut() {
                body.component =
                    numbers.get(body.component as usize).copied().unwrap_or(body.component);
            }
            *own = types.to_vec();
        }
        // Its bodies have no number in the column that others have.
        if let (Some(name), false) = (wanted, place.has_column) {
            let values = Arc::new(vec![f32::NAN; bodies.len()]);
            properties.push(Column { name, unit: String::new(), values });
        }
        let mut hasher = DefaultHasher::new();
        ids.hash(&mut hasher);
        let mut order: Vec<u32> = (0..ids.len() as u32).collect();
        order.par_sort_by_key(|place| ids[*place as usize]);
        if !ids.is_empty() {
            *bodies = order.iter().map(|place| bodies[*place as usize]).collect();
            *ids = order.iter().map(|place| ids[*place as usize]).collect();
            for column in properties {
                *column = column.of(order.iter().map(|place| *place as usize));
            }
        }
        Ok(Self { imported, order: hasher.finish() })
    }
}

/// Which bodies of two snapshots are one, by their identities or else by their places.
fn joined([first, second]: &[Arc<Numbered>; 2]) -> Vec<[Option<u32>; 2]> {
    if first.imported.ids.is_empty() || second.imported.ids.is_empty() {
        return (0..first.imported.bodies.len() as u32).map(|place| [Some(place); 2]).collect();
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
    /// Whether the velocities of most bodies lead from one place to the other within the interval.
    fn are_led(&self, interval: f64) -> bool {
        let [first, second] = &self.both;
        let both = self.joined.iter().step_by(self.joined.len().div_ceil(JUDGED).max(1));
        let both = both.filter_map(|pair| Some((pair[0]? as usize, pair[1]? as usize)));
        let mut shares: Vec<f64> = both
            .filter_map(|(one, other)| {
                let [from, to] = [&first.imported.bodies[one], &second.imported.bodies[other]];
                let way = to.position - from.position;
                let led = 0.5 * interval * (from.velocity + to.velocity);
                let length = way.length().max(led.length());
                (length > 0.0).then(|| way.distance(led) / length)
            })
            .collect();
        shares.sort_unstable_by(f64::total_cmp);
        shares.get(shares.len() / 2).is_some_and(|share| *share < ELSEWHERE)
    }

    /// The bodies after a part of the interval between the two, and what pictures show of them. One
    /// that is in the first alone goes on as it moves there, and fades until the second; one that is
    /// in the second alone comes as it moves there, and fades in.
    fn between(&self, part: f64, interval: f64, look: &Look) -> (Vec<Body>, Appearance) {
        let both = self.both.each_ref().map(|snapshot| &snapshot.imported.contents);
        let columns = both.map(|contents| look.column_of(&contents.properties));
        let ids = both.map(|contents| &contents.ids);
        let value = |of: usize, row: usize| {
            columns[of].and_then(|column| column.values.get(row)).copied().unwrap_or(f32::NAN)
        };
        let alone = |of: usize, row: usize, share: f64, after: f64| {
            let body = both[of].bodies[row];
            let way = if self.is_curved { after * interval * body.velocity } else { DVec3::ZERO };
            let (position, mass) = (body.position + way, share * body.mass);
            (Body { position, mass, ..body }, share, value(of, row))
        };
        let shown = |(place, pair): (usize, &[Option<u32>; 2])| {
            let rows = pair.map(|row| row.map(|row| row as usize));
            let (body, share, value) = match rows {
                [Some(one), Some(other)] => {
                    let [from, to] = [both[0].bodies[one], both[1].bodies[other]];
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
        let column = columns[0].or(columns[1]).map(|column| Column {
            name: column.name.clone(),
            unit: column.unit.clone(),
            values: Arc::new(all.iter().map(|(.., value)| *value).collect()),
        });
        let appearance = Appearance {
            columns: column.into_iter().collect(),
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
