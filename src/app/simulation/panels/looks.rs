//! Looks of one's own: kept by name, and applied to any scene.

use egui::{Id, TextEdit, Ui};
use starshell::render::Look;
use starshell::words::t;

use crate::app::commands::Command;
use crate::app::icons;
use crate::app::shell::{state::Shell, theme, widgets};
use crate::app::simulation::run::Run;

/// Draws the kept looks, and the name and button that keep the present one.
pub fn looks_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    let scene = run.stage.session.scene().look.clone();
    let mut dropped = None;
    let looks = &shell.settings.collection.looks;
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = theme::GRID;
        for (name, look) in looks {
            let is_shown = applied(look, &scene) == scene;
            let button = ui.selectable_label(is_shown, name);
            if widgets::with_tip(button, "looks-apply").clicked() {
                chosen = Some(applied(look, &scene));
            }
            if widgets::icon_button_for(ui, icons::X, "looks-drop", Some(name)).clicked() {
                dropped = Some(name.clone());
            }
        }
    });
    chosen.into_iter().for_each(|look| shell.ask(Command::Look(Box::new(look))));
    dropped.into_iter().for_each(|name| drop(shell.settings.collection.looks.remove(&name)));
    name_ui(ui, shell, &scene);
}

/// Draws the name and the button.
fn name_ui(ui: &mut Ui, shell: &mut Shell, look: &Look) {
    let id = Id::unique("looks-name");
    let mut name = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_default();
    widgets::row_label(ui, "looks-name", |ui| {
        let is_named = !name.trim().is_empty();
        let button =
            |ui: &mut Ui| widgets::icon_button(ui, icons::PLUS_CIRCLE, "looks-keep", false);
        let is_kept = ui.add_enabled_ui(is_named, button).inner.clicked();
        let field =
            ui.add(TextEdit::singleline(&mut name).id_salt("looks-name").desired_width(124.0));
        let is_entered =
            field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        if is_named && (is_kept || is_entered) {
            let name = std::mem::take(&mut name).trim().to_owned();
            shell.notices.tell(t!("notice-look-kept", name = name));
            shell.settings.collection.looks.insert(name, look.clone());
        }
        field
    });
    ui.data_mut(|data| data.insert_temp(id, name));
}

/// A kept look on a scene, of which stays what its bodies are: dark and dusty components, the size
/// of its bodies and the length of their trails.
fn applied(kept: &Look, scene: &Look) -> Look {
    Look {
        dark_components: scene.dark_components.clone(),
        dust_components: scene.dust_components.clone(),
        dust: scene.dust,
        size: scene.size,
        trails: scene.trails,
        color_range: scene.color_range.filter(|_| kept.color_by == scene.color_by),
        color_max: scene.color_max.filter(|_| kept.color_by == scene.color_by),
        ..kept.clone()
    }
    .bounded()
}
