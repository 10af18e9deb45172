//! Marks on paper, and where text stands on it.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

use super::typeface::Style;

/// A4 in points.
pub const PAPER: Vec2 = vec2(595.28, 841.89);
/// Where text stands. The foot is below.
pub const SHEET: Rect = Rect { min: pos2(62.0, 56.0), max: pos2(PAPER.x - 62.0, PAPER.y - 68.0) };
/// The width of text.
pub const WIDTH: f32 = SHEET.max.x - SHEET.min.x;
/// Width of the rule of a line to write on, and of frames.
pub const THIN: f32 = 0.5;

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
    /// The picture of a scene.
    Picture {
        rect: Rect,
        scene: String,
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
            Self::Line { points, width, is_dotted } => Self::Line {
                points: points.into_iter().map(|point| point + by).collect(),
                width,
                is_dotted,
            },
            Self::Frame { rect, radius } => Self::Frame { rect: rect.translate(by), radius },
            Self::Picture { rect, scene } => Self::Picture { rect: rect.translate(by), scene },
        }
    }

    /// Scales the mark about the origin.
    pub fn scaled(self, by: f32) -> Self {
        match self {
            Self::Text { at, text, style, width } => Self::Text {
                at: by * at,
                text,
                style: Style { size: by * style.size, ..style },
                width: by * width,
            },
            Self::Line { points, width, is_dotted } => Self::Line {
                points: points.into_iter().map(|point| by * point).collect(),
                width,
                is_dotted,
            },
            Self::Frame { rect, radius } => Self::Frame { rect: by * rect, radius },
            Self::Picture { rect, scene } => Self::Picture { rect: by * rect, scene },
        }
    }
}
