//! The classroom: a list of lessons, or a card beside what it is about.

mod card;
mod fit;
mod list;
mod question;
mod text;

use std::time::Duration;

use egui::{Align2, CentralPanel, Color32, Event, FontId, Frame, Id, Key, LayerId, Margin, Order, Panel, Stroke, Ui, vec2};
use starshell::words::{self, t};

use crate::app::laboratory::panels as laboratory;
use crate::app::lessons::{Guidance, Notes, guidance};
use crate::app::shell::{action::Action, desk::Desk, keys, layout::side, painter::Pictures, panels::notices, theme, widgets};
use crate::app::simulation::panels::{bodies, body, physics, picture, scene, science, simple, view};
use crate::app::workbench::panels as workbench;
use crate::lesson::{Setting, SidePart};

/// Width of a card, at least and at most, and as a share of the window.
const CARD: [f32; 2] = [300.0, 480.0];
const SHARE: f32 = 0.38;
/// How far an arrow key scrolls a card, in points.
const LINES: f32 = 80.0;
/// How long a pressed key is echoed.
const ECHO: Duration = Duration::from_millis(1500);

/// Draws the classroom. `pictures` are the desk's targets.
pub fn classroom_ui(ui: &mut Ui, desk: &mut Desk, pictures: Pictures) {
    guidance::give_focus(ui);
    let was_free = !desk.classroom.has_focus;
    pressed(ui, desk, was_free);
    if desk.classroom.lesson.is_none() {
        Guidance::default().apply(ui);
        return list::list_ui(ui, desk);
    }
    desk.classroom.guidance().apply(ui);
    let setting = desk.classroom.card().map(|card| card.setting.clone()).unwrap_or_default();
    let window = ui.ctx().content_rect();
    let frame = widgets::panel_frame(ui).inner_margin(Margin::symmetric(20, 12));
    let width = (SHARE * window.width()).clamp(CARD[0], CARD[1]);
    Panel::left("card").exact_size(width).resizable(false).frame(frame).show(ui, |ui| card::card_ui(ui, desk));
    if desk.classroom.notes == Notes::Below {
        Panel::bottom("teacher").resizable(false).frame(frame).show(ui, |ui| card::notes_ui(ui, desk));
    }
    if setting.experiment.is_some() {
        let frame = Frame::new().fill(theme::palette(ui).panel).inner_margin(Margin::symmetric(20, 12));
        CentralPanel::default().frame(frame).show(ui, |ui| {
            laboratory::page_ui(ui, desk);
            notices::notices_ui(ui, desk, &[]);
        });
    } else if setting.bench.is_some() {
        let palette = theme::palette(ui);
        let fill = palette.field.lerp_to_gamma(palette.panel, 0.6);
        CentralPanel::default().frame(Frame::new().fill(fill).inner_margin(Margin::symmetric(16, 12))).show(ui, |ui| {
            workbench::page_ui(ui, desk);
            notices::notices_ui(ui, desk, &[]);
        });
    } else {
        let frame = widgets::panel_frame(ui);
        Panel::bottom("transport").exact_size(theme::BAR).resizable(false).frame(frame).show(ui, |ui| simple::bar_ui(ui, desk));
        if !setting.show.is_empty() {
            side(ui, Panel::right("parts"), |ui| setting.show.iter().for_each(|part| part_ui(ui, desk, *part)));
        }
        let sky = if desk.stage.session.scene().look.negative { Color32::WHITE } else { theme::palette(ui).sky };
        CentralPanel::default().frame(Frame::new().fill(sky)).show(ui, |ui| {
            let picture = picture::picture_ui(ui, desk, pictures);
            notices::notices_ui(ui, desk, &picture.taken);
        });
        science::enlarged_ui(ui, desk);
    }
    desk.classroom.used.extend(guidance::used(ui));
    desk.classroom.values.extend(guidance::values(ui));
    desk.classroom.has_focus = ui.ctx().memory(|memory| memory.focused().is_some());
    if desk.classroom.is_taught() {
        presenter_ui(ui);
    }
}

/// Draws the notes in a window of their own, which has the same keys.
pub fn notes_ui(ui: &mut Ui, desk: &mut Desk) {
    ui.ctx().set_theme(if desk.settings.light { egui::Theme::Light } else { egui::Theme::Dark });
    pressed(ui, desk, true);
    let frame = widgets::panel_frame(ui).inner_margin(Margin::symmetric(20, 12));
    CentralPanel::default().frame(frame).show(ui, |ui| card::notes_apart_ui(ui, desk));
}

/// A part of the side panel.
fn part_ui(ui: &mut Ui, desk: &mut Desk, part: SidePart) {
    match part {
        SidePart::Scene => scene::scene_ui(ui, desk),
        SidePart::Bodies => bodies::bodies_ui(ui, desk),
        SidePart::Physics => physics::physics_ui(ui, desk),
        SidePart::Hands => body::hands_ui(ui, desk),
        SidePart::Measurements => science::science_ui(ui, desk),
        SidePart::View => view::view_ui(ui, desk),
        SidePart::Guides => view::guides_ui(ui, desk, true),
    }
}

/// Handles keys: those of a presenter's clicker, answers by their numbers, and those of the window. `was_free` says whether no
/// control had the focus in the last frame: Escape has already taken it away.
fn pressed(ui: &Ui, desk: &mut Desk, was_free: bool) {
    let has_bench = desk.bench_of_card().is_some();
    let was_typing = has_bench && desk.workbench.is_typing;
    if has_bench {
        workbench::editing_keys(ui, desk);
    }
    // A clicker turns cards even while a number is being typed.
    let is_typing = ui.ctx().text_edit_focused();
    let is_free = ui.ctx().memory(|memory| memory.focused().is_none());
    let shows = |shown: fn(&Setting) -> bool| desk.classroom.card().is_some_and(|card| shown(&card.setting));
    let is_drawing = shows(|setting| setting.experiment.is_some());
    let has_simulation = shows(|setting| setting.experiment.is_none() && setting.bench.is_none());
    let has_list = desk.classroom.lesson.is_none();
    let asks_number = question::asks_number(desk);
    for event in ui.input(|input| input.events.clone()) {
        if let Event::Text(text) = &event
            && !is_typing
        {
            question::type_number(desk, text);
        }
        let Event::Key { key, modifiers, pressed: true, .. } = event else { continue };
        // Where it takes the focus away from a control, it does no more.
        let is_spent = key == Key::Escape && (was_typing || !was_free);
        if is_typing && !matches!(key, Key::PageDown | Key::PageUp) || is_spent {
            ui.input_mut(|input| is_spent && input.consume_key(modifiers, key));
            continue;
        }
        // Arrows go to a drawing, or to a number that has been begun.
        let has_number = asks_number && !desk.classroom.typed.is_empty();
        let turns = is_free && !is_drawing && !has_number;
        if desk.classroom.is_taught() {
            let echo = (keys::name(key, modifiers), ui.input(|input| input.time));
            ui.data_mut(|data| data.insert_temp(Id::unique("echo"), echo));
        }
        let digit = DIGITS.iter().position(|digit| *digit == key);
        match key {
            Key::PageDown | Key::PageUp => {
                let_go(ui);
                desk.ask(Action::TurnCard(if key == Key::PageDown { 1 } else { -1 }));
            }
            Key::ArrowRight if turns => desk.ask(Action::TurnCard(1)),
            Key::ArrowLeft if turns => desk.ask(Action::TurnCard(-1)),
            Key::ArrowRight | Key::ArrowLeft | Key::Space if is_free && is_drawing => laboratory::step_by_key(desk, key),
            Key::ArrowDown | Key::ArrowUp if is_free => {
                desk.classroom.reading.scroll += if key == Key::ArrowDown { LINES } else { -LINES };
            }
            Key::Home if is_free && !has_number => desk.ask(Action::FirstCard),
            // The first press goes to what the card speaks of; egui goes on from there.
            Key::Tab if modifiers.is_none() && is_free => guidance::focus_marked(ui),
            // Parts of a number that is typed, or slips beside them, which are keys of the window otherwise.
            Key::Backspace if asks_number => {
                desk.classroom.is_number_given = false;
                desk.classroom.typed.pop();
            }
            Key::Comma | Key::Period | Key::Minus | Key::Plus | Key::Equals if asks_number => {}
            Key::Enter if is_free && modifiers.is_none() => question::enter(desk),
            Key::S if modifiers.shift_only() => {
                desk.classroom.notes = if desk.classroom.notes == Notes::Apart { Notes::Closed } else { Notes::Apart };
            }
            Key::S if modifiers.is_none() => {
                desk.classroom.notes = if desk.classroom.is_taught() { Notes::Closed } else { Notes::Below }
            }
            _ if digit.is_some() && modifiers.is_none() => {
                let number = digit.unwrap_or(0);
                match desk.classroom.shelf.lessons.get(number).filter(|_| desk.classroom.lesson.is_none()) {
                    Some(lesson) => desk.ask(Action::Lesson(lesson.name.clone())),
                    // Enter is for the answer now.
                    None => {
                        let_go(ui);
                        question::choose(desk, number);
                    }
                }
            }
            Key::Escape if egui::Popup::is_any_open(ui.ctx()) => {}
            _ => {
                if key == Key::Escape {
                    ui.input_mut(|input| input.consume_key(modifiers, key));
                }
                // Nothing that is not seen changes, and a comma typed beside a field does not leave the lesson: Escape does.
                let is_meant = |action: &Action| match action {
                    Action::ToggleView(_) => has_list,
                    Action::Measure(_) => is_drawing,
                    action => has_simulation || !action.is_of_simulation(),
                };
                let is_meant = |action: &Action| action.is_of_classroom() && is_meant(action);
                if let Some(action) = keys::action(key, modifiers).filter(is_meant) {
                    desk.ask(action);
                }
            }
        }
    }
}

/// Takes the focus from the control that has it.
fn let_go(ui: &Ui) {
    ui.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
}

const DIGITS: [Key; 9] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// For those who present: a ring around the pointer, and the key that was pressed.
fn presenter_ui(ui: &Ui) {
    let painter = ui.ctx().layer_painter(LayerId::new(Order::Tooltip, Id::unique("presenter")));
    let palette = theme::palette(ui);
    if let Some(pointer) = ui.ctx().pointer_latest_pos() {
        painter.circle(pointer, 22.0, palette.accent.gamma_multiply(0.15), Stroke::new(3.0, palette.accent.gamma_multiply(0.8)));
    }
    let now = ui.input(|input| input.time);
    let echo = ui.data(|data| data.get_temp::<(String, f64)>(Id::unique("echo")));
    if let Some((key, _)) = echo.filter(|(_, time)| now - time < ECHO.as_secs_f64()) {
        let place = ui.ctx().content_rect().center_bottom() - vec2(0.0, 72.0);
        let galley = painter.layout_no_wrap(key, FontId::new(1.6 * theme::TITLE, theme::strong()), palette.on_accent);
        let rect = Align2::CENTER_BOTTOM.anchor_size(place, galley.size() + vec2(24.0, 12.0));
        painter.rect_filled(rect, 8.0, palette.accent);
        painter.galley(rect.center() - 0.5 * galley.size(), galley, palette.on_accent);
        ui.ctx().request_repaint_after(ECHO);
    }
}

/// What the card waits for, in words.
fn waits_for(desk: &Desk) -> Option<String> {
    use crate::lesson::Wait;
    let wait = desk.classroom.card()?.setting.wait.as_ref().filter(|_| !desk.card_is_ready())?;
    Some(match wait {
        Wait::Control(key) => t!("classroom-wait-control", name = words::text(key, &[])),
        Wait::Set(goals) => {
            let (key, goal) = goals.iter().find(|(key, goal)| !desk.classroom.shows(key, goal))?;
            t!("classroom-wait-set", name = words::text(key, &[]), value = goal.words())
        }
        Wait::Time(time) => t!("classroom-wait-time", time = words::number(*time)),
        Wait::Results(_) if desk.bench_of_card().is_some() => t!("classroom-wait-kernel"),
        Wait::Results(_) => t!("classroom-wait-results"),
        Wait::Right(_) => t!("classroom-wait-right"),
        Wait::Faster(least) => t!("classroom-wait-faster", ratio = words::short(*least)),
        Wait::Answer(_) => t!("classroom-wait-answer"),
    })
}
