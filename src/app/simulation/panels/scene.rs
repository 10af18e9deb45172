//! The current scene: its picture, its notes, and buttons for the others.

use egui::{FontId, Image, Link, RichText, Sense, Ui, text::LayoutJob, vec2};
use starshell::name::Named;
use starshell::scene::{Dimension, Scene, UnitSystem, Units};
use starshell::words::t;

use crate::app::commands::{Command, View};
use crate::app::icons;
use crate::app::shell::{
    numbers::Numbers,
    state::Shell,
    theme,
    widgets::{self, Scale},
};
use crate::app::simulation::{panels::date::date_ui, run::Run, thumbnails};

/// Size of the description's letters, and its most lines unless all of it is shown.
const NOTES: f32 = 12.0;
const LINES: usize = 2;
/// Width of the picture in the left panel.
const PICTURE: f32 = 104.0;

/// Draws the scene as the left panel begins: its title, a small picture beside the buttons for other
/// scenes, and its description.
pub fn dock_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    let scene = run.stage.session.scene();
    let title = RichText::new(scene.spoken_title()).heading();
    ui.add(egui::Label::new(title).truncate());
    ui.horizontal_top(|ui| {
        thumbnail_ui(ui, shell, run, PICTURE);
        ui.vertical(|ui| {
            choose_ui(ui, shell);
            ui.horizontal(|ui| others_ui(ui, shell));
        });
    });
    if description_ui(ui, scene, Some(LINES)) && !scene.inaccuracies.is_empty() {
        let palette = theme::palette(ui);
        ui.label(RichText::new(t!("scene-inaccuracies")).size(NOTES).family(theme::strong()));
        ui.label(RichText::new(scene.spoken_inaccuracies()).color(palette.muted).size(NOTES));
    }
    files_ui(ui, shell);
}

/// Draws the scene's card, its units and its notes, as a part of a lesson's panel.
pub fn scene_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    widgets::section(ui, "scene-title", true, |ui| {
        card_ui(ui, shell, run);
        date_ui(ui, shell, run);
        units_ui(ui, shell, run);
        notes_ui(ui, run);
    });
}

/// Draws its picture and title, and buttons for other scenes.
pub fn card_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    let scene = run.stage.session.scene();
    let width = ui.available_width();
    thumbnail_ui(ui, shell, run, width);
    ui.label(RichText::new(scene.spoken_title()).heading());
    description_ui(ui, scene, None);
    ui.horizontal(|ui| {
        choose_ui(ui, shell);
        others_ui(ui, shell);
    });
    if !shell.is_simple() {
        files_ui(ui, shell);
    }
}

/// Draws the picture of a built-in scene, which leads to all of them.
fn thumbnail_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, width: f32) {
    let Some(picture) = run.name().and_then(|name| thumbnails::texture(ui.ctx(), name)) else {
        return;
    };
    let image = Image::new((picture, vec2(width, width * crate::assets::ASPECT))).corner_radius(8);
    if ui.add(image.sense(Sense::click())).on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
    {
        shell.view = View::Gallery;
    }
}

/// Draws the button that leads to all scenes.
fn choose_ui(ui: &mut Ui, shell: &mut Shell) {
    if widgets::button(ui, icons::IMAGES_SQUARE, "scene-choose", true).clicked() {
        shell.view = View::Gallery;
    }
}

/// Draws the buttons for the scenes beside this one, and the one that copies it.
fn others_ui(ui: &mut Ui, shell: &mut Shell) {
    widgets::icon_button_of(ui, shell, "scene-previous", false);
    widgets::icon_button_of(ui, shell, "scene-next", false);
    if !shell.is_simple() {
        widgets::icon_button_of(ui, shell, "scene-copy", false);
    }
}

/// Draws the buttons that save and open.
fn files_ui(ui: &mut Ui, shell: &mut Shell) {
    ui.horizontal_wrapped(|ui| {
        widgets::button_of(ui, shell, "scene-open", false);
        widgets::button_of(ui, shell, "scene-save", false);
    });
}

/// Draws what is inaccurate, folded.
fn notes_ui(ui: &mut Ui, run: &Run) {
    let scene = run.stage.session.scene();
    if !scene.inaccuracies.is_empty() {
        let palette = theme::palette(ui);
        widgets::section(ui, "scene-inaccuracies", false, |ui| {
            ui.label(RichText::new(scene.spoken_inaccuracies()).color(palette.muted).size(NOTES));
        });
    }
}

/// Draws the choice of units and, in these, the constant of gravity; where the scene has no units of
/// its own, what its units of length and mass are.
pub fn units_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    let (own, now) = (run.origin.scene.units, run.stage.session.scene().units);
    let systems = UnitSystem::ALL.iter().map(|system| (Some(*system), system.name()));
    let choices: Vec<_> = [(None, "none")].into_iter().chain(systems).collect();
    let mut units = now;
    if let Some(system) =
        widgets::choice(ui, "units-shown", "units", now.map(|units| units.system), &choices)
    {
        units = system
            .map(|system| now.or(own).map_or(Units::new(system), |units| units.in_system(system)));
    }
    if let (Some(units), None) = (&mut units, own) {
        let [least, most] = Units::RANGE;
        let [length, _, mass] = units.system.symbols();
        for (key, unit, value) in
            [("units-length", length, &mut units.length), ("units-mass", mass, &mut units.mass)]
        {
            widgets::field(ui, key, value, Scale::linear(least, most).unit(unit));
        }
    }
    gravity_ui(ui, &mut units, own.is_none());
    if units != now {
        shell.ask(Command::Units(units));
    }
}

/// Draws the constant of gravity, which is 1 in the scene's own units and may be another in those of
/// the world, if these are `free`.
fn gravity_ui(ui: &mut Ui, units: &mut Option<Units>, is_free: bool) {
    let ([least, most], numbers) = (Units::RANGE, Numbers(*units));
    let gravity = units.map_or(1.0, |units| units.gravity);
    let scale = Scale::linear(least / gravity, most / gravity)
        .measuring(Dimension::Gravity, numbers)
        .usual(1.0 / gravity);
    let mut now = 1.0;
    let field = |ui: &mut Ui| widgets::field(ui, "units-gravity", &mut now, scale);
    let why = match (is_free, units.is_some()) {
        (false, _) => Some(t!("idle-own-units")),
        (true, false) => Some(t!("idle-no-units")),
        (true, true) => None,
    };
    let is_changed = widgets::closed(ui, why, field);
    // A field that is only looked into has rounded it.
    let is_same = || {
        let [before, now] = [1.0, now].map(|number| numbers.text(Dimension::Gravity, number));
        before == now
    };
    if let Some(units) = units.as_mut().filter(|_| is_changed && !is_same()) {
        units.gravity *= now;
    }
}

/// Draws the first sentences of the scene's notes, in so many lines if that is limited, and the
/// rest on request. Returns whether all of them are shown.
fn description_ui(ui: &mut Ui, scene: &Scene, lines: Option<usize>) -> bool {
    let palette = theme::palette(ui);
    let id = ui.scope_id().with((&scene.title, "notes"));
    let mut is_whole = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    let description = scene.spoken_description();
    let opening = opening(&description);
    let text = if is_whole { &description } else { opening };
    let mut job = LayoutJob::simple(
        text.to_owned(),
        FontId::proportional(NOTES),
        palette.muted,
        ui.available_width(),
    );
    job.wrap.max_rows = lines.filter(|_| !is_whole).unwrap_or(usize::MAX);
    let galley = ui.painter().layout_job(job);
    let has_more = galley.elided
        || opening.len() < description.len()
        || lines.is_some() && !scene.inaccuracies.is_empty();
    ui.add(egui::Label::new(galley));
    if has_more || is_whole {
        let more = if is_whole { t!("scene-less") } else { t!("scene-more") };
        if ui.add(Link::new(RichText::new(more).size(NOTES).color(palette.accent))).clicked() {
            is_whole = !is_whole;
            ui.data_mut(|data| data.insert_temp(id, is_whole));
        }
    }
    is_whole
}

/// The first sentence of a text, plus more if it is short.
fn opening(text: &str) -> &str {
    const SHORT: usize = 180;
    // Not after an ordinal number, such as that of a day. A year ends a sentence.
    let is_ordinal = |word: &str| {
        (1..=2).contains(&word.len()) && word.bytes().all(|letter| letter.is_ascii_digit())
    };
    let is_end = |place: &usize| !text[..*place].rsplit(' ').next().is_some_and(is_ordinal);
    let ends = || {
        text.match_indices(". ")
            .map(|(place, _)| place)
            .filter(is_end)
            .map(|place| place + 1)
            .chain([text.len()])
    };
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
