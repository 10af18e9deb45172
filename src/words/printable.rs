//! Text of others, such as names of files, so that all of it is seen and none of it commands a
//! terminal.

use std::borrow::Cow;

/// Letters that nobody sees, or that rearrange others: Unicode's default ignorable code points,
/// without the variation selectors that choose how the letter before them looks, and separators of
/// lines.
const UNSEEN: [(char, char); 16] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// `text` with its control characters and whatever else is not seen as `\u{1b}`, except for line
/// breaks and tabs.
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_unseen = |letter: char| {
        let is_control = letter.is_control() && !['\n', '\t'].contains(&letter);
        is_control
            || letter > '\u{ac}'
                && UNSEEN.iter().any(|(first, last)| (*first..=*last).contains(&letter))
    };
    if !text.contains(is_unseen) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if is_unseen(letter) { plain.extend(letter.escape_unicode()) } else { plain.push(letter) }
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_written_out() {
        for (text, plain) in [
            ("a\u{1b}[31m\u{9b}b", r"a\u{1b}[31m\u{9b}b"),
            ("x\u{202e}gpj.exe\u{2069}", r"x\u{202e}gpj.exe\u{2069}"),
            (
                "\u{200f}\u{61c}\u{feff}\u{2028}\u{e0041}\u{ad}\u{200b}",
                r"\u{200f}\u{61c}\u{feff}\u{2028}\u{e0041}\u{ad}\u{200b}",
            ),
            ("two\nlines\tand\r", "two\nlines\tand\\u{d}"),
        ] {
            assert_eq!(printable(text), plain);
            assert_eq!(printable(plain), plain, "once is enough");
        }
        for text in ["größer 1\u{a0}000 µm → 日本語 العربية ☀\u{fe0f}", ""] {
            assert!(matches!(printable(text), Cow::Borrowed(same) if same == text));
        }
    }
}
