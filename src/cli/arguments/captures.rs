//! Arguments of `starshell render` and `record`.

use std::path::PathBuf;

use clap::Args;
use starshell::capture::Captions;
use starshell::capture::video::{Codec, FrameRate, Quality};
use starshell::name::{Named, UnknownName};
use starshell::named;
use starshell::scene::Scene;

use super::choice::{choice, choice_by};
use super::examples::EXAMPLES;
use super::parse::{Follow, caption, depth, followed, number, pair, positive, quality, samples, seconds, size};
use super::{Overrides, Remake};

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
    /// How a video is compressed [default: h264, or what suits the ending]
    #[arg(long, value_name = "C", value_parser = choice_by(codec))]
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

/// How the pixels of pictures are drawn and stored.
#[derive(Clone, Debug, Args)]
pub struct Pixels {
    /// Format of pictures and of a folder's frames [default: that of PATH's ending, png in a folder]
    #[arg(long, value_name = "F", value_parser = choice::<PictureFormat>())]
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

named! {
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
    /// The camera's path [default for record: scene, for render: none]
    #[arg(long, value_name = "P", value_parser = choice::<PathChoice>())]
    pub path: Option<PathChoice>,
    /// What the camera follows, unless it is on the scene's path: light (90 % of it fills the picture), center-of-mass, the number
    /// of a body, nothing [default: as in the scene]
    #[arg(long, value_name = "F", value_parser = followed)]
    pub follow: Option<Follow>,
    /// Close the camera's path, so that the last frame leads into the first
    #[arg(id = "looped", long = "loop")]
    pub looped: bool,
}
