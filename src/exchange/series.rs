//! A series of snapshots as motion: bodies are joined by their identity and move between two
//! snapshots as their places and velocities there say.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use glam::DVec3;
use rayon::prelude::*;

use super::{
    Contents, ImportError, Imported, Measures, Moment, Question, Reading, read, snapshots,
};
use crate::physics::Body;
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
    first: Arc<Numbered>,
    /// The pair of snapshots that was looked at last.
    pair: Option<Pair>,
    /// The snapshot after the pair, which a thread reads.
    ahead: Option<(usize, Arriving)>,
    is_comoving: bool,
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
}

/// A snapshot with its bodies by their identity.
#[derive(Debug)]
struct Numbered {
    /// In the order of their identities, if they have any.
    imported: Imported,
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

/// The files of a folder, or those whose names fit a pattern with `*` and `?`, in the order of
/// their names with numbers by size; none if `path` is neither.
///
/// # Errors
/// [`ImportError::Unreadable`] if the folder cannot be read.
pub fn files(path: &str) -> Result<Option<Vec<PathBuf>>, ImportError> {
    let whole = Path::new(path);
    let (folder, pattern) = if whole.is_dir() {
        (whole.to_owned(), "*".to_owned())
    } else {
        let name = whole.file_name().map(|name| name.to_string_lossy().into_owned());
        match name.filter(|name| name.contains(['*', '?']) && !whole.exists()) {
            Some(name) => (whole.parent().map(Path::to_owned).unwrap_or_default(), name),
            None => return Ok(None),
        }
    };
    // Other files may lie beside the snapshots of a folder; what a pattern names is meant.
    let is_meant = |path: &Path| !whole.is_dir() || snapshots::is_snapshot(path);
    let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
    let unreadable =
        |source| ImportError::Unreadable { file: folder.display().to_string(), source };
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.starts_with('.')
            && fits(name.as_bytes(), pattern.as_bytes())
            && path.is_file()
            && is_meant(&path)
        {
            found.push(path);
        }
    }
    found.sort_by_cached_key(|path| natural(&path.to_string_lossy()));
    Ok(Some(found))
}

/// Whether a name fits a pattern in which `*` stands for anything and `?` for one byte.
fn fits(name: &[u8], pattern: &[u8]) -> bool {
    let (mut at, mut place) = (0, 0);
    // Where the last star was, and how much it stands for.
    let mut star: Option<(usize, usize)> = None;
    while at < name.len() {
        match pattern.get(place) {
            Some(b'*') => {
                star = Some((place, at));
                place += 1;
            }
            Some(letter) if *letter == b'?' || *letter == name[at] => {
                (at, place) = (at + 1, place + 1)
            }
            _ => match &mut star {
                Some((of_star, taken)) => {
                    *taken += 1;
                    (at, place) = (*taken, *of_star + 1);
                }
                None => return false,
            },
        }
    }
    pattern[place..].iter().all(|letter| *letter == b'*')
}

/// Text in pieces that are compared one by one: numbers by their size.
fn natural(text: &str) -> Vec<(String, u64)> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|letter: char| letter.is_ascii_digit()).unwrap_or(rest.len());
        let (letters, numbers) = rest.split_at(end);
        let end = numbers.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(numbers.len());
        // Letters decide before the number behind them, and no number comes before any.
        let number = numbers[..end].parse().map_or(0, |number: u64| number.saturating_add(1));
        pieces.push((letters.to_owned(), number));
        rest = &numbers[end..];
    }
    pieces
}

impl Series {
    /// Opens the snapshots in `files`, each of which may hold several. `reading` says which bodies are
    /// taken.
    ///
    /// # Errors
    /// [`ImportError`] if a file is no snapshot, or if there is only one.
    pub fn open(files: &[PathBuf], reading: &Reading) -> Result<Self, ImportError> {
        let mut places = Vec::new();
        let (mut has_times, mut is_comoving) = (true, false);
        for path in files {
            let reader = snapshots::open(path)?;
            let header = reader.header();
            is_comoving |= header.comoving;
            for (place, moment) in header.moments.iter().enumerate() {
                let time = if header.comoving { moment.expansion } else { header.time(place) };
                has_times &= time.is_some_and(f64::is_finite);
                let time = time.unwrap_or(0.0);
                places.push(Place { path: path.clone(), number: place + 1, time });
            }
        }
        let named = files.first().map_or_else(String::new, |path| path.display().to_string());
        if places.len() < 2 {
            return Err(ImportError::Invalid { file: named, message: say!("import-short-series") });
        }
        let mut notes = Vec::new();
        let earliest = places.iter().map(|place| place.time).fold(f64::INFINITY, f64::min);
        if has_times && places.iter().any(|place| place.time > earliest) {
            places.sort_by(|one, other| one.time.total_cmp(&other.time));
            places.dedup_by(|later, earlier| later.time == earlier.time);
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
        let first = Arc::new(Numbered::read(&places[0], &reading)?);
        if first.imported.ids.is_empty() {
            notes.push(
                "the snapshots have no ids: bodies are taken in the same order in all".to_owned(),
            );
        }
        Ok(Self { places, reading, first, pair: None, ahead: None, is_comoving, notes })
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

    /// The bodies at a time within the span, in the numbers of the files.
    ///
    /// # Errors
    /// [`ImportError`] if a file fails, or if bodies cannot be joined.
    pub fn at(&mut self, time: f64) -> Result<Vec<Body>, ImportError> {
        let after = self.places.partition_point(|place| place.time <= time);
        let at = after.saturating_sub(1).min(self.places.len() - 2);
        if self.pair.as_ref().is_none_or(|pair| pair.at != at) {
            self.pair = Some(self.pair_at(at)?);
        }
        let [start, end] = [at, at + 1].map(|place| self.places[place].time);
        let Some(pair) = &self.pair else { return Ok(Vec::new()) };
        Ok(pair.between((time - start) / (end - start), end - start))
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
            let reading = self.reading.clone();
            // Fails only if the series is gone.
            std::thread::spawn(move || sender.send(Numbered::read(&next, &reading).map(Arc::new)));
            self.ahead = Some((at + 2, arrives));
        }
        let interval = self.places[at + 1].time - self.places[at].time;
        let both = [first, second];
        let mut pair = Pair { at, joined: joined(&both), both, is_curved: false };
        pair.is_curved = !self.is_comoving && pair.are_led(interval);
        if !pair.is_curved && !self.is_comoving && !self.notes.iter().any(|note| note == STRAIGHT) {
            self.notes.push(STRAIGHT.to_owned());
        }
        Ok(pair)
    }

    fn load(&mut self, place: usize) -> Result<Arc<Numbered>, ImportError> {
        if place == 0 {
            return Ok(Arc::clone(&self.first));
        }
        let arrived = self.ahead.take().filter(|(ahead, _)| *ahead == place);
        if let Some(read) = arrived.and_then(|(_, arrives)| arrives.recv().ok()) {
            return read;
        }
        Numbered::read(&self.places[place], &self.reading).map(Arc::new)
    }
}

/// What is said where velocities do not lead from snapshot to snapshot.
const STRAIGHT: &str =
    "the velocities do not lead from one snapshot to the next: bodies move straight between them";

/// Intervals between snapshots that are much longer than usual.
fn gaps(places: &[Place]) -> Option<String> {
    let mut intervals: Vec<f64> =
        places.windows(2).map(|pair| pair[1].time - pair[0].time).collect();
    let longest =
        intervals.iter().copied().enumerate().max_by(|one, other| one.1.total_cmp(&other.1));
    let (place, longest) = longest?;
    intervals.sort_unstable_by(f64::total_cmp);
    let usual = intervals[intervals.len() / 2];
    (longest > 1.5 * usual).then(|| {
        format!(
            "snapshots are missing: {} to {} is {:.1} times the usual interval",
            places[place].path.display(),
            places[place + 1].path.display(),
            longest / usual
        )
    })
}

impl Numbered {
    fn read(place: &Place, reading: &Reading) -> Result<Self, ImportError> {
        let reading = Reading { moment: Some(Moment::Number(place.number)), ..reading.clone() };
        let mut imported = read(&place.path, &reading)?;
        let Contents { bodies, ids, .. } = &mut imported.contents;
        let mut order: Vec<u32> = (0..ids.len() as u32).collect();
        order.par_sort_by_key(|place| ids[*place as usize]);
        if !ids.is_empty() {
            *bodies = order.iter().map(|place| bodies[*place as usize]).collect();
            *ids = order.iter().map(|place| ids[*place as usize]).collect();
        }
        Ok(Self { imported })
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

    /// The bodies after a part of the interval between the two. One that is in the first alone stays
    /// where it leads until the second, in which it is gone; one that is in the second alone comes with it.
    fn between(&self, part: f64, interval: f64) -> Vec<Body> {
        let [first, second] = &self.both;
        let place =
            |pair: &[Option<u32>; 2]| match pair.map(|place| place.map(|place| place as usize)) {
                [Some(one), Some(other)] => Some(moved(
                    &first.imported.bodies[one],
                    &second.imported.bodies[other],
                    part,
                    interval,
                    self.is_curved,
                )),
                [Some(one), None] if part < 1.0 => {
                    let body = first.imported.bodies[one];
                    let way =
                        if self.is_curved { part * interval * body.velocity } else { DVec3::ZERO };
                    Some(Body { position: body.position + way, ..body })
                }
                [None, Some(other)] if part >= 1.0 => Some(second.imported.bodies[other]),
                _ => None,
            };
        self.joined.par_iter().filter_map(place).collect()
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
    fn patterns_fit_as_in_a_shell_and_numbers_sort_by_size() {
        for (name, pattern, is_fit) in [
            ("snap_001.hdf5", "snap_*.hdf5", true),
            ("snap_001.hdf5", "snap_??1*", true),
            ("snap_001.hdf5", "*_1.hdf5", false),
            ("snap", "snap*", true),
            ("snap", "snap?", false),
            ("a.b.a.c", "*a.c", true),
            ("", "*", true),
        ] {
            assert_eq!(fits(name.as_bytes(), pattern.as_bytes()), is_fit, "{name} {pattern}");
        }
        let mut names = ["s10", "s9", "t1", "s9b", "s"];
        names.sort_by_cached_key(|name| natural(name));
        assert_eq!(names, ["s", "s9", "s9b", "s10", "t1"]);
    }

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
