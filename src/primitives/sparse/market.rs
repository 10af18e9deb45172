//! Files in the Matrix Market exchange format (Boisvert, Pozo & Remington, NISTIR 5935, 1996).

use std::io::{BufRead, Read};

use super::csr::check_size;
use super::{Csr, Real, SparseError};
use crate::words::{Text, quoted, say};

/// What stands above the diagonal of a matrix of which a file has one half.
#[derive(Clone, Copy, PartialEq)]
enum Symmetry {
    /// The file has all of it.
    General,
    /// What stands below it, mirrored.
    Symmetric,
    /// The negative.
    Skew,
}

/// What the first line says.
struct Header {
    has_values: bool,
    symmetry: Symmetry,
}

/// The letter with which some editors begin a text in UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Longest line that is read, in bytes: whatever is longer is no line of numbers.
const MAX_LINE: u64 = 1 << 12;

fn wrong(line: usize, what: Text) -> SparseError {
    SparseError::Line { line, what: Box::new(what) }
}

/// The lines of a file with their numbers from 1, without comments and empty ones behind the first.
struct Lines<R> {
    reader: R,
    bytes: Vec<u8>,
    text: String,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    fn new(reader: R) -> Self {
        Self { reader, bytes: Vec::new(), text: String::new(), number: 0 }
    }

    /// Reads the next line; none at the end.
    fn next(&mut self) -> Result<Option<(usize, &str)>, SparseError> {
        loop {
            self.bytes.clear();
            self.text.clear();
            self.number += 1;
            let read =
                Read::by_ref(&mut self.reader).take(MAX_LINE).read_until(b'\n', &mut self.bytes);
            let read = read.map_err(|error| {
                wrong(self.number, say!("market-unreadable", reason = error.to_string()))
            })?;
            if read == 0 {
                return Ok(None);
            }
            if read as u64 == MAX_LINE {
                return Err(wrong(self.number, say!("market-long", most = MAX_LINE)));
            }
            // Comments are in any encoding.
            self.text.push_str(
                String::from_utf8_lossy(&self.bytes).trim_start_matches(BYTE_ORDER_MARK).trim(),
            );
            if self.number == 1 || !self.text.is_empty() && !self.text.starts_with('%') {
                return Ok(Some((self.number, &self.text)));
            }
        }
    }

    /// Reads the header and the numbers of rows, columns and entries.
    fn begin(&mut self) -> Result<(Header, [usize; 3]), SparseError> {
        let header = Header::read(self.next()?.map_or("", |(_, text)| text))?;
        let (line, size) = match self.next()? {
            Some((line, text)) => (line, numbers(text)),
            None => (self.number, None),
        };
        let Some([rows, columns, entries]) = size else {
            return Err(wrong(line, say!("market-size")));
        };
        check_size(rows, columns, header.nonzeros(entries))?;
        if header.symmetry != Symmetry::General && rows != columns {
            return Err(wrong(line, say!("market-not-square", rows = rows, columns = columns)));
        }
        Ok((header, [rows, columns, entries]))
    }
}

/// The numbers of rows and columns that a Matrix Market file announces, and the most nonzeros that
/// it can have: what it takes is known before it is read.
///
/// # Errors
/// As [`Csr::read_matrix_market`], for the lines up to that of the size.
pub fn matrix_market_size(reader: impl BufRead) -> Result<[usize; 3], SparseError> {
    let (header, [rows, columns, entries]) = Lines::new(reader).begin()?;
    Ok([rows, columns, header.nonzeros(entries)])
}

impl Header {
    fn read(line: &str) -> Result<Self, SparseError> {
        let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ["%%matrixmarket", "matrix", format, field, symmetry] = words[..] else {
            return Err(wrong(1, say!("market-header", found = quoted(line))));
        };
        let refused = |word: &str| Err(wrong(1, say!("market-kind", kind = quoted(word))));
        if format != "coordinate" {
            return refused(format);
        }
        let has_values = match field {
            "real" | "integer" => true,
            "pattern" => false,
            _ => return refused(field),
        };
        let symmetry = match symmetry {
            "general" => Symmetry::General,
            "symmetric" => Symmetry::Symmetric,
            "skew-symmetric" if has_values => Symmetry::Skew,
            _ => return refused(symmetry),
        };
        Ok(Self { has_values, symmetry })
    }

    /// Nonzeros of a matrix with this many entries, at most.
    fn nonzeros(&self, entries: usize) -> usize {
        if self.symmetry == Symmetry::General { entries } else { entries.saturating_mul(2) }
    }
}

impl<T: Real> Csr<T> {
    /// Reads a matrix in the Matrix Market format: coordinates with real or integer values or, for
    /// a pattern, 1; general, symmetric or skew-symmetric. Values in the same place are added.
    ///
    /// ```
    /// use starshell::primitives::Csr;
    ///
    /// let file = "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 4.0\n2 1 -1.0\n";
    /// let matrix = Csr::<f32>::read_matrix_market(file.as_bytes())?;
    /// assert_eq!((matrix.nonzeros(), matrix.row(0).collect::<Vec<_>>()), (3, vec![(0, 4.0), (1, -1.0)]));
    /// let error = Csr::<f32>::read_matrix_market("%%MatrixMarket matrix array real general\n".as_bytes()).unwrap_err();
    /// assert!(error.to_string().starts_with("line 1: "));
    /// # Ok::<(), starshell::primitives::SparseError>(())
    /// ```
    ///
    /// # Errors
    /// [`SparseError::Line`] with the number of the first line that cannot be read; [`SparseError`]
    /// if the matrix has no rows or columns, or too many.
    pub fn read_matrix_market(reader: impl BufRead) -> Result<Self, SparseError> {
        let mut lines = Lines::new(reader);
        let (header, [rows, columns, entries]) = lines.begin()?;
        // Which half of a symmetric matrix the file has: that below the diagonal, or above it.
        let mut half = None;
        // The size is only what the file claims.
        let mut triplets: Vec<(u32, u32, T)> = Vec::with_capacity(entries.min(1 << 16));
        for entry in 0..entries {
            let Some((line, text)) = lines.next()? else {
                return Err(wrong(
                    lines.number,
                    say!("market-fewer", count = entry, wanted = entries),
                ));
            };
            let Some((row, column, value)) = read_entry::<T>(text, header.has_values) else {
                let what = if header.has_values {
                    say!("market-entry")
                } else {
                    say!("market-pattern-entry")
                };
                return Err(wrong(line, what));
            };
            if !(1..=rows).contains(&row) || !(1..=columns).contains(&column) {
                let what = say!(
                    "market-past-end",
                    row = row,
                    column = column,
                    rows = rows,
                    columns = columns
                );
                return Err(wrong(line, what));
            }
            if header.symmetry != Symmetry::General
                && row != column
                && *half.get_or_insert(row > column) != (row > column)
            {
                return Err(wrong(line, say!("market-both-halves", row = row, column = column)));
            }
            let (row, column) = (row as u32 - 1, column as u32 - 1);
            match header.symmetry {
                Symmetry::Skew if row == column => {
                    return Err(wrong(line, say!("market-skew-diagonal")));
                }
                Symmetry::Symmetric if row != column => triplets.push((column, row, value)),
                Symmetry::Skew => triplets.push((column, row, -value)),
                _ => {}
            }
            triplets.push((row, column, value));
        }
        if let Some((line, _)) = lines.next()? {
            return Err(wrong(line, say!("market-more", wanted = entries)));
        }
        Self::from_triplets(rows, columns, &triplets)
    }
}

/// The numbers of a line, if there are exactly as many.
fn numbers<const N: usize>(text: &str) -> Option<[usize; N]> {
    let numbers: Vec<usize> =
        text.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

/// Row, column and value of a line.
fn read_entry<T: Real>(text: &str, has_value: bool) -> Option<(usize, usize, T)> {
    let mut words = text.split_whitespace();
    let (row, column) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let value = if has_value { T::from_f64(number(words.next()?)?) } else { T::from_f64(1.0) };
    (words.next().is_none() && value.to_f64().is_finite()).then_some((row, column, value))
}

/// A number, also with Fortran's exponent, as in `1.5D-3`.
fn number(word: &str) -> Option<f64> {
    let is_of_fortran = word.contains(['D', 'd'])
        && word.starts_with(|letter: char| letter.is_ascii_digit() || "+-.".contains(letter));
    if is_of_fortran { word.replace(['D', 'd'], "e").parse().ok() } else { word.parse().ok() }
}
