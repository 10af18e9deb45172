//! The choice of a format by file name.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::codec::Codec;
use super::ffmpeg::Ffmpeg;
use super::ordered::Ordered;
use super::{Apng, Gif, Recording, VideoSettings};
use crate::capture::{CaptureError, FrameSink, PngSequence};
use crate::file::{Refusal, numbered};
use crate::name::Named;
use crate::render::Format;
use crate::words::say;

/// Checks that the format which [`create`] chooses for `path` has an alpha channel: ProRes,
/// animated PNG, or a folder of PNG files.
///
/// # Errors
/// [`CaptureError::Format`].
pub fn check_alpha(path: &Path, codec: Option<Codec>) -> Result<(), CaptureError> {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let is_held = ["", "apng", "png"].contains(&ending.as_str())
        || codec.or_else(|| Codec::of_ending(&ending)) == Some(Codec::ProRes);
    if is_held {
        return Ok(());
    }
    Err(CaptureError::Format(say!("error-no-alpha", path = path.display().to_string())))
}

/// Creates the sink for a video or an animation, in the format given by the extension of `path`:
/// `.mp4` and others for videos, `.gif`, `.apng` and `.png` for looping animations, none for a
/// folder of numbered PNG or EXR files. Unless the settings allow overwriting, a name that exists
/// gets a number. Returns the sink and its final path.
///
/// # Errors
/// [`CaptureError::Format`] or [`CaptureError::VideoSize`] if the format cannot hold such a video;
/// [`CaptureError::Unwritable`] if nothing can be written at `path`.
pub fn create(
    path: &Path,
    settings: &VideoSettings,
    codec: Option<Codec>,
) -> Result<(Arc<dyn FrameSink>, PathBuf), CaptureError> {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let is_video = Codec::of_ending(&ending).is_some();
    if settings.format != Format::Rgba8 && !ending.is_empty() {
        let path = path.display();
        return Err(CaptureError::Format(say!("error-eight-bits", path = path.to_string())));
    }
    if let Some(codec) = codec.filter(|_| !is_video) {
        let endings = codec.endings().join(", .");
        return Err(CaptureError::Format(say!(
            "error-codec-of-file",
            path = path.display().to_string(),
            codec = codec.name(),
            endings = endings
        )));
    }
    match ending.as_str() {
        "gif" => {
            let gif = Gif::new(path, settings)?;
            let target = gif.target().to_owned();
            Ok((Arc::new(Ordered::new(settings, gif)), target))
        }
        "apng" | "png" => {
            let apng = Apng::new(path, settings)?;
            let target = apng.target().to_owned();
            Ok((Arc::new(Ordered::new(settings, apng)), target))
        }
        "" => {
            let is_taken = |folder: &Path| {
                folder.read_dir().is_ok_and(|mut entries| entries.next().is_some())
                    || folder.is_file()
            };
            let names = std::iter::once(path.to_owned()).chain(numbered(path));
            for folder in names.filter(|name| settings.is_overwriting || !is_taken(name)) {
                let sequence = match settings.format {
                    Format::HalfFloat => PngSequence::exr(&folder),
                    Format::Rgba8 | Format::Rgba16 => PngSequence::new(&folder),
                };
                match sequence {
                    // Another recording has just taken it.
                    Err(CaptureError::Unwritable(error))
                        if error.refusal() == Some(Refusal::Owned) && !settings.is_overwriting => {}
                    sequence => return Ok((Arc::new(sequence?), folder)),
                }
            }
            unreachable!("there are numbers without end")
        }
        _ => {
            let codec = codec.or_else(|| Codec::of_ending(&ending)).ok_or_else(|| {
                CaptureError::Format(say!("error-video-ending", path = path.display().to_string()))
            })?;
            if !codec.endings().contains(&ending.as_str()) {
                return Err(CaptureError::Format(say!(
                    "error-codec-of-ending",
                    ending = ending.clone(),
                    codec = codec.name(),
                    endings = codec.endings().join(", .")
                )));
            }
            if codec == Codec::H264 {
                let recording = Recording::new(path, settings)?;
                let target = recording.target();
                return Ok((Arc::new(recording), target));
            }
            let ffmpeg = Ffmpeg::new(path, settings, codec)?;
            let target = ffmpeg.target().to_owned();
            Ok((Arc::new(Ordered::new(settings, ffmpeg)), target))
        }
    }
}
