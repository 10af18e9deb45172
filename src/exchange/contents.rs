//! What the reader of a format gets and returns, and what it says when it cannot.

use std::sync::Arc;

use super::measures::Measures;
use super::moments::Moment;
use super::part::Part;
use crate::physics::{Column, State, is_called};
use crate::words::{Text, excerpt, say, shortened};

/// Letters of a field that a message quotes.
const MAX_QUOTED: usize = 40;

/// What the user says about a file that can be read in more than one way, or that holds too much.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The names of the columns in their order, as in a header; `-` leaves one out.
    pub columns: Option<Vec<String>>,
    /// Which moment of a series.
    pub moment: Option<Moment>,
    /// Which bodies.
    pub part: Part,
    /// What is read of bodies besides their motion and mass.
    pub properties: Properties,
}

/// Which columns of numbers are read besides those that a run begins with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Properties {
    /// The first [`Properties::MOST`]: some files have a hundred.
    #[default]
    First,
    /// All of them.
    All,
    /// This one.
    One(String),
    /// None.
    None,
}

impl Properties {
    /// Most columns that are read where nobody asks for one.
    pub const MOST: usize = 16;

    /// Most columns that are read.
    pub(super) fn most(&self) -> usize {
        if *self == Self::First { Self::MOST } else { usize::MAX }
    }

    /// Whether a column of this name is read.
    pub(super) fn takes(&self, name: &str) -> bool {
        match self {
            Self::First | Self::All => true,
            Self::One(wanted) => is_called(name, wanted),
            Self::None => false,
        }
    }

    /// The name of the one that is asked for.
    pub(super) fn named(&self) -> Option<&String> {
        if let Self::One(name) = self { Some(name) } else { None }
    }
}

/// Bodies from a file, and what else it holds, in its own numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contents {
    /// The name of the file; empty for bytes that come from none.
    pub file: String,
    /// The bodies, in the least precision that holds them exactly.
    pub state: State,
    /// What the numbers measure, if the file says so.
    pub measures: Option<Measures>,
    /// The names of the columns in their order, as in a header. Those left out have their own, or
    /// `-` without one.
    pub columns: Vec<String>,
    /// The names of columns that are left out.
    pub unused: Vec<String>,
    /// How many moments there are, if there are several.
    pub moments: Option<usize>,
    /// Which of them is taken, from 1; none if every line is taken for a body.
    pub taken: Option<usize>,
    /// How many lines before the header are left out.
    pub preamble: usize,
    /// What can be read in more than one way.
    pub doubts: Vec<Doubt>,
    /// The format of a snapshot, in words; none for a table.
    pub format: Option<String>,
    /// The names of the types of bodies, by component; none for a table.
    pub types: Vec<String>,
    /// The identities of the bodies, in their order; none if the file has none.
    pub ids: Arc<Vec<u64>>,
    /// What else the file says of the bodies, in their order: numbers such as temperatures.
    pub properties: Vec<Column>,
    /// The softening length that the file gives.
    pub softening: Option<f64>,
    /// What is odd about the file, or was assumed or converted, in sentences.
    pub notes: Vec<String>,
}

/// What can be read in more than one way.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubt {
    /// What has to be said.
    pub question: Question,
    /// Why it is in doubt, in a sentence.
    pub reason: Text,
}

/// What a file may leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Which column is which.
    Columns,
    /// Which moment of a series is meant.
    Moment,
    /// What the numbers measure.
    Units,
}

impl Question {
    /// How to answer on the command line, or in the file.
    pub fn remedy(self) -> Text {
        match self {
            Self::Columns => say!("import-remedy-columns"),
            Self::Moment => say!("import-remedy-moment"),
            Self::Units => say!("import-remedy-units"),
        }
    }
}

/// Why a file is not read.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The first lines that are wrong, counted from 1; none if it is the whole file.
    pub lines: Vec<usize>,
    /// How many lines are wrong.
    pub count: usize,
    /// What is wrong with the first line, or with the file.
    pub message: Text,
}

impl Fault {
    /// The fault of a whole file.
    pub(super) fn of_file(message: Text) -> Self {
        Self { lines: Vec::new(), count: 0, message }
    }

    /// The fault of a line.
    pub(super) fn of_line(line: usize, message: Text) -> Self {
        Self { lines: vec![line], count: 1, message }
    }
}

/// A field as messages show it.
pub(super) fn quoted(field: &str) -> String {
    shortened(&excerpt(field, MAX_QUOTED))
}
