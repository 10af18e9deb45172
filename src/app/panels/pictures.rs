//! Pictures: size, format, texts, and the picture being drawn; in the panel, and in a dialogue that a key opens.

use egui::{Id, Modal, Ui};

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::settings::PictureFormat;
use crate::app::words::t;
use crate::app::{icons, theme, widgets};

/// Heights in pixels to choose from, with their names.
pub const HEIGHTS: &[(Option<u32>, &str)] =
    &[(None, "window"), (Some(1080), "1080"), (Some(2160), "2160"), (Some(4320), "4320"), (Some(9216), "9216")];
pub const FORMATS: &[(PictureFormat, &str)] =
    &[(PictureFormat::Png8, "png-8"), (PictureFormat::Png16, "png-16"), (PictureFormat::Exr, "exr")];
/// Samples along each side of a pixel.
pub const SAMPLES: &[(u32, &str)] = &[(1, "1"), (2, "2"), (3, "3"), (4, "4")];
/// Width of the dialogue.
const WIDTH: f32 = 296.0;

/// Draws the settings of pictures, and the button.
pub fn pictures_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "pictures-title", false, |ui| {
        controls(ui, desk);
    });
}

/// Draws the same controls as a dialogue, if open.
pub fn dialogue_ui(ui: &mut Ui, desk: &mut Desk) {
    if !desk.pictures_open {
        return;
    }
    let shown = Modal::new(Id::unique("pictures")).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH);
        if widgets::heading(ui, &t!("pictures-title"), "pictures-close") {
            desk.pictures_open = false;
        }
        ui.add_space(theme::GRID);
        if controls(ui, desk) {
            desk.pictures_open = false;
        }
    });
    if shown.backdrop_response.clicked() {
        desk.pictures_open = false;
    }
}

/// Draws the controls, and returns whether a picture was requested.
fn controls(ui: &mut Ui, desk: &mut Desk) -> bool {
    let settings = &mut desk.settings;
    if let Some(height) = widgets::choice(ui, "pictures-size", "pictures-size", settings.picture_height, HEIGHTS) {
        settings.picture_height = height;
    }
    if let Some(format) = widgets::choice(ui, "pictures-format", "pictures-format", settings.picture_format, FORMATS) {
        settings.picture_format = format;
    }
    if let Some(samples) = widgets::choice(ui, "pictures-samples", "pictures-samples", settings.picture_samples, SAMPLES) {
        settings.picture_samples = samples;
    }
    widgets::switch(ui, "pictures-transparent", &mut settings.picture_transparent);
    widgets::text_field(ui, "pictures-caption", &mut settings.picture_caption);
    widgets::text_field(ui, "pictures-credit", &mut settings.picture_credit);
    let fault = desk.captions().err();
    if let Some(fault) = &fault {
        widgets::note(ui, fault.to_string());
    }
    if let Some(text) = progress(desk) {
        widgets::note(ui, text);
        if widgets::button(ui, icons::X, "pictures-drop", false).clicked() {
            desk.ask(Action::DropPicture);
        }
        return false;
    }
    let button = ui.add_enabled_ui(fault.is_none(), |ui| widgets::button(ui, icons::CAMERA, "pictures-take", true)).inner;
    if button.clicked() {
        desk.ask(Action::Screenshot);
    }
    button.clicked()
}

/// The progress of the picture being drawn.
fn progress(desk: &Desk) -> Option<String> {
    let share = desk.still.as_ref()?.progress();
    Some(t!("pictures-progress", percent = format!("{:.0}", 100.0 * share)))
}

/// Draws the indicator over the picture while one is being drawn.
pub fn lamp_ui(ui: &mut Ui, desk: &Desk) {
    let Some(text) = progress(desk) else { return };
    // Below the indicator of a recording, and the names of halves.
    let row = f32::from(desk.filming.is_some()) + f32::from(desk.beside.is_some());
    widgets::lamp(ui, row, icons::CAMERA, theme::palette(ui).accent, text);
}
