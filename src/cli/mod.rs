//! The command line: what may be typed, and what comes of it.

mod arguments;
mod bench;
mod info;
mod interrupt;
mod overrides;
mod render;
mod scenes;
mod tune;
mod window;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use arguments::{Cli, Command};
use starshell::capture::CaptureError;
use starshell::gpu::{Gpu, GpuError};
use starshell::lab::LabError;
use starshell::physics::SimulationError;
use starshell::render::TargetError;
use starshell::session::SessionError;

/// Exit code of bad input; whatever else fails ends with 1.
const BAD_INPUT: u8 = 2;
/// Exit code after Ctrl-C, as shells expect it.
const STOPPED: u8 = 130;

/// Why the program ends without having done what was asked.
enum Failure {
    /// Something that was typed, or a file that was named, is wrong. Found before any work begins.
    Input(anyhow::Error),
    /// Something went wrong on the way.
    Run(anyhow::Error),
    /// The user stopped it.
    Stopped(String),
    /// Whoever read standard output has gone away, as `head` does: it has all that it wanted.
    Unread,
}

/// Turns an error into [`Failure::Input`].
fn input(error: impl Into<anyhow::Error>) -> Failure {
    Failure::Input(error.into())
}

/// Turns an error from before the work begins into [`Failure::Input`], unless the GPU failed by itself.
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

/// The GPU's error in an error of a layer above it.
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
    fn of_lab(error: &LabError) -> Option<&GpuError> {
        match error {
            LabError::Gpu(cause) => Some(cause),
            LabError::Simulation(error) => of_simulation(error),
            LabError::Session(error) => of_session(error),
            LabError::Target(error) => of_target(error),
            LabError::Cpu(_) | LabError::TooManyForCpu(_) | LabError::NoElements | LabError::Wrong { .. } => None,
        }
    }
    if let Some(CaptureError::Gpu(cause)) = error.downcast_ref() {
        return Some(cause);
    }
    let of_target = error.downcast_ref().and_then(of_target);
    let of_session = || error.downcast_ref().and_then(of_session);
    let of_lab = || error.downcast_ref().and_then(of_lab);
    of_target.or_else(of_session).or_else(of_lab).or_else(|| error.downcast_ref())
}

/// Turns an error into [`Failure::Run`].
fn run(error: impl Into<anyhow::Error>) -> Failure {
    Failure::Run(error.into())
}

/// What comes of standard output that could not be written.
fn unprinted(error: io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Failure::Unread;
    }
    Failure::Run(anyhow::anyhow!("standard output cannot be written ({error})"))
}

/// Prints one line for the user on standard error; where nobody listens, nothing is lost.
fn tell(message: &str) {
    let sentence = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    let _ = writeln!(io::stderr(), "{sentence}");
}

/// Parses the command line, does what it says, and tells failures in one sentence.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return report_usage(&error),
    };
    let done = match cli.command {
        None => window::window(cli.window),
        Some(Command::Render(arguments)) => render::render(&arguments),
        Some(Command::Scenes) => scenes::scenes(),
        Some(Command::Info(arguments)) => info::info(&arguments),
        Some(Command::Bench(arguments)) => bench::bench(&arguments),
        Some(Command::Tune(arguments)) => tune::tune(&arguments),
    };
    let (message, code) = match done {
        Ok(()) | Err(Failure::Unread) => return ExitCode::SUCCESS,
        // The messages of the library name their sources themselves.
        Err(Failure::Input(error)) => (format!("error: {error}"), BAD_INPUT),
        Err(Failure::Run(error)) => (format!("error: {error}"), 1),
        Err(Failure::Stopped(message)) => (message, STOPPED),
    };
    tell(&message);
    ExitCode::from(code)
}

/// Prints help and version as they are, and a mistake in one sentence.
fn report_usage(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind;
    let is_asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if is_asked || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // In colour on a terminal only; a reader that has gone away has all that it wanted.
        let _ = error.print();
        return if is_asked { ExitCode::SUCCESS } else { ExitCode::from(BAD_INPUT) };
    }
    // Of a mistyped command clap says that the word after it is no command.
    let mistyped = std::env::args().nth(1).filter(|_| error.kind() == ErrorKind::ArgumentConflict);
    if let Some(unknown) = mistyped.and_then(|word| window::unknown(&word).filter(|_| !word.starts_with('-'))) {
        tell(&format!("error: {unknown}"));
        return ExitCode::from(BAD_INPUT);
    }
    // Clap's first paragraph says what is wrong and its tip what was meant; usage and pointers to --help stay out.
    let text = error.to_string();
    let mut lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let mut sentence = lines.by_ref().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    if let Some(tip) = lines.find_map(|line| line.strip_prefix("tip: ")) {
        sentence.push_str(&format!("; {tip}"));
    }
    // Nor is it a command that stands behind a scene.
    let surplus = sentence.strip_prefix("error: the subcommand ").and_then(|rest| rest.split_once(" cannot be used with"));
    if let Some((surplus, _)) = surplus {
        sentence = format!("error: unexpected argument {surplus} after the scene; a command goes before all else");
    }
    tell(&format!("{sentence} (see starshell --help)"));
    ExitCode::from(BAD_INPUT)
}

/// Opens the adapter; a name or index that fits none is bad input.
fn open(adapter: Option<&str>) -> Result<Gpu, Failure> {
    let gpu = Gpu::open(adapter).map_err(set_up)?;
    if let Some(folder) = crate::app::cache_folder() {
        gpu.remember_in(&folder);
    }
    Ok(gpu)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_result_is_a_failure_and_no_elements_are_bad_input() {
        let [bench, kernel] = ["sort"; 2];
        let wrong = LabError::Wrong { bench, kernel: kernel.to_owned(), adapter: String::new(), what: String::new() };
        assert!(matches!(set_up(wrong), Failure::Run(_)));
        assert!(matches!(set_up(LabError::NoElements), Failure::Input(_)));
    }
}
