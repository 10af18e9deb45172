//! Pages, and what stands where on them.

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use starshell::words::t;

use super::breaks::{Begins, Group, leaves};
use super::column::{set, small};
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
/// Height of a line to write on, and the width of its rule and of frames.
const RULE: f32 = 25.0;
pub const THIN: f32 = 0.5;
/// Most lines that a page's room to spare becomes in one place, and the side of the squares in place of more: 5 mm.
const MAX_LINES: usize = 5;
const SQUARE: f32 = 14.17;
/// The space above room for notes, and the least that is left of a page to be that.
const NOTES: f32 = 19.0;
const MIN_NOTES: f32 = NOTES + 7.0 * RULE;
/// By which share of it the space above a group may grow where a page has room to spare.
const MAX_SPREAD: f32 = 0.7;

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
            Self::Line { points, width, is_dotted } => {
                Self::Line { points: points.into_iter().map(|point| point + by).collect(), width, is_dotted }
            }
            Self::Frame { rect, radius } => Self::Frame { rect: rect.translate(by), radius },
            Self::Picture { rect, scene } => Self::Picture { rect: rect.translate(by), scene },
        }
    }

    /// The same, larger or smaller, as seen from the origin.
    fn scaled(self, by: f32) -> Self {
        match self {
            Self::Text { at, text, style, width } => {
                Self::Text { at: by * at, text, style: Style { size: by * style.size, ..style }, width: by * width }
            }
            Self::Line { points, width, is_dotted } => {
                Self::Line { points: points.into_iter().map(|point| by * point).collect(), width, is_dotted }
            }
            Self::Frame { rect, radius } => Self::Frame { rect: by * rect, radius },
            Self::Picture { rect, scene } => Self::Picture { rect: by * rect, scene },
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

    /// The same with more lines, or with squares, which also serve for sketches, where these would be many.
    fn extended(mut self, count: usize) -> Self {
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
    fn placed(self, at: Vec2, width: f32) -> impl Iterator<Item = Mark> {
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(width, self.height));
        let frame = self.is_framed.then_some(Mark::Frame { rect, radius: 4.0 });
        frame.into_iter().chain(self.marks).map(move |mark| mark.shifted(at))
    }
}

/// Puts groups on pages, in another size if not 1, and the title and numbers in their feet.
pub fn pages(groups: Vec<Group>, title: &str, scale: f32, typefaces: &Typefaces) -> Vec<Vec<Mark>> {
    let room = SHEET.size() / scale;
    let on_paper = |mark: Mark| mark.scaled(scale).shifted(SHEET.min.to_vec2());
    let notes = typefaces.single(&[small(&t!("worksheet-room"))]);
    let notes = Strip { gap: NOTES, ..set(&notes, 0.0) };
    let page = |groups| filled(groups, room, &notes).into_iter().map(on_paper).collect();
    let mut pages: Vec<Vec<Mark>> = leaves(groups, room.y).into_iter().map(page).collect();
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

/// A page of this size with its groups. Room to spare becomes lines to write on, then room for notes, then space between groups.
fn filled(mut groups: Vec<Group>, size: Vec2, notes: &Strip) -> Vec<Mark> {
    let mut room = size.y - groups.iter().map(Group::height).sum::<f32>() + groups.first().map_or(0.0, Group::gap);
    let mut more = shared(&groups, &mut room);
    if groups.last().is_none_or(|last| !last.is_flowing) && room > MIN_NOTES {
        let rules = Rules { left: 0.0, right: size.x, foot: 0.0, spare: usize::MAX };
        groups.push(Group::new(vec![notes.clone(), Strip::default().ruled(rules, 0)], Begins::Anywhere));
        room -= notes.gap + notes.height;
        more.extend([0, (room / RULE) as usize]);
        room %= RULE;
    }
    let gaps: f32 = groups.iter().skip(1).map(Group::gap).sum();
    let spread = (room / gaps.max(1.0)).clamp(0.0, MAX_SPREAD);
    let mut more = more.into_iter();
    let mut page = Vec::new();
    let mut y = 0.0;
    for group in groups {
        y += if y > 0.0 { spread * group.gap() } else { 0.0 };
        for strip in group.strips {
            y += if y > 0.0 { strip.gap } else { 0.0 };
            let strip = strip.extended(more.next().unwrap_or(0));
            let height = strip.height;
            page.extend(strip.placed(vec2(0.0, y), size.x));
            y += height;
        }
    }
    page
}

/// How many lines each strip gets of the room to spare.
fn shared(groups: &[Group], room: &mut f32) -> Vec<usize> {
    let strips: Vec<&Strip> = groups.iter().flat_map(|group| &group.strips).collect();
    let mut more = vec![0; strips.len()];
    let mut is_growing = true;
    while std::mem::take(&mut is_growing) {
        for (more, strip) in more.iter_mut().zip(&strips) {
            if *room >= RULE && strip.rules.is_some_and(|rules| *more < rules.spare) {
                *more += 1;
                *room -= RULE;
                is_growing = true;
            }
        }
    }
    more
}
