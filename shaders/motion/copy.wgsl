// uses: grid, motion/state_pair | motion/state_real, real_f32 | real_f64
// Copies the state of all bodies. A step that is spread over several submissions works on the copy.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<storage, read> position: array<Row>;
@group(0) @binding(1) var<storage, read> velocity: array<Row>;
@group(0) @binding(2) var<storage, read> acceleration: array<real4>;
@group(0) @binding(3) var<storage, read_write> position_copy: array<Row>;
@group(0) @binding(4) var<storage, read_write> velocity_copy: array<Row>;
@group(0) @binding(5) var<storage, read_write> acceleration_copy: array<real4>;

@compute @workgroup_size(WORKGROUP)
fn copy(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= arrayLength(&position)) {
        return;
    }
    position_copy[i] = position[i];
    velocity_copy[i] = velocity[i];
    acceleration_copy[i] = acceleration[i];
}
