//! Videos and animations.

mod apng;
mod codec;
mod ffmpeg;
mod format;
pub(super) mod gif;
mod h264;
pub(super) mod mp4;
mod ordered;
mod place;
mod process;
mod rate;
mod recording;
mod yuv;

pub use codec::Codec;
pub use format::{check_alpha, check_resumable, create, go_on};
pub use process::end_encoders;
pub use rate::FrameRate;

use super::{CAPTION, Note};
use crate::render::Format;

/// Settings of a video.
#[derive(Clone, Copy, Debug)]
pub struct VideoSettings {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Format of the pictures. Only folders hold others than 8 bits per channel.
    pub format: Format,
    /// Frames per second.
    pub rate: FrameRate,
    /// Quality of lossy codecs.
    pub quality: Quality,
    /// Whether an existing file of the same name is replaced.
    pub is_overwriting: bool,
    /// Whether another process may go on with it: then pictures are kept in memory until they are
    /// in the file.
    pub is_resumable: bool,
}

/// Quality of a lossy video, from 0 (lowest) to 100 (visually lossless).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quality(u8);

impl Default for Quality {
    fn default() -> Self {
        Self(70)
    }
}

impl Quality {
    /// A quality from 0 to 100; `None` above that.
    pub fn new(quality: u8) -> Option<Self> {
        (quality <= 100).then_some(Self(quality))
    }

    /// The quantiser for H.264 and HEVC; the default quality gives 22.
    pub fn quantizer(self) -> u8 {
        (51.0 - 0.41 * f64::from(self.0)).round() as u8
    }
}

/// Keywords of the notes that say when a video begins: the simulated time of its first frame, and the
/// steps that led there.
pub const START: &str = "Start";
/// See [`START`].
pub const START_STEPS: &str = "Start steps";

/// The notes of a video, from those of its first frame.
fn of_all_frames(notes: &[Note]) -> Vec<Note> {
    let of_video = |note: &Note| match note.keyword.as_str() {
        CAPTION => None,
        "Time" => Some(Note::new(START, note.text.as_str())),
        "Steps" => Some(Note::new(START_STEPS, note.text.as_str())),
        _ => Some(note.clone()),
    };
    notes.iter().filter_map(of_video).collect()
}
