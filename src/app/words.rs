//! Every text of the interface, by key, from one table per language: `assets/words/<language>.ftl`, in Fluent's format.
//!
//! A message's value is the label of a control, and its attribute `tip` the tooltip. [`t!`] takes keys as literals, so that a
//! test can compare the keys in the code with those in the tables.

use std::cell::RefCell;
use std::collections::HashMap;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// The tables: language and text. English is complete and fills gaps in other languages.
pub const TABLES: &[(&str, &str)] = &[("en", include_str!("../../assets/words/en.ftl"))];

thread_local! {
    static WORDS: Words = Words::new(&system_language());
    static PLAIN: RefCell<HashMap<String, String>> = RefCell::default();
    /// For each key with placeables, its last arguments and the resulting text.
    static FILLED: RefCell<HashMap<String, (Vec<String>, String)>> = RefCell::default();
}

/// The text of a key: `t!("transport-play")`, `t!("bodies-count", count = "16,384")`.
macro_rules! t {
    ($key:literal) => { $crate::app::words::text($key, &[]) };
    ($key:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::app::words::text($key, &[$((stringify!($name), $value.to_string())),+])
    };
}
pub(crate) use t;

/// The system's language.
fn system_language() -> String {
    sys_locale::get_locale().unwrap_or_else(|| "en".to_owned())
}

/// The text of `key` with its placeables filled in. A missing key yields the key itself, which is obvious on screen and never
/// panics.
pub fn text(key: &str, arguments: &[(&str, String)]) -> String {
    let format = || WORDS.with(|words| words.format(key, None, arguments).unwrap_or_else(|| key.to_owned()));
    if !arguments.is_empty() {
        let is_same = |values: &[String]| values.iter().eq(arguments.iter().map(|(_, value)| value));
        return FILLED.with_borrow_mut(|filled| match filled.get(key) {
            Some((values, text)) if is_same(values) => text.clone(),
            _ => {
                let (values, text) = (arguments.iter().map(|(_, value)| value.clone()).collect(), format());
                filled.insert(key.to_owned(), (values, text.clone()));
                text
            }
        });
    }
    // A frame looks up about two hundred texts, nearly all of them without placeables.
    PLAIN.with_borrow_mut(|plain| match plain.get(key) {
        Some(text) => text.clone(),
        None => plain.entry(key.to_owned()).or_insert_with(format).clone(),
    })
}

/// The tooltip of `key`, if it has one.
pub fn tip(key: &str) -> Option<String> {
    WORDS.with(|words| words.format(key, Some("tip"), &[]))
}

/// A number as people type it: digits with or without grouping, and a true minus sign.
pub fn parsed(text: &str) -> Option<f64> {
    let plain: String = text.chars().filter(|letter| !letter.is_whitespace() && *letter != '\u{202f}').collect();
    plain.replace('−', "-").replace(',', ".").parse().ok()
}

/// Whether there is a text with this key.
pub fn has_word(key: &str) -> bool {
    WORDS.with(|words| words.format(key, None, &[]).is_some())
}

/// The tables for one language: its own first, English last.
struct Words {
    bundles: Vec<FluentBundle<FluentResource>>,
}

impl Words {
    fn new(language: &str) -> Self {
        let is_spoken = |table: &&(&str, &str)| language == table.0 || language.starts_with(&format!("{}-", table.0));
        let own = TABLES.iter().filter(|table| table.0 != "en").find(is_spoken);
        let english = TABLES.iter().find(|table| table.0 == "en");
        Self { bundles: own.into_iter().chain(english).map(|&(language, source)| bundle(language, source)).collect() }
    }

    fn format(&self, key: &str, attribute: Option<&str>, arguments: &[(&str, String)]) -> Option<String> {
        self.bundles.iter().find_map(|bundle| {
            let message = bundle.get_message(key)?;
            let pattern = match attribute {
                Some(name) => message.get_attribute(name)?.value(),
                None => message.value()?,
            };
            let mut values = FluentArgs::new();
            for (name, value) in arguments {
                // Numbers in text are passed as numbers, so that a table can distinguish singular and plural.
                values.set(*name, FluentValue::try_number(value.as_str()));
            }
            Some(bundle.format_pattern(pattern, Some(&values), &mut Vec::new()).into_owned())
        })
    }
}

/// One parsed table. Errors in a table are ignored here, and found by the test below.
fn bundle(language: &str, source: &str) -> FluentBundle<FluentResource> {
    let language: LanguageIdentifier = language.parse().unwrap_or_default();
    let mut bundle = FluentBundle::new(vec![language]);
    // The marks that isolate bidirectional text would show as boxes.
    bundle.set_use_isolating(false);
    let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(resource, _)| resource);
    bundle.add_resource_overriding(resource);
    bundle
}

/// A whole number with thin spaces between groups of three digits: 16 384.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A number with four significant digits, in scientific notation if that is shorter.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let size = value.abs();
    if size != 0.0 && !(1e-3..1e5).contains(&size) {
        return format!("{value:.2e}").replace('-', "−");
    }
    let decimals = if size == 0.0 { 3 } else { (3.0 - size.log10().floor()).clamp(0.0, 6.0) as usize };
    format!("{value:.decimals$}").replace('-', "−")
}

/// A number with three significant digits and a fixed width, for three of them in a row.
pub fn brief(value: f64) -> String {
    let size = value.abs();
    let text = match size {
        _ if !value.is_finite() => "–".to_owned(),
        _ if size != 0.0 && !(0.01..1e4).contains(&size) => format!("{value:.1e}"),
        _ if size < 10.0 => format!("{value:.3}"),
        _ => format!("{value:.*}", if size < 100.0 { 2 } else { 0 }),
    };
    format!("{:>7}", text.replace('-', "−"))
}

/// A number with as few digits as needed: 0.5, 20, 1.2e6.
pub fn short(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-3..1e5).contains(&size) {
        return format!("{value:.0e}").replace('-', "−");
    }
    let decimals = if size == 0.0 { 0.0 } else { (1.0 - size.log10().floor()).clamp(0.0, 4.0) };
    let text = format!("{value:.*}", decimals as usize);
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    text.replace('-', "−")
}

/// A number rounded down to one digit, for advice.
pub fn one_digit(value: f64) -> String {
    if value == 0.0 {
        return short(0.0);
    }
    let unit = 10_f64.powf(value.log10().floor());
    short((value / unit).floor() * unit)
}

/// A time in the unit in which it is said.
pub fn duration(milliseconds: f64) -> String {
    match milliseconds / 1000.0 {
        seconds if seconds < 1.0 => t!("bodies-milliseconds", number = short(milliseconds)),
        seconds if seconds < 120.0 => t!("bodies-seconds", number = short(seconds)),
        seconds if seconds < 7200.0 => t!("bodies-minutes", number = short(seconds / 60.0)),
        seconds => t!("bodies-hours", number = short(seconds / 3600.0)),
    }
}

/// A rate with its SI prefix: 1.23 G.
pub fn prefixed(value: f64) -> String {
    let prefixes = [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let (scale, prefix) = prefixes.into_iter().find(|(scale, _)| value >= *scale).unwrap_or((1.0, ""));
    let scaled = value / scale;
    let decimals = if scaled >= 100.0 {
        0
    } else if scaled >= 10.0 {
        1
    } else {
        2
    };
    format!("{scaled:.decimals$}\u{202f}{prefix}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

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
        let text = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app"));
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
            keys(TABLES[0].1).iter().filter_map(|key| Some(key.split_once('-')?.0.to_owned())).collect();
        // The name of a family, such as color-map, is not itself a key.
        let table = keys(TABLES[0].1);
        let families: BTreeSet<String> = table.iter().filter_map(|key| Some(key.rsplit_once('-')?.0.to_owned())).collect();
        let is_key = |key: &String| {
            areas.contains(key.split('-').next().unwrap_or_default()) && (table.contains(key) || !families.contains(key))
        };
        literals().into_iter().filter(is_key).collect()
    }

    #[test]
    fn no_key_is_missing_and_none_is_unused() {
        let (table, asked) = (keys(TABLES[0].1), asked());
        let families = super::super::words_of_lists();
        let missing: Vec<_> = asked.iter().chain(&families).filter(|key| !table.contains(*key)).collect();
        assert!(missing.is_empty(), "en.ftl lacks {missing:?}");
        let is_used = |key: &&String| {
            let message = key.split('.').next().unwrap_or_default().to_owned();
            asked.contains(&message) || families.contains(&message)
        };
        let unused: Vec<_> = table.iter().filter(|key| !is_used(key)).collect();
        assert!(unused.is_empty(), "unused keys: {unused:?}");
    }

    #[test]
    fn every_language_knows_only_keys_that_english_has() {
        let english = keys(TABLES[0].1);
        for (language, source) in TABLES {
            let strange: Vec<_> = keys(source).into_iter().filter(|key| !english.contains(key)).collect();
            assert!(strange.is_empty(), "{language}: {strange:?}");
        }
    }

    #[test]
    fn numbers_are_short_and_of_one_width() {
        assert_eq!(grouped(16_384), "16\u{202f}384");
        assert_eq!(grouped(999), "999");
        assert_eq!(number(0.0), "0.000");
        assert_eq!(number(-1.5), "−1.500");
        assert_eq!(number(1.0e-5), "1.00e−5");
        assert_eq!(prefixed(2.5e9), "2.50\u{202f}G");
        assert_eq!(number(f64::NAN), "–");
    }

    #[test]
    fn placeables_are_filled_anew_where_they_have_changed() {
        let written = |path: &str| text("notice-written", &[("path", path.to_owned())]);
        for path in ["a.png", "b.png", "b.png"] {
            assert!(written(path).contains(path), "{}", written(path));
        }
    }

    #[test]
    fn a_key_that_no_table_has_is_shown_as_it_is() {
        assert_eq!(text("no-such-key", &[]), "no-such-key");
    }

    #[test]
    fn long_times_are_said_in_their_own_units() {
        for (milliseconds, words) in
            [(201.7, "202 ms"), (1500.0, "1.5 s"), (119e3, "119 s"), (600e3, "10 minutes"), (16_409e3, "4.6 hours")]
        {
            assert_eq!(duration(milliseconds), words);
        }
    }

    #[test]
    fn one_digit_is_rounded_down_and_nothing_stays_nothing() {
        for (value, words) in [(0.019, "0.01"), (3.7e-5, "3e−5"), (0.0, short(0.0).as_str())] {
            assert_eq!(one_digit(value), words);
        }
        assert!(!one_digit(0.0).contains("NaN"));
    }
}
