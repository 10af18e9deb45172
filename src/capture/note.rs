//! Text that pictures and videos hold beside what they show.

/// A keyword and its text, stored in a picture: scene, seed, adapter.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Note {
    /// The keyword: 1 to 79 Latin letters.
    pub keyword: String,
    /// The text.
    pub text: String,
}

impl Note {
    /// A note with this keyword and text.
    pub fn new(keyword: &str, text: impl Into<String>) -> Self {
        Self { keyword: keyword.to_owned(), text: text.into() }
    }
}
