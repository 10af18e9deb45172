//! The tables of words: every key that the code asks for, in every language, and no other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use starshell::words::LANGUAGES;

use crate::app::words_of_lists;

/// The keys of a table: messages, and their tooltips as `key.tip`.
fn keys(source: &str) -> BTreeSet<String> {
    let resource = fluent_syntax::parser::parse(source).expect("the table follows Fluent's grammar");
    let mut keys = BTreeSet::new();
    for entry in resource.body {
        let fluent_syntax::ast::Entry::Message(message) = entry else { continue };
        assert!(keys.insert(message.id.name.to_owned()), "{} stands twice", message.id.name);
        keys.extend(message.attributes.iter().map(|attribute| format!("{}.{}", message.id.name, attribute.id.name)));
    }
    keys
}

fn sources(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| if path.is_dir() { sources(&path) } else { std::fs::read_to_string(path).unwrap() }).collect()
}

/// String literals in the interface code that could be keys.
fn literals() -> BTreeSet<String> {
    let text: String = ["src/app", "src/lesson", "src/words"]
        .map(|folder| sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)))
        .concat();
    let is_key = |text: &&str| {
        text.contains('-')
            && text.starts_with(|letter: char| letter.is_ascii_lowercase())
            && text.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
    };
    text.split('"').filter(is_key).map(str::to_owned).collect()
}

/// The keys that [`t!`] asks for, and those passed to widgets, which all begin with the name of an area.
fn asked() -> BTreeSet<String> {
    let areas: BTreeSet<String> =
        keys(LANGUAGES[0].words).iter().filter_map(|key| Some(key.split_once('-')?.0.to_owned())).collect();
    // The name of a family, such as color-map, is not itself a key.
    let table = keys(LANGUAGES[0].words);
    let families: BTreeSet<String> = table.iter().filter_map(|key| Some(key.rsplit_once('-')?.0.to_owned())).collect();
    let is_key = |key: &String| {
        areas.contains(key.split('-').next().unwrap_or_default()) && (table.contains(key) || !families.contains(key))
    };
    literals().into_iter().filter(is_key).collect()
}

#[test]
fn no_key_is_missing_and_none_is_unused() {
    let (table, asked) = (keys(LANGUAGES[0].words), asked());
    let families = words_of_lists();
    let missing: Vec<_> = asked.iter().chain(&families).filter(|key| !table.contains(*key)).collect();
    assert!(missing.is_empty(), "en.ftl lacks {missing:?}");
    let is_used = |key: &&String| {
        let message = key.split('.').next().unwrap_or_default().to_owned();
        asked.contains(&message) || families.contains(&message)
    };
    let unused: Vec<_> = table.iter().filter(|key| !is_used(key)).collect();
    assert!(unused.is_empty(), "unused keys: {unused:?}");
}

/// The placeables of each message and tooltip of a table.
fn placeables(source: &str) -> BTreeMap<String, BTreeSet<String>> {
    let (mut found, mut key) = (BTreeMap::<String, BTreeSet<String>>::new(), String::new());
    for line in source.lines().filter(|line| !line.starts_with('#')) {
        let name = line.split_once(" =").map(|(name, _)| name.trim_start());
        match (line.starts_with(' '), name) {
            (false, Some(name)) => key = name.to_owned(),
            (true, Some(name)) if name.starts_with('.') => {
                key = format!("{}{name}", key.split('.').next().unwrap_or_default());
            }
            _ => {}
        }
        let names = line.split('$').skip(1).map(|rest| rest.split([' ', '}', ')']).next().unwrap_or_default().to_owned());
        found.entry(key.clone()).or_default().extend(names);
    }
    found.remove("");
    found
}

#[test]
fn every_language_has_every_key_and_its_placeables() {
    let english = placeables(LANGUAGES[0].words);
    assert!(english["transport-progress"].contains("percent") && english["transport-progress.tip"].is_empty());
    for language in LANGUAGES {
        let (own, all) = (keys(language.words), keys(LANGUAGES[0].words));
        let missing: Vec<_> = all.difference(&own).collect();
        let strange: Vec<_> = own.difference(&all).collect();
        assert!(missing.is_empty() && strange.is_empty(), "{} lacks {missing:?}, has {strange:?}", language.code);
        for (key, names) in placeables(language.words) {
            assert_eq!(names, english[&key], "{}: {key}", language.code);
        }
    }
}
