// The correction of the fourth-order Hermite method from the acceleration and jerk at the predicted state, which stay for
// the next prediction. With no time step it only takes them over: that is how a run begins.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> step: Hermite;
@group(0) @binding(1) var<storage, read> partial: array<vec4f>;
@group(0) @binding(2) var<storage, read> partial_jerk: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> acceleration: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> jerk: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> position: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> velocity: array<vec4f>;
@group(0) @binding(7) var<storage, read> origin_position: array<vec4f>;
@group(0) @binding(8) var<storage, read> origin_velocity: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn hermite_correct(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= step.count) {
        return;
    }
    var a1 = vec3f();
    var j1 = vec3f();
    for (var s = 0u; s < step.shares; s++) {
        a1 += partial[s * step.count + i].xyz;
        j1 += partial_jerk[s * step.count + i].xyz;
    }
    if (step.time_step != 0.0) {
        let a0 = acceleration[i].xyz;
        let j0 = jerk[i].xyz;
        let x0 = origin_position[i];
        let v0 = origin_velocity[i];
        let half = vec3f(step.time_step / 2.0);
        let twelfth = vec3f(step.time_step * step.time_step / 12.0);
        let v1 = v0.xyz + fma(j0 - j1, twelfth, (a0 + a1) * half);
        let x1 = x0.xyz + fma(a0 - a1, twelfth, (v0.xyz + v1) * half);
        position[i] = vec4f(x1, x0.w);
        velocity[i] = vec4f(v1 * step.damping, v0.w);
    }
    acceleration[i] = vec4f(a1, 0.0);
    jerk[i] = vec4f(j1, 0.0);
}
