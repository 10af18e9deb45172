//! A lesson on paper, as HTML that every browser prints or as PDF: what is told and asked, with
//! room for answers, and the answers on pages of their own, or the notes for those who teach.

mod breaks;
mod column;
mod html;
mod line;
mod page;
mod paper;
mod pdf;
mod question;
mod sheet;
mod strip;
mod table;
#[cfg(test)]
mod tests;
mod typeface;

use super::Lesson;
pub use sheet::Edition;
use sheet::Sheet;

/// Formats of worksheets, by the ending of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Html,
    Pdf,
}

impl Format {
    /// The format that an ending stands for.
    pub fn from_ending(ending: &str) -> Option<Self> {
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
pub fn worksheet(lesson: &Lesson, edition: Edition, format: Format) -> anyhow::Result<Vec<u8>> {
    let sheet = Sheet::new(lesson, edition);
    match format {
        Format::Html => Ok(html::written(&sheet).into_bytes()),
        Format::Pdf => pdf::written(&sheet),
    }
}
