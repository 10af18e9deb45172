// One pass of a radix sort (see `scatter`), whose tiles are ranked by masks of threads in the memory of the workgroup: for every
// adapter.

/// Threads in a workgroup.
const WORKGROUP: u32 = 256u;
/// Keys of a thread.
const ITEMS: u32 = 16u;
/// Threads whose masks are one word.
const LANES: u32 = 32u;
/// Parts in which a tile is brought in order.
const PARTS: u32 = 2u;

@group(0) @binding(0) var<uniform> sort_of: SortOf;
@group(0) @binding(1) var<storage, read> schedule_of: Schedule;
@group(0) @binding(2) var<storage, read_write> keys_own: array<Key>;
@group(0) @binding(3) var<storage, read_write> keys_other: array<Key>;

/// Which threads have a key of each digit; all zero between two ranks.
var<workgroup> masks: array<atomic<u32>, COUNTS>;

/// How many keys of this digit these lanes had before, the lanes before this one included. All threads take part.
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

/// Sums up the counts of digits, each with all before it.
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
        // Eight turns, so that the last one leaves its sums where the first one found its own.
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
