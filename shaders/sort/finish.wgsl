// uses: sort/digits, sort/key_*, sort/to_keys | sort/to_pairs
// Copies the sorted keys to the caller's buffer if they ended up in the other one. If no pass ran, writes the indices that a
// pass would have written.

const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> sort_of: SortParams;
@group(0) @binding(1) var<storage, read> schedule_of: Schedule;
@group(0) @binding(2) var<storage, read_write> keys_own: array<Key>;
@group(0) @binding(3) var<storage, read> keys_other: array<Key>;

@compute @workgroup_size(WORKGROUP)
fn finish(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let first = (group.y * groups.x + group.x) * WORKGROUP + thread;
    let stride = groups.x * groups.y * WORKGROUP;
    if (schedule_of.result_in_other == 1u) {
        for (var i = first; i < schedule_of.count; i += stride) {
            keys_own[i] = keys_other[i];
            if (HAS_VALUES == 1u) {
                store_value(i, load_value(i, Turn(1u, 1u, 0u, 0u)), Turn(1u, 1u, 0u, 0u));
            }
        }
    } else if (schedule_of.is_any == 0u && HAS_VALUES == 1u) {
        // Nothing moved: indices still have to be written, while values stay as they are.
        for (var i = first; i < schedule_of.count; i += stride) {
            store_value(i, load_value(i, Turn(1u, 0u, 1u, 0u)), Turn(1u, 1u, 1u, 0u));
        }
    }
}
