//! What can go wrong with a capture.

use std::path::{Path, PathBuf};

use crate::file::FileError;
use crate::scene::{Dimension, Units};
use crate::session::SessionError;
use crate::words::{Text, t};

/// Why a picture could not be saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CaptureError {
    /// The file cannot be written.
    #[error("{}", unwritable(.0))]
    Unwritable(#[from] FileError),
    /// What was done to the run by hand cannot be done again.
    #[error("an edit by hand in the recipe cannot be made again: {0}")]
    Edit(#[from] SessionError),
    /// A contact sheet that is empty or too large for memory.
    #[error(
        "a sheet of {columns}x{rows} pictures of {width}x{height} pixels is not possible: it needs at least one column and one row, and at most 1 GiB of memory"
    )]
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
    #[error("{}", t!("error-picture-memory", mebibytes = mebibytes))]
    Memory {
        /// The memory needed.
        mebibytes: u64,
    },
    /// A picture whose pixel format its destination does not accept.
    #[error("the picture has {got}, but {expected} is required")]
    Pixels {
        /// The picture's pixel format.
        got: &'static str,
        /// The expected one.
        expected: &'static str,
    },
    /// A video size that its format does not support.
    #[error("{}", t!("error-video-size", format = format.verbatim(), width = width, height = height, remedy = remedy.verbatim()))]
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
    #[error("{}", .0.verbatim())]
    Format(Text),
    /// The video encoder failed.
    #[error("{}", t!("error-encoder", cause = .0.verbatim()))]
    Encoder(Text),
    /// A recording that ended early, and the file that holds it.
    #[error("{source}; {}", kept(*.frames, path))]
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
    #[error(
        "at t = {}, the energy has changed by {:.0} % since t = {}, so the run stops there",
        Units::told(.units.as_ref(), *.time, Dimension::Time),
        .change * 100.0,
        Units::told(.units.as_ref(), *.good, Dimension::Time)
    )]
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
    /// The picture is not possible.
    #[error(transparent)]
    Target(#[from] crate::render::TargetError),
    /// The GPU failed, or cannot do this.
    #[error(transparent)]
    Gpu(#[from] crate::gpu::GpuError),
}

/// What cannot be written, with the remedy.
fn unwritable(error: &FileError) -> String {
    if error.refusal().is_some() { error.to_string() } else { t!("error-no-place", error = error) }
}

/// What is left of a recording that ended early.
fn kept(frames: Option<u64>, path: &Path) -> String {
    let path = path.display();
    match frames {
        Some(frames) => t!("error-cut-frames", frames = frames, path = path),
        None => t!("error-cut", path = path),
    }
}

impl CaptureError {
    /// Whether the output itself failed: its file or its encoder. After any other failure, it can
    /// be completed with what it has.
    pub fn is_of_output(&self) -> bool {
        matches!(self, Self::Cut { .. } | Self::Unwritable(_) | Self::Encoder(_))
    }
}
