//! The current scene: its picture, its notes, and buttons for the others.

use egui::{Link, RichText, Ui};
use starshell::name::Named;
use starshell::scene::{Scene, UnitSystem, Units};
use starshell::words::t;

use crate::app::shell::{
    self,
    files::Intent,
    icons, theme,
    view::View,
    widgets::{self, Scale},
};
use crate::app::simulation::{action::Action, desk::Desk, panels::date::date_ui, thumbnails};

/// Draws the scene's card, its units and its notes.
pub fn scene_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "scene-title", true, |ui| {
        card_ui(ui, desk);
        date_ui(ui, desk);
        units_ui(ui, desk);
        notes_ui(ui, desk);
    });
}

/// Draws its picture and title, and buttons for other scenes.
pub fn card_ui(ui: &mut Ui, desk: &mut Desk) {
    if let Some(name) = desk.origin.name
        && let Some(picture) = thumbnails::texture(ui.ctx(), name)
    {
        let width = ui.available_width();
        let image = egui::Image::new((picture, egui::vec2(width, width * crate::assets::ASPECT))).corner_radius(8);
        let picture = ui.add(image.sense(egui::Sense::click())).on_hover_cursor(egui::CursorIcon::PointingHand);
        if picture.clicked() {
            desk.shell.view = View::Gallery;
        }
    }
    ui.label(RichText::new(desk.origin.scene.spoken_title()).heading());
    description_ui(ui, &desk.origin.scene);
    ui.horizontal(|ui| {
        if widgets::button(ui, icons::IMAGES_SQUARE, "scene-choose", true).clicked() {
            desk.shell.view = View::Gallery;
        }
        if widgets::icon_button(ui, icons::CARET_LEFT, "scene-previous", false).clicked() {
            desk.ask(Action::NextScene(-1));
        }
        if widgets::icon_button(ui, icons::CARET_RIGHT, "scene-next", false).clicked() {
            desk.ask(Action::NextScene(1));
        }
        if !desk.shell.is_simple() && widgets::icon_button(ui, icons::COPY, "scene-copy", false).clicked() {
            desk.ask(Action::CopyScene);
        }
    });
    if desk.shell.is_simple() {
        return;
    }
    ui.horizontal(|ui| {
        if widgets::button(ui, icons::FLOPPY_DISK, "scene-save", false).clicked() {
            desk.shell.ask(shell::Action::Files(Some(Intent::Save)));
        }
        if widgets::button(ui, icons::FOLDER_OPEN, "scene-open", false).clicked() {
            desk.shell.ask(shell::Action::Files(Some(Intent::Open)));
        }
    });
}

/// Draws what is inaccurate, folded.
fn notes_ui(ui: &mut Ui, desk: &Desk) {
    if !desk.origin.scene.inaccuracies.is_empty() {
        let palette = theme::palette(ui);
        widgets::section(ui, "scene-inaccuracies", false, |ui| {
            ui.label(RichText::new(desk.origin.scene.spoken_inaccuracies()).color(palette.muted).size(12.0));
        });
    }
}

/// Draws the choice of units and, where the scene has none of its own, what its units of length and mass are.
fn units_ui(ui: &mut Ui, desk: &mut Desk) {
    let (own, now) = (desk.origin.scene.units, desk.stage.session.scene().units);
    let systems = UnitSystem::ALL.iter().map(|system| (Some(*system), system.name()));
    let choices: Vec<_> = [(None, "none")].into_iter().chain(systems).collect();
    let mut units = now;
    if let Some(system) = widgets::choice(ui, "units-shown", "units", now.map(|units| units.system), &choices) {
        units = system.map(|system| now.or(own).map_or(Units::of(system), |units| units.in_system(system)));
    }
    if let (Some(units), None) = (&mut units, own) {
        let [least, most] = Units::RANGE;
        let [length, _, mass] = units.system.symbols();
        for (key, unit, value) in [("units-length", length, &mut units.length), ("units-mass", mass, &mut units.mass)] {
            widgets::field(ui, key, value, Scale::linear(least, most).unit(unit));
        }
    }
    if units != now {
        desk.ask(Action::Units(units));
    }
}

/// Draws the first sentences of the scene's notes, and the rest on request.
fn description_ui(ui: &mut Ui, scene: &Scene) {
    let palette = theme::palette(ui);
    let id = ui.scope_id().with((&scene.title, "notes"));
    let mut is_whole = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    let description = scene.spoken_description();
    let opening = opening(&description);
    ui.label(RichText::new(if is_whole { &description } else { opening }).color(palette.muted).size(12.0));
    if opening.len() < description.len() {
        let more = if is_whole { t!("scene-less") } else { t!("scene-more") };
        if ui.add(Link::new(RichText::new(more).size(12.0).color(palette.accent))).clicked() {
            is_whole = !is_whole;
            ui.data_mut(|data| data.insert_temp(id, is_whole));
        }
    }
}

/// The first sentence of a text, plus more if it is short.
fn opening(text: &str) -> &str {
    const SHORT: usize = 180;
    // Not after an ordinal number, such as that of a day. A year ends a sentence.
    let is_ordinal = |word: &str| (1..=2).contains(&word.len()) && word.bytes().all(|letter| letter.is_ascii_digit());
    let is_end = |place: &usize| !text[..*place].rsplit(' ').next().is_some_and(is_ordinal);
    let ends = || text.match_indices(". ").map(|(place, _)| place).filter(is_end).map(|place| place + 1).chain([text.len()]);
    let end = ends().take_while(|end| *end <= SHORT).last().or_else(|| ends().next());
    &text[..end.unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_opens_with_whole_sentences_and_stays_short() {
        assert_eq!(opening("Short."), "Short.");
        assert_eq!(opening("One. Two."), "One. Two.");
        let long = format!("Am 13. April {}. Zwei.", "lange ".repeat(40));
        assert_eq!(opening(&long), &long[..long.len() - 6]);
        for scene in starshell::scene::embedded() {
            let opening = opening(&scene.scene.description);
            assert!(opening.ends_with('.') && opening.len() < 260, "{}: {opening}", scene.name);
        }
    }
}
