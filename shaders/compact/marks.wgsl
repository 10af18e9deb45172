// uses: compact/from_flags | compact/from_predicate, grid
// Marks each kept element with 1, the others with 0.

const WORKGROUP: u32 = 256u;

struct CompactParams {
    capacity: u32,
}

@group(0) @binding(0) var<uniform> compact_of: CompactParams;
@group(0) @binding(4) var<storage, read_write> places: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn marks(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i < compact_of.capacity) {
        places[i] = u32(is_kept_at(i));
    }
}
