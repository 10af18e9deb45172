// uses: sort/digits, sort/key_*, sort/to_keys | sort/to_pairs
// One pass of a radix sort that gives each thread a run of keys: see `run_counts`.

const WORKGROUP: u32 = 8u;
/// Keys per run.
const ITEMS: u32 = 1024u;

@group(0) @binding(0) var<uniform> sort_of: SortParams;
@group(0) @binding(1) var<storage, read> schedule_of: Schedule;
@group(0) @binding(2) var<storage, read_write> keys_own: array<Key>;
@group(0) @binding(3) var<storage, read_write> keys_other: array<Key>;
@group(0) @binding(4) var<storage, read> table: array<u32>;

/// Where the next key of each digit goes; one column per thread.
var<workgroup> places: array<u32, DIGITS * WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn by_runs(
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
        places[digit * WORKGROUP + thread] = table[digit * sort_of.tiles + run];
    }
    let end = min((run + 1u) * ITEMS, schedule_of.count);
    for (var i = run * ITEMS; i < end; i++) {
        var key: Key;
        if (turn.from_other == 1u) {
            key = keys_other[i];
        } else {
            key = keys_own[i];
        }
        let at = digit_of(key, sort_of.turn) * WORKGROUP + thread;
        let place = places[at];
        places[at] = place + 1u;
        if (turn.from_other == 1u) {
            keys_own[place] = key;
        } else {
            keys_other[place] = key;
        }
        if (HAS_VALUES == 1u) {
            store_value(place, load_value(i, turn), turn);
        }
    }
}
