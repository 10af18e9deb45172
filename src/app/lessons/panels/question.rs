//! A question: options to choose, a number to type, or a value to measure.

use egui::{
    Align2, Atom, AtomExt, Button, FontId, Frame, Margin, RichText, Stroke, TextEdit, Ui, Vec2,
    vec2,
};
use starshell::words::{self, t};

use crate::app::commands::Command;
use crate::app::icons;
use crate::app::lessons::{
    panels::{class, verdict::sign},
    progress::Given,
    reading::Piece,
    room::Room,
};
use crate::app::shell::{guidance, theme, widgets};
use crate::lesson::Question;

/// Chooses an option by its number, from 0.
pub fn choose(room: &mut Room, option: usize) {
    if option < room.classroom.question().map_or(0, |question| question.options().len()) {
        room.classroom.draft.chosen = Some(option);
        room.classroom.reading.seeks = Some(Piece::Question);
    }
}

/// Gives the answer that is ready, or else shows what became of a prediction.
pub fn enter(room: &mut Room) {
    let measures = matches!(room.classroom.question(), Some(Question::Measure { .. }));
    match room.ready_answer() {
        // Nobody takes a value without seeing it.
        Some(_) if measures && !room.classroom.reading.shows(Piece::Question) => {
            room.classroom.reading.seeks = Some(Piece::Question);
        }
        Some(answer) => room.desk.shell.ask(Command::AnswerCard(answer)),
        None if room.classroom.recalled().is_some() => room.classroom.reveal(),
        None => {}
    }
}

/// Whether the card asks for a number to be typed.
pub fn asks_number(room: &Room) -> bool {
    matches!(room.classroom.question(), Some(Question::Number { .. }))
}

/// Types into the field for a number, which need not have the focus.
pub fn type_number(room: &mut Room, text: &str) {
    if asks_number(room)
        && text.chars().all(|letter| letter.is_ascii_digit() || ".,-−".contains(letter))
    {
        room.classroom.draft.add(text);
        room.classroom.reading.seeks = Some(Piece::Question);
    }
}

/// Draws the question of the card.
pub fn question_ui(ui: &mut Ui, room: &mut Room, question: &Question) {
    let palette = theme::palette(ui);
    let space = ui.spacing().item_spacing.y;
    ui.add_space(space);
    let margin = Margin::symmetric(12, (2.0 * space) as i8);
    Frame::new().fill(palette.field).corner_radius(8).inner_margin(margin).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let size = theme::title_size(ui);
        ui.label(
            RichText::new(question.ask()).size(size).family(theme::strong()).color(palette.text),
        );
        options_ui(ui, room, question);
        class::answers_ui(ui, room, question);
        match question {
            Question::Number { unit, .. } => number_ui(ui, room, unit.as_deref()),
            Question::Measure { quantity, largest_error, .. } => {
                let value = room.measured(*quantity).map_or_else(|| "–".to_owned(), words::number);
                let text = t!("classroom-measured", value = value);
                ui.label(RichText::new(text).size(size).color(palette.accent));
                if *largest_error {
                    largest_error_ui(ui, room);
                }
            }
            Question::Choose { .. } | Question::Predict { .. } => {}
        }
        give_ui(ui, room, question);
    });
}

/// Draws the options to choose from.
fn options_ui(ui: &mut Ui, room: &mut Room, question: &Question) {
    let (palette, size) = (theme::palette(ui), theme::title_size(ui));
    let shown = class::shown(room);
    // How many of a class chose an option has its own place at the end of the row.
    let count = if room.classroom.class.is_some() { 1.5 * size } else { 0.0 };
    for (place, option) in question.options().iter().enumerate() {
        let is_chosen = room.classroom.draft.chosen == Some(place);
        // Its number, in the mark that says what is chosen, is a key to press and no part of what
        // is said.
        let color = if is_chosen { palette.on_accent } else { palette.accent };
        let mark = Atom::paint(Vec2::splat(1.2 * size), move |ui, args| {
            let center = args.rect.center();
            ui.painter().circle(
                center,
                0.6 * size,
                if is_chosen { palette.accent } else { palette.panel },
                Stroke::new(1.5, color),
            );
            let font = FontId::new(0.75 * size, theme::strong());
            ui.painter().text(center, Align2::CENTER_CENTER, (place + 1).to_string(), font, color);
        });
        let button = Button::selectable(
            is_chosen,
            (mark, RichText::new(option).size(size).atom_shrink(true)),
        )
        .gap(2.0 * theme::GRID)
        .wrap()
        .min_size(vec2(ui.available_width() - count, 1.4 * ui.spacing().interact_size.y));
        let limited = |ui: &mut Ui| {
            ui.set_max_width(ui.available_width() - count);
            ui.add(button)
        };
        let row = ui.scope(limited).inner;
        row.widget_info(|| {
            egui::WidgetInfo::selected(egui::Role::RadioButton, true, is_chosen, option)
        });
        if place == 0 {
            take_first_focus(ui, &row);
        }
        if let Some(counts) = &shown {
            let whole = row.rect.with_max_x(row.rect.right() + count);
            class::bar_ui(ui, whole, place, counts);
        }
        if row.clicked() {
            room.classroom.draft.chosen = Some(place);
            row.surrender_focus();
        }
    }
}

/// Draws the largest error of the energy since the start: a plot scrolls past its peaks.
fn largest_error_ui(ui: &mut Ui, room: &Room) {
    let percent = |error: f64| words::local(&format!("{:.2}", 100.0 * error));
    let value = room.largest_error().map_or_else(|| "–".to_owned(), percent);
    let text = RichText::new(t!("classroom-largest-error", value = value));
    ui.label(text.size(theme::title_size(ui)).color(theme::palette(ui).text));
}

/// Draws the field for a number.
fn number_ui(ui: &mut Ui, room: &mut Room, unit: Option<&str>) {
    ui.horizontal(|ui| {
        let name = t!("classroom-number");
        // The question lies on the colour of fields, where one could not be seen.
        let color = theme::palette(ui).panel;
        let field = TextEdit::singleline(&mut room.classroom.draft.typed)
            .id_salt("answer")
            .desired_width(120.0);
        let field = ui.add(field.hint_text(&name).background_color(color));
        field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, &name));
        take_first_focus(ui, &field);
        if field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
            room.ready_answer()
                .into_iter()
                .for_each(|answer| room.desk.shell.ask(Command::AnswerCard(answer)));
        }
        unit.into_iter().for_each(|unit| drop(ui.label(unit)));
    });
}

/// Draws the button that gives the answer and, beside it, the sign of its verdict.
fn give_ui(ui: &mut Ui, room: &mut Room, question: &Question) {
    let answer = room.ready_answer();
    let key = match question {
        Question::Predict { .. } => "classroom-predict",
        Question::Measure { .. } => "classroom-take",
        _ => "classroom-answer",
    };
    ui.horizontal(|ui| {
        let button = ui
            .add_enabled_ui(answer.is_some(), |ui| widgets::button(ui, icons::CHECK, key, true))
            .inner;
        if matches!(question, Question::Measure { .. }) {
            take_first_focus(ui, &button);
        }
        if let Some(answer) = answer.filter(|_| button.clicked()) {
            room.desk.shell.ask(Command::AnswerCard(answer));
        }
        if let Some(given) = room.classroom.given() {
            let (icon, color, _) = sign(ui, question, given);
            ui.label(RichText::new(icon).size(theme::ICON).color(color));
        }
    });
}

/// Lets the first control of the question take the focus that is wanted. What is only measured
/// takes none.
fn take_first_focus(ui: &Ui, control: &egui::Response) {
    if ui.is_visible() {
        guidance::take_focus(control, guidance::FIRST);
    }
}

/// What was predicted on an earlier card, if anything, and, once it is revealed, what happens. If
/// it `folds`, what was asked is left out. Returns whether *Reveal* was clicked.
pub fn recalled_ui(
    ui: &mut Ui,
    question: &Question,
    given: Option<&Given>,
    is_revealed: bool,
    folds: bool,
) -> bool {
    let palette = theme::palette(ui);
    // The frame's colour would give the outcome away.
    let color = if !is_revealed {
        palette.line
    } else if given.is_some_and(|given| given.is_right) {
        palette.plot[2]
    } else {
        palette.accent
    };
    let space = ui.spacing().item_spacing.y;
    let margin = Margin::symmetric(10, (1.7 * space) as i8);
    let mut is_asked = false;
    Frame::new().stroke(egui::Stroke::new(1.0, color)).corner_radius(8).inner_margin(margin).show(
        ui,
        |ui| {
            ui.set_width(ui.available_width());
            if !folds || given.is_none() {
                ui.label(RichText::new(question.ask()).color(palette.muted));
            }
            if let Some(given) = given {
                ui.label(
                    RichText::new(t!("classroom-predicted", answer = given.answer))
                        .color(palette.text),
                );
            }
            if !is_revealed {
                is_asked = widgets::button(ui, icons::EYE, "classroom-reveal", false).clicked();
                return;
            }
            let wrong =
                given.filter(|given| !given.is_right).and_then(|given| given.value.as_ref());
            // Right after what was predicted, which it is about.
            if let Some(reason) = wrong.and_then(|answer| question.reason(answer)) {
                ui.label(RichText::new(reason).color(palette.text));
            }
            let told = match given {
                Some(given) if given.is_right => t!("classroom-came-true"),
                _ => t!("classroom-came-otherwise", answer = question.solution()),
            };
            ui.label(RichText::new(told).color(color));
        },
    );
    ui.add_space(space);
    is_asked
}
