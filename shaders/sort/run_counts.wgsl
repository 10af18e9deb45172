// uses: sort/digits, sort/key_*
// Counts one digit of the keys in each run, one run per thread. For software adapters, where a thread is a lane of a vector,
// and barriers and atomic adds are expensive. A run plays the part of a tile.

const WORKGROUP: u32 = 8u;
/// Keys per run.
const ITEMS: u32 = 1024u;

@group(0) @binding(0) var<uniform> sort_of: SortParams;
@group(0) @binding(1) var<storage, read> schedule_of: Schedule;
@group(0) @binding(2) var<storage, read> keys_own: array<Key>;
@group(0) @binding(3) var<storage, read> keys_other: array<Key>;
@group(0) @binding(4) var<storage, read_write> table: array<u32>;

/// Count of each digit; one column per thread.
var<workgroup> counts: array<u32, DIGITS * WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn run_counts(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let turn = schedule_of.turns[sort_of.turn];
    let run = (group.y * groups.x + group.x) * WORKGROUP + thread;
    if (turn.is_active == 0u || run >= sort_of.tiles) {
        return;
    }
    for (var digit = 0u; digit < DIGITS; digit++) {
        counts[digit * WORKGROUP + thread] = 0u;
    }
    let end = min((run + 1u) * ITEMS, schedule_of.count);
    if (turn.from_other == 1u) {
        for (var i = run * ITEMS; i < end; i++) {
            counts[digit_of(keys_other[i], sort_of.turn) * WORKGROUP + thread] += 1u;
        }
    } else {
        for (var i = run * ITEMS; i < end; i++) {
            counts[digit_of(keys_own[i], sort_of.turn) * WORKGROUP + thread] += 1u;
        }
    }
    for (var digit = 0u; digit < DIGITS; digit++) {
        table[digit * sort_of.tiles + run] = counts[digit * WORKGROUP + thread];
    }
}
