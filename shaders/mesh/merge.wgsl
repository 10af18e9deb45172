// uses: grid
// Puts the real parts of two spectra into one.

const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<storage, read> second: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> merged: array<vec2f>;

@compute @workgroup_size(WORKGROUP)
fn merge(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    // Buffers may be longer than what they hold, but both are as long.
    if (i < arrayLength(&merged)) {
        merged[i].y = second[i].x;
    }
}
