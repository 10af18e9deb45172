//! How a card fits into its room: denser where it has to be or, where a class reads it from a
//! projector, on several pages.

#![allow(clippy::single_range_in_vec_init, reason = "a list of pages, which may be one")]

use std::ops::Range;

use egui::{Id, Rect, Ui, UiBuilder, vec2};

use crate::app::lessons::{
    classroom::Classroom,
    panels::contents::{DENSITIES, contents_ui},
    reading::{Fit, Piece},
    room::Room,
};
use crate::lesson::{Block, Card};

/// Points of height for a card that is only measured.
const TALLEST: f32 = 1e5;

/// What is on the card now, in order.
fn pieces(classroom: &Classroom, card: &Card) -> Vec<Piece> {
    let split = card.outcome.unwrap_or(0);
    let mut pieces: Vec<_> = (0..split).map(Piece::Block).collect();
    pieces.extend(classroom.recalled().map(|_| Piece::Recalled));
    if classroom.hides_outcome() {
        return pieces;
    }
    pieces.extend((split..card.body.len()).map(Piece::Block));
    if card.question.is_some() {
        pieces.extend([Piece::Question, Piece::Reason]);
    }
    pieces
}

/// How the card fits into the room that is left: on as few pages and as loose as possible, and
/// without what a prediction was asked only where nothing else helps. Space for the verdict is
/// reserved from the start, so that answering moves nothing.
pub fn fit(ui: &Ui, room: &mut Room, card: &Card) -> Fit {
    let size = ui.available_size();
    if let Some(fit) = room.classroom.reading.fit.as_ref().filter(|fit| fit.room == size) {
        return fit.clone();
    }
    let is_paged = room.desk.shell.is_projector();
    let pieces = pieces(room.classroom, card);
    let mut best: Option<Fit> = None;
    for (folds, density) in [false, true]
        .into_iter()
        .flat_map(|folds| (0..DENSITIES.len()).map(move |density| (folds, density)))
    {
        if is_paged && DENSITIES[density][1] < 1.0 {
            continue;
        }
        if density == 0 && best.as_ref().is_some_and(|best| best.height <= size.y) {
            break;
        }
        // The title leaves room for the number of the page.
        let count = pieces.len();
        let all = if is_paged { vec![0..count, count..count] } else { vec![0..count] };
        let mut fit = Fit {
            room: size,
            density,
            folds,
            height: 0.0,
            pieces: pieces.clone(),
            pages: all,
            keeps_page: false,
        };
        let place = Rect::from_min_size(ui.cursor().min, vec2(size.x, TALLEST));
        let id = Id::unique(("card", folds, density));
        let mut unseen =
            Ui::new(ui.ctx().clone(), id, UiBuilder::new().max_rect(place).invisible());
        let ends = contents_ui(&mut unseen, room, card, &fit, 0);
        if is_paged {
            fit.pages = pages(&ends, size.y, |piece| stays(card, pieces[piece]));
        }
        fit.height = fit.pages.iter().map(|page| height(&ends, page)).fold(0.0, f32::max);
        let rank = |fit: &Fit| {
            let over = (fit.height - size.y).max(0.0);
            (over, fit.pages.len())
        };
        if best.as_ref().is_none_or(|best| rank(&fit) < rank(best)) {
            best = Some(fit);
        }
        if best.as_ref().is_some_and(|best| rank(best) <= (0.0, 1)) {
            break;
        }
    }
    // What was only measured is not in what assistive technology reads.
    ui.ctx().request_discard("a card was measured");
    let mut best = best.unwrap_or_else(|| Fit {
        room: size,
        density: 0,
        folds: false,
        height: 0.0,
        pieces,
        pages: vec![0..0],
        keeps_page: false,
    });
    let tells_only =
        best.pages.last().is_some_and(|page| best.pieces[page.clone()] == [Piece::Reason]);
    best.keeps_page = tells_only && room.classroom.given().is_none();
    if best.keeps_page {
        best.pages.pop();
    }
    room.classroom.reading.fit.insert(best).clone()
}

/// The height of a page below its title. `ends` are the lower ends of the title and of each piece.
fn height(ends: &[f32], page: &Range<usize>) -> f32 {
    ends[0] + ends[page.end] - ends[page.start]
}

/// Divides a card into pages that are not higher than that, if its pieces are not. A piece that
/// `stays` is not the last of a page.
fn pages(ends: &[f32], most: f32, stays: impl Fn(usize) -> bool) -> Vec<Range<usize>> {
    let count = ends.len() - 1;
    let (mut pages, mut begin) = (Vec::new(), 0);
    while begin < count {
        let fits = |end: &usize| height(ends, &(begin..*end)) <= most;
        let fitting = (begin + 1..=count).take_while(fits).last().unwrap_or(begin + 1);
        let is_end = |end: &usize| *end == count || !stays(end - 1);
        let end = (begin + 1..=fitting).rev().find(is_end).unwrap_or(fitting);
        pages.push(begin..end);
        begin = end;
    }
    if pages.is_empty() { vec![0..0] } else { pages }
}

/// Whether a piece stays with the next: a heading, or what leads to a list, a table or a formula.
fn stays(card: &Card, piece: Piece) -> bool {
    let Piece::Block(place) = piece else { return false };
    let leads = |block: &Block| {
        matches!(
            block,
            Block::Item { number: None | Some(1), .. }
                | Block::Table(_)
                | Block::Formula(_)
                | Block::Code(_)
        )
    };
    match &card.body[place] {
        Block::Heading(_) => true,
        Block::Paragraph(_) => card.body.get(place + 1).is_some_and(leads),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_filled_and_lead_ins_stay_with_their_blocks() {
        // A title of 10, and pieces of 20 each.
        let ends = [10.0, 30.0, 50.0, 70.0, 90.0];
        assert_eq!(pages(&ends, 90.0, |_| false), [0..4]);
        assert_eq!(pages(&ends, 70.0, |_| false), [0..3, 3..4]);
        assert_eq!(pages(&ends, 70.0, |piece| piece == 2), [0..2, 2..4]);
        assert_eq!(pages(&ends, 50.0, |_| true), [0..2, 2..4]);
        // What is too high has a page for itself.
        assert_eq!(pages(&[10.0, 20.0, 90.0, 99.0], 50.0, |_| false), [0..1, 1..2, 2..3]);
        assert_eq!(pages(&[10.0], 50.0, |_| false), [0..0]);
    }
}
