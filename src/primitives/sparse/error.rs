//! Why something is not a sparse matrix.

use crate::words::{Text, say};

/// Why a sparse matrix cannot be made or used.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum SparseError {
    /// There are no rows or no columns.
    Empty {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
    },
    /// Rows, columns or nonzeros cannot be counted in 31 bits.
    TooLarge {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
        /// Number of nonzeros.
        nonzeros: usize,
    },
    /// There is not one row pointer more than rows.
    Pointers {
        /// Number of rows.
        rows: usize,
        /// Number of row pointers.
        count: usize,
    },
    /// There is not one value per column index.
    Values {
        /// Number of column indices.
        columns: usize,
        /// Number of values.
        values: usize,
    },
    /// The first row pointer is not 0, or the last one not the number of nonzeros.
    Ends {
        /// The first row pointer.
        first: u32,
        /// The last row pointer.
        last: u32,
        /// Number of nonzeros.
        nonzeros: usize,
    },
    /// A row ends before it begins. The message counts rows from 1.
    Falls {
        /// The row, from 0.
        row: usize,
        /// Its pointer.
        first: u32,
        /// The next pointer.
        end: u32,
    },
    /// A row or column index is past the end. The message counts them from 1.
    PastEnd {
        /// Which nonzero, in words.
        place: Box<Text>,
        /// Its row, from 0.
        row: usize,
        /// Its column, from 0.
        column: usize,
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
    },
    /// The numbers of a row, or the sum of their magnitudes, are beyond the largest of their type.
    /// The message counts rows from 1.
    Range {
        /// The row, from 0.
        row: usize,
        /// The type.
        precision: &'static str,
    },
    /// There is no memory for a matrix.
    NoRoom {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
        /// Number of nonzeros.
        nonzeros: usize,
    },
    /// A Matrix Market file has a line that cannot be read.
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: Box<Text>,
    },
}

impl SparseError {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        match self {
            Self::Empty { rows, columns } => say!("error-sparse-empty", rows, columns),
            Self::TooLarge { rows, columns, nonzeros } => {
                say!("error-sparse-too-large", rows, columns, nonzeros)
            }
            Self::Pointers { rows, count } => {
                say!("error-sparse-pointers", rows, wanted = rows + 1, count)
            }
            Self::Values { columns, values } => say!("error-sparse-values", columns, values),
            Self::Ends { first, last, nonzeros } => {
                say!("error-sparse-ends", first, last, nonzeros)
            }
            Self::Falls { row, first, end } => {
                say!("error-sparse-falls", row = row + 1, first, end)
            }
            Self::PastEnd { place, row, column, rows, columns } => say!(
                "error-sparse-past-end",
                place,
                row = row + 1,
                column = column + 1,
                rows,
                columns
            ),
            Self::Range { row, precision } => say!("error-sparse-range", row = row + 1, precision),
            Self::NoRoom { rows, columns, nonzeros } => {
                say!("error-sparse-no-room", rows, columns, nonzeros)
            }
            Self::Line { line, what } => say!("at-line", line, what),
        }
    }
}
