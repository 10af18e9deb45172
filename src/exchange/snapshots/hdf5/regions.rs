//! SWIFT's top-level cells: where in the file the bodies of a region are.

use std::ops::Range;

use super::book::Book;
use super::cells;

/// More cells than any run has.
const MAX_CELLS: u64 = 1 << 24;

/// Rows of the bodies of one cell and type.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Region {
    pub rows: Range<u64>,
    pub low: [f64; 3],
    pub high: [f64; 3],
}

impl Region {
    /// Whether the cell touches a box.
    pub fn touches(&self, low: [f64; 3], high: [f64; 3]) -> bool {
        (0..3).all(|k| self.low[k] <= high[k] && self.high[k] >= low[k])
    }
}

/// The cells of type `t` in one file, whose rows begin at `rows.start` in the snapshot; none if
/// they do not cover exactly these rows.
pub(super) fn read(book: &Book, index: usize, t: usize, rows: &Range<u64>) -> Vec<Region> {
    let column = |name: &str| numbers(book, &format!("Cells/{name}"));
    let kind = format!("PartType{t}");
    let counts = column(&format!("Counts/{kind}"));
    let offsets = column(&format!("OffsetsInFile/{kind}"));
    let files = column(&format!("Files/{kind}"));
    let (Some(counts), Some(offsets), Some(corners)) = (counts, offsets, corners(book, t)) else {
        return Vec::new();
    };
    let (mut regions, mut covered) = (Vec::new(), 0_u64);
    for (k, (&count, &offset)) in counts.iter().zip(&offsets).enumerate() {
        let here = files.as_ref().and_then(|files| files.get(k)).copied().unwrap_or(0.0);
        #[allow(clippy::cast_precision_loss)]
        let elsewhere = here != index as f64;
        if count == 0.0 || elsewhere {
            continue;
        }
        let (Some(count), Some(offset)) = (whole(count), whole(offset)) else { return Vec::new() };
        let start = rows.start.saturating_add(offset);
        let end = start.saturating_add(count);
        let Some(&(low, high)) = corners.get(k).filter(|_| end <= rows.end) else {
            return Vec::new();
        };
        covered = covered.saturating_add(count);
        regions.push(Region { rows: start..end, low, high });
    }
    if covered == rows.end - rows.start { regions } else { Vec::new() }
}

/// The corners of all cells: those of the bodies where the file has them, else of the grid with
/// half a cell added, since bodies drift.
fn corners(book: &Book, t: usize) -> Option<Vec<([f64; 3], [f64; 3])>> {
    let triples = |name: &str| {
        let numbers = numbers(book, &format!("Cells/{name}"))?;
        Some(numbers.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect::<Vec<[f64; 3]>>())
    };
    let low = triples(&format!("MinPositions/PartType{t}"));
    let high = triples(&format!("MaxPositions/PartType{t}"));
    if let (Some(low), Some(high)) = (low, high) {
        return Some(low.into_iter().zip(high).collect());
    }
    let size = book.numbers("Cells/Meta-data", "size")?;
    let &[x, y, z] = size.as_slice() else { return None };
    let reach = [x, y, z];
    let corner = |c: [f64; 3], sign: f64| [0, 1, 2].map(|k| c[k] + sign * reach[k]);
    let centres = triples("Centres")?;
    Some(centres.into_iter().map(|c| (corner(c, -1.0), corner(c, 1.0))).collect())
}

/// All numbers of a dataset of cells.
fn numbers(book: &Book, name: &str) -> Option<Vec<f64>> {
    let shape = book.shape(name).ok()??;
    book.holds(name, shape).ok()?;
    if shape.rows > MAX_CELLS {
        return None;
    }
    let dataset = book.dataset(name).ok()?;
    let bytes = cells::bytes(&dataset, 0..shape.rows, shape.width, shape.form.size()).ok()?;
    let mut values = vec![f64::NAN; bytes.len() / shape.form.size()];
    shape.form.decode(&bytes, &mut values);
    Some(values)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(x: f64) -> Option<u64> {
    ((0.0..9e15).contains(&x) && x.fract() == 0.0).then_some(x as u64)
}
