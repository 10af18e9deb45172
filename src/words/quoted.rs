//! What people type and files hold, as messages quote it.

use super::excerpt;

/// Most letters of a quotation.
const MAX: usize = 80;

/// `text` as a message quotes it: at most 80 letters of it, with characters escaped that command a terminal or turn the direction of
/// text around.
pub fn quoted(text: &str) -> String {
    let is_foreign = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut quotation = String::new();
    for letter in excerpt(text, MAX).chars() {
        if is_foreign(letter) { quotation.extend(letter.escape_unicode()) } else { quotation.push(letter) }
    }
    quotation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_is_short_and_commands_nothing() {
        assert_eq!(quoted("4,5 \"é\" 日本"), "4,5 \"é\" 日本");
        assert_eq!(quoted("a\u{1b}[31m\u{202e}gnp.\t"), "a\\u{1b}[31m\\u{202e}gnp.\\u{9}");
        assert_eq!(quoted(&"é".repeat(80)), "é".repeat(80));
        assert_eq!(quoted(&"é".repeat(100_000)), "é".repeat(54) + "…" + &"é".repeat(26));
    }
}
