//! Random matrices whose rows differ in length by orders of magnitude.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::csr::{Builder, check_size};
use super::{Csr, Real, SparseError};

/// The number of links of the page of this rank is proportional to its rank to the power of minus
/// this. It follows from the exponent 2.1 of the distribution of links to a page (Broder et al.,
/// *Graph structure in the Web*, 2000): 1 / (2.1 - 1).
const EXPONENT: f64 = 0.9;

impl<T: Real> Csr<T> {
    /// A square random matrix whose rows are as long as pages of the web are linked, the same for
    /// the same seed: the row of rank r has a number of nonzeros proportional to `r^-0.9`, at most
    /// one per column, in random order of rows. Columns are popular in the same way, the lower the
    /// more. Values are uniform from -1 to 1. Columns are in order, and none occurs twice in a row.
    ///
    /// ```
    /// use starshell::primitives::Csr;
    ///
    /// let lengths = Csr::<f32>::power_law(1000, 20_000, 1)?.row_lengths();
    /// assert!(lengths.mean == 20.0 && lengths.max > 800, "{lengths:?}");
    /// # Ok::<(), starshell::primitives::SparseError>(())
    /// ```
    ///
    /// # Errors
    /// [`SparseError`] if there are no rows, too many, or more nonzeros than places.
    pub fn power_law(rows: usize, nonzeros: usize, seed: u64) -> Result<Self, SparseError> {
        check_size(rows, rows, nonzeros)?;
        if nonzeros as u128 > (rows as u128).pow(2) {
            return Err(SparseError::TooLarge { rows, columns: rows, nonzeros });
        }
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut random = ChaCha8Rng::from_seed(key);
        let mut uniform = move || (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let mut lengths = lengths(rows, nonzeros);
        for last in (1..rows).rev() {
            lengths.swap(last, (uniform() * (last + 1) as f64) as usize);
        }
        let mut builder = Builder::new([rows, rows, nonzeros])?;
        let mut row: Vec<(u32, T)> = Vec::new();
        for length in lengths {
            row.clear();
            // The share of the first columns is theirs of all columns to the power of 1 - EXPONENT.
            row.extend((0..length).map(|_| {
                let column = rows as f64 * libm::pow(uniform(), 1.0 / (1.0 - EXPONENT));
                ((column as usize).min(rows - 1) as u32, T::from_f64(2.0 * uniform() - 1.0))
            }));
            row.sort_by_key(|(column, _)| *column);
            // Whoever comes second to a column takes the next free one, or the last free one at the
            // end.
            for i in 1..length {
                row[i].0 = row[i].0.max(row[i - 1].0 + 1);
            }
            let mut end = rows as u32;
            for (column, _) in row.iter_mut().rev() {
                *column = (*column).min(end - 1);
                end = *column;
            }
            builder.row(&mut row);
        }
        Ok(builder.finish())
    }
}

/// The lengths of rows by rank, of which none exceeds their number.
fn lengths(rows: usize, nonzeros: usize) -> Vec<usize> {
    let weight = |rank: usize| libm::pow(rank as f64 + 1.0, -EXPONENT);
    let mut left: f64 = (0..rows).map(weight).sum();
    let (mut missing, mut all) = (nonzeros, Vec::with_capacity(rows));
    for rank in 0..rows {
        // Its share of what is left, and no less than what later rows, of at most `rows` each,
        // could not take up.
        let share = (missing as f64 * weight(rank) / left).round() as usize;
        let later = (rows - rank - 1).saturating_mul(rows);
        let length = share.clamp(
            missing.saturating_sub(later),
            rows.min(missing).max(missing.saturating_sub(later)),
        );
        all.push(length);
        missing -= length;
        left = (left - weight(rank)).max(f64::MIN_POSITIVE);
    }
    all
}
