//! Grids: cells to fill in by hand, on paper.

use serde::Deserialize;

/// A grid of empty cells.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
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

impl Grid {
    /// Reads the contents of a block.
    ///
    /// # Errors
    /// A sentence on what is wrong.
    pub fn parse(text: &str) -> Result<Self, String> {
        let grid: Self = toml::from_str(text).map_err(|error| format!("a grid is wrong: {}", error.message()))?;
        let sides = [("columns", grid.columns.len(), MAX_COLUMNS), ("rows", grid.rows.len(), MAX_ROWS)];
        match sides.into_iter().find(|(_, count, max)| !(1..=*max).contains(count)) {
            Some((side, count, max)) => Err(format!("a grid has 1 to {max} {side}, not {count}")),
            None => Ok(grid),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_has_heads_and_fits_a_page() {
        let grid = Grid::parse("ask = \"Add.\"\ncolumns = [\"3\", \"1\"]\nrows = [\"1 place\"]").unwrap();
        assert_eq!((grid.columns.len(), grid.rows.len(), grid.ask.as_str()), (2, 1, "Add."));
        let many = |count: usize| format!("ask = \"\"\ncolumns = [{}]\nrows = [\"a\"]", "\"1\",".repeat(count));
        assert!(Grid::parse(&many(16)).is_ok());
        assert_eq!(Grid::parse(&many(17)).unwrap_err(), "a grid has 1 to 16 columns, not 17");
        assert_eq!(Grid::parse(&many(0)).unwrap_err(), "a grid has 1 to 16 columns, not 0");
        assert!(Grid::parse("ask = \"\"\ncolumn = []").unwrap_err().contains("column"));
    }
}
