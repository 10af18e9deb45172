// Scans the elements of a tile: each becomes what all up to it combine to, or all before it. A workgroup reads its tile once, and
// knows by `tile_prefix` what comes before. Together with a monoid, and with parts that say where elements come from, where they
// go, what a state is, and where prefixes come from.

/// Threads in a workgroup.
const WORKGROUP: u32 = 256u;
/// Quads of elements that a thread holds.
const QUADS: u32 = 8u;
/// Whether an element is left out of its own result.
const EXCLUSIVE: u32 = 0u;

struct ScanOf {
    /// Elements that the buffers hold.
    capacity: u32,
    /// The first tile of this dispatch.
    first_tile: u32,
    /// Tiles of this dispatch.
    tiles: u32,
    /// Number of this dispatch.
    band: u32,
}

@group(0) @binding(0) var<uniform> scan_of: ScanOf;
/// How many of the elements take part.
@group(0) @binding(1) var<storage, read> length: array<u32>;

/// States of all quads of the tile; then what comes before each.
var<workgroup> quads: array<State, QUADS * WORKGROUP + QUADS * WORKGROUP / 32u>;

/// Quads that one thread reads one after the other must not lie in one bank.
fn place(quad: u32) -> u32 {
    return quad + quad / 32u;
}

@compute @workgroup_size(WORKGROUP)
fn scan(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let count = min(length[0], scan_of.capacity);
    let tile = next_tile(group.y * groups.x + group.x, thread);
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
