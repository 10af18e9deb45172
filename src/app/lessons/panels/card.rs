//! A card: its text, its question, and the way to the next.

use egui::text::{LayoutJob, TextFormat};
use egui::{Align, FontId, Label, Layout, Panel, RichText, ScrollArea, Ui, vec2};
use starshell::words::t;

use crate::app::lessons::{
    Fit, Notes, Piece,
    panels::{
        fit::{DENSITIES, fit},
        question, text, waits_for,
    },
};
use crate::app::shell::{action::Action, desk::Desk, icons, theme, widgets};
use crate::lesson::{Card, Lesson, Question};

/// Draws the card.
pub fn card_ui(ui: &mut Ui, desk: &mut Desk) {
    let palette = theme::palette(ui);
    let (Some(lesson), Some(card)) = (desk.classroom.lesson.clone(), desk.classroom.card().cloned()) else { return };
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if widgets::icon_button(ui, icons::X, "classroom-end", false).clicked() {
                desk.ask(Action::EndLesson);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(RichText::new(&lesson.head.title).color(palette.muted)).truncate());
            });
        });
    });
    progress_ui(ui, desk, lesson.cards.len());
    Panel::bottom("card-way").resizable(false).frame(egui::Frame::new()).show_separator_line(false).show(ui, |ui| {
        way_ui(ui, desk, lesson.cards.len());
    });
    // Not before it has happened, so that learners observe it themselves.
    let is_set_up = !desk.classroom.is_new && desk.loading().is_none();
    if is_set_up && !desk.classroom.reading.is_revealed && card.setting.wait.is_some() && desk.card_is_ready() {
        desk.classroom.reveal();
    }
    let fit = fit(ui, desk, &card);
    desk.classroom.reading.settle();
    let scrolls = fit.height > fit.room.y;
    ui.spacing_mut().scroll = theme::bar();
    let page = desk.classroom.reading.page;
    ScrollArea::vertical().id_salt((desk.classroom.place, page)).auto_shrink(false).show(ui, |ui| {
        let scroll = std::mem::take(&mut desk.classroom.reading.scroll);
        if scroll != 0.0 {
            ui.scroll_with_delta(vec2(0.0, -scroll));
        }
        if scrolls {
            ui.set_max_width(ui.available_width() - 3.0 * theme::GRID);
        }
        contents_ui(ui, desk, &card, &fit, page);
        // A pass that is drawn again would scroll in vain.
        if !ui.ctx().will_discard() && std::mem::take(&mut desk.classroom.reading.is_answered) {
            ui.scroll_to_cursor(Some(Align::BOTTOM));
        }
    });
}

/// Draws a page of the card, set like that. Returns the lower ends of the title and of each piece on it.
pub fn contents_ui(ui: &mut Ui, desk: &mut Desk, card: &Card, fit: &Fit, page: usize) -> Vec<f32> {
    let [space, letters] = DENSITIES[fit.density];
    let style = ui.style_mut();
    style.text_styles.values_mut().for_each(|font| font.size *= letters);
    let spacing = &mut style.spacing;
    spacing.item_spacing.y *= space;
    spacing.button_padding.y *= space;
    spacing.interact_size.y *= space;
    let top = ui.cursor().top();
    ui.add_space(space * theme::GRID);
    title_ui(ui, &card.title, (fit.pages.len() > 1).then(|| (page + 1, fit.pages.len())));
    ui.add_space(space * theme::GRID);
    let mut ends = vec![ui.cursor().top() - top];
    for piece in &fit.pieces[fit.pages[page].clone()] {
        piece_ui(ui, desk, card, fit, *piece);
        ends.push(ui.cursor().top() - top);
    }
    ends
}

/// Draws the title of a card and, if there are several, the number of the page.
fn title_ui(ui: &mut Ui, title: &str, page: Option<(usize, usize)>) {
    let (palette, size) = (theme::palette(ui), theme::title_size(ui));
    let mut job = LayoutJob::default();
    let strong = FontId::new(1.35 * size, theme::strong());
    job.append(title, 0.0, TextFormat { font_id: strong, color: palette.text, ..TextFormat::default() });
    if let Some((number, all)) = page {
        let font_id = FontId::proportional(size);
        job.append(
            &format!("{number}/{all}"),
            2.0 * theme::GRID,
            TextFormat { font_id, color: palette.muted, ..TextFormat::default() },
        );
    }
    ui.add(Label::new(job).wrap());
}

fn piece_ui(ui: &mut Ui, desk: &mut Desk, card: &Card, fit: &Fit, piece: Piece) {
    let size = theme::title_size(ui);
    match (piece, &card.question) {
        (Piece::Block(place), _) => text::blocks_ui(ui, &card.body[place..=place], size),
        (Piece::Recalled, _) => {
            let is_revealed = desk.classroom.reading.is_revealed;
            if let Some((question, given)) = desk.classroom.recalled()
                && question::recalled_ui(ui, question, given, is_revealed, fit.folds)
            {
                desk.classroom.reveal();
            }
        }
        (Piece::Question, Some(asked)) => question::question_ui(ui, desk, asked, fit.folds),
        (Piece::Reason, Some(asked)) => {
            desk.classroom.given().into_iter().for_each(|given| question::reason_ui(ui, asked, given));
        }
        (Piece::Question | Piece::Reason, None) => {}
    }
}

/// How far the lesson has come.
fn progress_ui(ui: &mut Ui, desk: &Desk, count: usize) {
    let palette = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 4.0), egui::Sense::hover());
    let share = (desk.classroom.place + 1) as f32 / count as f32;
    ui.painter().rect_filled(rect, 2.0, palette.line);
    ui.painter().rect_filled(rect.with_max_x(egui::lerp(rect.x_range(), share)), 2.0, palette.accent);
    let name = t!("classroom-place", place = desk.classroom.place + 1, all = count);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ProgressIndicator, true, &name));
    response.on_hover_text(name.clone());
}

/// Back and next, and what the card waits for.
fn way_ui(ui: &mut Ui, desk: &mut Desk, count: usize) {
    let palette = theme::palette(ui);
    ui.add_space(theme::GRID);
    let waits = waits_for(desk);
    if let Some(waits) = &waits {
        ui.label(RichText::new(waits).color(palette.accent));
    }
    ui.horizontal(|ui| {
        let is_first = desk.classroom.place == 0 && desk.classroom.reading.page == 0;
        if ui.add_enabled_ui(!is_first, |ui| widgets::button(ui, icons::CARET_LEFT, "classroom-back", false)).inner.clicked() {
            desk.ask(Action::TurnCard(-1));
        }
        ui.label(RichText::new(format!("{} / {count}", desk.classroom.place + 1)).color(palette.muted));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let is_last = desk.classroom.place + 1 == count && desk.classroom.reading.is_at_end();
            let key = if is_last { "classroom-finish" } else { "classroom-next" };
            let is_ready = waits.is_none() || desk.classroom.is_taught() || !desk.classroom.reading.is_at_end();
            if ui.add_enabled_ui(is_ready, |ui| widgets::button(ui, icons::CARET_RIGHT, key, true)).inner.clicked() {
                desk.ask(Action::TurnCard(1));
            }
        });
    });
}

/// Notes, time and what comes next, for those who teach, below the picture.
pub fn notes_ui(ui: &mut Ui, desk: &mut Desk) {
    let palette = theme::palette(ui);
    let (Some(lesson), Some(card)) = (desk.classroom.lesson.clone(), desk.classroom.card().cloned()) else { return };
    ui.horizontal(|ui| {
        ui.label(RichText::new(t!("classroom-notes")).family(theme::strong()).color(palette.accent));
        ui.label(RichText::new(clock(desk, &lesson)).color(palette.text));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if widgets::icon_button(ui, icons::PROJECTOR_SCREEN, "classroom-notes-apart", false).clicked() {
                desk.classroom.notes = Notes::Apart;
            }
        });
    });
    next_ui(ui, desk, &lesson);
    ScrollArea::vertical().max_height(120.0).show(ui, |ui| told_ui(ui, &card, theme::legible(ui.ctx(), theme::BODY)));
    ui.ctx().request_repaint_after(std::time::Duration::from_secs(1));
}

/// The same in a window of its own, which may be narrow.
pub fn notes_apart_ui(ui: &mut Ui, desk: &mut Desk) {
    let palette = theme::palette(ui);
    let (Some(lesson), Some(card)) = (desk.classroom.lesson.clone(), desk.classroom.card().cloned()) else { return };
    ui.add(egui::Label::new(RichText::new(&lesson.head.title).color(palette.muted)).truncate());
    progress_ui(ui, desk, lesson.cards.len());
    ui.add_space(theme::GRID);
    ui.label(RichText::new(clock(desk, &lesson)).size(theme::TITLE).color(palette.text));
    Panel::bottom("notes-way").resizable(false).frame(egui::Frame::new()).show_separator_line(false).show(ui, |ui| {
        next_ui(ui, desk, &lesson);
        way_ui(ui, desk, lesson.cards.len());
    });
    ui.spacing_mut().scroll = theme::bar();
    ScrollArea::vertical().id_salt(desk.classroom.place).auto_shrink(false).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 3.0 * theme::GRID);
        ui.add_space(theme::GRID);
        ui.label(RichText::new(&card.title).size(1.35 * theme::TITLE).family(theme::strong()).color(palette.text));
        ui.add_space(theme::GRID);
        told_ui(ui, &card, theme::TITLE);
    });
    ui.ctx().request_repaint_after(std::time::Duration::from_secs(1));
}

/// What only those who teach read on a card.
fn told_ui(ui: &mut Ui, card: &Card, size: f32) {
    // First, since it is looked for in a hurry.
    if let Some(question) = &card.question {
        let text = t!("classroom-solution", answer = question.solution());
        ui.label(RichText::new(text).size(size).color(theme::palette(ui).accent));
    }
    text::blocks_ui(ui, &card.notes, size);
    for (answer, reason) in card.question.iter().flat_map(Question::reasons) {
        let text = t!("classroom-reason", answer = answer, reason = reason);
        ui.label(RichText::new(text).size(size).color(theme::palette(ui).muted));
    }
}

/// The time since the lesson began, beside the time planned up to the end of this card.
fn clock(desk: &Desk, lesson: &Lesson) -> String {
    let clock = |seconds: u64| format!("{}:{:02}", seconds / 60, seconds % 60);
    let planned: f64 = lesson.cards[..=desk.classroom.place].iter().filter_map(|card| card.setting.minutes).sum();
    let time = clock(desk.classroom.began.elapsed().as_secs());
    t!("classroom-clock", time = time, planned = clock((60.0 * planned) as u64), all = lesson.head.minutes)
}

/// Which card comes next.
fn next_ui(ui: &mut Ui, desk: &Desk, lesson: &Lesson) {
    if let Some(next) = lesson.cards.get(desk.classroom.place + 1) {
        let text = RichText::new(t!("classroom-then", title = next.title)).color(theme::palette(ui).muted);
        ui.add(egui::Label::new(text).truncate());
    }
}
