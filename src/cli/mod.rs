//! The command line: parsing, running, and reporting failures.

mod again;
mod arguments;
mod batch;
mod bench;
mod info;
mod interrupt;
mod lab;
mod lesson;
mod outputs;
mod overrides;
mod path;
mod record;
mod render;
mod scenes;
pub mod signals;
mod tune;
mod window;
mod workbench;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use arguments::{Cli, Command};
use starshell::capture::CaptureError;
use starshell::file::settle;
use starshell::gpu::{Gpu, GpuError};
use starshell::lab::LabError;
use starshell::physics::SimulationError;
use starshell::render::TargetError;
use starshell::session::SessionError;

/// Exit code for bad input; all other failures end with 1.
const BAD_INPUT: u8 = 2;

/// How long the program waits at its end for pictures that are being written.
const PATIENCE: Duration = Duration::from_secs(20);

/// Why the program ends without completing the request.
#[derive(Debug)]
enum Failure {
    /// An argument, or a file that it names, is wrong. Found before any work begins.
    Input(anyhow::Error),
    /// Something failed during the work.
    Run(anyhow::Error),
    /// The user or the system stopped the run: with this exit code (see [`signals::listen`]).
    Stopped(String, u8),
    /// The reader of standard output closed it, as `head` does, and needs no more.
    Unread,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            // The library's messages already include their causes.
            Self::Input(error) | Self::Run(error) => error.fmt(f),
            Self::Stopped(message, _) => f.write_str(message),
            Self::Unread => f.write_str("standard output is closed"),
        }
    }
}

/// Turns an error into [`Failure::Input`].
fn input(error: impl Into<anyhow::Error>) -> Failure {
    Failure::Input(error.into())
}

/// Turns an error during set-up into [`Failure::Input`], unless the GPU itself failed.
fn set_up(error: impl Into<anyhow::Error>) -> Failure {
    let error = error.into();
    if matches!(error.downcast_ref(), Some(LabError::Wrong { .. })) {
        return Failure::Run(error);
    }
    match gpu_error(&error) {
        Some(cause) if !cause.is_request() => Failure::Run(error),
        _ => Failure::Input(error),
    }
}

/// The GPU error inside an error of a higher layer.
fn gpu_error(error: &anyhow::Error) -> Option<&GpuError> {
    fn of_simulation(error: &SimulationError) -> Option<&GpuError> {
        if let SimulationError::Gpu(cause) = error { Some(cause) } else { None }
    }
    fn of_target(error: &TargetError) -> Option<&GpuError> {
        if let TargetError::Gpu(cause) = error { Some(cause) } else { None }
    }
    fn of_session(error: &SessionError) -> Option<&GpuError> {
        match error {
            SessionError::Gpu(cause) => Some(cause),
            SessionError::Simulation(error) => of_simulation(error),
            SessionError::Initial(_) => None,
        }
    }
    if let Some(CaptureError::Gpu(cause)) = error.downcast_ref() {
        return Some(cause);
    }
    let of_target = error.downcast_ref().and_then(of_target);
    let of_session = || error.downcast_ref().and_then(of_session);
    let of_lab = || error.downcast_ref().and_then(LabError::gpu_error);
    of_target.or_else(of_session).or_else(of_lab).or_else(|| error.downcast_ref())
}

/// Turns an error into [`Failure::Run`].
fn run(error: impl Into<anyhow::Error>) -> Failure {
    Failure::Run(error.into())
}

/// The failure to write to standard output.
fn unprinted(error: io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Failure::Unread;
    }
    Failure::Run(anyhow::anyhow!("standard output cannot be written ({error})"))
}

/// Prints one line to standard error, ignoring failure in case it is closed.
fn tell(message: &str) {
    let _ = writeln!(io::stderr(), "{}", sentence(message));
}

/// A number of frames in words.
fn counted(frames: u64) -> String {
    if frames == 1 { "1 frame".to_owned() } else { format!("{frames} frames") }
}

/// For rows with wrong results.
const RED: &str = "\x1b[31m";
/// For skipped rows.
const YELLOW: &str = "\x1b[33m";

/// `text` in colour, if colours are on.
fn paint(text: &str, color: &str, is_colored: bool) -> String {
    if is_colored { format!("{color}{text}\x1b[0m") } else { text.to_owned() }
}

/// Whether to use colours: on a terminal, unless the user opted out (no-color.org).
fn is_colored(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Shows on a terminal what is being done, in place of what was shown before.
fn show_progress(what: &str) {
    let mut out = io::stderr().lock();
    if out.is_terminal() {
        // If the terminal cannot be written to, progress does not matter.
        let _ = write!(out, "\r\x1b[K{what}").and_then(|()| out.flush());
    }
}

/// Clears a progress line from the terminal.
fn clear_line() {
    show_progress("");
}

/// A message on one line. Messages quote files and arguments, so control characters, which could command the terminal, are
/// escaped as `\u{1b}`.
fn sentence(message: &str) -> String {
    let line = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    let plain = |letter: char| if letter.is_control() { letter.escape_unicode().to_string() } else { letter.to_string() };
    line.chars().map(plain).collect()
}

/// Parses the command line, runs the command, and reports a failure in one sentence.
pub fn main() -> ExitCode {
    let words = match again::expand(std::env::args_os().collect()) {
        Ok(words) => words,
        Err(failure) => return report(Err(failure)),
    };
    let cli = match Cli::parse_words(words) {
        Ok(cli) => cli,
        Err(error) => return report_usage(&error),
    };
    report(match cli.command {
        None => window::window(cli.adapter, cli.window),
        Some(Command::Render(arguments)) => render::render(cli.adapter.as_deref(), &arguments),
        Some(Command::Record(arguments)) => record::record(cli.adapter.as_deref(), &arguments),
        Some(Command::Scenes) => scenes::scenes(),
        Some(Command::Info) => info::info(cli.adapter.as_deref()),
        Some(Command::Bench(arguments)) => bench::bench(cli.adapter.as_deref(), &arguments),
        Some(Command::Lab(arguments)) => lab::lab(cli.adapter.as_deref(), &arguments),
        Some(Command::Lesson(arguments)) => lesson::lesson(cli.adapter, &arguments),
        Some(Command::Tune(arguments)) => tune::tune(cli.adapter.as_deref(), &arguments),
        Some(Command::WorkbenchRun) => workbench::workbench(),
    })
}

/// Ends the program: reports a failure in one sentence.
fn report(done: Result<(), Failure>) -> ExitCode {
    // The window may have been closed while a picture was being written.
    settle(PATIENCE);
    let Err(failure) = done else { return ExitCode::SUCCESS };
    let (prefix, code) = match failure {
        Failure::Unread => return ExitCode::SUCCESS,
        Failure::Input(_) => ("error: ", BAD_INPUT),
        Failure::Run(_) => ("error: ", 1),
        Failure::Stopped(_, code) => ("", code),
    };
    tell(&format!("{prefix}{failure}"));
    ExitCode::from(code)
}

/// Prints help and version as they are, and a mistake in one sentence.
fn report_usage(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind;
    let is_asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if is_asked || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // In colour on a terminal only. Ignore a reader that has closed the pipe.
        let _ = error.print();
        return if is_asked { ExitCode::SUCCESS } else { ExitCode::from(BAD_INPUT) };
    }
    tell(&format!("{} (see starshell --help)", usage(error)));
    ExitCode::from(BAD_INPUT)
}

/// What is wrong with the command line, in one sentence.
fn usage(error: &clap::Error) -> String {
    use clap::error::{ContextKind, ErrorKind};
    if error.kind() == ErrorKind::InvalidUtf8 {
        return "error: an argument is not text in UTF-8: rename the file, or retype the name".to_owned();
    }
    // The first word is neither a scene nor a command, but clap blames the second word.
    let first = std::env::args_os().nth(1).map(|word| word.to_string_lossy().into_owned()).filter(|word| !word.starts_with('-'));
    if let Some(unknown) = first.as_deref().and_then(window::unknown) {
        return format!("error: {unknown}");
    }
    // And a second word after a scene is not a mistyped command.
    let surplus = error.get(ContextKind::InvalidSubcommand).or(error.get(ContextKind::InvalidArg)).map(ToString::to_string);
    let is_behind_scene = first.as_deref().is_some_and(|first| !window::is_command(first));
    if let Some(surplus) = surplus.filter(|surplus| is_behind_scene && !surplus.starts_with('-')) {
        return format!("error: unexpected argument '{surplus}' after the scene; a command must come first");
    }
    // Clap's first paragraph states the error and its tip the likely intent; usage and pointers to --help are left out.
    let text = error.to_string();
    let mut lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let sentence = lines.by_ref().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    // No scene or file name begins with a dash.
    let tip = lines.find_map(|line| line.strip_prefix("tip: ").filter(|tip| !tip.contains("'-- ")));
    tip.map_or_else(|| sentence.clone(), |tip| format!("{sentence}; {tip}"))
}

/// Rejects a `WGPU_BACKEND` unknown to wgpu, which would otherwise find no adapter at all, as if no driver were installed.
fn check_backend() -> Result<(), Failure> {
    let Some(text) = std::env::var_os("WGPU_BACKEND") else { return Ok(()) };
    let text = text.to_string_lossy();
    if text.split(',').all(|name| !wgpu::Backends::from_comma_list(name).is_empty()) {
        return Ok(());
    }
    let message = "which is no list of backends: unset it, or set it to vulkan, metal, dx12 or gl";
    Err(input(anyhow::anyhow!("the environment variable WGPU_BACKEND is `{text}`, {message}")))
}

/// Opens the adapter; a name or index without a match is bad input.
fn open(adapter: Option<&str>) -> Result<Gpu, Failure> {
    check_backend()?;
    Gpu::open(adapter).map_err(set_up)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_frame_is_no_frames() {
        assert_eq!([0, 1, 2].map(counted), ["0 frames", "1 frame", "2 frames"]);
    }

    #[test]
    fn a_wrong_result_is_a_failure_and_no_elements_are_bad_input() {
        let [bench, kernel] = ["sort"; 2];
        let wrong =
            LabError::Wrong { bench, kernel: kernel.to_owned(), adapter: String::new(), what: starshell::words::Text::default() };
        assert!(matches!(set_up(wrong), Failure::Run(_)));
        assert!(matches!(set_up(LabError::NoElements), Failure::Input(_)));
    }
}
