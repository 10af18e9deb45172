//! Lessons: sequences of cards. A lesson is one file of Markdown, with TOML before it and in blocks:
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
//! What only those who teach see.
//! ```
//! ````

mod bounds;
mod expected;
pub mod formula;
mod grid;
mod question;
mod read;
mod shelf;
mod text;
mod wait;
mod worksheet;

use serde::Deserialize;

pub use grid::Grid;
pub use question::{Answer, Miss, Quantity, Question};
pub use read::{LessonError, read};
#[cfg(test)]
pub use shelf::EMBEDDED;
pub use shelf::{Shelf, lesson_folder};
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
}

/// What a lesson says about itself.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    pub title: String,
    /// How long it takes.
    pub minutes: u32,
    /// What learners can do after it.
    pub aims: Vec<String>,
    /// Its place among the lessons.
    #[serde(default)]
    pub order: u32,
}

/// A card of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    pub title: String,
    pub body: Vec<Block>,
    /// The number of the first block that tells what became of the prediction that it recalls, after a line `---`.
    pub outcome: Option<usize>,
    /// The same as it was written.
    #[cfg(test)]
    pub markdown: String,
    /// What only those who teach see.
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

/// What a card does with the window. Nothing that is left out changes.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setting {
    /// How long the card takes.
    pub minutes: Option<f64>,
    /// Loads a scene, with this many bodies.
    pub scene: Option<String>,
    pub count: Option<usize>,
    /// Whether it plays, and at which multiple of its pace.
    pub play: Option<bool>,
    pub speed: Option<f64>,
    /// Physics.
    pub time_step: Option<f64>,
    pub softening: Option<f64>,
    pub damping: Option<f64>,
    pub integrator: Option<String>,
    /// Trails in seconds of simulated time.
    pub trails: Option<f64>,
    /// Shows an experiment: one of its pages, a drawing by its number from 1, with this size.
    pub experiment: Option<String>,
    pub page: Option<String>,
    pub drawing: Option<usize>,
    pub size: Option<usize>,
    /// Shows a kernel of the workbench: the original without a part, by its name, and the exercise with this number from 1.
    pub bench: Option<String>,
    #[serde(rename = "break")]
    pub broken: Option<String>,
    pub exercise: Option<usize>,
    /// Parts of the side panel, by name.
    pub show: Vec<String>,
    /// What is drawn over the bodies, by name.
    pub overlays: Vec<String>,
    /// Controls, by the keys of their texts: those that do nothing, and those that are marked.
    pub lock: Vec<String>,
    pub highlight: Vec<String>,
    /// What has to happen before the next card.
    pub wait: Option<Wait>,
    /// The plot that is chosen.
    pub plot: Option<String>,
    /// The prediction, by name, that is compared with what happened.
    pub recall: Option<String>,
}

impl Setting {
    /// The same with the pace, plot, scene and physics that an earlier card has left.
    pub fn after(self, before: Self) -> Self {
        let own = Self {
            play: self.play.or(before.play),
            speed: self.speed.or(before.speed),
            plot: self.plot.clone().or(before.plot),
            ..self
        };
        if own.scene.is_some() {
            return own;
        }
        Self {
            scene: before.scene,
            count: before.count,
            time_step: own.time_step.or(before.time_step),
            softening: own.softening.or(before.softening),
            damping: own.damping.or(before.damping),
            integrator: own.integrator.or(before.integrator),
            trails: own.trails.or(before.trails),
            ..own
        }
    }
}

/// Parts of the side panel that a card may show.
pub const PARTS: [&str; 7] = ["scene", "bodies", "physics", "hands", "measurements", "view", "guides"];

/// What a card may draw over the bodies. It ends with the card.
pub const OVERLAYS: [&str; 4] = ["velocities", "accelerations", "center", "areas"];
