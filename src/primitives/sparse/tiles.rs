//! How rows and nonzeros are divided into tiles of equal work.

use super::kernels::Span;

/// The division of a matrix into tiles of as many items each, where every nonzero is an item, and
/// the end of every row.
#[derive(Clone, Debug, PartialEq)]
pub struct Tiles {
    /// Number of rows that end before each tile, and all rows.
    pub splits: Vec<u32>,
    /// The rows that begin in an earlier tile than they end, or end at the very beginning of one.
    pub spans: Vec<Span>,
}

impl Tiles {
    /// Divides the rows that begin at these nonzeros into tiles of `items`.
    pub fn new(row_starts: &[u32], items: u32) -> Self {
        let ends = &row_starts[1..];
        let all = ends.len() as u64 + u64::from(ends.last().copied().unwrap_or(0));
        let tiles = all.div_ceil(u64::from(items));
        let mut splits = Vec::with_capacity(tiles as usize + 1);
        let mut row = 0;
        for tile in 0..tiles {
            let begin = tile * u64::from(items);
            // The end of a row comes behind all its nonzeros and all ends before it.
            while row < ends.len() && u64::from(ends[row]) + (row as u64) < begin {
                row += 1;
            }
            splits.push(row as u32);
        }
        splits.push(ends.len() as u32);
        let mut spans: Vec<Span> = Vec::new();
        for (tile, &row) in splits.iter().enumerate().take(tiles as usize).skip(1) {
            let before = (tile as u64 * u64::from(items) - u64::from(row)) as u32;
            if before <= row_starts[row as usize] {
                continue;
            }
            match spans.last_mut() {
                Some(span) if span.row == row => span.end = tile as u32,
                _ => spans.push(Span { row, first: tile as u32 - 1, end: tile as u32 }),
            }
        }
        Self { splits, spans }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_divided_evenly_and_spanning_rows_are_found() {
        // Rows of 3, 0, 9 and 2 nonzeros: 18 items.
        let tiles = Tiles::new(&[0, 3, 3, 12, 14], 4);
        // 0 0 0 | , | 2 2 2, 2 2 2 2, 2 2 | 3, 3 |
        assert_eq!(tiles.splits, [0, 1, 2, 2, 3, 4]);
        let spans = [Span { row: 2, first: 1, end: 3 }, Span { row: 3, first: 3, end: 4 }];
        assert_eq!(tiles.spans, spans);
        // A row that ends with a tile, whose end is in the next.
        assert_eq!(
            Tiles::new(&[0, 4], 4),
            Tiles { splits: vec![0, 0, 1], spans: vec![Span { row: 0, first: 0, end: 1 }] }
        );
        assert_eq!(Tiles::new(&[0, 0, 0], 4), Tiles { splits: vec![0, 2], spans: vec![] });
    }
}
