//! Texts that are said only where they are shown, in the language there.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{english, figures, find, text};

/// A text in whatever language it is shown: [`Text::spoken`] in that of this thread, with numbers
/// as the window writes them; displayed, and in files, in English. A sentence that says what is
/// wrong is an error by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub enum Text {
    /// A text that every language shows alike: a number, or what somebody wrote.
    Plain(Cow<'static, str>),
    /// What has a name of its own that files keep, with the key under which languages may have
    /// another.
    Named(String, Cow<'static, str>),
    /// A message of the tables, with what fills its placeables.
    Keyed(Cow<'static, str>, Vec<(Cow<'static, str>, Text)>),
}

/// A text for later, by key: `say!("verdict-wrong")`, `say!("found-same-bits", runs = 10)`. What
/// has the name of its placeable stands alone: `say!("error-driver", cause)`.
#[macro_export]
macro_rules! say {
    ($key:literal) => { $crate::words::Text::Keyed(std::borrow::Cow::Borrowed($key), Vec::new()) };
    ($key:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {
        $crate::words::Text::Keyed(
            std::borrow::Cow::Borrowed($key),
            vec![$((std::borrow::Cow::Borrowed(stringify!($name)), $crate::say!(@ $name $(= $value)?))),+],
        )
    };
    (@ $name:ident) => { $crate::words::Text::from($name) };
    (@ $name:ident = $value:expr) => { $crate::words::Text::from($value) };
}
pub use say;

impl Text {
    /// The message with this key, which has no placeables.
    pub fn new(key: impl Into<Cow<'static, str>>) -> Self {
        Self::Keyed(key.into(), Vec::new())
    }

    /// The messages with the keys `stem-1`, `stem-2` and so on, as many as there are.
    pub fn all(stem: &str) -> Vec<Self> {
        let keys = (1..).map(|number| format!("{stem}-{number}"));
        keys.take_while(|key| english(key, None, &[]).is_some()).map(Self::new).collect()
    }

    /// A name of some kind. Its key is `kind-name`, with hyphens for all but letters and digits.
    pub fn named(kind: &str, name: impl Into<Cow<'static, str>>) -> Self {
        let name = name.into();
        let mut key = kind.to_owned();
        let words = name.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '\'');
        for word in words.filter(|word| !word.is_empty()) {
            key.push('-');
            key.extend(
                word.chars()
                    .filter(|letter| *letter != '\'')
                    .map(|letter| letter.to_ascii_lowercase()),
            );
        }
        Self::Named(key, name)
    }

    /// This sentence, and another behind it if there is one.
    #[must_use]
    pub fn and(self, next: impl Into<Option<Self>>) -> Self {
        match next.into() {
            Some(next) => say!("text-sentences", first = self, next = next),
            None => self,
        }
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Plain(text) if text.is_empty())
    }

    /// In English, with the words of names in place of those that files keep.
    pub fn in_english(&self) -> String {
        match self {
            Self::Named(key, name) => english(key, None, &[]).unwrap_or_else(|| name.to_string()),
            other => other.to_string(),
        }
    }

    /// In the language of this thread.
    pub fn spoken(&self) -> String {
        match self {
            Self::Plain(text) => figures::written(text),
            Self::Named(key, name) => find(key).unwrap_or_else(|| figures::written(name)),
            Self::Keyed(key, with) if with.is_empty() => text(key, &[]),
            Self::Keyed(key, with) => {
                let with: Vec<_> =
                    with.iter().map(|(name, value)| (name.as_ref(), value.spoken())).collect();
                text(key, &with)
            }
        }
    }

    /// In the language of this thread, with what fills it as it is: for errors, which repeat what
    /// people typed and files hold.
    pub fn verbatim(&self) -> String {
        match self {
            Self::Plain(text) => text.clone().into_owned(),
            Self::Named(key, name) => find(key).unwrap_or_else(|| name.clone().into_owned()),
            Self::Keyed(key, with) => {
                let with: Vec<_> =
                    with.iter().map(|(name, value)| (name.as_ref(), value.verbatim())).collect();
                text(key, &with)
            }
        }
    }
}

/// What another library says, in its own words, as a quotation.
pub fn said(message: impl fmt::Display) -> Text {
    say!("words-said", message = message.to_string())
}

impl Default for Text {
    fn default() -> Self {
        Self::Plain(Cow::Borrowed(""))
    }
}

impl std::error::Error for Text {}

impl fmt::Display for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Plain(text) | Self::Named(_, text) => formatter.write_str(text),
            Self::Keyed(key, with) => {
                let with: Vec<_> =
                    with.iter().map(|(name, value)| (name.as_ref(), value.to_string())).collect();
                formatter.write_str(english(key, None, &with).as_deref().unwrap_or(key))
            }
        }
    }
}

impl From<&'static str> for Text {
    fn from(text: &'static str) -> Self {
        Self::Plain(Cow::Borrowed(text))
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::Plain(Cow::Owned(text))
    }
}

impl From<Cow<'_, str>> for Text {
    fn from(text: Cow<'_, str>) -> Self {
        text.into_owned().into()
    }
}

// Fields of errors, which are borrowed.
macro_rules! from_borrowed {
    ($($type:ty),*) => { $(impl From<&$type> for Text {
        fn from(value: &$type) -> Self {
            value.to_owned().into()
        }
    })* };
}
from_borrowed!(&'static str, String, Text, u32, u64, usize, f64);

impl From<&Box<Text>> for Text {
    fn from(text: &Box<Text>) -> Self {
        Self::clone(text)
    }
}

macro_rules! from_numbers {
    ($($type:ty),*) => { $(impl From<$type> for Text {
        fn from(number: $type) -> Self {
            number.to_string().into()
        }
    })* };
}
from_numbers!(u32, u64, usize, f64, char);

/// A text in JSON: as it is, or in English with its key, so that it can be said in another language
/// when it is read.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Stored {
    Plain(String),
    Keyed {
        text: String,
        key: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<(String, Stored)>,
    },
}

impl From<Text> for Stored {
    fn from(text: Text) -> Self {
        let english = text.to_string();
        match text {
            Text::Plain(_) | Text::Named(..) => Self::Plain(english),
            Text::Keyed(key, with) => {
                let with = with
                    .into_iter()
                    .map(|(name, value)| (name.into_owned(), value.into()))
                    .collect();
                Self::Keyed { text: english, key: key.into_owned(), with }
            }
        }
    }
}

impl From<Stored> for Text {
    fn from(stored: Stored) -> Self {
        match stored {
            Stored::Plain(text) => text.into(),
            Stored::Keyed { text, key, with } => {
                let with = with
                    .into_iter()
                    .map(|(name, value)| (Cow::Owned(name), value.into()))
                    .collect();
                let keyed = Self::Keyed(Cow::Owned(key), with);
                // Another version may have other messages.
                if keyed.to_string() == text { keyed } else { text.into() }
            }
        }
    }
}

/// A range of numbers as sentences name it: `a number from 0 to 1`.
pub fn within([least, most]: [f64; 2]) -> Text {
    let number =
        |number: f64| if number.abs() < 1e10 { number.to_string() } else { format!("{number:e}") };
    // The least that a computer holds means anything above 0.
    if least > 0.0 && least < 1e-20 {
        return say!("range-positive", most = format!("{most:e}"));
    }
    say!("range-within", least = number(least), most = number(most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{LANGUAGES, speak};

    #[test]
    fn a_text_is_english_in_files_and_spoken_in_the_window() {
        let text = say!("cell-time", median = "1234.5", least = "1,024", most = "1.0e-5");
        assert_eq!(text.to_string(), "1234.5 (1,024 to 1.0e-5)");
        assert_eq!(text.spoken(), "1234.5 (1\u{a0}024 to 1.0·10⁻⁵)");
        speak(Some(&LANGUAGES[1]));
        assert_eq!(text.spoken(), "1234,5 (1\u{a0}024 bis 1,0·10⁻⁵)");
        assert_eq!(text.to_string(), "1234.5 (1,024 to 1.0e-5)");
        let name = Text::named("variant", "cpu-tree, on all threads");
        assert_eq!(
            [name.to_string(), name.spoken()],
            ["cpu-tree, on all threads", "cpu-tree auf allen Threads"]
        );
        for (language, four) in LANGUAGES.iter().zip([
            "4 threads per body",
            "4 Threads pro Körper",
            "4 hilos por cuerpo",
        ]) {
            speak(Some(language));
            let name = Text::named("variant", "threads-4");
            assert_eq!([name.spoken(), name.in_english()], [four, "4 threads per body"]);
        }
        speak(Some(&LANGUAGES[1]));
        assert_eq!(Text::named("variant", "nobody knows 1.5").spoken(), "nobody knows 1,5");
        speak(None);
        assert_eq!(Text::from("One.").and(Text::from("Two.")).to_string(), "One. Two.");
    }

    #[test]
    fn a_text_in_json_can_still_be_said_in_another_language() {
        let text = say!("cell-time", median = "1.5", least = 1_usize, most = 2_u32);
        let json = serde_json::to_string(&text).unwrap();
        assert!(json.starts_with("{\"text\":\"1.5 (1 to 2)\",\"key\":\"cell-time\""), "{json}");
        assert_eq!(serde_json::from_str::<Text>(&json).unwrap(), text);
        let of_another = json.replace("1.5 (1 to 2)", "between 1 and 2");
        assert_eq!(
            serde_json::from_str::<Text>(&of_another).unwrap(),
            Text::from("between 1 and 2")
        );
        for plain in [Text::from("as it is"), Text::named("variant", "as it is")] {
            assert_eq!(serde_json::to_string(&plain).unwrap(), "\"as it is\"");
        }
        assert_eq!(serde_json::from_str::<Text>("\"as it is\"").unwrap(), Text::from("as it is"));
    }
}
