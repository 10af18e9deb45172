//! What a parser of TOML says about a mistake, in the words of those who write lessons.

use starshell::name::UnknownName;
use starshell::words::{Text, said, say, wrong_value};

/// Parts of messages, and the keys of texts that say what they mean.
const PLAIN: &[(&str, &str)] = &[
    ("string values must be quoted", "error-lesson-quoted"),
    ("invalid basic string", "error-lesson-text-end"),
    ("unclosed array", "error-lesson-list-end"),
    ("unclosed inline table", "error-lesson-table-end"),
    ("duplicate key", "error-lesson-duplicate"),
    ("expected variant identifier", "error-lesson-kind"),
    ("newtype variant", "error-lesson-condition"),
    ("wanted", "error-lesson-condition"),
    ("a control is set to a number", "error-lesson-goal"),
];

/// What is expected, by its name in Rust, where a lesson has an example or a range of its own.
const EXPECTED: &[(&str, &str)] = &[
    ("a sequence", "error-lesson-a-list"),
    ("a map", "error-lesson-a-table"),
    ("struct", "error-lesson-a-reason"),
    ("an array of length 2", "error-lesson-a-range"),
    ("usize", "error-lesson-a-place"),
];

/// The message, which is English, in words.
pub fn in_words(message: &str) -> Text {
    if let Some(told) = wrong_value(message, EXPECTED)
        .or_else(|| unknown(message))
        .or_else(|| no_such_name(message))
    {
        return told;
    }
    if let Some(key) = message.strip_prefix("missing field ") {
        return say!("error-lesson-missing", key = key.to_owned());
    }
    let plain = PLAIN.iter().find(|(part, _)| message.contains(part));
    plain.map_or_else(|| said(message), |(_, key)| Text::new(*key))
}

/// What `unknown field `x`, expected one of `y`, `z`` and the like mean.
fn unknown(message: &str) -> Option<Text> {
    if let Some((names, known)) = message
        .strip_prefix("unexpected keys in table: ")
        .and_then(|rest| rest.split_once(", available keys: "))
    {
        return Some(UnknownName::new("key", names.split(", ").next()?, known.split(", ")).text());
    }
    let (kind, rest) = message.strip_prefix("unknown ")?.split_once(' ')?;
    let mut names = rest.split('`').skip(1).step_by(2);
    let (name, all): (&str, Vec<&str>) = (names.next()?, names.collect());
    let what = if kind == "field" { "key" } else { "value" };
    Some(UnknownName::new(what, name, all).text())
}

/// The error of a [`Named`](starshell::name::Named), of which the parser keeps only the sentence.
fn no_such_name(message: &str) -> Option<Text> {
    let (what, rest) = message.strip_prefix("there is no ")?.split_once(" named `")?;
    let (name, rest) = rest.split_once("`; did you mean `")?;
    let (nearest, all) = rest.split_once("`? Choose from: ")?;
    let [name, nearest, all] = [name, nearest, all].map(str::to_owned);
    Some(say!(
        "error-no-such-name",
        what = Text::named("noun", what.to_owned()),
        name = name,
        nearest = nearest,
        all = all
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::assert_translated;

    #[test]
    fn messages_name_the_expected_syntax() {
        for (message, words) in [
            (
                "invalid type: integer `3`, expected a string",
                "expected a text in quotation marks, not the value `3`",
            ),
            (
                "invalid type: string \"x, expected y\", expected f64",
                "expected a number, not the text \"x, expected y\"",
            ),
            (
                "invalid type: floating point `2.5`, expected usize",
                "expected a whole number of 0 or more, not the value `2.5`",
            ),
            (
                "invalid type: map, expected a sequence",
                "expected a list such as [\"a\", \"b\"], not a table",
            ),
            (
                "invalid length 1, expected an array of length 2",
                "expected a range such as [0.1, 0.3], not 1 of them",
            ),
            ("missing field `title`", "`title` is missing: add it"),
            (
                "unknown field `aim`, expected one of `title`, `aims`",
                "there is no key named `aim`; did you mean `aims`? Choose from: title, aims",
            ),
            (
                "there is no page named `tables`; did you mean `table`? Choose from: about, table",
                "there is no page named `tables`; did you mean `table`? Choose from: about, table",
            ),
            (
                "wanted exactly 1 element, found 0 elements",
                "a card waits for one thing, such as { time = 3 }, { answer = true } or { set = { physics-softening = 0.1 } }",
            ),
            (
                "unexpected keys in table: aim, available keys: title, aims",
                "there is no key named `aim`; did you mean `aims`? Choose from: title, aims",
            ),
            (
                "invalid type: integer `18446744073709551616` as i128, expected usize",
                "expected a whole number of 0 or more, not the value `18446744073709551616`",
            ),
        ] {
            assert_eq!(in_words(message).to_string(), words);
            assert_translated(&in_words(message));
        }
        assert_eq!(in_words("something else").to_string(), "“something else”");
    }
}
