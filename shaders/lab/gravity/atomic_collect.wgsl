// uses: grid
// Copies out the sums of `atomic_pairs` once they are complete.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<storage, read> sums: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> partial: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn atomic_collect(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i < arrayLength(&sums)) {
        partial[i] = sums[i];
    }
}
