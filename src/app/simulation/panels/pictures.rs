//! Pictures: size, format, texts, and the picture being drawn; in the panel on the right, and in one of their own that frames the picture.

use egui::{Rect, Ui, vec2};
use starshell::words::{self, t};

use crate::app::shell::{
    self, icons,
    settings::{Aspect, PictureFormat},
    theme,
    view::View,
    widgets,
};
use crate::app::simulation::{action::Action, desk::Desk};

/// Pixels of the shorter side to choose from, with their names.
pub const SIDES: &[(Option<u32>, &str)] =
    &[(None, "window"), (Some(1080), "1080"), (Some(2160), "2160"), (Some(4320), "4320"), (Some(9216), "9216")];
pub const ASPECTS: &[(Aspect, &str)] = &[
    (Aspect::Window, "window"),
    (Aspect::Wide, "wide"),
    (Aspect::Photograph, "photograph"),
    (Aspect::Classic, "classic"),
    (Aspect::Square, "square"),
    (Aspect::Portrait, "portrait"),
    (Aspect::Tall, "tall"),
    (Aspect::Cinema, "cinema"),
];
pub const FORMATS: &[(PictureFormat, &str)] =
    &[(PictureFormat::Png8, "png-8"), (PictureFormat::Png16, "png-16"), (PictureFormat::Exr, "exr")];
/// Samples along each side of a pixel.
pub const SAMPLES: &[(u32, &str)] = &[(1, "1"), (2, "2"), (3, "3"), (4, "4")];
/// Draws the settings of pictures, and the button.
pub fn pictures_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "pictures-title", false, |ui| {
        controls(ui, desk);
    });
}

/// Draws the same controls in a panel of their own, in place of the one on the right. The picture is framed beside it.
pub fn framing_ui(ui: &mut Ui, desk: &mut Desk) {
    if widgets::heading(ui, &t!("pictures-title"), "pictures-close") {
        desk.shell.view = View::Simulation;
    }
    ui.add_space(theme::GRID);
    controls(ui, desk);
    widgets::note(ui, t!("pictures-framing"));
}

/// Where in `area` a picture is framed while its settings are open: with its aspect, as large as it fits. Otherwise all of
/// `area`.
pub fn frame(desk: &Desk, area: Rect) -> Rect {
    if desk.shell.view != View::Framing || area.width() < 1.0 || area.height() < 1.0 {
        return area;
    }
    let [width, height] = desk.print().size.map(|side| side as f32);
    let scale = (area.width() / width).min(area.height() / height);
    Rect::from_center_size(area.center(), vec2(width, height) * scale)
}

/// Draws the controls.
fn controls(ui: &mut Ui, desk: &mut Desk) {
    let settings = &mut desk.shell.settings;
    if widgets::choose(ui, "pictures-size", "pictures-size", &mut settings.picture.side, SIDES) && settings.picture.side.is_some()
    {
        settings.picture.aspect = settings.picture.aspect.of_named_size();
    }
    widgets::choose(ui, "pictures-aspect", "pictures-aspect", &mut settings.picture.aspect, ASPECTS);
    widgets::choose(ui, "pictures-format", "pictures-format", &mut settings.picture.format, FORMATS);
    widgets::choose(ui, "pictures-samples", "pictures-samples", &mut settings.picture.samples, SAMPLES);
    widgets::switch(ui, "pictures-transparent", &mut settings.picture.transparent);
    widgets::switch(ui, "pictures-trail", &mut settings.picture.body_trail);
    widgets::text_field(ui, "pictures-caption", &mut settings.picture.caption);
    widgets::text_field(ui, "pictures-credit", &mut settings.picture.credit);
    let [width, height] = desk.print().size;
    widgets::note(ui, t!("pictures-pixels", width = words::grouped(width.into()), height = words::grouped(height.into())));
    let (fault, progress) = (desk.captions().err(), progress(desk));
    let is_drawing = progress.is_some();
    widgets::kept_note(ui, 2, progress.or(fault.as_ref().map(ToString::to_string)).unwrap_or_default());
    if is_drawing {
        if widgets::button(ui, icons::X, "pictures-drop", false).clicked() {
            desk.ask(Action::DropPicture);
        }
        return;
    }
    ui.horizontal(|ui| {
        let button = ui.add_enabled_ui(fault.is_none(), |ui| widgets::button(ui, icons::CAMERA, "pictures-take", true)).inner;
        if button.clicked() {
            desk.ask(Action::Screenshot);
        }
        if widgets::button(ui, icons::FOLDER_OPEN, "pictures-folder", false).clicked() {
            desk.shell.ask(shell::Action::ShowFolder);
        }
    });
}

/// The progress of the picture being drawn.
pub fn progress(desk: &Desk) -> Option<String> {
    let share = desk.captures.still.as_ref()?.progress();
    Some(t!("pictures-progress", percent = format!("{:.0}", 100.0 * share)))
}
