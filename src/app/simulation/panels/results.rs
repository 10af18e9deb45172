//! What has been made of the picture, the newest first, and what is on its way to a file.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use egui::{Id, Label, RichText, Ui};
use starshell::words::{self, printable, t};

use crate::app::commands::Command;
use crate::app::icons;
use crate::app::shell::{
    state::{Request, Shell},
    theme, widgets,
};
use crate::app::simulation::run::Run;

/// Most results that are listed.
const MOST: usize = 8;
/// Seconds after which the folder is listed again.
const FRESH: f64 = 1.0;
/// Endings of pictures and videos.
const ENDINGS: [&str; 5] = ["png", "exr", "mp4", "gif", "apng"];

/// Draws what is being written, and the newest pictures and videos with what can be done with them.
pub fn results_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    let (results, writing) = (results(ui, shell), run.captures.writing.len());
    if results.is_empty() && writing == 0 {
        return;
    }
    widgets::title(ui, "results-title");
    if writing > 0 {
        ui.horizontal(|ui| {
            ui.spinner();
            widgets::note(ui, t!("results-writing", count = writing));
        });
    }
    for path in results.iter() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = printable(&name).into_owned();
        ui.horizontal(|ui| {
            ui.set_min_height(theme::BUTTON);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let what = Some(name.as_str());
                if widgets::icon_button_for(ui, icons::EYE, "results-open", what).clicked() {
                    shell.requests.push(Request::Show(path.clone()));
                }
                let back = icons::ARROW_COUNTER_CLOCKWISE;
                if widgets::icon_button_for(ui, back, "results-moment", what).clicked() {
                    shell.ask(Command::Open(path.clone()));
                }
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    ui.add(Label::new(RichText::new(&name).size(theme::SMALL)).truncate());
                });
            });
        });
    }
}

/// The newest pictures and videos in the folder, listed not long ago.
fn results(ui: &Ui, shell: &Shell) -> Arc<Vec<PathBuf>> {
    let (id, now) = (Id::unique("results"), ui.input(|input| input.time));
    let kept = ui.data(|data| data.get_temp::<(f64, Arc<Vec<PathBuf>>)>(id));
    if let Some((_, results)) = kept.filter(|(at, _)| now - at < FRESH) {
        return results;
    }
    let entries = std::fs::read_dir(&shell.folder).into_iter().flatten().filter_map(Result::ok);
    let is_result = |path: &PathBuf| {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        ENDINGS.contains(&ending.as_str()) && !path.to_string_lossy().contains(".partial")
    };
    let mut all: Vec<(SystemTime, PathBuf)> = entries
        .filter(|entry| is_result(&entry.path()))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    all.sort_by(|one, other| other.cmp(one));
    let newest = Arc::new(all.into_iter().map(|(_, path)| path).take(MOST).collect::<Vec<_>>());
    ui.data_mut(|data| data.insert_temp(id, (now, Arc::clone(&newest))));
    newest
}

/// How long a task takes that has come so far in these seconds, in words; `None` before that can be
/// told.
pub fn time_left(seconds: f32, share: f32) -> Option<String> {
    let is_known = seconds > 0.5 && share > 0.02;
    is_known.then(|| words::duration(f64::from(1000.0 * seconds * (1.0 - share) / share)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_what_is_done() {
        assert_eq!(time_left(0.1, 0.5), None);
        assert_eq!(time_left(10.0, 0.25), Some(words::duration(30_000.0)));
    }
}
