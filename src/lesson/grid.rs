//! Grids: cells to fill in by hand, on paper.

use starshell::words::{Text, say};

use super::entries::{Block, Keys, Read, parse, read_table};

/// A grid of empty cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// What to write into it.
    pub ask: String,
    /// Heads of the columns.
    pub columns: Vec<String>,
    /// Heads of the rows.
    pub rows: Vec<String>,
}

/// The largest grid that a page has room for.
const MAX_COLUMNS: usize = 16;
const MAX_ROWS: usize = 16;

impl Block for Grid {
    fn read(keys: &Keys) -> Read<Self> {
        read_table!(keys, Self { get ask, get columns, get rows })
    }
}

impl Grid {
    /// Reads the contents of a block.
    ///
    /// # Errors
    /// A sentence on what is wrong.
    pub fn parse(text: &str) -> Result<Self, Text> {
        let grid: Self = parse(text).map_err(|(_, message)| say!("error-lesson-grid", message))?;
        let (columns, rows) = (grid.columns.len(), grid.rows.len());
        if !(1..=MAX_COLUMNS).contains(&columns) {
            return Err(say!("error-lesson-grid-columns", most = MAX_COLUMNS, count = columns));
        }
        if !(1..=MAX_ROWS).contains(&rows) {
            return Err(say!("error-lesson-grid-rows", most = MAX_ROWS, count = rows));
        }
        Ok(grid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::assert_translated;

    #[test]
    fn a_grid_has_heads_and_fits_a_page() {
        let grid =
            Grid::parse("ask = \"Add.\"\ncolumns = [\"3\", \"1\"]\nrows = [\"1 place\"]").unwrap();
        assert_eq!((grid.columns.len(), grid.rows.len(), grid.ask.as_str()), (2, 1, "Add."));
        let many = |count: usize| {
            format!("ask = \"\"\ncolumns = [{}]\nrows = [\"a\"]", "\"1\",".repeat(count))
        };
        assert!(Grid::parse(&many(16)).is_ok());
        assert_eq!(
            Grid::parse(&many(17)).unwrap_err().to_string(),
            "a grid has 1 to 16 columns, not 17"
        );
        assert_eq!(
            Grid::parse(&many(0)).unwrap_err().to_string(),
            "a grid has 1 to 16 columns, not 0"
        );
        let faults = [
            many(17),
            "ask = \"\"\ncolumns = [\"a\"]\nrows = []".to_owned(),
            "ask = \"\"\ncolumn = []".to_owned(),
        ];
        let faults = faults.map(|text| Grid::parse(&text).unwrap_err());
        assert!(faults[2].to_string().contains("column"));
        faults.iter().for_each(assert_translated);
    }
}
