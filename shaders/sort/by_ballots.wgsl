// uses: sort/digits, sort/in_order, sort/key_*, sort/scatter
// One pass of a radix sort (see `scatter`) that ranks tiles by subgroup ballots. For adapters with a single subgroup size of at
// most 32 threads.

/// Threads per workgroup.
const WORKGROUP: u32 = 256u;
/// Keys per thread.
const ITEMS: u32 = 16u;
/// Threads per subgroup.
const LANES: u32 = 32u;
/// Number of parts in which a tile is put in order.
const PARTS: u32 = 2u;

@group(0) @binding(0) var<uniform> sort_of: SortParams;
@group(0) @binding(1) var<storage, read> schedule_of: Schedule;
@group(0) @binding(2) var<storage, read_write> keys_own: array<Key>;
@group(0) @binding(3) var<storage, read_write> keys_other: array<Key>;

/// The lanes whose digit has the same bit as this lane's.
fn agree(digit: u32, bit: u32) -> u32 {
    let is_set = (digit & bit) != 0u;
    return subgroupBallot(is_set).x ^ select(0xffffffffu, 0u, is_set);
}

/// Number of keys with this digit that precede this one in the subgroup: from earlier calls, and from lower lanes in this one.
/// Every thread must call it.
fn rank(digit: u32, subgroup: u32, lane: u32) -> u32 {
    // The lanes with this digit, which agree in every bit. Written out because drivers do not unroll a loop of ballots.
    var peers = 0xffffffffu >> (32u - LANES);
    peers &= agree(digit, 1u) & agree(digit, 2u) & agree(digit, 4u) & agree(digit, 8u);
    peers &= agree(digit, 16u) & agree(digit, 32u) & agree(digit, 64u) & agree(digit, 128u);
    let before_lane = countOneBits(peers & ((1u << lane) - 1u));
    let at = subgroup * DIGITS + digit;
    let before = words[at];
    subgroupBarrier();
    // The lowest lane counts for its peers: atomic adds in workgroup memory take ten times as long as a load and a store.
    if (before_lane == 0u) {
        words[at] = before + countOneBits(peers);
    }
    subgroupBarrier();
    return before + before_lane;
}

/// Turns the counts of digits into inclusive prefix sums.
fn scan_digits(subgroup: u32, lane: u32) {
    let row_sums = COUNTS + DIGITS;
    for (var row = subgroup; row < DIGITS / LANES; row += SUBGROUPS) {
        let at = COUNTS + row * LANES + lane;
        let sum = subgroupInclusiveAdd(words[at]);
        words[at] = sum;
        if (lane == LANES - 1u) {
            words[row_sums + row] = sum;
        }
    }
    workgroupBarrier();
    for (var row = subgroup; row < DIGITS / LANES; row += SUBGROUPS) {
        var before = 0u;
        for (var i = 0u; i < row; i++) {
            before += words[row_sums + i];
        }
        words[COUNTS + row * LANES + lane] += before;
    }
    workgroupBarrier();
}

@compute @workgroup_size(WORKGROUP)
fn by_ballots(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(subgroup_id) subgroup: u32,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    scatter(group.y * groups.x + group.x, subgroup, lane);
}
