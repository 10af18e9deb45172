//! Program settings: adapter, frames, panels, memory.

use egui::{Id, Modal, ScrollArea, Ui};
use starshell::session::Members;
use starshell::words::{self, LANGUAGES, Language, t};

use crate::app::commands::{Command, View};
use crate::app::icons;
use crate::app::shell::{
    settings::of_system,
    state::{SCALES, Shell},
    theme,
    widgets::{self, Scale},
};
use crate::app::simulation::{
    desk::Desk,
    run::Run,
    tuning::{Tuner, Tuning},
};
use crate::app::window::{adapters::Adapters, app::App};

/// Width of the overlay.
const WIDTH: f32 = 360.0;

/// Draws the overlay with the program's own settings, if open.
pub fn program_ui(ui: &Ui, app: &mut App) {
    let App { desk: Desk { shell, run, tuning, .. }, adapters, .. } = app;
    if shell.view != View::Program {
        return;
    }
    let screen = ui.ctx().content_rect();
    let shown = Modal::new(Id::unique("program")).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH.min(screen.width() - 48.0));
        if widgets::heading(ui, &t!("program-title"), "program-close") {
            shell.view = View::Simulation;
        }
        ui.spacing_mut().scroll = theme::bar();
        ui.add_space(theme::GRID);
        ScrollArea::vertical().max_height(screen.height() - 120.0).show(ui, |ui| {
            settings_ui(ui, shell, run, tuning, adapters);
        });
    });
    if shown.backdrop_response.clicked() {
        shell.view = View::Simulation;
    }
}

fn settings_ui(
    ui: &mut Ui,
    shell: &mut Shell,
    run: &mut Run,
    tuning: &Tuning,
    adapters: &mut Adapters,
) {
    let wanted = shell.settings.adapter.clone();
    let names = adapters.names().iter().cloned().map(|name| (Some(name.clone()), name, None));
    let all = std::iter::once((None, t!("program-best"), None)).chain(names).collect();
    if let Some(name) = widgets::choice_of(ui, "program-adapter", &wanted, all) {
        shell.ask(Command::Adapter(name));
    }
    let mut all: Vec<_> =
        Members::CHOICES.iter().map(|members| (members.clone(), name(members), None)).collect();
    if let team @ Members::Team(_) = &tuning.members {
        all.push((team.clone(), name(team), None));
    }
    if let Some(members) = widgets::choice_of(ui, "program-members", &tuning.members, all) {
        shell.ask(Command::Members(members));
    }
    language_ui(ui, shell);
    let scale = &mut shell.settings.panels.scale;
    let scales = SCALES
        .iter()
        .map(|percent| (*percent, t!("program-percent", number = percent), None))
        .collect();
    if let Some(chosen) = widgets::choice_of(ui, "program-scale", scale, scales) {
        *scale = chosen;
    }
    let (icon, key) = match tuning.search {
        None => (icons::FAST_FORWARD, "program-tune"),
        Some(_) => (icons::X, "program-tune-stop"),
    };
    if widgets::button(ui, icon, key, false).clicked() {
        shell.ask(Command::Tune);
    }
    let text = |tuner: &Tuner| t!("program-tuning", count = words::grouped(tuner.count().into()));
    widgets::kept_note(ui, 2, tuning.search.as_ref().map_or_else(String::new, text));
    widgets::switch(ui, "program-vsync", &mut shell.settings.vsync);
    widgets::switch(ui, "program-light", &mut shell.settings.light);
    let mut is_simple = shell.is_simple();
    if widgets::switch(ui, "program-simple", &mut is_simple) {
        shell.ask(Command::ToggleSimple);
    }
    widgets::switch(ui, "program-symbols", &mut shell.settings.panels.symbols);
    let mut memory = f64::from(shell.settings.history_mebibytes);
    if widgets::field(
        ui,
        "program-history",
        &mut memory,
        Scale::linear(0.0, 65_536.0).step(1.0).unit("MiB"),
    ) {
        shell.settings.history_mebibytes = memory as u32;
        run.history.set_budget(shell.settings.history_bytes());
    }
    widgets::note(
        ui,
        t!(
            "program-history-used",
            used = words::grouped(run.history.bytes() >> 20),
            states = run.history.count()
        ),
    );
}

/// The name of what computes the forces.
fn name(members: &Members) -> String {
    match members {
        Members::Auto => t!("members-auto"),
        Members::Gpu => t!("members-gpu"),
        Members::Processor => t!("members-processor"),
        Members::All => t!("members-all"),
        Members::Team(_) => members.to_string(),
    }
}

/// Draws the choice of the language.
fn language_ui(ui: &mut Ui, shell: &mut Shell) {
    let code = |language: &Language| language.code.to_owned();
    let own = shell.settings.language.as_deref().and_then(words::language).map(code);
    let system = t!("program-language-system", name = of_system().name);
    let languages =
        LANGUAGES.iter().map(|language| (Some(code(language)), language.name.to_owned(), None));
    let all = std::iter::once((None, system, None)).chain(languages).collect();
    if let Some(chosen) = widgets::choice_of(ui, "program-language", &own, all) {
        shell.settings.language = chosen;
        words::speak(Some(shell.settings.speaks()));
    }
}
