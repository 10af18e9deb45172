//! The arguments of the command line.

mod amount;
mod bench;
mod captures;
mod choice;
mod examples;
mod overrides;
mod parse;
mod remake;
mod settings;
mod table;
mod tables;
mod variation;

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

pub use amount::{Amount, in_units, shown};
pub use bench::{Bench, BenchWhat, Frame};
pub use captures::{
    CameraMoves, PathChoice, PictureFormat, Pixels, Record, Render, Saving, Stereo, Texts,
};
use choice::choice;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use examples::{ALL, LAB, LESSON, OUTPUT, WINDOW, WORKSHEET};
pub use overrides::Overrides;
pub use parse::Follow;
use parse::{bodies, class_address, language, number};
pub use remake::{FILES, Remake};
pub use settings::Settings;
use starshell::exchange::snapshots::write::Output;
use starshell::words::Language;
pub use table::Table;
pub use tables::Tables;
pub use variation::Variation;

/// Gravity on the GPU: N-body simulations of thousands to millions of bodies, and pictures of them.
#[derive(Debug, Parser)]
#[command(name = "starshell", version, about, after_help = ALL)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub window: Window,
    /// Adapter by index or part of its name (see `starshell info`) [default: the best]
    #[arg(long, value_name = "NAME|INDEX", global = true)]
    pub adapter: Option<String>,
    /// Print results, warnings and errors alone: no progress and no notes
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print more: the adapter, what computes the forces, the time taken, and what the graphics
    /// library reports
    #[arg(long, short, global = true)]
    pub verbose: bool,
}

impl Cli {
    /// Parses the words of a command line. Only `--adapter`, `--quiet` and `--verbose` are allowed before a
    /// command.
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
            !argument.is_global_set()
                && matches.value_source(argument.get_id().as_str())
                    == Some(ValueSource::CommandLine)
        };
        if let Some(early) = command.get_arguments().find(is_early) {
            let what = early.get_long().map_or_else(
                || cli.window.scene.clone().unwrap_or_default(),
                |long| format!("--{long}"),
            );
            return error(format!(
                "`{what}` comes before the command `{name}`: put the command first and its options after it"
            ));
        }
        if let Some(name) = cli
            .command
            .as_ref()
            .and_then(Command::without_adapter)
            .filter(|_| cli.adapter.is_some())
        {
            return error(format!("`{name}` uses no graphics adapter: leave --adapter out"));
        }
        if let (Some(remake), Some((name, matches))) =
            (cli.command.as_mut().and_then(Command::remake), matches.subcommand())
        {
            let command = command.find_subcommand(name).unwrap_or(&command);
            remake.words = remake::words(command, matches);
            remake.line = remake::line(command, matches);
        }
        Ok(cli)
    }
}

/// Options without a command: they open the window.
#[derive(Debug, Args)]
pub struct Window {
    /// Scene to open in a window: a name (see `starshell scenes`), or the path of a scene file, a
    /// saved run or a table of bodies [default: shell]
    pub scene: Option<String>,
    /// Fill the screen
    #[arg(long, help_heading = WINDOW)]
    pub fullscreen: bool,
    /// Large type, thick points and colours for colour-blind eyes
    #[arg(long, help_heading = WINDOW)]
    pub projector: bool,
    /// For public displays: full screen, no panels, one scene after another
    #[arg(long, help_heading = WINDOW)]
    pub kiosk: bool,
    /// Simple mode with few controls: scenes, play and pause, speed, and a few sliders
    #[arg(long, help_heading = WINDOW)]
    pub simple: bool,
    /// Simple mode that cannot be left: for classes and exhibitions
    #[arg(long, help_heading = WINDOW)]
    pub locked: bool,
    /// Language of the window: en, de, es or fr [default: the one set in the window, or the
    /// system's]
    #[arg(long, value_name = "CODE", value_parser = language, help_heading = WINDOW)]
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
    /// List this machine's graphics adapters with drivers and limits, or say what a file of bodies
    /// holds
    Info(Info),
    /// Write the bodies of a file in another program's format
    Convert(Convert),
    /// Measure this machine's speed
    Bench(Bench),
    /// Reproduce textbook experiments on this machine, next to the published numbers
    Lab(Lab),
    /// Open a lesson in the window, or write its worksheet
    Lesson(Lesson),
    /// Find and remember the fastest kernels for this machine
    Tune(Tune),
    /// Run a kernel for the window's workbench
    #[command(hide = true)]
    WorkbenchRun,
    /// Write completions and manual pages into a folder, for packages
    #[command(hide = true)]
    Package { folder: PathBuf },
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
            Self::Package { .. } => Some("package"),
            Self::Info(Info { file: Some(_), .. }) => Some("info FILE"),
            Self::Convert(_) => Some("convert"),
            Self::Bench(Bench { what: BenchWhat::Subject(subject, _), .. })
                if !subject.needs_adapter =>
            {
                Some("bench cpu")
            }
            _ => None,
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = LAB)]
pub struct Lab {
    /// Names of experiments; without any, they are listed
    #[arg(value_name = "EXPERIMENT", conflicts_with = "all")]
    pub experiment: Vec<String>,
    /// Run all experiments
    #[arg(long)]
    pub all: bool,
    /// Numbers of bodies or elements instead of the default ones, separated by commas; 2^14 is
    /// 16384
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', value_parser = bodies, allow_hyphen_values = true)]
    pub count: Vec<usize>,
    /// Show a report written by --json, from this machine or another, without measuring
    #[arg(long, value_name = "FILE", conflicts_with_all = ["experiment", "all", "count"])]
    pub open: Option<PathBuf>,
    /// Print tables in Markdown (the default)
    #[arg(long, conflicts_with_all = ["json", "csv"], help_heading = OUTPUT)]
    pub markdown: bool,
    /// Print one JSON object with all results, for --open and --against
    #[arg(long, conflicts_with = "csv", help_heading = OUTPUT)]
    pub json: bool,
    /// Print comma-separated values, one line per published number
    #[arg(long, help_heading = OUTPUT)]
    pub csv: bool,
    /// Write a chart per experiment as SVG files into the folder PATH
    #[arg(
        long,
        requires = "out",
        conflicts_with_all = ["json", "csv", "markdown"],
        help_heading = OUTPUT
    )]
    pub svg: bool,
    /// Write a chart per experiment as PNG files into the folder PATH
    #[arg(
        long,
        requires = "out",
        conflicts_with_all = ["json", "csv", "markdown"],
        help_heading = OUTPUT
    )]
    pub png: bool,
    /// Show another report written by --json next to this one in the tables
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["json", "csv", "svg", "png"],
        help_heading = OUTPUT
    )]
    pub against: Option<PathBuf>,
    /// File to write instead of printing; for --svg and --png, a folder
    #[arg(long, short, value_name = "PATH", help_heading = OUTPUT)]
    pub out: Option<PathBuf>,
}

impl Lab {
    /// The first of the given options that say what to measure and what becomes of results.
    pub fn first_option(&self) -> Option<&'static str> {
        let options = [
            ("--out", self.out.is_some()),
            ("--against", self.against.is_some()),
            ("--count", !self.count.is_empty()),
            ("--json", self.json),
            ("--csv", self.csv),
            ("--markdown", self.markdown),
        ];
        options.into_iter().find_map(|(name, is_given)| is_given.then_some(name))
    }
}

#[derive(Debug, Args)]
#[command(after_help = LESSON)]
pub struct Lesson {
    /// Name of the lesson; without one, all lessons are listed
    #[arg(value_name = "NAME")]
    pub lesson: Option<String>,
    /// Write the lesson as a worksheet (PDF or HTML) with room for answers, instead of opening a
    /// window
    #[arg(
        long,
        value_name = "FILE",
        requires = "lesson",
        conflicts_with_all = ["fullscreen", "projector", "kiosk"],
        help_heading = WORKSHEET
    )]
    pub worksheet: Option<PathBuf>,
    /// Leave out the answers at the end of the worksheet
    #[arg(long, requires = "worksheet", conflicts_with = "teacher", help_heading = WORKSHEET)]
    pub without_answers: bool,
    /// Write the teacher's booklet: answers, reasons and notes for each card
    #[arg(long, requires = "worksheet", help_heading = WORKSHEET)]
    pub teacher: bool,
    /// Let a class answer on its phones: serves a page at this address of this machine on the local
    /// network, such as 192.168.1.20 or 192.168.1.20:8000; without one, for this machine alone
    #[arg(
        long,
        value_name = "ADDRESS",
        num_args = 0..=1,
        default_missing_value = "127.0.0.1",
        value_parser = class_address,
        requires = "lesson",
        conflicts_with_all = ["worksheet", "kiosk"]
    )]
    pub class: Option<SocketAddr>,
    /// Order of the options: each number is another one, and 0 is that of the file [default: 1 on a
    /// worksheet, any in the window]
    #[arg(long, value_name = "N", requires = "lesson")]
    pub seed: Option<u32>,
    /// Fill the screen
    #[arg(long, help_heading = WINDOW)]
    pub fullscreen: bool,
    /// Large type, thick points and colours for colour-blind eyes
    #[arg(long, help_heading = WINDOW)]
    pub projector: bool,
    /// For public displays: full screen, and the lesson starts over when it ends
    #[arg(long, help_heading = WINDOW)]
    pub kiosk: bool,
    /// Language of the lesson: en, de, es or fr [default: the one set in the window, or the
    /// system's]
    #[arg(long, value_name = "CODE", value_parser = language, help_heading = WINDOW)]
    pub language: Option<&'static Language>,
}

#[derive(Debug, Args)]
pub struct Info {
    /// A snapshot of another program, a table of bodies or a saved run
    pub file: Option<String>,
    /// Print a block of Markdown for a report of a mistake: system, adapters, drivers, settings that
    /// differ from the defaults; no names of users, machines or files
    #[arg(long, conflicts_with = "file")]
    pub report: bool,
    #[command(flatten)]
    pub table: Table,
}

#[derive(Debug, Args)]
pub struct Convert {
    /// The file to read: a snapshot of another program, a table of bodies or a saved run
    #[arg(value_name = "IN")]
    pub from: String,
    /// The file to write
    #[arg(value_name = "OUT")]
    pub to: PathBuf,
    /// Format to write: tipsy, gadget-4 (HDF5), ply, npz or csv [default: by the ending of OUT]
    #[arg(long, value_name = "FORMAT", value_parser = choice::<Output>(), help_heading = OUTPUT)]
    pub format: Option<Output>,
    /// Write accelerations and potentials, too: direct sums with the softening length of the run or
    /// of the file, or with this one in the file's numbers
    #[arg(
        long,
        value_name = "SOFTENING",
        num_args = 0..=1,
        require_equals = true,
        value_parser = number,
        help_heading = OUTPUT
    )]
    pub forces: Option<Option<f64>>,
    #[command(flatten)]
    pub table: Table,
}

#[derive(Debug, Args)]
pub struct Tune {
    /// Forget the measured kernels and return to the defaults for this kind of adapter
    #[arg(long)]
    pub forget: bool,
}

#[cfg(test)]
mod tests;
