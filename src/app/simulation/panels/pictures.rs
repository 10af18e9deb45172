//! Pictures, on the page *Render*: size, format and texts.

use egui::{Rect, Ui, vec2};
use starshell::name::Named;
use starshell::render::Projection;
use starshell::words::{self, t};

use crate::app::commands::{Command, Medium};
use crate::app::icons;
use crate::app::shell::{
    settings::{Aspect, PictureFormat},
    state::Shell,
    theme, widgets,
};
use crate::app::simulation::{acts, run::Run};
use crate::explained::explained;

/// Pixels of the shorter side to choose from, with their names, and what stands for them.
pub const SIDES: &[(Option<u32>, &str, &str)] = &[
    (None, "window", icons::CORNERS_OUT),
    (Some(1080), "1080", "HD"),
    (Some(2160), "2160", "4K"),
    (Some(4320), "4320", "8K"),
    (Some(9216), "9216", "16K"),
];
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
pub const FORMATS: &[(PictureFormat, &str)] = &[
    (PictureFormat::Png8, "png-8"),
    (PictureFormat::Png16, "png-16"),
    (PictureFormat::Exr, "exr"),
];
/// Samples along each side of a pixel.
pub const SAMPLES: &[(u32, &str)] = &[(1, "1"), (2, "2"), (3, "3"), (4, "4")];

/// Draws the choice between pictures and videos.
pub fn media_ui(ui: &mut Ui, shell: &mut Shell) {
    let medium = &mut shell.settings.panels.medium;
    ui.horizontal(|ui| {
        for choice in Medium::ALL.iter().copied() {
            let name = words::text(&format!("medium-{}", choice.name()), &[]);
            if widgets::tab(ui, &name, choice == *medium).clicked() {
                *medium = choice;
            }
        }
    });
    ui.add_space(theme::GRID);
}

/// Draws the settings of pictures and the button. The picture is framed beside them.
pub fn pictures_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    size_ui(ui, shell, run);
    texts_ui(ui, shell, run);
    let picture = &mut shell.settings.picture;
    widgets::choose(ui, "pictures-samples", "pictures-samples", &mut picture.samples, SAMPLES);
    widgets::switch(ui, "pictures-transparent", &mut picture.transparent);
    widgets::switch(ui, "pictures-trail", &mut picture.body_trail);
    take_ui(ui, shell, run);
    widgets::note(ui, t!("pictures-framing"));
}

/// Where in `area` a picture or a video is framed on the page *Render*: with its aspect, as large as
/// it fits. Elsewhere all of `area`.
pub fn frame(shell: &Shell, run: &Run, area: Rect) -> Rect {
    if !shell.is_framed() || area.width() < 1.0 || area.height() < 1.0 {
        return area;
    }
    let [both, height] = match shell.settings.panels.medium {
        Medium::Video => acts::film::video_settings(shell, run).size,
        Medium::Picture => acts::picture::print(shell, run).size,
    };
    // Of a pair, the window shows the picture of one eye.
    let [width, height] = [both / shell.settings.picture.across(), height].map(|side| side as f32);
    let scale = (area.width() / width).min(area.height() / height);
    Rect::from_center_size(area.center(), vec2(width, height) * scale)
}

fn size_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    let is_flat = run.stage.session.scene().camera.projection == Projection::default();
    let picture = &mut shell.settings.picture;
    if widgets::segments(ui, "pictures-size", "pictures-size", &mut picture.side, SIDES)
        && picture.side.is_some()
    {
        picture.aspect = picture.aspect.of_named_size();
    }
    widgets::closed(ui, (!is_flat).then(|| t!("idle-shape")), |ui| {
        widgets::choose(ui, "pictures-aspect", "pictures-aspect", &mut picture.aspect, ASPECTS)
    });
    widgets::choose(ui, "pictures-format", "pictures-format", &mut picture.format, FORMATS);
}

fn texts_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    let (has_captions, picture) =
        (acts::picture::has_captions(shell, run), &mut shell.settings.picture);
    widgets::closed(ui, (!has_captions).then(|| t!("idle-captions")), |ui| {
        widgets::text_field(ui, "pictures-caption", &mut picture.caption);
        widgets::text_field(ui, "pictures-credit", &mut picture.credit);
    });
}

/// Draws how large the picture is, or why there can be none now, and the buttons.
fn take_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    let [width, height] = acts::picture::print(shell, run).size;
    widgets::note(
        ui,
        t!(
            "pictures-pixels",
            width = words::grouped(width.into()),
            height = words::grouped(height.into())
        ),
    );
    let fault = acts::picture::captions(shell, run).err().map(|fault| explained(&fault));
    let full = acts::picture::full(shell, run).map(|why| words::text(why, &[]));
    let why = fault.or(full);
    let can_be_taken = why.is_none();
    widgets::kept_note(ui, 2, why.unwrap_or_default());
    ui.horizontal_wrapped(|ui| {
        let button = ui
            .add_enabled_ui(can_be_taken, |ui| {
                widgets::button(ui, icons::CAMERA, "pictures-take", true)
            })
            .inner;
        if button.clicked() {
            shell.ask(Command::Screenshot);
        }
        widgets::button_of(ui, shell, "pictures-folder", false);
    });
}
