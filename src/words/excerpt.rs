//! Parts of long texts.

use std::borrow::Cow;

use super::printable;

/// Most letters of a quotation.
const MAX_QUOTED: usize = 80;

/// `text`, if it has at most `max` letters; of a longer one, its beginning and its end with …
/// between them. Messages quote what people typed and what files hold, which can be of any length.
///
/// ```
/// use starshell::words::excerpt;
///
/// assert_eq!(excerpt("plummer", 7), "plummer");
/// assert_eq!(excerpt("a long-winded name", 7), "a lon…me");
/// ```
pub fn excerpt(text: &str, max: usize) -> Cow<'_, str> {
    if text.len() <= max || text.chars().nth(max).is_none() {
        return text.into();
    }
    let end = max / 3;
    let begin: String = text.chars().take(max - end).collect();
    let tail: String = text.chars().rev().take(end).collect::<Vec<_>>().into_iter().rev().collect();
    format!("{begin}…{tail}").into()
}

/// `message` with [excerpts](excerpt) of its words of more than `max` letters, and of all of it if
/// it has more than 16 times as many.
pub fn abridged(message: &str, max: usize) -> Cow<'_, str> {
    if message.len() <= max {
        return message.into();
    }
    let words = message.split(' ').map(|word| excerpt(word, max)).collect::<Vec<_>>().join(" ");
    excerpt(&words, 16 * max).into_owned().into()
}

/// `text` as a message quotes it: an [excerpt] of at most 80 letters on one line, [printable].
pub fn quoted(text: &str) -> String {
    printable(&excerpt(text, MAX_QUOTED)).replace('\n', r"\u{a}").replace('\t', r"\u{9}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_keeps_its_beginning_and_its_end() {
        assert_eq!(excerpt("äöü", 3), "äöü");
        assert_eq!(excerpt("äöüß", 3), "äö…ß");
        let long = "Z".repeat(100_000);
        assert_eq!(excerpt(&long, 80).chars().count(), 81);
        let told = abridged(&format!("there is no `{long}`: choose another"), 30).into_owned();
        assert!(
            told.starts_with("there is no `ZZ")
                && told.ends_with("ZZ`: choose another")
                && told.len() < 100,
            "{told}"
        );
        assert_eq!(abridged("short", 30), "short");
        let many = abridged(&"a ".repeat(100_000), 30).into_owned();
        assert_eq!(many.chars().count(), 481);
    }

    #[test]
    fn a_quotation_is_short_and_commands_nothing() {
        assert_eq!(quoted("4,5 \"é\" 日本"), "4,5 \"é\" 日本");
        assert_eq!(quoted("a\u{1b}[31m\u{202e}gnp.\t"), "a\\u{1b}[31m\\u{202e}gnp.\\u{9}");
        assert_eq!(quoted(&"é".repeat(80)), "é".repeat(80));
        assert_eq!(quoted(&"é".repeat(100_000)), "é".repeat(54) + "…" + &"é".repeat(26));
    }
}
