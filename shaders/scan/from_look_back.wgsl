// uses: scan/access | another, scan/block | scan/block_of_subgroups, scan/plain, scan/quad
/// Prefixes come from what the workgroups of earlier tiles have published so far, read back one window of tiles at a time
/// (`tile_prefix`). If a tile stays silent too long, this workgroup recomputes the tile's total itself, so no workgroup waits for ever,
/// whether or not others make progress.

/// A counter that hands out tiles, then two words per tile. Each holds half of a value and its kind.
@group(0) @binding(4) var<storage, read_write> published: array<atomic<u32>>;

/// How often to poll a window before recomputing what it lacks.
const PATIENCE: u32 = 16u;
/// For tests: every n-th tile publishes nothing, as if it were stalled; 0 is none.
const STALLED: u32 = 0u;

/// Kind: the combination of the tile's own elements.
const TOTAL: u32 = 1u;
/// Kind: the combination of all elements up to and including the tile.
const PREFIX: u32 = 2u;

var<workgroup> shared_tile: u32;

fn next_tile(group: u32, thread: u32) -> u32 {
    if (thread == 0u) {
        shared_tile = atomicAdd(&published[0], 1u);
    }
    return workgroupUniformLoad(&shared_tile);
}

fn publish(tile: u32, kind: u32, state: State) {
    let bits = bitcast<u32>(state);
    // Two words, because adapters need not write 64 bits atomically: a reader accepts them only if their kinds agree. `atomicMax`
    // never replaces a prefix with a total.
    atomicMax(&published[1u + 2u * tile], (kind << 16u) | (bits & 0xffffu));
    atomicMax(&published[2u + 2u * tile], (kind << 16u) | (bits >> 16u));
}

fn is_stalled(tile: u32) -> bool {
    return STALLED > 0u && tile % max(STALLED, 1u) == STALLED - 1u;
}

/// What a tile has published.
struct Published {
    /// 0 if nothing.
    kind: u32,
    state: State,
}

fn published_by(tile: u32) -> Published {
    let low = atomicLoad(&published[1u + 2u * tile]);
    let high = atomicLoad(&published[2u + 2u * tile]);
    return Published(select(0u, low >> 16u, low >> 16u == high >> 16u), bitcast<State>((low & 0xffffu) | (high << 16u)));
}

/// Recomputes the total of another tile from its elements.
fn total_of(tile: u32, thread: u32, count: u32) -> State {
    var own = start();
    for (var i = 0u; i < QUADS; i++) {
        own = join(own, state_of_quad(load_rest((tile * WORKGROUP + thread) * QUADS + i, count), 0u));
    }
    return scan_block(thread, own).all;
}
