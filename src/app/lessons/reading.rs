//! How a card is read: all of it at once, or page by page where a class reads it from a projector.

use std::ops::Range;
use std::time::Instant;

/// A piece of a card, which stands on one page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A block of its text, by its number.
    Block(usize),
    /// The prediction that it recalls.
    Recalled,
    Question,
    /// The verdict on an answer: whether it is right, and why.
    Reason,
}

/// How a card fits into the room that the window leaves for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    pub room: egui::Vec2,
    /// How dense it is set: a place in the list of densities.
    pub density: usize,
    /// Whether what a prediction was asked is left out where it is recalled.
    pub folds: bool,
    /// The height of its highest page.
    pub height: f32,
    pub pieces: Vec<Piece>,
    /// The pieces of each page.
    pub pages: Vec<Range<usize>>,
    /// Whether the verdict has a page of its own, which appears with the answer.
    pub keeps_page: bool,
}

/// How the card that is shown is read.
#[derive(Debug, Default)]
pub struct Reading {
    /// How it is set, in the room that it had.
    pub fit: Option<Fit>,
    /// The number of the page, from 0.
    pub page: usize,
    /// The piece whose page comes into view.
    pub seeks: Option<Piece>,
    /// How far to scroll in points, and whether an answer has just been given, which comes into
    /// view.
    pub scroll: f32,
    pub is_answered: bool,
    /// Whether the outcome of the prediction that it recalls is shown.
    pub is_revealed: bool,
    /// When Escape was pressed: once more ends the lesson.
    pub escaped: Option<Instant>,
}

impl Reading {
    /// How many pages there are.
    pub fn pages(&self) -> usize {
        self.fit.as_ref().map_or(1, |fit| fit.pages.len())
    }

    /// Whether the last page is shown.
    pub fn is_at_end(&self) -> bool {
        self.page + 1 >= self.pages()
    }

    /// Turns a page on, or back if negative. Returns whether there is one.
    pub fn turn(&mut self, by: i32) -> bool {
        let page = usize::try_from(self.page as i64 + i64::from(by))
            .ok()
            .filter(|page| *page < self.pages());
        page.into_iter().for_each(|page| self.page = page);
        page.is_some()
    }

    /// Whether a piece is on the page that is shown.
    pub fn shows(&self, piece: Piece) -> bool {
        self.fit.as_ref().is_none_or(|fit| fit.page_of(piece) == Some(self.page))
    }

    /// Goes to the page that is sought, once it is known where that is.
    pub fn settle(&mut self) {
        let Some(fit) = &self.fit else { return };
        let sought = self.seeks.take().and_then(|piece| fit.page_of(piece));
        self.page = sought.unwrap_or(self.page).min(fit.pages.len() - 1);
    }
}

impl Fit {
    fn page_of(&self, piece: Piece) -> Option<usize> {
        let place = self.pieces.iter().position(|other| *other == piece)?;
        self.pages.iter().position(|page| page.contains(&place))
    }
}
