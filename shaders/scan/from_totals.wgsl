// uses: scan/block, scan/from_keys | scan/plain
/// Prefixes come from the totals of the tiles in this band, and from the carry of the preceding band.
@group(0) @binding(4) var<storage, read> totals: array<State>;
/// The combination of everything before each band. The first is never read.
@group(0) @binding(5) var<storage, read_write> carries: array<State>;

fn next_tile(group: u32, thread: u32) -> u32 {
    return scan_of.first_tile + group;
}

fn tile_prefix(tile: u32, thread: u32, total: State, count: u32) -> State {
    let tiles = tile - scan_of.first_tile;
    let each = (tiles + WORKGROUP - 1u) / WORKGROUP;
    var sum = start();
    for (var i = thread * each; i < min((thread + 1u) * each, tiles); i++) {
        sum = join(sum, totals[i]);
    }
    var before = scan_block(thread, sum).all;
    if (scan_of.band > 0u) {
        before = join(carries[scan_of.band], before);
    }
    if (tiles + 1u == scan_of.tiles && thread == 0u) {
        carries[scan_of.band + 1u] = join(before, total);
    }
    return before;
}
