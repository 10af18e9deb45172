//! Program settings: adapter, frames, panels, memory.

use egui::Ui;
use starshell::words::{self, LANGUAGES, Language, t};

use crate::app::shell::{
    action::Action,
    desk::Desk,
    icons,
    settings::of_system,
    widgets::{self, Scale},
};
use crate::app::simulation::tuner::Tuner;

/// Draws the program settings.
pub fn program_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "program-title", false, |ui| {
        let wanted = desk.settings.adapter.clone();
        let names = desk.adapters.names().iter().cloned().map(|name| (Some(name.clone()), name, None));
        let all = std::iter::once((None, t!("program-best"), None)).chain(names).collect();
        if let Some(name) = widgets::choice_of(ui, "program-adapter", &wanted, all) {
            desk.ask(Action::Adapter(name));
        }
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
        widgets::switch(ui, "program-symbols", &mut desk.settings.panels.symbols);
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
    let code = |language: &Language| language.code.to_owned();
    let own = desk.settings.language.as_deref().and_then(words::language).map(code);
    let system = t!("program-language-system", name = of_system().name);
    let languages = LANGUAGES.iter().map(|language| (Some(code(language)), language.name.to_owned(), None));
    let all = std::iter::once((None, system, None)).chain(languages).collect();
    if let Some(chosen) = widgets::choice_of(ui, "program-language", &own, all) {
        desk.settings.language = chosen;
        words::speak(Some(desk.settings.speaks()));
    }
}
