//! A card: its text, its question, and the way to the next.

use egui::{Align, Layout, Panel, RichText, ScrollArea, Ui, vec2};
use starshell::words::{self, t};

use crate::app::commands::Command;
use crate::app::icons;
use crate::app::lessons::{
    classroom::{Notes, SetUp},
    panels::{contents::contents_ui, fit::fit, text},
    room::Room,
};
use crate::app::shell::{guidance, theme, widgets};
use crate::app::workbench::panels as workbench;
use crate::lesson::{Card, Lesson, Question, Wait};

/// Draws the card.
pub fn card_ui(ui: &mut Ui, room: &mut Room) {
    let palette = theme::palette(ui);
    let (Some(lesson), Some(card)) =
        (room.classroom.lesson.clone(), room.classroom.card().cloned())
    else {
        return;
    };
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let is_ended = match room.desk.aside.is_run() {
                true => widgets::button(ui, icons::X, "classroom-return", false).clicked(),
                false => widgets::icon_button(ui, icons::X, "classroom-end", false).clicked(),
            };
            if is_ended {
                room.desk.shell.ask(Command::EndLesson);
            }
            if room.classroom.class.is_some()
                && widgets::icon_button(
                    ui,
                    icons::PROJECTOR_SCREEN,
                    "class-show-code",
                    room.classroom.shows_code,
                )
                .clicked()
            {
                room.classroom.shows_code ^= true;
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let title = RichText::new(&lesson.head.title).color(palette.muted);
                ui.add(egui::Label::new(title).wrap());
            });
        });
    });
    progress_ui(ui, room, lesson.cards.len());
    Panel::bottom("card-way")
        .resizable(false)
        .frame(egui::Frame::new())
        .show_separator_line(false)
        .show(ui, |ui| {
            way_ui(ui, room, lesson.cards.len());
        });
    // Not before it has happened, so that learners observe it themselves.
    let is_set_up = room.classroom.set_up == SetUp::Done;
    if is_set_up
        && !room.classroom.reading.is_revealed
        && card.setting.wait.is_some()
        && room.card_is_ready()
    {
        room.classroom.reveal();
    }
    let fit = fit(ui, room, &card);
    room.classroom.reading.settle();
    let scrolls = fit.height > fit.room.y;
    ui.spacing_mut().scroll = theme::bar();
    let page = room.classroom.reading.page;
    ScrollArea::vertical().id_salt((room.classroom.place, page)).auto_shrink(false).show(
        ui,
        |ui| {
            let scroll = std::mem::take(&mut room.classroom.reading.scroll);
            if scroll != 0.0 {
                ui.scroll_with_delta(vec2(0.0, -scroll));
            }
            if scrolls {
                ui.set_max_width(ui.available_width() - 3.0 * theme::GRID);
            }
            contents_ui(ui, room, &card, &fit, page);
            // A pass that is drawn again would scroll in vain.
            if !ui.ctx().will_discard() && std::mem::take(&mut room.classroom.reading.is_answered) {
                ui.scroll_to_cursor(Some(Align::BOTTOM));
            }
        },
    );
}

/// How far the lesson has come.
fn progress_ui(ui: &mut Ui, room: &Room, count: usize) {
    let palette = theme::palette(ui);
    let (rect, response) =
        ui.allocate_exact_size(egui::vec2(ui.available_width(), 4.0), egui::Sense::hover());
    let share = (room.classroom.place + 1) as f32 / count as f32;
    ui.painter().rect_filled(rect, 2.0, palette.line);
    ui.painter().rect_filled(
        rect.with_max_x(egui::lerp(rect.x_range(), share)),
        2.0,
        palette.accent,
    );
    let name = t!("classroom-place", place = room.classroom.place + 1, all = count);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ProgressIndicator, true, &name));
    response.on_hover_text(name.clone());
}

/// Back and next, and what the card waits for.
fn way_ui(ui: &mut Ui, room: &mut Room, count: usize) {
    let palette = theme::palette(ui);
    ui.add_space(theme::GRID);
    let waits = waits_for(room);
    if let Some(waits) = &waits {
        ui.label(RichText::new(waits).color(palette.accent));
    }
    ui.horizontal(|ui| {
        let is_first = room.classroom.place == 0 && room.classroom.reading.page == 0;
        if ui
            .add_enabled_ui(!is_first, |ui| {
                widgets::button(ui, icons::CARET_LEFT, "classroom-back", false)
            })
            .inner
            .clicked()
        {
            room.desk.shell.ask(Command::TurnCard(-1));
        }
        ui.label(
            RichText::new(format!("{} / {count}", room.classroom.place + 1)).color(palette.muted),
        );
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let is_last = room.classroom.place + 1 == count && room.classroom.reading.is_at_end();
            let key = match is_last {
                true if room.desk.aside.is_run() => "classroom-return",
                true => "classroom-finish",
                false => "classroom-next",
            };
            let is_ready = waits.is_none()
                || room.classroom.is_taught()
                || !room.classroom.reading.is_at_end();
            let next = ui
                .add_enabled_ui(is_ready, |ui| widgets::button(ui, icons::CARET_RIGHT, key, true))
                .inner;
            if room.classroom.question().is_none() {
                guidance::take_focus(&next, guidance::FIRST);
            }
            if next.clicked() {
                room.desk.shell.ask(Command::TurnCard(1));
            }
        });
    });
}

/// Notes, time and what comes next, for those who teach, below the picture.
pub fn notes_ui(ui: &mut Ui, room: &mut Room) {
    let palette = theme::palette(ui);
    let (Some(lesson), Some(card)) =
        (room.classroom.lesson.clone(), room.classroom.card().cloned())
    else {
        return;
    };
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if widgets::icon_button(ui, icons::PROJECTOR_SCREEN, "classroom-notes-apart", false)
                .clicked()
            {
                room.classroom.notes = Notes::Apart;
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.label(
                    RichText::new(t!("classroom-notes"))
                        .family(theme::strong())
                        .color(palette.accent),
                );
                // A long one would widen the panel beyond the window.
                let clock = RichText::new(clock(room, &lesson)).color(palette.text);
                ui.add(egui::Label::new(clock).truncate());
            });
        });
    });
    next_ui(ui, room, &lesson);
    ScrollArea::vertical()
        .max_height(120.0)
        .show(ui, |ui| told_ui(ui, room, &card, theme::legible(ui.ctx(), theme::BODY)));
    ui.ctx().request_repaint_after(std::time::Duration::from_secs(1));
}

/// Shows notes, time and what comes next in a separate window, which may be narrow.
pub fn notes_apart_ui(ui: &mut Ui, room: &mut Room) {
    let palette = theme::palette(ui);
    let (Some(lesson), Some(card)) =
        (room.classroom.lesson.clone(), room.classroom.card().cloned())
    else {
        return;
    };
    ui.add(egui::Label::new(RichText::new(&lesson.head.title).color(palette.muted)).truncate());
    progress_ui(ui, room, lesson.cards.len());
    ui.add_space(theme::GRID);
    ui.label(RichText::new(clock(room, &lesson)).size(theme::TITLE).color(palette.text));
    Panel::bottom("notes-way")
        .resizable(false)
        .frame(egui::Frame::new())
        .show_separator_line(false)
        .show(ui, |ui| {
            next_ui(ui, room, &lesson);
            way_ui(ui, room, lesson.cards.len());
        });
    ui.spacing_mut().scroll = theme::bar();
    ScrollArea::vertical().id_salt(room.classroom.place).auto_shrink(false).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 3.0 * theme::GRID);
        ui.add_space(theme::GRID);
        ui.label(
            RichText::new(&card.title)
                .size(1.35 * theme::TITLE)
                .family(theme::strong())
                .color(palette.text),
        );
        ui.add_space(theme::GRID);
        told_ui(ui, room, &card, theme::TITLE);
    });
    ui.ctx().request_repaint_after(std::time::Duration::from_secs(1));
}

/// What only those who teach read on a card. Answers stand there once the question is asked: a class
/// may see them, too.
fn told_ui(ui: &mut Ui, room: &Room, card: &Card, size: f32) {
    let question = card.question.as_ref().filter(|_| room.classroom.is_asking());
    // First, since it is looked for in a hurry.
    if let Some(question) = question {
        let text = t!("classroom-solution", answer = question.solution());
        ui.label(RichText::new(text).size(size).color(theme::palette(ui).accent));
    }
    text::blocks_ui(ui, &card.notes, size);
    for (answer, reason) in question.into_iter().flat_map(Question::reasons) {
        let text = t!("classroom-reason", answer = answer, reason = reason);
        ui.label(RichText::new(text).size(size).color(theme::palette(ui).muted));
    }
}

/// The time since the lesson began, beside the time planned up to the end of this card.
fn clock(room: &Room, lesson: &Lesson) -> String {
    let clock = |seconds: u64| format!("{}:{:02}", seconds / 60, seconds % 60);
    let planned: f64 =
        lesson.cards[..=room.classroom.place].iter().filter_map(|card| card.setting.minutes).sum();
    let time = clock(room.classroom.began.elapsed().as_secs());
    t!(
        "classroom-clock",
        time = time,
        planned = clock((60.0 * planned) as u64),
        all = lesson.head.minutes
    )
}

/// Which card comes next, and the order of the options, with which a screen can be shown again.
fn next_ui(ui: &mut Ui, room: &Room, lesson: &Lesson) {
    let next = lesson.cards.get(room.classroom.place + 1);
    let next = next.map(|next| t!("classroom-then", title = next.title));
    let words = next.into_iter().chain([t!("classroom-seed", seed = lesson.seed)]);
    let text = words.collect::<Vec<_>>().join(" · ");
    let text = RichText::new(text).color(theme::palette(ui).muted);
    ui.add(egui::Label::new(text).truncate());
}

/// What the card waits for, in words.
fn waits_for(room: &Room) -> Option<String> {
    let wait = room.classroom.card()?.setting.wait.as_ref().filter(|_| !room.card_is_ready())?;
    Some(match wait {
        Wait::Control(key) => t!("classroom-wait-control", name = words::text(key, &[])),
        Wait::Set(goals) => {
            let (key, goal) = goals.iter().find(|(key, goal)| !room.classroom.shows(key, goal))?;
            t!("classroom-wait-set", name = words::text(key, &[]), value = goal.words())
        }
        Wait::Time(time) => t!("classroom-wait-time", time = words::number(*time)),
        Wait::Results(_) if room.bench_of_card().is_some() => t!("classroom-wait-kernel"),
        Wait::Results(_) => t!("classroom-wait-results"),
        Wait::Right(_) => t!("classroom-wait-right"),
        Wait::Faster(least) => {
            let model = workbench::model(room.workbench.sheet().bench);
            t!("classroom-wait-faster", ratio = words::short(*least), model = model)
        }
        Wait::Answer(_) => t!("classroom-wait-answer"),
    })
}
