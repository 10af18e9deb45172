// uses: scan/from_look_back, scan/plain
/// One more than the tile that the workgroup has to recompute; 0 is none.
var<workgroup> shared_missing: u32;
var<workgroup> shared_before: State;

/// Join of the states of all lanes, in order, for each of them.
fn join_lanes(own: State) -> State {
    var state = own;
    // What lanes get from past the last one does not reach the first.
    for (var width = 1u; width < LANES; width *= 2u) {
        state = join(state, subgroupShuffleDown(state, width));
    }
    return subgroupBroadcastFirst(state);
}

/// What comes before a tile, looked up by the first subgroup alone: other tiles wait for what it publishes, and it needs no barriers.
fn tile_prefix(tile: u32, thread: u32, total: State, count: u32) -> State {
    if (thread == 0u && !is_stalled(tile)) {
        publish(tile, select(TOTAL, PREFIX, tile == 0u), total);
    }
    var before = start();
    var end = tile;
    loop {
        if (thread < LANES) {
            var tries = 0u;
            var missing = 0u;
            while (end > 0u && missing == 0u) {
                // Each lane looks at one tile of the window, the last lane at the nearest. Before the first tile the prefix is empty.
                var found = Published(PREFIX, start());
                if (end + thread >= LANES) {
                    found = published_by(end + thread - LANES);
                }
                // Positions, counted from 1, of the latest prefix and of the latest tile that has published nothing.
                let prefix = subgroupMax(select(0u, thread + 1u, found.kind == PREFIX));
                let silent = subgroupMax(select(0u, thread + 1u, found.kind == 0u));
                if (thread + 1u < prefix || thread < silent) {
                    found.state = start();
                }
                before = join(join_lanes(found.state), before);
                if (silent > prefix) {
                    // Goes on there, once that tile has published something.
                    tries = select(0u, tries + 1u, silent == LANES);
                    end -= LANES - silent;
                    missing = select(0u, end, tries > PATIENCE);
                } else {
                    end = select(end - min(end, LANES), 0u, prefix > 0u);
                }
            }
            if (thread == 0u) {
                shared_missing = missing;
                shared_before = before;
                if (missing == 0u && tile > 0u && !is_stalled(tile)) {
                    publish(tile, PREFIX, join(before, total));
                }
            }
        }
        let missing = workgroupUniformLoad(&shared_missing);
        if (missing == 0u) {
            break;
        }
        let computed = total_of(missing - 1u, thread, count);
        if (thread == 0u) {
            publish(missing - 1u, TOTAL, computed);
        }
    }
    return shared_before;
}
