//! Program settings: adapter, frames, panels, memory.

use egui::Ui;

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::icons;
use crate::app::tuner::Tuner;
use crate::app::widgets::{self, Scale};
use crate::app::words::{self, LANGUAGES, t};

/// Draws the program settings.
pub fn program_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "program-title", false, |ui| {
        let names = desk.adapters.names().to_vec();
        let wanted = desk.settings.adapter.clone();
        widgets::row(ui, "program-adapter", |ui| {
            let best = t!("program-best");
            let shown = wanted.clone().unwrap_or_else(|| best.clone());
            let combo = egui::ComboBox::from_id_salt("program-adapter").selected_text(shown).width(148.0).truncate();
            combo
                .show_ui(ui, |ui| {
                    let all = std::iter::once(None).chain(names.into_iter().map(Some));
                    for name in all {
                        let text = name.clone().unwrap_or_else(|| best.clone());
                        if ui.selectable_label(name == wanted, text).clicked() && name != wanted {
                            desk.ask(Action::Adapter(name));
                        }
                    }
                })
                .response
        });
        language_ui(ui, desk);
        let (icon, key) = match desk.tuner {
            None => (icons::FAST_FORWARD, "program-tune"),
            Some(_) => (icons::X, "program-tune-stop"),
        };
        if widgets::button(ui, icon, key, false).clicked() {
            desk.ask(Action::Tune);
        }
        let text = |tuner: &Tuner| t!("program-tuning", count = words::grouped(tuner.count().into()));
        widgets::kept_note(ui, 2, desk.tuner.as_ref().map_or_else(String::new, text));
        widgets::switch(ui, "program-vsync", &mut desk.settings.vsync);
        widgets::switch(ui, "program-light", &mut desk.settings.light);
        let mut is_simple = desk.is_simple();
        if widgets::switch(ui, "program-simple", &mut is_simple) {
            desk.ask(Action::ToggleSimple);
        }
        widgets::switch(ui, "program-symbols", &mut desk.settings.symbols);
        let mut memory = f64::from(desk.settings.history_mebibytes);
        if widgets::field(ui, "program-history", &mut memory, Scale::linear(0.0, 65_536.0).step(1.0).unit("MiB")) {
            desk.settings.history_mebibytes = memory as u32;
            desk.history.set_budget(desk.settings.history_bytes());
        }
        widgets::note(
            ui,
            t!("program-history-used", used = words::grouped(desk.history.bytes() >> 20), states = desk.history.count()),
        );
    });
}

/// Draws the choice of the language.
fn language_ui(ui: &mut Ui, desk: &mut Desk) {
    let own = desk.settings.language.as_deref().and_then(words::language);
    let system = t!("program-language-system", name = words::of_system().name);
    widgets::row(ui, "program-language", |ui| {
        let shown = own.map_or(system.as_str(), |language| language.name);
        let combo = egui::ComboBox::from_id_salt("program-language").selected_text(shown).width(148.0).truncate();
        combo
            .show_ui(ui, |ui| {
                let all = std::iter::once(None).chain(LANGUAGES.iter().map(Some));
                for language in all {
                    let is_own = language.map(|language| language.code) == own.map(|language| language.code);
                    let name = language.map_or(system.as_str(), |language| language.name);
                    if ui.selectable_label(is_own, name).clicked() {
                        desk.settings.language = language.map(|language| language.code.to_owned());
                        words::speak(language);
                    }
                }
            })
            .response
    });
}
