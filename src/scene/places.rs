//! Where in a scene's text a fault is.

#[cfg(feature = "capture")]
use serde::de::DeserializeOwned;
use toml::de::DeTable;

#[cfg(feature = "capture")]
use super::reader;
use crate::words::{Text, excerpt, say, shortened, within};

/// Most letters of a key that are quoted.
const MAX_KEY: usize = 80;

/// What is wrong with a scene's text, and where.
pub(super) struct Fault {
    /// Line, counted from 1.
    pub line: usize,
    /// One sentence, with the remedy.
    pub message: Text,
}

/// A type from a text that holds more than a scene, as recipes do.
///
/// # Errors
/// A sentence with the line and the key.
#[cfg(feature = "capture")]
pub(crate) fn read_text<T: DeserializeOwned>(text: &str) -> Result<T, Text> {
    let told = |Fault { line, message }| say!("at-line", line = line, what = message);
    let places = Places { text, table: None };
    let table = DeTable::parse(text).map_err(|error| told(places.of_syntax(&error)))?;
    reader::read(table.get_ref()).map_err(|wrong| told(places.of(wrong)))
}

/// Finds the line of an offset in the text, of a key, or of a fault that the TOML reader reports.
pub(super) struct Places<'a> {
    pub(super) text: &'a str,
    /// The document, if the text is valid TOML.
    pub(super) table: Option<&'a DeTable<'a>>,
}

impl<'a> Places<'a> {
    fn line(&self, offset: usize) -> usize {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        before.iter().filter(|&&byte| byte == b'\n').count() + 1
    }

    /// Whether the text has the key at the end of `path`.
    pub(super) fn has(&self, path: &[&str]) -> bool {
        let Some((last, tables)) = path.split_last() else { return false };
        let step =
            |table: Option<&'a DeTable<'a>>, name: &&str| table?.get(*name)?.get_ref().as_table();
        tables.iter().fold(self.table, step).is_some_and(|table| table.contains_key(*last))
    }

    /// A fault at the line of the key at the end of `path`, or of the last table along the path
    /// that exists.
    pub(super) fn fault(&self, path: &[&str], message: Text) -> Fault {
        let mut offset = 0;
        let mut table = self.table;
        for &name in path {
            let Some((key, value)) = table.and_then(|table| table.get_key_value(name)) else {
                break;
            };
            offset = key.span().start;
            table = value.get_ref().as_table();
        }
        Fault { line: self.line(offset), message }
    }

    /// A fault at the line of a field of `[[path.key]]` number `key`, from 0, or of the whole key
    /// if it lacks the field.
    pub(super) fn fault_in_key(&self, key: usize, field: &str, message: Text) -> Fault {
        let keys = self.table.and_then(|table| {
            table.get("path")?.get_ref().as_table()?.get("key")?.get_ref().as_array()
        });
        let Some(value) = keys.and_then(|keys| keys.get(key)) else {
            return self.fault(&["path", "key"], message);
        };
        let table = value.get_ref().as_table();
        let place =
            table.and_then(|table| table.get_key_value(field)).map(|(name, _)| name.span().start);
        let first = table.and_then(|table| table.keys().map(|name| name.span().start).min());
        let offset = place.or(first).unwrap_or(value.span().start);
        Fault { line: self.line(offset), message }
    }

    /// Checks that a number is in `range`. The message quotes it as the text has it.
    pub(super) fn check_range(
        &self,
        path: &[&str],
        value: f64,
        range: [f64; 2],
    ) -> Result<(), Fault> {
        if (range[0]..=range[1]).contains(&value) {
            return Ok(());
        }
        let key = path.last().copied().unwrap_or_default();
        let value = self.written(path).unwrap_or_else(|| value.to_string());
        let value = excerpt(&value, MAX_KEY).into_owned();
        Err(self.fault(
            path,
            say!("error-range", key = key.to_owned(), value = value, range = within(range)),
        ))
    }

    /// The finite number at the end of `path` as the text has it, if there is one. In single
    /// precision, it may be infinite.
    fn written(&self, path: &[&str]) -> Option<String> {
        let (last, tables) = path.split_last()?;
        let step =
            |table: Option<&'a DeTable<'a>>, name: &&str| table?.get(*name)?.get_ref().as_table();
        let value = tables.iter().fold(self.table, step)?.get(*last)?;
        let text =
            self.text.get(value.span()).filter(|text| text.parse().is_ok_and(f64::is_finite));
        text.map(str::to_owned)
    }

    /// The fault of text that is not TOML, or nested too deeply for the reader.
    pub(super) fn of_syntax(&self, error: &toml::de::Error) -> Fault {
        // Of nesting, the reader does not always say where. The line with the most brackets and dots
        // is the deepest.
        let depth = |line: &&str| line.matches(['[', '{', '.']).count();
        let line = match error.span() {
            Some(span) => self.line(span.start),
            None => {
                let deepest = self.text.lines().map(|line| depth(&line)).max().unwrap_or(0);
                self.text.lines().take_while(|line| depth(line) < deepest).count() + 1
            }
        };
        let message = error.message().lines().collect::<Vec<_>>().join(", ");
        Fault { line, message: say!("error-scene-no-toml", message = shortened(&message)) }
    }

    /// The fault at a byte of the text.
    pub(super) fn of(&self, (place, message): (usize, Text)) -> Fault {
        Fault { line: self.line(place), message }
    }
}
