// What single precision holds of each row of a state: that is what pictures show, and what forces in single precision are
// summed up of.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<storage, read> state: array<Row>;
@group(0) @binding(1) var<storage, read_write> rounded_state: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn round(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= arrayLength(&state)) {
        return;
    }
    rounded_state[i] = single(state[i]);
}
