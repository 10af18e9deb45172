//! The command line: parsing, running, and reporting failures.

mod adapter;
mod again;
mod arguments;
mod batch;
mod bench;
mod bench_rows;
mod checkpoints;
mod convert;
mod failure;
mod info;
mod interrupt;
mod lab;
mod lesson;
mod monitor;
mod observers;
mod outputs;
mod overrides;
mod own;
mod package;
mod path;
mod print;
mod ranks;
mod record;
mod render;
mod resume;
mod scenes;
mod series;
pub mod signals;
mod terminal;
mod trouble;
mod tune;
mod video;
mod window;
mod workbench;

use std::io::Write;
use std::time::{Duration, Instant};

use arguments::{Cli, Command};
use failure::{Failure, unprinted};
use ranks::Joining;
use starshell::file::settle;
use starshell::words::excerpt;
use terminal::{explain, set_detail, tell};

use crate::panics;

/// Exit code for bad input; all other failures end with 1.
const BAD_INPUT: u8 = 2;

/// Most letters of an argument's value that are quoted.
const MAX_VALUE: usize = 80;

/// How long the program waits at its end for pictures that are being written.
const PATIENCE: Duration = Duration::from_secs(20);

/// Parses the command line, runs the command, reports a failure in one sentence, and ends the
/// program.
pub fn main() -> ! {
    panics::report_by(tell);
    let code = panics::caught(run)
        .unwrap_or_else(|panic| report(Err(Failure::Run(anyhow::Error::msg(panic)))));
    // Threads in the background may still be compiling kernels.
    signals::leave(code)
}

/// The exit code.
fn run() -> u8 {
    #[cfg(unix)]
    signals::outlive_file_limits();
    // Ends the other processes when this one is done.
    let _joined = match ranks::join() {
        Joining::Runs(joined) => joined,
        Joining::Served => return 0,
        Joining::Failed(None) => return BAD_INPUT,
        Joining::Failed(Some(failure)) => return report(Err(failure)),
    };
    std::env::current_exe().into_iter().for_each(starshell::lab::start_ranks_of);
    let words = resume::expand(std::env::args_os().collect()).and_then(again::expand);
    let words = match words {
        Ok(words) => words,
        Err(failure) => return report(Err(failure)),
    };
    let cli = match Cli::parse_words(words) {
        Ok(cli) => cli,
        Err(error) => return report_usage(&error),
    };
    if let Err(failure) = ranks::check(cli.command.as_ref()) {
        return report(Err(failure));
    }
    set_detail(cli.quiet, cli.verbose);
    let begun = Instant::now();
    let done = perform(cli);
    if done.is_ok() {
        outputs::mention_created();
    }
    explain(|| format!("took {:.1} s", begun.elapsed().as_secs_f64()));
    report(done)
}

/// Runs the command.
fn perform(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        None => window::window(cli.adapter, cli.window),
        Some(Command::Render(arguments)) => render::render(cli.adapter.as_deref(), &arguments),
        Some(Command::Record(arguments)) => record::record(cli.adapter.as_deref(), &arguments),
        Some(Command::Scenes) => scenes::scenes(),
        Some(Command::Info(arguments)) => info::info(cli.adapter.as_deref(), &arguments),
        Some(Command::Convert(arguments)) => convert::convert(&arguments),
        Some(Command::Bench(arguments)) => bench::bench(cli.adapter.as_deref(), &arguments),
        Some(Command::Lab(arguments)) => lab::lab(cli.adapter.as_deref(), &arguments),
        Some(Command::Lesson(arguments)) => lesson::lesson(cli.adapter, &arguments),
        Some(Command::Tune(arguments)) => tune::tune(cli.adapter.as_deref(), &arguments),
        Some(Command::WorkbenchRun) => workbench::workbench(),
        Some(Command::Package { folder }) => package::package(&folder),
    }
}

/// Runs the command that these words are, for tests of the window.
#[cfg(test)]
pub fn run_words(words: &[&str]) -> Result<(), String> {
    let words = ["starshell"].iter().chain(words).map(std::ffi::OsString::from).collect();
    let words = again::expand(words).map_err(|failure| failure.to_string())?;
    let cli = Cli::parse_words(words).map_err(|error| error.to_string())?;
    set_detail(true, false);
    perform(cli).map_err(|failure| failure.to_string())
}

/// Completes what the program writes, reports a failure in one sentence, and gives the exit code.
fn report(done: Result<(), Failure>) -> u8 {
    // The window may have been closed while a picture was being written.
    settle(PATIENCE);
    // What does not end in a line break is still in the buffer.
    let Err(failure) = done.and_then(|()| std::io::stdout().flush().map_err(unprinted)) else {
        return 0;
    };
    let (prefix, code) = match failure {
        Failure::Unread => return 0,
        Failure::Input(_) => ("error: ", BAD_INPUT),
        Failure::Run(_) => ("error: ", 1),
        Failure::Stopped(_, code) => ("", code),
    };
    tell(&format!("{prefix}{failure}"));
    code
}

/// Prints help and version as they are, and a mistake in one sentence.
fn report_usage(error: &clap::Error) -> u8 {
    use clap::error::ErrorKind;
    let is_asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if is_asked || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // In colour on a terminal only.
        let printed = error.print().map_err(unprinted);
        return if is_asked { report(printed) } else { BAD_INPUT };
    }
    tell(&format!("{} (see starshell --help)", usage(error)));
    BAD_INPUT
}

/// What is wrong with the command line, in one sentence.
fn usage(error: &clap::Error) -> String {
    use clap::error::{ContextKind, ContextValue, ErrorKind};
    if error.kind() == ErrorKind::InvalidUtf8 {
        return "error: an argument is not text in UTF-8: rename the file, or retype the name"
            .to_owned();
    }
    // The first word is neither a scene nor a command, but clap blames the second word.
    let first = std::env::args_os()
        .nth(1)
        .map(|word| word.to_string_lossy().into_owned())
        .filter(|word| !word.starts_with('-'));
    if let Some(unknown) = first.as_deref().and_then(window::unknown) {
        return format!("error: {unknown}");
    }
    // And a second word after a scene is not a mistyped command.
    let surplus = error
        .get(ContextKind::InvalidSubcommand)
        .or(error.get(ContextKind::InvalidArg))
        .map(ToString::to_string);
    let is_behind_scene = first.as_deref().is_some_and(|first| !window::is_command(first));
    if let Some(surplus) = surplus.filter(|surplus| is_behind_scene && !surplus.starts_with('-')) {
        let surplus = excerpt(&surplus, MAX_VALUE);
        return format!(
            "error: unexpected argument '{surplus}' after the scene; a command must come first"
        );
    }
    // Clap quotes what was typed, and so do our own parsers.
    let quoted =
        [ContextKind::InvalidValue, ContextKind::InvalidArg, ContextKind::InvalidSubcommand];
    let abridge = |text: String, kind| match error.get(kind) {
        Some(ContextValue::String(typed)) => {
            text.replace(typed.as_str(), &excerpt(typed, MAX_VALUE))
        }
        _ => text,
    };
    // Clap's first paragraph states the error and its tip the likely intent; usage and pointers to
    // --help are left out.
    let text = quoted.into_iter().fold(error.to_string(), abridge);
    let mut lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let sentence = lines.by_ref().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    // No scene or file name begins with a dash.
    let tip = lines.find_map(|line| line.strip_prefix("tip: ").filter(|tip| !tip.contains("'-- ")));
    tip.map_or_else(|| sentence.clone(), |tip| format!("{sentence}; {tip}"))
}
