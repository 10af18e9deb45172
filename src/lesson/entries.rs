//! Reads the TOML of lessons value by value, so that each mistake is known with its place and with
//! what was expected there.

use std::collections::BTreeMap;

use starshell::name::{Named, unknown};
use starshell::scene::found;
use starshell::words::{Text, said, say};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What is read, or a mistake and its place: a byte of the text.
pub type Read<T> = Result<T, (usize, Text)>;

/// A value with its place.
pub type Placed<'a> = Spanned<DeValue<'a>>;

/// Reads a type from the keys of a table: `get` those that it needs, `find` those that it may have,
/// and `usual` for those that have a usual value.
macro_rules! read_table {
    ($keys:expr, $($own:ident)::+ {
        $($how:ident $field:ident $(= $key:literal)?),* $(, ..$rest:expr)?
    } $(, $more:expr)?) => {{
        let keys = $keys;
        let known = [$($crate::lesson::entries::read_table!(@ $field $($key)?)),*];
        keys.check(known.into_iter()$(.chain($more))?)?;
        Ok($($own)::+ {
            $($field: keys.$how($crate::lesson::entries::read_table!(@ $field $($key)?))?,)*
            $(..$rest)?
        })
    }};
    (@ $field:ident) => { stringify!($field) };
    (@ $field:ident $key:literal) => { $key };
}
pub(crate) use read_table;

/// What a block of TOML can be read as.
pub trait Block: Sized {
    /// Reads all of its keys.
    fn read(keys: &Keys) -> Read<Self>;
}

/// Reads a block.
pub fn parse<T: Block>(text: &str) -> Read<T> {
    let table = DeTable::parse(text)
        .map_err(|error| (error.span().map_or(0, |span| span.start), said(error.message())))?;
    T::read(&Keys { table: table.get_ref(), place: 0 })
}

/// The keys of a table.
pub struct Keys<'a> {
    table: &'a DeTable<'a>,
    place: usize,
}

impl<'a> Keys<'a> {
    /// Those of a value, which must be `wanted`.
    pub fn of(value: &'a Placed<'a>, wanted: Text) -> Read<Self> {
        match value.get_ref() {
            DeValue::Table(table) => Ok(Self { table, place: value.span().start }),
            _ => Err(wrong(value, wanted)),
        }
    }

    /// Refuses keys that are not `known`.
    pub fn check<'b>(&self, known: impl Iterator<Item = &'b str> + Clone) -> Read<()> {
        match self.table.keys().find(|key| !known.clone().any(|name| key.get_ref() == name)) {
            Some(key) => Err((key.span().start, unknown("key", key.get_ref(), known))),
            None => Ok(()),
        }
    }

    /// The value of a key.
    pub fn get<T: Entry>(&self, key: &str) -> Read<T> {
        let missing = || (self.place, say!("error-lesson-missing", key = format!("`{key}`")));
        self.find(key)?.ok_or_else(missing)
    }

    /// The value of a key, if it is there.
    pub fn find<T: Entry>(&self, key: &str) -> Read<Option<T>> {
        self.table.get(key).map(T::read).transpose()
    }

    /// The value of a key, or the usual one.
    pub fn usual<T: Entry + Default>(&self, key: &str) -> Read<T> {
        Ok(self.find(key)?.unwrap_or_default())
    }

    /// The place of a key's value, or of the table.
    pub fn place(&self, key: &str) -> usize {
        self.table.get(key).map_or(self.place, |value| value.span().start)
    }

    /// The only key, with its value, if there is no other.
    pub fn only(&self) -> Option<(&'a str, usize)> {
        let (key, _) = self.table.iter().next().filter(|_| self.table.len() == 1)?;
        Some((key.get_ref(), key.span().start))
    }
}

/// What a value can be read as.
pub trait Entry: Sized {
    /// Reads it.
    fn read(value: &Placed) -> Read<Self>;
}

/// The mistake that a value is not what is wanted.
pub fn wrong(value: &Placed, wanted: Text) -> (usize, Text) {
    let found = found(value.get_ref());
    (value.span().start, say!("toml-expected", wanted, found))
}

/// The member of a [`Named`].
pub fn named<T: Named>(value: &Placed) -> Read<T> {
    T::named(&String::read(value)?).map_err(|unknown| (value.span().start, unknown))
}

/// The member of a list with this name.
pub fn chosen<T: Copy>(value: &Placed, all: &[(&str, T)]) -> Read<T> {
    let own = String::read(value)?;
    let found = all.iter().find(|(name, _)| *name == own).map(|(_, member)| *member);
    let unknown = || unknown("value", &own, all.iter().map(|(name, _)| *name));
    found.ok_or_else(|| (value.span().start, unknown()))
}

impl Entry for String {
    fn read(value: &Placed) -> Read<Self> {
        match value.get_ref() {
            DeValue::String(text) => Ok(text.clone().into_owned()),
            _ => Err(wrong(value, say!("toml-a-text"))),
        }
    }
}

impl Entry for bool {
    fn read(value: &Placed) -> Read<Self> {
        value.get_ref().as_bool().ok_or_else(|| wrong(value, say!("toml-a-switch")))
    }
}

impl Entry for f64 {
    fn read(value: &Placed) -> Read<Self> {
        let number = match value.get_ref() {
            DeValue::Float(number) => number.as_str().parse().ok(),
            _ => whole(value).map(|number| number as Self),
        };
        number.ok_or_else(|| wrong(value, say!("toml-a-number")))
    }
}

impl Entry for u32 {
    fn read(value: &Placed) -> Read<Self> {
        let number = whole(value).and_then(|number| number.try_into().ok());
        let wanted = || say!("toml-a-whole-number", least = Self::MIN, most = Self::MAX);
        number.ok_or_else(|| wrong(value, wanted()))
    }
}

impl Entry for usize {
    fn read(value: &Placed) -> Read<Self> {
        let number = whole(value).and_then(|number| number.try_into().ok());
        number.ok_or_else(|| wrong(value, say!("error-lesson-a-place")))
    }
}

fn whole(value: &Placed) -> Option<i64> {
    let number = value.get_ref().as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

impl<T: Entry> Entry for Vec<T> {
    fn read(value: &Placed) -> Read<Self> {
        let list = value.get_ref().as_array();
        let list = list.ok_or_else(|| wrong(value, say!("error-lesson-a-list")))?;
        list.iter().map(T::read).collect()
    }
}

impl<T: Entry> Entry for [T; 2] {
    fn read(value: &Placed) -> Read<Self> {
        let wanted = || say!("error-lesson-a-range");
        let list = value.get_ref().as_array().ok_or_else(|| wrong(value, wanted()))?;
        let read: Vec<T> = list.iter().map(T::read).collect::<Read<_>>()?;
        read.try_into().map_err(|read: Vec<T>| {
            let found = say!("toml-found-count", count = read.len());
            (value.span().start, say!("toml-expected", wanted = wanted(), found))
        })
    }
}

impl<T: Entry> Entry for BTreeMap<String, T> {
    fn read(value: &Placed) -> Read<Self> {
        let table = Keys::of(value, say!("error-lesson-a-table"))?.table;
        table.iter().map(|(key, value)| Ok((key.to_string(), T::read(value)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::{Grid, Head, Setting, assert_translated};

    /// The mistake in a text, and its place.
    fn mistake<T: Block>(text: &str) -> (usize, Text) {
        parse::<T>(text).err().expect("it has a mistake")
    }

    #[test]
    fn mistakes_name_what_is_expected() {
        for (text, words) in [
            ("bench = 3", "expected a text in quotation marks, not the value `3`"),
            ("speed = \"x, y\"", "expected a number, not the text \"x, y\""),
            ("drawing = 2.5", "expected a whole number of 0 or more, not the value `2.5`"),
            ("lock = { }", "expected a list such as [\"a\", \"b\"], not a table"),
            ("axes = [[1], [1, 2]]", "expected a range such as [0.1, 0.3], not 1 of them"),
            ("play = [true]", "expected true or false, not a list"),
            (
                "drawing = 18446744073709551616",
                "expected a whole number of 0 or more, not the value `18446744073709551616`",
            ),
            (
                "experiment = \"a\"\npage = \"tables\"",
                "there is no page named `tables`; did you mean `table`? Choose from: about, chart, table, drawing, kernels",
            ),
            (
                "wait = { }",
                "a card waits for one thing, such as { time = 3 }, { answer = true } or { set = { physics-softening = 0.1 } }",
            ),
        ] {
            let (_, found) = mistake::<Setting>(text);
            assert_eq!(found.to_string(), words, "{text}");
            assert_translated(&found);
        }
        // What is not TOML is told in the words of its reader.
        let (place, message) = mistake::<Setting>("play = true\nplay = true");
        assert_eq!((place, message.to_string().as_str()), (12, "“duplicate key”"));
        let (place, missing) = mistake::<Head>("minutes = 3");
        assert_eq!((place, missing.to_string().as_str()), (0, "`title` is missing: add it"));
        let (place, unknown) = mistake::<Grid>("ask = \"\"\ncolumn = []");
        assert_eq!(place, 9);
        let told = "there is no key named `column`; did you mean `columns`? Choose from: ask, columns, rows";
        assert_eq!(unknown.to_string(), told);
        let long = format!("speed = \"{}\"", "Z".repeat(100_000));
        assert!(mistake::<Setting>(&long).1.to_string().len() < 200);
    }
}
