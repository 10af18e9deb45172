//! The languages of the interface, and the one that is spoken.

use std::cell::Cell;

/// A language of the interface. `docs/translating.md` says what belongs to one.
#[derive(Debug)]
pub struct Language {
    /// ISO 639-1.
    pub code: &'static str,
    /// Its name in itself.
    pub name: &'static str,
    /// Between whole and fraction.
    pub decimal: char,
    /// Its words, in Fluent's format.
    pub words: &'static str,
    /// Its phrases, in TOML; empty for English.
    pub(super) phrases: &'static str,
}

impl Language {
    /// Every letter of its words and phrases.
    pub fn letters(&self) -> impl Iterator<Item = char> {
        self.words.chars().chain(self.phrases.chars()).filter(|letter| !letter.is_whitespace())
    }
}

macro_rules! language {
    ($code:literal, $name:literal, $decimal:literal) => {
        Language {
            code: $code,
            name: $name,
            decimal: $decimal,
            words: include_str!(concat!("../../assets/words/", $code, ".ftl")),
            phrases: include_str!(concat!("../../assets/phrases/", $code, ".toml")),
        }
    };
}

/// Every language. English comes first: it is complete, and fills gaps in others.
pub const LANGUAGES: &[Language] = &[
    Language { code: "en", name: "English", decimal: '.', words: include_str!("../../assets/words/en.ftl"), phrases: "" },
    language!("de", "Deutsch", ','),
    language!("es", "Español", ','),
    language!("fr", "Français", ','),
];

thread_local! {
    static SPOKEN: Cell<&'static Language> = const { Cell::new(&LANGUAGES[0]) };
}

/// The language with this code, which may name a region: `de-AT`, `de_AT.UTF-8`.
pub fn language(code: &str) -> Option<&'static Language> {
    let own = code.split(['-', '_', '.']).next()?;
    LANGUAGES.iter().find(|language| language.code.eq_ignore_ascii_case(own))
}

/// The language of this thread.
pub fn spoken() -> &'static Language {
    SPOKEN.get()
}

/// Sets the language of this thread. [`super::speak`] does so for all texts.
pub(super) fn set(language: &'static Language) {
    SPOKEN.set(language);
}
