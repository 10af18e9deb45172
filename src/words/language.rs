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
    /// Its words, in Fluent's format: those of the window, of the laboratory, of errors, and of
    /// scenes. These have their English in their files.
    pub tables: [&'static str; 4],
}

macro_rules! language {
    ($code:literal, $name:literal, $decimal:literal) => {
        Language {
            code: $code,
            name: $name,
            decimal: $decimal,
            tables: [
                include_str!(concat!("../../assets/words/", $code, "/window.ftl")),
                include_str!(concat!("../../assets/words/", $code, "/laboratory.ftl")),
                include_str!(concat!("../../assets/words/", $code, "/errors.ftl")),
                include_str!(concat!("../../assets/words/", $code, "/scenes.ftl")),
            ],
        }
    };
}

/// Every language: English alone without the feature `languages`. English comes first: it is
/// complete, and fills gaps in others.
pub const LANGUAGES: &[Language] = &[
    language!("en", "English", '.'),
    #[cfg(feature = "languages")]
    language!("de", "Deutsch", ','),
    #[cfg(feature = "languages")]
    language!("es", "Español", ','),
    #[cfg(feature = "languages")]
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
