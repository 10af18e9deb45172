/// Prefixes come from what the workgroups of earlier tiles have published so far, one window after the other. Where one has not
/// published for a while, its total is computed here: nobody waits for another workgroup for ever, whether it makes progress or
/// not.

/// The number of the next tile; then two words a tile, each with half of a value and what it is.
@group(0) @binding(4) var<storage, read_write> published: array<atomic<u32>>;

/// How often a window is read before what is missing in it is computed.
const PATIENCE: u32 = 16u;
/// For tests: each so many-th tile publishes nothing, as if it stood still; 0 is none.
const STALLED: u32 = 0u;

/// What a tile's elements combine to.
const TOTAL: u32 = 1u;
/// What all elements up to the tile's last combine to.
const PREFIX: u32 = 2u;

var<workgroup> shared_tile: u32;
/// The latest places in the window, from 1, of a prefix and of a tile that has published nothing.
var<workgroup> latest: array<atomic<u32>, 2>;
var<workgroup> shared_latest: vec2u;

fn next_tile(group: u32, thread: u32) -> u32 {
    if (thread == 0u) {
        shared_tile = atomicAdd(&published[0], 1u);
    }
    return workgroupUniformLoad(&shared_tile);
}

fn publish(tile: u32, kind: u32, state: State) {
    let bits = bitcast<u32>(state);
    // Two halves, since no adapter need write 64 bits at once: a reader takes them if they are of one kind. A prefix is never
    // replaced by a total.
    atomicMax(&published[1u + 2u * tile], (kind << 16u) | (bits & 0xffffu));
    atomicMax(&published[2u + 2u * tile], (kind << 16u) | (bits >> 16u));
}

fn is_stalled(tile: u32) -> bool {
    return STALLED > 0u && tile % max(STALLED, 1u) == STALLED - 1u;
}

fn tile_prefix(tile: u32, thread: u32, total: State, count: u32) -> State {
    if (thread == 0u && !is_stalled(tile)) {
        publish(tile, select(TOTAL, PREFIX, tile == 0u), total);
    }
    var before = start();
    var end = tile;
    var tries = 0u;
    while (end > 0u) {
        // Each thread looks at one tile of the window, the last thread at the latest. Before the first tile there is nothing.
        let is_tile = end + thread >= WORKGROUP;
        let seen = end + thread - WORKGROUP;
        var kind = PREFIX;
        var state = start();
        if (is_tile) {
            let low = atomicLoad(&published[1u + 2u * seen]);
            let high = atomicLoad(&published[2u + 2u * seen]);
            kind = select(0u, low >> 16u, low >> 16u == high >> 16u);
            state = bitcast<State>((low & 0xffffu) | (high << 16u));
        }
        if (thread < 2u) {
            atomicStore(&latest[thread], 0u);
        }
        workgroupBarrier();
        if (kind == PREFIX) {
            atomicMax(&latest[0], thread + 1u);
        } else if (kind != TOTAL) {
            atomicMax(&latest[1], thread + 1u);
        }
        workgroupBarrier();
        if (thread == 0u) {
            shared_latest = vec2u(atomicLoad(&latest[0]), atomicLoad(&latest[1]));
        }
        let found = workgroupUniformLoad(&shared_latest);
        if (found.y > found.x) {
            // Something later than the last prefix is missing.
            tries += 1u;
            if (tries > PATIENCE) {
                let missing = end + found.y - 1u - WORKGROUP;
                let computed = total_of(missing, thread, count);
                if (thread == 0u) {
                    publish(missing, TOTAL, computed);
                }
            }
            continue;
        }
        if (thread + 1u < found.x) {
            state = start();
        }
        before = join(scan_block(thread, state).all, before);
        end = select(end - min(end, WORKGROUP), 0u, found.x > 0u);
    }
    if (thread == 0u && tile > 0u && !is_stalled(tile)) {
        publish(tile, PREFIX, join(before, total));
    }
    return before;
}

/// The total of another tile, from its elements.
fn total_of(tile: u32, thread: u32, count: u32) -> State {
    var own = start();
    for (var i = 0u; i < QUADS; i++) {
        own = join(own, state_of_quad(load_rest((tile * WORKGROUP + thread) * QUADS + i, count), 0u));
    }
    return scan_block(thread, own).all;
}
