//! What is told and asked, as strips of a page.

use egui::{Rect, pos2, vec2};
use starshell::words::t;

use super::breaks::Group;
use super::line::{Line, Run};
use super::paper::{Mark, SHEET, THIN, WIDTH};
use super::sheet::{Part, Section, Sheet};
use super::strip::{Rules, Strip, set};
use super::typeface::{Face, Style, Typefaces};
use crate::assets;
use crate::lesson::Block;
use crate::lesson::formula::Formula;

/// Size of the text, of what is beside it, and of formulas on a line of their own.
pub const TEXT: f32 = 10.5;
pub const SMALL: f32 = 9.0;
const DISPLAY: f32 = 12.0;
/// Space between paragraphs, and around what stands apart.
pub const GAP: f32 = 5.5;
pub const APART: f32 = 9.0;
/// Width of the lines of a table's head and of a plot's axes.
pub const THICK: f32 = 0.9;
/// Side of a box to tick.
const BOX: f32 = 8.5;
/// What stands beside a line begins so far from it.
const BESIDE: f32 = 12.0;
/// How many lines an answer to a listed question gets more where a page has room.
const SPARE_LINES: usize = 2;

/// The whole worksheet.
pub fn groups(sheet: &Sheet, typefaces: &Typefaces) -> Vec<Group> {
    let group = |section: &Section| {
        let mut column = Column::new(typefaces, WIDTH / sheet.scale);
        section.parts.iter().for_each(|part| column.part(part));
        let group = Group::new(column.strips, section.begins);
        if section.is_whole { vec![group] } else { group.parts(SHEET.height() / sheet.scale) }
    };
    sheet.sections.iter().flat_map(group).collect()
}

/// Text as it is set without style.
pub fn plain(text: &str) -> Run {
    Run::text(text, Style::new(Face::Regular, TEXT))
}

/// Small text as it is set without style.
pub fn small(text: &str) -> Run {
    Run::text(text, Style::new(Face::Regular, SMALL))
}

/// Strips one below the other.
pub struct Column<'a> {
    pub typefaces: &'a Typefaces,
    pub width: f32,
    pub strips: Vec<Strip>,
}

impl<'a> Column<'a> {
    pub fn new(typefaces: &'a Typefaces, width: f32) -> Self {
        Self { typefaces, width, strips: Vec::new() }
    }

    fn part(&mut self, part: &Part) {
        match part {
            Part::Name => self.name(),
            Part::Title(title) => {
                self.heading(&[Run::text(title, Style::new(Face::Strong, 21.0))], APART)
            }
            Part::Subtitle(words) => self.subtitle(words),
            Part::Card(title, remark) => self.card(title, remark.as_deref()),
            Part::Words(words) => self.paragraph(&[plain(words)], GAP),
            Part::Text(blocks) => {
                blocks
                    .iter()
                    .filter(|block| !matches!(block, Block::Grid(_)))
                    .for_each(|block| self.block(block));
            }
            Part::Task(blocks) => blocks.iter().for_each(|block| self.task(block)),
            Part::List(items, true) => {
                items.iter().for_each(|item| self.ticked(&[plain(item)], 0.0, GAP, false))
            }
            Part::List(items, false) => {
                items.iter().for_each(|item| self.bullet(&[plain(item)], 1))
            }
            Part::Table(table) => self.block(table),
            Part::Plot(quantity, over, scales) => self.plot(quantity, over, scales.as_deref()),
            Part::Question(number, question) => self.question(*number, question),
            Part::Solution(number, question) => self.solution(*number, question),
            Part::Notes(blocks) => self.notes(blocks),
            Part::Answer(number, answer) => {
                self.item(&format!("{number}."), Face::Strong, 24.0, &[plain(answer)], APART)
            }
        }
    }

    /// A line for the name, on the right.
    fn name(&mut self) {
        const LENGTH: f32 = 210.0;
        let name = self.typefaces.single(&[plain(&t!("worksheet-name"))]);
        let mut strip = set(&name, 0.0);
        let end = self.width;
        let begin = end - LENGTH;
        strip.marks = strip
            .marks
            .into_iter()
            .map(|mark| mark.shifted(vec2(begin - name.width - 6.0, 0.0)))
            .collect();
        strip.marks.push(Mark::line(
            pos2(begin, name.above + 2.0),
            pos2(end, name.above + 2.0),
            THIN,
        ));
        strip.stays = true;
        self.strips.push(strip);
    }

    /// Words below a title, and a line that ends the head.
    fn subtitle(&mut self, words: &str) {
        self.heading(&[plain(words)], 1.0);
        let rule = Mark::line(pos2(0.0, GAP), pos2(self.width, GAP), THIN);
        self.strips.push(Strip { height: GAP, marks: vec![rule], stays: true, ..Strip::default() });
    }

    /// The title of a card.
    fn card(&mut self, title: &str, remark: Option<&str>) {
        let mut runs = vec![Run::text(title, Style::new(Face::Strong, 13.5))];
        runs.extend(remark.map(|remark| small(&format!("  {remark}"))));
        self.heading(&runs, 19.0);
    }

    /// What never stands alone at the foot of a page.
    pub fn heading(&mut self, runs: &[Run], gap: f32) {
        let first = self.strips.len();
        self.paragraph(runs, gap);
        self.strips[first..].iter_mut().for_each(|strip| strip.stays = true);
    }

    /// A block, with lines to write on if it is a question in a list.
    fn task(&mut self, block: &Block) {
        self.block(block);
        if let Block::Item { depth, .. } = block
            && block.is_listed_question()
        {
            self.stay();
            let rules =
                Rules { left: indent(*depth), right: self.width, foot: GAP, spare: SPARE_LINES };
            self.strips.push(Strip::default().ruled(rules, block.asks()));
        }
    }

    pub fn block(&mut self, block: &Block) {
        match block {
            Block::Paragraph(line) => {
                self.paragraph(&Run::from_line(line, TEXT, Face::Regular), GAP)
            }
            Block::Heading(line) => {
                self.heading(&Run::from_line(line, 11.5, Face::Strong), 1.5 * APART)
            }
            Block::Item { number: Some(number), depth, line } => {
                self.stay();
                let runs = Run::from_line(line, TEXT, Face::Regular);
                self.item(&format!("{number}."), Face::Regular, indent(*depth), &runs, 0.6 * GAP);
            }
            Block::Item { number: None, depth, line } => {
                self.stay();
                self.bullet(&Run::from_line(line, TEXT, Face::Regular), *depth);
            }
            Block::Code(code) => self.code(code),
            Block::Formula(formula) => self.formula(formula),
            Block::Picture { scene, shows } => self.picture(scene, shows),
            Block::Table(rows) => self.table(rows),
            Block::Grid(grid) => self.grid(grid),
        }
    }

    pub fn paragraph(&mut self, runs: &[Run], gap: f32) {
        self.lines(runs, 0.0, Vec::new(), gap);
    }

    fn bullet(&mut self, runs: &[Run], depth: usize) {
        self.item("–", Face::Regular, 16.0 * depth as f32, runs, 0.6 * GAP);
    }

    /// Text to the right of a mark.
    pub fn item(&mut self, mark: &str, face: Face, indent: f32, runs: &[Run], gap: f32) {
        let mark = self.typefaces.single(&[Run::text(mark, Style::new(face, TEXT))]);
        let left = (indent - 6.0 - mark.width).max(0.0);
        let marks = mark.marks.into_iter().map(|mark| mark.shifted(vec2(left, 0.0))).collect();
        self.lines(runs, indent, marks, gap);
    }

    /// Text to the right of a box to tick, or of one that is ticked.
    pub fn ticked(&mut self, runs: &[Run], left: f32, gap: f32, is_ticked: bool) {
        let square = Rect::from_min_size(pos2(left, -BOX + 0.8), vec2(BOX, BOX));
        let mut marks = vec![Mark::Frame { rect: square, radius: 1.0 }];
        if is_ticked {
            let points = [[0.15, 0.5], [0.42, 0.82], [0.98, -0.15]]
                .map(|[x, y]| square.min + BOX * vec2(x, y));
            marks.push(Mark::Line { points: points.to_vec(), width: 1.6, is_dotted: false });
        }
        self.lines(runs, left + BOX + 8.0, marks, gap);
    }

    /// Lines from `indent` to the end of the column, with marks from the beginning of the first
    /// line.
    pub fn lines(&mut self, runs: &[Run], indent: f32, mut marks: Vec<Mark>, gap: f32) {
        let lines = self.typefaces.lines(runs, self.width - indent);
        let count = lines.len();
        for (number, line) in lines.iter().enumerate() {
            let mut strip = set(line, indent);
            let baseline = vec2(0.0, line.above);
            strip.marks.splice(
                0..0,
                std::mem::take(&mut marks).into_iter().map(|mark| mark.shifted(baseline)),
            );
            strip.gap = if number == 0 { gap } else { 0.0 };
            // The first line and the last never stand alone.
            strip.stays = number + 1 < count && (number == 0 || number + 2 == count);
            self.strips.push(strip);
        }
    }

    /// A formula on a line of its own, which shrinks to the column if it is long.
    fn formula(&mut self, formula: &Formula) {
        let wide = self.typefaces.formula(formula, DISPLAY);
        let share = (self.width / wide.width).min(1.0);
        let line = if share < 1.0 {
            self.typefaces.formula(formula, 0.98 * share * DISPLAY)
        } else {
            wide
        };
        self.stay();
        self.strips.push(Strip { gap: APART, ..set(&line, 0.5 * (self.width - line.width)) });
        self.space(0.6 * GAP);
    }

    /// A listing beside a line. Its letters shrink to the longest of its lines, but not to where
    /// nobody reads them.
    fn code(&mut self, code: &str) {
        const SIZES: [f32; 2] = [7.0, 9.5];
        let run = |text: &str, size: f32| {
            [Run::text(&text.replace(' ', "\u{a0}"), Style::new(Face::Code, size))]
        };
        let longest = code
            .lines()
            .map(|text| self.typefaces.least_width(&run(text, SIZES[1])))
            .fold(1.0, f32::max);
        let size = (SIZES[1] * (self.width - BESIDE) / longest).clamp(SIZES[0], SIZES[1]);
        self.beside(THICK, |column| {
            for text in code.lines() {
                let mut lines = column.typefaces.lines(&run(text, size), column.width);
                if lines.is_empty() {
                    lines.push(Line::default());
                }
                for line in lines {
                    let strip = set(&line, 0.0);
                    column.strips.push(Strip {
                        height: strip.height.max(1.35 * size),
                        stays: true,
                        ..strip
                    });
                }
            }
        });
    }

    /// What those who teach are told, beside a thick line.
    fn notes(&mut self, blocks: &[Block]) {
        self.beside(2.5, |column| {
            column.heading(
                &[Run::text(&t!("worksheet-notes"), Style::new(Face::Strong, SMALL))],
                0.0,
            );
            blocks.iter().for_each(|block| column.block(block));
            column.strips.iter_mut().skip(1).take(1).for_each(|strip| strip.gap = 0.0);
        });
    }

    /// What `write` adds, to the right of a line.
    fn beside(&mut self, width: f32, write: impl FnOnce(&mut Self)) {
        let mut inner = Self::new(self.typefaces, self.width - BESIDE);
        write(&mut inner);
        let count = inner.strips.len();
        for (number, mut strip) in inner.strips.into_iter().enumerate() {
            // The line goes through the space between strips.
            let above = if number == 0 { 0.0 } else { strip.gap };
            strip.gap = if number == 0 { APART } else { 0.0 };
            strip.height += above;
            strip.stays &= number + 1 < count;
            let line = Mark::line(pos2(2.0, 0.0), pos2(2.0, strip.height), width);
            let marks = strip.marks.into_iter().map(|mark| mark.shifted(vec2(BESIDE, above)));
            strip.marks = std::iter::once(line).chain(marks).collect();
            self.strips.push(strip);
        }
        self.space(0.6 * GAP);
    }

    /// The picture of a scene, and below it what it shows.
    fn picture(&mut self, scene: &str, shows: &str) {
        const PICTURE: f32 = 250.0;
        self.stay();
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(PICTURE, assets::ASPECT * PICTURE));
        let mark = Mark::Picture { rect, scene: scene.to_owned() };
        self.strips.push(Strip {
            gap: APART,
            height: rect.height() + 2.0,
            marks: vec![mark],
            stays: true,
            ..Strip::default()
        });
        self.heading(&[small(shows)], 0.0);
        self.strips.iter_mut().next_back().into_iter().for_each(|strip| strip.stays = false);
        self.space(GAP);
    }

    /// Keeps the last strip on the page of the next, which belongs to it.
    pub fn stay(&mut self) {
        if let Some(strip) = self.strips.last_mut() {
            strip.stays = true;
        }
    }

    /// Adds space below the last strip.
    pub fn space(&mut self, height: f32) {
        if let Some(strip) = self.strips.last_mut() {
            strip.height += height;
            strip.rules.iter_mut().for_each(|rules| rules.foot += height);
        }
    }
}

/// Where an item of a numbered list begins.
fn indent(depth: usize) -> f32 {
    20.0 * depth as f32
}
