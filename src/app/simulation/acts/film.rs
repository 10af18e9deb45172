//! Recording the stage.

use starshell::capture::CaptureError;
use starshell::capture::video::{FrameRate, VideoSettings};
use starshell::file::free_path_with;
use starshell::render::Format;
use starshell::session::Pace;
use starshell::words::t;

use crate::app::shell::settings::size_by;
use crate::app::simulation::{desk::Desk, filming::Filming};

impl Desk {
    /// Starts or ends a recording.
    pub fn toggle_filming(&mut self) {
        if self.captures.filming.is_some() {
            return self.end_filming();
        }
        let name = self.origin.name.unwrap_or("starshell");
        let path = free_path_with(&self.shell.folder, name, "mp4", &["mp4.toml"]);
        let settings = self.video_settings();
        self.viewer.transport.steps_per_frame =
            self.viewer.steps_per_video_frame(&self.stage, settings.rate.per_second());
        let (eyes, length) = (self.eyes(), self.shell.settings.video.length);
        match Filming::begin(&self.shell.gpu, &self.stage.session, &path, &settings, eyes, length) {
            Ok(filming) => {
                self.shell.notices.tell(t!("notice-recording", path = filming.path().display()));
                self.captures.filming = Some(filming);
            }
            Err(error) => self.shell.notices.warn(error.to_string()),
        }
    }

    /// Size, rate and quality of a video according to the settings.
    pub fn video_settings(&self) -> VideoSettings {
        let (video, window) = (&self.shell.settings.video, self.shell.window_size);
        let flat = match video.height {
            Some(height) => [height.saturating_mul(16) / 9, height],
            None => window,
        };
        let projection = self.stage.session.scene().camera.projection;
        // 4:2:0 H.264 shares colours between two rows and two columns.
        let size = size_by(projection, video.height, window.map(|side| side & !3)).unwrap_or(flat);
        let [width, height] = size.map(|side| (side & !1).max(16));
        VideoSettings {
            size: [width * self.shell.settings.picture.across(), height],
            format: Format::default(),
            rate: FrameRate::new(video.rate.clamp(1, 240), 1).unwrap_or_default(),
            quality: Default::default(),
            is_overwriting: false,
        }
    }

    /// Ends the recording, if there is one. A thread completes the file.
    pub fn end_filming(&mut self) {
        match self.captures.filming.take().map(Filming::end) {
            Some(Ok(writing)) => self.captures.writing.push(writing),
            Some(Err(error)) => self.shell.notices.warn(error.to_string()),
            None => {}
        }
    }

    /// Seconds by which camera and tools move in this frame: real time, or video time while
    /// recording.
    pub fn seconds_to_move(&self, elapsed: f32) -> f32 {
        self.captures.filming.as_ref().map_or(elapsed, Filming::elapsed)
    }

    /// Limits the simulation to the steps up to the next video frame.
    pub fn follow_film(&mut self) {
        let Some(filming) = &mut self.captures.filming else { return };
        filming.has_body_trail = self.shell.settings.picture.body_trail;
        let Pace::StepsPerFrame(allowed) = self.stage.session.pace() else { return };
        match filming.due(&self.stage.session, self.viewer.transport.steps_per_frame) {
            Ok(due) => self.stage.session.set_pace(Pace::StepsPerFrame(due.min(allowed))),
            Err(error) => self.stop_filming(&error),
        }
    }

    /// Ends the recording after a failure, which says where the frames are if the file is what
    /// failed.
    pub fn stop_filming(&mut self, error: &CaptureError) {
        self.shell.notices.warn(t!("notice-recording-ended", cause = error));
        match error.is_of_output() {
            true => self.captures.filming = None,
            false => self.end_filming(),
        }
    }
}
