//! What every recording has: a file with a free name, and a bar that shows how far it is.

use std::path::PathBuf;
use std::sync::Arc;

use indicatif::ProgressBar;
use starshell::capture::FrameSink;
use starshell::capture::video::{VideoSettings, create, go_on};
use starshell::render::Print;

use super::arguments;
use super::checkpoints::Resumed;
use super::failure::{Failure, input};
use super::outputs;
use super::terminal::{self, mention};

/// Default length of a video in seconds.
pub const DURATION: f64 = 30.0;

/// The file, under a name that is free.
pub fn sink(arguments: &arguments::Record, print: &Print) -> Result<Arc<dyn FrameSink>, Failure> {
    sink_after(arguments, print, None).map(|(sink, _)| sink)
}

/// The file, under a name that is free, and that name. A capture that goes on has its own.
pub fn sink_after(
    arguments: &arguments::Record,
    print: &Print,
    resumed: Option<&Resumed>,
) -> Result<(Arc<dyn FrameSink>, PathBuf), Failure> {
    let settings = VideoSettings {
        size: print.size,
        format: print.format,
        rate: arguments.fps,
        quality: arguments.quality,
        is_overwriting: arguments.overwrite,
        is_resumable: arguments.saving.checkpoint.is_some(),
    };
    if let Some(resumed) = resumed {
        let (out, frames) = (&arguments.out, resumed.paused().frames);
        let sink = go_on(out, &settings, resumed.begun(), frames).map_err(input)?;
        return Ok((sink, out.clone()));
    }
    let (sink, target) = create(&arguments.out, &settings, arguments.codec).map_err(input)?;
    outputs::check_recipe(&target, target.extension().is_none())?;
    if target != arguments.out {
        mention(&format!(
            "note: {} exists or is being recorded, so this is {} (--overwrite replaces)",
            arguments.out.display(),
            target.display()
        ));
    }
    Ok((sink, target))
}

/// Frames, frames per second, time remaining, and the size of the file.
pub fn progress_bar(frames: u64) -> ProgressBar {
    let template = "frame {pos} of {len} {bar:32.cyan/blue} {per_sec}  ETA {eta}  {msg}";
    terminal::progress_bar(frames, template)
}
