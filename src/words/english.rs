//! English, which is complete and needs no Fluent: its tables use little of that format. What fills
//! a placeable is a value, a text in quotation marks, another message, or one of several texts, each
//! of one line, by a value.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use super::{LANGUAGES, printable, shortened, unbroken};

/// The texts of English by key; those of attributes by `key.attribute`.
static TEXTS: LazyLock<HashMap<String, String>> =
    LazyLock::new(|| LANGUAGES[0].tables.into_iter().flat_map(texts).collect());

/// The text of `key`, or of its attribute, with its placeables filled in, if there is one.
pub(super) fn english(
    key: &str,
    attribute: Option<&str>,
    arguments: &[(&str, String)],
) -> Option<String> {
    let key = attribute.map_or(Cow::from(key), |attribute| format!("{key}.{attribute}").into());
    let mut filled = String::new();
    fill(TEXTS.get(&*key)?, arguments, &mut filled);
    Some(filled)
}

/// The texts of a table.
fn texts(table: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut message = "";
    for line in table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let own = line.trim_start();
        let is_name = |name: &str| {
            name.bytes().all(|letter| letter.is_ascii_alphanumeric() || b"-.".contains(&letter))
        };
        let begun = own.split_once(" =").filter(|(name, _)| is_name(name));
        let begun = begun.map(|(name, text)| (name, text.trim()));
        match (begun, own.strip_prefix('.')) {
            (Some((name, text)), None) if own.len() == line.len() => {
                message = name;
                found.push((name.to_owned(), unbroken(text)));
            }
            (Some((name, text)), Some(_)) => {
                found.push((format!("{message}{name}"), unbroken(text)));
            }
            _ => {
                if let Some((_, text)) = found.last_mut() {
                    if !text.is_empty() {
                        text.push('\n');
                    }
                    text.push_str(&unbroken(own));
                }
            }
        }
    }
    found
}

/// Adds `pattern` with its placeables filled in to `filled`.
fn fill(pattern: &str, arguments: &[(&str, String)], filled: &mut String) {
    let mut rest = pattern;
    while let Some((before, from)) = rest.split_once('{') {
        filled.push_str(before);
        let (inside, after) = placeable(from);
        rest = after;
        if let Some(quoted) = inside.strip_prefix('"') {
            filled.push_str(quoted.trim_end_matches('"'));
        } else if let Some(variable) = inside.strip_prefix('$') {
            let (name, variants) = match variable.split_once("->") {
                Some((name, variants)) => (name.trim(), Some(variants)),
                None => (variable, None),
            };
            let value = arguments.iter().find(|(argument, _)| *argument == name);
            let value = value.map_or_else(|| format!("{{${name}}}").into(), |(_, it)| written(it));
            match variants {
                Some(variants) => fill(variant(variants, &value), arguments, filled),
                None => filled.push_str(&value),
            }
        } else if let Some(other) = TEXTS.get(inside) {
            fill(other, arguments, filled);
        }
    }
    filled.push_str(rest);
}

/// What stands in a placeable that has just begun, and what follows it.
fn placeable(from: &str) -> (&str, &str) {
    let (mut depth, mut is_quoted) = (0, false);
    for (place, letter) in from.char_indices() {
        match letter {
            // Elsewhere, quotation marks belong to a text.
            '"' if is_quoted || from[..place].trim_end().ends_with('{') || place == 0 => {
                is_quoted = !is_quoted;
            }
            _ if is_quoted => {}
            '{' => depth += 1,
            '}' if depth == 0 => return (from[..place].trim(), &from[place + 1..]),
            '}' => depth -= 1,
            _ => {}
        }
    }
    (from, "")
}

/// The text for a value among those of lines like `[one] a body` and `*[other] bodies`, of which
/// the one with the asterisk is for any other value.
fn variant<'a>(variants: &'a str, value: &str) -> &'a str {
    let name = if value.trim_start_matches('-') == "1" { "one" } else { value };
    let lines = variants.lines().filter_map(|line| line.trim().split_once(']'));
    let mut usual = "";
    for (key, text) in lines {
        if key.strip_prefix('[') == Some(name) {
            return text.trim_start();
        }
        if key.starts_with('*') {
            usual = text.trim_start();
        }
    }
    usual
}

/// A value as a text has it.
fn written(value: &str) -> Cow<'_, str> {
    if is_number(value) { shortened(value).into() } else { printable(value) }
}

/// Whether a value is a number, which each language writes in its own way.
pub(super) fn is_number(value: &str) -> bool {
    value.chars().all(|letter| letter.is_ascii_digit() || letter == '.' || letter == '-')
}

/// The keys of all texts.
#[cfg(all(test, feature = "languages"))]
pub(super) fn keys() -> impl Iterator<Item = &'static str> {
    TEXTS.keys().map(String::as_str)
}
