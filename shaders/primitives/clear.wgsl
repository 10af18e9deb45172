// uses: grid
// Sets words to zero.

const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn clear(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i < arrayLength(&words)) {
        words[i] = 0u;
    }
}
