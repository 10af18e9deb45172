// uses: grid, motion/state_pair | motion/state_real
// Rounds each row of the state to single precision: pictures show that, and forces in single precision use it.

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
