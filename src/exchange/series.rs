//! A series of snapshots as motion: bodies are joined by their identity and move between two
//! snapshots as their places and velocities there say.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use super::pair::{Numbered, Pair, Place};
pub use super::pattern::files;
use super::{
    Contents, ImportError, Measures, Part, Properties, Question, Reading, properties, snapshots,
};
use crate::physics::Body;
use crate::render::{Appearance, ColorBy, Look};
use crate::words::say;

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
    /// The snapshot after the pair, or before it if times run backwards, which a thread reads.
    ahead: Option<(usize, Arriving)>,
    is_comoving: bool,
    /// A column that is shown, and its range.
    range: Option<(String, [f64; 2])>,
    notes: Vec<String>,
}

/// A snapshot that a thread reads.
type Arriving = Receiver<Result<Arc<Numbered>, ImportError>>;

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
    pub fn first(&self) -> &Contents {
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

    /// The pair of snapshots from a place on. A thread begins to read what follows them, or what is
    /// before them if the last pair was later.
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
            && first.imported.state.len() != second.imported.state.len()
        {
            let file = self.places[at + 1].path.display().to_string();
            let counts = [first.imported.state.len(), second.imported.state.len()]
                .map(|count| count.to_string());
            let [before, after] = counts;
            let message = say!("import-no-ids", before = before, after = after);
            return Err(ImportError::Invalid { file, message });
        }
        let is_back = self.pair.as_ref().is_some_and(|pair| pair.at > at);
        let next = if is_back { at.checked_sub(1) } else { Some(at + 2) };
        next.into_iter().for_each(|next| self.read_ahead(next));
        let interval = self.places[at + 1].time - self.places[at].time;
        let both = [first, second];
        let mut pair = Pair::new(at, both);
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

    /// Lets a thread read a snapshot, if there is one and nothing else is being read.
    fn read_ahead(&mut self, place: usize) {
        let Some(next) = self.places.get(place).cloned().filter(|_| place > 0) else { return };
        let is_reading = |(_, arrives): &(usize, Arriving)| {
            matches!(arrives.try_recv(), Err(TryRecvError::Empty))
        };
        if self.ahead.as_ref().is_some_and(is_reading) {
            return;
        }
        let (sender, arrives) = channel();
        let (reading, types) = (self.reading.clone(), Arc::clone(&self.types));
        // Fails only if the series is gone.
        std::thread::spawn(move || {
            sender.send(Numbered::read(&next, &reading, &types).map(Arc::new))
        });
        self.ahead = Some((place, arrives));
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
        let arrived = self.ahead.take_if(|(ahead, _)| *ahead == place);
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
