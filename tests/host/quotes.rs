//! Numbers of lessons that come from tables are those of the tables, in every language.
//! `assets/lessons/quotes.toml` lists them by lesson and card.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use starshell::lab::{Outcome, Report};

/// A number of a table, and how it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Quote {
    /// The name of a file in docs/laboratory; `results` for docs/results.md.
    report: String,
    #[serde(default)]
    experiment: String,
    /// What was measured, for rungs without their titles; in docs/results.md the first cell.
    row: String,
    #[serde(default)]
    count: usize,
    /// Its place on the experiment's axis.
    at: Option<f64>,
    /// What is quoted of the row.
    #[serde(default)]
    is: What,
    /// What the number is multiplied with.
    #[serde(default = "one")]
    scale: f64,
    /// Whether it is 1 over the number.
    #[serde(default)]
    is_inverse: bool,
    /// Its significant digits.
    digits: usize,
    /// How often the card has it.
    #[serde(default = "once")]
    times: usize,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum What {
    #[default]
    Milliseconds,
    Rate,
    /// How many times as fast as another row.
    Over(String),
    /// The error.
    Error,
    /// One of the numbers of a detail, from 0, without its sign.
    Detail(String, usize),
    /// What was published, from 0.
    Published(usize),
    /// In docs/results.md: which of the numbers behind the first cell, from 0.
    Number(usize),
}

fn one() -> f64 {
    1.0
}

fn once() -> usize {
    1
}

/// The quotes of a lesson by the English titles of its cards.
type Quotes = BTreeMap<String, Vec<Quote>>;

/// What is read from files.
struct Tables {
    reports: BTreeMap<String, Report>,
    results: String,
}

/// A language: its folder, its decimal sign, and what groups digits.
type Language = (&'static str, char, char);
const LANGUAGES: [Language; 4] =
    [("en", '.', ','), ("de", ',', '\u{202f}'), ("es", ',', '\u{202f}'), ("fr", ',', '\u{202f}')];

fn path(of: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(of)
}

fn read(of: &str) -> String {
    std::fs::read_to_string(path(of)).unwrap_or_else(|error| panic!("{of}: {error}"))
}

impl Tables {
    fn read() -> Self {
        let files =
            std::fs::read_dir(path("docs/laboratory")).unwrap().map(|entry| entry.unwrap().path());
        let reports = files.filter(|file| file.extension().is_some_and(|it| it == "json"));
        let named = |file: PathBuf| {
            (file.file_stem().unwrap().to_str().unwrap().to_owned(), Report::read(&file).unwrap())
        };
        Self { reports: reports.map(named).collect(), results: read("docs/results.md") }
    }

    fn row(&self, quote: &Quote, name: &str) -> &Outcome {
        let results = self.reports[&quote.report]
            .results(&quote.experiment)
            .unwrap_or_else(|| panic!("{quote:?}"));
        let is_it = |outcome: &&Outcome| {
            let short =
                outcome.variant.split(':').next().filter(|_| outcome.variant.starts_with("rung-"));
            let variant = short.unwrap_or(&outcome.variant);
            (variant, outcome.count) == (name, quote.count)
                && (quote.at.is_none() || outcome.at == quote.at)
        };
        results.outcomes.iter().find(is_it).unwrap_or_else(|| panic!("no row {name}: {quote:?}"))
    }

    /// The number of a quote.
    fn value(&self, quote: &Quote) -> f64 {
        let value = match &quote.is {
            What::Number(number) => {
                let row = self
                    .results
                    .lines()
                    .find_map(|line| line.strip_prefix(&format!("| {} |", quote.row)));
                let row = row.unwrap_or_else(|| panic!("docs/results.md has no row {}", quote.row));
                parsed(numbers(row)[*number].1)
            }
            What::Published(place) => self.row(quote, &quote.row).published[*place].value,
            of_time => {
                let timing = |name: &str| {
                    self.row(quote, name)
                        .timing
                        .as_ref()
                        .unwrap_or_else(|| panic!("no time: {quote:?}"))
                };
                let own = timing(&quote.row);
                match of_time {
                    What::Over(other) => timing(other).median_ms / own.median_ms,
                    What::Detail(detail, number) => {
                        let detail = own
                            .details
                            .iter()
                            .find(|it| it.what == *detail)
                            .unwrap_or_else(|| panic!("{quote:?}"));
                        parsed(numbers(&detail.text.to_string())[*number].1)
                    }
                    What::Rate => own.rate,
                    What::Error => own.error.unwrap_or_else(|| panic!("no error: {quote:?}")),
                    _ => own.median_ms,
                }
            }
        };
        quote.scale * if quote.is_inverse { 1.0 / value } else { value }
    }
}

fn parsed(number: &str) -> f64 {
    number.replace(',', "").parse().unwrap_or_else(|_| panic!("{number} is no number"))
}

/// The numbers in a text with their places, as they are written; not those of names such as H200,
/// nor those of settings.
fn numbers(text: &str) -> Vec<(usize, &str)> {
    let is_part =
        |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ',' | '\u{202f}');
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(start) =
        text[rest..].find(|letter: char| letter.is_ascii_digit()).map(|at| rest + at)
    {
        let end = text[start..].find(|letter| !is_part(letter)).map_or(text.len(), |at| start + at);
        let number = text[start..end].trim_end_matches(|letter: char| !letter.is_ascii_digit());
        let before = &text[..start];
        let is_named = before.strip_suffix('-').unwrap_or(before).ends_with(char::is_alphabetic);
        if !is_named && !before.trim_end_matches(' ').ends_with('=') {
            found.push((start, number));
        }
        rest = end;
    }
    found
}

/// A number with so many significant digits, as a language writes it.
fn written(value: f64, digits: usize, (_, decimal, group): Language) -> String {
    let rounded: f64 = format!("{value:.*e}", digits - 1).parse().unwrap();
    let magnitude = rounded.abs().max(f64::MIN_POSITIVE).log10().floor() as i32;
    let decimals = (digits as i32 - 1 - magnitude).max(0) as usize;
    let plain = format!("{rounded:.decimals$}");
    let (whole, fraction) = plain
        .split_once('.')
        .map_or((plain.as_str(), None), |(whole, fraction)| (whole, Some(fraction)));
    let mut text = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(group);
        }
        text.push(digit);
    }
    fraction.map_or(text.clone(), |fraction| format!("{text}{decimal}{fraction}"))
}

/// The cards of a lesson: titles and texts.
fn cards(lesson: &str) -> Vec<(String, String)> {
    let mut cards: Vec<(String, String)> = Vec::new();
    let mut is_code = false;
    for line in lesson.lines() {
        is_code ^= line.starts_with("```");
        match (line.strip_prefix("# ").filter(|_| !is_code), cards.last_mut()) {
            (Some(title), _) => cards.push((title.to_owned(), String::new())),
            (None, Some((_, text))) => *text += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    cards
}

/// The quotes of a lesson that its text in a language does not have, or has too often.
fn misquoted(
    tables: &Tables,
    quotes: &Quotes,
    english: &str,
    text: &str,
    language: Language,
) -> Vec<String> {
    let titles: Vec<String> = cards(english).into_iter().map(|(title, _)| title).collect();
    let cards = cards(text);
    let mut wrong = Vec::new();
    for (title, quotes) in quotes {
        let place = titles
            .iter()
            .position(|it| it == title)
            .unwrap_or_else(|| panic!("there is no card {title}"));
        let mut expected: BTreeMap<String, usize> = BTreeMap::new();
        for quote in quotes {
            *expected.entry(written(tables.value(quote), quote.digits, language)).or_default() +=
                quote.times;
        }
        let numbers = numbers(&cards[place].1);
        for (number, times) in expected {
            let found = numbers.iter().filter(|(_, other)| *other == number).count();
            if found != times {
                wrong.push(format!(
                    "{}, card {title}: {number} stands there {found} times, not {times}",
                    language.0
                ));
            }
        }
    }
    wrong
}

fn all_quotes() -> BTreeMap<String, Quotes> {
    toml::from_str(&read("assets/lessons/quotes.toml")).unwrap()
}

fn lesson(language: &str, name: &str) -> String {
    read(&format!("assets/lessons/{language}/{name}.md"))
}

#[test]
fn numbers_of_lessons_are_those_of_the_tables_in_every_language() {
    let (tables, mut checked, mut wrong) = (Tables::read(), 0, Vec::new());
    for (name, quotes) in all_quotes() {
        let english = lesson("en", &name);
        checked += quotes.values().map(Vec::len).sum::<usize>();
        for language in LANGUAGES {
            let lines = misquoted(&tables, &quotes, &english, &lesson(language.0, &name), language);
            wrong.extend(lines.into_iter().map(|line| format!("{name}, {line}")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(checked > 30, "{checked} numbers");
}

#[test]
fn a_changed_number_in_any_language_is_found() {
    let tables = Tables::read();
    for (name, quotes) in all_quotes() {
        let english = lesson("en", &name);
        let titles: Vec<String> = cards(&english).into_iter().map(|(title, _)| title).collect();
        for language in LANGUAGES {
            let text = lesson(language.0, &name);
            let cards = cards(&text);
            for (title, quote) in quotes
                .iter()
                .flat_map(|(title, quotes)| quotes.iter().map(move |quote| (title, quote)))
            {
                let number = written(tables.value(quote), quote.digits, language);
                let changed = written(1.3 * tables.value(quote) + 1.0, quote.digits, language);
                let (_, card) = &cards[titles.iter().position(|it| it == title).unwrap()];
                let (at, _) =
                    numbers(card).into_iter().find(|(_, other)| *other == number).unwrap();
                let start = text.find(card.as_str()).unwrap() + at;
                let text = format!("{}{changed}{}", &text[..start], &text[start + number.len()..]);
                let wrong = misquoted(&tables, &quotes, &english, &text, language);
                assert!(!wrong.is_empty(), "{name}, {}: {changed} passes for {number}", language.0);
            }
        }
    }
}

#[test]
fn numbers_are_written_as_languages_write_them() {
    let [english, german, ..] = LANGUAGES;
    assert_eq!([written(39.87, 2, english), written(0.6577, 2, german)], ["40", "0,66"]);
    assert_eq!(
        [written(37_000.0, 1, english), written(37_000.0, 1, german)],
        ["40,000", "40\u{202f}000"]
    );
    assert_eq!(
        [written(9.96, 2, english), written(1.02, 3, german), written(495.2, 1, english)],
        ["10", "1,02", "500"]
    );
    let found = |text: &'static str| {
        numbers(text).into_iter().map(|(_, number)| number).collect::<Vec<_>>()
    };
    assert_eq!(
        found("An H200's rung-1 takes 0.33 s, with 1,000 bodies 2."),
        ["0.33", "1,000", "2"]
    );
    assert_eq!(found("answer = 3.4 at 100\u{202f}000, 25,4\u{202f}%"), ["100\u{202f}000", "25,4"]);
}
