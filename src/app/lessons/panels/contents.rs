//! What is on a page of a card: its title, text, and question.

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, Label, Ui};

use crate::app::lessons::{
    panels::{
        question, text,
        verdict::{answered_ui, verdict_ui},
    },
    reading::{Fit, Piece},
    room::Room,
};
use crate::app::shell::theme;
use crate::lesson::Card;

/// How dense a card may be set, the loosest first: factors on the space between its parts, and on
/// its letters. Those of a projector never shrink.
pub const DENSITIES: [[f32; 2]; 10] = [
    [1.0, 1.0],
    [0.8, 1.0],
    [0.6, 1.0],
    [0.45, 1.0],
    [0.3, 1.0],
    [0.45, 0.95],
    [0.4, 0.9],
    [0.4, 0.85],
    [0.3, 0.8],
    [0.3, 0.75],
];

/// Draws a page of the card, set like that. Returns the lower ends of the title and of each piece
/// on it.
pub fn contents_ui(ui: &mut Ui, room: &mut Room, card: &Card, fit: &Fit, page: usize) -> Vec<f32> {
    let [space, letters] = DENSITIES[fit.density];
    let style = ui.style_mut();
    style.text_styles.values_mut().for_each(|font| font.size *= letters);
    let spacing = &mut style.spacing;
    spacing.item_spacing.y *= space;
    spacing.button_padding.y *= space;
    spacing.interact_size.y *= space;
    let top = ui.cursor().top();
    ui.add_space(space * theme::GRID);
    let is_numbered = fit.pages.len() > 1;
    let number = (is_numbered || fit.keeps_page)
        .then(|| (page + 1, fit.pages.len() + usize::from(!is_numbered), is_numbered));
    title_ui(ui, &card.title, number);
    ui.add_space(space * theme::GRID);
    let mut ends = vec![ui.cursor().top() - top];
    let pieces = &fit.pieces[fit.pages[page].clone()];
    if pieces == [Piece::Reason]
        && let Some(asked) = &card.question
    {
        answered_ui(ui, asked, room.classroom.given());
    }
    for piece in pieces {
        piece_ui(ui, room, card, fit, *piece);
        ends.push(ui.cursor().top() - top);
    }
    ends
}

/// Draws the title of a card and, if there are several, the number of the page, or only keeps its
/// room.
fn title_ui(ui: &mut Ui, title: &str, page: Option<(usize, usize, bool)>) {
    let (palette, size) = (theme::palette(ui), theme::title_size(ui));
    let mut job = LayoutJob::default();
    let strong = FontId::new(1.35 * size, theme::strong());
    job.append(
        title,
        0.0,
        TextFormat { font_id: strong, color: palette.text, ..TextFormat::default() },
    );
    if let Some((number, all, is_shown)) = page {
        let color = if is_shown { palette.muted } else { Color32::TRANSPARENT };
        let font_id = FontId::proportional(size);
        job.append(
            &format!("{number}/{all}"),
            2.0 * theme::GRID,
            TextFormat { font_id, color, ..TextFormat::default() },
        );
    }
    ui.add(Label::new(job).wrap());
}

fn piece_ui(ui: &mut Ui, room: &mut Room, card: &Card, fit: &Fit, piece: Piece) {
    let size = theme::title_size(ui);
    match (piece, &card.question) {
        (Piece::Block(place), _) => text::blocks_ui(ui, &card.body[place..=place], size),
        (Piece::Recalled, _) => {
            let is_revealed = room.classroom.reading.is_revealed;
            if let Some((question, given)) = room.classroom.recalled()
                && question::recalled_ui(ui, question, given, is_revealed, fit.folds)
            {
                room.classroom.reveal();
            }
        }
        (Piece::Question, Some(asked)) => question::question_ui(ui, room, asked),
        (Piece::Reason, Some(asked)) => verdict_ui(ui, asked, room.classroom.given()),
        (Piece::Question | Piece::Reason, None) => {}
    }
}
