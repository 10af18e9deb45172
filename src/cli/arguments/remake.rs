//! Options of captures that are made again or varied, and the words that a capture keeps of its
//! command.

use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command};

use super::Overrides;
use super::examples::OUTPUT;
use super::variation::Variation;

/// Options of the commands that make captures.
#[derive(Clone, Debug, Default, Args)]
pub struct Remake {
    /// Instead of a scene, reproduce this picture, video or folder of frames; other options, such
    /// as --size 7680x4320, change it [default for --out: the same name with -again]
    // Never parsed: `again::expand` replaces it by the options in the capture.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub again: Option<PathBuf>,
    /// Make one capture per value of an option, such as softening=0.01,0.02,0.05; repeat it for all
    /// combinations of several options. PATH is then a folder, which also gets a sheet of all
    #[arg(long, value_name = "NAME=V,V,…", help_heading = OUTPUT)]
    pub vary: Vec<Variation>,
    /// Sum the forces by the plan of this capture
    #[arg(long, value_name = "FILE", hide = true, help_heading = OUTPUT)]
    pub plan_of: Option<PathBuf>,
    /// The command and its options, for the recipe.
    #[arg(skip)]
    pub words: Vec<String>,
    /// The same with the names of files, for checkpoints.
    #[arg(skip)]
    pub line: Vec<String>,
}

/// Options of a command that say where files go or come from, and what is told meanwhile. They do
/// not affect what a picture shows.
pub const FILES: [&str; 19] = [
    "scenes",
    "vary",
    "out",
    "log",
    "log_every",
    "table",
    "every",
    "forces",
    "save",
    "save_every",
    "checkpoint",
    "resume",
    "again",
    "like",
    "plan_of",
    "adapter",
    "overwrite",
    "quiet",
    "verbose",
];

/// The words of the command that made a capture, as in its recipe: `--name=value` for each option
/// given, without the scene, its overrides and the names of files.
pub fn words(command: &Command, matches: &ArgMatches) -> Vec<String> {
    given(command, matches, |id| !FILES.contains(&id))
}

/// The words of the command as a checkpoint of its capture has them: also with the names of files,
/// but without what the checkpoint itself holds.
pub fn line(command: &Command, matches: &ArgMatches) -> Vec<String> {
    let held = ["scenes", "vary", "again", "like", "plan_of", "resume", "quiet", "verbose"];
    given(command, matches, |id| !held.contains(&id))
}

/// The options for which `is_wanted` holds.
fn given(command: &Command, matches: &ArgMatches, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let overrides = Overrides::augment_args(Command::new("overrides"));
    let is_override = |id: &str| overrides.get_arguments().any(|argument| argument.get_id() == id);
    let given = command.get_arguments().filter(|argument| {
        let id = argument.get_id().as_str();
        let is_given = || matches.value_source(id) == Some(ValueSource::CommandLine);
        is_wanted(id) && !is_override(id) && matches.try_contains_id(id).is_ok() && is_given()
    });
    let word = |argument: &clap::Arg| {
        let long = argument.get_long().unwrap_or_default();
        if !argument.get_action().takes_values() {
            return format!("--{long}");
        }
        let values = matches.get_raw(argument.get_id().as_str()).into_iter().flatten();
        format!(
            "--{long}={}",
            values.map(|value| value.to_string_lossy()).collect::<Vec<_>>().join(",")
        )
    };
    std::iter::once(command.get_name().to_owned()).chain(given.map(word)).collect()
}
