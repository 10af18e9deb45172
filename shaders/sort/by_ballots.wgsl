// One pass of a radix sort (see `scatter`), whose tiles are ranked by ballots of subgroups: for adapters with one fixed size of
// them, of up to 32 threads.

/// Threads in a workgroup.
const WORKGROUP: u32 = 256u;
/// Keys of a thread.
const ITEMS: u32 = 16u;
/// Threads of a subgroup.
const LANES: u32 = 32u;

@group(0) @binding(0) var<uniform> sort_of: SortOf;
@group(0) @binding(1) var<storage, read> schedule_of: Schedule;
@group(0) @binding(2) var<storage, read_write> keys_own: array<Key>;
@group(0) @binding(3) var<storage, read_write> keys_other: array<Key>;

/// How many keys of this digit the subgroup had before, the lanes before this one included. All threads take part.
fn rank(digit: u32, subgroup: u32, lane: u32) -> u32 {
    // The lanes with this digit: those that agree in each bit.
    var peers = 0xffffffffu >> (32u - LANES);
    for (var bit = 0u; bit < 8u; bit++) {
        let is_set = extractBits(digit, bit, 1u);
        peers &= subgroupBallot(is_set == 1u).x ^ (is_set - 1u);
    }
    let leader = firstTrailingBit(peers);
    var before = 0u;
    if (lane == leader) {
        before = atomicAdd(&counts[subgroup * DIGITS + digit], countOneBits(peers));
    }
    return subgroupShuffle(before, leader) + countOneBits(extractBits(peers, 0u, lane));
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
