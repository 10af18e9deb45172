//! Matrices in compressed sparse row format.

use super::{Real, SparseError};
use crate::words::say;

/// Limit of rows and nonzeros together, and of columns: kernels count both in 32 bits, and past the
/// end of a tile.
pub(super) const MAX_COUNT: usize = 1 << 31;

/// A sparse matrix in compressed sparse row format, on the host: for each row, its nonzeros with
/// their columns.
///
/// Row `i` has the nonzeros from `row_starts[i]` to `row_starts[i + 1]`. Whatever makes one checks
/// its structure, so row pointers never fall and columns are never past the end. Rows may be empty,
/// and their columns in any order.
///
/// ```
/// use starshell::primitives::{Csr, reference};
///
/// // 2 0 1
/// // 0 0 0
/// // 0 3 0
/// let matrix = Csr::new(3, 3, vec![0, 2, 2, 3], vec![0, 2, 1], vec![2.0_f32, 1.0, 3.0])?;
/// assert_eq!(reference::spmv(&matrix, &[1.0, 10.0, 100.0]), [102.0, 0.0, 30.0]);
/// let error = Csr::new(3, 3, vec![0, 2, 1, 3], vec![0, 2, 1], vec![2.0_f32, 1.0, 3.0]).unwrap_err();
/// assert_eq!(error.to_string(), "row 2 of the matrix begins at 2 and ends before it, at 1: row pointers must not fall");
/// # Ok::<(), starshell::primitives::SparseError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Csr<T> {
    columns: usize,
    row_starts: Vec<u32>,
    column_indices: Vec<u32>,
    values: Vec<T>,
}

/// How long the rows of a matrix are: what the plan of a product is chosen by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowLengths {
    /// Number of rows.
    pub rows: usize,
    /// Number of rows without nonzeros.
    pub empty: usize,
    /// Nonzeros of the longest row.
    pub max: usize,
    /// Mean number of nonzeros per row.
    pub mean: f64,
    /// Standard deviation of the number of nonzeros per row.
    pub deviation: f64,
}

/// Rejects a matrix whose rows, columns or nonzeros are none or too many.
pub(super) fn check_size(rows: usize, columns: usize, nonzeros: usize) -> Result<(), SparseError> {
    if rows == 0 || columns == 0 {
        return Err(SparseError::Empty { rows, columns });
    }
    if columns > MAX_COUNT || rows.saturating_add(nonzeros) > MAX_COUNT {
        return Err(SparseError::TooLarge { rows, columns, nonzeros });
    }
    Ok(())
}

/// An empty list with room for `count` elements, or an error instead of an abort if there is no
/// memory for them.
pub(super) fn room<E>(
    count: usize,
    [rows, columns, nonzeros]: [usize; 3],
) -> Result<Vec<E>, SparseError> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| SparseError::NoRoom { rows, columns, nonzeros })?;
    Ok(list)
}

impl<T: Real> Csr<T> {
    /// A matrix of this many rows and columns: for each row the place of its first nonzero, and the
    /// number of nonzeros at the end; for each nonzero, its column and its value.
    ///
    /// # Errors
    /// [`SparseError`] if there are no rows or columns, more than can be counted in 31 bits, a list
    /// has the wrong length, a row pointer falls, or a column is past the end.
    pub fn new(
        rows: usize,
        columns: usize,
        row_starts: Vec<u32>,
        column_indices: Vec<u32>,
        values: Vec<T>,
    ) -> Result<Self, SparseError> {
        let nonzeros = column_indices.len();
        check_size(rows, columns, nonzeros)?;
        if row_starts.len() != rows + 1 {
            return Err(SparseError::Pointers { rows, count: row_starts.len() });
        }
        if values.len() != nonzeros {
            return Err(SparseError::Values { columns: nonzeros, values: values.len() });
        }
        if let Some(row) = row_starts.windows(2).position(|pair| pair[1] < pair[0]) {
            return Err(SparseError::Falls {
                row,
                first: row_starts[row],
                end: row_starts[row + 1],
            });
        }
        let (first, last) = (row_starts[0], row_starts[rows]);
        if first != 0 || last as usize != nonzeros {
            return Err(SparseError::Ends { first, last, nonzeros });
        }
        if let Some(place) = column_indices.iter().position(|&column| column as usize >= columns) {
            let row = row_starts.partition_point(|&start| start as usize <= place) - 1;
            let column = column_indices[place] as usize;
            let place = Box::new(say!("sparse-nonzero", place = place + 1));
            return Err(SparseError::PastEnd { place, row, column, rows, columns });
        }
        Ok(Self { columns, row_starts, column_indices, values })
    }

    /// A matrix from rows, columns and values in any order. Values in the same place are added in
    /// their order.
    ///
    /// # Errors
    /// [`SparseError`] if there are no rows or columns, too many, or an index is past the end.
    pub fn from_triplets(
        rows: usize,
        columns: usize,
        triplets: &[(u32, u32, T)],
    ) -> Result<Self, SparseError> {
        check_size(rows, columns, triplets.len())?;
        if let Some(place) = triplets
            .iter()
            .position(|&(row, column, _)| row as usize >= rows || column as usize >= columns)
        {
            let (row, column, _) = triplets[place];
            let place = Box::new(say!("sparse-nonzero", place = place + 1));
            return Err(SparseError::PastEnd {
                place,
                row: row as usize,
                column: column as usize,
                rows,
                columns,
            });
        }
        let size = [rows, columns, triplets.len()];
        // Counting sort by rows, and then by columns within each.
        let mut starts = room::<u32>(rows + 1, size)?;
        starts.resize(rows + 1, 0);
        for &(row, ..) in triplets {
            starts[row as usize + 1] += 1;
        }
        for row in 0..rows {
            starts[row + 1] += starts[row];
        }
        let mut sorted = room(triplets.len(), size)?;
        sorted.resize(triplets.len(), (0_u32, T::zeroed()));
        let mut next = room::<u32>(rows + 1, size)?;
        next.extend_from_slice(&starts);
        for &(row, column, value) in triplets {
            let place = &mut next[row as usize];
            sorted[*place as usize] = (column, value);
            *place += 1;
        }
        let mut builder = Builder::new(size)?;
        for row in 0..rows {
            builder.row(&mut sorted[starts[row] as usize..starts[row + 1] as usize]);
        }
        Ok(builder.finish())
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.row_starts.len() - 1
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Number of stored values, which are usually not zero.
    pub fn nonzeros(&self) -> usize {
        self.values.len()
    }

    /// For each row the place of its first nonzero, and the number of nonzeros at the end.
    pub fn row_starts(&self) -> &[u32] {
        &self.row_starts
    }

    /// For each nonzero its column.
    pub fn column_indices(&self) -> &[u32] {
        &self.column_indices
    }

    /// For each nonzero its value.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Columns and values of a row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, T)> {
        let all = self.row_starts[row] as usize..self.row_starts[row + 1] as usize;
        self.column_indices[all.clone()]
            .iter()
            .map(|&column| column as usize)
            .zip(self.values[all].iter().copied())
    }

    /// The diagonal: as many elements as rows, 0 where nothing is stored.
    pub fn diagonal(&self) -> Vec<T> {
        let on_it = |row: usize| {
            self.row(row).filter(|(column, _)| *column == row).map(|(_, value)| value).sum()
        };
        (0..self.rows()).map(on_it).collect()
    }

    /// Returns the matrix with rows and columns exchanged; its columns are in order.
    pub fn transposed(&self) -> Self {
        let mut row_starts = vec![0_u32; self.columns + 1];
        for &column in &self.column_indices {
            row_starts[column as usize + 1] += 1;
        }
        for column in 0..self.columns {
            row_starts[column + 1] += row_starts[column];
        }
        let mut next = row_starts.clone();
        let (mut column_indices, mut values) =
            (vec![0; self.nonzeros()], vec![T::zeroed(); self.nonzeros()]);
        for row in 0..self.rows() {
            for (column, value) in self.row(row) {
                let place = next[column] as usize;
                (column_indices[place], values[place]) = (row as u32, value);
                next[column] += 1;
            }
        }
        Self { columns: self.rows(), row_starts, column_indices, values }
    }

    /// The row and column of an element that differs from the one across the diagonal by more than
    /// rounding, if any.
    pub(in crate::primitives) fn asymmetry(&self) -> Option<(usize, usize)> {
        let other = self.transposed();
        (0..self.rows()).find_map(|row| {
            let (mut own, mut across): (Vec<_>, Vec<_>) =
                (self.row(row).collect(), other.row(row).collect());
            own.sort_by_key(|(column, _)| *column);
            across.sort_by_key(|(column, _)| *column);
            let is_near = |a: T, b: T| {
                let (a, b) = (a.to_f64(), b.to_f64());
                (a - b).abs() <= 8.0 * T::ROUNDOFF * a.abs().max(b.abs())
            };
            if own.len() != across.len() {
                let stored =
                    |list: &[(usize, T)], column| list.iter().any(|(other, _)| *other == column);
                let alone = own.iter().find(|(column, _)| !stored(&across, *column));
                let alone =
                    alone.or_else(|| across.iter().find(|(column, _)| !stored(&own, *column)));
                return Some((row, alone.map_or(row, |(column, _)| *column)));
            }
            let mut pairs = own.iter().zip(&across);
            pairs.find(|(a, b)| a.0 != b.0 || !is_near(a.1, b.1)).map(|(a, _)| (row, a.0))
        })
    }

    /// Converts the matrix to another precision.
    pub fn to<U: Real>(&self) -> Csr<U> {
        Csr {
            columns: self.columns,
            row_starts: self.row_starts.clone(),
            column_indices: self.column_indices.clone(),
            values: self.values.iter().map(|value| U::from_f64(value.to_f64())).collect(),
        }
    }

    /// How long the rows are.
    #[doc(hidden)]
    pub fn row_lengths(&self) -> RowLengths {
        let (mut empty, mut max, mut squares) = (0, 0, 0.0);
        for pair in self.row_starts.windows(2) {
            let length = (pair[1] - pair[0]) as usize;
            empty += usize::from(length == 0);
            max = max.max(length);
            squares += (length as f64).powi(2);
        }
        let mean = self.nonzeros() as f64 / self.rows() as f64;
        let deviation = (squares / self.rows() as f64 - mean * mean).max(0.0).sqrt();
        RowLengths { rows: self.rows(), empty, max, mean, deviation }
    }
}

/// A matrix that is made row by row.
pub(super) struct Builder<T>(Csr<T>);

impl<T: Real> Builder<T> {
    /// No rows yet, of a matrix with at most these rows, columns and nonzeros, which were checked.
    pub fn new(size: [usize; 3]) -> Result<Self, SparseError> {
        let [rows, columns, nonzeros] = size;
        let mut row_starts = room(rows + 1, size)?;
        row_starts.push(0);
        Ok(Self(Csr {
            columns,
            row_starts,
            column_indices: room(nonzeros, size)?,
            values: room(nonzeros, size)?,
        }))
    }

    /// Appends a row, sorted by columns. Values in the same column are added in their order.
    pub fn row(&mut self, nonzeros: &mut [(u32, T)]) {
        let Csr { row_starts, column_indices, values, .. } = &mut self.0;
        nonzeros.sort_by_key(|(column, _)| *column);
        let begin = column_indices.len();
        for &(column, value) in &*nonzeros {
            if column_indices.len() > begin && column_indices.last() == Some(&column) {
                values.iter_mut().last().into_iter().for_each(|sum| *sum += value);
            } else {
                column_indices.push(column);
                values.push(value);
            }
        }
        row_starts.push(column_indices.len() as u32);
    }

    /// The matrix with the rows so far.
    pub fn finish(self) -> Csr<T> {
        self.0
    }
}
