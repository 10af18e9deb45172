//! Pages, and what stands where on them.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

use super::line::Run;
use super::typeface::{Face, Style, Typefaces};

/// A4 in points.
pub const PAPER: Vec2 = vec2(595.28, 841.89);
/// Where text stands. The foot is below.
pub const SHEET: Rect = Rect { min: pos2(62.0, 56.0), max: pos2(PAPER.x - 62.0, PAPER.y - 68.0) };
/// The width of text.
pub const WIDTH: f32 = SHEET.max.x - SHEET.min.x;
/// Baseline of the foot, and the rule above it.
const FOOT: f32 = PAPER.y - 36.0;
const FOOT_RULE: f32 = FOOT - 14.0;
/// Size of the letters in the foot.
const FOOT_SIZE: f32 = 8.5;

/// Something on a page.
#[derive(Clone, Debug)]
pub enum Mark {
    /// A text from a place of its baseline.
    Text {
        at: Pos2,
        text: String,
        style: Style,
        width: f32,
    },
    Line {
        points: Vec<Pos2>,
        width: f32,
        is_dotted: bool,
    },
    /// A frame with round corners.
    Frame {
        rect: Rect,
        radius: f32,
    },
}

impl Mark {
    /// A straight line.
    pub fn line(from: Pos2, to: Pos2, width: f32) -> Self {
        Self::Line { points: vec![from, to], width, is_dotted: false }
    }

    pub fn shifted(self, by: Vec2) -> Self {
        match self {
            Self::Text { at, text, style, width } => Self::Text { at: at + by, text, style, width },
            Self::Line { points, width, is_dotted } => {
                Self::Line { points: points.into_iter().map(|point| point + by).collect(), width, is_dotted }
            }
            Self::Frame { rect, radius } => Self::Frame { rect: rect.translate(by), radius },
        }
    }
}

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
    pub begins_page: bool,
}

/// Puts strips on pages, and the title and numbers in their feet.
pub fn pages(strips: &[Strip], title: &str, typefaces: &Typefaces) -> Vec<Vec<Mark>> {
    let mut pages = Vec::new();
    let mut page = Vec::new();
    let (first, last) = (SHEET.top(), SHEET.bottom());
    let mut y = first;
    for together in strips.chunk_by(|strip, _| strip.stays) {
        let height: f32 = together.iter().map(|strip| strip.gap + strip.height).sum();
        // What is higher than a page is torn all the same, where it has to be.
        let mut is_full = together[0].begins_page || (y + height > last && height < last - first);
        for strip in together {
            if y > first && (is_full || y + strip.gap + strip.height > last) {
                pages.push(std::mem::take(&mut page));
                y = first;
            }
            is_full = false;
            y += if y > first { strip.gap } else { 0.0 };
            page.extend(strip.marks.iter().cloned().map(|mark| mark.shifted(vec2(SHEET.left(), y))));
            y += strip.height;
        }
    }
    pages.push(page);
    let count = pages.len();
    for (number, page) in pages.iter_mut().enumerate() {
        let style = Style::new(Face::Regular, FOOT_SIZE);
        let text = format!("{} / {count}", number + 1);
        page.push(Mark::line(pos2(SHEET.left(), FOOT_RULE), pos2(SHEET.right(), FOOT_RULE), 0.4));
        // One line, beside the number.
        let titles = typefaces.lines(&[Run::text(title, style)], WIDTH - 60.0);
        let title = titles.into_iter().take(1).flat_map(|line| line.marks);
        page.extend(title.map(|mark| mark.shifted(vec2(SHEET.left(), FOOT))));
        typefaces.place(pos2(SHEET.right() - typefaces.width(&text, style), FOOT), &text, style, page);
    }
    pages
}
