// uses: sort/digits, sort/key_*
// Counts one digit of the keys in each tile, into the table that `from_table` reads once it is scanned.

const WORKGROUP: u32 = 256u;
/// Keys per thread.
const ITEMS: u32 = 16u;
/// Copies of the counts per workgroup. Threads that count the same digit then collide less often.
const COPIES: u32 = 8u;

const TILE: u32 = WORKGROUP * ITEMS;

@group(0) @binding(0) var<uniform> sort_of: SortParams;
@group(0) @binding(1) var<storage, read> schedule_of: Schedule;
@group(0) @binding(2) var<storage, read> keys_own: array<Key>;
@group(0) @binding(3) var<storage, read> keys_other: array<Key>;
@group(0) @binding(4) var<storage, read_write> table: array<u32>;

var<workgroup> counts: array<atomic<u32>, COPIES * DIGITS>;

@compute @workgroup_size(WORKGROUP)
fn tile_counts(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let turn = schedule_of.turns[sort_of.turn];
    let tile = group.y * groups.x + group.x;
    if (turn.is_active == 0u || tile >= sort_of.tiles) {
        return;
    }
    for (var i = thread; i < COPIES * DIGITS; i += WORKGROUP) {
        atomicStore(&counts[i], 0u);
    }
    workgroupBarrier();
    let first = tile * TILE + thread;
    for (var i = 0u; i < ITEMS; i++) {
        let at = first + i * WORKGROUP;
        if (at < schedule_of.count) {
            var key: Key;
            if (turn.from_other == 1u) {
                key = keys_other[at];
            } else {
                key = keys_own[at];
            }
            atomicAdd(&counts[digit_of(key, sort_of.turn) * COPIES + thread % COPIES], 1u);
        }
    }
    workgroupBarrier();
    for (var digit = thread; digit < DIGITS; digit += WORKGROUP) {
        var sum = 0u;
        for (var copy = 0u; copy < COPIES; copy++) {
            sum += atomicLoad(&counts[digit * COPIES + copy]);
        }
        table[digit * sort_of.tiles + tile] = sum;
    }
}
