//! The choice of a format by file name.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::VideoSettings;
use super::apng::Apng;
use super::codec::Codec;
use super::ffmpeg::Ffmpeg;
use super::gif::Gif;
use super::ordered::Ordered;
use super::recording::Recording;
use crate::capture::{Begun, CaptureError, FrameSink, PngSequence};
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

/// Checks that another process could go on with the format which [`create`] chooses for `path`:
/// H.264 by the program itself, animated PNG, or a folder of pictures.
///
/// # Errors
/// [`CaptureError::Format`].
pub fn check_resumable(path: &Path, codec: Option<Codec>) -> Result<(), CaptureError> {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let is_held = ["", "apng", "png"].contains(&ending.as_str())
        || codec.or_else(|| Codec::of_ending(&ending)) == Some(Codec::H264);
    if is_held { Ok(()) } else { Err(CaptureError::Format(say!("error-not-resumable"))) }
}

/// Goes on with what a process that has ended left of a video or an animation at `path`, of which
/// `frames` are done.
///
/// # Errors
/// As [`create`]; [`CaptureError::Format`] if it was another output.
#[doc(hidden)]
pub fn go_on(
    path: &Path,
    settings: &VideoSettings,
    begun: &Begun,
    frames: u64,
) -> Result<Arc<dyn FrameSink>, CaptureError> {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    Ok(match ending.as_str() {
        "" => Arc::new(sequence(path, settings.format)?.after(frames)?),
        "apng" | "png" => {
            let (apng, frames) = Apng::after(path, settings, begun)?;
            Arc::new(Ordered::after(settings, apng, frames))
        }
        _ => Arc::new(Recording::after(path, settings, begun)?),
    })
}

/// A folder of pictures of this format.
fn sequence(folder: &Path, format: Format) -> Result<PngSequence, CaptureError> {
    match format {
        Format::HalfFloat => PngSequence::exr(folder),
        Format::Rgba8 | Format::Rgba16 => PngSequence::new(folder),
    }
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
                match sequence(&folder, settings.format) {
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
