//! Lines on the terminal.

use std::io::{self, IsTerminal, StdoutLock, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use starshell::words::{abridged, printable};

/// Standard output. What others wrote, such as names, reaches programs as it is, and a terminal as
/// [`printable`] text.
pub struct Shown {
    out: StdoutLock<'static>,
    is_terminal: bool,
}

impl Shown {
    /// Until it is dropped, no other thread writes there.
    pub fn stdout() -> Self {
        let out = io::stdout().lock();
        Self { is_terminal: out.is_terminal(), out }
    }

    /// Writes the path of a file on a line of its own.
    pub fn path(&mut self, path: &Path) -> io::Result<()> {
        self.out.write_all(&line(path, self.is_terminal))
    }

    /// Standard output itself, for text with colours.
    pub fn raw(&mut self) -> &mut StdoutLock<'static> {
        &mut self.out
    }
}

impl Write for Shown {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) if self.is_terminal => {
                self.out.write_all(printable(text).as_bytes()).map(|()| bytes.len())
            }
            _ => self.out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A line with a path: for a terminal without letters that command it, otherwise byte for byte, so
/// that scripts find the file.
fn line(path: &Path, is_terminal: bool) -> Vec<u8> {
    let mut line = match is_terminal {
        true => unbroken(&path.to_string_lossy()).into_bytes(),
        false => path.as_os_str().as_encoded_bytes().to_vec(),
    };
    line.push(b'\n');
    line
}

/// Whether only results, warnings and errors are wanted.
static IS_QUIET: AtomicBool = AtomicBool::new(false);
/// Whether details are wanted, too.
static IS_VERBOSE: AtomicBool = AtomicBool::new(false);

/// Notes how much is wanted on standard error. With details come what wgpu and the drivers report.
pub fn set_detail(is_quiet: bool, is_verbose: bool) {
    IS_QUIET.store(is_quiet, Ordering::Relaxed);
    IS_VERBOSE.store(is_verbose, Ordering::Relaxed);
    if is_verbose && log::set_logger(&Reports).is_ok() {
        log::set_max_level(log::LevelFilter::Info);
    }
}

/// Prints what libraries report.
struct Reports;

impl log::Log for Reports {
    fn enabled(&self, record: &log::Metadata) -> bool {
        record.level() <= log::Level::Info
    }

    fn log(&self, record: &log::Record) {
        if self.enabled(record.metadata()) {
            tell(&format!("{}: {}", record.target(), record.args()));
        }
    }

    fn flush(&self) {}
}

/// Prints one line to standard error, ignoring failure in case it is closed.
pub fn tell(message: &str) {
    let _ = writeln!(io::stderr(), "{}", sentence(message));
}

/// Prints a line that is neither a warning nor an error, unless only those are wanted.
pub fn mention(message: &str) {
    if !IS_QUIET.load(Ordering::Relaxed) {
        tell(message);
    }
}

/// Prints a line for those who want details.
pub fn explain(message: impl FnOnce() -> String) {
    if IS_VERBOSE.load(Ordering::Relaxed) {
        tell(&message());
    }
}

/// A progress bar on standard error; hidden if that is not a terminal, or if only warnings and
/// errors are wanted.
pub fn progress_bar(total: u64, template: &str) -> ProgressBar {
    let is_quiet = IS_QUIET.load(Ordering::Relaxed);
    let target = if is_quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(total), target);
    let plain = template.replace(COLORS, "");
    let template = if is_colored(&io::stderr()) { template } else { &plain };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// The colours of bars, in their templates.
const COLORS: &str = ".cyan/blue";

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
    if out.is_terminal() && !IS_QUIET.load(Ordering::Relaxed) {
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

/// Text on one line, with every letter that has a meaning to a terminal escaped.
fn unbroken(text: &str) -> String {
    printable(text).replace('\n', r"\u{a}").replace('\t', r"\u{9}")
}

/// `message` without the numbers of the system's errors, such as `(os error 2)`: the words before
/// them say the same.
fn without_codes(message: &str) -> String {
    let mut parts = message.split(" (os error ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |before, part| match part.split_once(')') {
        Some((code, rest)) if code.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') => {
            before + rest
        }
        _ => before + " (os error " + part,
    })
}

/// A message on one line. Messages quote files and arguments, so what could command the terminal is
/// escaped as `\u{1b}`, and long words are cut.
pub fn sentence(message: &str) -> String {
    let line = abridged(&without_codes(message), MAX_WORD)
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ");
    unbroken(&line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_without_end_are_shown_in_part() {
        let told = sentence(&format!("invalid value '{}' for '--count'", "é".repeat(100_000)));
        assert!(
            told.starts_with("invalid value 'ééé") && told.ends_with("é' for '--count'"),
            "{told}"
        );
        assert!(told.chars().count() < 500);
        let path = format!("{}.png cannot be read", "deep/".repeat(70));
        assert_eq!(sentence(&path), path);
    }

    #[test]
    fn a_terminal_gets_no_commands_and_a_script_gets_every_byte() {
        let path = Path::new(" ev\u{1b}[31mil\n\u{202e}.png");
        assert_eq!(line(path, false), " ev\u{1b}[31mil\n\u{202e}.png\n".as_bytes());
        assert_eq!(line(path, true), b" ev\\u{1b}[31mil\\u{a}\\u{202e}.png\n");
        assert_eq!(sentence(" two\r\n lines\u{2066}\u{7f}"), r"two lines\u{2066}\u{7f}");
    }

    #[test]
    fn errors_of_the_system_are_told_in_words_alone() {
        let error = std::io::Error::from_raw_os_error(2);
        assert!(error.to_string().contains(" (os error 2)"), "{error}");
        let told = sentence(&format!("a.csv cannot be read ({error}): check the path"));
        assert!(!told.contains("os error") && told.ends_with("): check the path"), "{told}");
        assert_eq!(sentence("my (os error files) (os error"), "my (os error files) (os error");
    }

    #[test]
    fn a_single_frame_is_counted_in_the_singular() {
        assert_eq!([0, 1, 2].map(counted), ["0 frames", "1 frame", "2 frames"]);
    }
}
