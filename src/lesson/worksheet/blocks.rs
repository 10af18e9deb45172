//! What is told and asked, as strips of a page.

use egui::{Rect, pos2, vec2};

use super::line::{Line, Run};
use super::page::{Mark, Strip, WIDTH};
use super::typeface::{Face, Style, Typefaces};
use super::{Part, Sheet};
use crate::lesson::formula::Formula;
use crate::lesson::{Block, Inline, Question};

/// Size of the text, and of formulas on a line of their own.
const TEXT: f32 = 10.5;
const DISPLAY: f32 = 12.0;
/// Space between paragraphs, and around what stands apart.
const GAP: f32 = 5.5;
const APART: f32 = 9.0;
/// Space between a question and its frame.
const PADDING: f32 = 10.0;
/// Height of a line to write on.
const RULE: f32 = 25.0;
/// Width of the lines of frames and rules, of those of a table's head and of a plot's axes.
const THIN: f32 = 0.5;
const THICK: f32 = 0.9;

/// The whole worksheet.
pub fn strips(sheet: &Sheet, typefaces: &Typefaces) -> Vec<Strip> {
    let mut column = Column { typefaces, width: WIDTH, strips: Vec::new() };
    column.head(sheet);
    for part in &sheet.parts {
        match part {
            Part::Title(title, place) => column.card(title, place.as_deref()),
            Part::Text(card) => card.body.iter().for_each(|block| column.block(block)),
            Part::Plot { quantity, over } => column.plot(quantity, over),
            Part::Question(number, question) => column.question(*number, question),
        }
    }
    if !sheet.answers.is_empty() {
        let first = column.strips.len();
        column.paragraph(&[Run::text(sheet.title, Style::new(Face::Regular, TEXT))], 0.0);
        column.paragraph(&[Run::text(&sheet.answer, Style::new(Face::Strong, 18.0))], 1.0);
        column.strips[first..].iter_mut().for_each(|strip| strip.stays = true);
        column.strips[first].begins_page = true;
        for (place, answer) in sheet.answers.iter().enumerate() {
            let gap = if place == 0 { 2.0 * APART } else { APART };
            column.item(&format!("{}.", answer.number), Face::Strong, 24.0, &[plain(&answer.text)], gap);
        }
    }
    column.strips
}

fn plain(text: &str) -> Run {
    Run::text(text, Style::new(Face::Regular, TEXT))
}

/// Strips one below the other.
struct Column<'a> {
    typefaces: &'a Typefaces,
    width: f32,
    strips: Vec<Strip>,
}

impl Column<'_> {
    /// The title of the sheet, a line for the name, and the aims.
    fn head(&mut self, sheet: &Sheet) {
        let name = self.typefaces.single(&[plain(&sheet.name)]);
        let mut strip = set(&name, 0.0);
        let end = self.width;
        let begin = end - 210.0;
        strip.marks = strip.marks.into_iter().map(|mark| mark.shifted(vec2(begin - name.width - 6.0, 0.0))).collect();
        strip.marks.push(Mark::line(pos2(begin, name.above + 2.0), pos2(end, name.above + 2.0), THIN));
        self.strips.push(strip);
        self.paragraph(&[Run::text(sheet.title, Style::new(Face::Strong, 21.0))], APART);
        self.paragraph(&[plain(&sheet.aim)], GAP);
        for aim in sheet.aims {
            self.bullet(&[plain(aim)], 1);
        }
        let rule = Mark::line(pos2(0.0, APART), pos2(self.width, APART), THIN);
        self.strips.push(Strip { height: APART, marks: vec![rule], ..Strip::default() });
        // The head is one: no page ends in it.
        self.strips.iter_mut().for_each(|strip| strip.stays = true);
    }

    /// The title of a card, which never stands alone at the foot of a page.
    fn card(&mut self, title: &str, place: Option<&str>) {
        let mut runs = vec![Run::text(title, Style::new(Face::Strong, 13.5))];
        runs.extend(place.map(|place| Run::text(&format!("  {place}"), Style::new(Face::Regular, 9.0))));
        self.heading(&runs, 19.0);
    }

    fn heading(&mut self, runs: &[Run], gap: f32) {
        let first = self.strips.len();
        self.paragraph(runs, gap);
        self.strips[first..].iter_mut().for_each(|strip| strip.stays = true);
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Paragraph(line) => self.paragraph(&Run::of(line, TEXT, Face::Regular), GAP),
            Block::Heading(line) => self.heading(&Run::of(line, 11.5, Face::Strong), 1.5 * APART),
            Block::Item { number: Some(number), depth, line } => {
                self.stay();
                let indent = 20.0 * *depth as f32;
                self.item(&format!("{number}."), Face::Regular, indent, &Run::of(line, TEXT, Face::Regular), 0.6 * GAP);
            }
            Block::Item { number: None, depth, line } => {
                self.stay();
                self.bullet(&Run::of(line, TEXT, Face::Regular), *depth);
            }
            Block::Code(code) => self.code(code),
            Block::Formula(formula) => self.formula(formula),
            // What a picture shows is told in words.
            Block::Picture { shows, .. } => self.paragraph(&[plain(shows)], GAP),
            Block::Table(rows) => self.table(rows),
        }
    }

    fn paragraph(&mut self, runs: &[Run], gap: f32) {
        self.lines(runs, 0.0, None, gap);
    }

    fn bullet(&mut self, runs: &[Run], depth: usize) {
        self.item("–", Face::Regular, 16.0 * depth as f32, runs, 0.6 * GAP);
    }

    /// Text to the right of a mark.
    fn item(&mut self, mark: &str, face: Face, indent: f32, runs: &[Run], gap: f32) {
        let mark = self.typefaces.single(&[Run::text(mark, Style::new(face, TEXT))]);
        let left = (indent - 6.0 - mark.width).max(0.0);
        let marks = mark.marks.into_iter().map(|mark| mark.shifted(vec2(left, 0.0))).collect();
        self.lines(runs, indent, Some(marks), gap);
    }

    /// Lines from `indent` to the end of the column, with marks from the beginning of the first line.
    fn lines(&mut self, runs: &[Run], indent: f32, mut mark: Option<Vec<Mark>>, gap: f32) {
        let lines = self.typefaces.lines(runs, self.width - indent);
        let count = lines.len();
        for (number, line) in lines.iter().enumerate() {
            let mut strip = set(line, indent);
            let baseline = vec2(0.0, line.above);
            strip.marks.splice(0..0, mark.take().into_iter().flatten().map(|mark| mark.shifted(baseline)));
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
        let line = if share < 1.0 { self.typefaces.formula(formula, 0.98 * share * DISPLAY) } else { wide };
        self.stay();
        self.strips.push(Strip { gap: APART, ..set(&line, 0.5 * (self.width - line.width)) });
        self.space(0.6 * GAP);
    }

    /// A listing beside a line. Its letters shrink to the longest of its lines, but not to where nobody reads them.
    fn code(&mut self, code: &str) {
        const SIZES: [f32; 2] = [7.0, 9.5];
        const INDENT: f32 = 12.0;
        let run = |text: &str, size: f32| [Run::text(&text.replace(' ', "\u{a0}"), Style::new(Face::Code, size))];
        let longest = code.lines().map(|text| self.typefaces.least_width(&run(text, SIZES[1]))).fold(1.0, f32::max);
        let size = (SIZES[1] * (self.width - INDENT) / longest).clamp(SIZES[0], SIZES[1]);
        let first = self.strips.len();
        for text in code.lines() {
            let mut lines = self.typefaces.lines(&run(text, size), self.width - INDENT);
            if lines.is_empty() {
                lines.push(Line::default());
            }
            for line in lines {
                let mut strip = set(&line, INDENT);
                strip.height = strip.height.max(1.35 * size);
                strip.marks.push(Mark::line(pos2(2.0, 0.0), pos2(2.0, strip.height), THICK));
                strip.stays = true;
                self.strips.push(strip);
            }
        }
        if let [begin, ..] = &mut self.strips[first..] {
            begin.gap = APART;
        }
        if let [.., end] = &mut self.strips[first..] {
            end.stays = false;
            end.height += 0.6 * GAP;
        }
    }

    /// A table whose columns are as wide as their texts, or narrower where there is no room.
    fn table(&mut self, rows: &[Vec<Vec<Inline>>]) {
        const SPACE: f32 = 18.0;
        let runs =
            |number: usize, cell: &[Inline]| Run::of(cell, 0.95 * TEXT, if number == 0 { Face::Strong } else { Face::Regular });
        let count = rows.iter().map(Vec::len).max().unwrap_or(0);
        let (mut widths, mut least) = (vec![0.0_f32; count], vec![0.0_f32; count]);
        for (number, row) in rows.iter().enumerate() {
            for (place, cell) in row.iter().enumerate() {
                let runs = runs(number, cell);
                widths[place] = widths[place].max(self.typefaces.single(&runs).width + 0.5);
                least[place] = least[place].max(self.typefaces.least_width(&runs) + 0.5);
            }
        }
        // What the columns have beyond their longest words is what they can give.
        let room = self.width - SPACE * count.saturating_sub(1) as f32;
        let (all, fixed) = (widths.iter().sum::<f32>(), least.iter().sum::<f32>());
        if fixed > room {
            widths = least.iter().map(|least| room * least / fixed).collect();
        } else if all > room {
            let share = (room - fixed) / (all - fixed);
            widths.iter_mut().zip(&least).for_each(|(width, least)| *width = least + share * (*width - least));
        }
        let end = widths.iter().sum::<f32>() + SPACE * count.saturating_sub(1) as f32;
        for (number, row) in rows.iter().enumerate() {
            let mut strip =
                Strip { gap: if number == 0 { APART } else { 0.0 }, stays: number + 1 < rows.len(), ..Strip::default() };
            let cells = widths.iter().zip(row).map(|(width, cell)| self.typefaces.lines(&runs(number, cell), *width));
            let cells: Vec<Vec<Line>> = cells.collect();
            // The first lines of all cells stand on one baseline.
            let above = cells.iter().filter_map(|lines| lines.first()).map(|line| line.above).fold(0.0, f32::max);
            let mut left = 0.0;
            for (width, lines) in widths.iter().zip(cells) {
                let mut y = 3.0 + above - lines.first().map_or(above, |line| line.above);
                for line in lines {
                    let set = set(&line, left);
                    strip.marks.extend(set.marks.into_iter().map(|mark| mark.shifted(vec2(0.0, y))));
                    y += set.height;
                }
                strip.height = strip.height.max(y + 3.0);
                left += width + SPACE;
            }
            let width = if number == 0 || number + 1 == rows.len() { THICK } else { THIN };
            strip.marks.push(Mark::line(pos2(0.0, strip.height), pos2(end, strip.height), width));
            self.strips.push(strip);
        }
        self.space(GAP);
    }

    /// A blank plot, to be drawn by hand.
    fn plot(&mut self, quantity: &str, over: &str) {
        const LEFT: f32 = 24.0;
        const CELLS: [usize; 2] = [10, 4];
        const CELL: f32 = 31.0;
        let small = |text: &str| [Run::text(text, Style::new(Face::Regular, 9.0))];
        let above = set(&self.typefaces.single(&small(quantity)), LEFT);
        let [right, height] = [LEFT + CELL * CELLS[0] as f32, CELL * CELLS[1] as f32];
        let top = above.height + 10.0;
        let floor = top + height;
        let mut marks = above.marks;
        let dotted = |from, to| Mark::Line { points: vec![from, to], width: 0.6, is_dotted: true };
        for column in 1..=CELLS[0] {
            let x = LEFT + CELL * column as f32;
            marks.push(dotted(pos2(x, floor), pos2(x, top)));
        }
        for row in 0..CELLS[1] {
            let y = top + CELL * row as f32;
            marks.push(dotted(pos2(LEFT, y), pos2(right, y)));
        }
        let solid = |points: &[[f32; 2]]| Mark::Line {
            points: points.iter().map(|&[x, y]| pos2(x, y)).collect(),
            width: THICK,
            is_dotted: false,
        };
        let (up, far) = (top - 8.0, right + 12.0);
        marks.push(solid(&[[LEFT, up], [LEFT, floor], [far, floor]]));
        marks.push(solid(&[[LEFT - 2.5, up + 5.0], [LEFT, up], [LEFT + 2.5, up + 5.0]]));
        marks.push(solid(&[[far - 5.0, floor - 2.5], [far, floor], [far - 5.0, floor + 2.5]]));
        let style = Style { leans: true, ..Style::new(Face::Regular, TEXT) };
        self.typefaces.place(pos2(far + 6.0, floor + 3.0), over, style, &mut marks);
        self.stay();
        self.strips.push(Strip { gap: APART, height: floor + 6.0, marks, ..Strip::default() });
    }

    /// A question in a frame, with boxes to tick or lines to write on.
    fn question(&mut self, number: usize, question: &Question) {
        const BOX: f32 = 8.5;
        const INDENT: f32 = 22.0;
        let mut inner = Column { typefaces: self.typefaces, width: self.width - 2.0 * PADDING, strips: Vec::new() };
        inner.item(&format!("{number}."), Face::Strong, INDENT, &[plain(question.ask())], 0.0);
        for option in question.options() {
            let square = Rect::from_min_size(pos2(INDENT, -BOX + 0.8), vec2(BOX, BOX));
            let tick = vec![Mark::Frame { rect: square, radius: 1.0 }];
            inner.lines(&[plain(option)], INDENT + BOX + 8.0, Some(tick), GAP);
        }
        let rules = match question {
            Question::Choose { .. } | Question::Predict { .. } => 0,
            Question::Measure { .. } => 1,
            // A number is computed before it is written.
            Question::Number { .. } => 3,
        };
        for _ in 0..rules {
            let rule = Mark::line(pos2(INDENT, RULE), pos2(inner.width, RULE), THIN);
            inner.strips.push(Strip { height: RULE, marks: vec![rule], ..Strip::default() });
        }
        let mut y = PADDING - 2.0;
        let mut marks = Vec::new();
        for strip in inner.strips {
            y += strip.gap;
            marks.extend(strip.marks.into_iter().map(|mark| mark.shifted(vec2(PADDING, y))));
            y += strip.height;
        }
        let height = y + if rules > 0 { PADDING } else { PADDING - 3.0 };
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(self.width, height));
        marks.insert(0, Mark::Frame { rect, radius: 4.0 });
        self.strips.push(Strip { gap: APART, height, marks, ..Strip::default() });
        self.space(GAP);
    }

    /// Keeps the last strip on the page of the next, which belongs to it.
    fn stay(&mut self) {
        if let Some(strip) = self.strips.last_mut() {
            strip.stays = true;
        }
    }

    /// Adds space below the last strip.
    fn space(&mut self, height: f32) {
        if let Some(strip) = self.strips.last_mut() {
            strip.height += height;
        }
    }
}

/// A line as a strip.
fn set(line: &Line, left: f32) -> Strip {
    let at = vec2(left, line.above);
    let marks = line.marks.iter().cloned().map(|mark| mark.shifted(at)).collect();
    Strip { height: line.above + line.below, marks, ..Strip::default() }
}
