//! The tables of words: every key that the code asks for, in every language, and no other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use starshell::lab::drawing::DRAWINGS;
use starshell::lab::workbench::{BENCHES, Break};
use starshell::lab::{EXPERIMENTS, Extent, Rung, SpeedUp};
use starshell::name::Named;
use starshell::scene::{Embedded, SETTINGS, Scene, embedded};
use starshell::words::{self, LANGUAGES, Language, Text};

use super::gpu;
use crate::app::words_of_lists;

/// The keys of a table: messages, and their tooltips as `key.tip`.
fn keys(source: &str) -> BTreeSet<String> {
    let resource =
        fluent_syntax::parser::parse(source).expect("the table follows Fluent's grammar");
    let mut keys = BTreeSet::new();
    for entry in resource.body {
        let fluent_syntax::ast::Entry::Message(message) = entry else { continue };
        assert!(keys.insert(message.id.name.to_owned()), "{} stands twice", message.id.name);
        keys.extend(
            message
                .attributes
                .iter()
                .map(|attribute| format!("{}.{}", message.id.name, attribute.id.name)),
        );
    }
    keys
}

fn sources(folder: &Path) -> String {
    if folder.is_file() {
        return std::fs::read_to_string(folder).unwrap();
    }
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| {
            // Some tests have files of other programs beside them.
            match path.extension().and_then(|ending| ending.to_str()) {
                _ if path.is_dir() => sources(&path),
                Some("gz" | "py") => String::new(),
                _ => std::fs::read_to_string(path).unwrap(),
            }
        })
        .collect()
}

/// The Rust sources of these folders.
fn code(folders: &[&str]) -> String {
    folders
        .iter()
        .map(|folder| sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)))
        .collect()
}

/// The tables of a language as one.
fn table(language: &Language) -> String {
    language.tables.join("\n")
}

/// Where keys stand, and names of what the laboratory shows.
const WITH_KEYS: &[&str] = &[
    "src/app",
    "src/class",
    "src/diagnosis",
    "src/lesson",
    "src/words",
    "src/lab",
    "src/scene",
    "src/gpu",
    "src/file",
    "src/render",
    "src/session",
    "src/capture",
    "src/snapshot",
    "src/physics",
    "src/exchange",
    "src/primitives",
    "src/cpu",
    "src/name.rs",
];
const WITH_NAMES: &[&str] =
    &["src/lab", "src/scene", "src/physics", "src/render", "src/session", "src/lesson"];
/// What has names that are also keys.
const KINDS: &[&str] = &["variant", "place", "detail", "unit", "axis", "reason", "noun"];

/// String literals in the code that could be keys.
fn literals() -> BTreeSet<String> {
    let text = code(WITH_KEYS);
    let is_key = |text: &&str| {
        text.contains('-')
            && text.starts_with(|letter: char| letter.is_ascii_lowercase())
            && text.chars().all(|letter| {
                letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-'
            })
    };
    text.split('"').filter(is_key).map(str::to_owned).collect()
}

/// The keys that [`t!`] asks for, and those passed to widgets, which all begin with the name of an
/// area.
fn asked() -> BTreeSet<String> {
    let table = keys(&table(&LANGUAGES[0]));
    let areas: BTreeSet<String> =
        table.iter().filter_map(|key| Some(key.split_once('-')?.0.to_owned())).collect();
    // The name of a family, such as color-map, is not itself a key.
    let families: BTreeSet<String> =
        table.iter().filter_map(|key| Some(key.rsplit_once('-')?.0.to_owned())).collect();
    // Flags of settings have words of their own.
    let flags: BTreeSet<&str> =
        SETTINGS.iter().filter_map(|row| row.flag).map(|[flag, _]| flag).collect();
    let is_key = |key: &String| {
        !flags.contains(key.as_str())
            && areas.contains(key.split('-').next().unwrap_or_default())
            && (table.contains(key) || !families.contains(key))
    };
    literals().into_iter().filter(is_key).collect()
}

fn key_of(text: Text) -> String {
    match text {
        Text::Plain(text) => panic!("{text} has no key"),
        Text::Named(key, _) => key,
        Text::Keyed(key, _) => key.into_owned(),
    }
}

/// The keys of all that the laboratory has by name.
fn words_of_laboratory() -> BTreeSet<String> {
    let mut all = vec![Text::named("axis", "number"), SpeedUp::unsteady()];
    // Names of one word are those of kernels, machines and symbols.
    let is_said = |name: &&str| {
        name.split(' ')
            .filter(|word| word.chars().filter(char::is_ascii_lowercase).count() > 2)
            .count()
            > 1
    };
    for experiment in EXPERIMENTS {
        all.extend([experiment.title(), experiment.about()]);
        all.extend(experiment.found());
        all.extend(experiment.differences());
        all.extend(experiment.axis.map(|axis| Text::named("axis", axis)));
        for case in experiment.cases(&gpu(), &Extent::default()) {
            all.extend(
                Some(case.variant.as_str())
                    .filter(is_said)
                    .map(|name| Text::named("variant", name.to_owned())),
            );
        }
    }
    all.extend(
        DRAWINGS.iter().flat_map(|drawing| [drawing.title(), Text::named("unit", drawing.unit)]),
    );
    all.extend(Rung::ALL.iter().flat_map(|rung| [rung.title(), rung.change()]));
    for bench in BENCHES {
        all.extend(["title", "about"].map(|part| bench.text(part)));
        all.extend([bench.result(0, 2), bench.result(1, 2)]);
        all.extend(bench.bindings.iter().map(|binding| bench.text(&format!("binding-{binding}"))));
        all.extend((1..=bench.breaks.len()).map(|number| bench.text(&format!("break-{number}"))));
        all.extend(bench.breaks.iter().map(Break::title));
        for (number, exercise) in bench.exercises.iter().enumerate() {
            all.push(bench.text(&format!("exercise-{}", number + 1)));
            all.extend((0..exercise.hints).map(|hint| bench.hint(number, hint)));
        }
    }
    all.into_iter().map(key_of).collect()
}

/// The keys of all names of the laboratory that could have one: those in the code, and those of
/// cases.
fn names() -> BTreeSet<String> {
    let code = code(WITH_NAMES);
    let cases = EXPERIMENTS
        .iter()
        .flat_map(|experiment| experiment.cases(&gpu(), &Extent { counts: Some(vec![4096]) }));
    let of_cases = cases.flat_map(|case| {
        let places: Vec<_> =
            case.published.iter().map(|published| published.place.clone()).collect();
        places.into_iter().chain([case.variant])
    });
    let all = code.split('"').map(str::to_owned).chain(of_cases);
    all.flat_map(|name| KINDS.iter().map(move |kind| key_of(Text::named(kind, name.clone()))))
        .collect()
}

#[test]
fn no_key_is_missing_and_none_is_unused() {
    let (table, asked) = (keys(&table(&LANGUAGES[0])), asked());
    let families: BTreeSet<String> =
        words_of_lists().into_iter().chain(words_of_laboratory()).collect();
    let missing: Vec<_> =
        asked.iter().chain(&families).filter(|key| !table.contains(*key)).collect();
    assert!(missing.is_empty(), "the English tables lack {missing:?}");
    let names = names();
    let is_used = |key: &&String| {
        let message = key.split('.').next().unwrap_or_default().to_owned();
        asked.contains(&message) || families.contains(&message) || names.contains(&message)
    };
    let unused: Vec<_> = table.iter().filter(|key| !is_used(key)).collect();
    assert!(unused.is_empty(), "unused keys: {unused:?}");
}

/// What stands between the bracket before `text` and its end, split at commas outside of brackets
/// and strings.
fn arguments(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut is_quoted, mut is_escaped, mut found) =
        (0, 0, false, false, Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => {
                found.push(&text[start..at]);
                break;
            }
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found
}

#[test]
fn every_text_gets_the_placeables_that_it_has() {
    let (code, placeables) = (code(WITH_KEYS), placeables(&table(&LANGUAGES[0])));
    let mut checked = 0;
    for (at, name) in ["t!(", "say!("].into_iter().flat_map(|name| code.match_indices(name)) {
        if code[..at].ends_with(|letter: char| {
            letter.is_ascii_alphanumeric() || letter == '_' || letter == '`'
        }) {
            continue;
        }
        let parts = arguments(&code[at + name.len()..]);
        let key = parts[0].trim().trim_matches('"');
        let given = parts[1..].iter().filter_map(|part| part.split('=').next());
        let given = given.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        let Some(wanted) = placeables.get(key) else { continue };
        assert_eq!(&given.collect::<BTreeSet<_>>(), wanted, "{key}");
        checked += 1;
    }
    assert!(checked > 300, "only {checked} texts were found");
}

#[test]
fn every_scene_is_described_in_every_language() {
    for language in &LANGUAGES[1..] {
        words::speak(Some(language));
        for Embedded { name, scene, .. } in embedded() {
            let (which, description) =
                (format!("{}: {name}", language.code), scene.spoken_description());
            assert!(!scene.spoken_title().is_empty(), "{which}");
            assert_ne!(description, scene.description, "{which}");
            assert_ne!(scene.spoken_inaccuracies(), scene.inaccuracies, "{which}");
            let own = Scene { title: "Mine".to_owned(), ..scene.clone() };
            let spoken = (own.spoken_title(), own.spoken_description());
            assert_eq!(spoken, ("Mine".to_owned(), description), "{which}");
        }
        let known = keys(language.tables[3]);
        let all: BTreeSet<String> = embedded()
            .iter()
            .flat_map(|scene| {
                ["title", "description", "inaccuracies"]
                    .map(|part| format!("scene-{}-{part}", scene.name))
            })
            .collect();
        assert_eq!(known, all, "{}", language.code);
    }
    words::speak(None);
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
        let names = line
            .split('$')
            .skip(1)
            .map(|rest| rest.split([' ', '}', ')']).next().unwrap_or_default().to_owned());
        found.entry(key.clone()).or_default().extend(names);
    }
    found.remove("");
    found
}

#[test]
fn every_language_has_every_key_and_its_placeables() {
    let words = |language: &Language| language.tables[..3].join("\n");
    let english = placeables(&words(&LANGUAGES[0]));
    assert!(english["transport-progress"].contains("percent"));
    assert!(english["transport-progress.tip"].is_empty());
    for language in LANGUAGES {
        let (own, all) = (keys(&words(language)), keys(&words(&LANGUAGES[0])));
        let missing: Vec<_> = all.difference(&own).collect();
        let strange: Vec<_> = own.difference(&all).collect();
        let is_whole = missing.is_empty() && strange.is_empty();
        assert!(is_whole, "{} lacks {missing:?}, has {strange:?}", language.code);
        for (key, names) in placeables(&words(language)) {
            assert_eq!(names, english[&key], "{}: {key}", language.code);
        }
    }
}
