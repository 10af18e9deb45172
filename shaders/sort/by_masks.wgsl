// uses: sort/digits, sort/in_order, sort/key_*, sort/scatter
// One pass of a radix sort (see `scatter`) that ranks tiles by bit masks of threads in workgroup memory. Runs on every adapter.

/// Threads per workgroup.
const WORKGROUP: u32 = 256u;
/// Keys per thread.
const ITEMS: u32 = 16u;
/// Threads per mask word.
const LANES: u32 = 32u;
/// Number of parts in which a tile is put in order.
const PARTS: u32 = 2u;

@group(0) @binding(0) var<uniform> sort_of: SortParams;
@group(0) @binding(1) var<storage, read> schedule_of: Schedule;
@group(0) @binding(2) var<storage, read_write> keys_own: array<Key>;
@group(0) @binding(3) var<storage, read_write> keys_other: array<Key>;

/// Which threads hold a key with each digit; all zero between calls of `rank`.
var<workgroup> masks: array<atomic<u32>, COUNTS>;

/// Number of keys with this digit that precede this one among these lanes: from earlier calls, and from lower lanes in this
/// one. Every thread must call it.
fn rank(digit: u32, subgroup: u32, lane: u32) -> u32 {
    let at = subgroup * DIGITS + digit;
    atomicOr(&masks[at], 1u << lane);
    workgroupBarrier();
    let peers = atomicLoad(&masks[at]);
    let before = words[at];
    workgroupBarrier();
    if (lane == firstTrailingBit(peers)) {
        atomicStore(&masks[at], 0u);
        words[at] = before + countOneBits(peers);
    }
    workgroupBarrier();
    return before + countOneBits(extractBits(peers, 0u, lane));
}

/// Turns the counts of digits into inclusive prefix sums.
fn scan_digits(subgroup: u32, lane: u32) {
    var half = 0u;
    for (var stride = 1u; stride < DIGITS; stride *= 2u) {
        for (var digit = subgroup * LANES + lane; digit < DIGITS; digit += WORKGROUP) {
            var sum = words[COUNTS + half + digit];
            if (digit >= stride) {
                sum += words[COUNTS + half + digit - stride];
            }
            words[COUNTS + DIGITS - half + digit] = sum;
        }
        // There are eight iterations, an even number, so the last one writes its sums where the first one read its input.
        half = DIGITS - half;
        workgroupBarrier();
    }
}

@compute @workgroup_size(WORKGROUP)
fn by_masks(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    for (var i = thread; i < COUNTS; i += WORKGROUP) {
        atomicStore(&masks[i], 0u);
    }
    scatter(group.y * groups.x + group.x, thread / LANES, thread % LANES);
}
