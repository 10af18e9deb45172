//! What can go wrong with a capture.

use std::io;
use std::path::{Path, PathBuf};

use crate::file::FileError;
use crate::scene::{Dimension, SceneError, Units};
use crate::session::SessionError;
use crate::words::{Text, say};

/// Why a picture could not be saved, or its recipe not be read.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum CaptureError {
    /// The file cannot be written.
    Unwritable(#[from] FileError),
    /// What was done to the run by hand cannot be done again.
    Edit(#[from] SessionError),
    /// A contact sheet that is empty or too large for memory.
    SheetSize {
        /// Pictures per row.
        columns: u32,
        /// Rows.
        rows: u32,
        /// Width of a picture in pixels.
        width: u32,
        /// Height of a picture in pixels.
        height: u32,
    },
    /// More pictures at once than fit in memory.
    Memory {
        /// The memory needed.
        mebibytes: u64,
    },
    /// A picture whose pixel format its destination does not accept.
    Pixels {
        /// The picture's pixel format.
        got: &'static str,
        /// The expected one.
        expected: &'static str,
    },
    /// A video size that its format does not support.
    VideoSize {
        /// The format.
        format: Text,
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// What to do.
        remedy: Box<Text>,
    },
    /// A format or codec that is not available.
    Format(Text),
    /// The video encoder failed.
    Encoder(Text),
    /// A recording that ended early, and the file that holds it.
    Cut {
        /// Why it ended.
        source: Box<CaptureError>,
        /// Frames in the file, if known.
        frames: Option<u64>,
        /// The file.
        path: PathBuf,
    },
    /// The energy changed so much between two measurements that what follows is not worth
    /// computing.
    Broken {
        /// Simulated time of the measurement that shows it.
        time: f64,
        /// Steps since the start of the run by then.
        steps: u64,
        /// Simulated time of the measurement before.
        good: f64,
        /// Change of the energy, relative to the sum of its parts at the start.
        change: f64,
        /// The units of the run.
        units: Option<Units>,
    },
    /// A capture cannot be read.
    Unreadable {
        /// The file's path as given.
        file: String,
        /// The system's error.
        source: io::Error,
    },
    /// A file that is not a capture, or not one of Starshell.
    NoRecipe(String),
    /// The text of a recipe is damaged.
    Recipe {
        /// The file's path as given.
        file: String,
        /// What is wrong.
        message: Text,
    },
    /// The scene in a recipe is not valid.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The picture is not possible.
    #[error(transparent)]
    Target(#[from] crate::render::TargetError),
    /// The GPU failed, or cannot do this.
    #[error(transparent)]
    Gpu(#[from] crate::gpu::GpuError),
}

impl CaptureError {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        match self {
            Self::Unwritable(error) => unwritable(error),
            Self::Edit(error) => {
                format!("an edit by hand in the recipe cannot be made again: {error}").into()
            }
            Self::SheetSize { columns, rows, width, height } => format!(
                "a sheet of {columns}x{rows} pictures of {width}x{height} pixels is not possible: it needs at least one column and one row, and at most 1 GiB of memory"
            )
            .into(),
            Self::Memory { mebibytes } => say!("error-picture-memory", mebibytes),
            Self::Pixels { got, expected } => {
                format!("the picture has {got}, but {expected} is required").into()
            }
            Self::VideoSize { format, width, height, remedy } => say!(
                "error-video-size",
                format,
                width,
                height,
                remedy
            ),
            Self::Format(why) => why.clone(),
            Self::Encoder(cause) => say!("error-encoder", cause),
            Self::Cut { source, frames, path } => {
                say!("error-joined", first = source.text(), next = kept(*frames, path))
            }
            Self::Broken { time, good, change, units, .. } => {
                let told = |time| Units::in_english(units.as_ref(), time, Dimension::Time);
                format!(
                    "at t = {}, the energy has changed by {:.0} % since t = {}, so the run stops there",
                    told(*time),
                    change * 100.0,
                    told(*good)
                )
                .into()
            }
            Self::Unreadable { file, source } => unreadable(file, source),
            Self::NoRecipe(file) => say!("error-recipe-missing", file),
            Self::Recipe { file, message } => say!("error-recipe", file, message),
            Self::Scene(error) => error.text(),
            Self::Target(error) => error.text(),
            Self::Gpu(error) => error.text(),
        }
    }
}

/// What cannot be written, with the remedy.
fn unwritable(error: &FileError) -> Text {
    let text = error.text();
    if error.refusal().is_some() { text } else { say!("error-no-place", error = text) }
}

fn unreadable(file: &String, error: &io::Error) -> Text {
    let cause = error.to_string();
    match error.kind() {
        io::ErrorKind::InvalidData => say!("error-recipe-unreadable-text", file, cause),
        _ => say!("error-recipe-unreadable", file, cause),
    }
}

/// What is left of a recording that ended early.
fn kept(frames: Option<u64>, path: &Path) -> Text {
    let path = path.display().to_string();
    match frames {
        Some(frames) => say!("error-cut-frames", frames, path),
        None => say!("error-cut", path),
    }
}

impl CaptureError {
    /// Whether the output itself failed: its file or its encoder. After any other failure, it can
    /// be completed with what it has.
    pub fn is_of_output(&self) -> bool {
        matches!(self, Self::Cut { .. } | Self::Unwritable(_) | Self::Encoder(_))
    }
}
