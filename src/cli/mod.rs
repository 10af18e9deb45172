//! The command line: what may be typed, and what comes of it.

mod arguments;
mod bench;
mod info;
mod render;
mod scenes;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Cli, Command};
use starshell::gpu::{Gpu, GpuError};

/// Exit code of bad input; whatever else fails ends with 1, an interrupt with 130 as shells expect.
const BAD_INPUT: u8 = 2;

/// Why the program ends without having done what was asked.
enum Failure {
    /// Something that was typed, or a file that was named, is wrong. Found before any work begins.
    Input(anyhow::Error),
    /// Something went wrong on the way.
    Run(anyhow::Error),
    /// The user stopped it.
    Stopped(String),
}

/// Turns an error into [`Failure::Input`].
fn input(error: impl Into<anyhow::Error>) -> Failure {
    Failure::Input(error.into())
}

/// Turns an error into [`Failure::Run`].
fn run(error: impl Into<anyhow::Error>) -> Failure {
    Failure::Run(error.into())
}

/// Parses the command line, does what it says, and tells failures in one sentence.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return report_usage(&error),
    };
    let done = match cli.command {
        Command::Render(arguments) => render::render(&arguments),
        Command::Scenes => scenes::scenes(),
        Command::Info(arguments) => info::info(&arguments),
        Command::Bench(arguments) => bench::bench(&arguments),
    };
    let (message, code) = match done {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Input(error)) => (format!("{error:#}"), BAD_INPUT),
        Err(Failure::Run(error)) => (format!("{error:#}"), 1),
        Err(Failure::Stopped(message)) => {
            eprintln!("{message}");
            return ExitCode::from(130);
        }
    };
    eprintln!("error: {message}");
    ExitCode::from(code)
}

/// Prints help and version as they are, and a mistake in one sentence.
fn report_usage(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind;
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        print!("{}", error.render().ansi());
        return ExitCode::SUCCESS;
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        eprint!("{}", error.render().ansi());
        return ExitCode::from(BAD_INPUT);
    }
    // Clap's first paragraph says what is wrong and its tip what was meant; usage and pointers to --help stay out.
    let text = error.to_string();
    let mut lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let mut sentence = lines.by_ref().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    if let Some(tip) = lines.find_map(|line| line.strip_prefix("tip: ")) {
        sentence.push_str(&format!("; {tip}"));
    }
    eprintln!("{sentence} (see starshell --help)");
    ExitCode::from(BAD_INPUT)
}

/// Opens the adapter; a name or index that fits none is bad input.
fn open(adapter: Option<&str>) -> Result<Gpu, Failure> {
    Gpu::open(adapter).map_err(|error| match error {
        GpuError::NoSuchAdapter { .. } => input(error),
        other => run(other),
    })
}
