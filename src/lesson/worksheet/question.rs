//! Questions in frames, with room for answers or with them.

use egui::{pos2, vec2};
use starshell::words::t;

use super::column::{APART, Column, GAP, SMALL, TEXT, plain, small};
use super::line::Run;
use super::paper::{Mark, SHEET, THIN};
use super::sheet::{blank, lines};
use super::strip::{Rules, Strip, set};
use super::typeface::{Face, Style};
use crate::lesson::{Answer, Question};

/// Space between a question and its frame.
const PADDING: f32 = 10.0;
/// Where what belongs to a question begins.
const INDENT: f32 = 22.0;

impl Column<'_> {
    /// A question, with boxes to tick and lines to write on.
    pub fn question(&mut self, number: usize, question: &Question) {
        self.framed(|column| {
            column.item(&format!("{number}."), Face::Strong, INDENT, &[plain(question.ask())], 0.0);
            for option in question.options() {
                column.ticked(&[plain(option)], INDENT, GAP, false);
            }
            if let Some((letters, unit)) = blank(question) {
                column.blank(letters, &unit);
            }
            let spare = match question {
                Question::Choose { .. } | Question::Measure { .. } => return,
                // The reason counts more than the prediction, and what follows is on another page
                // anyway.
                Question::Predict { .. } => usize::MAX,
                Question::Number { .. } => 4,
            };
            if let Question::Predict { .. } = question {
                column.lines(&[plain(&t!("worksheet-reason"))], INDENT, Vec::new(), 1.5 * GAP);
            }
            let rules = Rules { left: INDENT, right: column.width, foot: 0.0, spare };
            column.strips.push(Strip::default().ruled(rules, lines(question)));
        });
    }

    /// A line for a short answer, of so many letters, and its unit.
    fn blank(&mut self, letters: usize, unit: &str) {
        let words = self.typefaces.single(&[plain(&t!("worksheet-answer"))]);
        let mut strip = set(&words, INDENT);
        let begin = INDENT + words.width + 6.0;
        let end = begin + 0.8 * TEXT * letters as f32;
        let foot = words.above + 2.0;
        strip.marks.push(Mark::line(pos2(begin, foot), pos2(end, foot), THIN));
        let style = Style::new(Face::Regular, TEXT);
        self.typefaces.place(pos2(end + 6.0, words.above), unit, style, &mut strip.marks);
        strip.gap = APART;
        self.strips.push(strip);
    }

    /// A question with its answer, and with the reasons of wrong ones.
    pub fn solution(&mut self, number: usize, question: &Question) {
        self.framed(|column| {
            column.item(&format!("{number}."), Face::Strong, INDENT, &[plain(question.ask())], 0.0);
            let reasons = question.reasons();
            for (place, option) in question.options().iter().enumerate() {
                let is_right = question.is_right(&Answer::Option(place));
                let face = if is_right { Face::Strong } else { Face::Regular };
                column.ticked(&[Run::text(option, Style::new(face, TEXT))], INDENT, GAP, is_right);
                let reason = reasons.iter().find(|(answer, _)| *answer == (place + 1).to_string());
                reason.into_iter().for_each(|(_, reason)| {
                    column.lines(&[small(reason)], INDENT + 16.5, Vec::new(), 1.0)
                });
            }
            if question.options().is_empty() {
                let answer = t!("classroom-solution", answer = question.solution());
                column.lines(
                    &[Run::text(&answer, Style::new(Face::Strong, TEXT))],
                    INDENT,
                    Vec::new(),
                    GAP,
                );
                for (answer, reason) in &reasons {
                    let reason = t!("classroom-reason", answer = answer, reason = reason);
                    column.lines(
                        &[Run::text(&reason, Style::new(Face::Regular, SMALL))],
                        INDENT,
                        Vec::new(),
                        0.5 * GAP,
                    );
                }
            }
            if !question.explain().is_empty() {
                column.lines(&[plain(question.explain())], INDENT, Vec::new(), GAP);
            }
        });
    }

    /// What `write` adds in a frame, or without one where it is higher than a page.
    fn framed(&mut self, write: impl FnOnce(&mut Self)) {
        let mut inner = Self::new(self.typefaces, self.width - 2.0 * PADDING);
        write(&mut inner);
        let mut frame =
            Strip { gap: APART, height: PADDING - 2.0, is_framed: true, ..Strip::default() };
        let mut strips = inner.strips;
        for strip in &strips {
            frame.height += strip.gap;
            let at = vec2(PADDING, frame.height);
            frame.marks.extend(strip.marks.iter().cloned().map(|mark| mark.shifted(at)));
            frame.height += strip.height;
        }
        let rules = strips.last().and_then(|strip| strip.rules);
        let foot = if rules.is_some() { PADDING } else { PADDING - 3.0 };
        frame.height += foot;
        frame.rules = rules.map(|rules| Rules {
            left: rules.left + PADDING,
            right: rules.right + PADDING,
            foot,
            ..rules
        });
        if frame.height <= SHEET.height() {
            strips = vec![frame];
        }
        self.strips.extend(strips);
    }
}
