//! Where the letters and lines of a formula stand, in the window and on paper.

use egui::{Pos2, Vec2, pos2, vec2};

use super::{Formula, is_relation};

/// Size of what stands above or below a line over that of the line.
pub const SCRIPT: f32 = 0.7;
/// Width of a formula's lines over the size of its letters.
pub const LINE: f32 = 0.07;

/// The size of a part of a formula: its width, and its extent above and below the line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Laid {
    pub width: f32,
    pub above: f32,
    pub below: f32,
}

/// What is painted of a formula; places are relative to the line's beginning.
pub enum Piece {
    Letters { at: Pos2, text: String, size: f32, is_italic: bool },
    Line { points: Vec<Pos2> },
}

impl Piece {
    pub fn shift(&mut self, by: Vec2) {
        match self {
            Self::Letters { at, .. } => *at += by,
            Self::Line { points } => points.iter_mut().for_each(|point| *point += by),
        }
    }
}

/// The width of letters of a size.
type WidthOf<'a> = &'a dyn Fn(&str, f32) -> f32;

/// Lays out a formula in letters of this size.
pub fn lay(formula: &Formula, size: f32, width_of: WidthOf) -> (Laid, Vec<Piece>) {
    let mut pieces = Vec::new();
    let laid = part(formula, size, width_of, &mut pieces);
    (laid, pieces)
}

/// Lays out a part, and appends its pieces.
fn part(formula: &Formula, size: f32, width_of: WidthOf, pieces: &mut Vec<Piece>) -> Laid {
    match formula {
        Formula::Variable(text) => letters(text, size, true, width_of, pieces),
        Formula::Upright(text) if is_relation(text) => {
            let gap = 0.25 * size;
            let first = pieces.len();
            let laid = letters(text, size, false, width_of, pieces);
            pieces[first..].iter_mut().for_each(|piece| piece.shift(vec2(gap, 0.0)));
            Laid { width: laid.width + 2.0 * gap, ..laid }
        }
        Formula::Upright(text) if text == "," => {
            let laid = letters(text, size, false, width_of, pieces);
            Laid { width: laid.width + 0.16 * size, ..laid }
        }
        Formula::Upright(text) | Formula::Sign(text) => {
            letters(text, size, false, width_of, pieces)
        }
        Formula::Row(parts) => {
            let mut whole = Laid::default();
            for one in parts {
                let first = pieces.len();
                let laid = part(one, size, width_of, pieces);
                pieces[first..].iter_mut().for_each(|piece| piece.shift(vec2(whole.width, 0.0)));
                whole = Laid {
                    width: whole.width + laid.width + 0.04 * size,
                    above: whole.above.max(laid.above),
                    below: whole.below.max(laid.below),
                };
            }
            whole
        }
        Formula::Scripts { base, above, below } => {
            let mut whole = part(base, size, width_of, pieces);
            let from = whole.width;
            for (script, rise) in above
                .iter()
                .map(|script| (script, -1.0))
                .chain(below.iter().map(|script| (script, 1.0)))
            {
                let first = pieces.len();
                let laid = part(script, SCRIPT * size, width_of, pieces);
                let offset = if rise < 0.0 {
                    -(0.45 * size).max(whole.above - 0.35 * size)
                } else {
                    0.22 * size
                };
                pieces[first..]
                    .iter_mut()
                    .for_each(|piece| piece.shift(vec2(from + 0.03 * size, offset)));
                whole.width = whole.width.max(from + laid.width + 0.06 * size);
                whole.above = whole.above.max(laid.above - offset);
                whole.below = whole.below.max(laid.below + offset);
            }
            whole
        }
        Formula::Fraction(over, under) => {
            let axis = 0.3 * size;
            let gap = 0.14 * size;
            let first = pieces.len();
            let upper = part(over, 0.9 * size, width_of, pieces);
            let second = pieces.len();
            let lower = part(under, 0.9 * size, width_of, pieces);
            let width = upper.width.max(lower.width) + 0.3 * size;
            let up = axis + gap + upper.below;
            let down = lower.above + gap - axis;
            pieces[first..second]
                .iter_mut()
                .for_each(|piece| piece.shift(vec2(0.5 * (width - upper.width), -up)));
            pieces[second..]
                .iter_mut()
                .for_each(|piece| piece.shift(vec2(0.5 * (width - lower.width), down)));
            pieces.push(Piece::Line {
                points: vec![pos2(0.05 * size, -axis), pos2(width - 0.05 * size, -axis)],
            });
            Laid { width, above: up + upper.above, below: down + lower.below }
        }
        Formula::Root(inner) => {
            let first = pieces.len();
            let laid = part(inner, size, width_of, pieces);
            let hook = 0.55 * size;
            let top = laid.above + 0.15 * size;
            pieces[first..].iter_mut().for_each(|piece| piece.shift(vec2(hook, 0.0)));
            let points = [
                (0.05 * size, -0.3 * size),
                (0.18 * size, -0.38 * size),
                (0.34 * size, laid.below),
                (hook - 0.04 * size, -top),
                (hook + laid.width, -top),
            ];
            pieces.push(Piece::Line { points: points.map(|(x, y)| pos2(x, y)).to_vec() });
            Laid { width: hook + laid.width, above: top + 0.05 * size, below: laid.below }
        }
    }
}

fn letters(
    text: &str,
    size: f32,
    is_italic: bool,
    width_of: WidthOf,
    pieces: &mut Vec<Piece>,
) -> Laid {
    let lean = if is_italic { 0.06 * size } else { 0.0 };
    pieces.push(Piece::Letters { at: Pos2::ZERO, text: text.to_owned(), size, is_italic });
    Laid { width: width_of(text, size) + lean, above: 0.78 * size, below: 0.22 * size }
}
