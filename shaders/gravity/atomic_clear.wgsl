// uses: grid
// Clears sums that others add to atomically.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<storage, read_write> sums: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn atomic_clear(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i < arrayLength(&sums)) {
        sums[i] = vec4f();
    }
}
