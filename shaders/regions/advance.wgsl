// uses: grid, motion/kick_drift, motion/state_real, opaque, real_f32
// One pass of a symplectic composition for the bodies of a region, whose accelerations are sums already.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> step: AdvanceParams;
@group(0) @binding(1) var<storage, read> acceleration: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> position: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> velocity: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn advance(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= opaque(step.count, arrayLength(&position))) {
        return;
    }
    var a = vec3f();
    if (opaque(step.has_force, arrayLength(&position)) == 1u) {
        a = acceleration[i].xyz;
    }
    let after = advanced(step, a, Moving(position[i], velocity[i]));
    velocity[i] = after.velocity;
    position[i] = after.position;
}
