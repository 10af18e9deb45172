//! What commands about files are called with.

/// What the dialogue is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    Save,
    Open,
    /// Results of another machine.
    Compare,
}

/// What is done to a scene of one's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Upkeep {
    /// It gets this name.
    Rename(String),
    /// Its file is shown in whatever edits text.
    Edit,
    /// Its file and its picture are deleted.
    Delete,
}

/// A kind of file that holds results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// A line per published number.
    Csv,
    /// Tables.
    Markdown,
    /// The chart as lines.
    Svg,
    /// The chart as pixels.
    Png,
    /// All results of this machine, to be opened again.
    Json,
}

impl Export {
    /// All kinds with their names, which are also the endings.
    pub const ALL: [(Self, &str); 5] = [
        (Self::Csv, "csv"),
        (Self::Markdown, "md"),
        (Self::Svg, "svg"),
        (Self::Png, "png"),
        (Self::Json, "json"),
    ];

    pub fn ending(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }
}
