//! Videos: size and frame rate.

use egui::Ui;
use starshell::scene::Dimension;
use starshell::words::t;

use crate::app::shell::{icons, widgets};
use crate::app::simulation::{action::Action, desk::Desk};

/// Heights in pixels to choose from, with their names.
pub const HEIGHTS: &[(Option<u32>, &str)] =
    &[(None, "window"), (Some(720), "720"), (Some(1080), "1080"), (Some(1440), "1440"), (Some(2160), "2160")];
/// Seconds after which a recording ends by itself.
pub const LENGTHS: &[(Option<u32>, &str)] =
    &[(None, "open"), (Some(5), "5"), (Some(10), "10"), (Some(20), "20"), (Some(30), "30"), (Some(60), "60")];
/// Frames per second.
pub const RATES: &[(u32, &str)] = &[(24, "24"), (25, "25"), (30, "30"), (50, "50"), (60, "60"), (120, "120")];

/// Draws the settings of videos, and the button.
pub fn video_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "video-title", false, |ui| {
        let (icon, key) = match desk.captures.filming {
            None => (icons::RECORD, "video-record"),
            Some(_) => (icons::STOP, "video-end"),
        };
        ui.add_enabled_ui(desk.captures.filming.is_none(), |ui| {
            widgets::choose(ui, "video-size", "video-size", &mut desk.shell.settings.video.height, HEIGHTS);
            widgets::choose(ui, "video-rate", "video-rate", &mut desk.shell.settings.video.rate, RATES);
            widgets::choose(ui, "video-length", "video-length", &mut desk.shell.settings.video.length, LENGTHS);
        });
        widgets::switch(ui, "pictures-trail", &mut desk.shell.settings.picture.body_trail);
        let rate = f64::from(desk.shell.settings.video.rate);
        let per_second = f64::from(desk.stage.steps_per_video_frame(rate)) * rate * desk.stage.session.scene().physics.time_step;
        widgets::kept_note(ui, 4, t!("video-speed", time = desk.stage.numbers().text(Dimension::Time, per_second)));
        if widgets::button(ui, icon, key, desk.captures.filming.is_none()).clicked() {
            desk.ask(Action::Record);
        }
    });
}
