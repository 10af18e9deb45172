//! The arguments of the command line.

mod bench;
mod captures;
mod choice;
mod examples;
mod overrides;
mod parse;
mod remake;
mod variation;

use std::ffi::OsString;
use std::path::PathBuf;

pub use bench::{Bench, BenchWhat, Frame, Primitive};
pub use captures::{CameraMoves, PathChoice, PictureFormat, Pixels, Record, Render};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use examples::EXAMPLES;
pub use overrides::Overrides;
pub use parse::Follow;
use parse::{bodies, language};
pub use remake::{FILES, Remake};
use starshell::words::Language;
pub use variation::Variation;

/// Gravity on the GPU: N-body simulation of thousands to millions of bodies, and pictures of it.
#[derive(Debug, Parser)]
#[command(name = "starshell", version, about, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub window: Window,
    /// Adapter by index or part of its name (see `starshell info`) [default: the best]
    #[arg(long, value_name = "NAME|INDEX", global = true)]
    pub adapter: Option<String>,
}

impl Cli {
    /// Parses the words of a command line. `--adapter` is the only option allowed before a command.
    ///
    /// # Errors
    /// What is wrong, as clap's message or one sentence.
    pub fn parse_words(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let matches = command.try_get_matches_from_mut(words)?;
        let error = |message: String| Err(clap::Error::raw(ErrorKind::ArgumentConflict, message));
        let mut cli = Self::from_arg_matches(&matches)?;
        let Some(name) = matches.subcommand_name() else { return Ok(cli) };
        let is_early = |argument: &&clap::Arg| {
            !argument.is_global_set() && matches.value_source(argument.get_id().as_str()) == Some(ValueSource::CommandLine)
        };
        if let Some(early) = command.get_arguments().find(is_early) {
            let what = early.get_long().map_or_else(|| cli.window.scene.clone().unwrap_or_default(), |long| format!("--{long}"));
            return error(format!("`{what}` comes before the command `{name}`: put the command first and its options after it"));
        }
        if let Some(name) = cli.command.as_ref().and_then(Command::without_adapter).filter(|_| cli.adapter.is_some()) {
            return error(format!("`{name}` uses no graphics adapter: leave --adapter out"));
        }
        if let (Some(remake), Some((name, matches))) = (cli.command.as_mut().and_then(Command::remake), matches.subcommand()) {
            remake.words = remake::words(command.find_subcommand(name).unwrap_or(&command), matches);
        }
        Ok(cli)
    }
}

/// Options without a command: they open the window.
#[derive(Debug, Args)]
pub struct Window {
    /// Scene to open in a window: a name (see `starshell scenes`), or the path of a scene file or a saved run [default: shell]
    pub scene: Option<String>,
    /// Fill the screen
    #[arg(long)]
    pub fullscreen: bool,
    /// Large type, thick points and colours for colour-blind eyes
    #[arg(long)]
    pub projector: bool,
    /// For a public display: full screen, no panels, one scene after the other
    #[arg(long)]
    pub kiosk: bool,
    /// Few controls: scenes, play and pause, speed, and a few sliders
    #[arg(long)]
    pub simple: bool,
    /// The same, until the program is started again without it: for classes and exhibitions
    #[arg(long)]
    pub locked: bool,
    /// Language of the window: en, de, es or fr [default: as set in the window, otherwise the system's]
    #[arg(long, value_name = "CODE", value_parser = language)]
    pub language: Option<&'static Language>,
    #[command(flatten)]
    pub overrides: Overrides,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a scene and write one picture, a numbered sequence, or a contact sheet
    Render(Box<Render>),
    /// Run a scene and write a video, an animation, or numbered pictures
    Record(Box<Record>),
    /// List the built-in scenes
    Scenes,
    /// List this machine's adapters and what Starshell uses of each
    Info,
    /// Measure this machine's speed
    Bench(Bench),
    /// Run the experiments of the texts on this machine, beside the published numbers
    Lab(Lab),
    /// Give a lesson in the window, or print its worksheet
    Lesson(Lesson),
    /// Find the fastest kernels for this machine, and remember them
    Tune(Tune),
    /// Run a kernel for the workbench of the window
    #[command(hide = true)]
    WorkbenchRun,
}

impl Command {
    /// The options of a command that makes captures.
    fn remake(&mut self) -> Option<&mut Remake> {
        match self {
            Self::Render(render) => Some(&mut render.remake),
            Self::Record(record) => Some(&mut record.remake),
            _ => None,
        }
    }

    /// The name of the command, if it uses no graphics adapter.
    fn without_adapter(&self) -> Option<&'static str> {
        match self {
            Self::Scenes => Some("scenes"),
            Self::Bench(Bench { what: BenchWhat::Cpu { .. }, .. }) => Some("bench cpu"),
            _ => None,
        }
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  starshell lab\n  starshell lab reduction nbody-ladder\n  starshell lab --all --json --out mine.json\n  starshell lab --open mine.json --csv"
)]
pub struct Lab {
    /// Experiments by name; none lists them
    #[arg(value_name = "EXPERIMENT", conflicts_with = "all")]
    pub experiment: Vec<String>,
    /// Every experiment
    #[arg(long)]
    pub all: bool,
    /// Numbers of bodies or elements in place of the experiment's own, separated by commas; 2^14 is 16384
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', value_parser = bodies, allow_hyphen_values = true)]
    pub count: Vec<usize>,
    /// Show a report that --json wrote, of this machine or another, without measuring anything
    #[arg(long, value_name = "FILE", conflicts_with_all = ["experiment", "all", "count"])]
    pub open: Option<PathBuf>,
    /// Tables in Markdown, as without any of these
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    pub markdown: bool,
    /// One JSON object with all results, to be opened again
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// A line of comma-separated values per published number
    #[arg(long)]
    pub csv: bool,
    /// A chart per experiment, as SVG files in the folder PATH
    #[arg(long, requires = "out", conflicts_with_all = ["json", "csv", "markdown"])]
    pub svg: bool,
    /// The same as PNG files
    #[arg(long, requires = "out", conflicts_with_all = ["json", "csv", "markdown"])]
    pub png: bool,
    /// Another report that --json wrote, beside this one in the tables
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "csv", "svg", "png"])]
    pub against: Option<PathBuf>,
    /// File to write, in place of the terminal; the folder of --svg and --png
    #[arg(long, short, value_name = "PATH")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  starshell lesson\n  starshell lesson kepler-and-newton --projector\n  starshell lesson kepler-and-newton --worksheet kepler.pdf\n  starshell lesson kepler-and-newton --worksheet notes.pdf --teacher"
)]
pub struct Lesson {
    /// The lesson by name; none lists them
    #[arg(value_name = "NAME")]
    pub lesson: Option<String>,
    /// Write the lesson for paper, as PDF or HTML, with room for answers and the answers apart, without opening a window
    #[arg(long, value_name = "FILE", requires = "lesson", conflicts_with_all = ["fullscreen", "projector", "kiosk"])]
    pub worksheet: Option<PathBuf>,
    /// Leave out the answers, which a worksheet has at its end
    #[arg(long, requires = "worksheet", conflicts_with = "teacher")]
    pub without_answers: bool,
    /// Write the teacher's booklet: answers, reasons and notes beside each card
    #[arg(long, requires = "worksheet")]
    pub teacher: bool,
    /// Fill the screen
    #[arg(long)]
    pub fullscreen: bool,
    /// Large type, thick points and colours for colour-blind eyes
    #[arg(long)]
    pub projector: bool,
    /// For a public display: full screen, and the lesson begins anew when it ends
    #[arg(long)]
    pub kiosk: bool,
    /// Language of the lesson: en, de, es or fr [default: as set in the window, otherwise the system's]
    #[arg(long, value_name = "CODE", value_parser = language)]
    pub language: Option<&'static Language>,
}

#[derive(Debug, Args)]
pub struct Tune {
    /// Discard what was found and return to the defaults for adapters of this kind
    #[arg(long)]
    pub forget: bool,
}

#[cfg(test)]
mod tests;
