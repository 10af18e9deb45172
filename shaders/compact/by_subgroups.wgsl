// uses: compact/from_flags | compact/from_predicate, monoid/vector_quads, scan/block_of_subgroups, scan/from_look_back,
//       scan/window_of_subgroup
// Moves the kept elements of one word together in a single pass: each tile learns from earlier ones how many of theirs are kept. For
// adapters with a single subgroup size of at most 32 threads.

/// Threads per workgroup.
const WORKGROUP: u32 = 256u;
/// Threads per subgroup.
const LANES: u32 = 32u;
/// Elements per thread; a multiple of four, at most 32.
const ITEMS: u32 = 16u;

/// Quads of elements per thread.
const QUADS: u32 = ITEMS / 4u;
const TILE: u32 = WORKGROUP * ITEMS;

struct CompactParams {
    capacity: u32,
}

@group(0) @binding(0) var<uniform> compact_of: CompactParams;
/// Number of elements that take part.
@group(0) @binding(1) var<storage, read> length: array<u32>;
@group(0) @binding(5) var<storage, read_write> kept: array<u32>;
/// Number of kept elements.
@group(0) @binding(6) var<storage, read_write> number: array<u32>;

/// What is counted: 1 for each kept element of a quad.
fn load_rest(quad: u32, count: u32) -> Quad {
    var marks: Quad;
    for (var i = 0u; i < 4u; i++) {
        let at = 4u * quad + i;
        if (at < count) {
            marks[i] = u32(is_kept_at(at));
        }
    }
    return marks;
}

/// Writes one element of each thread, if it is kept, after those of the lanes `below`, and returns the place of the next. Every thread must call it.
fn write(words: ptr<function, array<u32, ITEMS>>, item: u32, marks: u32, below: u32, place: u32) -> u32 {
    if (item >= ITEMS) {
        return place;
    }
    let is_one = extractBits(marks, item, 1u) == 1u;
    let ones = subgroupBallot(is_one).x;
    if (is_one) {
        kept[place + countOneBits(ones & below)] = (*words)[item];
    }
    return place + countOneBits(ones);
}

@compute @workgroup_size(WORKGROUP)
fn by_subgroups(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(subgroup_id) subgroup: u32,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    let thread = subgroup * LANES + lane;
    let count = min(length[0], compact_of.capacity);
    let tile = next_tile(group.y * groups.x + group.x, thread);
    // The first tile counts nothing, too.
    if (tile * TILE >= max(count, 1u)) {
        return;
    }
    let first = tile * TILE + subgroup * LANES * ITEMS + lane;
    var words: array<u32, ITEMS>;
    // One bit per element: whether it is kept.
    var marks = 0u;
    if ((tile + 1u) * TILE <= count) {
        for (var i = 0u; i < ITEMS; i++) {
            words[i] = source[first + i * LANES];
            marks |= u32(is_kept_at(first + i * LANES)) << i;
        }
    } else {
        for (var i = 0u; i < ITEMS; i++) {
            let at = first + i * LANES;
            if (at < count) {
                words[i] = source[at];
                marks |= u32(is_kept_at(at)) << i;
            }
        }
    }
    let block = scan_block(thread, countOneBits(marks));
    let before = tile_prefix(tile, thread, block.all, count);
    if (thread == 0u && (tile + 1u) * TILE >= count) {
        number[0] = before + block.all;
    }
    // The first lane's is the subgroup's. Written out because drivers do not unroll a loop of ballots, and then keep the array in
    // memory.
    var place = before + subgroupBroadcastFirst(block.before);
    let below = (1u << lane) - 1u;
    // unrolled
    for (var i = 0u; i < 32u; i++) {
        place = write(&words, i, marks, below, place);
    }
}
