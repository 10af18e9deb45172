//! The view: camera, colours, light, and overlays on the picture.

use egui::Ui;
use starshell::name::Named;
use starshell::render::{Look, Style};
use starshell::scene::Section;
use starshell::words::{t, typed};

use crate::app::commands::{Command, Follow};
use crate::app::shell::{
    guidance,
    settings::{BOOKMARKS, bookmark_key},
    state::Shell,
    theme,
    widgets::{self, Scale},
};
use crate::app::simulation::{
    acts::picture,
    origin::component_name,
    panels::{path::key_editor_ui, setting::section_ui},
    run::Run,
    viewer::Viewer,
};

/// Name of the choice that shows a scene as its file says.
pub const AS_IN_SCENE: &str = "scene";

/// Draws all of the view, as a part of a lesson's panel.
pub fn view_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, viewer: &mut Viewer) {
    widgets::section(ui, "view-look", true, |ui| {
        look_ui(ui, shell, run, viewer);
        light_ui(ui, shell, run);
    });
    widgets::section(ui, "view-camera", false, |ui| {
        section_ui(ui, shell, run, Section::Shape);
        camera_ui(ui, shell, run, viewer);
    });
    widgets::section(ui, "view-path", false, |ui| key_editor_ui(ui, shell, run, viewer));
    guides_ui(ui, shell, false);
}

/// Draws style, colours, exposure, and the light of bodies.
pub fn look_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, viewer: &Viewer) {
    let look = run.stage.session.scene().look.clone();
    let styles = Style::ALL.iter().map(|style| (Some(*style), style.name()));
    let styles: Vec<_> = std::iter::once((None, AS_IN_SCENE)).chain(styles).collect();
    let own = &run.origin.scene.look;
    let shown = if look == *own { None } else { look.style };
    if let Some(style) = widgets::choice(ui, "view-style", "style", shown, &styles) {
        let look = style.map_or(own.clone(), |style| style.apply(&look));
        shell.ask(Command::Look(Box::new(look)));
    }
    section_ui(ui, shell, run, Section::Look);
    column_ui(ui, shell, run);
    components_ui(ui, shell, run);
    let mut is_full = !viewer.spares_light;
    if widgets::switch(ui, "view-full-light", &mut is_full) {
        shell.ask(Command::FullLight(is_full));
    }
}

/// Draws the choice of the column that colours show, if they show one.
fn column_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    let (look, columns) = (&run.stage.session.scene().look, run.stage.session.pictures().columns());
    let Some(shown) = look.column_of(columns) else { return };
    let choices =
        columns.iter().map(|column| (column.name.clone(), column.label(), None)).collect();
    if let Some(color_column) = widgets::choice_of(ui, "view-column", &shown.name, choices) {
        let look = Look { color_column, color_range: None, color_max: None, ..look.clone() };
        shell.ask(Command::Look(Box::new(look)));
    }
}

/// Draws a button for each component, which hides or shows it.
fn components_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    let scene = run.stage.session.scene();
    let types = scene.initial.types();
    // A few bodies that each have a name need no buttons to hide them.
    if types.len() < 2 || scene.initial.fixed_count() == Some(types.len()) {
        return;
    }
    widgets::row_label(ui, "view-components", |ui| {
        let row = ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = theme::GRID;
            for (number, name) in (0..).zip(&types) {
                let is_shown = !scene.look.is_dark(number);
                let button = ui.selectable_label(is_shown, component_name(name));
                if widgets::with_tip(button, "view-components").clicked() {
                    let mut look = scene.look.clone();
                    look.show_component(number, !is_shown);
                    shell.ask(Command::Look(Box::new(look)));
                }
            }
        });
        row.response
    });
}

/// Draws the rest of the light.
pub fn light_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    section_ui(ui, shell, run, Section::Light);
    let look = &run.stage.session.scene().look;
    let mut sky = typed(look.background[1]);
    if widgets::slider(ui, "view-sky", &mut sky, Scale::linear(0.0, 0.05)) {
        let background = [0.73, 1.0, 1.82].map(|share| (share * sky) as f32);
        shell.ask(Command::Look(Box::new(Look { background, ..look.clone() })));
    }
}

/// Draws what shape pictures and videos have: that of a screen, a dome, a sphere, or for two eyes.
pub fn shape_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    section_ui(ui, shell, run, Section::Shape);
    let why = run.captures.filming.as_ref().map(|_| t!("idle-filming"));
    let is_pair = &mut shell.settings.picture.stereo;
    widgets::closed(ui, why, |ui| widgets::switch(ui, "pictures-stereo", is_pair));
    screen_ui(ui, shell, run);
}

/// Draws the sign that pictures have another shape than the window, and the button that takes it back.
fn screen_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    let shape = picture::shape(shell, run);
    let color = theme::palette(ui);
    let note = match &shape {
        Some(shape) => (shape.clone(), color.accent),
        None => (t!("pictures-as-screen"), color.muted),
    };
    widgets::kept_note_beside(ui, 2, note, |ui| {
        ui.add_enabled_ui(shape.is_some(), |ui| {
            widgets::icon_button_of(ui, shell, "pictures-screen", false);
        });
    });
}

/// Draws the camera: lens, what it follows, how it moves, bookmarks.
pub fn camera_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, viewer: &Viewer) {
    section_ui(ui, shell, run, Section::Camera);
    if let Some(follow) = widgets::choice(ui, "view-follow", "follow", viewer.follow, &Follow::ALL)
    {
        shell.ask(Command::Follow(follow));
    }
    let mut rotates = viewer.flight.rotates;
    if widgets::switch(ui, "view-rotate", &mut rotates) {
        shell.ask(Command::ToggleRotation);
    }
    let mut flies = viewer.flight.flies;
    if widgets::switch(ui, "view-fly", &mut flies) {
        shell.ask(Command::ToggleFly);
    }
    ui.horizontal_wrapped(|ui| {
        widgets::button_of(ui, shell, "view-fit", false);
        widgets::button_of(ui, shell, "view-reset", false);
    });
    widgets::row(ui, "view-bookmarks", |_| ());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for number in 0..BOOKMARKS {
            let is_set = shell.settings.bookmarks.contains_key(&bookmark_key(number));
            let palette = theme::palette(ui);
            let color = if is_set { palette.accent } else { palette.muted };
            let button = egui::Button::new(egui::RichText::new(bookmark_key(number)).color(color))
                .min_size(egui::vec2(31.0, 24.0));
            let response = widgets::tooltip(ui.add(button), t!("view-bookmark-hint"));
            if response.clicked() {
                let shift = ui.input(|input| input.modifiers.shift);
                shell.ask(if shift || !is_set {
                    Command::StoreBookmark(number)
                } else {
                    Command::RecallBookmark(number)
                });
            }
        }
    });
}

/// Draws the section of what stands over the picture.
pub fn guides_ui(ui: &mut Ui, shell: &mut Shell, is_open: bool) {
    widgets::section(ui, "view-guides", is_open, |ui| switches_ui(ui, shell));
}

fn switches_ui(ui: &mut Ui, shell: &mut Shell) {
    let settings = &mut shell.settings;
    let switches = [
        ("view-hud", &mut settings.guides.hud),
        ("view-hud-details", &mut settings.guides.hud_details),
        ("view-axes", &mut settings.guides.axes),
        ("view-grid", &mut settings.guides.grid),
        ("view-scale", &mut settings.guides.scale_bar),
        ("view-legend", &mut settings.guides.legend),
        ("view-names", &mut settings.guides.names),
        ("view-velocities", &mut settings.guides.velocities),
        ("view-accelerations", &mut settings.guides.accelerations),
        ("view-center", &mut settings.guides.center_of_mass),
        ("view-areas", &mut settings.guides.swept_areas),
    ];
    // A card that marks some of them needs no others, which would push down what stands below.
    let is_led = switches.iter().any(|(key, _)| guidance::is_marked(ui, key));
    for (key, on) in switches {
        if !is_led || guidance::is_marked(ui, key) {
            widgets::switch(ui, key, on);
        }
    }
}
