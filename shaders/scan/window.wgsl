// uses: scan/block, scan/from_look_back, scan/plain
/// Positions in the window, counted from 1, of the latest prefix and of the latest tile that has published nothing.
var<workgroup> latest: array<atomic<u32>, 2>;
var<workgroup> shared_latest: vec2u;

/// What comes before a tile, looked up by all threads, each at another tile.
fn tile_prefix(tile: u32, thread: u32, total: State, count: u32) -> State {
    if (thread == 0u && !is_stalled(tile)) {
        publish(tile, select(TOTAL, PREFIX, tile == 0u), total);
    }
    var before = start();
    var end = tile;
    var tries = 0u;
    while (end > 0u) {
        // Each thread looks at one tile of the window, the last thread at the nearest. Before the first tile the prefix is empty.
        let is_tile = end + thread >= WORKGROUP;
        let seen = end + thread - WORKGROUP;
        var found = Published(PREFIX, start());
        if (is_tile) {
            found = published_by(seen);
        }
        if (thread < 2u) {
            atomicStore(&latest[thread], 0u);
        }
        workgroupBarrier();
        if (found.kind == PREFIX) {
            atomicMax(&latest[0], thread + 1u);
        } else if (found.kind != TOTAL) {
            atomicMax(&latest[1], thread + 1u);
        }
        workgroupBarrier();
        if (thread == 0u) {
            shared_latest = vec2u(atomicLoad(&latest[0]), atomicLoad(&latest[1]));
        }
        let last = workgroupUniformLoad(&shared_latest);
        if (last.y > last.x) {
            // A tile after the latest prefix has not published yet.
            tries += 1u;
            if (tries > PATIENCE) {
                let missing = end + last.y - 1u - WORKGROUP;
                let computed = total_of(missing, thread, count);
                if (thread == 0u) {
                    publish(missing, TOTAL, computed);
                }
            }
            continue;
        }
        if (thread + 1u < last.x) {
            found.state = start();
        }
        before = join(scan_block(thread, found.state).all, before);
        end = select(end - min(end, WORKGROUP), 0u, last.x > 0u);
    }
    if (thread == 0u && tile > 0u && !is_stalled(tile)) {
        publish(tile, PREFIX, join(before, total));
    }
    return before;
}
