//! Every text of the interface, by key, from one table per language: `assets/words/<language>.ftl`, in Fluent's format.
//!
//! A message's value is the label of a control, and its attribute `tip` the tooltip. [`t!`] takes keys as literals, so that a
//! test can compare the keys in the code with those in the tables. What the library says in English, such as the texts of
//! experiments, is translated by [`phrase`].

mod figures;
mod language;
mod phrases;

use std::cell::RefCell;
use std::collections::HashMap;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

pub use figures::{brief, duration, fixed, grouped, local, number, one_digit, parsed, prefixed, short, signed, unbroken};
pub use language::{LANGUAGES, Language, language, spoken};
pub use phrases::{has_phrase, phrase};

thread_local! {
    static WORDS: RefCell<Words> = RefCell::new(Words::new(spoken()));
    static PLAIN: RefCell<HashMap<String, String>> = RefCell::default();
    /// For each key with placeables, its last arguments and the resulting text.
    static FILLED: RefCell<HashMap<String, (Vec<String>, String)>> = RefCell::default();
}

/// Speaks a language from now on in this thread; without one, English, as at first. Returns whether it is another than before.
pub fn speak(language: Option<&'static Language>) -> bool {
    let language = language.unwrap_or(&LANGUAGES[0]);
    if language.code == spoken().code {
        return false;
    }
    language::set(language);
    WORDS.set(Words::new(language));
    PLAIN.with_borrow_mut(HashMap::clear);
    FILLED.with_borrow_mut(HashMap::clear);
    phrases::forget();
    true
}

/// The text of a key: `t!("transport-play")`, `t!("bodies-count", count = "16,384")`.
#[macro_export]
macro_rules! t {
    ($key:literal) => { $crate::words::text($key, &[]) };
    ($key:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::words::text($key, &[$((stringify!($name), $value.to_string())),+])
    };
}
pub use t;

/// The text of `key` with its placeables filled in. A missing key yields the key itself, which is obvious on screen and never
/// panics.
pub fn text(key: &str, arguments: &[(&str, String)]) -> String {
    let format = || WORDS.with_borrow(|words| words.format(key, None, arguments).unwrap_or_else(|| key.to_owned()));
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
    WORDS.with_borrow(|words| words.format(key, Some("tip"), &[]))
}

/// Whether there is a text with this key.
pub fn has_word(key: &str) -> bool {
    WORDS.with_borrow(|words| words.format(key, None, &[]).is_some())
}

/// The tables for one language: its own first, English last.
struct Words {
    bundles: Vec<FluentBundle<FluentResource>>,
}

impl Words {
    fn new(language: &Language) -> Self {
        let english = &LANGUAGES[0];
        let own = (language.code != english.code).then_some(language);
        Self { bundles: own.into_iter().chain([english]).map(bundle).collect() }
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
fn bundle(language: &Language) -> FluentBundle<FluentResource> {
    let locale: LanguageIdentifier = language.code.parse().unwrap_or_default();
    let mut bundle = FluentBundle::new(vec![locale]);
    // The marks that isolate bidirectional text would show as boxes.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(|value, _| match value {
        FluentValue::Number(number) => Some(local(&number.as_string())),
        _ => None,
    }));
    let resource = FluentResource::try_new(unbroken(language.words)).unwrap_or_else(|(resource, _)| resource);
    bundle.add_resource_overriding(resource);
    bundle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_spoken_from_one_text_to_the_next() {
        let before = text("transport-play", &[]);
        for language in &LANGUAGES[1..] {
            assert!(speak(Some(language)));
            assert_ne!(text("transport-play", &[]), before, "{}", language.code);
            // One is singular everywhere, and decimals are the language's.
            let bodies = |count: &str| text("bodies-fixed", &[("count", count.to_owned())]);
            assert_ne!(bodies("1").replace('1', ""), bodies("2").replace('2', ""), "{}", language.code);
            assert!(text("transport-progress", &[("percent", "0.5".to_owned())]).contains("0,5"), "{}", language.code);
        }
        speak(None);
        assert_eq!(text("transport-play", &[]), before);
        assert_eq!(language("de-AT").map(|language| language.code), Some("de"));
        assert_eq!(language("fr_CA.UTF-8").map(|language| language.name), Some("Français"));
        assert!(language("tlh").is_none());
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
}
