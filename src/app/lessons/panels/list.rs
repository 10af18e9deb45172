//! The list of lessons.

use egui::{CentralPanel, Frame, Margin, RichText, ScrollArea, Ui};
use starshell::words::t;

use crate::app::commands::Command;
use crate::app::icons;
use crate::app::lessons::room::Room;
use crate::app::shell::{guidance, sides, theme, widgets};
use crate::app::simulation::panels::notices;
use crate::lesson::lesson_folder;

/// Widest line.
const COLUMN: f32 = 860.0;

/// Asks whether a lesson that was begun before goes on, or starts over for another class.
pub fn begun_ui(ui: &mut Ui, room: &mut Room, name: &str) {
    let palette = theme::palette(ui);
    let frame = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(32, 24));
    CentralPanel::default().frame(frame).show(ui, |ui| {
        let lesson = room.classroom.shelf.lesson(name);
        let title = lesson.map_or(name, |lesson| lesson.head.title.as_str()).to_owned();
        let all = lesson.map_or(0, |lesson| lesson.cards.len());
        let place = room.classroom.progress.place(name) + 1;
        if widgets::heading(ui, &title, "classroom-close") {
            room.classroom.asks = None;
        }
        ui.set_max_width(COLUMN.min(ui.available_width()));
        let size = theme::title_size(ui);
        let asked = RichText::new(t!("classroom-begun-title", place = place));
        ui.label(asked.size(1.2 * size).family(theme::strong()).color(palette.text));
        let text = RichText::new(t!("classroom-begun-text", place = place, all = all));
        ui.label(text.size(size).color(palette.text));
        ui.add_space(2.0 * theme::GRID);
        ui.horizontal_wrapped(|ui| {
            let goes_on = widgets::button(ui, icons::PLAY, "classroom-continue", true);
            guidance::take_focus(&goes_on, guidance::FIRST);
            let icon = icons::ARROW_COUNTER_CLOCKWISE;
            let starts_over = widgets::button(ui, icon, "classroom-restart", false).clicked();
            if goes_on.clicked() {
                room.classroom.progress.go_on(name);
            } else if starts_over {
                room.forget_lesson(name);
            } else {
                return;
            }
            room.desk.shell.ask(Command::BeginLesson(name.to_owned()));
        });
    });
}

/// Draws the list.
pub fn list_ui(ui: &mut Ui, room: &mut Room) {
    let palette = theme::palette(ui);
    let frame = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(32, 24));
    CentralPanel::default().frame(frame).show(ui, |ui| {
        notices::below_ui(ui, &mut room.desk.shell, &room.desk.run);
        widgets::parts_ui(ui, &mut room.desk.shell);
        ui.label(RichText::new(t!("classroom-about")).color(palette.muted));
        ui.add_space(2.0 * theme::GRID);
        ui.spacing_mut().scroll = theme::bar();
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            sides::scroll_by_keys(ui);
            ui.set_max_width(COLUMN.min(ui.available_width() - 4.0 * theme::GRID));
            for fault in &room.classroom.shelf.faults {
                ui.label(RichText::new(fault.spoken()).color(palette.warning));
            }
            let lessons: Vec<_> = room
                .classroom
                .shelf
                .lessons
                .iter()
                .map(|lesson| {
                    (
                        lesson.name.clone(),
                        lesson.head.clone(),
                        lesson.cards.len(),
                        room.classroom.progress.score(lesson),
                    )
                })
                .collect();
            for (number, (name, head, cards, [right, questions])) in lessons.into_iter().enumerate()
            {
                let place = room.classroom.progress.place(&name);
                Frame::new().fill(palette.field).corner_radius(8).inner_margin(14).show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    ui.horizontal(|ui| {
                        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                            let key =
                                if place > 0 { "classroom-continue" } else { "classroom-begin" };
                            let begin = widgets::button(ui, icons::PLAY, key, true);
                            let label = t!("classroom-begin-named", title = head.title);
                            begin.widget_info(|| {
                                egui::WidgetInfo::labeled(egui::Role::Button, true, &label)
                            });
                            if begin.clicked() {
                                // The button says which.
                                room.classroom.progress.go_on(&name);
                                room.desk.shell.ask(Command::BeginLesson(name.clone()));
                            }
                            if room.classroom.progress.is_begun(&name)
                                && widgets::icon_button(
                                    ui,
                                    icons::ARROW_COUNTER_CLOCKWISE,
                                    "classroom-restart",
                                    false,
                                )
                                .clicked()
                            {
                                room.forget_lesson(&name);
                            }
                            ui.with_layout(
                                egui::Layout::left_to_right(egui::Align::Center),
                                |ui| {
                                    // Its key.
                                    if number < 10 {
                                        let key = RichText::new(((number + 1) % 10).to_string())
                                            .size(1.15 * theme::TITLE);
                                        ui.label(key.color(palette.muted));
                                    }
                                    let title = RichText::new(&head.title)
                                        .size(1.15 * theme::TITLE)
                                        .family(theme::strong());
                                    ui.add(egui::Label::new(title.color(palette.text)).truncate());
                                },
                            );
                        });
                    });
                    let told = t!(
                        "classroom-minutes",
                        minutes = head.minutes,
                        cards = cards,
                        right = right,
                        questions = questions
                    );
                    ui.label(RichText::new(told).color(palette.muted));
                    for aim in &head.aims {
                        ui.horizontal_wrapped(|ui| {
                            ui.label(RichText::new("–").color(palette.muted));
                            ui.label(RichText::new(aim).color(palette.text));
                        });
                    }
                });
                ui.add_space(theme::GRID);
            }
            if let Some(folder) = lesson_folder() {
                widgets::note(ui, t!("classroom-folder", folder = folder.display()));
            }
            widgets::button_of(ui, &mut room.desk.shell, "classroom-export", false);
        });
    });
}
