//! What has been made of the picture, the newest first.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use egui::{Id, Label, RichText, Ui};
use starshell::capture::{Recipe, read_notes};
use starshell::words::printable;

use crate::app::commands::Command;
use crate::app::icons;
use crate::app::shell::{
    state::{Request, Shell},
    theme, widgets,
};

/// Most results that are listed.
const MOST: usize = 8;
/// Seconds after which the folder is listed again.
const FRESH: f64 = 1.0;
/// Endings of pictures and videos.
const ENDINGS: [&str; 5] = ["png", "exr", "mp4", "gif", "apng"];

/// Draws the newest pictures and videos with what can be done with them.
pub fn results_ui(ui: &mut Ui, shell: &mut Shell) {
    let results = results(ui, shell);
    if results.is_empty() {
        return;
    }
    widgets::title(ui, "results-title");
    for Made { path, leads_back, .. } in results.iter() {
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
                if *leads_back
                    && widgets::icon_button_for(ui, back, "results-moment", what).clicked()
                {
                    shell.ask(Command::Open(path.clone()));
                }
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    let label = Label::new(RichText::new(&name).size(theme::SMALL)).truncate();
                    widgets::tooltip(ui.add(label), &name);
                });
            });
        });
    }
}

/// A file that was made.
#[derive(Clone)]
struct Made {
    modified: SystemTime,
    path: PathBuf,
    /// Whether it has a recipe: a chart has none.
    leads_back: bool,
}

/// The newest pictures and videos in the folder, listed not long ago.
fn results(ui: &Ui, shell: &Shell) -> Arc<Vec<Made>> {
    let (id, now) = (Id::unique("results"), ui.input(|input| input.time));
    let (listed, before) = ui
        .data(|data| data.get_temp::<(f64, Arc<Vec<Made>>)>(id))
        .unwrap_or((-FRESH, Arc::default()));
    if now - listed < FRESH {
        return before;
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
    let made = |(modified, path): (SystemTime, PathBuf)| {
        let same = before.iter().find(|made| made.modified == modified && made.path == path);
        let has_recipe = || {
            let notes = read_notes(&path).unwrap_or_default();
            notes.iter().any(|note| note.keyword == Recipe::KEYWORD)
        };
        let leads_back = same.map_or_else(has_recipe, |made| made.leads_back);
        Made { modified, path, leads_back }
    };
    let newest = Arc::new(all.into_iter().take(MOST).map(made).collect::<Vec<_>>());
    ui.data_mut(|data| data.insert_temp(id, (now, Arc::clone(&newest))));
    newest
}
