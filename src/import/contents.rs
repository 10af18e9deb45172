//! What the reader of a format returns.

use super::measures::Measures;
use crate::physics::Body;
use crate::words::Text;

/// What a file holds, in its own numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// The bodies.
    pub bodies: Vec<Body>,
    /// What the numbers measure, if the file says so.
    pub measures: Option<Measures>,
    /// The names of columns that are left out.
    pub unused: Vec<String>,
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
