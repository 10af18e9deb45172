//! Lessons: sequences of cards. A lesson is one file of Markdown, with TOML before it and in
//! blocks:
//!
//! ````text
//! +++
//! title = "Why does it collapse?"
//! minutes = 30
//! aims = ["say what softening does"]
//! +++
//!
//! # The first card
//!
//! ```card
//! scene = "shell"
//! ```
//!
//! Text, with formulas such as $E = K + W$.
//!
//! ```question
//! kind = "choose"
//! ask = "What happens next?"
//! options = ["It falls together", "Nothing"]
//! right = 1
//! explain = "Nothing holds it up."
//! ```
//!
//! ```notes
//! Teacher notes: what only teachers see.
//! ```
//! ````

mod bounds;
mod entries;
pub mod formula;
mod grid;
mod question;
mod read;
mod scene_settings;
mod setting;
mod shelf;
mod shuffle;
mod slip;
mod text;
mod wait;
mod worksheet;

pub use grid::Grid;
pub use question::{Answer, Gauge, Miss, Question};
pub use read::{LessonError, read};
pub use setting::{Overlay, Page, Plot, Setting, SidePart};
#[cfg(test)]
pub use shelf::EMBEDDED;
pub use shelf::{Shelf, lesson_folder};
pub use shuffle::option_order;
pub use text::{Block, Inline};
pub use wait::{Goal, Value, Wait};
pub use worksheet::{Edition, Format, worksheet};

/// A lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Its name on the command line: that of its file.
    pub name: String,
    pub head: Head,
    pub cards: Vec<Card>,
    /// The seed of the order of its options; 0 if they stand as in the file.
    pub seed: u32,
}

/// What a lesson says about itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    pub title: String,
    /// How long it takes.
    pub minutes: u32,
    /// What learners can do after it.
    pub aims: Vec<String>,
    /// Its place among the lessons.
    pub order: u32,
}

/// A card of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    pub title: String,
    pub body: Vec<Block>,
    /// The number of the first block that tells what became of the prediction that it recalls,
    /// after a line `---`.
    pub outcome: Option<usize>,
    /// The body as it was written.
    #[cfg(test)]
    pub markdown: String,
    /// Teacher notes: what only teachers see.
    pub notes: Vec<Block>,
    pub setting: Setting,
    pub question: Option<Question>,
}

impl Card {
    /// Whether it asks for the prediction of this name.
    pub fn predicts(&self, name: &str) -> bool {
        matches!(&self.question, Some(Question::Predict { name: own, .. }) if own == name)
    }
}

/// Asserts that an error is reported in every language, with everything filled in.
#[cfg(test)]
fn assert_translated(cause: &starshell::words::Text) {
    use starshell::words::{LANGUAGES, speak};

    let english = cause.to_string();
    for language in &LANGUAGES[1..] {
        speak(Some(language));
        let own = cause.verbatim();
        speak(None);
        assert_ne!(own, english, "{}", language.code);
        assert!(!own.contains("{ $") && !own.contains("{$"), "{}: {own}", language.code);
    }
}
