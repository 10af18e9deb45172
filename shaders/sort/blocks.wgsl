// uses: sort/digits, sort/key_*, sort/key_u64 | sort/word, sort/ranks, sort/to_keys | sort/to_pairs
// Sorts blocks of keys in workgroup memory, from the caller's buffer to the other one: Batcher's bitonic network, two steps at a
// time in registers. Places break ties, so equal keys keep their order.

const WORKGROUP: u32 = 256u;
/// Keys per thread, which holds them in registers.
const ITEMS: u32 = 4u;
/// Keys per block.
const BLOCK: u32 = ITEMS * WORKGROUP;

@group(0) @binding(0) var<uniform> sort_of: SortParams;
@group(0) @binding(1) var<storage, read> length: array<u32>;
@group(0) @binding(2) var<storage, read> keys_own: array<Key>;
@group(0) @binding(3) var<storage, read_write> keys_other: array<Key>;

/// The low words of the ranks of a block, then the high words, if there are any.
var<workgroup> ranks: array<u32, BLOCK * WORDS_OF_KEY>;
/// Where in the block the keys of these ranks come from.
var<workgroup> places: array<u32, BLOCK>;

/// A key of the block.
struct Item {
    rank: vec2u,
    place: u32,
}

/// Slot of item i, chosen so that the threads of a subgroup use different banks of memory.
fn slot(i: u32) -> u32 {
    return i ^ (((i >> 5u) & 3u) * 5u);
}

fn take(i: u32) -> Item {
    let at = slot(i);
    var item = Item(vec2u(ranks[at], 0u), places[at]);
    if (WORDS_OF_KEY == 2u) {
        item.rank.y = ranks[BLOCK * (WORDS_OF_KEY - 1u) + at];
    }
    return item;
}

fn put(i: u32, item: Item) {
    let at = slot(i);
    ranks[at] = item.rank.x;
    if (WORDS_OF_KEY == 2u) {
        ranks[BLOCK * (WORDS_OF_KEY - 1u) + at] = item.rank.y;
    }
    places[at] = item.place;
}

/// Puts two items in order, or in the opposite order.
fn arrange(left: ptr<function, Item>, right: ptr<function, Item>, is_ascending: bool) {
    let one = *left;
    let other = *right;
    let is_behind = is_less(other.rank, one.rank) || (all(other.rank == one.rank) && other.place < one.place);
    if (is_behind == is_ascending) {
        *left = other;
        *right = one;
    }
}

/// The steps of the network for runs of `size` items: between items `stride` apart, then half of that.
fn two_steps(thread: u32, size: u32, stride: u32) {
    let half = stride / 2u;
    let first = 4u * thread - 3u * (thread & (half - 1u));
    let is_ascending = (first & size) == 0u;
    var a = take(first);
    var b = take(first + half);
    var c = take(first + stride);
    var d = take(first + stride + half);
    arrange(&a, &c, is_ascending);
    arrange(&b, &d, is_ascending);
    arrange(&a, &b, is_ascending);
    arrange(&c, &d, is_ascending);
    put(first, a);
    put(first + half, b);
    put(first + stride, c);
    put(first + stride + half, d);
}

/// One step, for two pairs of items.
fn one_step(thread: u32, size: u32, stride: u32) {
    for (var pair = thread; pair < 2u * WORKGROUP; pair += WORKGROUP) {
        let first = 2u * pair - (pair & (stride - 1u));
        var a = take(first);
        var b = take(first + stride);
        arrange(&a, &b, (first & size) == 0u);
        put(first, a);
        put(first + stride, b);
    }
}

@compute @workgroup_size(WORKGROUP)
fn blocks(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let count = min(length[0], sort_of.capacity);
    let first = (group.y * groups.x + group.x) * BLOCK;
    if (first >= count) {
        return;
    }
    let keys = min(count - first, BLOCK);
    let kept = kept_bits();
    for (var i = thread; i < BLOCK; i += WORKGROUP) {
        // Padding of the last block sorts behind its keys.
        var item = Item(vec2u(0xffffffffu), i);
        if (i < keys) {
            item.rank = rank_of(keys_own[first + i], kept);
        }
        put(i, item);
    }
    workgroupBarrier();
    for (var size = 2u; size <= BLOCK; size *= 2u) {
        var stride = size / 2u;
        // Steps go in pairs; if their number is odd, the first one is alone.
        if ((countTrailingZeros(size) & 1u) == 1u) {
            one_step(thread, size, stride);
            workgroupBarrier();
            stride /= 2u;
        }
        for (; stride > 0u; stride /= 4u) {
            two_steps(thread, size, stride);
            workgroupBarrier();
        }
    }
    for (var i = thread; i < keys; i += WORKGROUP) {
        let source = first + places[slot(i)];
        keys_other[first + i] = keys_own[source];
        if (HAS_VALUES == 1u) {
            var value = source;
            if (ARGSORT == 0u) {
                value = load_own_value(source);
            }
            store_other_value(first + i, value);
        }
    }
}
