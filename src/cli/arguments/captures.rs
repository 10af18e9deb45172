//! Arguments of `starshell render` and `record`.

use std::path::{Path, PathBuf};

use clap::Args;
use starshell::capture::Captions;
use starshell::capture::video::{Codec, FrameRate, Quality};
use starshell::name::Named;
use starshell::named;
use starshell::scene::Scene;
use starshell::words::Text;

use super::amount::amount;
use super::choice::{choice, choice_by};
use super::examples::{CAMERA, OUTPUT, PHYSICS, PICTURE, RECORD, RENDER, TIME};
use super::parse::{
    Follow, caption, depth, followed, number, pair, positive, quality, samples, seconds, size,
};
use super::{Amount, Overrides, Remake, Tables};

#[derive(Clone, Debug, Args)]
#[command(after_help = RENDER)]
pub struct Render {
    /// Names of scenes (see `starshell scenes`), or paths of scene files, saved runs, tables of
    /// bodies or captures. For several, PATH is a folder, which also gets a sheet of all
    #[arg(required = true, value_name = "SCENE")]
    pub scenes: Vec<String>,
    /// PNG or EXR file to write, or the folder for a sequence of frames, where it replaces an
    /// earlier sequence. EXR holds the light before the tone map, in half floats
    #[arg(long, short, value_name = "PATH", help_heading = OUTPUT)]
    pub out: PathBuf,
    /// Width and height of a picture in pixels, up to 16384x16384, or 720p, 1080p, 1440p, 4k, 8k,
    /// 4k-dome, 8k-dome, 4k-360, 8k-360
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size, allow_hyphen_values = true, help_heading = PICTURE)]
    pub size: [u32; 2],
    #[command(flatten)]
    pub pixels: Pixels,
    #[command(flatten)]
    pub texts: Texts,
    /// Number of frames in a sequence; PATH is then a folder
    #[arg(long, value_name = "F", value_parser = positive, allow_hyphen_values = true, help_heading = OUTPUT)]
    pub frames: Option<u32>,
    /// Contact sheet of this many columns and rows, with the time under each picture
    #[arg(long, value_name = "COLSxROWS", value_parser = pair, allow_hyphen_values = true, conflicts_with = "frames", help_heading = OUTPUT)]
    pub sheet: Option<[u32; 2]>,
    /// Simulated time of the last frame, such as 2 or, where the scene has units, 10Myr [default:
    /// for one picture that of the scene's still, otherwise its duration; for a picture of a saved
    /// run, when it was saved]
    #[arg(long, value_name = "T", value_parser = amount, allow_hyphen_values = true, help_heading = TIME)]
    pub time: Option<Amount>,
    /// Steps between frames, instead of --time; a single picture is taken after that many steps
    #[arg(long, alias = "steps-a-frame", value_name = "K", value_parser = positive, allow_hyphen_values = true, conflicts_with = "time", help_heading = TIME)]
    pub steps_per_frame: Option<u32>,
    #[command(flatten)]
    pub moves: CameraMoves,
    #[command(flatten)]
    pub overrides: Overrides,
    #[command(flatten)]
    pub tables: Tables,
    /// Begin with all velocities reversed: the run goes back, as far as its integrator and rounding
    /// allow
    #[arg(long, help_heading = PHYSICS)]
    pub reverse: bool,
    #[command(flatten)]
    pub saving: Saving,
    #[command(flatten)]
    pub remake: Remake,
}

#[derive(Clone, Debug, Args)]
#[command(after_help = RECORD)]
pub struct Record {
    /// Names of scenes (see `starshell scenes`), or paths of scene files, saved runs, tables of
    /// bodies or captures. For several, PATH is a folder, which also gets a sheet of all
    #[arg(required = true, value_name = "SCENE")]
    pub scenes: Vec<String>,
    /// File to write: .mp4 (H.264, plays everywhere), .mov, .mkv or .webm; .gif or .apng, which
    /// loop; without an extension, a folder of numbered PNG or EXR files. If the file exists, the
    /// new one gets a number
    #[arg(long, short, value_name = "PATH", help_heading = OUTPUT)]
    pub out: PathBuf,
    /// Width and height in pixels, or 720p, 1080p, 1440p, 4k, 8k, 4k-dome, 8k-dome, 4k-360, 8k-360
    #[arg(long, value_name = "WxH", default_value = "1920x1080", value_parser = size, allow_hyphen_values = true, help_heading = PICTURE)]
    pub size: [u32; 2],
    /// Frames per second, such as 24, 29.97 or 60
    #[arg(long, value_name = "F", default_value = "60", allow_hyphen_values = true, help_heading = TIME)]
    pub fps: FrameRate,
    /// Length of the video, such as 30s, 1m30s or 0.5 [default: 30s; with --speed, as long as the
    /// scene's duration takes]
    #[arg(long, value_name = "T", value_parser = seconds, allow_hyphen_values = true, help_heading = TIME)]
    pub duration: Option<f64>,
    /// Simulated time per second of video: small is slow motion, large is time lapse [default: the
    /// video spans the scene's duration]
    #[arg(long, value_name = "X", value_parser = amount, allow_hyphen_values = true, help_heading = TIME)]
    pub speed: Option<Amount>,
    /// Simulated time of the first frame; the run up to there is simulated without pictures
    /// [default: 0, or the time of a saved run]
    #[arg(long, value_name = "T", value_parser = amount, allow_hyphen_values = true, help_heading = TIME)]
    pub start: Option<Amount>,
    /// Time steps between frames, instead of --speed
    #[arg(long, value_name = "K", value_parser = positive, allow_hyphen_values = true, conflicts_with = "speed", help_heading = TIME)]
    pub steps_per_frame: Option<u32>,
    /// Video compression [default: h264, or what suits the extension]
    #[arg(long, value_name = "C", value_parser = choice_by(codec), help_heading = OUTPUT)]
    pub codec: Option<Codec>,
    /// Detail kept by lossy formats, from 0 to 100
    #[arg(long, value_name = "Q", default_value = "70", value_parser = quality, allow_hyphen_values = true, help_heading = OUTPUT)]
    pub quality: Quality,
    #[command(flatten)]
    pub pixels: Pixels,
    /// Replace an existing file instead of numbering the new one
    #[arg(long, help_heading = OUTPUT)]
    pub overwrite: bool,
    #[command(flatten)]
    pub texts: Texts,
    #[command(flatten)]
    pub moves: CameraMoves,
    #[command(flatten)]
    pub overrides: Overrides,
    #[command(flatten)]
    pub tables: Tables,
    /// Begin with all velocities reversed: the run goes back, as far as its integrator and rounding
    /// allow
    #[arg(long, help_heading = PHYSICS)]
    pub reverse: bool,
    #[command(flatten)]
    pub saving: Saving,
    #[command(flatten)]
    pub remake: Remake,
}

/// How the pixels of pictures are drawn and stored.
#[derive(Clone, Debug, Args)]
pub struct Pixels {
    /// Format of pictures and of the frames in a folder [default: by the extension of PATH; png in
    /// a folder]
    #[arg(long, value_name = "F", value_parser = choice::<PictureFormat>(), help_heading = PICTURE)]
    pub format: Option<PictureFormat>,
    /// Bits per channel of PNG files: 8 or 16
    #[arg(long, value_name = "BITS", value_parser = depth, allow_hyphen_values = true, help_heading = PICTURE)]
    pub depth: Option<u32>,
    /// Leave the sky transparent: in PNG, EXR, .apng and .mov (ProRes)
    #[arg(long, help_heading = PICTURE)]
    pub transparent: bool,
    /// Samples along each side of a pixel, 1 to 4: smoother points and lines, in N times N the time
    #[arg(long, value_name = "N", default_value = "1", value_parser = samples, allow_hyphen_values = true, help_heading = PICTURE)]
    pub samples: u32,
    /// Two pictures for two eyes; --size is that of one
    #[arg(long, value_name = "S", value_parser = choice::<Stereo>(), help_heading = PICTURE)]
    pub stereo: Option<Stereo>,
    /// How far the eyes are apart, in units of the scene [default: 0.03 of the camera's distance]
    #[arg(long, value_name = "X", value_parser = number, allow_hyphen_values = true, requires = "stereo", help_heading = PICTURE)]
    pub eye_separation: Option<f64>,
}

/// A codec by its name; H.265 is another name for HEVC.
fn codec(name: &str) -> Result<Codec, Text> {
    Codec::named(if name.eq_ignore_ascii_case("h265") { "hevc" } else { name })
}

/// Texts in pictures.
#[derive(Clone, Debug, Default, Args)]
pub struct Texts {
    /// Text in the lower left corner; {time}, {steps} and {scene} are filled in
    #[arg(long, value_name = "TEXT", value_parser = caption, help_heading = PICTURE)]
    pub caption: Option<String>,
    /// Text in the lower right corner, with the same placeholders
    #[arg(long, value_name = "TEXT", value_parser = caption, help_heading = PICTURE)]
    pub credit: Option<String>,
}

impl Texts {
    /// The texts as captions of pictures of a scene.
    pub fn captions(&self, scene: &Scene) -> Captions {
        let captions =
            Captions::new(self.caption.as_deref(), self.credit.as_deref(), scene.look.negative);
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
    /// How the pictures of two eyes are put together.
    pub enum Stereo: "stereo layout" {
        /// The left eye's picture on the left.
        SideBySide = "side-by-side",
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

/// Options for the camera's path. They are no overrides: a recipe keeps them as words of its
/// command.
#[derive(Clone, Debug, Default, Args)]
pub struct CameraMoves {
    /// Camera path [default: scene for record, none for render]
    #[arg(long, value_name = "P", value_parser = choice::<PathChoice>(), help_heading = CAMERA)]
    pub path: Option<PathChoice>,
    /// What the camera follows, unless it is on the scene's path: light (90 % of it fills the
    /// picture), center-of-mass, the number of a body, or nothing [default: as in the scene]
    #[arg(long, value_name = "F", value_parser = followed, help_heading = CAMERA)]
    pub follow: Option<Follow>,
    /// Close the camera's path, so that the last frame leads into the first
    #[arg(id = "looped", long = "loop", help_heading = CAMERA)]
    pub looped: bool,
}

impl Saving {
    /// The value of `--checkpoint` in messages, if it is given.
    pub fn checkpoint_shown(&self) -> Option<&Path> {
        self.checkpoint.map(|_| Path::new("DURATION"))
    }
}

/// When to save a run.
#[derive(Clone, Debug, Default, Args)]
pub struct Saving {
    /// Save the run at its end to this .starshell file, to continue it in the window or with
    /// another command
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub save: Option<PathBuf>,
    /// Save it there during the run, too, between frames: 10min, 1h30m
    #[arg(long, value_name = "DURATION", requires = "save", value_parser = seconds, help_heading = OUTPUT)]
    pub save_every: Option<f64>,
    /// Write a checkpoint beside PATH at this interval, from which --resume goes on after the run
    /// was stopped or killed: 30s, 10min, 1h. It goes when the capture is complete
    #[arg(long, value_name = "DURATION", value_parser = seconds, help_heading = OUTPUT)]
    pub checkpoint: Option<f64>,
    /// Instead of a scene, go on with the capture of this checkpoint, or of the checkpoint beside
    /// this output, as it was begun; only --checkpoint and --adapter may be others
    // Never parsed alone: `resume::expand` adds the options in the checkpoint.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub resume: Option<PathBuf>,
}
