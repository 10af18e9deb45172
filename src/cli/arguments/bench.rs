//! Arguments of `starshell bench`: a command per subject, with the flags that the subject declares.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, Subcommand};
use starshell::lab::{Arity, FlagText, SUBJECTS, Subject, Values};
use starshell::render::SpotPath;

use super::choice::choice;
use super::examples::BENCH;
use super::parse::{bodies, positive, size};

#[derive(Debug, Args)]
#[command(after_help = BENCH)]
pub struct Bench {
    #[command(subcommand)]
    pub what: BenchWhat,
    /// Print one JSON object per line
    #[arg(long, global = true)]
    pub json: bool,
}

/// What is measured.
#[derive(Debug)]
pub enum BenchWhat {
    /// A subject of the laboratory, with the values of its flags.
    Subject(&'static Subject, Values),
    /// Frames of the program.
    Frame(Frame),
}

const FRAME: &str = "frame";

impl Subcommand for BenchWhat {
    fn augment_subcommands(command: Command) -> Command {
        let frame = Frame::augment_args(Command::new(FRAME));
        command.subcommands(SUBJECTS.iter().map(subcommand)).subcommand(frame)
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        name == FRAME || SUBJECTS.iter().any(|subject| subject.name == name)
    }
}

impl FromArgMatches for BenchWhat {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let missing = || Error::raw(ErrorKind::MissingSubcommand, "there is nothing to measure");
        let (name, matches) = matches.subcommand().ok_or_else(missing)?;
        match SUBJECTS.iter().find(|subject| subject.name == name) {
            Some(subject) => Ok(Self::Subject(subject, given(subject, matches))),
            None => Frame::from_arg_matches(matches).map(Self::Frame),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn subcommand(subject: &'static Subject) -> Command {
    let command = Command::new(subject.name).about(subject.about);
    let flags = subject.flags();
    let mut lists: Vec<String> = flags.iter().filter_map(list).collect();
    lists.sort();
    let command = if lists.is_empty() { command } else { command.after_help(lists.join("\n")) };
    command.args(flags.into_iter().map(|flag| argument(subject, flag)))
}

/// Names under a title, one per line.
fn list(flag: &FlagText) -> Option<String> {
    let width = flag.names.iter().map(|[name, _]| name.len()).max().unwrap_or(0);
    let lines = flag.names.iter().map(|[name, about]| format!("  {name:<width$} {about}"));
    Some(format!("{}:\n{}", flag.title?, lines.collect::<Vec<_>>().join("\n")))
}

fn argument(subject: &'static Subject, flag: FlagText) -> Arg {
    let argument = Arg::new(flag.name).long(flag.name).help(flag.about);
    let argument = match flag.excludes {
        Some(other) => argument.conflicts_with(other),
        None => argument,
    };
    let argument = match flag.arity {
        Arity::Switch => return argument.action(ArgAction::SetTrue),
        Arity::One => argument,
        Arity::List => argument.action(ArgAction::Append).value_delimiter(','),
        Arity::Repeated => argument.action(ArgAction::Append),
    };
    argument
        .value_name(flag.value)
        .default_values(flag.default.split_whitespace().collect::<Vec<_>>())
        .allow_negative_numbers(true)
        .value_parser(Value { subject, flag })
}

/// The values of a subject's flags.
fn given(subject: &Subject, matches: &ArgMatches) -> Values {
    let values = |flag: &FlagText| match flag.arity {
        Arity::Switch if matches.get_flag(flag.name) => vec![flag.name.to_owned()],
        Arity::Switch => Vec::new(),
        _ => matches.get_many(flag.name).into_iter().flatten().cloned().collect(),
    };
    subject.flags().into_iter().map(|flag| (flag.name, values(&flag))).collect()
}

/// Checks a value, and lists the names that there are.
#[derive(Clone)]
struct Value {
    subject: &'static Subject,
    flag: FlagText,
}

impl TypedValueParser for Value {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        let (subject, name) = (self.subject, self.flag.name);
        (move |text: &str| subject.check(name, text).map(|()| text.to_owned()))
            .parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        if self.flag.names.is_empty() || self.flag.title.is_some() {
            return None;
        }
        let named = |[name, about]: &[&'static str; 2]| PossibleValue::new(*name).help(*about);
        Some(Box::new(self.flag.names.iter().map(named)))
    }
}

/// Whole frames: steps, picture, glow, tone map, without copies to the host
#[derive(Debug, Args)]
pub struct Frame {
    /// Numbers of bodies, separated by commas; 2^14 is 16384
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [16384], value_parser = bodies, allow_hyphen_values = true)]
    pub count: Vec<usize>,
    /// The scene whose frames are measured: a name, or the path of a scene file
    #[arg(long, value_name = "SCENE", conflicts_with = "picture")]
    pub scene: Option<String>,
    /// Width and height of the picture in pixels
    #[arg(long, value_name = "WxH", default_value = "1920x1080", value_parser = size, allow_hyphen_values = true)]
    pub size: [u32; 2],
    /// Steps per frame
    #[arg(long, alias = "steps-a-frame", value_name = "K", default_value = "1", value_parser = positive, allow_hyphen_values = true)]
    pub steps_per_frame: u32,
    /// Minimum number of frames to measure; the longest one is reported
    #[arg(long, value_name = "N", default_value = "1", value_parser = positive, allow_hyphen_values = true)]
    pub frames: u32,
    /// Afterwards, time a plain loop as long as a frame, as many times: its longest run shows how
    /// steady the machine is
    #[arg(long, conflicts_with = "picture")]
    pub control: bool,
    /// Measure the window's whole frame, panels included, painted without a window; steps get its
    /// budget of 40 ms per frame
    #[arg(long)]
    pub panels: bool,
    /// Measure only the picture of this scene, without steps, and each part of it
    #[arg(long, value_name = "SCENE", num_args = 0..=1, default_missing_value = "shell", conflicts_with_all = ["panels", "steps_per_frame"])]
    pub picture: Option<String>,
    /// How spots are summed in that picture
    #[arg(long, value_name = "PATH", default_value = "auto", value_parser = choice::<SpotPath>(), requires = "picture")]
    pub spots: SpotPath,
    /// That picture as the window draws it on slow machines: without diffuse light, dust, spikes
    /// and sky, with a simpler glow
    #[arg(long, requires = "picture")]
    pub plain: bool,
}
