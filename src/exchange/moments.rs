//! Tables of several moments: which line belongs to which.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::words::{Text, say};

/// Lines among whose places one that comes again is looked for: a body that stays is in the first
/// moment.
const MAX_PLACES: usize = 1 << 16;

/// Which moment of a series is taken: `all`, `last`, or its number from 1.
///
/// ```
/// use starshell::exchange::Moment;
///
/// assert_eq!(("LAST".parse(), "3".parse()), (Ok(Moment::Last), Ok(Moment::Number(3))));
/// assert!("0".parse::<Moment>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Every line is a body: there are no moments.
    All,
    /// The last one.
    Last,
    /// The one with this number, counted from 1.
    Number(usize),
}

impl std::str::FromStr for Moment {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text.to_ascii_lowercase().as_str() {
            "all" => Ok(Self::All),
            "last" => Ok(Self::Last),
            number => number.parse().ok().filter(|number| *number > 0).map(Self::Number).ok_or(()),
        }
    }
}

/// The moment of each line, how many there are, and how they were found.
#[derive(Debug, PartialEq)]
pub struct Found {
    pub of_line: Vec<u32>,
    pub count: usize,
    pub reason: Text,
}

/// What stands for a field in comparisons of fields.
pub fn key(field: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    field.hash(&mut hasher);
    hasher.finish()
}

/// The moments of a column `name` of times or steps.
pub fn by_time(keys: &[u64], name: &str) -> Option<Found> {
    let mut known = HashMap::new();
    let mut of = |key: &u64| {
        let next = known.len() as u32;
        *known.entry(*key).or_insert(next)
    };
    let of_line: Vec<u32> = keys.iter().map(&mut of).collect();
    let count = known.len();
    (count > 1).then(|| Found {
        of_line,
        count,
        reason: say!("import-doubt-time", column = name.to_owned(), count = count),
    })
}

/// The moments of bodies that come again by the column `name`. Where they may share a name, all
/// have to come equally often.
pub fn by_identity(keys: &[u64], name: &str, is_unique: bool) -> Option<Found> {
    let mut seen: HashMap<u64, u32> = HashMap::new();
    let mut next = |key: &u64| {
        let seen = seen.entry(*key).or_default();
        *seen += 1;
        *seen - 1
    };
    let of_line: Vec<u32> = keys.iter().map(&mut next).collect();
    let count = seen.values().max().copied().unwrap_or_default() as usize;
    let is_even = seen.len() > 1 && seen.values().all(|times| *times as usize == count);
    let found = || Found {
        of_line,
        count,
        reason: say!("import-doubt-identity", column = name.to_owned(), count = count),
    };
    (count > 1 && (is_unique || is_even)).then(found)
}

/// The moments of blocks of lines that comments with a time before the lines `times` begin, or
/// blank lines and comments before the lines `gaps`. Gaps alone tell moments if the blocks are
/// equally long, or if bodies go missing: different masses, those in each block among those in the
/// longest.
pub fn by_blocks(times: &[usize], gaps: &[usize], masses: &[f64]) -> Option<Found> {
    let starts = if times.is_empty() { gaps } else { times };
    let ends: Vec<usize> = starts.iter().copied().chain([masses.len()]).collect();
    let blocks = || ends.iter().scan(0, |start, end| Some(std::mem::replace(start, *end)..*end));
    let lengths = || blocks().map(|block| block.len());
    let (least, most) = (lengths().min()?, lengths().max()?);
    let longest = blocks().find(|block| block.len() == most)?;
    let is_among = |block: std::ops::Range<usize>| {
        let mut all = masses[longest.clone()].iter();
        masses[block].iter().all(|mass| all.any(|other| other == mass))
    };
    let is_various = least > 1 || masses.iter().any(|mass| *mass != masses[0]);
    let is_series =
        !times.is_empty() || most > 1 && (least == most || is_various && blocks().all(is_among));
    let bodies = if least == most { most.to_string() } else { format!("{least}–{most}") };
    (!starts.is_empty() && is_series).then(|| Found {
        of_line: blocks()
            .enumerate()
            .flat_map(|(moment, block)| block.map(move |_| moment as u32))
            .collect(),
        count: ends.len(),
        reason: say!("import-doubt-blocks", count = ends.len(), bodies = bodies),
    })
}

/// The moments of bodies that come again by a column `name` that is not known as one of bodies: its
/// fields come again in the same order, and the masses with them. Two fields in turn may be of two
/// kinds, unless the masses differ.
pub fn by_return(keys: &[u64], masses: &[f64], name: &str) -> Option<Found> {
    let period = 1 + keys.iter().skip(1).position(|key| *key == keys[0])?;
    let comes_again = || keys.iter().zip(&keys[period..]).all(|(one, next)| one == next);
    let have_masses = || masses.iter().zip(&masses[period..]).all(|(one, next)| one == next);
    let are_different = || keys[..period].iter().collect::<HashSet<_>>().len() == period;
    let is_said = period > 2 || period == 2 && masses[0] != masses[1] && keys.len() > 4;
    (is_said
        && keys.len().is_multiple_of(period)
        && comes_again()
        && have_masses()
        && are_different())
    .then(|| by_identity(keys, name, false))?
}

/// How many lines have the same number each, if equally many have, and the next ones always a
/// greater or always a smaller one. A number per line means times if they are equally far apart and
/// do not count the lines.
pub fn steps(numbers: &[f64]) -> Option<usize> {
    let length = numbers.iter().take_while(|number| **number == numbers[0]).count();
    let is_block =
        |block: &[f64]| block.len() == length && block.iter().all(|number| *number == block[0]);
    let firsts = || numbers.iter().step_by(length);
    let is_sorted = || {
        firsts().is_sorted_by(|one, other| one < other)
            || firsts().is_sorted_by(|one, other| one > other)
    };
    let is_said = || length > 1 || are_times(numbers);
    (length > 0
        && length < numbers.len()
        && numbers.chunks(length).all(is_block)
        && is_sorted()
        && is_said())
    .then_some(length)
}

/// Whether the first numbers of a column may be those of [`steps`].
pub fn may_be_steps(numbers: &[f64]) -> bool {
    let length = numbers.iter().take_while(|number| **number == numbers[0]).count();
    length > 1 || are_times(numbers)
}

/// Whether numbers go on by equal steps, to rounding of their digits, without counting from 0 or 1.
fn are_times(numbers: &[f64]) -> bool {
    let [first, second, third, ..] = *numbers else { return false };
    let step = second - first;
    let counts = step == 1.0 && (first == 0.0 || first == 1.0);
    let is_even = |pair: &[f64]| (pair[1] - pair[0] - step).abs() <= 1e-3 * step.abs();
    third != second && step != 0.0 && !counts && numbers.windows(2).all(is_even)
}

/// The moments of a body that stays at one place while others move: the same place comes again at
/// equal distances through the table, moment by moment or body by body.
pub fn by_place(places: &[[u64; 3]]) -> Option<Found> {
    /// The lines of a place.
    struct Same {
        first: usize,
        last: usize,
        count: usize,
        stride: usize,
        is_even: bool,
    }
    let mut known: HashMap<&[u64; 3], Same> = HashMap::new();
    for (line, place) in places.iter().enumerate() {
        let new = || Same { first: line, last: line, count: 0, stride: 0, is_even: true };
        let same = if line < MAX_PLACES {
            Some(known.entry(place).or_insert_with(new))
        } else {
            known.get_mut(place)
        };
        let Some(same) = same else { continue };
        let stride = line - same.last;
        same.is_even &= same.count < 2 || stride == same.stride;
        (same.last, same.count, same.stride) = (line, same.count + 1, stride);
    }
    let lines = places.len();
    let of_moments = |same: &&Same| {
        same.stride > 1 && same.first < same.stride && same.count * same.stride == lines
    };
    let of_bodies = |same: &&Same| {
        let count = same.count;
        same.stride == 1
            && count > 2
            && count < lines
            && lines.is_multiple_of(count)
            && same.first.is_multiple_of(count)
    };
    let same = known
        .values()
        .find(|same| same.is_even && same.count > 1 && (of_moments(same) || of_bodies(same)))?;
    let (stride, count) = (same.stride, same.count);
    let moment = |line: usize| if stride > 1 { line / stride } else { line % count };
    Some(Found {
        of_line: (0..lines).map(|line| moment(line) as u32).collect(),
        count,
        reason: say!("import-doubt-place", count = count, bodies = lines / count),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(found: Option<Found>) -> Option<Vec<u32>> {
        found.map(|found| found.of_line)
    }

    #[test]
    fn moments_are_found_by_time_identity_blocks_and_place() {
        assert_eq!(moments(by_time(&[7, 7, 8, 8], "t")), Some(vec![0, 0, 1, 1]));
        assert_eq!(moments(by_time(&[7, 8, 7, 8], "t")), Some(vec![0, 1, 0, 1]));
        assert_eq!(by_time(&[7, 7], "t"), None);
        assert_eq!(moments(by_identity(&[1, 2, 1, 2], "id", true)), Some(vec![0, 0, 1, 1]));
        assert_eq!(moments(by_identity(&[1, 2, 2], "id", true)), Some(vec![0, 0, 1]));
        assert_eq!(by_identity(&[1, 2, 2], "name", false), None);
        assert_eq!(by_identity(&[1, 1, 1], "name", false), None, "a kind of body, not a name");
        let masses = [3.0, 2.0, 1.0, 3.0, 1.0, 0.5];
        assert_eq!(moments(by_blocks(&[], &[2, 4], &masses)), Some(vec![0, 0, 1, 1, 2, 2]));
        assert_eq!(
            moments(by_blocks(&[], &[3], &masses[..5])),
            Some(vec![0, 0, 0, 1, 1]),
            "one is gone"
        );
        assert_eq!(moments(by_blocks(&[1, 2], &[1, 2], &masses[..3])), Some(vec![0, 1, 2]));
        for (gaps, lines) in [(&[4][..], 6), (&[1, 2], 3), (&[], 3)] {
            assert_eq!(by_blocks(&[], gaps, &masses[..lines]), None, "{gaps:?}");
        }
        assert_eq!(
            (steps(&[0.0, 0.0, 1.0, 1.0]), steps(&[2.0, 2.0, 2.0, 1.0, 1.0, 1.0])),
            (Some(2), Some(3))
        );
        assert_eq!((steps(&[0.0, 0.1, 0.2, 0.3]), steps(&[30.0, 20.0, 10.0])), (Some(1), Some(1)));
        for numbers in [
            &[0.0, 1.0, 2.0][..],
            &[1.0, 2.0, 3.0],
            &[0.1, 0.2, 0.4],
            &[0.1, 0.2],
            &[1.0, 1.0],
            &[0.0, 0.0, 1.0],
            &[0.0, 0.0, 1.0, 1.0, 0.0, 0.0],
            &[],
        ] {
            assert_eq!(steps(numbers), None, "{numbers:?}");
        }
        let equal = [1.0; 6];
        assert_eq!(
            moments(by_return(&[7, 8, 9, 7, 8, 9], &equal, "hip")),
            Some(vec![0, 0, 0, 1, 1, 1])
        );
        let pairs = [2.0, 1.0, 2.0, 1.0, 2.0, 1.0];
        assert_eq!(
            moments(by_return(&[7, 8, 7, 8, 7, 8], &pairs, "hip")),
            Some(vec![0, 0, 1, 1, 2, 2])
        );
        for keys in [
            &[7, 8, 7, 8, 7, 8],
            &[7, 8, 9, 7, 9, 8],
            &[7, 8, 8, 7, 8, 8],
            &[1, 2, 3, 4, 5, 6],
            &[1; 6],
            &[7, 8, 9, 1, 7, 8],
        ] {
            assert_eq!(by_return(keys, &equal, "hip"), None, "{keys:?}");
        }
        assert_eq!(by_return(&[7, 8, 9, 7, 8, 9], &masses, "hip"), None, "other masses");
        let place = |number: u64| [number, 0, 0];
        let star = |planets: &[u64]| {
            planets.iter().flat_map(|planet| [place(0), place(*planet)]).collect::<Vec<_>>()
        };
        assert_eq!(moments(by_place(&star(&[1, 2, 3]))), Some(vec![0, 0, 1, 1, 2, 2]));
        let by_body = [0, 0, 0, 1, 2, 3].map(place);
        assert_eq!(moments(by_place(&by_body)), Some(vec![0, 1, 2, 0, 1, 2]));
        assert_eq!(by_place(&[0, 0, 0].map(place)), None, "all at one place");
        assert_eq!(by_place(&[0, 0, 1].map(place)), None, "two in one place");
        assert_eq!(by_place(&[0, 1, 2, 3].map(place)), None);
    }
}
