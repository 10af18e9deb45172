// uses: grid, motion/state_pair | motion/state_real
// Takes over into the state what a caller has changed of its rounded rows. Numbers that still are what the state rounds to keep
// all their bits.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<storage, read> rounded_state: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> state: array<Row>;

@compute @workgroup_size(WORKGROUP)
fn unround(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= arrayLength(&rounded_state)) {
        return;
    }
    state[i] = taken_over(state[i], rounded_state[i]);
}
