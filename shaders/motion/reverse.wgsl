// uses: grid, motion/state_pair | motion/state_real
// Reverses every velocity, after which a time-reversible run goes back the way it came.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<storage, read_write> velocity: array<Row>;

@compute @workgroup_size(WORKGROUP)
fn reverse(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= arrayLength(&velocity)) {
        return;
    }
    velocity[i] = reversed(velocity[i]);
}
