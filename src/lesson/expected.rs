//! What a parser of TOML says about a mistake, in the words of those who write lessons.

use starshell::name::UnknownName;

/// How a card says what it waits for.
const CONDITION: &str =
    "a card waits for one thing, such as { time = 3 }, { answer = true } or { set = { physics-softening = 0.1 } }";

/// Parts of messages, and what they mean.
const PLAIN: &[(&str, &str)] = &[
    ("string values must be quoted", "a text stands in quotation marks"),
    ("invalid basic string", "a text begins here and does not end: put `\"` after it"),
    ("unclosed array", "a list begins here and does not end: put `]` after it"),
    ("unclosed inline table", "a table begins here and does not end: put `}` after it"),
    ("duplicate key", "this key is here twice: leave one of them out"),
    ("expected variant identifier", "`kind` is choose, predict, number or measure"),
    ("newtype variant", CONDITION),
    ("wanted", CONDITION),
];

/// What is expected, by its name in Rust.
const EXPECTED: &[(&str, &str)] = &[
    ("a string", "a text in quotation marks"),
    ("a boolean", "true or false"),
    ("a sequence", "a list such as [\"a\", \"b\"]"),
    ("a map", "a table such as { key = 1 }"),
    ("struct", "a table such as { answer = 1, reason = \"why\" }"),
    ("an array of length 2", "a range such as [0.1, 0.3]"),
    ("f64", "a number"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("usize", "a whole number from 0 on"),
];

/// The message in words.
pub fn in_words(message: &str) -> String {
    if let Some(told) = wrong_value(message).or_else(|| unknown(message)) {
        return told;
    }
    if let Some(key) = message.strip_prefix("missing field ") {
        return format!("{key} is missing: add it");
    }
    let plain = PLAIN.iter().find(|(part, _)| message.contains(part));
    plain.map_or_else(|| message.to_owned(), |(_, words)| (*words).to_owned())
}

/// What `invalid type: integer `3`, expected a string` and the like mean.
fn wrong_value(message: &str) -> Option<String> {
    let (_, rest) = message.strip_prefix("invalid ")?.split_once(' ')?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    let (_, expected) = EXPECTED.iter().find(|(name, _)| expected.starts_with(name))?;
    let found = match found.split_once(' ') {
        Some((kind, value)) if kind != "floating" => format!("the {} {value}", if kind == "string" { "text" } else { "value" }),
        Some((_, point)) => format!("the value {}", point.trim_start_matches("point ")),
        None if found == "sequence" => "a list".to_owned(),
        None if found == "map" => "a table".to_owned(),
        None => format!("{found} of them"),
    };
    Some(format!("expected {expected}, not {found}"))
}

/// What `unknown field `x`, expected one of `y`, `z`` and the like mean.
fn unknown(message: &str) -> Option<String> {
    let (kind, rest) = message.strip_prefix("unknown ")?.split_once(' ')?;
    let mut names = rest.split('`').skip(1).step_by(2);
    let (name, all): (&str, Vec<&str>) = (names.next()?, names.collect());
    let what = if kind == "field" { "key" } else { "value" };
    Some(UnknownName::new(what, name, all).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_what_was_expected() {
        for (message, words) in [
            ("invalid type: integer `3`, expected a string", "expected a text in quotation marks, not the value `3`"),
            ("invalid type: string \"x, expected y\", expected f64", "expected a number, not the text \"x, expected y\""),
            ("invalid type: floating point `2.5`, expected usize", "expected a whole number from 0 on, not the value `2.5`"),
            ("invalid type: map, expected a sequence", "expected a list such as [\"a\", \"b\"], not a table"),
            ("invalid length 1, expected an array of length 2", "expected a range such as [0.1, 0.3], not 1 of them"),
            ("missing field `title`", "`title` is missing: add it"),
            (
                "unknown field `aim`, expected one of `title`, `aims`",
                "there is no key named `aim`; did you mean `aims`? Choose from: title, aims",
            ),
            ("wanted exactly 1 element, found 0 elements", CONDITION),
            ("something else", "something else"),
        ] {
            assert_eq!(in_words(message), words);
        }
    }
}
