//! The arguments of the command line.

mod bench;
mod parse;

use std::ffi::OsString;
use std::path::PathBuf;

pub use bench::{Bench, BenchWhat, Primitive};
pub use parse::Follow;
use parse::{bodies, caption, depth, followed, language, number, pair, point, positive, quality, samples, seconds, seed, size};
use starshell::words::Language;

use super::again;
use super::batch::{Run, Variation, variation};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use starshell::capture::Captions;
use starshell::capture::video::{Codec, FrameRate, Quality};
use starshell::name::{Named, UnknownName};
use starshell::named;
use starshell::physics::{GravityMethod, Integrator, Precision};
use starshell::render::{ColorBy, ColorMap, Style};
use starshell::scene::Scene;

const EXAMPLES: &str = "\
Examples:
  starshell
  starshell galaxy --count 32768
  starshell plummer --fullscreen --projector
  starshell --kiosk
  starshell render shell --out shell.png
  starshell render shell --sheet 4x3 --size 640x640 --out sheet.png
  starshell render galaxy --count 65536 --frames 300 --steps-per-frame 4 \\
      --size 1920x1080 --out frames
  starshell render plummer --integrator hermite-4 --time 20 \\
      --log energy.csv --out plummer.png
  starshell record shell --duration 30s --fps 60 --size 1080p --out shell.mp4
  starshell record plummer --path turntable --loop --duration 6s \\
      --size 480x480 --out turning.gif
  starshell record encounter --start 2 --speed 0.5 --fps 29.97 --out slow.mp4
  starshell render encounter --path scene --frames 600 --size 1080p \\
      --out encounter
  starshell render shell --size 7680x4320 --depth 16 --caption {scene} \\
      --credit Starshell --out shell.png
  starshell render galaxy --elevation 80 --distance 12 --exposure 0.5 \\
      --transparent --out galaxy.exr
  starshell render --like shell.png --samples 2 --out shell-2.png
  starshell render my-scene.toml --color-by component --color-map viridis \\
      --out mine.png
  starshell render galaxy --time 5 --save galaxy.starshell --out galaxy.png
  starshell record galaxy.starshell --duration 20s --out on.mp4
  starshell bench gravity --count 1024,16384 --json
  starshell bench cpu --count 16384 --kernel simd,simd-threaded
  starshell bench cpu --count 2^17 --kernel tree --model plummer
  starshell bench tree --count 2^17 --model plummer,disk
  starshell bench frame --panels
  starshell bench reduce --count 2^20,2^24 --kernel all --type f32
  starshell bench scan --portable --json
  starshell bench sort --count 2^20 --pairs --data random,sorted \\
      --kernel auto,cpu-std
  starshell tune

STARSHELL_ADAPTER chooses the adapter as --adapter does.";

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
            remake.words = again::words(name, matches);
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

#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Render {
    /// Scenes by name (see `starshell scenes`), or the paths of scene files, saved runs or captures. Several go into the folder PATH, with a
    /// sheet of all
    #[arg(required = true, value_name = "SCENE")]
    pub scenes: Vec<String>,
    /// PNG or EXR file to write, or the folder for a sequence of frames, which replaces an earlier sequence there. EXR holds the
    /// light before the tone map, in half floats
    #[arg(long, short, value_name = "PATH")]
    pub out: PathBuf,
    /// Width and height of a picture in pixels, up to 16384x16384, or 720p, 1080p, 1440p, 4k, 8k
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size, allow_hyphen_values = true)]
    pub size: [u32; 2],
    #[command(flatten)]
    pub pixels: Pixels,
    #[command(flatten)]
    pub texts: Texts,
    /// Number of frames in a sequence; PATH is then a folder
    #[arg(long, value_name = "F", value_parser = positive, allow_hyphen_values = true)]
    pub frames: Option<u32>,
    /// Contact sheet of this many columns and rows, with the time under each picture
    #[arg(long, value_name = "COLSxROWS", value_parser = pair, allow_hyphen_values = true, conflicts_with = "frames")]
    pub sheet: Option<[u32; 2]>,
    /// Simulated time of the last frame [default: the scene's duration; for a picture of a saved run, when it was saved]
    #[arg(long, value_name = "T", value_parser = number, allow_hyphen_values = true)]
    pub time: Option<f64>,
    /// Steps from each frame to the next, instead of --time; a single picture shows the end of its steps
    #[arg(long, alias = "steps-a-frame", value_name = "K", value_parser = positive, allow_hyphen_values = true, conflicts_with = "time")]
    pub steps_per_frame: Option<u32>,
    #[command(flatten)]
    pub moves: CameraMoves,
    #[command(flatten)]
    pub overrides: Overrides,
    /// CSV file to write: energy, momentum and more over time; what is not defined, such as the virial ratio of one body, is empty
    #[arg(long, value_name = "CSV")]
    pub log: Option<PathBuf>,
    /// Show what this picture shows, in place of a scene: its scene with count and seed, time, camera, look and size, unless other
    /// options say otherwise
    // Never parsed: `again::expand` replaces it by the picture as a scene, and its time and size.
    #[arg(long, value_name = "FILE", conflicts_with = "again")]
    pub like: Option<PathBuf>,
    /// Save the run at its end to this file, which ends in .starshell, to continue it in the window or in another command
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    #[command(flatten)]
    pub remake: Remake,
}

#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Record {
    /// Scenes by name (see `starshell scenes`), or the paths of scene files, saved runs or captures. Several go into the folder PATH, with a
    /// sheet of all
    #[arg(required = true, value_name = "SCENE")]
    pub scenes: Vec<String>,
    /// File to write: .mp4 (H.264, plays everywhere), .mov, .mkv or .webm; .gif or .apng, which loop; without an extension, a
    /// folder of numbered PNG or EXR files. A name that exists gets a number
    #[arg(long, short, value_name = "PATH")]
    pub out: PathBuf,
    /// Width and height in pixels, or 720p, 1080p, 1440p, 4k, 8k
    #[arg(long, value_name = "WxH", default_value = "1920x1080", value_parser = size, allow_hyphen_values = true)]
    pub size: [u32; 2],
    /// Frames per second, such as 24, 29.97 or 60
    #[arg(long, value_name = "F", default_value = "60", allow_hyphen_values = true)]
    pub fps: FrameRate,
    /// Length of the video, such as 30s, 1m30s or 0.5 [default: 30s, or with --speed what the scene's duration takes]
    #[arg(long, value_name = "T", value_parser = seconds, allow_hyphen_values = true)]
    pub duration: Option<f64>,
    /// Simulated time per second of video: small is slow motion, large is time lapse [default: the scene's duration in the
    /// whole video]
    #[arg(long, value_name = "X", value_parser = number, allow_hyphen_values = true)]
    pub speed: Option<f64>,
    /// Simulated time of the first frame: what comes before is simulated without pictures
    /// [default: 0, or where a saved run is]
    #[arg(long, value_name = "T", value_parser = number, allow_hyphen_values = true)]
    pub start: Option<f64>,
    /// Time steps from each frame to the next, instead of --speed
    #[arg(long, value_name = "K", value_parser = positive, allow_hyphen_values = true, conflicts_with = "speed")]
    pub steps_per_frame: Option<u32>,
    /// How a video is compressed: h264 (plays everywhere), or by an installed ffmpeg h264-444, lossless, hevc, av1, prores
    /// [default: h264, or what suits the ending]
    #[arg(long, value_name = "C", value_parser = codec)]
    pub codec: Option<Codec>,
    /// Detail kept by lossy formats, from 0 to 100
    #[arg(long, value_name = "Q", default_value = "70", value_parser = quality, allow_hyphen_values = true)]
    pub quality: Quality,
    #[command(flatten)]
    pub pixels: Pixels,
    /// Replace a file of that name instead of numbering the new one
    #[arg(long)]
    pub overwrite: bool,
    #[command(flatten)]
    pub texts: Texts,
    #[command(flatten)]
    pub moves: CameraMoves,
    #[command(flatten)]
    pub overrides: Overrides,
    /// CSV file to write: energy, momentum and more over time
    #[arg(long, value_name = "CSV")]
    pub log: Option<PathBuf>,
    /// Save the run at its end to this file, which ends in .starshell, to continue it in the window or in another command
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    #[command(flatten)]
    pub remake: Remake,
}

impl Render {
    /// These arguments for one run of a batch.
    pub fn of(&self, run: &Run) -> Self {
        let Run { scene, overrides, out, .. } = run.clone();
        Self { scenes: vec![scene], overrides, out, ..self.clone() }
    }
}

impl Record {
    /// These arguments for one run of a batch.
    pub fn of(&self, run: &Run) -> Self {
        let Run { scene, overrides, out, .. } = run.clone();
        Self { scenes: vec![scene], overrides, out, ..self.clone() }
    }
}

/// How the pixels of pictures are drawn and stored.
#[derive(Clone, Debug, Args)]
pub struct Pixels {
    /// Format of pictures and of a folder's frames: png, exr [default: that of PATH's ending, png in a folder]
    #[arg(long, value_name = "F", value_parser = PictureFormat::named)]
    pub format: Option<PictureFormat>,
    /// Bits per channel of PNG files: 8, 16
    #[arg(long, value_name = "BITS", value_parser = depth, allow_hyphen_values = true)]
    pub depth: Option<u32>,
    /// Leave the sky transparent: in PNG, EXR, .apng and .mov (ProRes)
    #[arg(long)]
    pub transparent: bool,
    /// Samples along each side of a pixel, 1 to 4: smoother points and lines, for N times N the time
    #[arg(long, value_name = "N", default_value = "1", value_parser = samples, allow_hyphen_values = true)]
    pub samples: u32,
}

/// A codec by its name; H.265 is another name for HEVC.
fn codec(name: &str) -> Result<Codec, UnknownName> {
    Codec::named(if name.eq_ignore_ascii_case("h265") { "hevc" } else { name })
}

/// Texts in pictures.
#[derive(Clone, Debug, Default, Args)]
pub struct Texts {
    /// Text in the lower left corner; {time}, {steps} and {scene} are filled in
    #[arg(long, value_name = "TEXT", value_parser = caption)]
    pub caption: Option<String>,
    /// Text in the lower right corner, with the same names
    #[arg(long, value_name = "TEXT", value_parser = caption)]
    pub credit: Option<String>,
}

impl Texts {
    /// The texts as captions of pictures of a scene.
    pub fn captions(&self, scene: &Scene) -> Captions {
        let captions = Captions::new(self.caption.as_deref(), self.credit.as_deref(), scene.look.negative);
        captions.unwrap_or_else(|error| unreachable!("checked when parsed: {error}"))
    }
}

named! {
    /// A kind of picture file.
    pub enum PictureFormat: "format" {
        /// Portable Network Graphics.
        Png = "png",
        /// OpenEXR.
        Exr = "exr",
    }
}

/// Options of the commands that make captures.
#[derive(Clone, Debug, Default, Args)]
pub struct Remake {
    /// Make this picture, video or folder of frames again, in place of a scene: other options change it, such as --size 7680x4320
    /// [default for --out: the same name with -again]
    // Never parsed: `again::expand` replaces it by the options in the capture.
    #[arg(long, value_name = "FILE")]
    pub again: Option<PathBuf>,
    /// Make one capture for each value of an option, such as softening=0.01,0.02,0.05; several options make every combination.
    /// They go into the folder PATH, with a sheet of all
    #[arg(long, value_name = "NAME=V,V,…", value_parser = variation)]
    pub vary: Vec<Variation>,
    /// Sum the forces by the plan of this capture
    #[arg(long, value_name = "FILE", hide = true)]
    pub plan_of: Option<PathBuf>,
    /// The command and its options, for the recipe.
    #[arg(skip)]
    pub words: Vec<String>,
}

starshell::named! {
    /// Which path the camera takes.
    pub enum PathChoice: "camera path" {
        /// Circles the target once.
        Turntable = "turntable",
        /// Moves in to half the distance.
        Dolly = "dolly",
        /// Goes half round and climbs.
        Rise = "rise",
        /// The scene's own path.
        Scene = "scene",
        /// The camera stays where it is.
        None = "none",
    }
}

/// Options for the camera's path. They are no overrides: a recipe keeps them as words of its command.
#[derive(Clone, Debug, Default, Args)]
pub struct CameraMoves {
    /// The camera's path: turntable (once round), dolly (in to half the distance), rise (half round and up), scene (the scene's
    /// own), none [default for record: scene, for render: none]
    #[arg(long, value_name = "P", value_parser = PathChoice::named)]
    pub path: Option<PathChoice>,
    /// What the camera follows, unless it is on the scene's path: light (90 % of it fills the picture), center-of-mass, the number
    /// of a body, nothing [default: as in the scene]
    #[arg(long, value_name = "F", value_parser = followed)]
    pub follow: Option<Follow>,
    /// Close the camera's path, so that the last frame leads into the first
    #[arg(id = "looped", long = "loop")]
    pub looped: bool,
}

/// Options that override a scene's own values.
#[derive(Default, Clone, Debug, Args)]
pub struct Overrides {
    /// Number of bodies; 2^14 is 16384. Classic scenes keep their total mass, unless --faithful
    #[arg(long, value_name = "N", value_parser = bodies, allow_hyphen_values = true)]
    pub count: Option<usize>,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", value_parser = seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Integrator: symplectic-euler, leapfrog-kdk, leapfrog-dkd, forest-ruth, pefrl, yoshida-6, runge-kutta-4, hermite-4
    #[arg(long, value_name = "I", value_parser = Integrator::named)]
    pub integrator: Option<Integrator>,
    /// Time step
    #[arg(long, value_name = "X", value_parser = number, allow_hyphen_values = true)]
    pub dt: Option<f64>,
    /// Plummer softening length
    #[arg(long, value_name = "X", value_parser = number, allow_hyphen_values = true)]
    pub softening: Option<f64>,
    /// Factor on all velocities per step; 1 is no damping
    #[arg(long, value_name = "X", value_parser = number, allow_hyphen_values = true)]
    pub damping: Option<f64>,
    /// Precision: f32 (the fastest), f32+ (forces in f32, positions and velocities with 47 bits), f64 (where the adapter has it)
    #[arg(long, value_name = "P", value_parser = Precision::named)]
    pub precision: Option<Precision>,
    /// Adaptive steps of this accuracy: each is ETA * sqrt(softening / largest acceleration), at most the time step; 0 means
    /// fixed steps
    #[arg(long, value_name = "ETA", value_parser = number, allow_hyphen_values = true)]
    pub adaptive: Option<f64>,
    /// How forces are summed: direct (every body with every other), tree (Barnes-Hut), auto (whichever is faster here)
    #[arg(long, value_name = "G", value_parser = GravityMethod::named)]
    pub gravity: Option<GravityMethod>,
    /// Accuracy of the tree: largest error of a cell's pull, relative to the acceleration; 0.002 unless the scene says otherwise
    #[arg(long, value_name = "X", value_parser = number, allow_hyphen_values = true)]
    pub tree_accuracy: Option<f64>,
    /// Style of the picture: deep-sky, diagram, infrared, projector; flags that follow change parts of it
    #[arg(long, value_name = "S", value_parser = Style::named)]
    pub style: Option<Style>,
    /// What colours show: speed, acceleration, distance, mass, component, uniform, population, error (of a tree's forces, in the window)
    #[arg(long, value_name = "C", value_parser = ColorBy::named)]
    pub color_by: Option<ColorBy>,
    /// Colour map: starlight, inferno, magma, plasma, viridis, cividis, turbo
    #[arg(long, value_name = "M", value_parser = ColorMap::named)]
    pub color_map: Option<ColorMap>,
    /// Length of each body's trail in simulated time; 0 means no trails
    #[arg(long, value_name = "T", value_parser = number, allow_hyphen_values = true)]
    pub trails: Option<f64>,
    /// Angle of the camera about the z axis, in degrees
    #[arg(long, value_name = "DEGREES", value_parser = number, allow_hyphen_values = true)]
    pub azimuth: Option<f64>,
    /// Height of the camera above the xy plane, in degrees from -90 to 90
    #[arg(long, value_name = "DEGREES", value_parser = number, allow_hyphen_values = true)]
    pub elevation: Option<f64>,
    /// Lean of the camera to the side, in degrees
    #[arg(long, value_name = "DEGREES", value_parser = number, allow_hyphen_values = true)]
    pub roll: Option<f64>,
    /// Distance of the camera from its target
    #[arg(long, value_name = "X", value_parser = number, allow_hyphen_values = true)]
    pub distance: Option<f64>,
    /// Point in the middle of the picture
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    pub target: Option<[f64; 3]>,
    /// Angle between the upper and the lower edge of the picture, in degrees from 1 to 170
    #[arg(long, value_name = "DEGREES", value_parser = number, allow_hyphen_values = true)]
    pub field_of_view: Option<f64>,
    /// Brightness in photographic stops, from -20 to 20; 0 suits the light of the picture
    #[arg(long, value_name = "STOPS", value_parser = number, allow_hyphen_values = true)]
    pub exposure: Option<f64>,
    /// Share of the light that glows around bright places, 0 to 1
    #[arg(long, value_name = "SHARE", value_parser = number, allow_hyphen_values = true)]
    pub glow: Option<f64>,
    /// Classic presets: run as the CUDA sample does when the preset is picked (softening 0.1, damping 1)
    #[arg(long)]
    pub faithful: bool,
}

#[cfg(test)]
mod tests;
