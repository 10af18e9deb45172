// uses: grid
// Copies elements in the order of a list of indices.

const WORKGROUP: u32 = 256u;
/// Words per element.
const WORDS: u32 = 1u;

struct GatherParams {
    /// Number of elements to choose from.
    choice: u32,
    /// Number of indices that the buffer can hold.
    capacity: u32,
}

@group(0) @binding(0) var<uniform> gather_of: GatherParams;
/// Number of indices that take part.
@group(0) @binding(1) var<storage, read> length: array<u32>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read> source: array<u32>;
@group(0) @binding(4) var<storage, read_write> gathered: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn gather(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= min(length[0], gather_of.capacity) || indices[i] >= gather_of.choice) {
        return;
    }
    for (var word = 0u; word < WORDS; word++) {
        gathered[i * WORDS + word] = source[indices[i] * WORDS + word];
    }
}
