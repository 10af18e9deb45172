//! Why something is not a sparse matrix, or its system is not solved.

use crate::gpu::GpuError;
use crate::words::{Text, say};

/// Why a sparse matrix cannot be made or used, or its system cannot be solved.
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
    /// There are not as many equations as unknowns.
    NotSquare {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
    },
    /// An element differs from the one across the diagonal. The message counts rows and columns
    /// from 1.
    NotSymmetric {
        /// Its row, from 0.
        row: usize,
        /// Its column, from 0.
        column: usize,
    },
    /// An element of the diagonal is not positive. The message counts rows from 1.
    Diagonal {
        /// Its row, from 0.
        row: usize,
    },
    /// The matrix was found not to be positive definite, or a number is not finite.
    Broken {
        /// Iterations before that.
        iterations: u32,
    },
    /// The tolerance is below the roundoff of the numbers.
    Tolerance {
        /// What was asked for.
        tolerance: f64,
        /// The type of the numbers.
        precision: &'static str,
        /// The least that can be asked for.
        least: f64,
    },
    /// Rounding keeps the true residual above the tolerance, though the recurrence has come below
    /// it, or the limit of iterations was too low.
    NotReached {
        /// Iterations.
        iterations: u32,
        /// The true residual, relative to the right-hand side.
        residual: f64,
        /// What was asked for.
        tolerance: f64,
    },
    /// The GPU failed, or the vectors do not fit.
    #[error(transparent)]
    Gpu(#[from] GpuError),
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
            Self::NotSquare { rows, columns } => say!("error-solver-not-square", rows, columns),
            Self::NotSymmetric { row, column } => {
                say!("error-solver-not-symmetric", row = row + 1, column = column + 1)
            }
            Self::Diagonal { row } => say!("error-solver-diagonal", row = row + 1),
            Self::Broken { iterations } => say!("error-solver-broken", iterations),
            Self::Tolerance { tolerance, precision, least } => say!(
                "error-solver-tolerance",
                tolerance = format!("{tolerance:?}"),
                precision,
                least = format!("{least:.0e}")
            ),
            Self::NotReached { iterations, residual, tolerance } => say!(
                "error-solver-not-reached",
                iterations,
                residual = format!("{residual:.1e}"),
                tolerance = format!("{tolerance:?}")
            ),
            Self::Gpu(error) => error.text(),
        }
    }
}
