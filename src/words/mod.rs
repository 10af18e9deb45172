//! Every text that people read, by key, from the tables of each language:
//! `assets/words/<language>/*.ftl`, in Fluent's format.
//!
//! A message's value is the label of a control, and its attribute `tip` the tooltip. [`t!`] says a
//! text now, in the language of this thread; [`say!`] makes a [`Text`], which is said where it is
//! shown. Both take keys as literals, so that a test can compare the keys in the code with those in
//! the tables.
//!
//! Use it to show this library's errors and names in the reader's language: [`speak`] chooses one
//! for this thread, English otherwise. There is only English without the feature `languages`. Numbers are written as each language does. An error displays
//! in English whatever its thread speaks; its `text` is the sentence as data.
//!
//! ```
//! use starshell::gpu::GpuError;
//! use starshell::words::{self, grouped, language};
//!
//! assert_eq!(grouped(16_384), "16\u{a0}384");
//! words::speak(language("de"));
//! let error = GpuError::NoAdapter;
//! assert!(error.to_string().starts_with("no graphics adapter was found"));
//! assert!(error.text().verbatim().starts_with("kein Grafikadapter gefunden"));
//! # words::speak(None);
//! ```

mod english;
mod excerpt;
mod figures;
mod language;
mod printable;
mod text;
#[cfg_attr(not(feature = "languages"), path = "untranslated.rs")]
mod translation;

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use english::english;
pub use excerpt::{abridged, excerpt, quoted};
pub use figures::{
    brief, duration, english_number, exact, fixed, grouped, local, number, one_digit, parsed,
    prefixed, raised, short, shortened, signed, typed, unbroken,
};
pub use language::{LANGUAGES, Language, language, spoken};
pub use printable::printable;
pub use text::{Text, said, say, within};

thread_local! {
    static PLAIN: RefCell<HashMap<String, String>> = RefCell::default();
    /// For each key with placeables, its last arguments and the resulting text.
    static FILLED: RefCell<HashMap<String, (Vec<String>, String)>> = RefCell::default();
}

/// Whether there is a window, to whose controls texts refer.
static IN_WINDOW: AtomicBool = AtomicBool::new(false);

/// Refers to the controls of a window from now on, where a text has an attribute `.window`, in place
/// of options of the command line.
pub fn speak_of_window() {
    IN_WINDOW.store(true, Ordering::Relaxed);
}

/// Speaks a language from now on in this thread; without one, English, as at first. Returns whether
/// it is another than before.
pub fn speak(language: Option<&'static Language>) -> bool {
    let language = language.unwrap_or(&LANGUAGES[0]);
    if language.code == spoken().code {
        return false;
    }
    language::set(language);
    translation::speak(language);
    PLAIN.with_borrow_mut(HashMap::clear);
    FILLED.with_borrow_mut(HashMap::clear);
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

/// The text of `key` with its placeables filled in. A missing key yields the key itself, which is
/// obvious on screen and never panics.
pub fn text(key: &str, arguments: &[(&str, String)]) -> String {
    if !arguments.is_empty() {
        let format = || format(key, None, arguments).unwrap_or_else(|| key.to_owned());
        let is_same =
            |values: &[String]| values.iter().eq(arguments.iter().map(|(_, value)| value));
        return FILLED.with_borrow_mut(|filled| match filled.get(key) {
            Some((values, text)) if is_same(values) => text.clone(),
            _ => {
                let (values, text) =
                    (arguments.iter().map(|(_, value)| value.clone()).collect(), format());
                filled.insert(key.to_owned(), (values, text.clone()));
                text
            }
        });
    }
    // A frame looks up about two hundred texts, nearly all of them without placeables.
    find(key).unwrap_or_else(|| key.to_owned())
}

/// The tooltip of `key`, if it has one.
pub fn tip(key: &str) -> Option<String> {
    format(key, Some("tip"), &[])
}

/// What `key` is called where it stands alone: in lists, where no panel around it says what its
/// label speaks of.
pub fn name(key: &str) -> String {
    format(key, Some("name"), &[]).unwrap_or_else(|| text(key, &[]))
}

/// What people call it who do not know its name, separated by commas: the search finds it by that.
pub fn synonyms(key: &str) -> Option<String> {
    format(key, Some("find"), &[])
}

/// The text of a key without placeables, if there is one.
pub fn find(key: &str) -> Option<String> {
    if let Some(known) = PLAIN.with_borrow(|plain| plain.get(key).cloned()) {
        return Some(known);
    }
    let found = format(key, None, &[])?;
    PLAIN.with_borrow_mut(|plain| plain.insert(key.to_owned(), found.clone()));
    Some(found)
}

/// Whether there is a text with this key.
pub fn has_word(key: &str) -> bool {
    find(key).is_some()
}

/// The text of `key`, or of its attribute, in the language of this thread, if there is one. English
/// fills gaps in others.
fn format(key: &str, attribute: Option<&str>, arguments: &[(&str, String)]) -> Option<String> {
    // An error of the window speaks of its controls, not of the command line.
    let in_window = (attribute.is_none() && IN_WINDOW.load(Ordering::Relaxed)).then_some("window");
    let mut attributes = in_window.into_iter().map(Some).chain([attribute]);
    let own = attributes.clone().find_map(|it| translation::translated(key, it, arguments));
    own.or_else(|| attributes.find_map(|it| english(key, it, arguments)))
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
            assert_ne!(
                bodies("1").replace('1', ""),
                bodies("2").replace('2', ""),
                "{}",
                language.code
            );
            assert!(
                text("transport-progress", &[("percent", "0.5".to_owned())]).contains("0,5"),
                "{}",
                language.code
            );
        }
        speak(None);
        assert_eq!(text("transport-play", &[]), before);
        assert_eq!(language("de-AT").map(|language| language.code), Some("de"));
        assert_eq!(language("fr_CA.UTF-8").map(|language| language.name), Some("Français"));
        assert!(language("tlh").is_none());
    }

    #[test]
    fn numbers_of_many_digits_are_quoted_as_typed() {
        let told = |value: String| text("bodies-fixed", &[("count", value)]);
        for (value, words) in
            [(1e308.to_string(), "1e308"), ((1_u64 << 63).to_string(), "9223372036854775808")]
        {
            assert!(told(value).contains(words), "{words}");
        }
    }

    #[test]
    fn changed_placeables_are_filled_again() {
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
