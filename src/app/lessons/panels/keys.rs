//! The keys of the classroom: those of a presenter's clicker, and answers by their numbers.

use egui::{Event, Id, Key, Modifiers, Ui};

use crate::app::commands::{self, Command};
use crate::app::laboratory;
use crate::app::lessons::{classroom::Notes, panels::question, reading::Piece, room::Room};
use crate::app::shell::{guidance, keys};
use crate::app::workbench;

/// How far an arrow key scrolls a card, in points.
const LINES: f32 = 80.0;
/// Those of the first ten lessons of the list, and of options.
const DIGITS: [Key; 10] = [
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
    Key::Num0,
];

/// What keys go to.
#[derive(Clone, Copy)]
struct Place {
    /// Whether no control has the focus.
    is_free: bool,
    /// Whether a card beside an experiment is shown.
    is_drawing: bool,
    /// Whether what is typed belongs to the control with the focus.
    is_typing: bool,
    /// Whether the card asks for a number.
    asks_number: bool,
}

impl Place {
    fn new(ui: &Ui, room: &Room) -> Self {
        Self {
            is_free: ui.ctx().memory(|memory| memory.focused().is_none()),
            is_drawing: room.classroom.shows_experiment(),
            is_typing: guidance::is_typing(ui.ctx()),
            asks_number: question::asks_number(room),
        }
    }
}

/// Handles keys, and returns those that are left to the window. `was_free` says whether no control
/// had the focus in the last frame: Escape has already taken it away.
pub fn pressed(ui: &Ui, room: &mut Room, was_free: bool) -> Vec<(Key, Modifiers)> {
    let mut left = Vec::new();
    let has_bench = room.bench_of_card().is_some();
    let was_typing = has_bench && room.workbench.is_typing;
    if has_bench {
        workbench::keys::editing_keys(ui, &mut room.desk.shell, room.workbench);
    }
    // A clicker turns cards even while a number is being typed.
    let is_typing = ui.ctx().text_edit_focused();
    let place = Place::new(ui, room);
    for event in ui.input(|input| input.events.clone()) {
        if let Event::Text(text) = &event
            && !place.is_typing
        {
            question::type_number(room, text);
        }
        let Event::Key { key, modifiers, pressed: true, .. } = event else { continue };
        // Where it takes the focus away from a control, it does no more.
        let is_spent = key == Key::Escape && (was_typing || !was_free);
        if is_typing && !matches!(key, Key::PageDown | Key::PageUp) || is_spent {
            let is_seen = is_spent && !guidance::is_left(ui.ctx());
            ui.input_mut(|input| is_seen && input.consume_key(modifiers, key));
            continue;
        }
        if room.classroom.is_taught() {
            let echo = (commands::name(key, modifiers), ui.input(|input| input.time));
            ui.data_mut(|data| data.insert_temp(Id::unique("echo"), echo));
        }
        if !press(ui, room, place, key, modifiers) {
            ui.input_mut(|input| key == Key::Escape && input.consume_key(modifiers, key));
            left.push((key, modifiers));
        }
    }
    left
}

/// Handles one key. Returns whether it means anything here.
fn press(ui: &Ui, room: &mut Room, place: Place, key: Key, modifiers: Modifiers) -> bool {
    let Place { is_free, is_drawing, is_typing, asks_number } = place;
    // Arrows go to a drawing, or to a number that has been begun.
    let has_number = asks_number && !room.classroom.draft.typed.is_empty();
    let turns = is_free && !is_drawing && !has_number;
    match key {
        _ if is_typing && keys::is_of_number(key) => {}
        Key::Space if keys::is_used(ui.ctx(), key) => {}
        Key::PageDown | Key::PageUp if modifiers.is_none() => {
            let_go(ui);
            room.desk.shell.ask(Command::TurnCard(if key == Key::PageDown { 1 } else { -1 }));
        }
        Key::ArrowRight if turns => room.desk.shell.ask(Command::TurnCard(1)),
        Key::ArrowLeft if turns => room.desk.shell.ask(Command::TurnCard(-1)),
        Key::ArrowRight | Key::ArrowLeft if is_free && is_drawing => {
            laboratory::keys::step_by_key(room.laboratory, key)
        }
        Key::Space if is_drawing => laboratory::keys::step_by_key(room.laboratory, key),
        Key::ArrowDown | Key::ArrowUp if is_free => {
            room.classroom.reading.scroll += if key == Key::ArrowDown { LINES } else { -LINES };
        }
        Key::Home if is_free && !has_number => room.desk.shell.ask(Command::FirstCard),
        // The first press goes to what the card speaks of; egui goes on from there.
        Key::Tab if modifiers.is_none() && is_free => {
            if guidance::focus_marked(ui) && room.classroom.question().is_some() {
                room.classroom.reading.seeks = Some(Piece::Question);
            }
        }
        // Parts of a number that is typed, or slips beside them, which are keys of the window
        // otherwise.
        Key::Backspace if asks_number => room.classroom.draft.erase(),
        Key::Comma | Key::Period | Key::Minus | Key::Plus | Key::Equals if asks_number => {}
        Key::Enter if is_free && modifiers.is_none() => match room.classroom.asks.clone() {
            Some(name) => {
                room.classroom.progress.go_on(&name);
                room.desk.shell.ask(Command::BeginLesson(name));
            }
            None => question::enter(room),
        },
        Key::Escape if room.classroom.asks.take().is_some() => {}
        Key::S if modifiers.shift_only() => {
            room.classroom.notes =
                if room.classroom.notes == Notes::Apart { Notes::Closed } else { Notes::Apart };
        }
        Key::S if modifiers.is_none() => {
            room.classroom.notes =
                if room.classroom.is_taught() { Notes::Closed } else { Notes::Below }
        }
        Key::Escape if egui::Popup::is_any_open(ui.ctx()) => {}
        _ => match DIGITS.iter().position(|digit| *digit == key).filter(|_| modifiers.is_none()) {
            Some(number) => press_digit(ui, room, number),
            None => return false,
        },
    }
    true
}

/// Begins a lesson of the list, or chooses an option, by its number from 0.
fn press_digit(ui: &Ui, room: &mut Room, number: usize) {
    match room.classroom.shelf.lessons.get(number).filter(|_| room.classroom.lesson.is_none()) {
        Some(lesson) => room.desk.shell.ask(Command::BeginLesson(lesson.name.clone())),
        // Enter is for the answer now.
        None => {
            let_go(ui);
            question::choose(room, number);
        }
    }
}

/// Takes the focus from the control that has it.
fn let_go(ui: &Ui) {
    ui.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
}
