// A level of the grids: a periodic plane.

struct LevelParams {
    rows: u32,
    columns: u32,
    /// The inverse square of the distance between neighbours in a row.
    along_rows: f32,
    /// The same in a column.
    along_columns: f32,
    /// 0 or 1: which points of the checkerboard are relaxed.
    color: u32,
    padding: u32,
}

/// The sum of a point's four neighbours, each over the square of its distance. Needs `level` and `solution`.
fn neighbors(row: u32, column: u32) -> f32 {
    let own = row * level.columns;
    let left = own + select(column, level.columns, column == 0u) - 1u;
    let right = own + select(column + 1u, 0u, column + 1u == level.columns);
    let above = (select(row, level.rows, row == 0u) - 1u) * level.columns + column;
    let below = select(row + 1u, 0u, row + 1u == level.rows) * level.columns + column;
    return level.along_rows * (solution[left] + solution[right]) + level.along_columns * (solution[above] + solution[below]);
}
