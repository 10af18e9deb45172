//! The date of the planets: where a scene of them begins, and which day its present moment is.

use std::time::SystemTime;

use egui::{Id, TextEdit, Ui};
use starshell::physics::initial::{Date, InitialState, Planets};
use starshell::words::{excerpt, t};

use crate::app::commands::Command;
use crate::app::icons;
use crate::app::shell::{state::Shell, widgets};
use crate::app::simulation::run::Run;

/// Draws the date at which a scene of planets begins, and that of the moment shown.
pub fn date_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    let scene = run.stage.session.scene();
    let InitialState::Planets(planets) = scene.initial else { return };
    let begun = Date::of_julian_year(planets.year);
    // A year is 2π in units in which the Sun and the distance of the Earth are 1.
    let now = Date::of_julian_year(
        planets.year + run.stage.session.simulation().time() / std::f64::consts::TAU,
    );
    let id = Id::unique("date");
    let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| begun.to_string());
    let mut wanted = None;
    widgets::row_label(ui, "date-begin", |ui| {
        if widgets::icon_button(ui, icons::CALENDAR, "date-today", false).clicked() {
            let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            wanted = Some(since.ok().map(|since| Date::of_unix_seconds(since.as_secs())));
        }
        let field =
            ui.add(TextEdit::singleline(&mut text).id_salt("date-begin").desired_width(92.0));
        if field.has_focus() {
            ui.data_mut(|data| data.insert_temp(id, text.clone()));
        } else {
            ui.data_mut(|data| data.remove::<String>(id));
        }
        if field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
            wanted = Some(text.parse().ok());
        }
        field
    });
    widgets::note(ui, t!("date-now", date = now.to_string()));
    match wanted {
        Some(Some(date)) if date != begun => begin_at(shell, run, planets, date),
        Some(None) => shell.notices.warn(t!("date-unreadable", date = excerpt(&text, 40))),
        _ => {}
    }
}

/// Begins the scene again at this date.
fn begin_at(shell: &mut Shell, run: &Run, planets: Planets, date: Date) {
    let initial = InitialState::Planets(Planets { year: date.julian_year(), ..planets });
    let (count, seed) = (run.stage.session.scene().count, run.stage.session.scene().seed);
    match Planets::DAYS.contains(&date) {
        true => shell.ask(Command::Bodies(count, seed, initial)),
        false => shell.notices.warn(t!("date-out-of-range")),
    }
}
