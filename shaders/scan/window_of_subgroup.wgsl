// uses: scan/from_look_back, scan/plain
/// Tiles at which each lane looks at once: with more than one, a scan of 2^28 numbers takes a fifth longer on an H200.
const REACH: u32 = 1u;

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

/// What a lane finds in its tiles, the nearest first.
struct Found {
    /// Join of what they have published, up to a prefix or to the first that has published nothing.
    state: State,
    /// What ended it: PREFIX, 0 for nothing published, TOTAL if nothing ended it.
    kind: u32,
    /// Number of tiles in the join.
    tiles: u32,
}

/// Looks at REACH tiles, the last lane at the nearest ones before `end`. Before the first tile the prefix is empty.
fn look(end: u32, lane: u32) -> Found {
    var read: array<Published, REACH>;
    for (var i = 0u; i < REACH; i++) {
        let back = (LANES - 1u - lane) * REACH + i + 1u;
        read[i] = Published(PREFIX, start());
        if (back <= end) {
            read[i] = published_by(end - back);
        }
    }
    var found = Found(start(), TOTAL, 0u);
    for (var i = 0u; i < REACH; i++) {
        if (found.kind == TOTAL) {
            found.kind = read[i].kind;
            if (found.kind != 0u) {
                found.state = join(read[i].state, found.state);
                found.tiles += 1u;
            }
        }
    }
    return found;
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
                var found = look(end, thread);
                // Position, counted from 1, of the last lane that something ended.
                let last = subgroupMax(select(0u, thread + 1u, found.kind != TOTAL));
                let kind = subgroupShuffle(found.kind, max(last, 1u) - 1u);
                let tiles = subgroupShuffle(found.tiles, max(last, 1u) - 1u) + (LANES - last) * REACH;
                if (thread + 1u < last) {
                    found.state = start();
                }
                before = join(join_lanes(found.state), before);
                if (last == 0u) {
                    end -= min(end, LANES * REACH);
                } else if (kind == PREFIX) {
                    end = 0u;
                } else {
                    // Goes on there, once that tile has published something.
                    end -= tiles;
                    tries = select(0u, tries + 1u, tiles == 0u);
                    missing = select(0u, end, tries > PATIENCE);
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
