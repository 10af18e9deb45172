//! What can be done in the classroom.

use crate::lesson::Answer;

/// A request to the classroom.
#[derive(Clone, Debug)]
pub enum Action {
    /// Begin the lesson with this name, where it was left.
    Begin(String),
    /// End the lesson.
    End,
    /// Turn a page or card on (1), or back (-1).
    Turn(i32),
    /// Turn back to the first card.
    First,
    /// Answer the question of the card.
    Answer(Answer),
    /// Write all answers to a table.
    ExportAnswers,
}

impl Action {
    /// Whether the simple mode has it.
    pub fn is_simple(&self) -> bool {
        !matches!(self, Self::ExportAnswers)
    }
}
