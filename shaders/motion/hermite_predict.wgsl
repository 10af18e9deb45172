// The prediction of the fourth-order Hermite method: Taylor series from the last acceleration and jerk.
// Makino & Aarseth, PASJ 44 (1992) 141.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> step: Hermite;
@group(0) @binding(1) var<storage, read> acceleration: array<vec4f>;
@group(0) @binding(2) var<storage, read> jerk: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> position: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> velocity: array<vec4f>;
/// The state at the begin of the step.
@group(0) @binding(5) var<storage, read_write> origin_position: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> origin_velocity: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn hermite_predict(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= step.count) {
        return;
    }
    let t = vec3f(step.time_step);
    let x = position[i];
    let v = velocity[i];
    let a = acceleration[i].xyz;
    let j = jerk[i].xyz;
    origin_position[i] = x;
    origin_velocity[i] = v;
    // Horner's form: the small terms are summed first.
    position[i] = vec4f(fma(fma(fma(j, t / 3.0, a), t / 2.0, v.xyz), t, x.xyz), x.w);
    velocity[i] = vec4f(fma(fma(j, t / 2.0, a), t, v.xyz), v.w);
}
