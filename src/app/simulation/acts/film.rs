//! Recording the stage.

use std::path::PathBuf;

use starshell::capture::CaptureError;
use starshell::capture::video::{FrameRate, VideoSettings};
use starshell::file::free_path_with;
use starshell::render::Format;
use starshell::session::Pace;
use starshell::words::t;

use crate::app::commands::Command;
use crate::app::shell::{settings::size_by, state::Shell};
use crate::app::simulation::{
    acts::picture, filming::Filming, interaction::Purpose, offline::Plan, run::Run, tuning::Tuning,
    viewer::Viewer,
};
use crate::explained::explained;

/// Seconds of a video without a length where neither a path nor the scene has an end to come, and the
/// longest of those that have.
const USUAL: f64 = 30.0;
const LONGEST: f64 = 600.0;
/// Most videos in the queue, each of which keeps a copy of the bodies.
const MOST: usize = 8;

/// Starts or ends a recording.
pub fn toggle_filming(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer) {
    if run.captures.filming.is_some() {
        return end_filming(shell, run);
    }
    let path = film_path(shell, run);
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

/// A free name for a video or, without an ending, for the folder of a sequence.
fn film_path(shell: &Shell, run: &Run) -> PathBuf {
    let ending = if shell.settings.video.frames { "" } else { "mp4" };
    free_path_with(&shell.folder, &run.capture_name(), ending, &["mp4.toml"])
}

/// Seconds of a video that is drawn in the background: as set or, without a length, to the end of the
/// camera's path or of the scene.
pub fn seconds(shell: &Shell, run: &Run, viewer: &Viewer) -> f64 {
    let video = &shell.settings.video;
    if let Some(length) = video.length {
        return f64::from(length);
    }
    let (scene, rate) = (run.stage.session.scene(), f64::from(video.rate));
    let per_second =
        f64::from(viewer.steps_per_video_frame(&run.stage, rate)) * rate * scene.physics.time_step;
    let end = scene.path.as_ref().map_or(scene.duration, |path| path.span()[1]);
    let left = (end - run.stage.session.simulation().time()) / per_second;
    if left.is_finite() && left * rate > 1.0 { left.min(LONGEST) } else { USUAL }
}

/// Puts a video of the time to come into the queue, to be drawn by a thread from a copy of the run.
pub fn draw_film(shell: &mut Shell, run: &mut Run, viewer: &Viewer, tuning: &Tuning) {
    if run.stage.interaction.is_waiting() {
        return shell.ask(Command::DrawFilm);
    }
    if let Some(why) = undrawn(run) {
        return shell.notices.tell(why);
    }
    let settings = video_settings(shell, run);
    let rate = settings.rate.per_second();
    let path = film_path(shell, run);
    run.captures.planned.push(Plan {
        path: path.clone(),
        eyes: picture::eyes(shell, run),
        frames: (seconds(shell, run, viewer) * rate).round().max(1.0) as u64,
        steps_per_frame: viewer.steps_per_video_frame(&run.stage, rate),
        members: tuning.members.clone(),
        course: run.stage.course.clone(),
        settings,
    });
    run.stage.interaction.wanted.push(Purpose::Save(path));
}

/// Why no video can be drawn in the background, if so.
pub fn undrawn(run: &Run) -> Option<String> {
    let is_full = run.captures.films.len() + run.captures.planned.len() >= MOST;
    run.stage
        .reel
        .about()
        .map(|_| t!("idle-film"))
        .or_else(|| is_full.then(|| t!("queue-films-full")))
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
