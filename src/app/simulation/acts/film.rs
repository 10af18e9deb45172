//! Recording the stage.

use starshell::capture::CaptureError;
use starshell::capture::video::{FrameRate, VideoSettings};
use starshell::file::free_path_with;
use starshell::render::Format;
use starshell::session::Pace;
use starshell::words::t;

use crate::app::shell::{settings::size_by, state::Shell};
use crate::app::simulation::{acts::picture, filming::Filming, run::Run, viewer::Viewer};
use crate::explained::explained;

/// Starts or ends a recording.
pub fn toggle_filming(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer) {
    if run.captures.filming.is_some() {
        return end_filming(shell, run);
    }
    let name = run.name().unwrap_or("starshell");
    let path = free_path_with(&shell.folder, name, "mp4", &["mp4.toml"]);
    let settings = video_settings(shell, run);
    viewer.transport.steps_per_frame =
        viewer.steps_per_video_frame(&run.stage, settings.rate.per_second());
    let (eyes, length) = (picture::eyes(shell, run), shell.settings.video.length);
    match Filming::begin(&shell.gpu, &run.stage.session, &path, &settings, eyes, length) {
        Ok(filming) => {
            shell.notices.tell(t!("notice-recording", path = filming.path().display()));
            run.captures.filming = Some(filming);
        }
        Err(error) => shell.notices.warn(explained(&*error)),
    }
}

/// Size, rate and quality of a video according to the settings.
pub fn video_settings(shell: &Shell, run: &Run) -> VideoSettings {
    let (video, window) = (&shell.settings.video, shell.window_size);
    let flat = match video.height {
        Some(height) => [height.saturating_mul(16) / 9, height],
        None => window,
    };
    let projection = run.stage.session.scene().camera.projection;
    // 4:2:0 H.264 shares colours between two rows and two columns.
    let size = size_by(projection, video.height, window.map(|side| side & !3)).unwrap_or(flat);
    let [width, height] = size.map(|side| (side & !1).max(16));
    VideoSettings {
        size: [width * shell.settings.picture.across(), height],
        format: Format::default(),
        rate: FrameRate::new(video.rate.clamp(1, 240), 1).unwrap_or_default(),
        quality: Default::default(),
        is_resumable: false,
        is_overwriting: false,
    }
}

/// Ends the recording, if there is one. A thread completes the file.
pub fn end_filming(shell: &mut Shell, run: &mut Run) {
    match run.captures.filming.take().map(Filming::end) {
        Some(Ok(writing)) => run.captures.writing.push(writing),
        Some(Err(error)) => shell.notices.warn(explained(&*error)),
        None => {}
    }
}

/// Limits the simulation to the steps up to the next video frame.
pub fn follow_film(shell: &mut Shell, run: &mut Run, viewer: &Viewer) {
    let Some(filming) = &mut run.captures.filming else { return };
    filming.has_body_trail = shell.settings.picture.body_trail;
    let Pace::StepsPerFrame(allowed) = run.stage.session.clock().pace() else { return };
    match filming.due(&run.stage.session, viewer.transport.steps_per_frame) {
        Ok(due) => run.stage.session.set_pace(Pace::StepsPerFrame(due.min(allowed))),
        Err(error) => stop_filming(shell, run, &error),
    }
}

/// Ends the recording after a failure, which says where the frames are if the file is what
/// failed.
pub fn stop_filming(shell: &mut Shell, run: &mut Run, error: &CaptureError) {
    shell.notices.warn(t!("notice-recording-ended", cause = explained(error)));
    match error.is_of_output() {
        true => run.captures.filming = None,
        false => end_filming(shell, run),
    }
}
