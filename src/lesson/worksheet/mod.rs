//! A lesson on paper, as HTML that every browser prints or as PDF: what is told and asked, with room for answers, and the answers
//! on pages of their own.

mod blocks;
mod html;
mod line;
mod page;
mod pdf;
#[cfg(test)]
mod tests;
mod typeface;

use super::{Card, Lesson, Question};
use crate::app::words::{spoken, t, text};

/// Formats of worksheets, by the ending of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Html,
    Pdf,
}

impl Format {
    /// The format that an ending stands for.
    pub fn of(ending: &str) -> Option<Self> {
        match ending.to_ascii_lowercase().as_str() {
            "html" | "htm" => Some(Self::Html),
            "pdf" => Some(Self::Pdf),
            _ => None,
        }
    }
}

/// The worksheet of a lesson, in the language that is spoken.
///
/// # Errors
/// If the PDF cannot be written.
pub fn worksheet(lesson: &Lesson, format: Format) -> anyhow::Result<Vec<u8>> {
    let sheet = Sheet::new(lesson);
    match format {
        Format::Html => Ok(html::written(&sheet).into_bytes()),
        Format::Pdf => pdf::written(&sheet),
    }
}

/// What is on a worksheet, whatever its format.
struct Sheet<'a> {
    title: &'a str,
    language: &'static str,
    /// What stands before the line for the name.
    name: String,
    /// What stands before the aims.
    aim: String,
    aims: &'a [String],
    parts: Vec<Part<'a>>,
    /// Title of the answers.
    answer: String,
    answers: Vec<Answer>,
}

/// A part, in the order of the lesson.
enum Part<'a> {
    /// The title of a card, and what tells that it needs the screen.
    Title(&'a str, Option<String>),
    Text(&'a Card),
    /// A blank plot of a quantity over another.
    Plot {
        quantity: String,
        over: &'static str,
    },
    Question(usize, &'a Question),
}

/// The answer to a question, by its number.
struct Answer {
    number: usize,
    text: String,
}

impl<'a> Sheet<'a> {
    fn new(lesson: &'a Lesson) -> Self {
        let mut parts = Vec::new();
        let mut answers = Vec::new();
        for card in &lesson.cards {
            let setting = &card.setting;
            let is_at_screen = setting.experiment.is_some() || setting.bench.is_some() || setting.wait.is_some();
            parts.push(Part::Title(&card.title, is_at_screen.then(|| format!("({})", t!("worksheet-screen")))));
            parts.push(Part::Text(card));
            if let Some(plot) = &setting.plot {
                let over = match plot.as_str() {
                    "density" => "r",
                    "speeds" => "v",
                    _ => "t",
                };
                parts.push(Part::Plot { quantity: text(&format!("tab-{plot}"), &[]), over });
            }
            if let Some(question) = &card.question {
                let number = answers.len() + 1;
                parts.push(Part::Question(number, question));
                answers.push(Answer { number, text: answered(question) });
            }
        }
        Self {
            title: &lesson.head.title,
            language: spoken().code,
            name: t!("worksheet-name"),
            aim: t!("worksheet-aims", minutes = lesson.head.minutes),
            aims: &lesson.head.aims,
            parts,
            answer: t!("worksheet-answers"),
            answers,
        }
    }
}

/// The right answer as a sentence, and why it is right.
fn answered(question: &Question) -> String {
    let mut answer = question.solution();
    if !answer.ends_with(['.', '!', '?']) {
        answer.push('.');
    }
    match question.explain() {
        "" => answer,
        explain => format!("{answer} {explain}"),
    }
}
