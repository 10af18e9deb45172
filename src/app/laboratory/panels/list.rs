//! The list of experiments, and the galaxy below it.

use egui::{Align, Button, Id, Layout, Panel, RichText, ScrollArea, Ui, vec2};
use starshell::lab::{EXPERIMENTS, Experiment, Topic};
use starshell::name::Named;
use starshell::words::{self, t};

use crate::app::commands::{Command, View};
use crate::app::icons;
use crate::app::laboratory::Laboratory;
use crate::app::shell::{painter::Pictures, state::Shell, theme, widgets};
use crate::app::simulation::{panels::picture, run::Run};

/// The key of a topic's text.
pub fn topic_word(topic: Topic) -> String {
    format!("topic-{}", topic.name().to_lowercase().replace(' ', "-"))
}

/// Draws the list.
pub fn list_ui(
    ui: &mut Ui,
    shell: &mut Shell,
    run: &mut Run,
    laboratory: &mut Laboratory,
    pictures: Pictures,
) {
    widgets::parts_ui(ui, shell);
    let has_room = picture::has_room_below(ui, shell);
    Panel::bottom("laboratory-galaxy")
        .resizable(false)
        .frame(egui::Frame::new())
        .show_separator_line(false)
        .show(ui, |ui| {
            ui.add_space(theme::GRID);
            widgets::switch(ui, "laboratory-turning", &mut laboratory.keeps_turning);
            if has_room {
                picture::small_ui(ui, shell, run, pictures, View::Laboratory, "laboratory-galaxy");
            }
        });
    ui.spacing_mut().scroll = theme::bar();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let mut topic = None;
        for experiment in EXPERIMENTS {
            if topic.replace(experiment.topic) != Some(experiment.topic) {
                topic_ui(ui, shell, laboratory, experiment);
            }
            row_ui(ui, laboratory, experiment);
        }
        ui.add_space(2.0 * theme::GRID);
        ui.add_enabled_ui(laboratory.measuring.is_none(), |ui| {
            if widgets::button(ui, icons::FAST_FORWARD, "laboratory-run-all", false).clicked() {
                shell.ask(Command::Measure(
                    EXPERIMENTS.iter().map(|experiment| experiment.name).collect(),
                ));
            }
        });
    });
}

/// The heading of a topic.
fn topic_ui(ui: &mut Ui, shell: &mut Shell, laboratory: &Laboratory, first: &Experiment) {
    let palette = theme::palette(ui);
    ui.add_space(2.0 * theme::GRID);
    ui.horizontal(|ui| {
        let title = words::text(&topic_word(first.topic), &[]);
        ui.label(RichText::new(&title).family(theme::strong()).color(palette.accent));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_enabled_ui(laboratory.measuring.is_none(), |ui| {
                let run =
                    widgets::slim_button(ui, icons::FAST_FORWARD, "laboratory-run-topic", false);
                let label = t!("laboratory-run-topic-named", topic = title);
                run.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
                if run.clicked() {
                    let own =
                        EXPERIMENTS.iter().filter(|experiment| experiment.topic == first.topic);
                    shell.ask(Command::Measure(own.map(|experiment| experiment.name).collect()));
                }
            });
        });
    });
}

/// An experiment, and how its measurements stand.
fn row_ui(ui: &mut Ui, laboratory: &mut Laboratory, experiment: &'static Experiment) {
    let palette = theme::palette(ui);
    let is_shown = laboratory.shown.name == experiment.name;
    let title = experiment.title().spoken();
    let text = widgets::row_text(ui, &title);
    let at = laboratory
        .measuring
        .as_ref()
        .and_then(|measuring| measuring.at())
        .filter(|at| at.experiment == experiment.name);
    let results = laboratory.report.results(experiment.name);
    let (mark, color) = match (at, results) {
        (Some(at), _) => (format!("{}/{}", at.number + 1, at.all), palette.accent),
        (None, Some(results)) if results.is_right() => {
            (icons::CHECK_CIRCLE.to_owned(), palette.plot[2])
        }
        (None, Some(_)) => (icons::X_CIRCLE.to_owned(), palette.warning),
        (None, None) => (icons::CIRCLE.to_owned(), palette.muted),
    };
    let color = if is_shown { palette.on_accent } else { color };
    let row = Button::selectable(is_shown, text).right_text(RichText::new(mark).color(color));
    let row = ui.add(row.min_size(vec2(ui.available_width(), theme::ROW)));
    row.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_shown, &title));
    // Arrow keys may have gone beyond what is in view.
    let before = ui.data_mut(|data| {
        data.get_temp_mut_or_insert_with(Id::unique("shown experiment"), || experiment.name)
            .to_owned()
    });
    if is_shown && before != experiment.name {
        row.scroll_to_me(None);
        ui.data_mut(|data| data.insert_temp(Id::unique("shown experiment"), experiment.name));
    }
    if row.clicked() {
        laboratory.show(experiment);
        // The arrows go on from here.
        row.surrender_focus();
    }
}
