// uses: grid
// Turns flags of any kind into marks: 1 for each kept element, 0 for the others.

const WORKGROUP: u32 = 256u;

struct CompactParams {
    capacity: u32,
}

@group(0) @binding(0) var<uniform> compact_of: CompactParams;
@group(0) @binding(2) var<storage, read> flags: array<u32>;
@group(0) @binding(3) var<storage, read_write> places: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn marks(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i < compact_of.capacity) {
        places[i] = u32(flags[i] != 0u);
    }
}
