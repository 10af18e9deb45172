//! What is being captured, on the page *Render*: the picture that is drawn, those that wait, the
//! video that is recorded, and files that are written.

use std::path::Path;

use egui::{Label, ProgressBar, RichText, Ui};
use starshell::words::{self, printable, t};

use crate::app::commands::Command;
use crate::app::icons;
use crate::app::shell::{state::Shell, theme, widgets};
use crate::app::simulation::{run::Run, screenshot::Drawing};

/// Height of a bar in points.
const BAR: f32 = 6.0;

/// Draws what is in progress and what waits, with how long it takes and a button to give it up.
pub fn queue_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    let captures = &run.captures;
    if captures.is_empty() {
        return;
    }
    ui.add_space(theme::GRID);
    widgets::title(ui, "queue-title");
    if let Some((filming, text)) = captures.filming.as_ref().zip(recording(run)) {
        widgets::note(ui, text);
        let share = filming.share();
        share
            .into_iter()
            .for_each(|share| bar_ui(ui, share, left_of(filming.seconds_since(), share)));
    }
    for (place, drawing) in captures.queue.iter().enumerate() {
        entry_ui(ui, shell, "queue-drop", (drawing.path(), drawing.print().size));
        if place == 0 {
            let share = drawing.progress();
            bar_ui(ui, share, left_of(drawing.seconds(), share));
            let all = all_left(run).filter(|_| captures.queue.len() > 1);
            all.into_iter().for_each(|time| widgets::note(ui, t!("queue-left", time = time)));
        }
    }
    for (place, film) in captures.films.iter().enumerate() {
        entry_ui(ui, shell, "queue-end", (&film.plan.path, film.plan.settings.size));
        if place == 0 {
            let share = film.progress();
            bar_ui(ui, share, left_of(film.seconds(), share));
        }
    }
    let files = captures.writing.len() + captures.saving.len();
    if files > 0 {
        ui.horizontal(|ui| {
            ui.spinner();
            widgets::note(ui, t!("queue-writing", count = files));
        });
    }
}

/// Draws the name and the size of a picture or a video, and the button that takes it from the queue or ends it.
fn entry_ui(ui: &mut Ui, shell: &mut Shell, key: &str, (path, size): (&Path, [u32; 2])) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = printable(&name).into_owned();
    let [width, height] = size.map(|side| words::grouped(side.into()));
    ui.horizontal(|ui| {
        ui.set_min_height(theme::BUTTON);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if widgets::icon_button_for(ui, icons::X, key, Some(&name)).clicked() {
                shell.ask(Command::DropPicture(path.to_owned()));
            }
            let size = RichText::new(format!("{width} × {height}")).size(theme::SMALL);
            ui.add(Label::new(size.color(theme::palette(ui).muted)));
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(Label::new(RichText::new(&name).size(theme::SMALL)).truncate());
            });
        });
    });
}

/// Draws how much is done, as a bar and as text.
fn bar_ui(ui: &mut Ui, share: f32, left: Option<String>) {
    ui.add(ProgressBar::new(share).desired_height(BAR).fill(theme::palette(ui).accent));
    widgets::note(ui, told(t!("queue-share", percent = percent(share)), left));
}

fn percent(share: f32) -> String {
    format!("{:.0}", 100.0 * share)
}

fn told(done: String, left: Option<String>) -> String {
    [Some(done), left].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// How far the picture that is drawn has come, and how many wait.
pub fn progress(run: &Run) -> Option<String> {
    let Some(first) = run.captures.queue.front() else {
        let film = run.captures.films.front()?;
        let share = film.progress();
        let done = t!("queue-filming", percent = percent(share));
        return Some(told(done, left_of(film.seconds(), share)));
    };
    let share = first.progress();
    let done = t!("queue-making", percent = percent(share));
    let waiting = run.captures.queue.len() - 1;
    let waiting = (waiting > 0).then(|| t!("queue-waiting", count = waiting));
    Some(told(told(done, left_of(first.seconds(), share)), waiting))
}

/// The length and size of the recording in progress.
pub fn recording(run: &Run) -> Option<String> {
    let filming = run.captures.filming.as_ref()?;
    let [width, height] = filming.size().map(|side| side.to_string());
    let mut arguments = vec![
        ("length", format!("{:.1}", filming.seconds())),
        ("frames", words::grouped(filming.frames())),
        ("width", width),
        ("height", height),
        ("megabytes", format!("{:.1}", filming.bytes() as f64 / 1e6)),
    ];
    let most = filming.most_seconds().map(|most| ("most", words::short(most)));
    let key = if most.is_some() { "video-lamp-of" } else { "video-lamp" };
    arguments.extend(most);
    Some(words::text(key, &arguments))
}

/// How long all pictures of the queue take.
fn all_left(run: &Run) -> Option<String> {
    let first = run.captures.queue.front()?;
    let samples = run.captures.queue.iter().map(Drawing::samples_left).sum::<f64>();
    let done = first.samples() - first.samples_left();
    time_left(first.seconds(), (done / (done + samples)) as f32)
}

/// How long something takes that has come so far in these seconds, as a sentence.
fn left_of(seconds: f32, share: f32) -> Option<String> {
    time_left(seconds, share).map(|time| t!("pictures-left", time = time))
}

/// How long a task takes that has come so far in these seconds, in words; `None` before that can be
/// told.
fn time_left(seconds: f32, share: f32) -> Option<String> {
    let is_known = seconds > 0.5 && share > 0.0;
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
