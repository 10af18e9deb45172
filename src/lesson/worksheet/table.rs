//! Tables, and what learners draw or fill in.

use egui::{Pos2, Rect, pos2, vec2};

use super::column::{APART, Column, GAP, SMALL, TEXT, THICK, plain, small};
use super::line::{Line, Run};
use super::paper::{Mark, THIN};
use super::sheet::Scales;
use super::strip::{Strip, set};
use super::typeface::{Face, Style};
use crate::lesson::{Grid, Inline};

impl Column<'_> {
    /// A table whose columns are as wide as their texts, or narrower where there is no room.
    pub fn table(&mut self, rows: &[Vec<Vec<Inline>>]) {
        const SPACE: f32 = 18.0;
        let runs = |number: usize, cell: &[Inline]| {
            Run::from_line(
                cell,
                0.95 * TEXT,
                if number == 0 { Face::Strong } else { Face::Regular },
            )
        };
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
            widths
                .iter_mut()
                .zip(&least)
                .for_each(|(width, least)| *width = least + share * (*width - least));
        }
        let end = widths.iter().sum::<f32>() + SPACE * count.saturating_sub(1) as f32;
        for (number, row) in rows.iter().enumerate() {
            let mut strip = Strip {
                gap: if number == 0 { APART } else { 0.0 },
                stays: number + 1 < rows.len(),
                ..Strip::default()
            };
            let cells = widths
                .iter()
                .zip(row)
                .map(|(width, cell)| self.typefaces.lines(&runs(number, cell), *width));
            let cells: Vec<Vec<Line>> = cells.collect();
            // The first lines of all cells stand on one baseline.
            let above = cells
                .iter()
                .filter_map(|lines| lines.first())
                .map(|line| line.above)
                .fold(0.0, f32::max);
            let mut left = 0.0;
            for (width, lines) in widths.iter().zip(cells) {
                let mut y = 3.0 + above - lines.first().map_or(above, |line| line.above);
                for line in lines {
                    let set = set(&line, left);
                    strip
                        .marks
                        .extend(set.marks.into_iter().map(|mark| mark.shifted(vec2(0.0, y))));
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

    /// Empty cells with their heads, to be filled in by hand.
    pub fn grid(&mut self, grid: &Grid) {
        const HEIGHT: f32 = 25.0;
        const MAX_WIDTH: f32 = 46.0;
        const SPACE: f32 = 10.0;
        self.heading(&[plain(&grid.ask)], GAP);
        let heads: Vec<Vec<Line>> = grid
            .rows
            .iter()
            .map(|head| self.typefaces.lines(&[plain(head)], 0.3 * self.width))
            .collect();
        let left = SPACE + heads.iter().flatten().map(|line| line.width).fold(0.0, f32::max);
        let width = ((self.width - left) / grid.columns.len() as f32).min(MAX_WIDTH);
        let columns: Vec<Vec<Line>> = grid
            .columns
            .iter()
            .map(|head| {
                self.typefaces
                    .lines(&[Run::text(head, Style::new(Face::Strong, TEXT))], width - 4.0)
            })
            .collect();
        let mut head = Strip { gap: GAP, stays: true, ..Strip::default() };
        for (number, lines) in columns.iter().enumerate() {
            let (marks, height) =
                stacked(lines, |line| left + width * (number as f32 + 0.5) - 0.5 * line.width);
            head.marks.extend(marks);
            head.height = head.height.max(height + 4.0);
        }
        self.strips.push(head);
        for lines in &heads {
            let (marks, height) = stacked(lines, |line| left - SPACE - line.width);
            let row = HEIGHT.max(height + 4.0);
            let middle = vec2(0.0, 0.5 * (row - height));
            let mut strip = Strip { height: row, stays: true, ..Strip::default() };
            strip.marks.extend(marks.into_iter().map(|mark| mark.shifted(middle)));
            let cell = |number: usize| {
                Rect::from_min_size(pos2(left + width * number as f32, 0.0), vec2(width, row))
            };
            strip.marks.extend(
                (0..columns.len()).map(|number| Mark::Frame { rect: cell(number), radius: 0.0 }),
            );
            self.strips.push(strip);
        }
        self.strips.iter_mut().next_back().into_iter().for_each(|strip| strip.stays = false);
        self.space(APART);
    }

    /// A blank plot, to be drawn by hand.
    pub fn plot(&mut self, quantity: &str, over: &str, scales: Option<&Scales>) {
        const LEFT: f32 = 46.0;
        const CELLS: [usize; 2] = [10, 4];
        const CELL: f32 = 31.0;
        let above = set(&self.typefaces.single(&[small(quantity)]), LEFT);
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
        let height = if scales.is_some() { floor + 18.0 } else { floor + 6.0 };
        self.scales(scales, |along, up| {
            pos2(LEFT + along * (right - LEFT), floor - up * (floor - top))
        })
        .into_iter()
        .for_each(|mark| marks.push(mark));
        self.stay();
        self.strips.push(Strip { gap: APART, height, marks, ..Strip::default() });
    }

    /// The numbers along the axes of a plot; `place` says where a share of each axis is.
    fn scales(&self, scales: Option<&Scales>, place: impl Fn(f32, f32) -> Pos2) -> Vec<Mark> {
        let (mut marks, style) = (Vec::new(), Style::new(Face::Regular, SMALL));
        let Some(Scales { along, up }) = scales else { return marks };
        let width = |text: &str| self.typefaces.single(&[small(text)]).width;
        for (number, text) in along.iter().enumerate() {
            let at = place(number as f32 / 5.0, 0.0) + vec2(-0.5 * width(text), 12.0);
            self.typefaces.place(at, text, style, &mut marks);
        }
        for (number, text) in up.iter().enumerate() {
            let at = place(0.0, number as f32 / 4.0) + vec2(-width(text) - 5.0, 3.0);
            self.typefaces.place(at, text, style, &mut marks);
        }
        marks
    }
}

/// Lines one below the other, each from where it is to begin, and their height.
fn stacked(lines: &[Line], left: impl Fn(&Line) -> f32) -> (Vec<Mark>, f32) {
    let (mut marks, mut height) = (Vec::new(), 0.0);
    for line in lines {
        let strip = set(line, left(line));
        marks.extend(strip.marks.into_iter().map(|mark| mark.shifted(vec2(0.0, height))));
        height += strip.height;
    }
    (marks, height)
}
