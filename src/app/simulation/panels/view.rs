//! The view: camera, colours, light, and overlays on the picture.

use egui::Ui;
use starshell::name::Named;
use starshell::render::{Camera, ColorBy, ColorMap, Look, Projection, Style};
use starshell::words::t;

use crate::app::shell::{
    guidance, icons,
    settings::{BOOKMARKS, bookmark_key},
    theme,
    widgets::{self, Scale},
};
use crate::app::simulation::{action::Action, desk::Desk, hands::Follow, panels::path::key_editor_ui};

/// Name of the choice that shows a scene as its file says.
pub const AS_IN_SCENE: &str = "scene";

/// The longest trail that the slider offers, in durations of the scene.
pub const LONGEST_TRAIL: f64 = 0.25;

/// Draws all of the view, as a part of a lesson's panel.
pub fn view_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "view-look", true, |ui| {
        look_ui(ui, desk);
        light_ui(ui, desk);
    });
    widgets::section(ui, "view-camera", false, |ui| camera_ui(ui, desk));
    widgets::section(ui, "view-path", false, |ui| key_editor_ui(ui, desk));
    guides_ui(ui, desk, false);
}

/// Draws style, colours, exposure, and the light of bodies.
pub fn look_ui(ui: &mut Ui, desk: &mut Desk) {
    changes(ui, desk, |ui, desk, look| {
        let styles = Style::ALL.iter().map(|style| (Some(*style), style.name()));
        let styles: Vec<_> = std::iter::once((None, AS_IN_SCENE)).chain(styles).collect();
        let own = &desk.origin.scene.look;
        let shown = if look == own { None } else { look.style };
        if let Some(style) = widgets::choice(ui, "view-style", "style", shown, &styles) {
            *look = style.map_or(own.clone(), |style| style.apply(look));
        }
        let quantities: Vec<_> = ColorBy::ALL.iter().map(|color| (*color, color.name())).collect();
        if let Some(color_by) = widgets::choice(ui, "view-color-by", "color-by", look.color_by, &quantities) {
            (look.color_by, look.color_range) = (color_by, None);
        }
        let maps: Vec<_> = ColorMap::ALL.iter().map(|map| (*map, map.name())).collect();
        widgets::choose(ui, "view-color-map", "color-map", &mut look.color_map, &maps);
        slide(ui, "view-exposure", &mut look.exposure, Scale::linear(-6.0, 6.0));
        widgets::switch(ui, "view-metered", &mut look.metered);
        let mut is_full = !desk.stage.session.has_plain_light();
        if widgets::switch(ui, "view-full-light", &mut is_full) {
            desk.ask(Action::FullLight(is_full));
        }
        slide(ui, "view-bloom", &mut look.bloom, Scale::linear(0.0, 1.0));
        slide(ui, "view-point", &mut look.min_pixels, Scale::linear(0.5, 8.0));
        let longest = LONGEST_TRAIL * desk.stage.session.scene().duration;
        slide(ui, "view-trails", &mut look.trails, Scale::linear(0.0, longest));
    });
}

/// Draws the rest of the light.
pub fn light_ui(ui: &mut Ui, desk: &mut Desk) {
    changes(ui, desk, |ui, _, look| {
        widgets::switch(ui, "view-negative", &mut look.negative);
        slide(ui, "view-diffuse", &mut look.diffuse, Scale::linear(0.0, 1.0));
        slide(ui, "view-size", &mut look.size, Scale::linear(0.0, 0.2));
        slide(ui, "view-magnitudes", &mut look.magnitude_spread, Scale::linear(0.0, 3.0));
        if !look.dust_components.is_empty() {
            slide(ui, "view-dust", &mut look.dust, Scale::linear(0.0, 1000.0));
        }
        slide(ui, "view-spikes", &mut look.spikes, Scale::linear(0.0, 1.0));
        slide(ui, "view-stars", &mut look.sky, Scale::linear(0.0, 1.0));
        let mut sky = look.background[1];
        slide(ui, "view-sky", &mut sky, Scale::linear(0.0, 0.05));
        if sky != look.background[1] {
            look.background = [sky * 0.73, sky, sky * 1.82];
        }
    });
}

/// Asks for what `controls` change.
fn changes(ui: &mut Ui, desk: &mut Desk, controls: impl FnOnce(&mut Ui, &mut Desk, &mut Look)) {
    let before = desk.stage.session.scene().look.clone();
    let mut look = before.clone();
    controls(ui, desk, &mut look);
    look = look.bounded();
    if look != before {
        desk.ask(Action::Look(Box::new(look)));
    }
}

fn slide(ui: &mut Ui, key: &str, value: &mut f32, scale: Scale) {
    let mut number = f64::from(*value);
    if widgets::slider(ui, key, &mut number, scale) {
        *value = number as f32;
    }
}

/// Draws the camera: lens, what it follows, how it moves, bookmarks.
pub fn camera_ui(ui: &mut Ui, desk: &mut Desk) {
    let before = desk.stage.session.scene().camera;
    let projections: Vec<_> = Projection::ALL.iter().map(|projection| (*projection, projection.name())).collect();
    // A video keeps its shape.
    let is_open = desk.captures.filming.is_none();
    let choice = |ui: &mut Ui| widgets::choice(ui, "view-projection", "projection", before.projection, &projections);
    if let Some(projection) = ui.add_enabled_ui(is_open, choice).inner {
        desk.ask(Action::Camera(Camera { projection, ..before }));
    }
    let mut camera = before;
    let mut field = f64::from(camera.field_of_view);
    let has_lens = before.projection == Projection::Perspective;
    let slider = |ui: &mut Ui| widgets::slider(ui, "view-field", &mut field, Scale::linear(10.0, 120.0).unit("°"));
    if ui.add_enabled_ui(has_lens, slider).inner {
        // To keep the size of the picture, the camera moves back as the lens gets longer.
        let half = |degrees: f32| (0.5 * degrees.to_radians()).tan();
        camera.field_of_view = field.clamp(1.0, 170.0) as f32;
        camera.distance *= half(before.field_of_view) / half(camera.field_of_view);
        desk.ask(Action::Camera(camera));
    }
    let mut roll = f64::from(before.roll - 360.0 * (before.roll / 360.0).round());
    if widgets::slider(ui, "view-roll", &mut roll, Scale::linear(-180.0, 180.0).unit("°")) {
        desk.ask(Action::Camera(Camera { roll: roll as f32, ..before }));
    }
    if let Some(follow) = widgets::choice(ui, "view-follow", "follow", desk.stage.hands.follow, &Follow::ALL) {
        desk.ask(Action::Follow(follow));
    }
    let mut rotates = desk.stage.flight.rotates;
    if widgets::switch(ui, "view-rotate", &mut rotates) {
        desk.ask(Action::ToggleRotation);
    }
    let mut flies = desk.stage.flight.flies;
    if widgets::switch(ui, "view-fly", &mut flies) {
        desk.ask(Action::ToggleFly);
    }
    ui.horizontal(|ui| {
        if widgets::button(ui, icons::FRAME_CORNERS, "view-fit", false).clicked() {
            desk.ask(Action::Fit);
        }
        if widgets::button(ui, icons::ARROW_COUNTER_CLOCKWISE, "view-reset", false).clicked() {
            desk.ask(Action::ResetView);
        }
    });
    widgets::row(ui, "view-bookmarks", |_| ());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for number in 0..BOOKMARKS {
            let is_set = desk.shell.settings.bookmarks.contains_key(&bookmark_key(number));
            let palette = theme::palette(ui);
            let color = if is_set { palette.accent } else { palette.muted };
            let button =
                egui::Button::new(egui::RichText::new(bookmark_key(number)).color(color)).min_size(egui::vec2(31.0, 24.0));
            let response = widgets::tooltip(ui.add(button), t!("view-bookmark-hint"));
            if response.clicked() {
                let shift = ui.input(|input| input.modifiers.shift);
                desk.ask(if shift || !is_set { Action::StoreBookmark(number) } else { Action::RecallBookmark(number) });
            }
        }
    });
}

/// Draws the section of what stands over the picture.
pub fn guides_ui(ui: &mut Ui, desk: &mut Desk, is_open: bool) {
    widgets::section(ui, "view-guides", is_open, |ui| switches_ui(ui, desk));
}

fn switches_ui(ui: &mut Ui, desk: &mut Desk) {
    let settings = &mut desk.shell.settings;
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
