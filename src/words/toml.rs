//! What the reader of TOML says about a value of the wrong kind, in words.

use std::ops::RangeInclusive;

use super::{Text, excerpt, say, shortened};

/// Most letters of a value that are quoted.
const MAX: usize = 80;

/// Kinds of values by their names in Rust, and the keys of texts that say what they are.
const KINDS: &[(&str, &str)] = &[
    ("a string", "toml-a-text"),
    ("a boolean", "toml-a-switch"),
    ("a sequence", "toml-a-list"),
    ("a map", "toml-a-table"),
    ("struct ", "toml-a-table"),
    ("f64", "toml-a-number"),
    ("f32", "toml-a-number"),
];

/// Kinds of whole numbers, and those that TOML has of them.
const WHOLE: &[(&str, RangeInclusive<i64>)] = &[
    ("i32", i32::MIN as i64..=i32::MAX as i64),
    ("i64", i64::MIN..=i64::MAX),
    ("u8", 0..=u8::MAX as i64),
    ("u16", 0..=u16::MAX as i64),
    ("u32", 0..=u32::MAX as i64),
    ("u64", 0..=i64::MAX),
    ("usize", 0..=i64::MAX),
];

/// What `message` means if it is like ``invalid type: integer `3`, expected a string`` or `invalid
/// length 1, expected an array of length 2`.
pub fn wrong_value(message: &str) -> Option<Text> {
    let (_, rest) = message.strip_prefix("invalid ")?.split_once(' ')?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    // Of an enumeration, whose caller knows what is chosen from.
    if found.ends_with("variant") {
        return None;
    }
    let wanted = kind(expected);
    // Numbers are shortened first: the beginning of one is another.
    let quoted = |value: &str| excerpt(&shortened(value), MAX).into_owned();
    let found = match found.split_once(' ') {
        Some(("string", text)) => say!("toml-found-text", value = quoted(text)),
        Some(("floating", point)) => {
            say!("toml-found-value", value = quoted(point.trim_start_matches("point ")))
        }
        Some((_, value)) => {
            say!("toml-found-value", value = quoted(value.trim_end_matches(" as i128")))
        }
        None if found == "sequence" => say!("toml-found-list"),
        None if found == "map" => say!("toml-found-table"),
        None if found.parse::<u64>().is_err() => {
            say!("toml-found-value", value = format!("`{}`", quoted(found)))
        }
        // A list in place of a table, whose keys would stand in this order.
        None if expected.starts_with("struct ") => say!("toml-found-list"),
        None => say!("toml-found-count", count = found.to_owned()),
    };
    Some(say!("toml-expected", wanted = wanted, found = found))
}

/// A kind of value by its name in Rust.
fn kind(name: &str) -> Text {
    if let Some((_, range)) = WHOLE.iter().find(|(rust, _)| *rust == name) {
        let [least, most] = [range.start(), range.end()].map(i64::to_string);
        return say!("toml-a-whole-number", least = least, most = most);
    }
    let count = name
        .strip_prefix("an array of length ")
        .or_else(|| name.strip_prefix("a sequence of ")?.split(' ').next());
    if let Some(count) = count.filter(|count| count.parse::<u32>().is_ok()) {
        return say!("toml-a-list-of-numbers", count = count.to_owned());
    }
    let known = KINDS.iter().find(|(rust, _)| name.starts_with(rust));
    known.map_or_else(|| name.to_owned().into(), |(_, key)| Text::new(*key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_named_in_plain_words() {
        for (message, words) in [
            (
                "invalid type: floating point `nan`, expected i32",
                "expected a whole number from -2147483648 to 2147483647, not the value `nan`",
            ),
            ("invalid type: map, expected a sequence", "expected a list, not a table"),
            ("invalid type: sequence, expected struct Camera", "expected a table, not a list"),
            (
                "invalid value: integer `-1`, expected u32",
                "expected a whole number from 0 to 4294967295, not the value `-1`",
            ),
            (
                "invalid type: string \"x, expected y\", expected f64",
                "expected a number, not the text \"x, expected y\"",
            ),
            (
                "invalid length 0, expected struct Report with 5 elements",
                "expected a table, not a list",
            ),
            (
                "invalid type: null, expected a string",
                "expected a text in quotation marks, not the value `null`",
            ),
            (
                "invalid length 2, expected a sequence of 3 f32 values",
                "expected a list of 3 numbers, not 2 of them",
            ),
            (
                "invalid type: boolean `true`, expected \"light\", or a number",
                "expected \"light\", or a number, not the value `true`",
            ),
        ] {
            assert_eq!(wrong_value(message).map(|text| text.to_string()).as_deref(), Some(words));
        }
        assert_eq!(wrong_value("missing field `title`"), None);
        assert_eq!(wrong_value("invalid type: unit variant, expected newtype variant"), None);
        let long = format!("invalid type: string \"{}\", expected f64", "Z".repeat(100_000));
        assert!(wrong_value(&long).unwrap().to_string().len() < 200);
    }
}
