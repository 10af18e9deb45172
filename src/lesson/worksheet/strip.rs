//! Strips: the pieces of which pages are made.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

use super::line::Line;
use super::paper::{Mark, THIN};

/// Height of a line to write on.
pub const RULE: f32 = 25.0;
/// Most lines that a page's room to spare becomes in one place, and the side of the squares in
/// place of more: 5 mm.
const MAX_LINES: usize = 5;
const SQUARE: f32 = 14.17;

/// A piece of text of the full width that no page's end cuts.
#[derive(Clone, Debug, Default)]
pub struct Strip {
    /// The space above it, but not at the head of a page.
    pub gap: f32,
    pub height: f32,
    /// Its marks, from its upper left corner.
    pub marks: Vec<Mark>,
    /// Whether the next one stands on the same page.
    pub stays: bool,
    pub is_framed: bool,
    /// What it is written on, at its end.
    pub rules: Option<Rules>,
}

/// Lines to write on.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub left: f32,
    pub right: f32,
    /// The space below them.
    pub foot: f32,
    /// How many there may be more if the page has room.
    pub spare: usize,
}

impl Strip {
    /// A strip that ends with lines to write on.
    pub fn ruled(mut self, rules: Rules, count: usize) -> Self {
        self.height += rules.foot;
        self.rules = Some(rules);
        self.extended(count)
    }

    /// Adds lines, or squares, which also serve for sketches, where lines would be many.
    pub fn extended(mut self, count: usize) -> Self {
        let Some(Rules { left, right, foot, .. }) = self.rules else { return self };
        let top = self.height - foot;
        let height = RULE * count as f32;
        self.height += height;
        if count <= MAX_LINES {
            let line = |number: usize| {
                let y = top + RULE * number as f32;
                Mark::line(pos2(left, y), pos2(right, y), THIN)
            };
            self.marks.extend((1..=count).map(line));
            return self;
        }
        let [columns, rows] = [right - left, height - SQUARE].map(|side| (side / SQUARE) as usize);
        let [width, height] = [columns, rows].map(|count| SQUARE * count as f32);
        let dotted = |from, to| Mark::Line { points: vec![from, to], width: 0.6, is_dotted: true };
        let top = top + SQUARE;
        self.marks.extend((0..=rows).map(|row| {
            let y = top + SQUARE * row as f32;
            dotted(pos2(left, y), pos2(left + width, y))
        }));
        self.marks.extend((0..=columns).map(|column| {
            let x = left + SQUARE * column as f32;
            dotted(pos2(x, top), pos2(x, top + height))
        }));
        self
    }

    /// Its marks where it stands, with its frame of this width.
    pub fn placed(self, at: Vec2, width: f32) -> impl Iterator<Item = Mark> {
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(width, self.height));
        let frame = self.is_framed.then_some(Mark::Frame { rect, radius: 4.0 });
        frame.into_iter().chain(self.marks).map(move |mark| mark.shifted(at))
    }
}

/// A line as a strip.
pub fn set(line: &Line, left: f32) -> Strip {
    let at = vec2(left, line.above);
    let marks = line.marks.iter().cloned().map(|mark| mark.shifted(at)).collect();
    Strip { height: line.above + line.below, marks, ..Strip::default() }
}
