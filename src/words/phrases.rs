//! What the library says in English, in the language of the interface: experiments, drawings, scenes.
//!
//! `assets/phrases/<language>.toml` has a table per part of the program, with the English on the left. A phrase may have
//! placeholders such as `{count}`, which stand for anything: numbers, or phrases themselves.

use std::cell::RefCell;
use std::collections::HashMap;

use super::{local, spoken, unbroken};

thread_local! {
    static PHRASES: RefCell<Option<Phrases>> = const { RefCell::new(None) };
    static KNOWN: RefCell<HashMap<String, String>> = RefCell::default();
}

/// Texts kept at most; those with numbers in them never end.
const MOST_KNOWN: usize = 4096;

/// A text of the library in the language of the interface. What is in no table stays English, with the language's decimals.
pub fn phrase(english: &str) -> String {
    if spoken().phrases.is_empty() {
        return english.to_owned();
    }
    if let Some(known) = KNOWN.with_borrow(|known| known.get(english).cloned()) {
        return known;
    }
    let translated = PHRASES.with_borrow_mut(|phrases| {
        phrases.get_or_insert_with(|| Phrases::new(spoken().phrases)).translated(english).unwrap_or_else(|| local(english))
    });
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(english.to_owned(), translated.clone());
    });
    translated
}

/// Whether the language of the interface has this text, or needs none.
pub fn has_phrase(english: &str) -> bool {
    // Names, numbers and units are the same everywhere.
    let is_word = |word: &str| word.chars().filter(|letter| letter.is_lowercase()).count() > 2;
    !english.split(' ').any(is_word) || Phrases::new(spoken().phrases).translated(english).is_some()
}

/// Another language is spoken.
pub(super) fn forget() {
    PHRASES.set(None);
    KNOWN.with_borrow_mut(HashMap::clear);
}

/// The phrases of a language.
struct Phrases {
    whole: HashMap<String, String>,
    /// Those with placeholders, the most particular first: they begin with letters of their own, and have many.
    patterns: Vec<(Vec<Part>, Vec<Part>)>,
}

/// A part of a phrase.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    Text(String),
    Hole(String),
}

impl Phrases {
    /// Reads the tables. A test finds mistakes in them.
    fn new(source: &str) -> Self {
        let tables: HashMap<String, HashMap<String, String>> = toml::from_str(&unbroken(source)).unwrap_or_default();
        let (patterns, whole): (Vec<_>, Vec<_>) = tables.into_values().flatten().partition(|(english, _)| english.contains('{'));
        let mut patterns: Vec<_> = patterns.iter().map(|(english, own)| (parts(english), parts(own))).collect();
        // A hole at the beginning could take up another phrase. Of equal ones, always the same comes first.
        patterns.sort_by_key(|(english, _)| {
            (matches!(english[..], [Part::Hole(_), ..]), std::cmp::Reverse(letters(english)), format!("{english:?}"))
        });
        Self { whole: whole.into_iter().collect(), patterns }
    }

    fn translated(&self, english: &str) -> Option<String> {
        let text = english.trim();
        let found = match self.whole.get(text) {
            Some(own) => own.clone(),
            None => {
                let by_pattern = self.patterns.iter().find_map(|(pattern, own)| {
                    let mut holes = Vec::new();
                    matches(pattern, text, &mut holes).then(|| self.filled(own, &holes))
                });
                by_pattern.or_else(|| self.after_colon(text)).or_else(|| self.before_comma(text))?
            }
        };
        let begin = english.len() - english.trim_start().len();
        Some(format!("{}{found}{}", &english[..begin], &english[begin + text.len()..]))
    }

    /// What stands behind a name and a colon: `rung-3: …`.
    fn after_colon(&self, text: &str) -> Option<String> {
        let (name, text) = text.split_once(": ")?;
        let own = self.translated(text)?;
        Some(format!("{}: {own}", self.translated(name).unwrap_or_else(|| name.to_owned())))
    }

    /// A name and what it is of, as bars have them: `tree, 65,536`.
    fn before_comma(&self, text: &str) -> Option<String> {
        let (name, of) = text.split_once(", ")?;
        let own = self.whole.get(name)?;
        let is_number = of.chars().all(|letter| letter.is_ascii_digit() || ",.".contains(letter));
        let of = self.translated(of).or_else(|| is_number.then(|| local(of)))?;
        Some(format!("{own}, {of}"))
    }

    /// A translation with its holes filled by what stood there, itself translated.
    fn filled(&self, own: &[Part], holes: &[(String, String)]) -> String {
        let fill = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Hole(name) => {
                let text = holes.iter().find(|(other, _)| other == name).map_or("", |(_, text)| text);
                self.translated(text).unwrap_or_else(|| local(text))
            }
        };
        own.iter().map(fill).collect()
    }
}

/// Letters outside the holes.
fn letters(parts: &[Part]) -> usize {
    parts.iter().map(|part| if let Part::Text(text) = part { text.chars().count() } else { 0 }).sum()
}

/// Takes a phrase apart at its placeholders.
fn parts(phrase: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = phrase;
    while let Some((text, behind)) = rest.split_once('{') {
        let Some((name, behind)) = behind.split_once('}') else { break };
        parts.extend((!text.is_empty()).then(|| Part::Text(text.to_owned())));
        parts.push(Part::Hole(name.to_owned()));
        rest = behind;
    }
    parts.extend((!rest.is_empty()).then(|| Part::Text(rest.to_owned())));
    parts
}

/// Whether a text follows a pattern, and what stands in its holes. A hole that comes twice holds the same twice.
fn matches(pattern: &[Part], text: &str, holes: &mut Vec<(String, String)>) -> bool {
    match pattern.split_first() {
        None => text.is_empty(),
        Some((Part::Text(own), others)) => text.strip_prefix(own.as_str()).is_some_and(|rest| matches(others, rest, holes)),
        Some((Part::Hole(name), others)) => {
            if let Some((_, held)) = holes.iter().find(|(other, _)| other == name).cloned() {
                return text.strip_prefix(held.as_str()).is_some_and(|rest| matches(others, rest, holes));
            }
            let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
            for end in ends {
                holes.push((name.clone(), text[..end].to_owned()));
                if matches(others, &text[end..], holes) {
                    return true;
                }
                holes.pop();
            }
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{LANGUAGES, speak};

    #[test]
    fn phrases_are_found_whole_by_their_pattern_and_in_each_other() {
        let phrases = Phrases::new(
            "[a]\n\"Stop\" = \"Halt\"\n\"{n} of {all} wait.\" = \"Von {all} warten {n}.\"\n[b]\n\"Turn {turn} ends.{end}\" = \"Runde {turn} endet.{end}\"\n",
        );
        assert_eq!(phrases.translated("Stop").as_deref(), Some("Halt"));
        assert_eq!(phrases.translated(" Stop ").as_deref(), Some(" Halt "));
        assert_eq!(phrases.translated("Turn 2 ends. 3 of 8 wait.").as_deref(), Some("Runde 2 endet. Von 8 warten 3."));
        assert_eq!(phrases.translated("Turn 2 ends.").as_deref(), Some("Runde 2 endet."));
        assert_eq!(phrases.translated("rung-3: Stop").as_deref(), Some("rung-3: Halt"));
        // A bar of a chart has the name of its row.
        assert_eq!(phrases.translated("Stop, 12").as_deref(), Some("Halt, 12"));
        assert_eq!([phrases.translated("Stop, then go"), phrases.translated("Go, 12")], [None, None]);
        assert_eq!(phrases.translated("Go"), None);
        let twice = parts("{n} and {n}");
        assert!(matches(&twice, "3 and 3", &mut Vec::new()) && !matches(&twice, "3 and 4", &mut Vec::new()));
    }

    #[test]
    fn every_language_has_the_same_phrases_with_the_same_placeholders() {
        let tables = |source: &str| -> HashMap<String, HashMap<String, String>> { toml::from_str(source).unwrap() };
        let first = tables(LANGUAGES[1].phrases);
        for language in &LANGUAGES[1..] {
            let own = tables(language.phrases);
            for (name, table) in &first {
                let mut keys: [Vec<&String>; 2] = [table.keys().collect(), own[name].keys().collect()];
                keys.iter_mut().for_each(|keys| keys.sort());
                assert_eq!(keys[0], keys[1], "{}: {name}", language.code);
            }
            for (english, translated) in own.values().flatten() {
                let holes = |text: &str| {
                    let mut holes: Vec<_> = parts(text).into_iter().filter(|part| matches!(part, Part::Hole(_))).collect();
                    holes.sort_by_key(|hole| format!("{hole:?}"));
                    holes.dedup();
                    holes
                };
                assert_eq!(holes(english), holes(translated), "{}: {english}", language.code);
                assert!(!translated.trim().is_empty(), "{}: {english}", language.code);
            }
        }
    }

    #[test]
    fn english_stays_as_it_is() {
        assert_eq!(phrase("The tuning ladder"), "The tuning ladder");
        speak(Some(&LANGUAGES[1]));
        assert_ne!(phrase("The tuning ladder"), "The tuning ladder");
        assert_eq!(phrase("1.5 of no table"), "1,5 of no table");
        speak(None);
    }
}
