// uses: sort/digits
/// Counts of preceding tiles, scanned beforehand: one row per digit, one entry per tile.
@group(0) @binding(4) var<storage, read> table: array<u32>;

fn next_tile(group: u32, thread: u32, half: u32) -> u32 {
    return group;
}

fn publish(tile: u32, digit: u32, total: u32, half: u32) {}

/// Where the tile's first key of a digit goes.
fn place_of(tile: u32, digit: u32, total: u32, turn: Turn) -> u32 {
    return table[digit * sort_of.tiles + tile];
}
