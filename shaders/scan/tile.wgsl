// uses: monoid/quads | monoid/vector_quads, scan/access, scan/block | scan/block_of_subgroups, scan/from_keys | scan/plain,
//       scan/from_look_back | scan/from_totals, scan/from_totals | scan/window | scan/window_of_subgroup, scan/quad
// Scans one tile with all threads of a workgroup.

/// First the states of all quads of the tile, later the prefix of each.
var<workgroup> quads: array<State, QUADS * WORKGROUP + QUADS * WORKGROUP / 32u>;

/// Padding keeps the quads that one thread reads in turn out of a single memory bank.
fn place(quad: u32) -> u32 {
    return quad + quad / 32u;
}

fn scan_tile(group: u32, thread: u32) {
    // A grid of several rows may have more workgroups than the band has tiles: stop at the end of this band.
    let end = 4u * WORKGROUP * QUADS * (scan_of.first_tile + scan_of.tiles);
    let count = min(min(length[0], scan_of.capacity), end);
    let tile = next_tile(group, thread);
    let first = tile * WORKGROUP * QUADS;
    if (4u * first >= count) {
        return;
    }
    var loaded: array<Quad, QUADS>;
    if (4u * (first + WORKGROUP * QUADS) <= count) {
        for (var i = 0u; i < QUADS; i++) {
            loaded[i] = load(first + i * WORKGROUP + thread);
        }
    } else {
        for (var i = 0u; i < QUADS; i++) {
            loaded[i] = load_rest(first + i * WORKGROUP + thread, count);
        }
    }
    var heads: array<u32, QUADS>;
    for (var i = 0u; i < QUADS; i++) {
        heads[i] = heads_of(first + i * WORKGROUP + thread, count);
        quads[place(i * WORKGROUP + thread)] = state_of_quad(loaded[i], heads[i]);
    }
    workgroupBarrier();
    var own = start();
    for (var i = 0u; i < QUADS; i++) {
        own = join(own, quads[place(thread * QUADS + i)]);
    }
    let block = scan_block(thread, own);
    var before = join(tile_prefix(tile, thread, block.all, count), block.before);
    for (var i = 0u; i < QUADS; i++) {
        let at = place(thread * QUADS + i);
        let quad = quads[at];
        quads[at] = before;
        before = join(before, quad);
    }
    workgroupBarrier();
    for (var i = 0u; i < QUADS; i++) {
        var running = quads[place(i * WORKGROUP + thread)];
        var results: Quad;
        for (var j = 0u; j < 4u; j++) {
            let head = (heads[i] >> j) & 1u;
            let next = join(running, state_of(loaded[i][j], head));
            results[j] = value_of(next);
            if (EXCLUSIVE == 1u) {
                results[j] = value_before(running, head);
            }
            running = next;
        }
        store(first + i * WORKGROUP + thread, results, count);
    }
}
