//! Why something is not a sparse matrix.

use crate::words::{Text, t};

/// Why a sparse matrix cannot be made or used.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SparseError {
    /// There are no rows or no columns.
    #[error("{}", t!("error-sparse-empty", rows = rows, columns = columns))]
    Empty {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
    },
    /// Rows, columns or nonzeros cannot be counted in 31 bits.
    #[error("{}", t!("error-sparse-too-large", rows = rows, columns = columns, nonzeros = nonzeros))]
    TooLarge {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
        /// Number of nonzeros.
        nonzeros: usize,
    },
    /// There is not one row pointer more than rows.
    #[error("{}", t!("error-sparse-pointers", rows = rows, wanted = rows + 1, count = count))]
    Pointers {
        /// Number of rows.
        rows: usize,
        /// Number of row pointers.
        count: usize,
    },
    /// There is not one value per column index.
    #[error("{}", t!("error-sparse-values", columns = columns, values = values))]
    Values {
        /// Number of column indices.
        columns: usize,
        /// Number of values.
        values: usize,
    },
    /// The first row pointer is not 0, or the last one not the number of nonzeros.
    #[error("{}", t!("error-sparse-ends", first = first, last = last, nonzeros = nonzeros))]
    Ends {
        /// The first row pointer.
        first: u32,
        /// The last row pointer.
        last: u32,
        /// Number of nonzeros.
        nonzeros: usize,
    },
    /// A row ends before it begins. The message counts rows from 1.
    #[error("{}", t!("error-sparse-falls", row = row + 1, first = first, end = end))]
    Falls {
        /// The row, from 0.
        row: usize,
        /// Its pointer.
        first: u32,
        /// The next pointer.
        end: u32,
    },
    /// A row or column index is past the end. The message counts them from 1.
    #[error("{}", t!("error-sparse-past-end", place = place.verbatim(), row = row + 1, column = column + 1, rows = rows, columns = columns))]
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
    #[error("{}", t!("error-sparse-range", row = row + 1, precision = precision))]
    Range {
        /// The row, from 0.
        row: usize,
        /// The type.
        precision: &'static str,
    },
    /// There is no memory for a matrix.
    #[error("{}", t!("error-sparse-no-room", rows = rows, columns = columns, nonzeros = nonzeros))]
    NoRoom {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
        /// Number of nonzeros.
        nonzeros: usize,
    },
    /// A Matrix Market file has a line that cannot be read.
    #[error("{}", t!("at-line", line = line, what = what.verbatim()))]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: Box<Text>,
    },
}
