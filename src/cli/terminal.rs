//! Lines on the terminal.

use std::io::{self, IsTerminal, Write};

use starshell::words::abridged;

/// Prints one line to standard error, ignoring failure in case it is closed.
pub fn tell(message: &str) {
    let _ = writeln!(io::stderr(), "{}", sentence(message));
}

/// A number of frames in words.
pub fn counted(frames: u64) -> String {
    if frames == 1 { "1 frame".to_owned() } else { format!("{frames} frames") }
}

/// For rows with wrong results.
pub const RED: &str = "\x1b[31m";
/// For skipped rows.
pub const YELLOW: &str = "\x1b[33m";

/// `text` in colour, if colours are on.
pub fn paint(text: &str, color: &str, is_colored: bool) -> String {
    if is_colored { format!("{color}{text}\x1b[0m") } else { text.to_owned() }
}

/// Whether to use colours: on a terminal, unless the user opted out (no-color.org).
pub fn is_colored(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Shows on a terminal what is being done, in place of what was shown before.
pub fn show_progress(what: &str) {
    let mut out = io::stderr().lock();
    if out.is_terminal() {
        // If the terminal cannot be written to, progress does not matter.
        let _ = write!(out, "\r\x1b[K{what}").and_then(|()| out.flush());
    }
}

/// Clears a progress line from the terminal.
pub fn clear_line() {
    show_progress("");
}

/// Most letters of a word in a message: more than names of files have.
const MAX_WORD: usize = 400;

/// A message on one line. Messages quote files and arguments, so control characters, which could command the terminal, are
/// escaped as `\u{1b}`, and long words are cut.
pub fn sentence(message: &str) -> String {
    let line = abridged(message, MAX_WORD).lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    let plain = |letter: char| if letter.is_control() { letter.escape_unicode().to_string() } else { letter.to_string() };
    line.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_without_end_are_shown_in_part() {
        let told = sentence(&format!("invalid value '{}' for '--count'", "é".repeat(100_000)));
        assert!(told.starts_with("invalid value 'ééé") && told.ends_with("é' for '--count'"), "{told}");
        assert!(told.chars().count() < 200);
        let path = format!("{}.png cannot be read", "deep/".repeat(100));
        assert_eq!(sentence(&path), path);
    }

    #[test]
    fn a_single_frame_is_counted_in_the_singular() {
        assert_eq!([0, 1, 2].map(counted), ["0 frames", "1 frame", "2 frames"]);
    }
}
