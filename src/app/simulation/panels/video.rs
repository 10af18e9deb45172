//! Videos, on the page *Render*: size, frame rate and length.

use egui::Ui;
use starshell::scene::Dimension;
use starshell::words::{self, t};

use crate::app::commands::Command;
use crate::app::icons;
use crate::app::shell::{state::Shell, widgets};
use crate::app::simulation::{acts, run::Run, viewer::Viewer};

/// Heights in pixels to choose from, with their names.
pub const HEIGHTS: &[(Option<u32>, &str)] = &[
    (None, "window"),
    (Some(720), "720"),
    (Some(1080), "1080"),
    (Some(1440), "1440"),
    (Some(2160), "2160"),
];
/// Seconds after which a recording ends by itself, with their names, and what stands for them.
pub const LENGTHS: &[(Option<u32>, &str, &str)] = &[
    (None, "open", "∞"),
    (Some(5), "5", "5 s"),
    (Some(10), "10", "10"),
    (Some(20), "20", "20"),
    (Some(30), "30", "30"),
    (Some(60), "60", "60"),
];
/// Frames per second.
pub const RATES: &[(u32, &str)] =
    &[(24, "24"), (25, "25"), (30, "30"), (50, "50"), (60, "60"), (120, "120")];

/// Draws the settings of videos, and the button. The video is framed beside them.
pub fn video_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, viewer: &Viewer) {
    controls(ui, shell, run, viewer);
    widgets::switch(ui, "pictures-trail", &mut shell.settings.picture.body_trail);
    widgets::button_of(ui, shell, "pictures-folder", false);
    widgets::note(ui, t!("video-framing"));
}

fn controls(ui: &mut Ui, shell: &mut Shell, run: &Run, viewer: &Viewer) {
    let is_idle = run.captures.filming.is_none();
    widgets::closed(ui, (!is_idle).then(|| t!("idle-filming")), |ui| {
        let video = &mut shell.settings.video;
        widgets::choose(ui, "video-size", "video-size", &mut video.height, HEIGHTS);
        widgets::choose(ui, "video-rate", "video-rate", &mut video.rate, RATES);
        widgets::segments(ui, "video-length", "video-length", &mut video.length, LENGTHS);
        widgets::switch(ui, "video-frames", &mut video.frames);
    });
    let rate = f64::from(shell.settings.video.rate);
    let per_second = f64::from(viewer.steps_per_video_frame(&run.stage, rate))
        * rate
        * run.stage.session.scene().physics.time_step;
    widgets::kept_note(
        ui,
        4,
        t!("video-speed", time = run.stage.numbers().text(Dimension::Time, per_second)),
    );
    let (icon, key) =
        if is_idle { (icons::RECORD, "video-record") } else { (icons::STOP, "video-end") };
    if widgets::button(ui, icon, key, is_idle).clicked() {
        shell.ask(Command::Record);
    }
    let seconds = acts::film::seconds(shell, run, viewer);
    let (length, frames) = (words::duration(1e3 * seconds), (seconds * rate).round() as u64);
    let along =
        if run.stage.session.scene().path.is_some() { "video-drawn-path" } else { "video-drawn" };
    widgets::closed(ui, acts::film::undrawn(run), |ui| {
        widgets::button_of(ui, shell, "video-draw", false);
    });
    let told = [("length", length), ("frames", words::grouped(frames))];
    widgets::kept_note(ui, 3, words::text(along, &told));
}
