// uses: grid
// Copies the sources into a buffer that `uniform_batches` can bind as uniforms.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<storage, read> position: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> staged: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn stage(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i < arrayLength(&position)) {
        staged[i] = position[i];
    }
}
